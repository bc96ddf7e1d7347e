// What an order of this tab may hold whose answer never came. The shop counts it as gone, but not for whoever sends that
// order again: whether he gets it the shop says then.
import { readAttempt } from '#rooms/orders/ui/checkout-draft.ts'
import type { useCartRows } from './cart/use-cart-rows.ts'

type Cart = ReturnType<typeof useCartRows>

export function withHeld(cart: Cart): Cart {
  const held = readAttempt()?.wish.counts
  if (!held) return cart
  const rows = cart.rows.map((row) =>
    row.product?.exists && held[row.key] === row.line.count ? { ...row, state: 'fine' as const } : row,
  )
  return { ...cart, rows }
}
