// Numbers as people type them into forms, in the digits of any keyboard. One reader for all: what it does not know for sure is none.
import { plainNumber } from './digits.ts'

export interface DecimalShape {
  /** Most digits before the mark of the decimals, and behind it. */
  whole: number
  places: number
  /** Up or down: `-5`. */
  isSigned?: boolean
}

/**
 * In ASCII, with a point: `1234.5`. A comma is how many write the point; where it may as well part thousands, neither is guessed.
 * Undefined: it is no such number.
 */
export function plainDecimal(typed: string, { whole, places, isSigned = false }: DecimalShape): string | undefined {
  const text = inAscii(typed)
  const [, sign = '', before = '', decimals = ''] = /^([+-]?)(\d+)(?:[.,](\d+))?$/.exec(text) ?? []
  const fits = before !== '' && before.length <= whole && decimals.length <= places
  if (!fits || (sign !== '' && !isSigned) || mayPartThousands(text)) return undefined
  return `${sign}${before}${decimals && `.${decimals}`}`
}

/** `1,234` */
export const mayPartThousands = (typed: string): boolean => /^[+-]?[1-9]\d{0,2},\d{3}$/.test(inAscii(typed))

export function readDecimal(typed: string, shape: DecimalShape): number | undefined {
  const text = plainDecimal(typed, shape)
  return text === undefined ? undefined : Number(text)
}

/** An amount of money: two decimals at most, and above nothing. `whole`: most digits before the mark. */
export const readAmount = (typed: string, whole = 9): number | undefined =>
  readDecimal(typed, { whole, places: 2 }) || undefined

/** Also as Arabic and full-width keyboards write the mark. */
export const withoutPercent = (typed: string): string => typed.replace(/[%٪％](?=[\s\p{Cf}]*$)/u, '')

/** Powers and fractions (`12²`, `½`) stay, to be refused. */
const inAscii = (typed: string): string =>
  (/\p{No}/u.test(typed) ? typed : plainNumber(typed))
    .replace(/[^\P{Nd}0-9]/gu, countOf)
    .trim()
    .replace(/^[−–]/, '-')
    .replace('،', ',')
    .replace('。', '.')

/** Digits stand in tens, from nought upwards; tens that touch make no difference. */
function countOf(digit: string): string {
  let before = 0
  for (let code = digit.codePointAt(0)! - 1; /\p{Nd}/u.test(String.fromCodePoint(code)); code--) before++
  return String(before % 10)
}
