// The interface languages. `code` is what the visitor, the cookie and `?lang=` see; `tag` is its BCP 47 form (decision D6).

export interface Locale {
  code: string
  tag: string
  /** In its own words. */
  name: string
  dir: 'ltr' | 'rtl'
  /** ISO 4217: chosen when the visitor has chosen none. */
  currency: string
}

export const LOCALES: readonly Locale[] = [
  { code: 'en-US', tag: 'en-US', name: 'English', dir: 'ltr', currency: 'USD' },
  { code: 'zh-CN', tag: 'zh-Hans-CN', name: '简体中文', dir: 'ltr', currency: 'CNY' },
  { code: 'ar', tag: 'ar', name: 'العربية', dir: 'rtl', currency: 'USD' },
]

export const DEFAULT_LOCALE = LOCALES[0]!

export function findLocale(code: string | null | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale.code === code)
}

/** First visit: `?lang`, then the cookie, then Accept-Language, then en-US (decision D6). */
export function chooseLocale(from: {
  lang?: string | null
  cookie?: string | null
  acceptLanguage?: string | null
}): Locale {
  return findLocale(from.lang) ?? findLocale(from.cookie) ?? negotiate(from.acceptLanguage) ?? DEFAULT_LOCALE
}

/** RFC 9110 §12.5.4: the wish with the largest weight that we have, by full tag first, then by language alone. */
function negotiate(header: string | null | undefined): Locale | undefined {
  const wishes = (header ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';')
      const q = params.map((p) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(p)?.[1]).find(Boolean)
      return { tag: tag.trim(), weight: q === undefined ? 1 : Number(q) }
    })
    .filter(({ tag, weight }) => tag && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { tag } of wishes) {
    const found =
      LOCALES.find((l) => l.tag.toLowerCase() === tag || l.code.toLowerCase() === tag) ??
      LOCALES.find((l) => l.tag.toLowerCase().split('-')[0] === tag.split('-')[0])
    if (found) return found
  }
  return undefined
}
