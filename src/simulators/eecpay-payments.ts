// The merchant's card payments, and what becomes of them. No card is kept: its number decides how the payment begins.
import { randomBytes } from 'node:crypto'
import { BoundedMap, MAX_REMEMBERED } from './bounded-map.ts'
import { decimal, sign } from './eecpay-wire.ts'
import type { createDelivery, Webhook } from './webhook-delivery.ts'

/** What a card does, by its number; every other one is paid at once. */
export const TEST_CARDS = {
  paid: '4111111111111111',
  declined: '4000000000000002',
  threeDSecure: '4000000000003220',
  /** The bank takes its time, and wants nothing of its holder. */
  processing: '4000000000000077',
  /** A status that no document names. */
  strange: '4000000000000101',
} as const

export type Dispute = '' | 'open' | 'won' | 'lost'

export interface EecpayPayment {
  tradeNo: string
  orderNo: string
  amountMinor: number
  paidMinor: number
  currency: string
  goods: string
  /** '1' paid, '0' failed, '-1' pending. */
  status: string
  resultCode: string
  /** The bank waits for the card's holder. */
  awaitsHolder: boolean
  refundedMinor: number
  dispute: Dispute
  returnUrl: string
  notifyUrl: string
  /** Whom the card is billed to and where what was bought goes, by the names of their fields. */
  holders: Record<string, string>
}

export interface PayHow {
  outcome: 'completed' | 'pending' | 'failed' | 'expired'
  amountMinor?: number
  currency?: string
  notify?: boolean
  times?: number
}

export interface NoticeOverrides {
  /** Replaces fields before signing. */
  fields?: Record<string, string>
  /** Replaces fields after signing: a forgery. */
  forged?: Record<string, string>
  secretKey?: string
}

export interface PaymentsOptions {
  merchantNo: string
  secretKey: string
  delivery: ReturnType<typeof createDelivery>
  /** Milliseconds. */
  clock: () => number
  pageUrl(payment: EecpayPayment): string
}

export type EecpayPayments = ReturnType<typeof createPayments>

export function createPayments({ merchantNo, secretKey, delivery, clock, pageUrl }: PaymentsOptions) {
  const byOrder = new Map<string, EecpayPayment>()
  const byTrade = new BoundedMap<string, EecpayPayment>(MAX_REMEMBERED, ({ orderNo }) => byOrder.delete(orderNo))

  /** By order number or by the gateway's own. */
  const either = (ref: string) => byOrder.get(ref) ?? byTrade.get(ref)

  function find(ref: string): EecpayPayment {
    const payment = either(ref)
    if (!payment) throw new Error('the simulator knows no such payment')
    return payment
  }

  /** What the gateway answers of a payment, and tells in a notification. */
  const shown = (payment: EecpayPayment): Record<string, string> => ({
    status: payment.status,
    result_code: payment.resultCode,
    order_no: payment.orderNo,
    trade_no: payment.tradeNo,
    amount: decimal(payment.paidMinor || payment.amountMinor),
    currency: payment.currency,
    refunded_amount: decimal(payment.refundedMinor),
    dispute: payment.dispute,
    ...(payment.awaitsHolder && { redirect_url: pageUrl(payment) }),
  })

  function webhookFor(payment: EecpayPayment, overrides: NoticeOverrides = {}): Webhook {
    const form = new URLSearchParams({
      merchant_no: merchantNo,
      ...shown(payment),
      notify_id: randomBytes(8).toString('hex'),
      notify_time: String(Math.floor(clock() / 1000)),
      ...overrides.fields,
    })
    form.set('signature', sign(form, overrides.secretKey ?? secretKey))
    for (const [name, value] of Object.entries(overrides.forged ?? {})) form.set(name, value)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { url: payment.notifyUrl, body: form.toString(), headers }
  }

  function notify(payment: EecpayPayment, times = 1) {
    // What is told is the state now, even when it is heard of later.
    const webhook = webhookFor(payment)
    for (let i = 0; i < times; i++) delivery.send(() => webhook)
  }

  return {
    either,
    find,
    shown,
    webhookFor: (ref: string, overrides?: NoticeOverrides) => webhookFor(find(ref), overrides),

    add(
      of: Pick<EecpayPayment, 'orderNo' | 'amountMinor' | 'currency' | 'goods' | 'returnUrl' | 'notifyUrl' | 'holders'>,
      card: string,
    ) {
      const began = beginning(card)
      const paidMinor = began.status === '1' ? of.amountMinor : 0
      const tradeNo = `E${randomBytes(10).toString('hex')}`
      const payment: EecpayPayment = { ...of, ...began, tradeNo, paidMinor, refundedMinor: 0, dispute: '' }
      byOrder.set(payment.orderNo, payment)
      byTrade.set(tradeNo, payment)
      notify(payment)
      return payment
    },

    pay(ref: string, { outcome, amountMinor, currency, notify: tell = true, times }: PayHow): void {
      const payment = find(ref)
      const [status, resultCode] = OUTCOMES[outcome]
      Object.assign(payment, { status, resultCode, awaitsHolder: false })
      payment.paidMinor = outcome === 'completed' ? (amountMinor ?? payment.amountMinor) : 0
      if (currency) payment.currency = currency
      if (tell) notify(payment, times)
    },

    /** A person gives money back at the gateway; without an amount all that is left. */
    refund(ref: string, { amountMinor, notify: tell = true }: { amountMinor?: number; notify?: boolean } = {}): void {
      const payment = find(ref)
      payment.refundedMinor += amountMinor ?? payment.paidMinor - payment.refundedMinor
      if (tell) notify(payment)
    },

    dispute(ref: string, dispute: Dispute, { notify: tell = true }: { notify?: boolean } = {}): void {
      const payment = find(ref)
      payment.dispute = dispute
      if (tell) notify(payment)
    },
  }
}

const OUTCOMES = {
  completed: ['1', '0000'],
  pending: ['-1', '0002'],
  failed: ['0', '0005'],
  expired: ['0', '0006'],
} as const

function beginning(card: string): Pick<EecpayPayment, 'status' | 'resultCode' | 'awaitsHolder'> {
  switch (card) {
    case TEST_CARDS.declined:
      return { status: '0', resultCode: '0005', awaitsHolder: false }
    case TEST_CARDS.threeDSecure:
      return { status: '-1', resultCode: '0001', awaitsHolder: true }
    case TEST_CARDS.processing:
      return { status: '-1', resultCode: '0002', awaitsHolder: false }
    case TEST_CARDS.strange:
      return { status: '7', resultCode: '0077', awaitsHolder: false }
    default:
      return { status: '1', resultCode: '0000', awaitsHolder: false }
  }
}
