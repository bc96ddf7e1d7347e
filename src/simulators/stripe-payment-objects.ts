// PaymentIntent and charge as Stripe's API shows them.
import type Stripe from 'stripe'
import { type Expansion, pick, SHOWN } from './stripe-expand.ts'
import { listOf, NO_ADDRESS } from './stripe-lists.ts'
import { balanceTransaction, refundObject, reviewObject } from './stripe-money-objects.ts'
import type { StripeCharge, StripeIntent, StripePayment } from './stripe-state.ts'

export function intentObject(payment: StripePayment, intent: StripeIntent, expand: Expansion): Stripe.PaymentIntent {
  const { charge } = payment
  const review = payment.reviews.at(-1)
  return {
    id: intent.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: payment.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: intent.received,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: intent.status === 'canceled' ? payment.expiresAt : null,
    cancellation_reason: intent.status === 'canceled' ? 'expired' : null,
    capture_method: 'automatic_async',
    client_secret: `${intent.id}_secret_simulated`,
    confirmation_method: 'automatic',
    created: intent.created,
    currency: payment.currency,
    customer: null,
    customer_account: null,
    description: payment.intentDescription,
    excluded_payment_method_types: null,
    last_payment_error: intent.lastError && {
      charge: intent.lastError.charge,
      code: intent.lastError.code as Stripe.PaymentIntent.LastPaymentError.Code,
      decline_code: intent.lastError.declineCode,
      doc_url: `https://stripe.com/docs/error-codes/${intent.lastError.code.replaceAll('_', '-')}`,
      message: intent.lastError.message,
      type: 'card_error',
    },
    latest_charge:
      charge && pick(expand, 'latest_charge', charge.id, (deeper) => chargeObject(payment, charge, deeper)),
    livemode: false,
    managed_payments: { enabled: false },
    metadata: payment.intentMetadata,
    next_action: intent.status === 'requires_action' ? voucherAction(intent) : null,
    on_behalf_of: null,
    payment_method: intent.status === 'requires_payment_method' ? null : `pm_${intent.id.slice(3)}`,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: payment.paymentMethodTypes,
    payment_record: null,
    processing: null,
    receipt_email: payment.receiptEmail,
    review: review?.open ? pick(expand, 'review', review.id, (deeper) => reviewObject(payment, review, deeper)) : null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  }
}

/** What the shopper takes to the shop or the bank. */
function voucherAction({ id, method, voucherExpiresAt }: StripeIntent): Stripe.PaymentIntent.NextAction {
  const expires = voucherExpiresAt ?? 0
  const hosted_voucher_url = `https://payments.stripe.com/${method}/voucher/${id.slice(3)}`
  switch (method) {
    case 'boleto':
      return {
        type: 'boleto_display_details',
        boleto_display_details: {
          expires_at: expires,
          hosted_voucher_url,
          number: '01010101010101010101010101010101010101010101010',
          pdf: `${hosted_voucher_url}/pdf`,
        },
      }
    case 'konbini':
      return {
        type: 'konbini_display_details',
        konbini_display_details: {
          expires_at: expires,
          hosted_voucher_url,
          stores: {
            familymart: { confirmation_number: '00000000000', payment_code: '000000' },
            lawson: { confirmation_number: '00000000000', payment_code: '000000' },
            ministop: { confirmation_number: '00000000000', payment_code: '000000' },
            seicomart: { confirmation_number: '00000000000', payment_code: '000000' },
          },
        },
      }
    case 'multibanco':
      return {
        type: 'multibanco_display_details',
        multibanco_display_details: {
          entity: '12345',
          expires_at: expires,
          hosted_voucher_url,
          reference: '999999999',
        },
      }
    case 'oxxo':
      return {
        type: 'oxxo_display_details',
        oxxo_display_details: {
          expires_after: expires,
          hosted_voucher_url,
          number: '12345678901234567890123456789012',
        },
      }
    default:
      return { type: 'redirect_to_url', redirect_to_url: { return_url: null, url: hosted_voucher_url } }
  }
}

export function chargeObject(payment: StripePayment, charge: StripeCharge, expand: Expansion): Stripe.Charge {
  const { intent, refunds } = payment
  const failed = charge.failure !== null
  const { pending } = charge
  const review = payment.reviews.at(-1)
  const isLatest = charge === payment.charge
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amount,
    amount_captured: failed ? 0 : charge.amount,
    amount_refunded: charge.refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: balanceTransaction(payment, charge.balanceTransaction, expand, 'balance_transaction'),
    billing_details: {
      address: { ...NO_ADDRESS, country: 'DE' },
      email: payment.customerEmail,
      name: 'Test Buyer',
      phone: null,
      tax_id: null,
    },
    calculated_statement_descriptor: 'DEMO MERCHANT',
    captured: !failed,
    created: charge.created,
    currency: payment.currency,
    customer: null,
    description: payment.intentDescription,
    disputed: charge.disputed,
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: payment.intentMetadata,
    on_behalf_of: null,
    outcome: {
      advice_code: failed ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: failed ? '05' : null,
      network_status: failed ? 'declined_by_network' : 'approved_by_network',
      reason: charge.failure ? 'generic_decline' : null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: failed ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
      type: failed ? 'issuer_declined' : review && isLatest ? 'manual_review' : 'authorized',
    },
    paid: !failed && !pending,
    payment_intent:
      intent && pick(expand, 'payment_intent', intent.id, (deeper) => intentObject(payment, intent, deeper)),
    payment_method: `pm_${intent?.id.slice(3)}`,
    payment_method_details: methodDetails(payment, charge),
    radar_options: {},
    receipt_email: payment.receiptEmail,
    receipt_number: null,
    receipt_url: failed || pending ? null : `https://pay.stripe.com/receipts/payment/${charge.id}`,
    refunded: !failed && charge.refunded >= charge.amount,
    ...(expand.refunds && {
      refunds: listOf(
        `/v1/charges/${charge.id}/refunds`,
        [...refunds].reverse().map((refund) => refundObject(payment, refund, expand.refunds?.data ?? {})),
      ),
    }),
    review: review?.open ? pick(expand, 'review', review.id, (deeper) => reviewObject(payment, review, deeper)) : null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: pending ? 'pending' : failed ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

function methodDetails({ intent }: StripePayment, charge: StripeCharge): Stripe.Charge.PaymentMethodDetails {
  const type = intent?.method ?? 'card'
  if (type !== 'card') return { type, [type]: {} }
  return {
    type,
    card: {
      amount_authorized: charge.failure ? null : charge.amount,
      authorization_code: charge.failure ? null : '123456',
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'DE',
      electronic_commerce_indicator: null,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: 'simulated0000001',
      funding: 'credit',
      installments: null,
      last4: charge.failure ? '0002' : '4242',
      mandate: null,
      network: 'visa',
      network_transaction_id: '123456789012345',
      regulated_status: 'unregulated',
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

SHOWN.charge = chargeObject
SHOWN.intent = intentObject
