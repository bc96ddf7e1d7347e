// A row of a feed as it was read.
import type { RateE8 } from '#platform/money.ts'
import type { FeedMap, TEXTS } from './map.ts'

export type FacetKind = 'platform' | 'region' | 'language' | 'genre'

export interface FacetWanted {
  code: string
  name: string
  /** The feed's own word, which the shop must know, or it is left out. */
  word?: string
}

export interface CategoryWanted extends FacetWanted {
  /** The levels above it, from the top. */
  above: FacetWanted[]
}

/** Texts by language code. */
export type Texts = Partial<Record<(typeof TEXTS)[number], Record<string, string>>>

export interface FeedRow {
  line: number
  ref: string
  name: string
  developer: string | null
  /** ISO date. */
  releasedOn: string | null
  publisher: string | null
  /** In other languages than English, and English texts that are no name. */
  texts: Texts
  picture: string | null
  category: CategoryWanted
  popularity: number
  genres: FacetWanted[]
  languages: FacetWanted[]
  platforms: FacetWanted[]
  /** Null: not stated. */
  region: FacetWanted | null
  edition: string | null
  denomination: string | null
  /** USD cents; null: it cannot be sold. */
  priceCents: number | null
  /** USD cents: what the supplier recommends. */
  listPriceCents: number | null
}

/** A reason (see REASONS in remarks.ts) and what stood there. */
export type Remark = [reason: string, detail: string]

/** Throws for a record that cannot be a product. */
export class Refusal extends Error {
  reason: string
  constructor(reason: string, detail: string) {
    super(detail)
    this.reason = reason
  }
}

export interface FeedPlan {
  map: FeedMap
  places: ReadonlyMap<string, number>
  columns: number
  rates: ReadonlyMap<string, RateE8>
}
