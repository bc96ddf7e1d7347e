// Disputes: the buyer asks, PayPal decides, the money stays or goes.
import type { Orders } from './paypal-orders.ts'
import {
  captureBody,
  disputeBody,
  disputeBrief,
  gone,
  type PayPalDispute,
  type PayPalOrder,
  type Shown,
  statusAfter,
} from './paypal-state.ts'
import { answer, malformed, newId, notFound, unprocessable } from './paypal-wire.ts'

/**
 * `lost`: PayPal decided so and took the money by no refund. `refunded`: its seller offered what is disputed, and the buyer
 * took it: a refund, which is the dispute's outcome as well.
 */
export type DisputeMove = 'escalated' | 'under_review' | 'won' | 'lost' | 'refunded' | 'cancelled'

const STAGES: PayPalDispute['stage'][] = ['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION']

export interface DisputesOptions {
  orders: Pick<Orders, 'find' | 'know' | 'all' | 'refund'>
  shown: Shown
  now(): number
  emit(order: PayPalOrder, type: string, resource: object, quiet?: boolean): void
}

export function createDisputes({ orders, shown, now, emit }: DisputesOptions) {
  function owner(id: string): { order: PayPalOrder; dispute: PayPalDispute } {
    const order = orders.find(id)
    const dispute = order?.disputes.find((one) => one.id === id)
    return order && dispute ? { order, dispute } : notFound()
  }

  function tell(order: PayPalOrder, dispute: PayPalDispute, what: string, quiet?: boolean) {
    emit(order, `CUSTOMER.DISPUTE.${what}`, disputeBody(order, dispute, shown), quiet)
  }

  function open(
    order: PayPalOrder,
    of: { minor?: number; reason?: string; stage?: PayPalDispute['stage']; quiet?: boolean } = {},
  ): PayPalDispute {
    const { capture } = order
    if (!capture) return notFound()
    const dispute: PayPalDispute = {
      id: `PP-R-${newId().slice(0, 9)}`,
      status: of.stage && of.stage !== 'INQUIRY' ? 'WAITING_FOR_SELLER_RESPONSE' : 'OPEN',
      stage: of.stage ?? 'INQUIRY',
      reason: of.reason ?? 'UNAUTHORISED',
      amount: { ...capture.amount, minor: of.minor ?? capture.amount.minor },
      createdAt: now(),
      updatedAt: now(),
    }
    order.disputes.push(dispute)
    orders.know(dispute.id, order)
    tell(order, dispute, 'CREATED', of.quiet)
    return dispute
  }

  function move(id: string, to: DisputeMove, quiet?: boolean) {
    const { order, dispute } = owner(id)
    dispute.updatedAt = now()
    if (to === 'escalated') {
      dispute.stage = STAGES[Math.min(STAGES.indexOf(dispute.stage) + 1, STAGES.length - 1)]!
      dispute.status = 'WAITING_FOR_SELLER_RESPONSE'
    } else if (to === 'under_review') dispute.status = 'UNDER_REVIEW'
    else if (to === 'refunded') return settle(order, dispute, 'RESOLVED_BUYER_FAVOUR', quiet)
    else if (to === 'lost') return lose(order, dispute, quiet)
    else return resolve(order, dispute, to === 'won' ? 'RESOLVED_SELLER_FAVOUR' : 'CANCELED_BY_BUYER', quiet)
    tell(order, dispute, 'UPDATED', quiet)
  }

  function resolve(order: PayPalOrder, dispute: PayPalDispute, outcome: PayPalDispute['outcome'], quiet?: boolean) {
    dispute.status = 'RESOLVED'
    dispute.outcome = outcome
    dispute.updatedAt = now()
    tell(order, dispute, 'RESOLVED', quiet)
  }

  function lose(order: PayPalOrder, dispute: PayPalDispute, quiet?: boolean) {
    const capture = order.capture!
    dispute.reversed = leftOf(order, dispute)
    capture.status = statusAfter(order, capture)
    emit(order, 'PAYMENT.CAPTURE.REVERSED', captureBody(order, capture, shown), quiet)
    resolve(order, dispute, 'RESOLVED_BUYER_FAVOUR', quiet)
  }

  /** "The dispute closes in the customer's favor and PayPal automatically refunds money": the sum stands twice. */
  function settle(order: PayPalOrder, dispute: PayPalDispute, outcome: PayPalDispute['outcome'], quiet?: boolean) {
    // While it is open no part is refunded.
    dispute.status = 'RESOLVED'
    orders.refund(order, { minor: leftOf(order, dispute), quiet })
    resolve(order, dispute, outcome, quiet)
  }

  return {
    open,
    move,

    /** A seller who refunds all of it has settled what is disputed of it. */
    settleAll(order: PayPalOrder, quiet?: boolean) {
      for (const dispute of order.disputes)
        if (dispute.status !== 'RESOLVED') resolve(order, dispute, 'RESOLVED_BUYER_FAVOUR', quiet)
    },

    /** A call of the API about disputes; undefined: there is no such call. */
    call(method: string, path: string, query: URLSearchParams) {
      if (method === 'GET' && path === '/v1/customer/disputes') return listed(query, { orders, shown })
      const [, id, act] = /^\/v1\/customer\/disputes\/([\w-]+)(?:\/([\w-]+))?$/.exec(path) ?? []
      if (!id) return undefined
      const { order, dispute } = owner(id)
      if (method === 'GET' && !act) return answer(200, disputeBody(order, dispute, shown))
      if (method !== 'POST' || (act !== 'provide-evidence' && act !== 'accept-claim')) return undefined
      if (dispute.status === 'RESOLVED') return unprocessable('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE')
      if (act === 'accept-claim') settle(order, dispute, 'ACCEPTED')
      else move(id, 'under_review')
      return answer(200, { links: disputeBrief(dispute, shown).links })
    },
  }
}

const leftOf = (order: PayPalOrder, { amount }: PayPalDispute) =>
  Math.min(amount.minor, order.capture!.amount.minor - gone(order))

/** Of one payment, or all that moved since; a token is where its page begins. */
function listed(query: URLSearchParams, { orders, shown }: Pick<DisputesOptions, 'orders' | 'shown'>) {
  const capture = query.get('disputed_transaction_id')
  const from = capture ? [orders.find(capture)] : [...orders.all()]
  const after = Date.parse(query.get('update_time_after') ?? '') || 0
  const all = from.flatMap((order) => order?.disputes ?? []).filter(({ updatedAt }) => updatedAt >= after)
  const begin = Number(query.get('next_page_token') ?? 0)
  const size = Number(query.get('page_size') ?? 10)
  if (!(size >= 1 && size <= 50)) return malformed('INVALID_PARAMETER_VALUE', 'page_size')
  const items = all.slice(begin, begin + size)
  const next = new URLSearchParams(query)
  next.set('next_page_token', String(begin + size))
  const href = `${shown.url}/v1/customer/disputes?${next}`
  const links = begin + size < all.length ? [{ href, rel: 'next', method: 'GET' }] : []
  return answer(200, { items: items.map((one) => disputeBrief(one, shown)), links })
}
