// What can be said of a card by what is written on it. Apart from rules.ts, which every page's first visit downloads.
import { plainNumber } from '#platform/i18n/digits.ts'

/** By how card numbers begin (ISO/IEC 7812); `card` where it is none of these. */
const BRANDS: readonly (readonly [name: string, begins: RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['jcb', /^35(2[89]|[3-8])/],
  ['diners', /^3(0[0-5]|[689])/],
  ['discover', /^(6011|65|64[4-9])/],
  ['unionpay', /^(62|81)/],
  ['maestro', /^(50|5[6-8]|6)/],
]

export const cardBrand = (number: string): string => BRANDS.find(([, begins]) => begins.test(number))?.[0] ?? 'card'

/** Its length, and its check digit by Luhn's algorithm. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  let sum = 0
  for (const [at, digit] of [...number].reverse().entries()) {
    const weighted = at % 2 === 0 ? Number(digit) : Number(digit) * 2
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

/** `MM/YYYY` of what people and browsers write: `1/27`, `0127`, `01 / 2027`; undefined for anything else. */
export function expiryOf(typed: string): string | undefined {
  const text = plainNumber(typed)
  const [, month, year] =
    /^\s*(0?[1-9]|1[0-2])\s*[/.-]\s*(20\d{2}|\d{2})\s*$/.exec(text) ??
    /^\s*(0[1-9]|1[0-2])(20\d{2}|\d{2})\s*$/.exec(text) ??
    []
  return month && year && `${month.padStart(2, '0')}/${year.length === 2 ? `20${year}` : year}`
}

/** A card is good until its month is over everywhere on earth. */
export function isExpired(expiry: string, now: number): boolean {
  const [month, year] = expiry.split('/').map(Number) as [number, number]
  return Date.UTC(year, month, 1, 12) <= now
}
