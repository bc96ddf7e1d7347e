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

// Currencies that the shop counts in hundredths and Stripe in whole units: an amount of 1607.70 yen could not be charged
// to the cent (decision C4), so the method is not offered for them.
const STRIPE_CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'CNY',
  'HKD',
  'TWD',
  'BRL',
  'CAD',
  'AUD',
  'CHF',
  'SEK',
  'INR',
  'MXN',
  'SGD',
]

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
