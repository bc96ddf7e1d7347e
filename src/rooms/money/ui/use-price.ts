import { getRouteApi } from '@tanstack/react-router'
import { convert, exchangeInto, formatMoney, fromMajor, rateFromDecimal, USD_RATE } from '#platform/money.ts'

const root = getRouteApi('__root__')

/** The visitor's currency, with functions that show a price of US dollars in it (decision C6). */
export function usePrice() {
  const { currencies } = root.useLoaderData()
  const { currency: code } = root.useRouteContext()
  const currency = currencies.find((option) => option.moneyType === code) ?? currencies[0]
  const exchange = exchangeInto(
    currency?.moneyType ?? 'USD',
    currency ? rateFromDecimal(currency.moneyRate.toFixed(8)) : USD_RATE,
  )
  const symbol = currency?.moneyStr ?? '$'
  return {
    currency,
    exchange,
    symbol,
    /** 12.34 (US dollars) → `€ 10.72`. */
    price: (usd: number) => formatMoney(convert(fromMajor(usd), exchange), symbol),
    /** 12.34 in the visitor's currency already → `€ 12.34`. */
    amount: (major: number) => formatMoney(fromMajor(major), symbol),
  }
}
