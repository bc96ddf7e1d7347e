import { readLastOrder } from './checkout-draft.ts'

/** An order was seen that is paid, expired or cancelled, or cannot be seen from here: the checkout keeps no room for it. */
export function waitsNoMore(orderId: string): void {
  if (readLastOrder()?.orderId !== orderId) return
  try {
    sessionStorage.removeItem('checkout.waits')
  } catch {
    // Without storage nothing is kept that could wait.
  }
}
