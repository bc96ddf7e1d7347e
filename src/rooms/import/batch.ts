// One batch of rows into the shop, in one transaction: what is there is read, compared, and only what differs is
// written. So a second run writes nothing and tells nobody.
import { createHash } from 'node:crypto'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import type { FeedMap } from './map.ts'
import type { Reason } from './remarks.ts'
import type { FeedRow, Texts } from './rows.ts'
import type { Shelf } from './shelf.ts'
import { slugOf, withReference } from './slug.ts'
import * as store from './store.ts'

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
  map: FeedMap
  shelf: Shelf
  sellerId: number
  dryRun: boolean
  /** In a dry run nothing is inserted, so the addresses that earlier batches would have taken are kept here. */
  promised: Set<string>
}

export async function placeBatch(context: BatchContext, rows: FeedRow[]): Promise<BatchOutcome> {
  for (let attempt = 1; ; attempt++) {
    try {
      return context.dryRun
        ? await place(context.db, context, rows)
        : await context.db.transaction((tx) => place(tx, context, rows))
    } catch (error) {
      // Somebody in the back office took an address between our look and our insert: look again.
      if (attempt >= 3 || (error as { code?: string }).code !== '23505') throw error
    }
  }
}

/** Writes only in a transaction; with the bare database it is the dry run. */
async function place(db: Database | Transaction, context: BatchContext, rows: FeedRow[]): Promise<BatchOutcome> {
  const { map, shelf, sellerId } = context
  const tx = 'isTransaction' in db ? db : undefined
  const found = await store.knownProducts(db, {
    source: map.source,
    refs: rows.map((row) => row.ref),
    skuCodes: rows.map((row) => skuCode(map.source, row.ref)),
    sellerId,
    texts: Object.keys(map.texts).length > 0,
  })
  const known = new Map(found.map((product) => [product.ref, product]))
  const outcome: BatchOutcome = { created: 0, changed: 0, unchanged: 0, offers: 0, prices: 0, returned: 0, remarks: [] }
  const owned = ownership(map)

  const fresh = rows.filter((row) => !known.has(row.ref))
  const slugs = await chooseSlugs(db, context, fresh, outcome)
  const taken =
    fresh.length > 0
      ? await store.takenSkuCodes(
          db,
          fresh.map((row) => skuCode(map.source, row.ref)),
        )
      : new Set()
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
  for (const row of rows) {
    const product = known.get(row.ref)
    const code = skuCode(map.source, row.ref)
    if (!product) {
      outcome.created++
      newSkus.push({ row, sku_code: taken.has(code) ? `${code}-${shortHash(row.ref)}` : code, ...skuOf(row) })
      if (row.priceCents !== null) newOffers.push({ row })
      continue
    }
    let changed = false
    const next = nextOf(product, row, shelf, owned)
    if (differs(next, product)) {
      products.push(next)
      changed = true
    }
    const { skuId, offerId } = product
    if (skuId === null) {
      newSkus.push({ row, productId: product.id, sku_code: code, ...skuOf(row) })
      changed = true
    } else {
      const wanted = skuOf(row)
      const sku = {
        id: skuId,
        platform_ids: owned.platforms ? wanted.platform_ids : product.platformIds!,
        region_id: owned.region ? wanted.region_id : product.regionId,
        edition: owned.edition ? wanted.edition : product.edition,
        denomination: owned.denomination ? wanted.denomination : product.denomination,
      }
      if (skuDiffers(sku, product)) {
        skus.push(sku)
        changed = true
      }
    }
    if (row.priceCents === null) {
      if (map.price && offerId !== null)
        outcome.remarks.push({
          row,
          reason: 'offer-kept',
          detail: 'take it off sale in the shop if it is no longer sold',
        })
    } else if (offerId === null) {
      newOffers.push({ row, productId: product.id, skuId: skuId ?? undefined })
      changed = true
    } else {
      const offer = {
        id: offerId,
        price_cents: owned.price ? row.priceCents : product.priceCents!,
        list_price_cents: owned.listPrice ? row.listPriceCents : product.listPriceCents,
      }
      if (offer.price_cents !== product.priceCents) outcome.prices++
      if (product.isAbsent) outcome.returned++
      if (
        product.isAbsent ||
        offer.price_cents !== product.priceCents ||
        offer.list_price_cents !== product.listPriceCents
      ) {
        offers.push(offer)
        changed = true
      }
    }
    if (changed) outcome.changed++
    else outcome.unchanged++
  }
  outcome.offers = newOffers.length
  if (!tx) return outcome

  const ids =
    fresh.length === 0
      ? new Map<string, number>()
      : await store.addProducts(
          tx,
          map,
          fresh.map((row) => ({ ref: row.ref, slug: slugs.get(row.ref)!, ...columnsOf(row, shelf) })),
        )
  const skuIds =
    newSkus.length === 0
      ? new Map<number, number>()
      : await store.addSkus(
          tx,
          newSkus.map(({ row, productId, ...sku }) => ({ product_id: productId ?? ids.get(row.ref)!, ...sku })),
        )
  if (newOffers.length > 0)
    await store.addOffers(
      tx,
      sellerId,
      newOffers.map(({ row, productId = ids.get(row.ref)!, skuId }) => ({
        product_id: productId,
        sku_id: skuId ?? skuIds.get(productId)!,
        price_cents: row.priceCents!,
        list_price_cents: row.listPriceCents,
      })),
    )
  if (products.length > 0) await store.changeProducts(tx, products)
  if (skus.length > 0) await store.changeSkus(tx, skus)
  if (offers.length > 0) await store.changeOffers(tx, offers)
  return outcome
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

function columnsOf(row: FeedRow, shelf: Shelf) {
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

/** Addresses for new products, each with a remark when it is not simply the title's. */
async function chooseSlugs(
  db: Database | Transaction,
  { map, promised, dryRun }: BatchContext,
  rows: FeedRow[],
  outcome: BatchOutcome,
): Promise<Map<string, string>> {
  const chosen = new Map<string, string>()
  if (rows.length === 0) return chosen
  const drafts = rows.map((row) => {
    const { slug, lossy } = slugOf(row.name)
    const plain = lossy || slug === '' ? undefined : slug
    return { row, plain, long: withReference(slug, map.source, row.ref) }
  })
  const taken = await store.takenSlugs(
    db,
    drafts.flatMap(({ plain, long }) => (plain ? [plain, long] : [long])),
  )
  const isTaken = (slug: string) => taken.has(slug) || promised.has(slug)
  for (const { row, plain, long } of drafts) {
    let slug = plain !== undefined && !isTaken(plain) ? plain : long
    // Another title may end in what is this one's reference.
    if (slug === long && isTaken(long)) slug = `${long}-${shortHash(`${map.source} ${row.ref}`)}`
    taken.add(slug)
    if (dryRun) promised.add(slug)
    chosen.set(row.ref, slug)
    if (plain === undefined) outcome.remarks.push({ row, reason: 'title-no-ascii', detail: slug })
    else if (slug !== plain) outcome.remarks.push({ row, reason: 'title-repeated', detail: slug })
    else if (/[^ -~]/.test(row.name)) outcome.remarks.push({ row, reason: 'title-not-ascii', detail: slug })
  }
  return chosen
}

/** `STEAM-10`. A reference that cannot stand in a code is told from others by a hash. */
export function skuCode(source: string, ref: string): string {
  const plain = /^[A-Za-z0-9._-]{1,60}$/.test(ref)
  const tail = plain ? ref : `${ref.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 40)}-${shortHash(ref)}`
  return `${source.toUpperCase()}-${tail}`
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
