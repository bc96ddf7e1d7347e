import type { Locale } from '#platform/i18n/locales.ts'

/** What every page knows of its visitor before it asks the API anything. */
export interface VisitorContext {
  locale: Locale
  /** ISO 4217. */
  currency: string
  /** https://shop.example, for canonical addresses. */
  origin: string
  mode: 'demo' | 'live'
  /** What language and currency are shared with; undefined: this host alone. */
  cookieDomain: string | undefined
}
