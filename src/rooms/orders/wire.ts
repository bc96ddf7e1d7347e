// The specification's names in the calls of this room, and ours: an answer passes here where a page gets it, a question
// where it leaves one and where the server reads it.
import type { CartLine } from '#rooms/cart/rules.ts'
import { linesOf, listsOf } from '#rooms/coupons/wire.ts'
import { placed, sold } from '#rooms/products/wire.ts'
import type { OrderDetail as Detail } from './contract.ts'
import type { BoughtLine, MemberOrder } from './schemas.ts'

export const detailOf = ({ goods, ...order }: Detail) => ({ ...order, goods: goods.map((line) => sold(placed(line))) })
export type OrderDetail = ReturnType<typeof detailOf>

export const listedOf = ({ goods, ...order }: MemberOrder) => ({
  ...order,
  total: order.realAmount,
  goods: goods.map((line) => sold(placed(line))),
})
export type ListedOrder = ReturnType<typeof listedOf>

export const boughtOf = (line: BoughtLine) => placed(line)
export type Bought = ReturnType<typeof boughtOf>

/** An order's lines travel as lists of equal length, as a coupon's do. */
export function orderLists(lines: CartLine[]) {
  return { ...listsOf(lines), extId: lines.map((line) => line.skuId) }
}

export function orderedLines({ extId, ...lists }: ReturnType<typeof orderLists>) {
  return linesOf(lists).map((line, position) => ({ ...line, position, skuId: extId[position]! }))
}

/** What is wrong with the offer of a line, or with the list of them. */
export function wrongOffer(message: string, position?: number) {
  return { path: ['supplyProductId', position].filter((part) => part !== undefined).join('.'), message }
}

/** Which line's offer such a path is about; undefined: none's. */
export function wrongOfferAt(path: string): number | undefined {
  const [, position] = /^supplyProductId\.(\d+)$/.exec(path) ?? []
  return position === undefined ? undefined : Number(position)
}
