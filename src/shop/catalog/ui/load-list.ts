import { rateFromDecimal } from '#platform/money.ts'
import { call } from '#shop/calls.ts'
import type { CurrencyOption } from '#shop/catalog/contract.ts'
import { type Filters, usdBounds } from '#shop/catalog/filters.ts'

/** A list and what it can be narrowed by, asked for at once. */
export async function loadList(
  filters: Filters,
  classId: number | undefined,
  currencies: CurrencyOption[],
  signal: AbortSignal,
) {
  const { name, stock, platform, region, genre, language, sort, size, page } = filters
  const common = {
    classId,
    name: name || undefined,
    stock,
    ...usdBounds(filters, rateOf(filters.currency, currencies)),
  }
  const [list, conditions] = await Promise.all([
    call(
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
    call(
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
  return { rows: list.rows, total: list.total, conditions }
}

export type LoadedList = Awaited<ReturnType<typeof loadList>>

/** Undefined: the address names a currency that the shop does not have. */
export function rateOf(code: string, currencies: CurrencyOption[]): bigint | undefined {
  const currency = currencies.find((option) => option.moneyType === code)
  return currency && rateFromDecimal(currency.moneyRate.toFixed(8))
}

const commas = (ids: number[]) => (ids.length > 0 ? ids.join() : undefined)
