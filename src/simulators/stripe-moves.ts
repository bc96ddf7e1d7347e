// What shoppers, banks and Stripe do to a payment. Each move changes the state step by step and tells of every step with
// `tell`, so that an event shows the object as it was at that moment.
import type Stripe from 'stripe'
import { book } from './stripe-money-objects.ts'
import type { StripeCharge, StripeDispute, StripeIntent, StripePayment, StripeRefund, Voucher } from './stripe-state.ts'
import { refundedOf } from './stripe-state.ts'
import { newId, refuse } from './stripe-wire.ts'

/** The object that an event is about. */
export type Subject =
  | 'session'
  | 'intent'
  | 'charge'
  | StripeRefund
  | StripeDispute
  | { review: number }
  | { warning: number }

export interface Scene {
  payment: StripePayment
  /** Unix seconds. */
  now: number
  tell(type: Stripe.Event.Type, subject: Subject): void
}

const DAY = 86_400
/** How long a voucher can be paid. */
const VOUCHER_DAYS = 3

function intentOf({ payment, now, tell }: Scene, method: StripeIntent['method']): StripeIntent {
  if (payment.intent) {
    payment.intent.method = method
    return payment.intent
  }
  payment.intent = {
    id: newId('pi'),
    status: 'requires_payment_method',
    created: now,
    received: 0,
    method,
    voucherExpiresAt: null,
    lastError: null,
  }
  tell('payment_intent.created', 'intent')
  return payment.intent
}

/** What came of the charge that was pending, or a new one. */
function chargeOf(scene: Scene, amount: number, failure: StripeCharge['failure']): StripeCharge {
  const { charge } = scene.payment
  return charge?.pending
    ? Object.assign(charge, { pending: false, amount, failure })
    : newCharge(scene, { amount, failure })
}

function newCharge(
  { payment, now }: Scene,
  { amount, failure = null, pending = false }: Pick<StripeCharge, 'amount'> & Partial<StripeCharge>,
): StripeCharge {
  const charge = {
    id: newId('ch'),
    created: now,
    amount,
    pending,
    failure,
    refunded: 0,
    disputed: false,
    balanceTransaction: null,
  }
  payment.charge = charge
  payment.charges.push(charge)
  return charge
}

/** The money is there. */
export function succeed(scene: Scene, amount: number): void {
  const { payment, now, tell } = scene
  const wasOpen = payment.status === 'open'
  const intent = intentOf(scene, payment.intent?.method ?? 'card')
  const charge = chargeOf(scene, amount, null)
  charge.balanceTransaction = book(payment, {
    type: 'charge',
    category: 'charge',
    amount,
    fee: Math.round(amount * 0.029) + 30,
    source: charge.id,
    now,
  })
  Object.assign(intent, { status: 'succeeded', received: amount, lastError: null })
  payment.status = 'complete'
  payment.paymentStatus = 'paid'
  tell('charge.succeeded', 'charge')
  tell('payment_intent.succeeded', 'intent')
  tell(wasOpen ? 'checkout.session.completed' : 'checkout.session.async_payment_succeeded', 'session')
}

/** The shopper has authorised a bank debit: complete, unpaid, processing, with a charge that is pending. */
export function process(scene: Scene): void {
  const intent = intentOf(scene, 'sepa_debit')
  newCharge(scene, { amount: scene.payment.amount, pending: true })
  intent.status = 'processing'
  scene.payment.status = 'complete'
  scene.tell('charge.pending', 'charge')
  scene.tell('payment_intent.processing', 'intent')
  scene.tell('checkout.session.completed', 'session')
}

/** The shopper has a voucher in hand and has paid nothing: complete, unpaid, requires_action. */
export function giveVoucher(scene: Scene, voucher: Voucher): void {
  const intent = intentOf(scene, voucher)
  Object.assign(intent, { status: 'requires_action', voucherExpiresAt: scene.now + VOUCHER_DAYS * DAY })
  scene.payment.status = 'complete'
  scene.tell('payment_intent.requires_action', 'intent')
  scene.tell('checkout.session.completed', 'session')
}

/** A declined card leaves the session open; a debit or voucher that came to nothing ends it unpaid. */
export function fail(scene: Scene): void {
  const { payment, tell } = scene
  const wasOpen = payment.status === 'open'
  const intent = intentOf(scene, payment.intent?.method ?? 'card')
  const voucher = intent.status === 'requires_action'
  const message = wasOpen ? 'Your card was declined.' : 'The payment could not be collected.'
  const failure = {
    code: wasOpen
      ? 'card_declined'
      : voucher
        ? 'payment_intent_payment_attempt_expired'
        : 'payment_method_provider_decline',
    message,
  }
  const charge = chargeOf(scene, payment.amount, failure)
  intent.status = 'requires_payment_method'
  intent.lastError = { ...failure, declineCode: 'generic_decline', charge: charge.id }
  tell('charge.failed', 'charge')
  tell('payment_intent.payment_failed', 'intent')
  if (!wasOpen) tell('checkout.session.async_payment_failed', 'session')
}

export function expire(scene: Scene): void {
  const { payment, tell } = scene
  payment.status = 'expired'
  if (payment.intent && payment.intent.status !== 'succeeded') {
    payment.intent.status = 'canceled'
    tell('payment_intent.canceled', 'intent')
  }
  tell('checkout.session.expired', 'session')
}

export function hasMoney({ charge }: StripePayment): boolean {
  return charge !== null && charge.failure === null && !charge.pending
}

const isChargedBack = ({ disputes }: StripePayment) =>
  disputes.some((dispute) => !dispute.status.startsWith('warning_') && dispute.status !== 'won')

export function isRefundable(payment: StripePayment): boolean {
  return hasMoney(payment) && !isChargedBack(payment) && payment.charge!.refunded < payment.charge!.amount
}

export interface RefundWish {
  /** Without it all that is left. */
  amount?: number
  status?: StripeRefund['status']
  reason?: string | null
  metadata?: Record<string, string>
}

export function refund(
  scene: Scene,
  { amount, status = 'succeeded', reason = null, metadata = {} }: RefundWish,
): StripeRefund {
  const { payment, now, tell } = scene
  const charge = payment.charge
  if (!charge || !hasMoney(payment))
    return refuse({
      code: 'charge_not_found',
      message: 'This PaymentIntent does not have a successful charge to refund.',
    })
  if (isChargedBack(payment))
    return refuse({
      code: 'charge_disputed',
      message: `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    })
  const left = charge.amount - charge.refunded
  if (left === 0)
    return refuse({ code: 'charge_already_refunded', message: `Charge ${charge.id} has already been refunded.` })
  const wanted = amount ?? left
  if (!Number.isSafeInteger(wanted) || wanted <= 0)
    return refuse({ code: 'parameter_invalid_integer', param: 'amount', message: 'Invalid positive integer' })
  if (wanted > left)
    return refuse({
      param: 'amount',
      message: `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`,
    })
  const made: StripeRefund = {
    id: newId('re'),
    created: now,
    amount: wanted,
    status,
    reason,
    metadata,
    failureReason: null,
    balanceTransaction: null,
    failureBalanceTransaction: null,
  }
  made.balanceTransaction = book(payment, { type: 'refund', category: 'refund', amount: -wanted, source: made.id, now })
  payment.refunds.push(made)
  charge.refunded = refundedOf(payment)
  tell('refund.created', made)
  tell('charge.refunded', 'charge')
  return made
}

/** What the bank made of a refund afterwards. One that failed leaves the money with the shop. */
export function moveRefund(scene: Scene, made: StripeRefund, status: StripeRefund['status']): void {
  const { payment, now, tell } = scene
  made.status = status
  if (status === 'failed' || status === 'canceled') {
    if (status === 'failed') made.failureReason = 'lost_or_stolen_card'
    made.failureBalanceTransaction = book(payment, {
      type: 'refund_failure',
      category: 'refund_failure',
      amount: made.amount,
      source: made.id,
      now,
    })
  }
  if (payment.charge) payment.charge.refunded = refundedOf(payment)
  tell('refund.updated', made)
  tell('charge.refund.updated', made)
  if (status === 'failed') tell('refund.failed', made)
}
