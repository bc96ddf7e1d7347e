// What a page says of its own address to search engines: one address per language, each naming the others.
import type { Locale } from '#platform/i18n/locales.ts'
import { offeredHere } from '#platform/i18n/site-facts.ts'

interface Where {
  /** https://shop.example */
  origin: string
  locale: Locale
}

/** The address of a page in a language. `path` has the parameters that make it another page, and none that do not. */
export function pageAddress(origin: string, path: string, code: string, { first } = offeredHere()): string {
  if (code === first.code) return `${origin}${path}`
  return `${origin}${path}${path.includes('?') ? '&' : '?'}lang=${code}`
}

/** Also kept up to date while somebody moves from page to page: phones share the address that stands here. */
export function canonicalLink({ origin, locale }: Where, path: string) {
  return { rel: 'canonical', href: pageAddress(origin, path, locale.code) }
}

export function alternateLinks({ origin }: Where, path: string) {
  const { locales, first } = offeredHere()
  return [
    ...locales.map(({ code, tag }) => ({ rel: 'alternate', hrefLang: tag, href: pageAddress(origin, path, code) })),
    { rel: 'alternate', hrefLang: 'x-default', href: pageAddress(origin, path, first.code) },
  ]
}
