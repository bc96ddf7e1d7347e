// How the office writes moments and money, in the language of whoever reads. Times are the browser's zone, which is named.
import type { TranslateOffice } from './words.ts'

export function sayMoment(t: TranslateOffice, iso: string, { withZone = false } = {}): string {
  return new Intl.DateTimeFormat(t.tag, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    ...(withZone && { timeZoneName: 'short' }),
  } as Intl.DateTimeFormatOptions).format(new Date(iso))
}

/** By which name the browser's zone goes: `Europe/Berlin`. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** In units of the currency, with its code: a bookkeeper must not take one dollar for another. */
export function sayMoney(t: TranslateOffice, amount: number, currency: string): string {
  return new Intl.NumberFormat(t.tag, { style: 'currency', currency, currencyDisplay: 'code', numberingSystem: 'latn' })
    .format(amount)
    .replace(/ /g, ' ')
}
