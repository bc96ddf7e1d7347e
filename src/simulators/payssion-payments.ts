// The merchant's payments, and what becomes of them.
import { BoundedMap, MAX_REMEMBERED } from './bounded-map.ts'
import { type Merchant, noticeOf, type PayssionPayment, type PayssionState } from './payssion-payment.ts'
import type { createDelivery } from './webhook-delivery.ts'

export interface PaymentsOptions {
  merchant: Merchant
  delivery: ReturnType<typeof createDelivery>
  /** How many are remembered. */
  remember?: number
  /** Milliseconds. */
  clock: () => number
}

/** What a shopper and their bank would bring about; `outcome` is one of the page's or any Payssion state. */
export interface Payment {
  outcome: PayssionState
  amountMinor?: number
  currency?: string
  notify?: boolean
  times?: number
}

/** Somebody refunds at Payssion; without an amount all that is left. A part leaves the payment completed. */
export interface Refund {
  amountMinor?: number
  state?: PayssionState
  notify?: boolean
}

const PAID_STATES = new Set(['completed', 'paid_partial', 'paid_more'])

export type PayssionPayments = ReturnType<typeof createPayments>

export function createPayments({ merchant, delivery, remember = MAX_REMEMBERED, clock }: PaymentsOptions) {
  const byOrder = new Map<string, PayssionPayment>()
  const payments = new BoundedMap<string, PayssionPayment>(remember, (oldest) => byOrder.delete(oldest.orderId))

  /** By transaction id or by order id. */
  const either = (ref: string) => payments.get(ref) ?? byOrder.get(ref)

  function find(ref: string): PayssionPayment {
    const payment = either(ref)
    if (!payment) throw new Error('the simulator knows no such payment')
    return payment
  }

  function settle(payment: PayssionPayment, state: PayssionState) {
    payment.state = state
    payment.updated = Math.floor(clock() / 1000)
  }

  function notify(payment: PayssionPayment) {
    // What is told is the state now, even when it is heard of later.
    if (payment.notifyUrl === null) return
    const webhook = noticeOf(payment, merchant)
    delivery.send(() => webhook)
  }

  return {
    either,
    find,
    byTransaction: (id: string) => payments.get(id),
    byOrder: (id: string) => byOrder.get(id),

    add(payment: PayssionPayment): void {
      payments.set(payment.transactionId, payment)
      byOrder.set(payment.orderId, payment)
    },

    pay(ref: string, { outcome, amountMinor, currency, notify: tell = true, times = 1 }: Payment): void {
      const payment = find(ref)
      const state = outcome === 'cancelled' ? 'cancelled_by_user' : outcome
      // What the risk check stops has been paid.
      if (PAID_STATES.has(state) || state === 'blocked') payment.paidMinor = amountMinor ?? payment.amountMinor
      if (state === 'refunded') payment.refundedMinor = payment.paidMinor
      // Paid in another currency: what its payer saw is no longer the order's either.
      if (currency) Object.assign(payment, { currency, local: { currency, amountMinor: payment.amountMinor } })
      settle(payment, state)
      if (tell) for (let i = 0; i < times; i++) notify(payment)
    },

    refund(ref: string, { amountMinor, state = 'refunded', notify: tell = true }: Refund = {}): void {
      const payment = find(ref)
      if (state === 'refunded') payment.refundedMinor += amountMinor ?? payment.paidMinor - payment.refundedMinor
      if (state !== 'refunded' || payment.refundedMinor === payment.paidMinor) settle(payment, state)
      if (tell) notify(payment)
    },
  }
}
