// What a Checkout Session accepts, and how it moves from open to its end.
import type { Outcome } from './hosted-page.ts'
import type { Answer } from './listener.ts'
import { at, type Form, failure, newId, part, type StripePayment, success } from './stripe-wire.ts'

const KNOWN_PARAMETERS = new Set(
  'adaptive_pricing cancel_url client_reference_id consent_collection currency customer_email expand expires_at line_items locale metadata mode payment_intent_data payment_method_types submit_type success_url ui_mode'.split(
    ' ',
  ),
)

interface Refusal {
  code?: string
  param: string
  message: string
}

/** Null when Stripe would make this session. */
export function checkSession(form: Form, nowSeconds: number): Refusal | null {
  const unknown = Object.keys(form).find((name) => !KNOWN_PARAMETERS.has(name))
  if (unknown) return { code: 'parameter_unknown', param: unknown, message: `Received unknown parameter: ${unknown}` }
  if (at(form, 'mode') !== 'payment') return invalid('mode')
  if (!['', 'hosted_page'].includes(at(form, 'ui_mode'))) return invalid('ui_mode')
  const price = part(form, 'line_items', '0', 'price_data')
  if (!/^[a-z]{3}$/.test(at(price, 'currency'))) return invalid('line_items[0][price_data][currency]')
  if (!/^[1-9]\d{0,7}$/.test(at(price, 'unit_amount')))
    return { ...invalid('line_items[0][price_data][unit_amount]'), code: 'parameter_invalid_integer' }
  if (!/^[1-9]\d{0,5}$/.test(at(form, 'line_items', '0', 'quantity'))) return invalid('line_items[0][quantity]')
  if (!at(price, 'product_data', 'name'))
    return { ...invalid('line_items[0][price_data][product_data][name]'), code: 'parameter_missing' }
  if (!isWebAddress(at(form, 'success_url'))) return { ...invalid('success_url'), code: 'url_invalid' }
  if (at(form, 'cancel_url') && !isWebAddress(at(form, 'cancel_url')))
    return { ...invalid('cancel_url'), code: 'url_invalid' }
  if (at(form, 'client_reference_id').length > 200) return invalid('client_reference_id')
  const email = at(form, 'customer_email')
  if (email && !/^[^@\s]+@[^@\s]+$/.test(email)) return { ...invalid('customer_email'), code: 'email_invalid' }
  const expiresAt = at(form, 'expires_at')
  const left = Number(expiresAt) - nowSeconds
  if (expiresAt && !(left >= 30 * 60 && left <= 24 * 3600)) return invalid('expires_at')
  const tooLong = Object.entries(part(form, 'metadata')).some(
    ([name, value]) => name.length > 40 || String(value).length > 500,
  )
  return tooLong ? invalid('metadata') : null
}

function invalid(param: string): Refusal {
  return { param, message: `Invalid ${param}` }
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

/** What the hosted page still offers: everything while open, an end of it while the money is under way. */
export function openChoices(payment: StripePayment): readonly Outcome[] {
  if (payment.status === 'open') return ['completed', 'pending', 'failed', 'cancelled', 'expired']
  return payment.intent?.status === 'processing' ? ['completed', 'failed'] : []
}

/** Moves the payment and answers the event that tells of it; null where Stripe tells nothing. */
export function move(
  payment: StripePayment,
  outcome: Outcome | 'refunded' | 'disputed',
  amount = payment.amount,
): string | null {
  const wasOpen = payment.status === 'open'
  const intent = (status: string, received: number) => {
    payment.intent = { id: payment.intent?.id ?? newId('pi'), status, received }
  }
  switch (outcome) {
    // Stripe's cancel link only leads back: the session stays open until its time is over.
    case 'cancelled':
      return null
    case 'expired':
      payment.status = 'expired'
      return 'checkout.session.expired'
    case 'pending':
      payment.status = 'complete'
      intent('processing', 0)
      return 'checkout.session.completed'
    case 'failed':
      payment.status = 'complete'
      intent('requires_payment_method', 0)
      return 'checkout.session.async_payment_failed'
    case 'completed':
      payment.status = 'complete'
      payment.paymentStatus = 'paid'
      intent('succeeded', amount)
      payment.charge = { id: newId('ch'), amount, refunded: 0, disputed: false }
      return wasOpen ? 'checkout.session.completed' : 'checkout.session.async_payment_succeeded'
    case 'refunded':
      if (payment.charge) payment.charge.refunded = payment.charge.amount
      return payment.charge && 'charge.refunded'
    case 'disputed':
      if (payment.charge) payment.charge.disputed = true
      return payment.charge && 'charge.dispute.created'
  }
}

/** POST /v1/refunds on a payment that exists. */
export function refundCharge(payment: StripePayment, form: Form, status: string, nowSeconds: number): Answer {
  const { charge, intent } = payment
  if (!charge)
    return failure(400, { code: 'charge_not_found', message: 'This PaymentIntent does not have a successful charge.' })
  const left = charge.amount - charge.refunded
  if (left === 0) return failure(400, { code: 'charge_already_refunded', message: 'Charge has already been refunded.' })
  const amount = at(form, 'amount') === '' ? left : Number(at(form, 'amount'))
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left)
    return failure(400, { param: 'amount', message: 'Refund amount is greater than unrefunded amount on charge' })
  charge.refunded += amount
  return success({
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: nowSeconds,
    currency: payment.currency,
    metadata: part(form, 'metadata'),
    payment_intent: intent!.id,
    status,
  })
}

/** For people to read: 1234 USD → 12.34, 1234 JPY → 1234. */
export function majorUnits({ amount, currency }: StripePayment): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return (amount / 10 ** digits).toFixed(digits)
}
