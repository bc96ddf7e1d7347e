// Stripe on the wire: nested forms in, objects and errors out, signatures over events.
import { createHmac, randomBytes } from 'node:crypto'
import type { Answer } from './listener.ts'
import type { Webhook } from './webhook-delivery.ts'

export const API_VERSION = '2026-10-28.endive'

/** One session with the PaymentIntent and charge that grow out of it. Amounts in Stripe's smallest unit. */
export interface StripePayment {
  id: string
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'unpaid' | 'paid'
  amount: number
  currency: string
  clientReferenceId: string | null
  customerEmail: string | null
  description: string
  successUrl: string
  cancelUrl: string
  metadata: Form
  intentMetadata: Form
  /** Unix seconds. */
  created: number
  expiresAt: number
  intent: { id: string; status: string; received: number } | null
  charge: { id: string; amount: number; refunded: number; disputed: boolean } | null
  events: { id: string; type: string; created: number }[]
}

export interface EventOverrides {
  /** Another event about the same payment; without it the latest one again. */
  type?: string
  id?: string
  /** Fields put over `data.object`. */
  object?: Record<string, unknown>
  /** Unix seconds in the signature. */
  timestamp?: number
  secret?: string
}

export type Form = { [key: string]: string | Form }

/** `a[b][0]=c` → { a: { b: { 0: 'c' } } }. Null when a name is no such path, or too deep. */
export function parseForm(body: string): Form | null {
  const root: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll(']', '').split('[')
    if (path.length > 8) return null
    let node = root
    for (const key of path.slice(0, -1)) {
      const next: string | Form = node[key] ?? Object.create(null)
      if (typeof next === 'string') return null
      node[key] = next
      node = next
    }
    node[path.at(-1)!] = value
  }
  return root
}

/** The string at a path, '' when there is none. */
export function at(form: Form, ...path: string[]): string {
  let node: string | Form | undefined = form
  for (const key of path) node = typeof node === 'object' ? node[key] : undefined
  return typeof node === 'string' ? node : ''
}

export function part(form: Form, ...path: string[]): Form {
  let node: string | Form | undefined = form
  for (const key of path) node = typeof node === 'object' ? node[key] : undefined
  return typeof node === 'object' ? node : {}
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`
}

export function success(content: object, headers: Record<string, string> = {}): Answer {
  return { status: 200, headers: { 'request-id': newId('req'), ...headers }, body: JSON.stringify(content) }
}

export function failure(
  status: number,
  error: { type?: string; code?: string; param?: string; message: string },
): Answer {
  const body = JSON.stringify({ error: { type: 'invalid_request_error', ...error } })
  return { status, headers: { 'request-id': newId('req') }, body }
}

export function sessionObject(payment: StripePayment, pageUrl: string, expand: ReadonlySet<string>): object {
  const isExpanded = expand.has('payment_intent') || expand.has('payment_intent.latest_charge')
  const { intent } = payment
  return {
    id: payment.id,
    object: 'checkout.session',
    amount_subtotal: payment.amount,
    amount_total: payment.amount,
    cancel_url: payment.cancelUrl,
    client_reference_id: payment.clientReferenceId,
    created: payment.created,
    currency: payment.currency,
    customer_email: payment.customerEmail,
    expires_at: payment.expiresAt,
    livemode: false,
    metadata: payment.metadata,
    mode: 'payment',
    payment_intent: intent && (isExpanded ? intentObject(payment, expand) : intent.id),
    payment_method_types: ['card'],
    payment_status: payment.paymentStatus,
    status: payment.status,
    submit_type: 'pay',
    success_url: payment.successUrl,
    ui_mode: 'hosted_page',
    url: payment.status === 'open' ? pageUrl : null,
  }
}

function intentObject(payment: StripePayment, expand: ReadonlySet<string>): object {
  const { intent, charge } = payment
  return {
    id: intent!.id,
    object: 'payment_intent',
    amount: payment.amount,
    amount_received: intent!.received,
    created: payment.created,
    currency: payment.currency,
    description: payment.description,
    latest_charge: charge && (expand.has('payment_intent.latest_charge') ? chargeObject(payment) : charge.id),
    livemode: false,
    metadata: payment.intentMetadata,
    status: intent!.status,
  }
}

export function chargeObject(payment: StripePayment): object {
  const charge = payment.charge!
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: charge.amount,
    amount_refunded: charge.refunded,
    captured: true,
    created: payment.created,
    currency: payment.currency,
    description: payment.description,
    disputed: charge.disputed,
    livemode: false,
    metadata: payment.intentMetadata,
    paid: true,
    payment_intent: payment.intent!.id,
    refunded: charge.refunded >= charge.amount,
    status: 'succeeded',
  }
}

function disputeObject(payment: StripePayment): object {
  return {
    id: `dp_${payment.charge!.id.slice(3)}`,
    object: 'dispute',
    amount: payment.charge!.amount,
    charge: payment.charge!.id,
    currency: payment.currency,
    livemode: false,
    metadata: {},
    payment_intent: payment.intent!.id,
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

/** A signed event, as Stripe posts it: indented JSON, signature over the second it was sent in and the exact bytes. */
export function eventWebhook(
  payment: StripePayment,
  to: { url: string; secret: string; pageUrl: string; now: number },
  overrides: EventOverrides = {},
): Webhook {
  const latest = payment.events.at(-1)
  const type = overrides.type ?? latest?.type ?? 'checkout.session.completed'
  const known = payment.events.findLast((event) => event.type === type)
  const seconds = Math.floor(to.now / 1000)
  const object = type.startsWith('charge.dispute.')
    ? disputeObject(payment)
    : type.startsWith('charge.')
      ? chargeObject(payment)
      : sessionObject(payment, to.pageUrl, new Set())
  const event = {
    id: overrides.id ?? known?.id ?? newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: known?.created ?? seconds,
    data: { object: { ...object, ...overrides.object } },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  const body = JSON.stringify(event, null, 2)
  const timestamp = overrides.timestamp ?? seconds
  const signature = createHmac('sha256', overrides.secret ?? to.secret)
    .update(`${timestamp}.${body}`)
    .digest('hex')
  return {
    url: to.url,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${timestamp},v1=${signature}`,
    },
  }
}
