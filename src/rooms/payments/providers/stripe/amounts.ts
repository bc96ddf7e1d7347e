// Stripe's money: whole numbers of the currency's smallest unit, as Stripe counts it.
import { ProviderRefused } from '../provider.ts'
import { STRIPE } from './connection.ts'

// docs.stripe.com/currencies. HUF and TWD, which the shop sells by whole units (decision F15), Stripe counts in hundredths.
const ZERO_DECIMALS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const THREE_DECIMALS = new Set('BHD JOD KWD OMR TND'.split(' '))
/** Whole numbers that travel with two zeros for old times' sake. */
const WHOLE_WITH_DECIMALS = new Set(['ISK', 'UGX'])

/** Hundredths → Stripe's smallest unit. What can't be charged exactly (half a yen) is refused, never rounded. */
export function toWire(hundredths: number, currency: string): number {
  const isSold = !WHOLE_WITH_DECIMALS.has(currency) || hundredths % 100 === 0
  const amount = ZERO_DECIMALS.has(currency)
    ? hundredths / 100
    : THREE_DECIMALS.has(currency)
      ? hundredths * 10
      : hundredths
  if (!isSold || !Number.isSafeInteger(amount) || amount <= 0)
    throw new ProviderRefused(STRIPE, 'parameter_invalid_integer', 'amount')
  return amount
}

export function fromWire(amount: number, currency: string): number {
  // Rounded down: a tenth of a hundredth too little is held, too much would be believed.
  return ZERO_DECIMALS.has(currency) ? amount * 100 : THREE_DECIMALS.has(currency) ? Math.floor(amount / 10) : amount
}
