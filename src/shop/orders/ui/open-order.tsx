import { useEffect, useState } from 'react'
import { call } from '#shop/calls.ts'
import type { OrderDetail } from '#shop/orders/contract.ts'
import type { LastOrder } from './checkout-draft.ts'
import { Countdown } from './countdown.tsx'

/** Time left for the order that was made last in this tab, if it still waits for its payment (decision C2). */
export function OpenOrder({ order: { orderId } }: { order: LastOrder }) {
  const [order, setOrder] = useState<OrderDetail>()
  useEffect(() => {
    // Where it cannot be shown, the link to it says so.
    const nothing = () => undefined
    call('GET /api/pay/detail/{orderId}', { params: { orderId } }).catch(nothing).then(setOrder)
  }, [orderId])
  if (order?.orderStatus !== 'Unpaid') return null
  return (
    <div className="mt-6">
      <Countdown
        expiresAt={Date.parse(order.expiresAt)}
        clockAhead={Date.parse(order.now) - Date.now()}
        onEnd={() => setOrder(undefined)}
      />
    </div>
  )
}
