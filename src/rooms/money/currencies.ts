// The shop's currencies, as this process holds them.
import { type Exchange, exchangeInto, USD_RATE } from '#platform/money.ts'
import type { CurrencyRow } from './store.ts'

export interface Currencies {
  /** Those that shoppers can choose, in the order in which they are offered. */
  all(): readonly CurrencyRow[]
  /** By its ISO 4217 code; undefined: the shop does not sell in it. */
  byCode(code: string): CurrencyRow | undefined
  byId(id: number): CurrencyRow | undefined
  /** Also of one that it sells in no more: orders stay in it. The code where there is none. */
  symbolOf(code: string): string
}

export function currenciesIn(now: () => readonly CurrencyRow[]): Currencies {
  const offered = () => now().filter(({ isOn }) => isOn)
  return {
    all: offered,
    byCode: (code) => offered().find((currency) => currency.code === code),
    byId: (id) => offered().find((currency) => currency.id === id),
    symbolOf: (code) => now().find((currency) => currency.code === code)?.symbol ?? code,
  }
}

/** From US dollars into it; into dollars where there is none. */
export function exchangeOf(currency: CurrencyRow | undefined): Exchange {
  return exchangeInto(currency?.code ?? 'USD', currency ? BigInt(currency.rateE8) : USD_RATE)
}
