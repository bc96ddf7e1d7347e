// A stand-in for Stripe that speaks the part of its API that a shop with hosted checkout needs: sessions, refunds, the
// hosted page, signed events, idempotency. It knows nothing of the shop. For trying and testing: no money moves.
import { BoundedMap, MAX_REMEMBERED } from './bounded-map.ts'
import { isOutcome, type Outcome, paymentPage, seeOther, unknownPaymentPage } from './hosted-page.ts'
import { type Answer, type Incoming, type Listener, listen } from './listener.ts'
import { checkSession, majorUnits, move, openChoices, refundCharge } from './stripe-session.ts'
import {
  at,
  type EventOverrides,
  eventWebhook,
  type Form,
  failure,
  newId,
  parseForm,
  part,
  type StripePayment,
  sessionObject,
  success,
} from './stripe-wire.ts'
import { createDelivery, type Webhook } from './webhook-delivery.ts'

export type { EventOverrides, StripePayment }

export interface StripeSimulatorOptions {
  /** 0 (the default) takes any free port. Always on loopback. */
  port?: number
  secretKey: string
  webhookSecret: string
  /** At Stripe an account setting; `sendWebhooksTo` changes it. Without one nothing is sent. */
  webhookUrl?: string
  merchant?: string
  /** Where browsers reach the hosted page, when that is not the simulator itself (a proxy in front of it). */
  publicUrl?: string
  notifyRetryDelays?: readonly number[]
  /** Milliseconds. */
  clock?: () => number
  /** How many payments are remembered. */
  remember?: number
}

export type StripeOutcome = Outcome | 'refunded' | 'disputed'

export interface StripeSimulator extends Omit<Listener, 'close'> {
  port: number
  /** By session id, PaymentIntent id or client_reference_id. */
  payment(ref: string): Readonly<StripePayment> | undefined
  /** What a shopper and their bank would bring about. `amountMinor` is in Stripe's smallest unit. */
  pay(
    ref: string,
    how: { outcome: StripeOutcome; amountMinor?: number; currency?: string; notify?: boolean; times?: number },
  ): void
  complete(ref: string): void
  /** The latest event about the payment (same id), signed now, to be posted by a test itself. */
  webhookFor(ref: string, overrides?: EventOverrides): Webhook
  sendWebhooksTo(url: string): void
  /** Resolves when every event has been accepted or given up. */
  notified(): Promise<void>
  /** Refunds stay pending. */
  refundsStayPending: boolean
  requests: {
    create: number
    retrieve: number
    list: number
    expire: number
    refunds: number
    replayed: number
    page: number
    outcome: number
  }
  webhooks: { sent: number; failed: number; givenUp: number }
  close(): Promise<void>
}

export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<StripeSimulator> {
  const { secretKey, webhookSecret, merchant = 'Demo merchant', clock = Date.now } = options
  if (!secretKey || !webhookSecret) throw new Error('the Stripe simulator needs a secret key and a webhook secret')
  let webhookUrl = options.webhookUrl
  const byReference = new Map<string, StripePayment>()
  const payments = new BoundedMap<string, StripePayment>(options.remember ?? MAX_REMEMBERED, (oldest) => {
    for (const ref of [oldest.clientReferenceId, oldest.intent?.id]) if (ref) byReference.delete(ref)
  })
  const replays = new BoundedMap<string, { request: string; answer: Answer }>(10_000)
  const delivery = createDelivery(options.notifyRetryDelays)
  const requests = { create: 0, retrieve: 0, list: 0, expire: 0, refunds: 0, replayed: 0, page: 0, outcome: 0 }

  const listener = await listen({
    port: options.port,
    answer,
    answerFault: () => failure(500, { type: 'api_error', message: 'An unknown error occurred' }),
  })
  const publicUrl = (options.publicUrl ?? listener.url).replace(/\/+$/, '')
  const pageUrl = (payment: StripePayment) => `${publicUrl}/c/pay/${payment.id}`

  function answer(incoming: Incoming): Answer {
    if (incoming.path.startsWith('/c/pay/')) return page(incoming)
    if (incoming.headers.authorization !== `Bearer ${secretKey}`)
      return failure(401, { message: 'Invalid API Key provided' })
    const key = incoming.headers['idempotency-key']
    if (incoming.method !== 'POST' || typeof key !== 'string') return route(incoming)

    const request = `${incoming.path}?${incoming.body}`
    const earlier = replays.get(key)
    if (earlier && earlier.request !== request)
      return failure(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    if (earlier) {
      requests.replayed++
      return { ...earlier.answer, headers: { ...earlier.answer.headers, 'idempotent-replayed': 'true' } }
    }
    const answer = route(incoming)
    answer.headers = { ...answer.headers, 'idempotency-key': key }
    // Refused parameters are not kept: the request was never executed.
    if (answer.status === 200) replays.set(key, { request, answer })
    return answer
  }

  function route({ method, path, query, body }: Incoming): Answer {
    const post = method === 'POST'
    const form = parseForm(post ? body : query.toString())
    if (!form) return failure(400, { message: 'Invalid request parameters' })
    if (path === '/v1/checkout/sessions') return post ? create(form) : list(form)
    if (path === '/v1/refunds' && post) return refund(form)
    const [, id, action] = /^\/v1\/checkout\/sessions\/([^/]+)(?:\/(expire))?$/.exec(path) ?? []
    if (!id || post !== (action === 'expire'))
      return failure(404, { message: `Unrecognized request URL (${method}: ${path}).` })
    const payment = payments.get(id)
    if (!payment)
      return failure(404, { code: 'resource_missing', param: 'session', message: `No such checkout.session: ${id}` })
    return post ? expire(payment) : retrieve(payment, form)
  }

  function create(form: Form): Answer {
    requests.create++
    const now = Math.floor(clock() / 1000)
    const refusal = checkSession(form, now)
    if (refusal) return failure(400, refusal)
    const price = part(form, 'line_items', '0', 'price_data')
    const reference = at(form, 'client_reference_id') || null
    const payment: StripePayment = {
      id: newId('cs_test'),
      status: 'open',
      paymentStatus: 'unpaid',
      amount: Number(at(price, 'unit_amount')) * Number(at(form, 'line_items', '0', 'quantity')),
      currency: at(price, 'currency'),
      clientReferenceId: reference,
      customerEmail: at(form, 'customer_email') || null,
      description: at(price, 'product_data', 'name'),
      successUrl: at(form, 'success_url'),
      cancelUrl: at(form, 'cancel_url') || at(form, 'success_url'),
      metadata: part(form, 'metadata'),
      intentMetadata: part(form, 'payment_intent_data', 'metadata'),
      created: now,
      expiresAt: Number(at(form, 'expires_at')) || now + 86_400,
      intent: null,
      charge: null,
      events: [],
    }
    payments.set(payment.id, payment)
    if (reference) byReference.set(reference, payment)
    return success(sessionObject(payment, pageUrl(payment), new Set()))
  }

  function retrieve(payment: StripePayment, form: Form): Answer {
    requests.retrieve++
    expireIfDue(payment)
    const expand = new Set(Object.values(part(form, 'expand')) as string[])
    return success(sessionObject(payment, pageUrl(payment), expand))
  }

  function list(form: Form): Answer {
    requests.list++
    const intent = at(form, 'payment_intent')
    const found = byReference.get(intent)
    const expand = new Set(Object.values(part(form, 'expand')).map((path) => String(path).replace(/^data\./, '')))
    const data = intent && found?.intent?.id === intent ? [sessionObject(found, pageUrl(found), expand)] : []
    return success({ object: 'list', data, has_more: false, url: '/v1/checkout/sessions' })
  }

  function expire(payment: StripePayment): Answer {
    requests.expire++
    if (payment.status !== 'open')
      return failure(400, {
        message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${payment.status}.`,
      })
    simulator.pay(payment.id, { outcome: 'expired' })
    return success(sessionObject(payment, pageUrl(payment), new Set()))
  }

  function expireIfDue(payment: StripePayment) {
    if (payment.status === 'open' && clock() >= payment.expiresAt * 1000)
      simulator.pay(payment.id, { outcome: 'expired' })
  }

  function refund(form: Form): Answer {
    requests.refunds++
    const intent = at(form, 'payment_intent')
    const payment = byReference.get(intent)
    if (payment?.intent?.id !== intent)
      return failure(404, {
        code: 'resource_missing',
        param: 'payment_intent',
        message: `No such payment_intent: ${intent}`,
      })
    const status = simulator.refundsStayPending ? 'pending' : 'succeeded'
    const refunded = refundCharge(payment, form, status, Math.floor(clock() / 1000))
    if (refunded.status === 200) emit(payment, 'charge.refunded')
    return refunded
  }

  function page(incoming: Incoming): Answer {
    const payment = payments.get(incoming.path.slice('/c/pay/'.length))
    if (!payment) return unknownPaymentPage()
    expireIfDue(payment)
    const choices = openChoices(payment)
    const returnUrls = [payment.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', payment.id), payment.cancelUrl]
    if (incoming.method !== 'POST') {
      requests.page++
      return paymentPage({
        provider: 'Stripe simulator',
        merchant,
        amount: majorUnits(payment),
        currency: payment.currency.toUpperCase(),
        order: at(payment.metadata, 'order_no') || (payment.clientReferenceId ?? payment.id),
        description: payment.description,
        state: `${payment.status}, ${payment.paymentStatus}`,
        choices,
        returnUrls,
      })
    }
    requests.outcome++
    const outcome = new URLSearchParams(incoming.body).get('outcome')
    if (!isOutcome(outcome)) return failure(400, { param: 'outcome', message: 'Unknown outcome' })
    // A second press of a button, or the browser's Back, changes nothing.
    if (choices.includes(outcome)) simulator.pay(payment.id, { outcome })
    return seeOther(returnUrls[outcome === 'cancelled' || outcome === 'expired' ? 1 : 0]!)
  }

  function find(ref: string): StripePayment {
    const payment = payments.get(ref) ?? byReference.get(ref)
    if (!payment) throw new Error('the simulator knows no such payment')
    return payment
  }

  function emit(payment: StripePayment, type: string, times = 1) {
    const event = { id: newId('evt'), type, created: Math.floor(clock() / 1000) }
    payment.events.push(event)
    const url = webhookUrl
    if (!url) return
    const to = { secret: webhookSecret, pageUrl: pageUrl(payment) }
    const sign = () => eventWebhook(payment, { ...to, url, now: clock() }, { type, id: event.id })
    for (let i = 0; i < times; i++) delivery.send(sign)
  }

  const simulator: StripeSimulator = {
    ...listener,
    port: Number(new URL(listener.url).port),
    requests,
    webhooks: delivery.counts,
    refundsStayPending: false,
    payment: (ref) => payments.get(ref) ?? byReference.get(ref),
    pay(ref, { outcome, amountMinor, currency, notify = true, times = 1 }) {
      const payment = find(ref)
      if (currency) payment.currency = currency.toLowerCase()
      const type = move(payment, outcome, amountMinor)
      if (payment.intent) byReference.set(payment.intent.id, payment)
      if (type && notify) emit(payment, type, times)
    },
    complete: (ref) => simulator.pay(ref, { outcome: 'completed' }),
    webhookFor(ref, overrides) {
      const payment = find(ref)
      const to = { url: webhookUrl ?? '', secret: webhookSecret, pageUrl: pageUrl(payment), now: clock() }
      return eventWebhook(payment, to, overrides)
    },
    sendWebhooksTo(url) {
      webhookUrl = url
    },
    notified: delivery.idle,
    close() {
      delivery.close()
      return listener.close()
    },
  }
  return simulator
}
