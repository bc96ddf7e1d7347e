// The sum that the shopper is shown, by the very function that the server checks it with.
import { type Exchange, fromMajor } from '#platform/money.ts'
import { type Breakdown, breakdown } from '#rooms/orders/rules.ts'
import type { PaymentMethod } from '#rooms/payments/contract.ts'
import { basisPoints } from '#rooms/payments/ui/method-rules.ts'
import type { CartRow } from './cart/use-cart-rows.ts'

/** The shop's numbers as the API says them: US dollars. */
export interface Charges {
  serviceThreshold: number
  serviceCharge: number
}

/** Of the lines that are sold; undefined while one of them is not known yet. */
export function shownPrices(
  rows: CartRow[],
  rules: {
    exchange: Exchange
    method: PaymentMethod | undefined
    charges: Charges
    coupon: number
    /** Of the member's level, in percent. */
    discount: number
  },
): Breakdown | undefined {
  if (rows.some((row) => !row.product)) return undefined
  const lines = rows.map(({ product, line }) => ({
    unitUsdCents: product?.exists ? fromMajor(product.productPrice) : 0,
    quantity: line.count,
  }))
  return breakdown(lines, {
    exchange: rules.exchange,
    discountBp: basisPoints(rules.discount),
    feeBp: basisPoints(rules.method?.fee ?? 0),
    coupon: rules.coupon,
    serviceThresholdUsdCents: fromMajor(rules.charges.serviceThreshold),
    serviceUsdCents: fromMajor(rules.charges.serviceCharge),
  })
}
