// What an operator does to the methods of payment; the back office calls the same. Every process hears of a change at once.
import type { Database, Transaction } from '#platform/database/database.ts'
import { settingText, writeSetting } from '#platform/settings/write.ts'
import type { Mode } from '#platform/variables.ts'
import * as store from './method-store.ts'
import { readChange, type Typed, WronglyTyped } from './method-typed.ts'
import type { Method } from './methods.ts'
import type { AnyProvider } from './providers/define.ts'
import { PROVIDERS } from './providers/registry.ts'
import { missingVariables, type Variables } from './providers/variables-set.ts'

export interface MethodActsOptions {
  db: Database
  /** Of this process: the shop must have the same. */
  environment: Variables
  mode: Mode
}

export function createMethodActs({ db, environment, mode }: MethodActsOptions) {
  const change = async (tx: Transaction, id: number, by: string, to: store.MethodChange) => {
    await store.changedBy(tx, by)
    await store.changeMethod(tx, id, to)
  }

  /** With its row locked: what is read of it is still true when it is written. */
  const withMethod = <T>(id: number, work: (tx: Transaction, method: Method) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      const method = await store.lockMethod(tx, id)
      if (!method) throw new WronglyTyped(`there is no method ${id}: \`npm run methods\` lists them`)
      return work(tx, method)
    })

  return {
    /** Offered from now on. Refused while it could not be: its provider has no credentials, or asks something of the operator. */
    enable: (id: number, by: string, accepts: boolean): Promise<void> =>
      withMethod(id, async (tx, method) => {
        const provider = knownProvider(method.provider)
        const missing = mode === 'demo' && provider.simulator ? [] : missingVariables(provider, environment)
        if (missing.length > 0)
          throw new WronglyTyped(
            `${provider.name} has no credentials here: set ${missing.join(' and ')} for the shop and for this command, and start the shop anew`,
          )
        const reasons = provider.refusals(environmentOf(provider, environment), mode)
        if (reasons.length > 0) throw new WronglyTyped(reasons.join('; '))
        await store.changedBy(tx, by)
        if (provider.acceptance && !provider.acceptance.schema.parse(await settingText(tx, provider.acceptance))) {
          if (!accepts)
            throw new WronglyTyped(
              `${provider.name} takes card numbers into the shop: read “Cards on the shop’s own page” in docs/operate.md; --accept-saq-d says that you meet PCI DSS SAQ D`,
            )
          await writeSetting(tx, provider.acceptance, '1')
        }
        await store.changeMethod(tx, id, { enabled: true })
      }),

    disable: (id: number, by: string): Promise<void> => withMethod(id, (tx) => change(tx, id, by, { enabled: false })),

    set: (id: number, by: string, typed: Typed): Promise<void> =>
      withMethod(id, (tx, method) => change(tx, id, by, readChange(typed, method))),

    /** A row for a provider, or for one of its many methods; not offered yet. Answers its number. */
    add: (name: string, by: string, typed: Typed): Promise<number> =>
      db.transaction(async (tx) => {
        const [providerName = '', code] = name.split(':', 2)
        const provider = knownProvider(providerName)
        const known = code === undefined ? undefined : provider.catalogue?.get(code)
        if (code !== undefined && !known)
          throw new WronglyTyped(
            provider.catalogue
              ? `${providerName} has no method ${code}: \`npm run methods -- catalogue\` lists them`
              : `${providerName} has one method alone`,
          )
        const own = known ?? provider.methods[0]
        if (!own) throw new WronglyTyped(`no shopper pays by ${providerName}: a person records what has come`)
        const first = { countries: [], ...provider.methods[0], ...own }
        const { feeBp, currencies, minimum, underWayHours, position, countries } = first
        await store.changedBy(tx, by)
        const id = await store.addMethod(tx, {
          provider: provider.name,
          code: code ?? null,
          ...{ feeBp, currencies, minimum, underWayHours, position, countries },
          productTypes: [],
          countriesExcluded: false,
        })
        if (id === undefined) throw new WronglyTyped(`${name} is there already: \`npm run methods\` lists it`)
        await store.changeMethod(tx, id, readChange(typed, { label: null, minimum }))
        return id
      }),
  }
}

function knownProvider(name: string): AnyProvider {
  const provider = PROVIDERS.find((one) => one.name === name)
  if (provider) return provider
  throw new WronglyTyped(`the shop knows no provider ${name}; it knows ${PROVIDERS.map((one) => one.name).join(', ')}`)
}

const environmentOf = (provider: AnyProvider, environment: Variables) =>
  Object.fromEntries(Object.keys(provider.variables).map((name) => [name, environment[name]]))
