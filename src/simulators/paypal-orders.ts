// What happens to orders: approved, captured, settled, refunded. Every move tells its events to whoever listens.
import { BoundedMap } from './bounded-map.ts'
import {
  captureBody,
  gone,
  orderBody,
  orderLinks,
  type PayPalCapture,
  type PayPalOrder,
  type PayPalRefund,
  refundBody,
  type Shown,
  statusAfter,
} from './paypal-state.ts'
import { newAccountId, newId, notFound, unprocessable } from './paypal-wire.ts'

export interface OrdersOptions {
  shown: Shown
  remember?: number
  now(): number
  /** `quiet`: nobody is told. */
  emit(order: PayPalOrder, type: string, resource: object, quiet?: boolean): void
  refundsStayPending(): boolean
  /** All of it went back: what is disputed of it is settled by that. */
  allRefunded(order: PayPalOrder, quiet?: boolean): void
}

export type Orders = ReturnType<typeof createOrders>

function createBooks(remember: number | undefined) {
  const byRef = new BoundedMap<string, PayPalOrder>()
  const orders = new BoundedMap<string, PayPalOrder>(remember, (order) => {
    for (const [ref, one] of byRef) if (one === order) byRef.delete(ref)
  })
  const know = (ref: string | undefined, order: PayPalOrder) => void (ref && byRef.set(ref, order))
  return {
    /** By what is known of it: its id, its capture's, a refund's or dispute's, our own reference. */
    find: (ref: string): PayPalOrder | undefined => orders.get(ref) ?? byRef.get(ref),
    know,
    all: () => [...orders.values()],
    add(order: PayPalOrder): PayPalOrder {
      orders.set(order.id, order)
      // A custom id begins with the shop's reference.
      know(order.customId?.split(',')[0], order)
      return order
    },
  }
}

export function createOrders({ shown, remember, now, emit, ...of }: OrdersOptions) {
  const books = createBooks(remember)

  function tellCapture(order: PayPalOrder, capture: PayPalCapture, event: string, quiet?: boolean) {
    emit(order, `PAYMENT.CAPTURE.${event}`, captureBody(order, capture, shown), quiet)
  }

  function moveRefund(order: PayPalOrder, made: PayPalRefund, status: PayPalRefund['status'], quiet?: boolean) {
    made.status = status
    const capture = order.capture!
    if (status === 'COMPLETED') capture.status = statusAfter(order, capture)
    emit(order, REFUND_EVENTS[status], refundBody(order, made, shown), quiet)
    if (status === 'COMPLETED' && capture.status === 'REFUNDED') of.allRefunded(order, quiet)
  }

  return {
    ...books,
    moveRefund,

    approve(order: PayPalOrder, plan: PayPalOrder['plan'], quiet?: boolean) {
      order.status = 'APPROVED'
      order.payerId ??= newAccountId()
      order.plan = plan
      emit(order, 'CHECKOUT.ORDER.APPROVED', orderBody(order, shown), quiet)
    },

    capture(order: PayPalOrder, quiet?: boolean): PayPalOrder {
      mayCapture(order, books.all(), shown)
      const { status, reason, minor = order.amount.minor } = order.plan
      order.status = 'COMPLETED'
      order.capture = { id: newId(), status, reason, amount: { ...order.amount, minor }, createdAt: now() }
      books.know(order.capture.id, order)
      tellCapture(order, order.capture, status, quiet)
      return order
    },

    /** What became of a capture that was pending. */
    settle(order: PayPalOrder, status: 'COMPLETED' | 'DECLINED', quiet?: boolean) {
      const { capture } = order
      if (capture?.status !== 'PENDING') return
      capture.status = status
      capture.reason = undefined
      tellCapture(order, capture, status === 'COMPLETED' ? 'COMPLETED' : 'DENIED', quiet)
    },

    refund(
      order: PayPalOrder,
      {
        minor,
        note,
        status,
        quiet,
      }: { minor?: number; note?: string; status?: PayPalRefund['status']; quiet?: boolean } = {},
    ): PayPalRefund {
      const { amount } = order.capture ?? notFound()
      const wanted = refundable(order, minor, now())
      const made: PayPalRefund = {
        id: newId(),
        status: 'PENDING',
        amount: { ...amount, minor: wanted },
        note,
        createdAt: now(),
      }
      order.refunds.push(made)
      books.know(made.id, order)
      moveRefund(order, made, status ?? (of.refundsStayPending() ? 'PENDING' : 'COMPLETED'), quiet)
      return made
    },
  }
}

const REFUND_EVENTS = {
  COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
  PENDING: 'PAYMENT.REFUND.PENDING',
  FAILED: 'PAYMENT.REFUND.FAILED',
  CANCELLED: 'PAYMENT.REFUND.FAILED',
}

function mayCapture(order: PayPalOrder, all: PayPalOrder[], shown: Shown) {
  if (order.capture) return unprocessable('ORDER_ALREADY_CAPTURED')
  if (order.status === 'PAYER_ACTION_REQUIRED')
    return unprocessable('PAYER_ACTION_REQUIRED', undefined, orderLinks(order, shown))
  if (order.status !== 'APPROVED') return unprocessable('ORDER_NOT_APPROVED')
  const { invoiceId } = order
  if (invoiceId && all.some((other) => other.invoiceId === invoiceId && other.capture?.status === 'COMPLETED'))
    return unprocessable('DUPLICATE_INVOICE_ID')
}

const REFUND_DAYS = 180

/** How much of `minor` may go back now: all of it, or nothing. */
function refundable(order: PayPalOrder, minor: number | undefined, now: number): number {
  const { capture, refunds, disputes } = order
  if (!capture) return notFound()
  if (capture.status === 'REFUNDED') return unprocessable('CAPTURE_FULLY_REFUNDED')
  if (capture.status !== 'COMPLETED' && capture.status !== 'PARTIALLY_REFUNDED')
    return unprocessable('REFUND_NOT_ALLOWED')
  if (now - capture.createdAt > REFUND_DAYS * 86_400_000) return unprocessable('REFUND_TIME_LIMIT_EXCEEDED')
  const pending = refunds
    .filter(({ status }) => status === 'PENDING')
    .reduce((sum, { amount }) => sum + amount.minor, 0)
  const left = capture.amount.minor - gone(order) - pending
  const wanted = minor ?? left
  // "Partial refunds cannot be offered at this time because there is an open case": all that is left can.
  if (wanted < left && disputes.some(({ status }) => status !== 'RESOLVED'))
    return unprocessable('TRANSACTION_DISPUTED')
  if (wanted <= 0) return unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', '/amount/value')
  return wanted <= left ? wanted : unprocessable('REFUND_AMOUNT_EXCEEDED', '/amount/value')
}
