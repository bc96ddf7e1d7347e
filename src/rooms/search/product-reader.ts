// Products as the index takes them, read from the database.
import type { Database } from '#platform/database/database.ts'
import { branchOf, type Catalogue } from '#rooms/products/hands.ts'
import type { IndexedProduct } from './index/catalog-index.ts'
import type { IndexedVersion } from './index/versions.ts'
import * as store from './store.ts'

/**
 * So many products are read at once, and let go before the next are asked for. They die young: with batches of 5,000 a start left
 * a hundred megabytes of old rows behind.
 */
const BATCH = 1_000

export type ProductReader = ReturnType<typeof createProductReader>

export function createProductReader(db: Database, catalogue: Catalogue) {
  /** Products whose category the products' room does not know yet: they are read again once it does. */
  const orphans = new Set<number>()

  function toIndexed(row: store.IndexRow): IndexedProduct {
    const { shelves } = catalogue
    if (!shelves.categories.has(row.categoryId)) orphans.add(row.id)
    return {
      id: row.id,
      categoryIds: branchOf(row.categoryId, shelves),
      names: row.name as IndexedProduct['names'],
      makers: row.makers,
      lowPriceCents: row.lowPriceCents,
      inStock: row.inStock,
      cardHash: row.cardHash,
      popularity: row.popularity,
      sold: row.sold,
      releasedOn: row.releasedOn ?? 0,
      platformIds: row.platformIds,
      regionIds: row.regionIds,
      languageIds: row.languageIds,
      genreIds: row.genreIds,
      versions: versionsOf(row),
    }
  }

  return {
    /** Batch by batch: the index keeps columns, and a catalogue of 200,000 never stands in memory as rows. */
    async *all(): AsyncGenerator<IndexedProduct[]> {
      for (let after = 0; ; ) {
        const rows = await store.indexRowsAfter(db, after, BATCH)
        if (rows.length === 0) return
        yield rows.map(toIndexed)
        after = rows.at(-1)!.id
      }
    },

    of: async (ids: number[]): Promise<IndexedProduct[]> => (await store.indexRowsOf(db, ids)).map(toIndexed),

    /** Those that are to be read again, as their categories are known now. */
    takeOrphans(): number[] {
      const taken = [...orphans]
      orphans.clear()
      return taken
    },
  }
}

/** One for each platform and region, the best of its editions and amounts. */
function versionsOf(row: store.IndexRow): IndexedVersion[] | undefined {
  if (!row.versions) return undefined
  const byPlace = new Map<string, IndexedVersion>()
  for (const [lowPriceCents, inStock, regionId, platformIds, offer] of row.versions) {
    const place = `${regionId} ${platformIds}`
    if (!byPlace.has(place)) byPlace.set(place, { platformIds, regionId, lowPriceCents, inStock, offer })
  }
  return [...byPlace.values()]
}
