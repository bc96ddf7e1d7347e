// A stand-in for Payssion that speaks its wire protocol: create, details, refunds, the hosted page, signed notifications.
// It knows nothing of the shop. For trying and testing: no money moves.
import { randomBytes } from 'node:crypto'
import { BoundedMap, MAX_REMEMBERED } from './bounded-map.ts'
import { isOutcome, OUTCOMES, paymentPage, seeOther, unknownPaymentPage } from './hosted-page.ts'
import { type Answer, type Incoming, type Listener, listen } from './listener.ts'
import { bankAccount, newPayment, type PayssionMethod } from './payssion-create.ts'
import {
  type NoticeOverrides,
  noticeOf,
  type PayssionPayment,
  type PayssionState,
  returnAddress,
  transactionOf,
} from './payssion-payment.ts'
import { decimal, type Field, hundredths, md5, readFields, result } from './payssion-wire.ts'
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

const PAID_STATES = new Set(['completed', 'paid_partial', 'paid_more'])

export interface PayssionSimulator extends Omit<Listener, 'close'> {
  /** What the merchant's methods are; may be changed at any time. */
  methods: Record<string, PayssionMethod>
  /** By transaction id or by order id. */
  payment(ref: string): Readonly<PayssionPayment> | undefined
  /** What a shopper and their bank would bring about; `outcome` is one of the page's or any Payssion state. */
  pay(
    ref: string,
    how: { outcome: PayssionState; amountMinor?: number; currency?: string; notify?: boolean; times?: number },
  ): void
  complete(ref: string): void
  /** Somebody refunds at Payssion; without an amount all that is left. A part leaves the payment completed. */
  refund(ref: string, how?: { amountMinor?: number; state?: PayssionState; notify?: boolean }): void
  /** The notification of the payment's present state, signed, to be posted by a test itself. */
  webhookFor(ref: string, overrides?: NoticeOverrides): Webhook
  /** Resolves when every notification has been accepted or given up. */
  notified(): Promise<void>
  /** The next calls of create answer this result_code; without one nothing is refused any more. */
  refuseNext(code?: number, times?: number): void
  /** Refunds stay refund_pending. */
  refundsStayPending: boolean
  requests: { create: number; details: number; refunds: number; page: number; outcome: number }
  webhooks: { sent: number; failed: number; givenUp: number }
  close(): Promise<void>
}

export async function startPayssionSimulator(options: PayssionSimulatorOptions): Promise<PayssionSimulator> {
  const { apiKey, secretKey, merchant = 'Demo merchant', clock = Date.now } = options
  if (!apiKey || !secretKey) throw new Error('the Payssion simulator needs an api key and a secret key')
  const merchantKeys = { apiKey, secretKey, merchant }
  const methods = { ...(options.methods ?? { payssion_test: {} }) }
  const refusing: number[] = []
  const byOrder = new Map<string, PayssionPayment>()
  const payments = new BoundedMap<string, PayssionPayment>(options.remember ?? MAX_REMEMBERED, (oldest) =>
    byOrder.delete(oldest.orderId),
  )
  const delivery = createDelivery(options.notifyRetryDelays)
  const requests = { create: 0, details: 0, refunds: 0, page: 0, outcome: 0 }

  const listener = await listen({ port: options.port, answer, answerFault: () => result(500, {}, 500) })
  const publicUrl = (options.publicUrl ?? listener.url).replace(/\/+$/, '')

  function answer(incoming: Incoming): Answer {
    if (incoming.path.startsWith('/pay/')) return page(incoming)
    if (incoming.path === '/payment/create.html') return createByBrowser(incoming)
    const call = { '/api/v1/payment/create': create, '/api/v1/payment/details': details, '/api/v1/refunds': refunds }[
      incoming.path
    ]
    if (!call) return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found' }
    if (incoming.method !== 'POST') return result(420)
    const field = readFields(incoming)
    if (!field) return result(400)
    if (field('api_key') !== apiKey) return result(401)
    return call(field)
  }

  function begin(field: Field): PayssionPayment | number {
    requests.create++
    const refusal = refusing.shift()
    if (refusal !== undefined) return refusal
    const now = Math.floor(clock() / 1000)
    const payment = newPayment(field, { ...merchantKeys, methods, now, isKnown: (orderId) => byOrder.has(orderId) })
    if (typeof payment === 'number') return payment
    payment.notifyUrl ??= options.notifyUrl ?? null
    payments.set(payment.transactionId, payment)
    byOrder.set(payment.orderId, payment)
    return payment
  }

  const pageUrl = ({ transactionId }: PayssionPayment) => `${publicUrl}/pay/${transactionId}`

  function create(field: Field): Answer {
    const payment = begin(field)
    if (typeof payment === 'number') return result(payment)
    const { todo = 'redirect' } = methods[payment.pmId]!
    const { transaction_id, state, amount, currency, pm_id, order_id, amount_local, currency_local } = transactionOf(
      payment,
      merchant,
    )
    return result(200, {
      transaction: {
        transaction_id,
        state,
        amount,
        currency,
        pm_id,
        pm_name: pm_id,
        order_id,
        amount_local,
        currency_local,
      },
      todo,
      ...(todo.includes('instruct') && { bankaccount: bankAccount(payment) }),
      ...(todo.includes('redirect') && { redirect_url: pageUrl(payment) }),
    })
  }

  /** The older way: the shopper's browser brings the signed fields, in the address or a form, and goes on to the page. */
  function createByBrowser(incoming: Incoming): Answer {
    const field = readFields(incoming)
    const payment = !field ? 400 : field('api_key') === apiKey ? begin(field) : 401
    if (typeof payment !== 'number') return seeOther(pageUrl(payment))
    return { status: 200, headers: { 'content-type': 'text/html' }, body: `<p>Error ${payment}</p>` }
  }

  function details(field: Field): Answer {
    requests.details++
    const [transactionId, orderId] = [field('transaction_id'), field('order_id')]
    if (field('api_sig') !== md5(apiKey, transactionId, orderId, secretKey)) return result(402)
    const payment = transactionId ? payments.get(transactionId) : byOrder.get(orderId)
    if (!payment || (orderId && payment.orderId !== orderId)) return result(412)
    return result(200, { transaction: transactionOf(payment, merchant) })
  }

  function refunds(field: Field): Answer {
    requests.refunds++
    const [transactionId, amount, currency] = [field('transaction_id'), field('amount'), field('currency')]
    if (field('api_sig') !== md5(apiKey, transactionId, amount, currency, secretKey)) return result(402)
    const payment = payments.get(transactionId)
    if (!payment) return result(412)
    if (currency !== payment.currency) return result(406)
    const amountMinor = hundredths(amount)
    if (!amountMinor || amountMinor > payment.paidMinor - payment.refundedMinor) return result(407)
    const state = simulator.refundsStayPending ? 'refund_pending' : 'refunded'
    simulator.refund(transactionId, { amountMinor, state })
    return result(200, {
      refund: {
        transaction_id: `R${randomBytes(10).toString('hex').toUpperCase()}`,
        original_transaction_id: transactionId,
        state,
        amount,
        currency,
      },
    })
  }

  function page(incoming: Incoming): Answer {
    const payment = payments.get(incoming.path.slice('/pay/'.length))
    if (!payment) return unknownPaymentPage()
    const isOpen = payment.state === 'pending' || payment.state === 'awaiting_confirm'
    const back = returnAddress(payment)
    if (incoming.method !== 'POST') {
      requests.page++
      return paymentPage({
        provider: 'Payssion simulator',
        merchant,
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
    if (isOpen) simulator.pay(payment.transactionId, { outcome })
    return seeOther(back ?? pageUrl(payment))
  }

  function find(ref: string): PayssionPayment {
    const payment = payments.get(ref) ?? byOrder.get(ref)
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
    const webhook = noticeOf(payment, merchantKeys)
    delivery.send(() => webhook)
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
    refundsStayPending: false,
    payment: (ref) => payments.get(ref) ?? byOrder.get(ref),
    pay(ref, { outcome, amountMinor, currency, notify: tell = true, times = 1 }) {
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
    complete: (ref) => simulator.pay(ref, { outcome: 'completed' }),
    refund(ref, { amountMinor, state = 'refunded', notify: tell = true } = {}) {
      const payment = find(ref)
      if (state === 'refunded') payment.refundedMinor += amountMinor ?? payment.paidMinor - payment.refundedMinor
      if (state !== 'refunded' || payment.refundedMinor === payment.paidMinor) settle(payment, state)
      if (tell) notify(payment)
    },
    webhookFor: (ref, overrides = {}) => noticeOf(find(ref), merchantKeys, overrides),
    notified: delivery.idle,
    close() {
      delivery.close()
      return listener.close()
    },
  }
  return simulator
}
