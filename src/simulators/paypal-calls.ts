// The calls of the API about orders, captures and refunds.
import type { Answer } from './listener.ts'
import { newOrder } from './paypal-create.ts'
import type { Orders } from './paypal-orders.ts'
import {
  captureBody,
  orderBody,
  orderBrief,
  type PayPalCapture,
  type PayPalOrder,
  refundBody,
  type Shown,
} from './paypal-state.ts'
import { answer, type Fields, malformed, notFound, readAmount, text, unprocessable } from './paypal-wire.ts'

export interface Asked {
  method: string
  path: string
  body: Fields
  /** Prefer: return=representation */
  full: boolean
  requestId: string | undefined
}

const PATH = /^\/v2\/(checkout\/orders|payments\/captures|payments\/refunds)(?:\/([\w-]+))?(?:\/(\w+))?$/

/** Undefined: there is no such call. */
export function answerCall(asked: Asked, of: { orders: Orders; shown: Shown; now(): number }): Answer | undefined {
  const { orders, shown } = of
  const [, kind, id, act] = PATH.exec(asked.path) ?? []
  const order = id === undefined ? undefined : orders.find(id)
  const shape = (one: PayPalOrder) => (asked.full ? orderBody(one, shown) : orderBrief(one, shown))
  switch (`${asked.method} ${kind}${id === undefined ? '' : '/id'}${act ? `/${act}` : ''}`) {
    case 'POST checkout/orders':
      if (asked.body.payment_source !== undefined && !asked.requestId) return malformed('PAYPAL_REQUEST_ID_REQUIRED')
      return answer(201, shape(orders.add(newOrder(asked.body, of.now()))))
    case 'GET checkout/orders/id':
      return answer(200, orderBody(order ?? notFound(), shown))
    case 'POST checkout/orders/id/capture':
      return answer(201, shape(orders.capture(order ?? notFound())))
    case 'GET payments/captures/id':
      return answer(200, captureBody(...captured(order, id), shown))
    case 'POST payments/captures/id/refund':
      return refund(asked.body, captured(order, id), of)
    case 'GET payments/refunds/id': {
      const made = order?.refunds.find((one) => one.id === id)
      return order && made ? answer(200, refundBody(order, made, shown)) : notFound()
    }
    default:
      return undefined
  }
}

function refund(
  body: Fields,
  [order, { amount }]: [PayPalOrder, PayPalCapture],
  { orders, shown }: { orders: Orders; shown: Shown },
): Answer {
  const asked = body.amount === undefined ? undefined : readAmount(body.amount, '/amount')
  if (asked && asked.currency !== amount.currency)
    return unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', '/amount/currency_code')
  const made = orders.refund(order, { minor: asked?.minor, note: text(body.note_to_payer, '/note_to_payer', 255) })
  return answer(201, refundBody(order, made, shown))
}

/** The order whose capture this is, and it. */
function captured(order: PayPalOrder | undefined, id: string | undefined): [PayPalOrder, PayPalCapture] {
  return order?.capture?.id === id && order?.capture ? [order, order.capture] : notFound()
}
