// The payment methods that a shopper can choose: rows that the operator changes, each bound to a provider.
import type { MethodWords } from './providers/define.ts'
import { PROVIDERS } from './providers/registry.ts'
import type { Variables } from './providers/variables-set.ts'
import { cardFeesIn, NO_CARD_FEES } from './rules.ts'

export interface Method {
  id: number
  /** Its provider's name. */
  provider: string
  /** What it is called, by language code; null: as its provider is. */
  label: Record<string, string> | null
  /** Basis points of goods. */
  feeBp: number
  /** ISO 4217 codes, or `*` alone: any currency. */
  currencies: string[]
  /** ISO 4217 code → the least that the provider takes, in hundredths. */
  minimum: Record<string, number>
  /** Only orders of these types of products (decision B2); empty: whatever is ordered. */
  productTypes: number[]
  /** Its provider's name for it, of one that has many; null: the one that the provider is set up with. */
  code: string | null
  /** ISO 3166; empty: everywhere. */
  countries: string[]
  /** `countries` are those where it is not offered; else those where alone it is. */
  countriesExcluded: boolean
  enabled: boolean
}

export interface Methods {
  /** In the order in which they are offered; also those that are switched off. */
  all(): readonly Method[]
  byId(id: number): Method | undefined
}

export function methodsIn(now: () => readonly Method[]): Methods {
  return { all: now, byId: (id) => now().find((method) => method.id === id) }
}

/** Only who is signed in can pay by it. */
export const isForMembers = ({ provider }: Pick<Method, 'provider'>): boolean =>
  PROVIDERS.some(({ name, forMembers }) => name === provider && forMembers === true)

/** Whether a provider sends money back when the shop asks for it; else a person does (docs/decisions/057). */
export const takesRefunds = (provider: string): boolean =>
  PROVIDERS.some(({ name, capabilities }) => name === provider && capabilities.includes('refund'))

/** Cards that consumers have, on which some countries allow no fee (decision C7). */
export function takesConsumerCards(
  { provider, code }: Pick<Method, 'provider' | 'code'>,
  environment: Variables,
): boolean {
  const declared = PROVIDERS.find(({ name }) => name === provider)
  const named = code ?? declared?.ownCode?.(environment)
  return (named === undefined ? declared : declared?.catalogue?.get(named))?.takesConsumerCards === true
}

/** A line for each method that asks a fee where the law forbids it (decision C7). */
export function forbiddenFees(methods: readonly Method[], environment: Variables): string[] {
  return methods.flatMap((method) => {
    const countries = method.enabled
      ? cardFeesIn({ ...method, takesConsumerCards: takesConsumerCards(method, environment) })
      : []
    if (countries.length === 0) return []
    const where = countries.length === NO_CARD_FEES.length ? 'the EEA and the United Kingdom' : countries.join(', ')
    return [
      `payment method ${method.id} (${methodWords(method, 'en-US').name}) asks a fee of ${percent(method.feeBp)} for consumers’ cards in ${where}, where that is forbidden (PSD2 Art. 62(4)): npm run methods -- set ${method.id} --fee 0, or leave these countries out`,
    ]
  })
}

/** Basis points, as people write them. */
export const percent = (bp: number): string => `${(bp / 100).toFixed(2).replace(/\.?0+$/, '')} %`

/** In a language, for whoever shows it as it comes. */
export function methodWords(
  { provider, label, code }: Pick<Method, 'provider' | 'label' | 'code'>,
  locale: string,
): MethodWords {
  const declared = PROVIDERS.find(({ name }) => name === provider)
  const words = (code !== null && declared?.catalogue?.get(code)?.words) || declared?.words
  const known = words?.[locale] ?? words?.['en-US']
  return { name: label?.[locale] ?? label?.['en-US'] ?? known?.name ?? provider, hint: known?.hint }
}
