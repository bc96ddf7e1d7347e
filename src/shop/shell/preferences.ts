// What a visitor chooses for every page: language and currency, in cookies that the server reads (specification §4).
import { DEFAULT_LOCALE } from '#platform/i18n/locales.ts'
import type { CurrencyOption } from '#shop/catalog/contract.ts'

const YEAR_IN_SECONDS = 31_536_000

/** The same page in another language. en-US needs no parameter, unless nothing but the address can carry the choice. */
export function languageHref(pathname: string, search: string, code: string, explicit: boolean): string {
  const query = new URLSearchParams(search)
  if (code === DEFAULT_LOCALE.code && !explicit) query.delete('lang')
  else query.set('lang', code)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** Keeps the choice. The page is then loaded anew in that language. */
export function keepLanguage(language: { id: number; domain: string; feedbackType: string }): void {
  writeCookie('locale', language.domain)
  writeCookie('siteId', String(language.id))
  writeCookie('feedback', language.feedbackType)
}

/** Keeps the choice and loads the page anew with its prices. */
export function chooseCurrency(currency: CurrencyOption): void {
  writeCookie('currency', currency.moneyStr)
  writeCookie('currencyType', currency.moneyType)
  writeCookie('currencyId', String(currency.id))
  writeCookie('currencyRate', String(currency.moneyRate))
  location.reload()
}

function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere, and answers later
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_IN_SECONDS}; SameSite=Lax${secure}`
}
