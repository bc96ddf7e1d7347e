// The payment methods that a shopper can choose, each bound to a provider.
import { serverWords } from '#platform/i18n/server-words.ts'
import type { PaymentProvider } from './providers/provider.ts'

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

/**
 * What Stripe charges of the currencies that a shop begins with, and the least of each in hundredths
 * (docs.stripe.com/currencies, minimum charge amounts). What it lists no minimum for (CNY, KRW, TWD) must be worth half a
 * US dollar in the account's own currency: twice that is asked here, so that no rate of theirs comes below it.
 */
const STRIPE_MINIMUM: Record<string, number> = {
  USD: 50,
  EUR: 50,
  GBP: 30,
  CNY: 700,
  JPY: 5000,
  KRW: 150_000,
  HKD: 400,
  TWD: 3200,
  BRL: 50,
  CAD: 50,
  AUD: 50,
  CHF: 50,
  SEK: 300,
  INR: 50,
  MXN: 1000,
  SGD: 50,
}

export function createMethods(providers: { payssion?: PaymentProvider; stripe?: PaymentProvider }): Method[] {
  const methods: Method[] = []
  if (providers.stripe)
    methods.push({
      id: 2,
      feeBp: 0,
      currencies: Object.keys(STRIPE_MINIMUM),
      minimum: STRIPE_MINIMUM,
      underWayHours: 72,
      provider: providers.stripe,
    })
  // Payssion's minimum is each payment method's own and published nowhere: it is learned when one is refused (417).
  if (providers.payssion)
    methods.push({ id: 1, feeBp: 150, currencies: ['*'], minimum: {}, underWayHours: 72, provider: providers.payssion })
  return methods
}

export function takesCurrency(method: Pick<Method, 'currencies'>, currency: string): boolean {
  return method.currencies.includes('*') || method.currencies.includes(currency)
}

/** In a language, for whoever shows it as it comes. */
export function methodName({ provider }: Pick<Method, 'provider'>, locale: string): string {
  return serverWords(locale)(`paymentMethod.${provider.id}`)
}
