import { CallRefused, pageCall } from '#browser/calls.ts'
import { type Exchange, exchangeInto, rateFromDecimal } from '#platform/money.ts'
import type { CurrencyOption } from '#rooms/money/contract.ts'
import { type ProductCard, placed } from '#rooms/products/wire.ts'
import type { ProductConditions } from '../../contract.ts'
import { type Filters, usdBounds } from '../../filters.ts'

/** Of a route's loader: whether somebody waits for the answer or only comes near a link, and how to call it off. */
interface Asking {
  cause: 'enter' | 'stay' | 'preload'
  abortController: AbortController
}

/**
 * A list and what it can be narrowed by, asked for at once. A browser that gets no answer gets a list that says so, since
 * the page around it still stands; a page that the server renders is then an error, with its status.
 */
export async function loadList(
  filters: Filters,
  classId: number | undefined,
  currencies: CurrencyOption[],
  { cause, abortController: { signal } }: Asking,
): Promise<LoadedList> {
  try {
    return await askForList(filters, classId, currencies, signal)
  } catch (error) {
    // What was only fetched ahead is asked for again when it is wanted.
    if (typeof document === 'undefined' || cause === 'preload' || !(error instanceof CallRefused)) throw error
    return { rows: [], total: 0, failed: error.status === 0 ? 'offline' : 'unexpected' }
  }
}

export interface LoadedList {
  rows: ProductCard[]
  total: number
  /** Of a list that failed: undefined. */
  conditions?: ProductConditions
  /** There was no answer, because nobody could be reached or for another reason. */
  failed?: 'offline' | 'unexpected'
}

async function askForList(
  filters: Filters,
  classId: number | undefined,
  currencies: CurrencyOption[],
  signal: AbortSignal,
): Promise<LoadedList> {
  const { name, stock, platform, region, genre, language, sort, size, page } = filters
  const common = {
    classId,
    name: name || undefined,
    stock,
    ...usdBounds(filters, exchangeOf(filters.currency, currencies)),
  }
  const [list, conditions] = await Promise.all([
    pageCall(
      'POST /api/product/list',
      {
        body: {
          ...common,
          pageNum: page,
          pageSize: size,
          orderByColumn: sort,
          plat_list: platform,
          region_list: region,
          language_list: language,
          theme_list: genre,
        },
      },
      { signal },
    ),
    pageCall(
      'GET /api/product/condition/list',
      {
        query: {
          ...common,
          lowerPrice: common.lowerPrice?.toFixed(2),
          highPrice: common.highPrice?.toFixed(2),
          plat_list: commas(platform),
          region_list: commas(region),
          language_list: commas(language),
          theme_list: commas(genre),
        },
      },
      { signal },
    ),
  ])
  return { rows: list.rows.map(placed), total: list.total, conditions }
}

/** Undefined: the address names a currency that the shop does not have. */
export function exchangeOf(code: string, currencies: CurrencyOption[]): Exchange | undefined {
  const currency = currencies.find((option) => option.moneyType === code)
  return currency && exchangeInto(code, rateFromDecimal(currency.moneyRate.toFixed(8)))
}

const commas = (ids: number[]) => (ids.length > 0 ? ids.join() : undefined)
