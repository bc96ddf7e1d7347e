import type { Locale } from '#platform/i18n/locales.ts'
import { translator } from '#platform/i18n/messages.ts'

/** The head is made outside of React: the page's words, straight from its language. */
export function wordsOf(locale: Locale) {
  return translator(locale.code, locale.tag).t
}

type PageHead = {
  title: string
  description?: string
  /** Absolute: https://shop.example/rpg-games */
  canonical?: string
  noindex?: boolean
}

/** Search engines see one address per page and language (`?lang=`, decision D6). */
export function pageHead({ title, description, canonical, noindex }: PageHead) {
  return {
    meta: [
      { title },
      ...(description ? [{ name: 'description', content: description }] : []),
      ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    ],
    links: canonical ? [{ rel: 'canonical', href: canonical }] : [],
  }
}

/** The page's own address in its language; English has none in it (specification §2). */
export function canonicalOf(origin: string, href: string, locale: Locale): string {
  const url = new URL(href, origin)
  if (locale.code !== 'en-US') url.searchParams.set('lang', locale.code)
  return url.href
}
