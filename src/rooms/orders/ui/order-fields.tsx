// By what somebody without an account names an order: its number and the address that it went to.
import { type RefObject, useEffect } from 'react'
import type { CallRefused } from '#browser/calls.ts'
import { type TranslateMessage, useWords } from '#platform/i18n/messages.ts'
import { TextField } from '#ui/text-field.tsx'
import type { FormField } from '#ui/use-form.ts'
import { EMAIL_LENGTH, ORDER_NO_LENGTH } from '../limits.ts'

type OrderFieldsProps = {
  form: { props: { ref: RefObject<HTMLFormElement | null> }; field: (name: 'orderNo' | 'email') => FormField }
  emailLabel: string
  orderNoHint?: string
  emailHint?: string
}

/** The address of the page may name the order, as the links on the order's own page do; what was typed stays. */
export function OrderFields({ form, emailLabel, orderNoHint, emailHint }: OrderFieldsProps) {
  const t = useWords()
  const { ref } = form.props

  useEffect(() => {
    const named = new URLSearchParams(location.search).get('order_no')
    const field = ref.current?.elements.namedItem('orderNo')
    if (named && field instanceof HTMLInputElement && !field.value) field.value = named.slice(0, ORDER_NO_LENGTH)
  }, [ref])

  return (
    <>
      <TextField
        {...form.field('orderNo')}
        label={t('withdrawal.orderNo.label')}
        hint={orderNoHint}
        autoComplete="off"
        autoCapitalize="characters"
        dir="ltr"
        spellCheck={false}
        maxLength={ORDER_NO_LENGTH}
        required
      />
      <TextField
        {...form.field('email')}
        label={emailLabel}
        hint={emailHint}
        type="email"
        dir="ltr"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        maxLength={EMAIL_LENGTH}
        required
      />
    </>
  )
}

/** Why such a form was not taken, where no field is to blame. */
export function formProblem(t: TranslateMessage, error: CallRefused): string {
  if (error.status === 429) return t('withdrawal.tooMany')
  return t(error.status === 0 ? 'error.offline' : 'error.unexpected')
}
