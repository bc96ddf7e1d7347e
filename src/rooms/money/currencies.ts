// The shop's currencies, as this process holds them.
import { type Exchange, exchangeInto } from '#platform/money.ts'
import type { CurrencyRow } from './store.ts'

export interface Currencies {
  /** In the order in which they are offered. */
  all(): readonly CurrencyRow[]
  /** By its ISO 4217 code; undefined: the shop does not sell in it. */
  byCode(code: string): CurrencyRow | undefined
  byId(id: number): CurrencyRow | undefined
}

export function currenciesIn(now: () => readonly CurrencyRow[]): Currencies {
  return {
    all: now,
    byCode: (code) => now().find((currency) => currency.code === code),
    byId: (id) => now().find((currency) => currency.id === id),
  }
}

/** From US dollars into it; into dollars where there is none. */
export function exchangeOf(currency: CurrencyRow | undefined): Exchange {
  return exchangeInto(currency?.code ?? 'USD', BigInt(currency?.rateE8 ?? 0))
}
