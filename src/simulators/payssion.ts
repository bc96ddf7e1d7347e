// A stand-in for Payssion that speaks its wire protocol: create, details, refunds, the hosted page, signed notifications.
// It knows nothing of the shop. For trying and testing: no money moves.
import { isOutcome, OUTCOMES, paymentPage, seeOther, unknownPaymentPage } from './hosted-page.ts'
import { type Answer, type Incoming, type Listener, listen } from './listener.ts'
import { createCalls } from './payssion-calls.ts'
import type { PayssionMethod } from './payssion-create.ts'
import { type NoticeOverrides, noticeOf, type PayssionPayment, returnAddress } from './payssion-payment.ts'
import { createPayments, type Payment, type Refund } from './payssion-payments.ts'
import { decimal, result } from './payssion-wire.ts'
import { createDelivery, type Webhook } from './webhook-delivery.ts'

export interface PayssionSimulatorOptions {
  /** 0 (the default) takes any free port. Always on loopback. */
  port?: number
  apiKey: string
  secretKey: string
  /** Methods that Payssion has, by pm_id; `payssion_test` without limits unless said otherwise. */
  methods?: Record<string, PayssionMethod>
  merchant?: string
  /** The app's own address for notifications, where a payment names none. */
  notifyUrl?: string
  /** Where browsers reach the hosted page, when that is not the simulator itself (a proxy in front of it). */
  publicUrl?: string
  notifyRetryDelays?: readonly number[]
  /** Milliseconds. */
  clock?: () => number
  /** How many payments are remembered. */
  remember?: number
}

export interface PayssionSimulator extends Omit<Listener, 'close'> {
  /** What the merchant's methods are; may be changed at any time. */
  methods: Record<string, PayssionMethod>
  /** By transaction id or by order id. */
  payment(ref: string): Readonly<PayssionPayment> | undefined
  pay(ref: string, how: Payment): void
  complete(ref: string): void
  refund(ref: string, how?: Refund): void
  /** The notification of the payment's present state, signed, to be posted by a test itself. */
  webhookFor(ref: string, overrides?: NoticeOverrides): Webhook
  /** Resolves when every notification has been accepted or given up. */
  notified(): Promise<void>
  /** The next calls of create answer this result_code; without one nothing is refused any more. */
  refuseNext(code?: number, times?: number): void
  /** The next refund answers it. */
  refuseRefund(code: number): void
  /** Refunds stay refund_pending. */
  refundsStayPending: boolean
  requests: { create: number; details: number; refunds: number; page: number; outcome: number }
  webhooks: { sent: number; failed: number; givenUp: number }
  close(): Promise<void>
}

export async function startPayssionSimulator(options: PayssionSimulatorOptions): Promise<PayssionSimulator> {
  const { apiKey, secretKey, merchant: name = 'Demo merchant', clock = Date.now } = options
  if (!apiKey || !secretKey) throw new Error('the Payssion simulator needs an api key and a secret key')
  const merchant = { apiKey, secretKey, merchant: name }
  const methods = { ...(options.methods ?? { payssion_test: {} }) }
  const refusing: number[] = []
  const refusingRefunds: number[] = []
  const delivery = createDelivery(options.notifyRetryDelays)
  const payments = createPayments({ merchant, delivery, remember: options.remember, clock })
  const requests = { create: 0, details: 0, refunds: 0, page: 0, outcome: 0 }
  const pageUrl = ({ transactionId }: PayssionPayment) => `${publicUrl}/pay/${transactionId}`
  const answerCall = createCalls({
    merchant,
    methods,
    payments,
    requests,
    refusing,
    refusingRefunds,
    notifyUrl: options.notifyUrl ?? null,
    pageUrl,
    now: () => Math.floor(clock() / 1000),
    refundState: () => (simulator.refundsStayPending ? 'refund_pending' : 'refunded'),
  })

  const listener = await listen({
    port: options.port,
    answer: (incoming) => (incoming.path.startsWith('/pay/') ? page(incoming) : answerCall(incoming)),
    answerFault: () => result(500, {}, 500),
  })
  const publicUrl = (options.publicUrl ?? listener.url).replace(/\/+$/, '')

  function page(incoming: Incoming): Answer {
    const payment = payments.byTransaction(incoming.path.slice('/pay/'.length))
    if (!payment) return unknownPaymentPage()
    const isOpen = payment.state === 'pending' || payment.state === 'awaiting_confirm'
    const back = returnAddress(payment)
    if (incoming.method !== 'POST') {
      requests.page++
      return paymentPage({
        provider: 'Payssion simulator',
        merchant: name,
        amount: decimal(payment.amountMinor),
        currency: payment.currency,
        order: payment.orderId,
        description: payment.description,
        state: payment.state,
        choices: isOpen ? OUTCOMES : [],
        returnUrls: back ? [back] : [],
      })
    }
    requests.outcome++
    const outcome = new URLSearchParams(incoming.body).get('outcome')
    if (!isOutcome(outcome)) return { ...result(400), status: 400 }
    // A second press of a button, or the browser's Back, changes nothing.
    if (isOpen) payments.pay(payment.transactionId, { outcome })
    return seeOther(back ?? pageUrl(payment))
  }

  const simulator: PayssionSimulator = {
    ...listener,
    methods,
    requests,
    webhooks: delivery.counts,
    refuseNext(code, times = 1) {
      refusing.splice(0)
      if (code !== undefined) refusing.push(...Array<number>(times).fill(code))
    },
    refuseRefund: (code) => void refusingRefunds.push(code),
    refundsStayPending: false,
    payment: payments.either,
    pay: payments.pay,
    complete: (ref) => payments.pay(ref, { outcome: 'completed' }),
    refund: payments.refund,
    webhookFor: (ref, overrides = {}) => noticeOf(payments.find(ref), merchant, overrides),
    notified: delivery.idle,
    close() {
      delivery.close()
      return listener.close()
    },
  }
  return simulator
}
