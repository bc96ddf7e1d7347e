// What a page says of its own address to search engines: one address per language, each naming the others.
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#platform/i18n/locales.ts'

interface Where {
  /** https://shop.example */
  origin: string
  locale: Locale
}

/** The address of a page in a language. `path` has the parameters that make it another page, and none that do not. */
export function pageAddress(origin: string, path: string, code: string): string {
  if (code === DEFAULT_LOCALE.code) return `${origin}${path}`
  return `${origin}${path}${path.includes('?') ? '&' : '?'}lang=${code}`
}

/** Also kept up to date while somebody moves from page to page: phones share the address that stands here. */
export function canonicalLink({ origin, locale }: Where, path: string) {
  return { rel: 'canonical', href: pageAddress(origin, path, locale.code) }
}

export function alternateLinks({ origin }: Where, path: string) {
  return [
    ...LOCALES.map(({ code, tag }) => ({ rel: 'alternate', hrefLang: tag, href: pageAddress(origin, path, code) })),
    { rel: 'alternate', hrefLang: 'x-default', href: pageAddress(origin, path, DEFAULT_LOCALE.code) },
  ]
}
