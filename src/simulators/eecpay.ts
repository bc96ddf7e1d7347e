// A stand-in for a card gateway of the "EECPay" style that speaks its wire protocol (docs/decisions/048): charging a card,
// the bank's page for its holder, queries, signed notifications. It knows nothing of the shop. No money moves.
import { createPayments, type EecpayPayment, type EecpayPayments } from './eecpay-payments.ts'
import { decimal, isSigned, mistakeOf, refusal } from './eecpay-wire.ts'
import { isOutcome, paymentPage, seeOther, unknownPaymentPage } from './hosted-page.ts'
import { type Answer, type Incoming, type Listener, listen } from './listener.ts'
import { createDelivery } from './webhook-delivery.ts'

export { TEST_CARDS } from './eecpay-payments.ts'

export interface EecpaySimulator
  extends Omit<Listener, 'close'>,
    Pick<EecpayPayments, 'pay' | 'refund' | 'dispute' | 'webhookFor'> {
  /** By order number or by the gateway's own. */
  payment(ref: string): Readonly<EecpayPayment> | undefined
  notified(): Promise<void>
  /** The next charge is refused with this result_code. */
  refuseNext(code: string): void
  requests: { charge: number; query: number; page: number }
  webhooks: { sent: number; failed: number; givenUp: number }
  close(): Promise<void>
}

export interface EecpaySimulatorOptions {
  /** 0 (the default) takes any free port. Always on loopback. */
  port?: number
  merchantNo: string
  secretKey: string
  merchant?: string
  currencies?: readonly string[]
  notifyRetryDelays?: readonly number[]
  /** Milliseconds. */
  clock?: () => number
}

/** Seconds for which a request is good. */
const REQUEST_VALID = 300

export async function startEecpaySimulator(options: EecpaySimulatorOptions): Promise<EecpaySimulator> {
  const { merchantNo, secretKey, merchant = 'Demo merchant', clock = Date.now } = options
  if (!merchantNo || !secretKey) throw new Error('the card gateway simulator needs a merchant number and a secret key')
  const delivery = createDelivery(options.notifyRetryDelays)
  const requests = { charge: 0, query: 0, page: 0 }
  const refusing: string[] = []
  const pageUrl = ({ tradeNo }: EecpayPayment) => `${listener.url}/pay/${tradeNo}`
  const payments = createPayments({ merchantNo, secretKey, delivery, clock, pageUrl })

  const listener = await listen({
    port: options.port,
    answer: (incoming) => (incoming.path.startsWith('/pay/') ? page(incoming) : answerCall(incoming)),
    answerFault: () => ({ status: 500, body: JSON.stringify({ result_code: '9999' }) }),
  })

  function answerCall({ method, path, body, headers }: Incoming): Answer {
    if (method !== 'POST' || !headers['content-type']?.includes('x-www-form-urlencoded')) return refusal('1006')
    const form = new URLSearchParams(body)
    if (form.get('merchant_no') !== merchantNo) return refusal('1002')
    if (!isSigned(form, secretKey)) return refusal('1001')
    if (!(Math.abs(clock() / 1000 - Number(form.get('request_time'))) <= REQUEST_VALID)) return refusal('1007')
    if (path === '/payment/card') return charge(form)
    if (path === '/payment/query') return query(form)
    return { status: 404, body: '{}' }
  }

  function charge(form: URLSearchParams): Answer {
    requests.charge++
    const field = (name: string) => form.get(name) ?? ''
    const isKnown = payments.either(field('order_no')) !== undefined
    const code = refusing.shift() ?? mistakeOf(form, options.currencies) ?? (isKnown ? '1005' : undefined)
    if (code) return refusal(code)
    const payment = payments.add(
      {
        orderNo: field('order_no'),
        amountMinor: Math.round(Number(field('amount')) * 100),
        currency: field('currency'),
        goods: field('goods'),
        returnUrl: field('return_url'),
        notifyUrl: field('notify_url'),
        holders: Object.fromEntries([...form].filter(([name]) => /^(bill|ship)_/.test(name))),
      },
      field('card_no'),
    )
    return { status: 200, body: JSON.stringify(payments.shown(payment)) }
  }

  function query(form: URLSearchParams): Answer {
    requests.query++
    const payment = payments.either(form.get('order_no') || (form.get('trade_no') ?? ''))
    return payment ? { status: 200, body: JSON.stringify(payments.shown(payment)) } : refusal('1404')
  }

  function page(incoming: Incoming): Answer {
    const payment = payments.either(incoming.path.slice('/pay/'.length))
    if (!payment) return unknownPaymentPage()
    if (incoming.method !== 'POST') {
      requests.page++
      return bankPage(payment, merchant)
    }
    const outcome = new URLSearchParams(incoming.body).get('outcome')
    if (!isOutcome(outcome) || outcome === 'cancelled') return refusal('1006')
    // A second press of a button, or the browser's Back, changes nothing.
    if (payment.awaitsHolder) payments.pay(payment.tradeNo, { outcome })
    return seeOther(payment.returnUrl)
  }

  return {
    ...listener,
    requests,
    webhooks: delivery.counts,
    payment: payments.either,
    pay: payments.pay,
    refund: payments.refund,
    dispute: payments.dispute,
    webhookFor: payments.webhookFor,
    notified: delivery.idle,
    refuseNext: (code) => void refusing.push(code),
    close() {
      delivery.close()
      return listener.close()
    },
  }
}

/** 3-D Secure: where the bank asks the card's holder whether it is he who pays. */
const bankPage = (payment: EecpayPayment, merchant: string): Answer =>
  paymentPage({
    provider: 'Your bank (3-D Secure simulator)',
    merchant,
    amount: decimal(payment.amountMinor),
    currency: payment.currency,
    order: payment.orderNo,
    description: payment.goods,
    state: payment.awaitsHolder ? 'awaits you' : `status ${payment.status}`,
    choices: payment.awaitsHolder ? ['completed', 'pending', 'failed'] : [],
    returnUrls: [payment.returnUrl],
  })
