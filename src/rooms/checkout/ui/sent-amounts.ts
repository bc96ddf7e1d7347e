// The amounts that travel with an order, and those that the shop answers instead. Fetched with what sends the order.
import { fromMajor, toMajor } from '#platform/money.ts'
import type { FreshPrices } from '#rooms/orders/contract.ts'
import type { Breakdown } from '#rooms/orders/rules.ts'
import { orderLists } from '#rooms/orders/wire.ts'
import type { CartRow } from './cart/use-cart-rows.ts'

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
