// What is done to many prices at once before they are saved. Pure.
import { readDecimal, withoutPercent } from '#platform/i18n/typed-number.ts'

/** Percent up or down that may be typed. */
export const MOST_PERCENT = 1_000

/** What was typed as percent, `-5` or `+12.5`; undefined: it is none, or nothing would be left of a price. */
export function readPercent(typed: string): number | undefined {
  const percent = readDecimal(withoutPercent(typed), { whole: 4, places: 2, isSigned: true }) ?? Number.NaN
  return percent > -100 && percent <= MOST_PERCENT ? percent : undefined
}

/** So many percent more than a price, in whole cents and at least one. */
export const changedBy = (price: number, percent: number) =>
  Math.max(1, Math.round((Math.round(price * 100) * (10_000 + Math.round(percent * 100))) / 10_000)) / 100

/** A column of a spreadsheet, one price in each line; of several columns the last. Empty lines keep what is there. */
export function pastedPrices(text: string): string[] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => (line.split('\t').at(-1) ?? '').trim().replace(/^(US)?\$\s*/, ''))
}

export interface Margin {
  /** In the units of the price. */
  amount: number
  /** Of the price. */
  percent: number
}

/** What is left of a price after what a key costs, both in US dollars. */
export function marginOf(price: number, cost: number): Margin {
  const cents = Math.round(price * 100) - Math.round(cost * 100)
  return { amount: cents / 100, percent: Math.round((cents / Math.round(price * 100)) * 1_000) / 10 }
}
