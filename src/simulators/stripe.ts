// A stand-in for Stripe that speaks the part of its API that a shop with hosted checkout needs: sessions, refunds,
// disputes, everything read back, the hosted page, signed events, idempotency. It knows nothing of the shop. For trying
// and testing: no money moves.
import { BoundedMap, MAX_REMEMBERED } from './bounded-map.ts'
import { type Incoming, type Listener, listen } from './listener.ts'
import { createControls, type StripeControls } from './stripe-controls.ts'
import { createEventLog, signedEvent, subjectObject, USUAL_EVENTS } from './stripe-events.ts'
import { createIdempotency } from './stripe-idempotency.ts'
import * as moves from './stripe-moves.ts'
import { answerPage } from './stripe-page.ts'
import { type Books, read } from './stripe-reads.ts'
import type { Requests } from './stripe-requests.ts'
import type { StripePayment } from './stripe-state.ts'
import { failure, parseForm, StripeRefusal, success } from './stripe-wire.ts'
import { write } from './stripe-writes.ts'
import { createDelivery } from './webhook-delivery.ts'

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
  /** The account: 'restricted' refuses every call for want of permission (403). */
  account: 'good' | 'restricted'
  requests: Requests
  webhooks: { sent: number; failed: number; givenUp: number }
  close(): Promise<void>
}

export async function startStripeSimulator(options: StripeSimulatorOptions): Promise<StripeSimulator> {
  const { secretKey, webhookSecret, merchant = 'Demo merchant', clock = Date.now } = options
  if (!secretKey || !webhookSecret) throw new Error('the Stripe simulator needs a secret key and a webhook secret')
  const seconds = () => Math.floor(clock() / 1000)
  const endpoint = {
    url: options.webhookUrl ?? '',
    enabledEvents: USUAL_EVENTS as readonly string[],
    created: seconds(),
  }
  const owners = new Map<string, StripePayment>()
  const payments = new BoundedMap<string, StripePayment>(options.remember ?? MAX_REMEMBERED, (oldest) => {
    for (const id of idsOf(oldest)) owners.delete(id)
  })
  const delivery = createDelivery(options.notifyRetryDelays)
  const log = createEventLog()
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
  const books: Books = {
    payments: () => payments.values(),
    owner: (id) => payments.get(id) ?? owners.get(id),
    pageUrl: (payment) => `${publicUrl}/c/pay/${payment.id}`,
    touch(payment) {
      if (payment.status === 'open' && clock() >= payment.expiresAt * 1000) moves.expire(scene(payment))
    },
    events: log,
    endpoint: () => (endpoint.url === '' ? null : endpoint),
  }

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
            now: seconds(),
            refundStatus: simulator.refundsStayPending ? 'pending' : 'succeeded',
            open(payment) {
              payments.set(payment.id, payment)
              index(payment)
            },
            scene: (payment) => scene(payment, { notify: true, key: typeof key === 'string' ? key : null }),
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

  function index(payment: StripePayment) {
    for (const id of idsOf(payment)) owners.set(id, payment)
  }

  /** What moves write their events with: kept, and sent where the endpoint asks for them. */
  function scene(
    payment: StripePayment,
    how: { notify?: boolean; times?: number; key?: string | null } = {},
  ): moves.Scene {
    const { notify = true, times = 1, key = null } = how
    return {
      payment,
      now: seconds(),
      tell(type, subject) {
        index(payment)
        const request = { id: key && `req_${key.slice(0, 14)}`, idempotency_key: key }
        const event = log.add(
          type,
          seconds(),
          snapshot(subjectObject(payment, subject, books.pageUrl(payment))),
          request,
        )
        payment.events.push({ id: event.id, type, created: event.created })
        if (notify) send(event, times)
      },
    }
  }

  function send(event: Parameters<typeof signedEvent>[0], times = 1) {
    const { url, enabledEvents } = endpoint
    if (url === '' || !enabledEvents.some((type) => type === '*' || type === event.type)) return
    for (let i = 0; i < times; i++)
      delivery.send(() => signedEvent(event, { url, secret: webhookSecret, now: clock() }))
  }

  const simulator: StripeSimulator = {
    ...listener,
    ...createControls({
      books,
      log,
      scene,
      send,
      endpoint,
      now: seconds,
      sign: (event, overrides) =>
        signedEvent(event, { url: endpoint.url, secret: webhookSecret, now: clock() }, overrides),
    }),
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

/** Later moves must not reach into what was told. */
function snapshot(object: object): object {
  return JSON.parse(JSON.stringify(object))
}

function idsOf(payment: StripePayment): string[] {
  const { clientReferenceId, intent, charges, refunds, disputes, reviews, warnings, balance } = payment
  const grown = [charges, refunds, disputes, reviews, warnings, balance].flat().map(({ id }) => id)
  return [clientReferenceId, intent?.id, ...grown].filter((id) => id !== undefined && id !== null)
}
