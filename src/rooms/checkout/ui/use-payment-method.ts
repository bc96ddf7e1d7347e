import { useEffect, useState } from 'react'
import { readDraft, writeDraft } from '#rooms/orders/ui/checkout-draft.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { type Bill, refusalOf } from '#rooms/payments/ui/method-rules.ts'

/** The method that was chosen in this tab, else the first by which this can be paid. */
export function usePaymentMethod(methods: PaymentMethod[], billBy: (method: PaymentMethod) => Bill) {
  const [wanted, setWanted] = useState<number>()
  useEffect(() => setWanted((now) => now ?? readDraft().method), [])
  const refusals = methods.map((method) => refusalOf(method, billBy(method)))
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
      // What a shopper can change most easily.
      const reasons = ['pay.belowMinimum', 'pay.notForGoods', 'pay.notInCountry'] as const
      return reasons.find((reason) => refusals.includes(reason)) ?? 'pay.noSupport'
    },
  }
}
