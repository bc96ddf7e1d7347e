// A method that refuses what it is set up to do is told to the operator once, and not offered to shoppers until it may
// have been mended: then the next one tries it again (decisions C4, E7).
import type { Database } from '#platform/database/database.ts'
import type { Events } from '#platform/events/events.ts'
import type { Log } from '#platform/log.ts'
import { sellingUnit } from '#platform/money.ts'
import { METHOD_MENDED, METHOD_REFUSED } from './events.ts'
import * as store from './method-store.ts'
import type { Method, Methods } from './methods.ts'
import {
  type PaymentAttempt,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnreachable,
} from './providers/provider.ts'
import { takesCountry, takesCurrency } from './rules.ts'

/** How old what is known of other instances may be. */
const FRESH_MS = 2_000

/**
 * So many orders whose payments one method did not open, one after another: then it is the method, whatever it says of each. One
 * order alone, however often it is tried, may well be at fault.
 */
const IN_A_ROW = 5

export type MethodRefusal = 'pay.methodAway' | 'pay.noSupport' | 'pay.notInCountry' | 'pay.belowMinimum'

export interface Wanted {
  /** ISO 4217. */
  currency: string
  /** Where the buyer says that he is (ISO 3166); empty: not known. A preference: it proves nothing about him. */
  country: string
  /** Hundredths; undefined: of whatever total. */
  total?: number
}

/** What can be offered at this moment. */
export interface Offers {
  /** Why an order can't be paid by this method. */
  refusal(method: Method, of: Wanted): MethodRefusal | undefined
  /** The methods, with what each takes of the shop's currencies, and of each the least in hundredths. */
  list(shopCurrencies: string[]): { method: Method; currencies: string[]; minimum: Record<string, number> }[]
}

/**
 * A provider by its name; what it refuses is noted of the method that it is asked for, or of its first. Undefined: not
 * connected.
 */
export type ProviderOf = (name: string, methodId?: number) => PaymentProvider | undefined

export interface WatchOptions {
  db: Database
  events: Events
  log: Log
  methods: Methods
  /** Those that are connected, by name. */
  providers: ReadonlyMap<string, PaymentProvider>
  /** Whether the operator has accepted what a provider asks of him (`acceptance`). */
  isAccepted: (provider: string) => boolean
}

const subject = ({ provider, code }: Method, currency: string) => [provider, code, currency].filter(Boolean).join(' ')

export function watchMethods({ db, events, log, methods, providers, isAccepted }: WatchOptions) {
  let known: { at: number; rows: store.RefusalRow[] } = { at: Number.NEGATIVE_INFINITY, rows: [] }

  async function refusals(): Promise<store.RefusalRow[]> {
    if (performance.now() - known.at > FRESH_MS) known = { at: performance.now(), rows: await store.refusals(db) }
    return known.rows
  }

  async function note(method: Method, call: string, error: ProviderRefused, attempt?: PaymentAttempt) {
    const { about, code } = error
    if (about === 'payment') return call === 'create' && attempt ? noteInARow(method, error, attempt) : undefined
    if (about !== 'method' && !attempt) return
    const currency = about === 'method' ? '' : attempt!.currency
    const minimum = about === 'minimum' ? attempt!.amountMinor + sellingUnit(currency) : null
    log.error({ err: error, provider: method.provider, call }, 'a payment method refuses its configuration')
    await db.transaction(async (tx) => {
      await store.recordRefusal(tx, { method: method.id, currency, code, call, minimum })
      const details = { provider: method.provider, code, about, ...(currency && { currency }), call }
      await events.append(tx, METHOD_REFUSED.of(subject(method, currency), details))
    })
    known.at = Number.NEGATIVE_INFINITY
  }

  /** Who opens no payment is offered on, for nobody knows why; a person is to look. */
  async function noteInARow(method: Method, { code }: { code: string }, { orderId }: PaymentAttempt) {
    const { id, provider } = method
    if ((await store.unopenedInARow(db, method, orderId)) + 1 < IN_A_ROW) return
    const call = 'create'
    await db.transaction(async (tx) => {
      if (await store.recordFailing(tx, { method: id, code, call }))
        await events.append(tx, METHOD_REFUSED.of(subject(method, ''), { provider, code, about: 'payment', call }))
    })
    known.at = Number.NEGATIVE_INFINITY
  }

  /** The provider answered `call` well: what the method had refused by that call is forgotten. */
  async function forget(method: Method, call: string, attempt?: PaymentAttempt) {
    const mended = (await refusals()).filter(
      (row) =>
        row.method === method.id &&
        row.call === call &&
        (row.currency === '' || row.currency === attempt?.currency) &&
        (row.minimum === null || (attempt !== undefined && attempt.amountMinor < row.minimum)),
    )
    for (const { currency } of mended) {
      await db.transaction(async (tx) => {
        await store.forgetRefusal(tx, method.id, currency)
        await events.append(tx, METHOD_MENDED.of(subject(method, currency), {}))
      })
      known.at = Number.NEGATIVE_INFINITY
    }
  }

  /** What happens to a payment is not changed by what is noted of its method. */
  async function heard<T>(method: Method, call: string, answer: Promise<T>, attempt?: PaymentAttempt): Promise<T> {
    const unnoted = (err: unknown) => log.error({ err }, 'what a payment method refuses could not be noted')
    try {
      const given = await answer
      await forget(method, call, attempt).catch(unnoted)
      return given
    } catch (error) {
      if (error instanceof ProviderRefused) await note(method, call, error, attempt).catch(unnoted)
      else if (error instanceof ProviderUnreachable && call === 'create' && attempt)
        await noteInARow(method, error, attempt).catch(unnoted)
      throw error
    }
  }

  const watched = (method: Method, provider: PaymentProvider): PaymentProvider => {
    return {
      ...provider,
      create: (attempt) => heard(method, 'create', provider.create(attempt), attempt),
      query: (ref) => heard(method, 'query', provider.query(ref)),
      ...(provider.charge && {
        charge: (attempt, order) => heard(method, 'charge', provider.charge!(attempt, order), attempt),
      }),
      ...(provider.capture && { capture: (ref) => heard(method, 'capture', provider.capture!(ref)) }),
      ...(provider.refund && { refund: (order) => heard(method, 'refund', provider.refund!(order)) }),
      ...(provider.close && { close: (ref) => heard(method, 'close', provider.close!(ref)) }),
    }
  }

  const providerOf: ProviderOf = (name, methodId) => {
    const provider = providers.get(name)
    const own = methodId === undefined ? undefined : methods.byId(methodId)
    const method = own ?? methods.all().find((one) => one.provider === name)
    return provider && method?.provider === name ? watched(method, provider) : provider
  }

  return {
    providerOf,

    async offers(): Promise<Offers> {
      const holding = (await refusals()).filter(({ holds }) => holds)
      return offersOf(methods, (name) => providers.has(name) && isAccepted(name), holding)
    },
  }
}

/** `isThere`: connected and accepted. `holding`: the refusals that keep methods from being offered. */
function offersOf(
  methods: Methods,
  isThere: (provider: string) => boolean,
  holding: readonly store.RefusalRow[],
): Offers {
  const isOn = ({ enabled, provider }: Method) => enabled && isThere(provider)
  const of = (method: Method) => holding.filter((row) => row.method === method.id)
  const minimum = (method: Method) => {
    const least = { ...method.minimum }
    for (const row of of(method))
      if (row.minimum !== null) least[row.currency] = Math.max(row.minimum, least[row.currency] ?? 0)
    return least
  }
  const refused = (method: Method) => new Set(of(method).flatMap((row) => (row.minimum === null ? [row.currency] : [])))
  return {
    refusal(method, { currency, country, total }) {
      if (!isOn(method) || refused(method).has('')) return 'pay.methodAway'
      if (!takesCurrency(method.currencies, currency) || refused(method).has(currency)) return 'pay.noSupport'
      if (!takesCountry(method, country)) return 'pay.notInCountry'
      // What costs nothing is asked of no provider.
      return total && total < (minimum(method)[currency] ?? 0) ? 'pay.belowMinimum' : undefined
    },
    list(shopCurrencies) {
      return methods
        .all()
        .filter((method) => isOn(method) && !refused(method).has(''))
        .map((method) => {
          const not = refused(method)
          const every = method.currencies.includes('*') ? shopCurrencies : method.currencies
          const currencies = not.size === 0 ? method.currencies : every.filter((code) => !not.has(code))
          return { method, currencies, minimum: minimum(method) }
        })
    },
  }
}
