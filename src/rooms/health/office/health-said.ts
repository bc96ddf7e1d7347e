// How counts and ages are written, in the language of whoever reads.
import type { TranslateOffice } from '#rooms/staff/office/words.ts'

export const sayCount = (t: TranslateOffice, value: number) =>
  new Intl.NumberFormat(t.tag, { numberingSystem: 'latn' }).format(value)

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `3 hours ago`, or of what is to come `in 3 hours`. */
export function sayAge(t: TranslateOffice, iso: string): string {
  const seconds = Math.round((Date.parse(iso) - Date.now()) / 1_000)
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? STEPS[3]
  return new Intl.RelativeTimeFormat(t.tag, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}

export const secondsSince = (iso: string) => (Date.now() - Date.parse(iso)) / 1_000
