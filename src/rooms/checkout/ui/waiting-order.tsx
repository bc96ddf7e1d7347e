import { useState } from 'react'
import { readLastOrder } from '#rooms/orders/ui/checkout-draft.ts'
import OpenOrder from '#rooms/orders/ui/open-order.tsx'

/** The order of this tab that may wait for its payment, above a cart that was filled anew. */
export default function WaitingOrder() {
  const [last] = useState(readLastOrder)
  return last && <OpenOrder last={last} />
}
