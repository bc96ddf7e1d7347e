// Where a visitor probably is (decision A13): what a trusted proxy says of his country, else what his browser says of his
// languages. A guess to start from; he corrects it where it matters, and nothing is kept of it.
import type { Caller } from '#platform/http/principal.ts'
import { chooseLocale, EVERY_LANGUAGE, type Locale, languageOf, wishesIn } from '#platform/i18n/locales.ts'

export interface Place {
  /** ISO 3166; null: nothing says so much. */
  country: string | null
  locale: Locale
  /** ISO 4217, by country where that is known, else by language. */
  currency: string
}

export function guessPlace(
  fromProxy: string | undefined,
  acceptLanguage: string | null,
  offered = EVERY_LANGUAGE,
): Place {
  const country = fromProxy ?? countryOf(acceptLanguage ?? '')
  // Who names no language is greeted in that of his country.
  const locale = chooseLocale({ acceptLanguage: acceptLanguage || (country && `und-${country}`) }, offered)
  return { country, locale, currency: (country && CURRENCIES.get(country)) || locale.currency }
}

/** ISO 3166; empty: nothing says so much. Only ever a preference: who buys says where he is, and nobody is asked to prove it. */
export function guessCountry(caller: Pick<Caller, 'country' | 'headers'>): string {
  return guessPlace(caller.country, caller.headers.get('accept-language')).country ?? ''
}

/** The territory of the first language that names one (`de-AT`), else where the first language is mostly spoken. */
function countryOf(header: string): string | null {
  const tags = wishesIn(header).flatMap((part) => languageOf(part.split(';', 1)[0]!.trim()) ?? [])
  return (tags.find(({ region }) => region)?.region ?? tags[0]?.maximize().region)?.match(/^[A-Z]{2}$/)?.[0] ?? null
}

const CURRENCIES = new Map(
  Object.entries({
    EUR: 'AD AT BE BG CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MQ MT NL PT RE SI SK SM VA XK YT',
    USD: 'US AS EC FM GU MH MP PA PR PW SV TC TL VG VI',
    GBP: 'GB GG IM JE',
    AUD: 'AU KI NR TV',
    CHF: 'CH LI',
    BRL: 'BR',
    CAD: 'CA',
    CNY: 'CN',
    HKD: 'HK',
    INR: 'IN',
    JPY: 'JP',
    KRW: 'KR',
    MXN: 'MX',
    SEK: 'SE',
    SGD: 'SG',
    TWD: 'TW',
  }).flatMap(([currency, countries]) => countries.split(' ').map((country) => [country, currency] as const)),
)
