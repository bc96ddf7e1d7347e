// Events: the object as it was when something happened, told as often as it takes, each time with a fresh signature over
// the same body.
import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import { BoundedMap } from './bounded-map.ts'
import { NOTHING } from './stripe-expand.ts'
import { disputeObject, refundObject, reviewObject, warningObject } from './stripe-money-objects.ts'
import type { Subject } from './stripe-moves.ts'
import { sessionObject } from './stripe-objects.ts'
import { chargeObject, intentObject } from './stripe-payment-objects.ts'
import type { StripePayment } from './stripe-state.ts'
import { API_VERSION, newId } from './stripe-wire.ts'
import type { Webhook } from './webhook-delivery.ts'

export interface EventOverrides {
  /** The latest event of this type about the payment, or one that is made up; without it the latest that is sent. */
  type?: string
  id?: string
  /** Fields put over `data.object`; undefined takes one away. */
  object?: Record<string, unknown>
  /** Unix seconds in the signature. */
  timestamp?: number
  secret?: string
}

export interface StoredEvent {
  id: string
  type: string
  created: number
  object: object
  request: { id: string | null; idempotency_key: string | null }
}

/** What docs/operate.md asks the operator to switch on; `*` in an endpoint's list is everything. */
export const USUAL_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'review.opened',
  'review.closed',
]

/** Stripe keeps events for 30 days; this many are kept here. */
const KEPT = 10_000

export type EventLog = ReturnType<typeof createEventLog>

export function createEventLog() {
  const kept = new BoundedMap<string, StoredEvent>(KEPT)
  return {
    add(type: string, created: number, object: object, request: StoredEvent['request']): StoredEvent {
      const event = { id: newId('evt'), type, created, object, request }
      kept.set(event.id, event)
      return event
    },
    get: (id: string) => kept.get(id),
    all: () => [...kept.values()].reverse(),
  }
}

export function eventObject({ id, type, created, object, request }: StoredEvent): Stripe.Event {
  return {
    id,
    object: 'event',
    api_version: API_VERSION,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  } as Stripe.Event
}

/** As Stripe posts it: indented JSON, the signature over the second it is sent in and the exact bytes. */
export function signedEvent(
  event: StoredEvent,
  to: { url: string; secret: string; now: number },
  overrides: Pick<EventOverrides, 'timestamp' | 'secret'> = {},
): Webhook {
  const body = JSON.stringify(eventObject(event), null, 2)
  const timestamp = overrides.timestamp ?? Math.floor(to.now / 1000)
  const signature = createHmac('sha256', overrides.secret ?? to.secret)
    .update(`${timestamp}.${body}`)
    .digest('hex')
  return {
    url: to.url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': `t=${timestamp},v1=${signature}`,
    },
  }
}

/** What an event about this shows. Objects in events expand nothing. */
export function subjectObject(payment: StripePayment, subject: Subject, pageUrl: string): object {
  if (subject === 'session') return sessionObject(payment, pageUrl, NOTHING)
  if (subject === 'intent') return intentObject(payment, payment.intent!, NOTHING)
  if (subject === 'charge') return chargeObject(payment, payment.charge!, NOTHING)
  if ('review' in subject) return reviewObject(payment, payment.reviews[subject.review]!, NOTHING)
  if ('warning' in subject) return warningObject(payment, payment.warnings[subject.warning]!, NOTHING)
  return 'dueBy' in subject ? disputeObject(payment, subject, NOTHING) : refundObject(payment, subject, NOTHING)
}

/** For an event that never happened: what it would be about, by its type. */
export function subjectOf(payment: StripePayment, type: string): Subject {
  if (type.startsWith('charge.dispute.') && payment.disputes.length > 0) return payment.disputes.at(-1)!
  if (/^(refund\.|charge\.refund\.)/.test(type) && payment.refunds.length > 0) return payment.refunds.at(-1)!
  if (type.startsWith('review.') && payment.reviews.length > 0) return { review: payment.reviews.length - 1 }
  if (type.startsWith('radar.') && payment.warnings.length > 0) return { warning: payment.warnings.length - 1 }
  if (type.startsWith('payment_intent.') && payment.intent) return 'intent'
  return type.startsWith('charge.') && payment.charge ? 'charge' : 'session'
}

/** Events of the same Stripe account that have nothing to do with our sessions. */
export function foreignObject(type: string, now: number): object {
  const id = (prefix: string) => newId(prefix)
  const common = { livemode: false, created: now, metadata: { shop: 'another' } }
  if (type.startsWith('payout.'))
    return {
      id: id('po'),
      object: 'payout',
      amount: 123_456,
      arrival_date: now,
      automatic: true,
      currency: 'usd',
      status: 'paid',
      type: 'bank_account',
      ...common,
    }
  // The one object of Stripe's that has no id.
  if (type.startsWith('balance.'))
    return {
      object: 'balance',
      available: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
      livemode: false,
      pending: [],
    }
  if (type.startsWith('charge.dispute.'))
    return {
      id: id('du'),
      object: 'dispute',
      amount: 4200,
      charge: id('ch'),
      payment_intent: id('pi'),
      currency: 'usd',
      reason: 'fraudulent',
      status: 'needs_response',
      ...common,
    }
  if (type.startsWith('charge.'))
    return {
      id: id('ch'),
      object: 'charge',
      amount: 4200,
      amount_refunded: 0,
      currency: 'usd',
      disputed: false,
      paid: true,
      payment_intent: id('pi'),
      refunded: false,
      status: 'succeeded',
      ...common,
    }
  if (type.startsWith('payment_intent.'))
    return {
      id: id('pi'),
      object: 'payment_intent',
      amount: 4200,
      amount_received: 4200,
      currency: 'usd',
      latest_charge: id('ch'),
      status: 'succeeded',
      ...common,
    }
  if (type.startsWith('checkout.session.'))
    return {
      id: id('cs_test'),
      object: 'checkout.session',
      amount_total: 4200,
      client_reference_id: 'cart-4711',
      currency: 'usd',
      mode: 'payment',
      payment_intent: id('pi'),
      payment_status: 'paid',
      status: 'complete',
      ...common,
    }
  return { id: id('obj'), object: type.slice(0, type.lastIndexOf('.')), ...common }
}
