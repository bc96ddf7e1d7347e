// The calls that a shop, or its shopper's browser, makes.
import { randomBytes } from 'node:crypto'
import { seeOther } from './hosted-page.ts'
import type { Answer, Incoming } from './listener.ts'
import { bankAccount, newPayment, type PayssionMethod } from './payssion-create.ts'
import { type Merchant, type PayssionPayment, transactionOf } from './payssion-payment.ts'
import type { PayssionPayments } from './payssion-payments.ts'
import { type Field, hundredths, md5, readFields, result } from './payssion-wire.ts'

export interface CallsOptions {
  merchant: Merchant
  methods: Record<string, PayssionMethod>
  payments: PayssionPayments
  requests: { create: number; details: number; refunds: number }
  /** The result_codes that the next calls of create answer. */
  refusing: number[]
  refusingRefunds: number[]
  /** Where a payment is told of when it names no address itself. */
  notifyUrl: string | null
  pageUrl(payment: PayssionPayment): string
  /** Unix seconds. */
  now(): number
  refundState(): 'refund_pending' | 'refunded'
}

/** By path. */
export function createCalls(of: CallsOptions) {
  const { merchant, methods, payments, requests, refusing, pageUrl } = of
  const { apiKey, secretKey } = merchant

  function begin(field: Field): PayssionPayment | number {
    requests.create++
    const refusal = refusing.shift()
    if (refusal !== undefined) return refusal
    const payment = newPayment(field, {
      ...merchant,
      methods,
      now: of.now(),
      isKnown: (orderId) => payments.byOrder(orderId) !== undefined,
    })
    if (typeof payment === 'number') return payment
    payment.notifyUrl ??= of.notifyUrl
    payments.add(payment)
    return payment
  }

  function create(field: Field): Answer {
    const payment = begin(field)
    if (typeof payment === 'number') return result(payment)
    const { todo = 'redirect' } = methods[payment.pmId]!
    return result(200, {
      transaction: newTransaction(payment, merchant.merchant),
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
    const payment = transactionId ? payments.byTransaction(transactionId) : payments.byOrder(orderId)
    if (!payment || (orderId && payment.orderId !== orderId)) return result(412)
    return result(200, { transaction: transactionOf(payment, merchant.merchant) })
  }

  function refunds(field: Field): Answer {
    requests.refunds++
    const refusal = of.refusingRefunds.shift()
    if (refusal !== undefined) return result(refusal)
    const [transactionId, amount, currency] = [field('transaction_id'), field('amount'), field('currency')]
    if (field('api_sig') !== md5(apiKey, transactionId, amount, currency, secretKey)) return result(402)
    const payment = payments.byTransaction(transactionId)
    if (!payment) return result(412)
    if (currency !== payment.currency) return result(406)
    const amountMinor = hundredths(amount)
    if (!amountMinor || amountMinor > payment.paidMinor - payment.refundedMinor) return result(407)
    const state = of.refundState()
    payments.refund(transactionId, { amountMinor, state })
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

  const calls: Record<string, (field: Field) => Answer> = {
    '/api/v1/payment/create': create,
    '/api/v1/payment/details': details,
    '/api/v1/refunds': refunds,
  }

  /** Of every address but the hosted page. */
  return function answer(incoming: Incoming): Answer {
    if (incoming.path === '/payment/create.html') return createByBrowser(incoming)
    const call = calls[incoming.path]
    if (!call) return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not found' }
    if (incoming.method !== 'POST') return result(420)
    const field = readFields(incoming)
    if (!field) return result(400)
    if (field('api_key') !== apiKey) return result(401)
    return call(field)
  }
}

/** As `create` shows it: less than `details` does. */
function newTransaction(payment: PayssionPayment, merchant: string) {
  const shown = transactionOf(payment, merchant)
  const { transaction_id, state, amount, currency, pm_id, order_id, amount_local, currency_local } = shown
  return {
    transaction_id,
    state,
    amount,
    currency,
    pm_id,
    pm_name: pm_id,
    order_id,
    amount_local,
    currency_local,
  }
}
