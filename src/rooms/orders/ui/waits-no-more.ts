import { writeTyped } from '#ui/typed-here.ts'
import { readLastOrder } from './checkout-draft.ts'

/** An order was seen that is paid, expired or cancelled, or cannot be seen from here: the checkout keeps no room for it. */
export function waitsNoMore(orderId: string): void {
  if (readLastOrder()?.orderId === orderId) writeTyped('checkout.waits', undefined)
}
