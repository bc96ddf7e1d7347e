// What an order of this tab may hold whose answer never came. The shop counts it as gone, but not for whoever sends that
// order again: whether he gets it the shop says then.
import { readAttempt } from '#rooms/orders/ui/checkout-draft.ts'
import type { CartRow } from './cart/use-cart-rows.ts'

export function withHeld(rows: CartRow[]): CartRow[] {
  const held = readAttempt()?.wish.counts
  return rows.map((row) =>
    row.product?.exists && held?.[row.key] === row.line.count ? { ...row, state: 'fine' } : row,
  )
}
