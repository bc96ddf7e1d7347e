// What differs between a batch of rows and the shop.
import { createHash } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import { decimal } from '#platform/money.ts'
import type { FeedRow, Texts } from './feed-row.ts'
import type { FeedMap } from './map.ts'
import type { Reason } from './remarks.ts'
import type { Shelf } from './shelf.ts'
import type * as store from './store.ts'

export interface BatchOutcome {
  created: number
  changed: number
  unchanged: number
  offers: number
  prices: number
  /** Offers that the file holds again. */
  returned: number
  remarks: { row: FeedRow; reason: Reason; detail: string }[]
}

export interface BatchContext {
  db: Database
  /** What the audit log says of where a change comes from: the user of the shop's machine, and the file's name. */
  by: { machineUser: string; file: string }
  map: FeedMap
  shelf: Shelf
  sellerId: number
  dryRun: boolean
  /** In a dry run nothing is inserted, so the addresses that earlier batches would have taken are kept here. */
  promised: Set<string>
}

interface Before {
  known: Map<string, store.KnownProduct>
  /** Codes of versions that are there already. */
  taken: Set<unknown>
  outcome: BatchOutcome
}

export type Plan = ReturnType<typeof comparing>

/** What differs between the rows and the shop, to be written together. */
export function comparing({ map, shelf }: BatchContext, { known, taken, outcome }: Before) {
  const owned = ownership(map)
  const products: store.ChangedProduct[] = []
  const newSkus: (Omit<store.NewSku, 'product_id'> & { row: FeedRow; productId?: number })[] = []
  const skus: store.ChangedSku[] = []
  const newOffers: { row: FeedRow; productId?: number; skuId?: number }[] = []
  const offers: store.ChangedOffer[] = []

  const skuOf = (row: FeedRow) => ({
    platform_ids: row.platforms.map(({ code }) => shelf.facet('platform', code)),
    region_id: row.region && shelf.facet('region', row.region.code),
    edition: row.edition,
    denomination: row.denomination,
  })

  function create(row: FeedRow) {
    outcome.created++
    const code = skuCode(map.source, row.ref)
    newSkus.push({ row, sku_code: taken.has(code) ? `${code}-${shortHash(row.ref)}` : code, ...skuOf(row) })
    if (row.priceCents !== null) newOffers.push({ row })
  }

  // Each of these three says whether something changes.
  function compareProduct(row: FeedRow, product: store.KnownProduct): boolean {
    const next = nextOf(product, row, shelf, owned)
    if (!differs(next, product)) return false
    products.push(next)
    return true
  }

  function compareSku(row: FeedRow, product: store.KnownProduct): boolean {
    const wanted = skuOf(row)
    if (product.skuId === null) {
      newSkus.push({ row, productId: product.id, sku_code: skuCode(map.source, row.ref), ...wanted })
      return true
    }
    const sku = {
      id: product.skuId,
      platform_ids: owned.platforms ? wanted.platform_ids : product.platformIds!,
      region_id: owned.region ? wanted.region_id : product.regionId,
      edition: owned.edition ? wanted.edition : product.edition,
      denomination: owned.denomination ? wanted.denomination : product.denomination,
    }
    if (!skuDiffers(sku, product)) return false
    skus.push(sku)
    return true
  }

  function compareOffer(row: FeedRow, product: store.KnownProduct): boolean {
    const { skuId, offerId } = product
    if (row.priceCents === null) {
      const detail = 'take it off sale in the shop if it is no longer sold'
      if (map.price && offerId !== null) outcome.remarks.push({ row, reason: 'offer-kept', detail })
      return false
    }
    if (offerId === null) {
      newOffers.push({ row, productId: product.id, skuId: skuId ?? undefined })
      return true
    }
    const hasOtherPrice = owned.price && row.priceCents !== product.priceCents
    const hasNewPrice = hasOtherPrice && !product.isPlanned
    if (hasOtherPrice && product.isPlanned)
      outcome.remarks.push({ row, reason: 'price-planned', detail: decimal(row.priceCents) })
    const hasNewListPrice = owned.listPrice && row.listPriceCents !== product.listPriceCents
    if (hasNewPrice) outcome.prices++
    if (product.isAbsent) outcome.returned++
    if (!product.isAbsent && !hasNewPrice && !hasNewListPrice) return false
    const price_cents = product.isPlanned ? null : row.priceCents
    offers.push({ id: offerId, price_cents, list_price_cents: row.listPriceCents })
    return true
  }

  return {
    owned,
    products,
    newSkus,
    skus,
    newOffers,
    offers,
    add(row: FeedRow) {
      const product = known.get(row.ref)
      if (!product) return create(row)
      const changes = [compareProduct(row, product), compareSku(row, product), compareOffer(row, product)]
      if (changes.includes(true)) outcome.changed++
      else outcome.unchanged++
    },
  }
}

/** Which fields the feed decides: those that the map fills and does not want kept. */
function ownership(map: FeedMap) {
  const owns = (field: FeedMap['keep'][number], filled = true) => filled && !map.keep.includes(field)
  return {
    name: owns('name'),
    developer: owns('developer', map.developer !== undefined),
    releasedOn: owns('releasedOn', map.releasedOn !== undefined),
    category: owns('category'),
    popularity: owns('popularity', Object.keys(map.popularity).length > 0),
    genres: owns('genres', map.genres.length > 0),
    languages: owns('languages', map.languages.length > 0),
    platforms: owns('platforms', map.platforms.length > 0),
    region: owns('region', map.region !== null),
    price: owns('price'),
    listPrice: owns('price', map.oldPrice !== undefined),
    publisher: owns('publisher', map.publisher !== undefined),
    picture: owns('picture', map.pictures !== undefined),
    texts: owns('texts', Object.keys(map.texts).length > 0),
    edition: owns('edition', map.edition !== undefined),
    denomination: owns('denomination', map.denomination !== undefined),
  }
}

export function columnsOf(row: FeedRow, shelf: Shelf) {
  return {
    category_id: shelf.category(row.category.code),
    name: row.name,
    developer: row.developer,
    publisher: row.publisher,
    picture: row.picture,
    texts: textsWith({}, row.texts),
    released_on: row.releasedOn,
    popularity: row.popularity,
    genre_ids: row.genres.map(({ code }) => shelf.facet('genre', code)),
    language_ids: row.languages.map(({ code }) => shelf.facet('language', code)),
  }
}

function nextOf(
  product: store.KnownProduct,
  row: FeedRow,
  shelf: Shelf,
  owned: ReturnType<typeof ownership>,
): store.ChangedProduct {
  const feed = columnsOf(row, shelf)
  return {
    id: product.id,
    category_id: owned.category ? feed.category_id : product.categoryId,
    name: owned.name ? feed.name : product.name,
    developer: owned.developer ? feed.developer : product.developer,
    publisher: owned.publisher ? feed.publisher : product.publisher,
    picture: owned.picture ? feed.picture : product.picture,
    texts: owned.texts && product.texts ? textsWith(product.texts, row.texts) : {},
    released_on: owned.releasedOn ? feed.released_on : product.releasedOn,
    popularity: owned.popularity ? feed.popularity : product.popularity,
    genre_ids: owned.genres ? feed.genre_ids : product.genreIds,
    language_ids: owned.languages ? feed.language_ids : product.languageIds,
  }
}

function differs(next: store.ChangedProduct, product: store.KnownProduct): boolean {
  return (
    next.category_id !== product.categoryId ||
    next.name !== product.name ||
    next.developer !== product.developer ||
    next.publisher !== product.publisher ||
    next.picture !== product.picture ||
    (Object.keys(next.texts) as (keyof Texts)[]).some((kind) => !sameTexts(next.texts[kind]!, product.texts![kind])) ||
    next.released_on !== product.releasedOn ||
    next.popularity !== product.popularity ||
    !sameList(next.genre_ids, product.genreIds) ||
    !sameList(next.language_ids, product.languageIds)
  )
}

/** What the shop says in the languages that the feed does not name stays; an empty text takes one back. */
function textsWith(
  shop: Partial<Record<keyof Texts, Localized>>,
  feed: Texts,
): Partial<Record<keyof Texts, Localized>> {
  return Object.fromEntries(
    Object.entries(feed).map(([kind, said]) => {
      const all = { ...shop[kind as keyof Texts], ...said }
      return [kind, Object.fromEntries(Object.entries(all).filter(([, text]) => text !== ''))]
    }),
  )
}

const sameTexts = (a: Localized, b: Localized) =>
  Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((language) => a[language] === b[language])

const skuDiffers = (sku: store.ChangedSku, known: store.KnownProduct) =>
  !sameList(sku.platform_ids, known.platformIds!) ||
  sku.region_id !== known.regionId ||
  sku.edition !== known.edition ||
  sku.denomination !== known.denomination

const sameList = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id, i) => id === b[i])

/** `STEAM-10`. A reference that cannot stand in a code is told from others by a hash. */
export function skuCode(source: string, ref: string): string {
  const plain = /^[A-Za-z0-9._-]{1,60}$/.test(ref)
  const tail = plain ? ref : `${ref.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 40)}-${shortHash(ref)}`
  return `${source.toUpperCase()}-${tail}`
}

export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
