// Product cards: read as they are now, in the order asked for.
import type { Database } from '#platform/database/database.ts'
import { type Exchange, exchangeInto, toMajor } from '#platform/money.ts'
import { showing } from '#platform/request-scope.ts'
import { reductionIn } from '#rooms/prices/reductions.ts'
import type { ProductCard } from './contract.ts'
import { type Catalogue, inLocale } from './live.ts'
import { type PosterSubject, posterPath, skuPosterPath } from './pictures.ts'
import type { Shelves } from './shelves.ts'
import { type CardRow, cardRows } from './store.ts'

/** `outdated`: products whose row is newer than what the index says of them. */
export async function cardsOf(
  db: Database,
  catalogue: Catalogue,
  ids: number[],
  locale: string,
  /** ISO 4217: of what is said of reductions; dollars where the shop does not have it. */
  currency: string | null,
): Promise<{ cards: ProductCard[]; outdated: number[] }> {
  if (ids.length === 0) return { cards: [], outdated: [] }
  const { index, shelves } = catalogue
  // As the index knew them when it chose them: it may learn more while we read.
  const known = ids.map((id) => index.figures(id))
  const found = shelves.currencies.find(({ code }) => code === (currency ?? 'USD'))
  const exchange = exchangeInto(found?.code ?? 'USD', BigInt(found?.rateE8 ?? 0))
  const past = { currencyId: found?.id ?? 0, unit: exchange.unit }
  const rows = new Map((await cardRows(db, ids, locale, past)).map((row) => [row.id, row]))
  const cards: ProductCard[] = []
  const outdated: number[] = []
  for (const [position, id] of ids.entries()) {
    const row = rows.get(id)
    if (row) cards.push(cardOf(row, shelves, locale, exchange))
    const then = known[position]
    if (row?.lowPriceCents !== then?.lowPriceCents || row?.inStock !== then?.inStock) outdated.push(id)
  }
  showing(...ids.map((id) => `p:${id}`))
  return { cards, outdated }
}

function cardOf(row: CardRow, shelves: Shelves, locale: string, exchange: Exchange): ProductCard {
  const name = (id: number | null) => {
    const facet = shelves.facets.get(id ?? -1)
    return facet ? inLocale(facet.name, locale) : null
  }
  return {
    id: row.id,
    name: row.name,
    img: posterPath(row.id, posterSubject(row, shelves)),
    lowPrice: row.lowPriceCents === null ? null : toMajor(row.lowPriceCents),
    inStock: row.inStock,
    urlName: shelves.categories.get(row.categoryId)?.slug ?? '',
    zhname: row.slug,
    platforms: (row.platformIds ?? []).map(name).filter((text) => text !== null),
    region: name(row.regionId),
    reduction:
      row.lowPriceCents === null ? null : reductionIn(row.lowPriceCents, row.priceBefore, row.lowestPrice, exchange),
  }
}

/** What is bought of a product: a card shows the amount that was chosen. */
export function purchasePicture(
  row: Parameters<typeof posterSubject>[0] & { productId: number; skuId: number; denomination: string | null },
  shelves: Shelves,
): string {
  const subject = posterSubject(row, shelves)
  return hasAmount(row) ? skuPosterPath(row.skuId, subject, row.denomination) : posterPath(row.productId, subject)
}

/** Whether the version's poster has an amount on it. */
export function hasAmount<T extends { type: number; denomination: string | null }>(
  row: T,
): row is T & { denomination: string } {
  return row.type === 1 && row.denomination !== null
}

const KINDS = ['game', 'card', 'account'] as const

/** What the poster of a product shows; everything in it is part of the picture's address. */
export function posterSubject(
  row: { title: string; type: number; genreIds: number[]; slug: string },
  shelves: Shelves,
): PosterSubject {
  return {
    // "(PlayStation 5)" is said by the small line.
    title: row.type === 0 ? row.title.replace(/\s*\([^)]*\)$/u, '') : row.title,
    genre: row.genreIds.map((id) => shelves.facets.get(id)?.code ?? '').join(';'),
    kind: KINDS[row.type] ?? 'game',
    seed: row.slug,
  }
}
