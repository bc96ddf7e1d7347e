// What is true of rates, for the server and the office alike.
import { type RateE8, USD_RATE } from '#platform/money.ts'

/** Whether one rate is by more than so many percent of the one before it above or below it. */
export function isJump(before: RateE8, after: RateE8, mostPercent: number): boolean {
  const apart = after > before ? after - before : before - after
  return apart * 100n > before * BigInt(mostPercent)
}

/** By how many percent a rate differs from the one before it, to one decimal, with its sign. */
export function percentBetween(before: RateE8, after: RateE8): number {
  return Math.round((Number(after - before) / Number(before)) * 1_000) / 10
}

/** `0.8684`: as a person writes it. */
export function rateAsDecimal(rate: RateE8): string {
  const places = (rate % USD_RATE).toString().padStart(8, '0').replace(/0+$/, '')
  return `${rate / USD_RATE}${places && `.${places}`}`
}

/** The bank publishes on working days, in the afternoon: from Maundy Thursday to Easter Tuesday five days and a half go by. */
const OLD_DAYS = 6

/** Whether rates of this day (`2027-03-25`) should have been followed by others. */
export const areOld = (day: string, now: Date) => now.getTime() - Date.parse(day) > OLD_DAYS * 86_400_000
