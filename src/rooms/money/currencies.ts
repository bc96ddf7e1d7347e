// The shop's currencies, as this process holds them.
import type { Locale } from '#platform/i18n/locales.ts'
import { type Exchange, exchangeInto, USD_RATE } from '#platform/money.ts'
import type { CurrencyRow } from './store.ts'

export interface Currencies {
  /** Those that shoppers can choose, in the order in which they are offered. */
  all(): readonly CurrencyRow[]
  /** By its ISO 4217 code; undefined: the shop does not sell in it. */
  byCode(code: string): CurrencyRow | undefined
  byId(id: number): CurrencyRow | undefined
  /**
   * For what stands beside amounts of other currencies, or leaves the page: `CN¥` and `JP¥` where two currencies share `¥`.
   * Also of one that it sells in no more: orders stay in it. The code where there is none.
   */
  symbolOf(code: string): string
  /** Of somebody who has chosen none: that of his language, else what the operator says, else dollars, in which every shop sells. */
  firstFor(locale: Pick<Locale, 'currency'>): CurrencyRow | undefined
}

export function currenciesIn(now: () => readonly CurrencyRow[], chosen: () => string): Currencies {
  const offered = () => now().filter(({ isOn }) => isOn)
  const byCode = (code: string) => offered().find((currency) => currency.code === code)
  return {
    all: offered,
    byCode,
    byId: (id) => offered().find((currency) => currency.id === id),
    symbolOf: (code) => distinctSymbol(now(), code),
    // Dollars are what a language has that has no currency of its own here.
    firstFor: ({ currency }) =>
      (currency === 'USD' ? undefined : byCode(currency)) ?? byCode(chosen()) ?? byCode('USD') ?? offered()[0],
  }
}

/** The dollar stays `$`, in which every shop sells and balances are kept. */
function distinctSymbol(all: readonly CurrencyRow[], code: string): string {
  const symbol = all.find((currency) => currency.code === code)?.symbol
  if (symbol === undefined) return code
  const isShared = code !== 'USD' && all.some((other) => other.code !== code && other.symbol === symbol)
  return isShared ? code.slice(0, 2) + symbol : symbol
}

/** From US dollars into it; into dollars where there is none. */
export function exchangeOf(currency: CurrencyRow | undefined): Exchange {
  return exchangeInto(currency?.code ?? 'USD', currency ? BigInt(currency.rateE8) : USD_RATE)
}
