// How a payment goes on in the browser: where it leads, or that there is nothing to pay.
import { toMajor } from '#platform/money.ts'
import type { Method } from '#rooms/payments/hands.ts'
import type { PaymentStart } from '../contract.ts'
import type { OrderRow } from '../store.ts'

export function paymentStart(order: OrderRow, method: Method, url: string | undefined): PaymentStart {
  return {
    type: method.provider,
    url: url ?? null,
    isOver: order.status === 'Expired' || order.status === 'Cancelled',
    orderId: order.id,
    orderNo: order.orderNo,
    currencyType: order.currency,
    amount: toMajor(order.total),
  }
}
