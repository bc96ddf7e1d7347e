import { DEFAULT_LOCALE } from './locales.ts'

/** Text by language code: `{ "en-US": "…", "zh-CN": "…" }`. */
export type Localized = Record<string, string>

/** In this language, else in English, else in the one that there is (decision B5; in SQL `text_in`). Empty: there is none. */
export function textIn(texts: Readonly<Record<string, string>>, locale: string): string {
  const said = texts[locale] || texts[DEFAULT_LOCALE.code]
  if (said) return said
  const other = Object.keys(texts)
    .sort()
    .find((language) => texts[language])
  return other === undefined ? '' : texts[other]!
}

/** The language of what `textIn` answers; English where there is none (in SQL `language_of`). */
export function languageOf(texts: Readonly<Localized>, locale: string): string {
  const languages = [locale, DEFAULT_LOCALE.code, ...Object.keys(texts).sort()]
  return languages.find((language) => texts[language]) ?? DEFAULT_LOCALE.code
}
