// What an operator does to the methods of payment; the back office calls the same. Every process hears of a change at once.
import type { Database, Transaction } from '#platform/database/database.ts'
import { lockedText, writeSetting } from '#platform/settings/write.ts'
import type { Mode } from '#platform/variables.ts'
import * as store from './method-store.ts'
import { MethodRefused, readChange, type Typed } from './method-typed.ts'
import type { AnyProvider } from './providers/define.ts'
import { PROVIDERS } from './providers/registry.ts'
import { missingVariables, type Variables } from './providers/variables-set.ts'

export interface MethodActsOptions {
  db: Database
  /** The environment of this process: the shop must have the same. */
  environment: Variables
  mode: Mode
}

/** Who acts, and from where. */
export interface Actor {
  name: string
  /** What he saw of the method; where it is otherwise by now nothing is done. */
  seen?: string
  /** Writes down what he did, in its transaction; `before` is null of a new one. */
  note(tx: Transaction, act: MethodAct, before: store.WholeMethod | null, after: store.WholeMethod): Promise<void>
  /** Writes down, in its transaction, a setting that changed with the method, by its key. */
  noteSetting(tx: Transaction, key: string, before: string, after: string): Promise<void>
}

export type MethodAct = 'enable' | 'disable' | 'change' | 'add'

type Part = Parameters<typeof readChange>[1]

export function createMethodActs({ db, environment, mode }: MethodActsOptions) {
  async function noted(tx: Transaction, act: MethodAct, by: Actor, id: number, before: store.WholeMethod | null) {
    await by.note(tx, act, before, (await store.lockMethod(tx, id))!)
  }

  /** With its row locked: what is read of it is still true when it is written. */
  const withMethod = (
    id: number,
    act: MethodAct,
    by: Actor,
    work: (tx: Transaction, method: store.WholeMethod) => Promise<store.MethodChange>,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const method = await store.lockMethod(tx, id)
      if (!method)
        throw new MethodRefused(`there is no method ${id}: \`npm run methods\` lists them`, 'methods.refused.gone')
      if (by.seen !== undefined && by.seen !== method.seen)
        throw new MethodRefused(`method ${id} was changed meanwhile`, 'methods.refused.changed')
      const change = await work(tx, method)
      await store.changedBy(tx, by.name)
      await store.changeMethod(tx, id, change)
      await noted(tx, act, by, id, method)
    })

  return {
    /** Offered from now on. Refused while it could not be: its provider has no credentials, or asks something of the operator. */
    enable: (id: number, by: Actor, accepts: boolean): Promise<void> =>
      withMethod(id, 'enable', by, async (tx, method) => {
        const provider = knownProvider(method.provider)
        refuseUnfit(provider, environment, mode)
        if (provider.acceptance) await accept(tx, provider, provider.acceptance, by, accepts)
        return { enabled: true }
      }),

    disable: (id: number, by: Actor): Promise<void> => withMethod(id, 'disable', by, async () => ({ enabled: false })),

    /** `typed`: or what makes it of the method as it is, with what of it changes in part. */
    set: (id: number, by: Actor, typed: Typed | ((method: store.WholeMethod) => [Typed, Part])): Promise<void> =>
      withMethod(id, 'change', by, async (_, method) =>
        typeof typed === 'function' ? readChange(...typed(method)) : readChange(typed, method),
      ),

    /** A row for a provider, or for one of its many methods; not offered yet. Answers its number. */
    add: (name: string, by: Actor, typed: Typed): Promise<number> =>
      db.transaction(async (tx) => {
        const [provider, code, first] = firstOf(name)
        await store.changedBy(tx, by.name)
        const id = await store.addMethod(tx, { provider: provider.name, code, ...first }, provider.isOne === true)
        if (id === undefined)
          throw new MethodRefused(`${name} is there already: \`npm run methods\` lists it`, 'methods.refused.there')
        await store.changeMethod(tx, id, readChange(typed, { label: null, minimum: first.minimum }))
        await noted(tx, 'add', by, id, null)
        return id
      }),
  }
}

/** What a provider asks of the operator is said once, and is a setting. */
async function accept(
  tx: Transaction,
  { name }: AnyProvider,
  acceptance: NonNullable<AnyProvider['acceptance']>,
  by: Actor,
  accepts: boolean,
): Promise<void> {
  const before = await lockedText(tx, acceptance)
  if (acceptance.schema.parse(before)) return
  if (!accepts)
    throw new MethodRefused(
      `${name} takes card numbers into the shop: read “Cards on the shop’s own page” in docs/operate.md; --accept-saq-d says that you meet PCI DSS SAQ D`,
      'methods.refused.accept',
    )
  await store.changedBy(tx, by.name)
  await writeSetting(tx, acceptance, '1')
  await by.noteSetting(tx, acceptance.key, before, '1')
}

/** Throws where it could not be offered: what its provider lacks here. */
function refuseUnfit(provider: AnyProvider, environment: Variables, mode: Mode): void {
  const missing = mode === 'demo' && provider.simulator ? [] : missingVariables(provider, environment)
  if (missing.length > 0)
    throw new MethodRefused(
      `${provider.name} has no credentials here: set ${missing.join(' and ')} for the shop and for this command, and start the shop anew`,
      'methods.refused.missing',
      { provider: provider.name, variables: missing.join(', ') },
    )
  const reasons = provider.refusals(environmentOf(provider, environment), mode)
  if (reasons.length > 0)
    throw new MethodRefused(reasons.join('; '), 'methods.refused.unfit', { reasons: reasons.join('; ') })
}

/** `payssion:pix` → its provider, its code there, and with what it begins. */
function firstOf(name: string) {
  const [providerName = '', code] = name.split(':', 2)
  const provider = knownProvider(providerName)
  const known = code === undefined ? undefined : provider.catalogue?.get(code)
  if (code !== undefined && !known)
    throw new MethodRefused(
      provider.catalogue
        ? `${providerName} has no method ${code}: \`npm run methods -- catalogue\` lists them`
        : `${providerName} has one method alone`,
      'methods.refused.unknown',
    )
  const own = known ?? provider.methods[0]
  if (!own)
    throw new MethodRefused(
      `no shopper pays by ${providerName}: a person records what has come`,
      'methods.refused.unknown',
    )
  const { feeBp, currencies, minimum, underWayHours, position, countries } = {
    ...{ countries: [] },
    ...provider.methods[0],
    ...own,
  }
  const first = { feeBp, currencies, minimum, underWayHours, position, countries, productTypes: [], countriesExcluded: false } // biome-ignore format: one line
  return [provider, code ?? null, first] as const
}

function knownProvider(name: string): AnyProvider {
  const provider = PROVIDERS.find((one) => one.name === name)
  if (provider) return provider
  throw new MethodRefused(
    `the shop knows no provider ${name}; it knows ${PROVIDERS.map((one) => one.name).join(', ')}`,
    'methods.refused.unknown',
  )
}

const environmentOf = (provider: AnyProvider, environment: Variables) =>
  Object.fromEntries(Object.keys(provider.variables).map((name) => [name, environment[name]]))
