// Disputes: the buyer asks, PayPal decides, the money stays or goes.
import type { Orders } from './paypal-orders.ts'
import {
  captureBody,
  disputeBody,
  disputeBrief,
  type PayPalDispute,
  type PayPalOrder,
  type Shown,
} from './paypal-state.ts'
import { answer, malformed, newId, notFound, unprocessable } from './paypal-wire.ts'

export type DisputeMove = 'escalated' | 'under_review' | 'won' | 'lost' | 'cancelled'

const STAGES: PayPalDispute['stage'][] = ['INQUIRY', 'CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION']

export interface DisputesOptions {
  orders: Pick<Orders, 'find' | 'know' | 'all'>
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
    else
      return resolve(
        order,
        dispute,
        to === 'won' ? 'RESOLVED_SELLER_FAVOUR' : to === 'lost' ? 'RESOLVED_BUYER_FAVOUR' : 'CANCELED_BY_BUYER',
        quiet,
      )
    tell(order, dispute, 'UPDATED', quiet)
  }

  function resolve(order: PayPalOrder, dispute: PayPalDispute, outcome: PayPalDispute['outcome'], quiet?: boolean) {
    dispute.status = 'RESOLVED'
    dispute.outcome = outcome
    if (outcome === 'RESOLVED_BUYER_FAVOUR' || outcome === 'ACCEPTED') {
      const capture = order.capture!
      capture.status = dispute.amount.minor >= capture.amount.minor ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
      emit(order, 'PAYMENT.CAPTURE.REVERSED', captureBody(order, capture, shown), quiet)
    }
    tell(order, dispute, 'RESOLVED', quiet)
  }

  return {
    open,
    move,

    /** A call of the API about disputes; undefined: there is no such call. */
    call(method: string, path: string, query: URLSearchParams) {
      if (method === 'GET' && path === '/v1/customer/disputes') return listed(query, { orders, shown })
      const [, id, act] = /^\/v1\/customer\/disputes\/([\w-]+)(?:\/([\w-]+))?$/.exec(path) ?? []
      if (!id) return undefined
      const { order, dispute } = owner(id)
      if (method === 'GET' && !act) return answer(200, disputeBody(order, dispute, shown))
      if (method !== 'POST' || (act !== 'provide-evidence' && act !== 'accept-claim')) return undefined
      if (dispute.status === 'RESOLVED') return unprocessable('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE')
      if (act === 'accept-claim') resolve(order, dispute, 'ACCEPTED')
      else move(id, 'under_review')
      return answer(200, { links: disputeBrief(dispute, shown).links })
    },
  }
}

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
