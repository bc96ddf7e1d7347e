// Money is integer minor units. Every currency of the shop counts in hundredths, whatever its own habit: the
// specification shows all prices with two decimals. What can be asked for is a multiple of the currency's selling unit
// (decision F15): a whole yen is 100, a cent is 1.

/** Exchange rate of one US dollar, as an integer of 1e-8 (so that no float is ever multiplied). */
export type RateE8 = bigint

export const USD_RATE: RateE8 = 100_000_000n

/** 'moneyRate' as the wire shows it → RateE8. */
export function rateFromDecimal(text: string): RateE8 {
  const match = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(text)
  if (!match) throw new Error('a rate is a positive decimal with at most 8 places')
  return BigInt(match[1]!) * 100_000_000n + BigInt((match[2] ?? '').padEnd(8, '0'))
}

/** How US dollars become a currency's prices. */
export interface Exchange {
  rate: RateE8
  /** The selling unit in hundredths: 1, or 100 where only whole amounts are sold. */
  unit: number
}

// ISO 4217 (list one, minor unit 0), written down rather than asked of Intl: its tables are CLDR's, which differ from
// ISO's (Afghani, Lek …) and from browser to browser, and server and browser must come to the same sum. TWD and HUF have
// two decimals on paper and are neither priced nor paid out in them.
// Pages that ask for none of them are built without the list, which the builder leaves out of them only by the marks.
const WHOLE_UNITS = /* @__PURE__ */ new Set(
  /* @__PURE__ */ 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF TWD HUF'.split(' '),
)

/** ISO 4217 code → selling unit in hundredths; currencies with three decimals are sold to 0.01. */
export function sellingUnit(currency: string): number {
  return WHOLE_UNITS.has(currency) ? 100 : 1
}

export function exchangeInto(currency: string, rate: RateE8): Exchange {
  return { rate, unit: sellingUnit(currency) }
}

/**
 * USD cents → hundredths of the other currency, half away from zero to its selling unit (decisions C6, F15). What is above
 * zero is at least one of those: rounding gives nothing away.
 */
export function convert(usdCents: number, { rate, unit }: Exchange): number {
  const price = Number(divideRounded(BigInt(usdCents) * rate, USD_RATE * BigInt(unit))) * unit
  return price || (usdCents > 0 ? unit : 0)
}

/** Hundredths of a currency → USD cents, half away from zero. */
export function toUsd(minor: number, rate: RateE8): number {
  return Number(divideRounded(BigInt(minor) * USD_RATE, rate))
}

/** `basisPoints` of an amount (100 = 1 %), half away from zero to the currency's selling unit. */
export function share(minor: number, basisPoints: number, unit: number): number {
  return Number(divideRounded(BigInt(minor) * BigInt(basisPoints), 10_000n * BigInt(unit))) * unit
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return dividend >= 0n ? (dividend + half) / divisor : -((-dividend + half) / divisor)
}

/** Hundredths with two decimals, as records, commands and forms have them: 1250 → `12.50`. */
export const decimal = (minor: number): string => (minor / 100).toFixed(2)

/** 1234 → 12.34: how money stands in JSON (decision C6). */
export function toMajor(minor: number): number {
  return minor / 100
}

/** 12.34 → 1234. Throws on more than two decimals and beyond ±10^13 minor units. */
export function fromMajor(major: number): number {
  const minor = Math.round(major * 100)
  if (!Number.isFinite(major) || Math.abs(minor) > 1e13 || Math.abs(minor / 100 - major) > 1e-9)
    throw new Error('an amount of money has at most two decimals')
  return minor
}

/** Symbol, then two decimals (specification §1): `$ 12.34`. Digits are grouped by thousands, the sign comes first. */
export function formatMoney(minor: number, symbol: string): string {
  const whole = Math.floor(Math.abs(minor) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',')
  const cents = (Math.abs(minor) % 100).toString().padStart(2, '0')
  return `${minor < 0 ? '−' : ''}${symbol}\u00a0${whole}.${cents}`
}
