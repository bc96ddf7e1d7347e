// Everything that can be read back: one object by its id, or lists of them, newest first, a page at a time.
import { type EventLog, eventObject, type StoredEvent } from './stripe-events.ts'
import { type Expansion, expansion } from './stripe-expand.ts'
import { listOf } from './stripe-lists.ts'
import { disputeObject, refundObject, reviewObject, warningObject } from './stripe-money-objects.ts'
import { lineItems, sessionObject } from './stripe-objects.ts'
import { chargeObject, intentObject } from './stripe-payment-objects.ts'
import type { StripePayment } from './stripe-state.ts'
import { API_VERSION, at, type Form, part, refuse, strings } from './stripe-wire.ts'

export interface Books {
  payments(): Iterable<StripePayment>
  /** By whatever id, of the session or of something that grew out of it. */
  owner(id: string): StripePayment | undefined
  pageUrl(payment: StripePayment): string
  /** Brings what time has done up to date. */
  touch(payment: StripePayment): void
  events: EventLog
  endpoint(): { url: string; enabledEvents: readonly string[]; created: number } | null
}

interface Entry {
  id: string
  created: number
  show(expand: Expansion): object
}

interface Resource {
  object: string
  /** What `expand` may name. */
  kind: string
  filters: string[]
  of(payment: StripePayment, books: Books): Entry[]
}

const latestFirst = <T>(entries: T[]) => [...entries].reverse()

const RESOURCES: Record<string, Resource> = {
  'checkout/sessions': {
    object: 'checkout.session',
    kind: 'session',
    filters: ['payment_intent', 'status'],
    of: (payment, books) => [{ ...payment, show: (expand) => sessionObject(payment, books.pageUrl(payment), expand) }],
  },
  payment_intents: {
    object: 'payment_intent',
    kind: 'intent',
    filters: [],
    of: (payment) =>
      payment.intent ? [{ ...payment.intent, show: (expand) => intentObject(payment, payment.intent!, expand) }] : [],
  },
  charges: {
    object: 'charge',
    kind: 'charge',
    filters: ['payment_intent'],
    of: (payment) =>
      latestFirst(payment.charges).map((charge) => ({
        ...charge,
        show: (expand) => chargeObject(payment, charge, expand),
      })),
  },
  refunds: {
    object: 'refund',
    kind: 'refund',
    filters: ['payment_intent', 'charge'],
    of: (payment) =>
      latestFirst(payment.refunds).map((refund) => ({
        ...refund,
        show: (expand) => refundObject(payment, refund, expand),
      })),
  },
  disputes: {
    object: 'dispute',
    kind: 'dispute',
    filters: ['payment_intent', 'charge'],
    of: (payment) =>
      latestFirst(payment.disputes).map((dispute) => ({
        ...dispute,
        show: (expand) => disputeObject(payment, dispute, expand),
      })),
  },
  reviews: {
    object: 'review',
    kind: 'review',
    filters: [],
    // The list has open reviews only; a closed one is found by its id.
    of: (payment) =>
      latestFirst(payment.reviews).map((review) => ({
        ...review,
        show: (expand) => reviewObject(payment, review, expand),
      })),
  },
  'radar/early_fraud_warnings': {
    object: 'radar.early_fraud_warning',
    kind: 'warning',
    filters: ['payment_intent', 'charge'],
    of: (payment) =>
      latestFirst(payment.warnings).map((warning) => ({
        ...warning,
        show: (expand) => warningObject(payment, warning, expand),
      })),
  },
  balance_transactions: {
    object: 'balance_transaction',
    kind: 'balance',
    filters: ['source', 'type'],
    of: (payment) => latestFirst(payment.balance).map((entry) => ({ ...entry, show: () => entry })),
  },
}

/** GET below /v1. Undefined: no such address. */
export function read(path: string, form: Form, books: Books): object | undefined {
  const [, resource, id, below] =
    /^\/v1\/((?:checkout\/|radar\/)?[a-z_]+)(?:\/([^/]+))?(?:\/([a-z_]+))?$/.exec(path) ?? []
  if (!resource) return undefined
  if (resource === 'events' && !below) return id ? oneEvent(id, books) : eventList(form, books)
  if (resource === 'webhook_endpoints' && !below) return endpoints(id, books)
  const kind = RESOURCES[resource]
  if (!kind) return undefined
  if (!id) return entryList(`/v1/${resource}`, kind, form, books)
  const payment = books.owner(id)
  if (payment) books.touch(payment)
  const entry = payment && kind.of(payment, books).find((one) => one.id === id)
  if (!entry) return missing(kind.object, id)
  if (resource === 'checkout/sessions' && below === 'line_items') return lineItems(payment)
  if (resource === 'charges' && below === 'refunds')
    return entryList(`/v1/charges/${id}/refunds`, RESOURCES.refunds!, { ...form, charge: id }, books)
  return below ? undefined : entry.show(expansion(expandOf(form), kind.kind))
}

export function missing(object: string, id: string): never {
  refuse({ code: 'resource_missing', param: 'id', message: `No such ${object}: '${id}'` }, 404)
}

function expandOf(form: Form): string[] {
  return Object.values(strings(part(form, 'expand')))
}

const PAGING = ['limit', 'starting_after', 'ending_before', 'created', 'expand']

function entryList(url: string, resource: Resource, form: Form, books: Books): object {
  checkFilters(form, resource.filters)
  const expand = expansion(expandOf(form), `${resource.kind}[]`).data ?? {}
  const named = at(form, 'payment_intent') || at(form, 'charge') || at(form, 'source')
  const owner = named ? books.owner(named) : undefined
  const payments = named ? (owner ? [owner] : []) : latestFirst([...books.payments()])
  const status = at(form, 'status')
  const [intent, charge] = [at(form, 'payment_intent'), at(form, 'charge')]
  const entries = payments
    .filter((payment) => {
      books.touch(payment)
      return (!intent || payment.intent?.id === intent) && (!charge || payment.charges.some(({ id }) => id === charge))
    })
    .flatMap((payment) => resource.of(payment, books))
    .filter((entry) => !status || (entry as Entry & { status?: string }).status === status)
    .filter((entry) => resource.object !== 'review' || (entry as Entry & { open?: boolean }).open)
  return page(url, entries, form, (entry) => entry.show(expand))
}

function eventList(form: Form, books: Books): object {
  checkFilters(form, ['type', 'types', 'delivery_success'])
  const types = new Set([at(form, 'type'), ...Object.values(strings(part(form, 'types')))].filter(Boolean))
  const fits = ({ type }: StoredEvent) =>
    types.size === 0 ||
    [...types].some((one) => one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))))
  return page('/v1/events', books.events.all().filter(fits), form, eventObject)
}

function oneEvent(id: string, books: Books): object {
  const event = books.events.get(id)
  return event ? eventObject(event) : missing('event', id)
}

function endpoints(id: string | undefined, books: Books): object {
  const endpoint = books.endpoint()
  const data = endpoint
    ? [
        {
          id: 'we_simulated',
          object: 'webhook_endpoint',
          api_version: API_VERSION,
          application: null,
          created: endpoint.created,
          description: null,
          enabled_events: endpoint.enabledEvents,
          livemode: false,
          metadata: {},
          status: 'enabled',
          url: endpoint.url,
        },
      ]
    : []
  if (id === undefined) return listOf('/v1/webhook_endpoints', data)
  return data.find((one) => one.id === id) ?? missing('webhook endpoint', id)
}

function checkFilters(form: Form, filters: string[]): void {
  const unknown = Object.keys(form).find((name) => !PAGING.includes(name) && !filters.includes(name))
  if (unknown) refuse({ code: 'parameter_unknown', param: unknown, message: `Received unknown parameter: ${unknown}` })
}

const PAGE_SIZE = 10
const LARGEST_PAGE = 100

function page<T extends { id: string; created: number }>(
  url: string,
  all: T[],
  form: Form,
  show: (entry: T) => object,
): object {
  const limit = at(form, 'limit') === '' ? PAGE_SIZE : Number(at(form, 'limit'))
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_PAGE)
    refuse({ code: 'parameter_invalid_integer', param: 'limit', message: 'This value must be between 1 and 100.' })
  const bounds = strings(part(form, 'created'))
  const within = all.filter(
    ({ created }) =>
      !(at(form, 'created') !== '' && created !== Number(at(form, 'created'))) &&
      !(bounds.gt && created <= Number(bounds.gt)) &&
      !(bounds.gte && created < Number(bounds.gte)) &&
      !(bounds.lt && created >= Number(bounds.lt)) &&
      !(bounds.lte && created > Number(bounds.lte)),
  )
  const place = (name: string) => {
    const index = within.findIndex(({ id }) => id === at(form, name))
    if (index < 0) refuse({ code: 'resource_missing', param: name, message: `No such object: '${at(form, name)}'` })
    return index
  }
  if (at(form, 'ending_before')) {
    const end = place('ending_before')
    const start = Math.max(0, end - limit)
    return listOf(url, within.slice(start, end).map(show), start > 0)
  }
  const start = at(form, 'starting_after') ? place('starting_after') + 1 : 0
  return listOf(url, within.slice(start, start + limit).map(show), start + limit < within.length)
}
