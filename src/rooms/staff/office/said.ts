// How the office writes moments and money, in the language of whoever reads. Times are the browser's zone, which is named.
import type { TranslateOffice } from './words.ts'

export function sayMoment(t: TranslateOffice, iso: string): string {
  return new Intl.DateTimeFormat(t.tag, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  } as Intl.DateTimeFormatOptions).format(new Date(iso))
}

/** A day without a time of day: `2026-06-30`. */
export function sayDay(t: TranslateOffice, day: string): string {
  return new Intl.DateTimeFormat(t.tag, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(new Date(day)) // biome-ignore format: one line
}

/** How long ago that was, in the largest unit that says it: `3 hours`. */
export function sayAge(t: TranslateOffice, iso: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(iso)) / 60_000))
  const [unit, value] =
    minutes < 60
      ? ['minute', minutes]
      : minutes < 2_880
        ? ['hour', Math.floor(minutes / 60)]
        : ['day', Math.floor(minutes / 1_440)]
  return new Intl.NumberFormat(t.tag, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    numberingSystem: 'latn',
  } as Intl.NumberFormatOptions).format(value as number)
}

/** By which name the browser's zone goes: `Europe/Berlin`. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * In units of the currency, with its code: a bookkeeper must not take one dollar for another. Two decimals in every currency
 * (decision C6): a browser's tables write some without any, although the shop sells them to 0.01.
 */
export function sayMoney(t: TranslateOffice, amount: number, currency: string): string {
  const how = { style: 'currency', currency, currencyDisplay: 'code', numberingSystem: 'latn' } as const
  return new Intl.NumberFormat(t.tag, { ...how, minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function saySize(t: TranslateOffice, bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const how = { style: 'unit', unit: UNITS[step]!, numberingSystem: 'latn', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(t.tag, how).format(bytes / 1_024 ** step)
}
