// What the shopper fills in, checked by the schemas that the server checks it with, and kept in this tab until it is sent.
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { DeliveryEmail, OrderNote } from '#shop/orders/contract.ts'
import { readDraft, writeDraft } from './checkout-draft.ts'

// In a browser zod would try whether it may compile code; the content policy forbids it and reports every try.
if (typeof window !== 'undefined') z.config({ jitless: true })

const CheckoutForm = z.object({ email: DeliveryEmail, note: OrderNote })
export type CheckoutValues = z.infer<typeof CheckoutForm>

export const NOTE_LENGTH = 1000

export function useCheckoutForm() {
  // No default values: what was typed before the page came alive stays.
  const form = useForm<CheckoutValues>({ resolver: zodResolver(CheckoutForm), mode: 'onTouched' })
  const { getValues, setValue, watch } = form

  useEffect(() => {
    const draft = readDraft()
    for (const name of ['email', 'note'] as const) {
      if (draft[name] && !getValues(name)) setValue(name, draft[name])
    }
    const watching = watch(({ email = '', note = '' }) => writeDraft({ email, note }))
    return () => watching.unsubscribe()
  }, [getValues, setValue, watch])

  return form
}
