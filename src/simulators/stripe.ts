// A stand-in for Stripe that speaks the part of its API that a shop with hosted checkout needs: sessions, refunds,
// disputes, everything read back, the hosted page, signed events, idempotency. It knows nothing of the shop. For trying
// and testing: no money moves.
import { type Incoming, type Listener, listen } from './listener.ts'
import { createAccount } from './stripe-account.ts'
import { createControls, type StripeControls } from './stripe-controls.ts'
import { USUAL_EVENTS } from './stripe-events.ts'
import { createIdempotency } from './stripe-idempotency.ts'
import { answerPage } from './stripe-page.ts'
import { read } from './stripe-reads.ts'
import type { Requests } from './stripe-requests.ts'
import type { StripePayment } from './stripe-state.ts'
import { failure, parseForm, StripeRefusal, success } from './stripe-wire.ts'
import { write } from './stripe-writes.ts'

export type { StripePayment }

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

export interface StripeSimulator extends Omit<Listener, 'close'>, StripeControls {
  port: number
  /** By session id, client_reference_id, or the id of anything that grew out of the session. */
  payment(ref: string): Readonly<StripePayment> | undefined
  /** `events`: types, `*` for all; without it USUAL_EVENTS. */
  sendWebhooksTo(url: string, events?: readonly string[]): void
  /** Resolves when every event has been accepted or given up. */
  notified(): Promise<void>
  /** Refunds made from now on stay pending. */
  refundsStayPending: boolean
  /**
   * The account: 'restricted' refuses every call for want of permission (403); 'noTerms' names no address of its terms, and
   * refuses sessions whose payer is to tick them; 'dollarsAlone' has no way to pay in other currencies.
   */
  account: 'good' | 'restricted' | 'noTerms' | 'dollarsAlone'
  requests: Requests
  webhooks: { sent: number; failed: number; givenUp: number }
  close(): Promise<void>
}

export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<StripeSimulator> {
  const { secretKey, webhookSecret, merchant = 'Demo merchant', clock = Date.now } = options
  if (!secretKey || !webhookSecret) throw new Error('the Stripe simulator needs a secret key and a webhook secret')
  const account = createAccount({ ...options, clock, pageUrl: ({ id }) => `${publicUrl}/c/pay/${id}` })
  const { books, delivery, endpoint } = account
  const idempotency = createIdempotency()
  const requests: Requests = {
    create: 0,
    retrieve: 0,
    list: 0,
    expire: 0,
    refunds: 0,
    replayed: 0,
    page: 0,
    outcome: 0,
  }

  const listener = await listen({
    port: options.port,
    answer,
    answerFault: (incoming) =>
      idempotency.keep(incoming, failure(500, { type: 'api_error', message: 'An unknown error occurred' })),
  })
  const publicUrl = (options.publicUrl ?? listener.url).replace(/\/+$/, '')

  function answer(incoming: Incoming) {
    if (incoming.path.startsWith('/c/pay/'))
      return answerPage(incoming, { books, merchant, requests, controls: simulator })
    if (incoming.headers.authorization !== `Bearer ${secretKey}`)
      return failure(401, { message: 'Invalid API Key provided' })
    if (simulator.account === 'restricted')
      return failure(403, { message: 'The provided key does not have the required permissions for this endpoint.' })
    const earlier = idempotency.earlier(incoming)
    if (earlier) {
      if (earlier.status < 400) requests.replayed++
      return earlier
    }
    return idempotency.keep(incoming, route(incoming))
  }

  function route(incoming: Incoming) {
    const { method, path, query, body, headers } = incoming
    const post = method === 'POST'
    const form = parseForm(post ? body : query.toString())
    if (!form) return failure(400, { message: 'Invalid request parameters' })
    try {
      if (!post && path.startsWith('/v1/checkout/sessions'))
        requests[path.endsWith('/sessions') ? 'list' : 'retrieve']++
      const key = headers['idempotency-key']
      const content = post
        ? write(path, form, {
            books,
            requests,
            now: account.now(),
            hasTerms: simulator.account !== 'noTerms',
            dollarsAlone: simulator.account === 'dollarsAlone',
            refundStatus: simulator.refundsStayPending ? 'pending' : 'succeeded',
            open: account.open,
            scene: (payment) => account.scene(payment, { notify: true, key: typeof key === 'string' ? key : null }),
          })
        : method === 'GET'
          ? read(path, form, books)
          : undefined
      return content ? success(content) : failure(404, { message: `Unrecognized request URL (${method}: ${path}).` })
    } catch (error) {
      if (error instanceof StripeRefusal) return failure(error.status, error.error)
      throw error
    }
  }

  const simulator: StripeSimulator = {
    ...listener,
    ...createControls(account),
    port: Number(new URL(listener.url).port),
    requests,
    webhooks: delivery.counts,
    refundsStayPending: false,
    account: 'good',
    payment: (ref) => books.owner(ref),
    sendWebhooksTo(url, events = USUAL_EVENTS) {
      Object.assign(endpoint, { url, enabledEvents: events })
    },
    notified: delivery.idle,
    close() {
      delivery.close()
      return listener.close()
    },
  }
  return simulator
}
