// What the index is asked, and what it answers.
import type { Facet } from './product-table.ts'

/** The filters of a list. Several ids of one list mean any of them; an id that nothing has matches nothing; an empty list filters nothing. */
export interface CatalogFilter {
  categoryId?: number | undefined
  /** US cents, inclusive, as is the high price. Either leaves out what nobody offers. */
  lowPriceCents?: number | undefined
  highPriceCents?: number | undefined
  stock?: 'in' | 'out' | undefined
  platformIds?: readonly number[] | undefined
  regionIds?: readonly number[] | undefined
  languageIds?: readonly number[] | undefined
  genreIds?: readonly number[] | undefined
  /** What a shopper typed. Blank searches nothing; without any letter or digit it matches nothing. */
  name?: string | undefined
  /** The shopper's: names are searched in it and in English, and sorted by its alphabet. */
  locale: string
}

/** 0 best match, without `name` best selling; 1 price falling; 2 price rising; 3 name A→Z; 4 name Z→A; 5 in stock first, then best selling. Without a price comes last in 1 and 2. */
export type CatalogSort = 0 | 1 | 2 | 3 | 4 | 5

export interface CatalogQuery extends CatalogFilter {
  sort: CatalogSort
  offset: number
  limit: number
}

export type FacetCounts = Record<Facet, Map<number, number>> & {
  stock: { in: number; out: number }
  /**
   * The highest price in the category and search that is shown for the platforms and regions, whatever else is filtered: the end of
   * the price slider must not move with it.
   */
  maxPriceCents: number
}

export interface Found {
  ids: number[]
  /** Nothing has all of the words that were typed; these have most of them. */
  similar?: true
}

/** What is not there is not similar to anything. */
export function marked<T extends Found>(found: T, similar: boolean | undefined): T {
  return similar && found.ids.length > 0 ? { ...found, similar: true } : found
}
