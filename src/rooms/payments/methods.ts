// The payment methods that a shopper can choose, each bound to a provider.
import type { MethodWords } from './providers/define.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { PROVIDERS } from './providers/registry.ts'

export interface Method {
  id: number
  /** Basis points of goods. */
  feeBp: number
  /** ISO 4217 codes, or `*` alone: any currency. */
  currencies: string[]
  /** ISO 4217 code → the least that the provider takes, in hundredths. */
  minimum: Record<string, number>
  /** For how long keys stay reserved while the payer's bank works (decision C2). */
  underWayHours: number
  provider: PaymentProvider
}

/** As they are declared. */
export function createMethods(providers: PaymentProvider[]): Method[] {
  return PROVIDERS.flatMap(({ name, methods }, at) =>
    methods.flatMap((method) => {
      const provider = providers.find(({ id }) => id === name)
      return provider ? [{ ...method, id: at + 1, provider }] : []
    }),
  ).toSorted((a, b) => a.position - b.position)
}

export function takesCurrency(method: Pick<Method, 'currencies'>, currency: string): boolean {
  return method.currencies.includes('*') || method.currencies.includes(currency)
}

/** In a language, for whoever shows it as it comes. */
export function methodWords({ provider: { id } }: Pick<Method, 'provider'>, locale: string): MethodWords {
  const words = PROVIDERS.find(({ name }) => name === id)!.words
  return words[locale] ?? words['en-US']
}
