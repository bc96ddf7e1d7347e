// What a test does in the place of shoppers, their banks and Stripe itself.
import type Stripe from 'stripe'
import type { Outcome } from './hosted-page.ts'
import * as contests from './stripe-contests.ts'
import {
  type EventLog,
  type EventOverrides,
  foreignObject,
  type StoredEvent,
  subjectObject,
  subjectOf,
} from './stripe-events.ts'
import * as moves from './stripe-moves.ts'
import type { Books } from './stripe-reads.ts'
import type { StripePayment, StripeRefund, Voucher } from './stripe-state.ts'
import { newId } from './stripe-wire.ts'
import type { Webhook } from './webhook-delivery.ts'

/**
 * `pending`: authorised, the bank works (complete/unpaid/processing). `failed`: a declined card while the session is open
 * (it stays so), else the bank's no. A voucher's name: complete/unpaid/requires_action. `cancelled`: only led back.
 */
export type StripeOutcome = Outcome | Voucher | 'refunded' | 'disputed'

interface How {
  /** False: nobody is told, the event is kept all the same. */
  notify?: boolean
  /** How often each event is sent. */
  times?: number
}

export interface StripeControls {
  /** What a shopper and their bank would bring about. `amountMinor` is in Stripe's smallest unit. */
  pay(ref: string, how: How & { outcome: StripeOutcome; amountMinor?: number; currency?: string }): void
  complete(ref: string): void
  /** Somebody refunds at Stripe's dashboard; answers the refund's id. Without an amount all that is left. */
  refund(ref: string, how?: How & { amountMinor?: number; status?: StripeRefund['status']; reason?: string }): string
  /** What became of a refund later: refund.updated, and refund.failed. */
  moveRefund(refundId: string, status: StripeRefund['status'], how?: How): void
  /** charge.dispute.created and .funds_withdrawn (an inquiry withdraws nothing); answers the dispute's id. */
  dispute(ref: string, how?: How & { amountMinor?: number; reason?: string; inquiry?: boolean }): string
  /** charge.dispute.updated, or .closed (won: .funds_reinstated before it). */
  moveDispute(disputeId: string, to?: contests.DisputeMove, how?: How): void
  /** radar.early_fraud_warning.created */
  warn(ref: string, how?: How & { fraudType?: string }): void
  openReview(ref: string, how?: How): void
  closeReview(ref: string, how?: How & { reason?: Stripe.Review.ClosedReason }): void
  /** An event about the payment, the latest that is sent unless said otherwise, signed now, for a test to post itself. */
  webhookFor(ref: string, overrides?: EventOverrides): Webhook
  /** An event of the same account about something that is none of the sessions here (`payout.paid`, `balance.available`, another shop's `charge.succeeded`), for a test to post itself. */
  foreignWebhook(type: string, overrides?: EventOverrides): Webhook
}

export function createControls(of: {
  books: Books
  log: EventLog
  scene(payment: StripePayment, how?: How): moves.Scene
  send(event: StoredEvent): void
  sign(event: StoredEvent, overrides: EventOverrides): Webhook
  endpoint: { enabledEvents: readonly string[] }
  now(): number
}): StripeControls {
  const { books, log } = of
  function find(ref: string): StripePayment {
    const payment = books.owner(ref)
    if (!payment) throw new Error('the simulator knows no such payment')
    return payment
  }
  const act = (ref: string, how: How | undefined) => of.scene(find(ref), how)

  const controls: StripeControls = {
    pay(ref, { outcome, amountMinor, currency, ...how }) {
      const scene = act(ref, how)
      const { payment } = scene
      if (currency) payment.currency = currency.toLowerCase()
      switch (outcome) {
        case 'completed':
          return moves.succeed(scene, amountMinor ?? payment.amount)
        case 'pending':
          return moves.process(scene)
        case 'failed':
          return moves.fail(scene)
        case 'expired':
          return moves.expire(scene)
        // Stripe's cancel link only leads back: the session stays open until its time is over.
        case 'cancelled':
          return
        // Nothing to send back, nothing to contest: nothing happens.
        case 'refunded':
          return moves.isRefundable(payment) ? void moves.refund(scene, { amount: amountMinor }) : undefined
        case 'disputed':
          return moves.hasMoney(payment) ? void contests.dispute(scene, { amount: amountMinor }) : undefined
        default:
          return moves.giveVoucher(scene, outcome)
      }
    },
    complete: (ref) => controls.pay(ref, { outcome: 'completed' }),
    refund: (ref, { amountMinor, status, reason, ...how } = {}) =>
      moves.refund(act(ref, how), { amount: amountMinor, status, reason }).id,
    moveRefund(refundId, status, how) {
      const scene = act(refundId, how)
      moves.moveRefund(scene, scene.payment.refunds.find(({ id }) => id === refundId)!, status)
    },
    dispute: (ref, { amountMinor, reason, inquiry, ...how } = {}) =>
      contests.dispute(act(ref, how), { amount: amountMinor, reason, inquiry }).id,
    moveDispute(disputeId, to, how) {
      const scene = act(disputeId, how)
      const dispute = scene.payment.disputes.find(({ id }) => id === disputeId)!
      contests.moveDispute(scene, dispute, to)
    },
    warn: (ref, { fraudType, ...how } = {}) => contests.warn(act(ref, how), fraudType),
    openReview: (ref, how) => contests.openReview(act(ref, how)),
    closeReview: (ref, { reason = 'approved', ...how } = {}) => contests.closeReview(act(ref, how), reason),

    webhookFor(ref, overrides = {}) {
      const payment = find(ref)
      const sent = payment.events.filter(({ type }) =>
        overrides.type ? type === overrides.type : of.endpoint.enabledEvents.some((one) => one === '*' || one === type),
      )
      const latest = sent.at(-1)
      const known = latest && log.get(latest.id)
      const type = overrides.type ?? 'checkout.session.completed'
      const event = known ?? {
        id: newId('evt'),
        type,
        created: of.now(),
        object: subjectObject(payment, subjectOf(payment, type), books.pageUrl(payment)),
        request: { id: null, idempotency_key: null },
      }
      return of.sign(overridden(event, overrides), overrides)
    },
    foreignWebhook(type, overrides = {}) {
      const event = log.add(type, of.now(), foreignObject(type, of.now()), { id: null, idempotency_key: null })
      return of.sign(overridden(event, overrides), overrides)
    },
  }
  return controls
}

function overridden(event: StoredEvent, { id = event.id, object }: EventOverrides): StoredEvent {
  return { ...event, id, object: { ...event.object, ...object } }
}
