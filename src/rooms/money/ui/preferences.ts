// What a visitor chooses for every page: language and currency, in cookies that the server reads (specification §4).
import { readCookie, writeCookie } from '#platform/http/cookies.ts'
import { offeredHere } from '#platform/i18n/site-facts.ts'
import type { CurrencyOption, LanguageOption } from '../contract.ts'

const YEAR_IN_SECONDS = 31_536_000

/** The address of this page in another language. The shop's default needs no parameter, unless nothing but the address can carry the choice. */
export function languageHref(pathname: string, search: string, code: string, explicit: boolean): string {
  const query = new URLSearchParams(search)
  if (code === offeredHere().first.code && !explicit) query.delete('lang')
  else query.set('lang', code)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/**
 * Keeps the choice, and the currency that goes with it where none was chosen (specification §4). The page is then loaded
 * anew in that language.
 */
export function keepLanguage(language: LanguageOption): void {
  share('locale', language.domain)
  keep('siteId', String(language.id))
  keep('feedback', language.feedbackType)
  if (readCookie(document.cookie, 'currencyType') === undefined)
    keepCurrency({
      id: language.currencyId,
      moneyStr: language.currencyStr,
      moneyType: language.currencyName,
      moneyRate: language.currencyRate,
    })
}

/** Keeps the choice and loads the page, or that of `href`, anew with its prices. */
export function chooseCurrency(currency: CurrencyOption, href?: string): void {
  keepCurrency(currency)
  if (href) location.assign(href)
  else location.reload()
}

function keepCurrency(currency: Pick<CurrencyOption, 'id' | 'moneyStr' | 'moneyType' | 'moneyRate'>): void {
  share('currency', currency.moneyStr)
  share('currencyType', currency.moneyType)
  share('currencyId', String(currency.id))
  share('currencyRate', String(currency.moneyRate))
}

function keep(name: string, value: string): void {
  writeCookie(name, encodeURIComponent(value), YEAR_IN_SECONDS)
}

/** With the subdomains, where the operator has some (specification §4). */
function share(name: string, value: string): void {
  writeCookie(name, encodeURIComponent(value), YEAR_IN_SECONDS, document.documentElement.dataset.cookieDomain)
}
