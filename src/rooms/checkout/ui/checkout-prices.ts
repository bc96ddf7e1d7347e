// The sum that the shopper is shown, by the very function that the server checks it with.
import { type Exchange, fromMajor, toMajor } from '#platform/money.ts'
import type { FreshPrices } from '#rooms/orders/contract.ts'
import { type Breakdown, breakdown } from '#rooms/orders/rules.ts'
import { orderLists } from '#rooms/orders/wire.ts'
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

/** What the server answered instead, in the same form. */
export function freshBreakdown(fresh: FreshPrices, counts: number[]): Breakdown {
  const units = fresh.units.map(fromMajor)
  return {
    units,
    lines: units.map((unit, i) => unit * (counts[i] ?? 0)),
    goods: fromMajor(fresh.goods),
    discount: fromMajor(fresh.discount),
    fee: fromMajor(fresh.fee),
    coupon: fromMajor(fresh.coupon),
    freight: fromMajor(fresh.freight),
    service: fromMajor(fresh.service),
    total: fromMajor(fresh.total),
  }
}

/** The body of POST /api/check/createOrder, without the shopper's own words. */
export function orderLines(rows: CartRow[], prices: Breakdown) {
  return {
    ...orderLists(rows.map(({ line }) => line)),
    productRealPrice: prices.units.map(toMajor),
  }
}
