// The session as Stripe's API shows it, with its lines. The SDK's own types hold the shape of all objects here and beside
// this file; `Expansion` says how deep they go.
import type Stripe from 'stripe'
import { type Expansion, pick } from './stripe-expand.ts'
import { listOf, NO_ADDRESS } from './stripe-lists.ts'
import { intentObject } from './stripe-payment-objects.ts'
import type { StripePayment } from './stripe-state.ts'

export function sessionObject(payment: StripePayment, pageUrl: string, expand: Expansion): Stripe.Checkout.Session {
  const { intent } = payment
  return {
    id: payment.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: payment.adaptivePricing },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: payment.amount,
    amount_total: payment.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: payment.cancelUrl,
    client_reference_id: payment.clientReferenceId,
    client_secret: null,
    collected_information: null,
    ...consentOf(payment),
    created: payment.created,
    currency: payment.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: customerDetails(payment),
    customer_email: payment.customerEmail,
    discounts: [],
    expires_at: payment.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    ...(expand.line_items && { line_items: lineItems(payment) }),
    livemode: false,
    locale: payment.locale as Stripe.Checkout.Session.Locale | null,
    managed_payments: { enabled: false },
    metadata: payment.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent:
      intent && pick(expand, 'payment_intent', intent.id, (deeper) => intentObject(payment, intent, deeper)),
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: payment.paymentMethodTypes,
    payment_status: payment.paymentStatus,
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: payment.status,
    submit_type: payment.submitType,
    subscription: null,
    success_url: payment.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: payment.status === 'open' ? pageUrl : null,
    wallet_options: null,
  }
}

function consentOf({
  termsOfService,
  status,
}: StripePayment): Pick<Stripe.Checkout.Session, 'consent' | 'consent_collection'> {
  if (!termsOfService) return { consent: null, consent_collection: null }
  return {
    consent: { promotions: null, terms_of_service: status === 'complete' ? 'accepted' : null },
    consent_collection: {
      payment_method_reuse_agreement: null,
      promotions: null,
      terms_of_service: termsOfService as Stripe.Checkout.Session.ConsentCollection.TermsOfService,
    },
  }
}

/** Known once somebody has filled the page in. */
function customerDetails({ customerEmail, charge }: StripePayment): Stripe.Checkout.Session['customer_details'] {
  if (!customerEmail && !charge) return null
  return {
    address: charge ? { ...NO_ADDRESS, country: 'DE' } : null,
    business_name: null,
    email: customerEmail,
    individual_name: null,
    name: charge ? 'Test Buyer' : null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: charge ? [] : null,
  }
}

export function lineItems(payment: StripePayment): Stripe.ApiList<Stripe.LineItem> {
  const data = payment.lines.map(
    ({ id, name, unitAmount, quantity }): Stripe.LineItem => ({
      id,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: unitAmount * quantity,
      amount_tax: 0,
      amount_total: unitAmount * quantity,
      currency: payment.currency,
      description: name,
      metadata: {},
      price: {
        id: id.replace(/^li/, 'price'),
        object: 'price',
        active: false,
        billing_scheme: 'per_unit',
        created: payment.created,
        currency: payment.currency,
        custom_unit_amount: null,
        livemode: false,
        lookup_key: null,
        metadata: {},
        nickname: null,
        product: id.replace(/^li/, 'prod'),
        recurring: null,
        tax_behavior: 'unspecified',
        tiers_mode: null,
        transform_quantity: null,
        type: 'one_time',
        unit_amount: unitAmount,
        // On the wire a string, which the SDK reads as its decimal.
        unit_amount_decimal: String(unitAmount) as unknown as Stripe.Price['unit_amount_decimal'],
      },
      quantity,
    }),
  )
  return listOf(`/v1/checkout/sessions/${payment.id}/line_items`, data)
}
