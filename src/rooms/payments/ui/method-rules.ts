// What can be said of a payment method without asking the server.
import { fromMajor } from '#platform/money.ts'
import type { PaymentMethod } from '../contract.ts'
import { takesCurrency, takesTypes } from '../rules.ts'

/** 2.5 (percent) → 250. */
export function basisPoints(percent: number): number {
  return Math.round(percent * 100)
}

/** What is to be paid by a method. */
export interface Bill {
  /** ISO 4217. */
  currency: string
  /** Types of the products, as far as they are known. */
  types: readonly number[]
  /** In hundredths; undefined: not known yet. */
  total: number | undefined
  /** Somebody is signed in. */
  isMember: boolean
}

/** Why this method can't be chosen for it; the server says the same. */
export function refusalOf(
  method: PaymentMethod,
  { currency, types, total, isMember }: Bill,
): 'pay.memberOnly' | 'pay.noSupport' | 'pay.notForGoods' | 'pay.belowMinimum' | undefined {
  if (method.forMembers && !isMember) return 'pay.memberOnly'
  if (!takesCurrency(method.currency, currency)) return 'pay.noSupport'
  if (!takesTypes(method.productTypes, types)) return 'pay.notForGoods'
  return total && total < fromMajor(method.minimum[currency] ?? 0) ? 'pay.belowMinimum' : undefined
}
