// What the Stripe simulator remembers of one Checkout Session and of everything that grows out of it. Amounts are in
// Stripe's smallest unit, times in Unix seconds.
import type Stripe from 'stripe'

/** Vouchers, by how Stripe names the method; the shopper pays them later, in a shop or at a bank. */
export type Voucher = 'boleto' | 'konbini' | 'multibanco' | 'oxxo'

export interface StripeLine {
  id: string
  name: string
  unitAmount: number
  quantity: number
}

export interface StripeIntent {
  id: string
  status: Stripe.PaymentIntent.Status
  created: number
  received: number
  method: 'card' | 'sepa_debit' | Voucher
  /** Until when a voucher can be paid. */
  voucherExpiresAt: number | null
  lastError: { code: string; declineCode: string; message: string; charge: string } | null
}

export interface StripeCharge {
  id: string
  created: number
  amount: number
  /** A bank debit, from its payer's yes until the bank's; it stays the same charge, and keeps its `created`. */
  pending: boolean
  /** Null when it succeeded. */
  failure: { code: string; message: string } | null
  refunded: number
  /** Stays true when the dispute was won, as at Stripe. */
  disputed: boolean
  balanceTransaction: string | null
}

export interface StripeRefund {
  id: string
  created: number
  amount: number
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
  reason: string | null
  metadata: Record<string, string>
  failureReason: string | null
  balanceTransaction: string | null
  failureBalanceTransaction: string | null
}

export interface StripeDispute {
  id: string
  created: number
  amount: number
  reason: string
  status: Stripe.Dispute.Status
  dueBy: number
  evidence: Record<string, string>
  submissions: number
  metadata: Record<string, string>
  balanceTransactions: string[]
}

export interface StripeReview {
  id: string
  created: number
  open: boolean
  /** `rule` or `manual` while open, else why it was closed. */
  reason: string
}

export interface StripeWarning {
  id: string
  created: number
  fraudType: string
  actionable: boolean
}

export interface StripePayment {
  id: string
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'unpaid' | 'paid'
  amount: number
  currency: string
  clientReferenceId: string | null
  customerEmail: string | null
  lines: StripeLine[]
  successUrl: string
  cancelUrl: string | null
  locale: string | null
  submitType: string | null
  adaptivePricing: boolean
  termsOfService: string | null
  paymentMethodTypes: string[]
  metadata: Record<string, string>
  intentMetadata: Record<string, string>
  /** Where Stripe's own receipt goes. */
  receiptEmail: string | null
  intentDescription: string | null
  created: number
  expiresAt: number
  intent: StripeIntent | null
  /** The latest. */
  charge: StripeCharge | null
  /** Declined ones too, the latest last. */
  charges: StripeCharge[]
  refunds: StripeRefund[]
  disputes: StripeDispute[]
  reviews: StripeReview[]
  warnings: StripeWarning[]
  balance: Stripe.BalanceTransaction[]
  events: { id: string; type: string; created: number }[]
}

/** Refunds that failed or were called off give back what they had taken. */
export function refundedOf(payment: StripePayment): number {
  return payment.refunds
    .filter(({ status }) => status !== 'failed' && status !== 'canceled')
    .reduce((sum, { amount }) => sum + amount, 0)
}
