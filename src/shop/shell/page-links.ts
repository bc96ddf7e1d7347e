// What a page says of its own address to search engines: one address per language, each naming the others.
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#platform/i18n/locales.ts'

/** `path` with the parameters that make it another page (a page number), without those that do not. */
export function pageLinks({ origin, locale }: { origin: string; locale: Locale }, path: string) {
  const address = (code: string) => {
    if (code === DEFAULT_LOCALE.code) return `${origin}${path}`
    return `${origin}${path}${path.includes('?') ? '&' : '?'}lang=${code}`
  }
  return [
    { rel: 'canonical', href: address(locale.code) },
    ...LOCALES.map(({ code, tag }) => ({ rel: 'alternate', hrefLang: tag, href: address(code) })),
    { rel: 'alternate', hrefLang: 'x-default', href: address(DEFAULT_LOCALE.code) },
  ]
}
