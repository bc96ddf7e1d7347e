// What can be said of a payment method without asking the server.
import { fromMajor } from '#platform/money.ts'
import type { PaymentMethod } from '../contract.ts'
import { takesCountry, takesCurrency, takesTypes } from '../rules.ts'

/** 2.5 (percent) → 250. */
export function basisPoints(percent: number): number {
  return Math.round(percent * 100)
}

/** Some are not offered everywhere. */
export function differByCountry(methods: PaymentMethod[]): boolean {
  return methods.some(({ countries }) => countries.length > 0)
}

/** What is to be paid by a method. */
export interface Bill {
  /** ISO 4217. */
  currency: string
  /** ISO 3166; empty: not known. */
  country: string
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
  { currency, country, types, total, isMember }: Bill,
): 'pay.memberOnly' | 'pay.noSupport' | 'pay.notInCountry' | 'pay.notForGoods' | 'pay.belowMinimum' | undefined {
  if (method.forMembers && !isMember) return 'pay.memberOnly'
  if (!takesCurrency(method.currency, currency)) return 'pay.noSupport'
  if (!takesCountry(method, country)) return 'pay.notInCountry'
  if (!takesTypes(method.productTypes, types)) return 'pay.notForGoods'
  return total && total < fromMajor(method.minimum[currency] ?? 0) ? 'pay.belowMinimum' : undefined
}

/** Those of the buyer's own country first, last those by which it cannot be paid; else in the operator's order. */
export function inOrder(methods: PaymentMethod[], billBy: (method: PaymentMethod) => Bill): PaymentMethod[] {
  const rank = (method: PaymentMethod) => {
    const bill = billBy(method)
    return refusalOf(method, bill) ? 2 : method.countriesExcluded || !method.countries.includes(bill.country) ? 1 : 0
  }
  return methods.toSorted((a, b) => rank(a) - rank(b))
}
