// Which currencies Stripe takes, in which unit, and how little or much of them (docs.stripe.com/currencies).
import { refuse } from './stripe-wire.ts'

const CURRENCIES = new Set(
  'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl hrk htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx usd uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw'.split(
    ' ',
  ),
)
const ZERO_DECIMALS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const THREE_DECIMALS = new Set('bhd jod kwd omr tnd'.split(' '))
/** They have lost their decimals and travel with two zeros for old times' sake. HUF and TWD may be charged in hundredths. */
const WHOLE_WITH_DECIMALS = new Set(['isk', 'ugx'])

/** In Stripe's smallest unit. A currency that is not listed needs the worth of half a US dollar: not checked here. */
const MINIMUM: Record<string, number> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
}

/** Eight digits, but for currencies with small units. */
const DIGITS: Record<string, number> = { idr: 12, cop: 10, huf: 10, jpy: 10, lbp: 10, inr: 9 }

export function checkCurrency(currency: string, param: string): void {
  if (CURRENCIES.has(currency.toLowerCase())) return
  const known = [...CURRENCIES].join(', ')
  refuse({ param, message: `Invalid currency: ${currency}. Stripe currently supports these currencies: ${known}` })
}

export function checkTotal(amount: number, currency: string): void {
  const minimum = MINIMUM[currency] ?? 1
  const money = (units: number) => `${majorUnits(units, currency)} ${currency}`
  if (amount < minimum)
    refuse({
      code: 'amount_too_small',
      message: `The Checkout Session's total amount due must add up to at least ${money(minimum)}`,
    })
  const maximum = 10 ** (DIGITS[currency] ?? 8) - 1
  if (amount > maximum)
    refuse({
      code: 'amount_too_large',
      message: `The Checkout Session's total amount due must be no more than ${money(maximum)}`,
    })
  if (WHOLE_WITH_DECIMALS.has(currency) && amount % 100 !== 0)
    refuse({
      code: 'parameter_invalid_integer',
      message: `Fractions of ${currency} cannot be charged: the last two digits of an amount must be 0`,
    })
  if (THREE_DECIMALS.has(currency) && amount % 10 !== 0)
    refuse({
      code: 'parameter_invalid_integer',
      message: 'The last digit of an amount in a three-decimal currency must be 0',
    })
}

/** For people to read: 1234 usd → 12.34, 1234 jpy → 1234. */
export function majorUnits(amount: number, currency: string): string {
  const code = currency.toLowerCase()
  const digits = ZERO_DECIMALS.has(code) ? 0 : THREE_DECIMALS.has(code) ? 3 : 2
  return (amount / 10 ** digits).toFixed(digits)
}
