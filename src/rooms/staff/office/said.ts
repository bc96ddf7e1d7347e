// How the office writes moments and money, in the language of whoever reads. Times are the browser's zone, which is named.
import type { TranslateOffice } from './words.ts'

export function sayMoment(t: TranslateOffice, iso: string): string {
  return new Intl.DateTimeFormat(t.tag, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  } as Intl.DateTimeFormatOptions).format(new Date(iso))
}

/** By which name the browser's zone goes: `Europe/Berlin`. */
export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** In units of the currency, with its code: a bookkeeper must not take one dollar for another. */
export function sayMoney(t: TranslateOffice, amount: number, currency: string): string {
  const how = { style: 'currency', currency, currencyDisplay: 'code', numberingSystem: 'latn' } as const
  return new Intl.NumberFormat(t.tag, how).format(amount)
}
