// The payment methods that a shopper can choose: rows that the operator changes, each bound to a provider.
import type { MethodWords } from './providers/define.ts'
import { PROVIDERS } from './providers/registry.ts'

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

/** In a language, for whoever shows it as it comes. */
export function methodWords({ provider, label }: Pick<Method, 'provider' | 'label'>, locale: string): MethodWords {
  const words = PROVIDERS.find(({ name }) => name === provider)?.words
  const known = words?.[locale] ?? words?.['en-US']
  return { name: label?.[locale] ?? label?.['en-US'] ?? known?.name ?? provider, hint: known?.hint }
}
