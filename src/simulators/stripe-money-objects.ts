// The objects about money that moved: refund, dispute, review, early fraud warning, balance transaction.
import type Stripe from 'stripe'
import { type Expansion, pick, SHOWN } from './stripe-expand.ts'
import type { StripeDispute, StripePayment, StripeRefund, StripeReview, StripeWarning } from './stripe-state.ts'
import { newId } from './stripe-wire.ts'

const DAY = 86_400

/** Books an amount (negative: it left) and its fee. */
export function book(
  payment: StripePayment,
  entry: {
    type: Stripe.BalanceTransaction.Type
    category: string
    amount: number
    fee?: number
    source: string
    now: number
  },
): string {
  const { type, category, amount, fee = 0, source, now } = entry
  const id = newId('txn')
  payment.balance.push({
    id,
    object: 'balance_transaction',
    amount,
    available_on: now + 2 * DAY,
    balance_type: 'payments',
    created: now,
    currency: payment.currency,
    description: payment.intentDescription,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: payment.currency,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'pending',
    type,
  })
  return id
}

export function balanceTransaction(
  payment: StripePayment,
  id: string | null,
  expand: Expansion,
  name: string,
): string | Stripe.BalanceTransaction | null {
  return id && pick(expand, name, id, () => payment.balance.find((entry) => entry.id === id)!)
}

export function refundObject(payment: StripePayment, refund: StripeRefund, expand: Expansion): Stripe.Refund {
  const failure = refund.failureBalanceTransaction
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: balanceTransaction(payment, refund.balanceTransaction, expand, 'balance_transaction'),
    charge: chargeOf(payment, expand),
    created: refund.created,
    currency: payment.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    ...(failure && {
      failure_balance_transaction: balanceTransaction(payment, failure, expand, 'failure_balance_transaction')!,
    }),
    ...(refund.failureReason && { failure_reason: refund.failureReason }),
    metadata: refund.metadata,
    payment_intent: intentOf(payment, expand),
    payment_method: null,
    ...(refund.status === 'pending' && { pending_reason: 'processing' }),
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  }
}

const EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

export const EVIDENCE_FIELDS = new Set(Object.keys(EVIDENCE))

export function disputeObject(payment: StripePayment, dispute: StripeDispute, expand: Expansion): Stripe.Dispute {
  const inquiry = dispute.status.startsWith('warning_')
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: payment.balance.filter(({ id }) => dispute.balanceTransactions.includes(id)),
    charge: chargeOf(payment, expand)!,
    created: dispute.created,
    currency: payment.currency,
    enhanced_eligibility_types: [],
    evidence: { ...EVIDENCE, customer_email_address: payment.customerEmail, ...dispute.evidence },
    evidence_details: {
      due_by: dispute.dueBy,
      enhanced_eligibility: {},
      has_evidence: Object.keys(dispute.evidence).length > 0,
      past_due: false,
      submission_count: dispute.submissions,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    // Only an inquiry can still be settled by refunding.
    is_charge_refundable: inquiry && dispute.status !== 'warning_closed',
    livemode: false,
    metadata: dispute.metadata,
    network_reason_code: '10.4',
    payment_intent: intentOf(payment, expand),
    payment_method_details: {
      type: 'card',
      card: {
        brand: 'visa',
        case_type: inquiry ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
    },
    reason: dispute.reason,
    status: dispute.status,
  }
}

export function reviewObject(payment: StripePayment, review: StripeReview, expand: Expansion): Stripe.Review {
  return {
    id: review.id,
    object: 'review',
    billing_zip: null,
    charge: chargeOf(payment, expand),
    closed_reason: review.open ? null : (review.reason as Stripe.Review.ClosedReason),
    created: review.created,
    ip_address: null,
    ip_address_location: null,
    livemode: false,
    open: review.open,
    opened_reason: 'rule',
    payment_intent: intentOf(payment, expand)!,
    reason: review.reason,
    session: null,
  }
}

export function warningObject(
  payment: StripePayment,
  warning: StripeWarning,
  expand: Expansion,
): Stripe.Radar.EarlyFraudWarning {
  return {
    id: warning.id,
    object: 'radar.early_fraud_warning',
    actionable: warning.actionable,
    charge: chargeOf(payment, expand)!,
    created: warning.created,
    fraud_type: warning.fraudType,
    livemode: false,
    payment_intent: intentOf(payment, expand)!,
  }
}

function chargeOf(payment: StripePayment, expand: Expansion): string | Stripe.Charge | null {
  const { charge } = payment
  return charge && pick(expand, 'charge', charge.id, (deeper) => SHOWN.charge(payment, charge, deeper))
}

function intentOf(payment: StripePayment, expand: Expansion): string | Stripe.PaymentIntent | null {
  const { intent } = payment
  return intent && pick(expand, 'payment_intent', intent.id, (deeper) => SHOWN.intent(payment, intent, deeper))
}
