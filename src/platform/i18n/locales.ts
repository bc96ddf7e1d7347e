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
  { code: 'cz', tag: 'cs', name: 'Čeština', dir: 'ltr', currency: 'EUR' },
  { code: 'de', tag: 'de', name: 'Deutsch', dir: 'ltr', currency: 'EUR' },
  { code: 'es', tag: 'es', name: 'Español', dir: 'ltr', currency: 'EUR' },
  { code: 'fr', tag: 'fr', name: 'Français', dir: 'ltr', currency: 'EUR' },
  { code: 'hu', tag: 'hu', name: 'Magyar', dir: 'ltr', currency: 'EUR' },
  { code: 'it', tag: 'it', name: 'Italiano', dir: 'ltr', currency: 'EUR' },
  { code: 'ja', tag: 'ja', name: '日本語', dir: 'ltr', currency: 'JPY' },
  { code: 'ko', tag: 'ko', name: '한국어', dir: 'ltr', currency: 'KRW' },
  { code: 'nl', tag: 'nl', name: 'Nederlands', dir: 'ltr', currency: 'EUR' },
  { code: 'pl', tag: 'pl', name: 'Polski', dir: 'ltr', currency: 'EUR' },
  { code: 'pt', tag: 'pt', name: 'Português', dir: 'ltr', currency: 'EUR' },
  { code: 'ro', tag: 'ro', name: 'Română', dir: 'ltr', currency: 'EUR' },
  { code: 'ru', tag: 'ru', name: 'Русский', dir: 'ltr', currency: 'USD' },
  { code: 'tr', tag: 'tr', name: 'Türkçe', dir: 'ltr', currency: 'USD' },
  { code: 'zh_tw', tag: 'zh-Hant-TW', name: '繁體中文', dir: 'ltr', currency: 'TWD' },
]

/** What the shop's own texts fall back to. */
export const DEFAULT_LOCALE = LOCALES[0]!

/** The languages in which a shop speaks to its visitors, as its operator says. */
export interface Offered {
  /** At least one, in the order of all. */
  locales: readonly Locale[]
  /** For whoever names none of them; its pages stand at the addresses without `lang`. */
  first: Locale
}

export const EVERY_LANGUAGE: Offered = { locales: LOCALES, first: DEFAULT_LOCALE }

export function findLocale(code: string | null | undefined): Locale | undefined {
  return LOCALES.find((locale) => locale.code === code)
}

/** First visit: `?lang`, then the cookie, then Accept-Language, then the shop's default (decision D6). */
export function chooseLocale(
  from: { lang?: string | null; cookie?: string | null; acceptLanguage?: string | null },
  { locales, first }: Offered = EVERY_LANGUAGE,
): Locale {
  const named = (code: string | null | undefined) => locales.find((locale) => locale.code === code)
  return named(from.lang) ?? named(from.cookie) ?? negotiated(from.acceptLanguage ?? '', locales) ?? first
}

/** Browsers send fewer, and no language has a longer tag (RFC 5646 §4.4.1): each that is looked at costs the only thread microseconds. */
const MOST_WISHES = 10
const LONGEST_TAG = 35

/** The first wishes of an Accept-Language header, as they stand there; what follows is not read. */
export function wishesIn(header: string): string[] {
  return header.slice(0, 1_000).split(',', MOST_WISHES)
}

/** What platforms know of a language tag; undefined: it is none. */
export function languageOf(tag: string): Intl.Locale | undefined {
  if (tag.length > LONGEST_TAG) return undefined
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

const KNOWN_HEADERS_MOST = 500
const knownOf = new WeakMap<readonly Locale[], Map<string, Locale | undefined>>()

/** Accept-Language headers are few: each is negotiated once. */
function negotiated(header: string, locales: readonly Locale[]): Locale | undefined {
  const read = wishesIn(header).join()
  const known = knownOf.get(locales) ?? new Map<string, Locale | undefined>()
  knownOf.set(locales, known)
  if (known.has(read)) return known.get(read)
  const locale = negotiate(read, locales)
  if (known.size >= KNOWN_HEADERS_MOST) known.clear()
  known.set(read, locale)
  return locale
}

/** RFC 9110 §12.5.4: the wish with the largest weight that we have, by full tag first, then by language alone. */
function negotiate(header: string, locales: readonly Locale[]): Locale | undefined {
  const wishes = wishesIn(header)
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';')
      const q = params.map((p) => /^\s*q=([01](?:\.\d{1,3})?)\s*$/.exec(p)?.[1]).find(Boolean)
      return { tag: tag.trim(), weight: q === undefined ? 1 : Number(q) }
    })
    .filter(({ tag, weight }) => tag && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { tag } of wishes) {
    const found =
      locales.find((l) => l.tag.toLowerCase() === tag || l.code.toLowerCase() === tag) ?? bestOf(tag, locales)
    if (found) return found
  }
  return undefined
}

/** The locale of this language and script (zh-HK is written as zh_tw is), else one of this language. */
function bestOf(tag: string, locales: readonly Locale[]): Locale | undefined {
  const wish = likely(tag)
  const spoken = locales.filter((locale) => wish.language !== undefined && ours(locale).language === wish.language)
  return spoken.find((locale) => ours(locale).script === wish.script) ?? spoken[0]
}

interface Spoken {
  language?: string
  script?: string
}

const oursKnown = new Map<Locale, Spoken>()

/** Looked up once, and not for every wish. */
function ours(locale: Locale): Spoken {
  const found = oursKnown.get(locale) ?? likely(locale.tag)
  oursKnown.set(locale, found)
  return found
}

function likely(tag: string): Spoken {
  const { language, script } = languageOf(tag)?.maximize() ?? {}
  return { language, script }
}
