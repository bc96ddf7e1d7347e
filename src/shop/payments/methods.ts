// The payment methods that a shopper can choose, each bound to a provider.
import type { PaymentProvider } from './providers/provider.ts'

export interface Method {
  id: number
  /** Basis points of goods. */
  feeBp: number
  /** ISO 4217 codes, or `*` alone: any currency. */
  currencies: string[]
  provider: PaymentProvider
}

/** What Stripe charges of the currencies that a shop begins with; all of theirs in docs.stripe.com/currencies. */
const STRIPE_CURRENCIES = 'USD EUR GBP CNY JPY KRW HKD TWD BRL CAD AUD CHF SEK INR MXN SGD'.split(' ')

export function createMethods(providers: { payssion?: PaymentProvider; stripe?: PaymentProvider }): Method[] {
  const methods: Method[] = []
  if (providers.stripe)
    methods.push({
      id: 2,
      feeBp: 0,
      currencies: STRIPE_CURRENCIES,
      provider: providers.stripe,
    })
  if (providers.payssion) methods.push({ id: 1, feeBp: 150, currencies: ['*'], provider: providers.payssion })
  return methods
}

export function takesCurrency(method: Pick<Method, 'currencies'>, currency: string): boolean {
  return method.currencies.includes('*') || method.currencies.includes(currency)
}
