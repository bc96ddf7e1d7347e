// What can be said of a payment method without asking the server.
import { fromMajor } from '#platform/money.ts'
import type { PaymentMethod } from '../contract.ts'

/** 2.5 (percent) → 250. */
export function basisPoints(percent: number): number {
  return Math.round(percent * 100)
}

/** Why a total (hundredths; undefined: not known yet) can't be paid by this method; the server says the same. */
export function refusalOf(
  method: PaymentMethod,
  currency: string,
  total: number | undefined,
): 'pay.noSupport' | 'pay.belowMinimum' | undefined {
  if (!method.currency.includes('*') && !method.currency.includes(currency)) return 'pay.noSupport'
  return total && total < fromMajor(method.minimum[currency] ?? 0) ? 'pay.belowMinimum' : undefined
}
