// How sizes, counts and ages are written, in the language of whoever reads.
import type { TranslateOffice } from '#rooms/staff/office/words.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function saySize(t: TranslateOffice, bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const how = { style: 'unit', unit: UNITS[step]!, numberingSystem: 'latn', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(t.tag, how).format(bytes / 1_024 ** step)
}

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
