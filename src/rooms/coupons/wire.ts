// The specification's names of what is bought, and ours: for the page that asks and for the server that reads it.
import type { CartLine } from '#rooms/cart/rules.ts'

interface Priced extends CartLine {
  productPrice: number
  classId: number
}

/** The cart's lines travel as lists of equal length. */
export function listsOf(lines: CartLine[]) {
  return {
    productId: lines.map((line) => line.productId),
    productCount: lines.map((line) => line.count),
    supplyProductId: lines.map((line) => line.offerId),
  }
}

export function pricedListsOf(lines: Priced[]) {
  return {
    ...listsOf(lines),
    productPrice: lines.map((line) => line.productPrice),
    productClassId: lines.map((line) => line.classId),
  }
}

export function linesOf(lists: ReturnType<typeof listsOf>) {
  return lists.supplyProductId.map((offerId, position) => ({
    offerId,
    productId: lists.productId[position]!,
    quantity: lists.productCount[position]!,
  }))
}
