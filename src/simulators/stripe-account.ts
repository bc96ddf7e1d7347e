// What the merchant's account holds: payments, what happened to them, and where that is told.
import { BoundedMap, MAX_REMEMBERED } from './bounded-map.ts'
import {
  createEventLog,
  type EventOverrides,
  type StoredEvent,
  signedEvent,
  subjectObject,
  USUAL_EVENTS,
} from './stripe-events.ts'
import * as moves from './stripe-moves.ts'
import type { Books } from './stripe-reads.ts'
import type { StripePayment } from './stripe-state.ts'
import { createDelivery } from './webhook-delivery.ts'

export interface AccountOptions {
  webhookSecret: string
  webhookUrl?: string
  notifyRetryDelays?: readonly number[]
  remember?: number
  /** Milliseconds. */
  clock: () => number
  pageUrl(payment: StripePayment): string
}

export function createAccount(options: AccountOptions) {
  const { clock, pageUrl } = options
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
  const books: Books = {
    payments: () => payments.values(),
    owner: (id) => payments.get(id) ?? owners.get(id),
    pageUrl,
    touch(payment) {
      if (payment.status === 'open' && clock() >= payment.expiresAt * 1000) moves.expire(scene(payment))
    },
    events: log,
    endpoint: () => (endpoint.url === '' ? null : endpoint),
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
        const event = log.add(type, seconds(), snapshot(subjectObject(payment, subject, pageUrl(payment))), request)
        payment.events.push({ id: event.id, type, created: event.created })
        if (notify) send(event, times)
      },
    }
  }

  const sign = (event: StoredEvent, overrides?: EventOverrides) =>
    signedEvent(event, { url: endpoint.url, secret: options.webhookSecret, now: clock() }, overrides)

  function send(event: StoredEvent, times = 1) {
    const { url, enabledEvents } = endpoint
    if (url === '' || !enabledEvents.some((type) => type === '*' || type === event.type)) return
    for (let i = 0; i < times; i++) delivery.send(() => sign(event))
  }

  return {
    books,
    log,
    endpoint,
    delivery,
    now: seconds,
    scene,
    send,
    sign,
    open(payment: StripePayment): void {
      payments.set(payment.id, payment)
      index(payment)
    },
  }
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
