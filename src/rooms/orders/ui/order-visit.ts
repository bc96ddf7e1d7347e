// Which order the visitor came for. The address says only what to ask the shop; nothing in it is believed.
import { useEffect, useState } from 'react'

export interface OrderVisit {
  orderId: string
  /** As the address says it; for whoever must look for it by hand. */
  orderNo: string | undefined
  /** The provider sent the browser back from this payment. */
  transactionId: string | undefined
  /** He came back by the provider's own "cancel": as long as nothing is paid, that is what he is told. */
  cancelled: boolean
  /** He came back from a payment page, and may have paid there. */
  returned: boolean
  /** From the link of the delivery mail; sent along as a header, kept nowhere. */
  access: string | undefined
}

/** Undefined until the page is alive; null when the address names no order. */
export function useOrderVisit(): OrderVisit | null | undefined {
  const [visit, setVisit] = useState<OrderVisit | null>()
  useEffect(() => setVisit(readVisit()), [])
  return visit
}

function readVisit(): OrderVisit | null {
  // As it was written, and not through the router, which would read a long number as a number.
  const query = new URLSearchParams(location.search)
  const orderId = query.get('order_id')
  const access = /^#access=([\w-]{1,200})$/.exec(location.hash)?.[1]
  // Whoever looks at the screen or the history must not get it.
  if (access) history.replaceState(history.state, '', location.pathname + location.search)
  if (!orderId) return null
  return {
    orderId,
    orderNo: query.get('order_no') ?? undefined,
    access,
    transactionId: query.get('transaction_id') ?? undefined,
    cancelled: query.get('cancelled') === '1',
    returned: query.get('returned') === '1',
  }
}

/** Whether a refusal says that this browser may not see the order (any more). What stands between says nothing of that. */
export const isNotHere = ({ status, message }: { status: number; message: string }): boolean =>
  [400, 401, 403, 404].includes(status) && message !== 'error.unexpected'

/** For every call about the order. */
export function accessHeaders({ access }: OrderVisit): { headers?: Record<string, string> } {
  return access ? { headers: { 'order-access': access } } : {}
}
