// Product cards: read as they are now, in the order asked for.
import type { Database } from '#platform/database/database.ts'
import { textIn } from '#platform/i18n/text-in.ts'
import { type Exchange, toMajor } from '#platform/money.ts'
import { showing } from '#platform/request-scope.ts'
import { type Currencies, exchangeOf } from '#rooms/money/hands.ts'
import { reductionIn } from '#rooms/prices/rules.ts'
import { coverPath, type PosterSubject, skuPosterPath } from './pictures.ts'
import type { PrintedVersion } from './printed.ts'
import type { ProductCard } from './schemas.ts'
import type { Catalogue, Shelves } from './shelves.ts'
import { smallLines } from './small-lines.ts'
import { type CardRow, cardRows, type Places } from './store.ts'
import { CARD } from './tags.ts'
import { placeOnWire } from './wire.ts'

export interface CardsOptions {
  db: Database
  catalogue: Catalogue
  currencies: Currencies
}

/**
 * Cards of these products in this order; those that are gone are left out. `figures`: of each as it is now what a list is
 * sorted and narrowed by. `currency` (ISO 4217): of what is said of reductions; dollars where the shop does not have it.
 * `places`: each is shown by its best version for them, and leads to that one.
 */
export type Cards = (
  ids: number[],
  locale: string,
  currency: string | null,
  places?: Places,
) => Promise<{ cards: ProductCard[]; figures: Map<number, CardFigures> }>

export type CardFigures = Pick<CardRow, 'lowPriceCents' | 'skuId' | 'inStock'>

export function createCards({ db, catalogue, currencies }: CardsOptions): Cards {
  return async (ids, locale, code, places) => {
    if (ids.length === 0) return { cards: [], figures: new Map() }
    const currency = currencies.byCode(code ?? 'USD')
    const exchange = exchangeOf(currency)
    const past = { currencyId: currency?.id ?? 0, unit: exchange.unit, places }
    const figures = new Map((await cardRows(db, ids, locale, past)).map((row) => [row.id, row]))
    const { shelves } = catalogue
    const rows = ids.map((id) => figures.get(id)).filter((row) => row !== undefined)
    showing(...ids.map(CARD))
    const isNarrowed = places !== undefined && places.platformIds.length + places.regionIds.length > 0
    const cards = rows.map((row) => ({
      ...cardOf(row, shelves, locale, exchange),
      ...(isNarrowed && row.versionId !== null && { sku: row.versionId }),
    }))
    return { cards, figures }
  }
}

function cardOf(row: CardRow, shelves: Shelves, locale: string, exchange: Exchange): ProductCard {
  const name = (id: number | null) => {
    const facet = shelves.facets.get(id ?? -1)
    return facet ? textIn(facet.name, locale) : null
  }
  return {
    id: row.id,
    name: row.name,
    img: coverPath(row.id, row.pictureId, posterSubject(row, shelves)),
    lowPrice: row.lowPriceCents === null ? null : toMajor(row.lowPriceCents),
    inStock: row.inStock,
    ...placeOnWire({ slug: row.slug, categorySlug: shelves.categories.get(row.categoryId)?.slug ?? '' }),
    platforms: (row.platformIds ?? []).map(name).filter((text) => text !== null),
    region: name(row.regionId),
    reduction:
      row.lowPriceCents === null ? null : reductionIn(row.lowPriceCents, row.priceBefore, row.lowestPrice, exchange),
  }
}

/** What is bought of a product: a card shows the amount that was chosen, unless a picture was uploaded for it. */
export function purchasePicture(
  row: Pictured & Amount & { productId: number; skuId: number; regionId: number | null },
  shelves: Shelves,
): string {
  return hasAmount(row)
    ? skuPosterPath(row.skuId, posterSubject({ ...row, printed: [{ ...row, platformIds: [] }] }, shelves))
    : coverPath(row.productId, row.pictureId, posterSubject(row, shelves))
}

interface Amount {
  type: number
  denomination: string | null
  /** Of the product. */
  pictureId: string | null
}

/** Whether the version has a poster of its own, with its amount on it. */
export function hasAmount<T extends Amount>(row: T): row is T & { denomination: string } {
  return row.type === 1 && row.denomination !== null && row.pictureId === null
}

const KINDS = ['game', 'card', 'account'] as const

interface Pictured {
  title: string
  type: number
  genreIds: number[]
  slug: string
  /** Its versions, or the one that is shown; null where a picture was uploaded. */
  printed: readonly PrintedVersion[] | null
}

/** What the poster of a product shows; everything in it is part of the picture's address. */
export function posterSubject(row: Pictured, shelves: Shelves): PosterSubject {
  return {
    // "(PlayStation 5)" is said by the small line.
    title: row.type === 0 ? row.title.replace(/\s*\([^)]*\)$/u, '') : row.title,
    genre: row.genreIds.map((id) => shelves.facets.get(id)?.code ?? '').join(';'),
    kind: KINDS[row.type] ?? 'game',
    seed: row.slug,
    ...smallLines(row, row.printed ?? [], shelves),
  }
}
