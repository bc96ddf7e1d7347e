// A moment in words that mean the same everywhere: for mails, whose reader may be in any time zone.
import { DEFAULT_LOCALE, findLocale } from './locales.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** '2026-06-19T10:00:00Z' → `June 19, 2026 at 10:00 AM UTC`, the language's way; seconds are nobody's business. */
export function formatMoment(at: string | Date, locale: string): string {
  const { tag } = findLocale(locale) ?? DEFAULT_LOCALE
  let format = formats.get(tag)
  if (!format) {
    format = new Intl.DateTimeFormat(tag, {
      ...{ year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
      ...{ timeZone: 'UTC', timeZoneName: 'short' },
      numberingSystem: 'latn',
    })
    formats.set(tag, format)
  }
  return format.format(new Date(at))
}
