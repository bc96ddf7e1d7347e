import { useEffect, useState } from 'react'
import { readDraft, writeDraft } from '#rooms/orders/ui/checkout-draft.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { refusalOf } from '#rooms/payments/ui/method-rules.ts'

/** The method that was chosen in this tab, else the first that takes this currency and so much of it. */
export function usePaymentMethod(
  methods: PaymentMethod[],
  currency: string,
  totalBy: (method: PaymentMethod) => number | undefined,
) {
  const [wanted, setWanted] = useState<number>()
  useEffect(() => setWanted((now) => now ?? readDraft().method), [])
  const refusals = methods.map((method) => refusalOf(method, currency, totalBy(method)))
  const possible = methods.filter((_, i) => refusals[i] === undefined)

  return {
    method: possible.find(({ id }) => id === wanted) ?? possible[0],
    chooseMethod(id: number) {
      setWanted(id)
      writeDraft({ method: id })
    },
    /** Nothing can be chosen: what would have to be another way. */
    whyNone() {
      if (methods.length === 0) return 'pay.methodAway'
      return refusals.find((reason) => reason === 'pay.belowMinimum') ?? 'pay.noSupport'
    },
  }
}
