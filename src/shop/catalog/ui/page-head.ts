import type { Locale } from '#platform/i18n/locales.ts'
import { translator } from '#platform/i18n/messages.ts'

/** The head is made outside of React: the page's words, straight from its language. */
export function wordsOf(locale: Locale) {
  return translator(locale.code, locale.tag).t
}
