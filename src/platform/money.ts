// Money is integer minor units. Every currency of the shop counts in hundredths, whatever its own habit: the
// specification shows all prices with two decimals.

/** Exchange rate of one US dollar, as an integer of 1e-8 (so that no float is ever multiplied). */
export type RateE8 = bigint

export const USD_RATE: RateE8 = 100_000_000n

/** 'moneyRate' as the wire shows it → RateE8. */
export function rateFromDecimal(text: string): RateE8 {
  const match = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(text)
  if (!match) throw new Error('a rate is a positive decimal with at most 8 places')
  return BigInt(match[1]!) * 100_000_000n + BigInt((match[2] ?? '').padEnd(8, '0'))
}

/** USD cents → hundredths of the other currency, half away from zero (decision C6). */
export function convert(usdCents: number, rate: RateE8): number {
  return Number(divideRounded(BigInt(usdCents) * rate, USD_RATE))
}

/** Hundredths of a currency → USD cents, half away from zero. */
export function toUsd(minor: number, rate: RateE8): number {
  return Number(divideRounded(BigInt(minor) * USD_RATE, rate))
}

/** `basisPoints` of an amount (100 = 1 %), half away from zero. */
export function share(minor: number, basisPoints: number): number {
  return Number(divideRounded(BigInt(minor) * BigInt(basisPoints), 10_000n))
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return dividend >= 0n ? (dividend + half) / divisor : -((-dividend + half) / divisor)
}

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
