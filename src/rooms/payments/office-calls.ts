// Serves the back office the methods of payment.
import type { Database } from '#platform/database/database.ts'
import { merge } from '#platform/field-changes.ts'
import { invalid, notFound, refused } from '#platform/http/errors.ts'
import type { Caller } from '#platform/http/principal.ts'
import { type Handlers, serves } from '#platform/http/serve.ts'
import type { Mode } from '#platform/variables.ts'
import { whoAsks } from '#rooms/audit/hands.ts'
import { type Actor, createMethodActs } from './method-acts.ts'
import { FIELD_OF, fieldsOf, typedOf } from './method-fields.ts'
import { codeOf, noting } from './method-noting.ts'
import * as store from './method-store.ts'
import { tryProvider } from './method-try.ts'
import { MethodRefused, WronglyTyped } from './method-typed.ts'
import { isForMembers, methodWords, takesConsumerCards } from './methods.ts'
import { type METHOD_STATES, methodsOffice } from './office.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { PROVIDERS } from './providers/registry.ts'
import { missingVariables, type Variables } from './providers/variables-set.ts'
import { cardFeesIn } from './rules.ts'

interface Served {
  db: Database
  mode: Mode
  /** The environment of this process, by name. */
  environment: Variables
  /** Those that are connected, by name. */
  providers: ReadonlyMap<string, PaymentProvider>
  isAccepted(provider: string): boolean
}

export function methodsOfficeCalls(served: Served) {
  const { db, mode, environment, providers } = served
  const acts = createMethodActs({ db, environment, mode })
  return serves(methodsOffice, {
    'GET /office/methods': async (_, { locale }) => {
      const methods = await store.wholeMethods(db)
      const refusing = (await store.refusals(db)).flatMap(({ currency, holds, method }) => currency === '' && holds ? [method] : []) // biome-ignore format: one line
      return {
        rows: methods.map((method) => shown(method, { ...served, locale, isRefusing: refusing.includes(method.id) })),
        addable: addable(new Set(methods.map(codeOf)), locale),
      }
    },

    'POST /office/methods': async ({ body: { code, reason } }, caller) => ({
      id: await judged(() => acts.add(code, actor(caller, reason), {})),
    }),

    'POST /office/methods/{id}': async ({ params: { id }, body: { changes: wanted, reason } }, caller) => {
      await judged(() =>
        acts.set(id, actor(caller, reason), (method) => {
          const { changes, conflicts, unknown } = merge(fieldsOf(method), wanted)
          if (unknown.length > 0) throw invalid(unknown.map((path) => ({ path, message: 'error.invalid' })))
          if (conflicts.length > 0) throw refused('methods.refused.changed', { conflicts })
          const isWhole = changes.some(({ field }) => field === 'minimum')
          return [typedOf(changes, method), isWhole ? { ...method, minimum: {} } : method]
        }),
      )
      return null
    },

    'POST /office/methods/{id}/enable': async ({ params: { id }, body: { accepts, seen, reason } }, caller) => {
      await judged(() => acts.enable(id, actor(caller, reason, seen), accepts))
      return null
    },

    'POST /office/methods/{id}/disable': async ({ params: { id }, body: { seen, reason } }, caller) => {
      await judged(() => acts.disable(id, actor(caller, reason, seen)))
      return null
    },

    'POST /office/methods/{id}/try': async ({ params: { id } }) => {
      const method = (await store.wholeMethods(db)).find((one) => one.id === id)
      const provider = method && providers.get(method.provider)
      if (!provider) throw notFound()
      return tryProvider(provider)
    },
  } satisfies Handlers<typeof methodsOffice>)
}

/** What the acts say to a command, as the office says it. */
async function judged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MethodRefused) throw refused(error.code, error.values)
    if (!(error instanceof WronglyTyped)) throw error
    const { about = '' } = error
    throw invalid([
      { path: FIELD_OF[about] ?? 'fee', message: `methods.wrong.${about === 'not-countries' ? 'countries' : about}` },
    ])
  }
}

const actor = (caller: Caller, reason: string, seen?: string): Actor => ({
  name: whoAsks(caller).email,
  ...(seen !== undefined && { seen }),
  ...noting(whoAsks(caller), reason),
})

type Listed = Awaited<ReturnType<typeof store.wholeMethods>>[number]

function shown(method: Listed, served: Served & { locale: string; isRefusing: boolean }) {
  const provider = PROVIDERS.find(({ name }) => name === method.provider)
  const missing = provider ? missingVariables(provider, served.environment) : []
  return {
    ...{ id: method.id, code: codeOf(method), name: methodWords(method, served.locale).name },
    ...{ state: stateOf(method, missing, served), missing, forMembers: isForMembers(method) },
    asksAcceptance: provider?.acceptance !== undefined && !served.isAccepted(method.provider),
    canTry: provider !== undefined && Object.keys(provider.variables).length > 0 && served.providers.has(provider.name),
    forbiddenIn: [...cardFeesIn({ ...method, takesConsumerCards: takesConsumerCards(method, served.environment) })],
    ...{ fields: fieldsOf(method), seen: method.seen },
    ...{ changedAt: method.changedAt?.toISOString() ?? null, changedBy: method.changedBy },
  }
}

function stateOf(
  method: Listed,
  missing: readonly string[],
  { mode, isAccepted, isRefusing }: Served & { isRefusing: boolean },
): (typeof METHOD_STATES)[number] {
  const provider = PROVIDERS.find(({ name }) => name === method.provider)
  if (!provider) return 'unknown'
  if (!method.enabled) return 'off'
  if (provider.acceptance && !isAccepted(provider.name)) return 'notAccepted'
  if (isRefusing) return 'refusing'
  if (missing.length === 0) return 'offered'
  return mode === 'demo' && provider.simulator ? 'simulated' : 'missing'
}

/** What is no row yet, by name. */
const addable = (there: ReadonlySet<string>, locale: string) =>
  PROVIDERS.flatMap(({ name, catalogue }) =>
    [...(catalogue?.keys() ?? [])].map((code) => ({ provider: name, code, label: null })),
  )
    .map((method) => ({ code: codeOf(method), name: methodWords(method, locale).name }))
    .filter(({ code }) => !there.has(code))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.code < b.code ? -1 : 1))
