import { getRouteApi } from '@tanstack/react-router'
import { convert, fromMajor, toMajor, toUsd } from '#platform/money.ts'
import { usePrice } from '#rooms/money/ui/use-price.ts'
import type { Filters } from '../../filters.ts'
import { exchangeOf } from './load-list.ts'

const root = getRouteApi('__root__')

export type Bounds = readonly [from: number, to: number]

/** The chosen price range in the visitor's currency (major units), whatever currency it was chosen in. */
export function usePriceBounds(filters: Filters, maxPrice: number) {
  const { currencies } = root.useLoaderData()
  const { currency, exchange, symbol, amount } = usePrice()
  const code = currency?.moneyType ?? 'USD'
  const theirs = exchangeOf(filters.currency, currencies)
  const top = Math.floor(toMajor(convert(fromMajor(maxPrice), exchange))) + 1

  function here(minor: number | undefined): number | undefined {
    if (minor === undefined || !theirs) return undefined
    return toMajor(filters.currency === code ? minor : convert(toUsd(minor, theirs.rate), exchange))
  }

  const low = here(filters.low)
  const high = here(filters.high)
  const bounds: Bounds = [Math.min(low ?? 0, top), Math.min(high ?? top, top)]
  return { low, high, bounds, top, currency: code, symbol, amount }
}
