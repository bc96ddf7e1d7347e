// Every SQL statement of the import but those of its shelf (shelf-store.ts). Each works on a whole batch; what is locked is locked in primary-key order.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import type { Texts } from './feed-row.ts'

export interface KnownProduct {
  ref: string
  id: number
  categoryId: number
  name: string
  developer: string | null
  publisher: string | null
  picture: string | null
  /** Null when they are not asked for. */
  texts: Record<keyof Texts, Localized> | null
  releasedOn: string | null
  popularity: number
  genreIds: number[]
  languageIds: number[]
  skuId: number | null
  platformIds: number[] | null
  regionId: number | null
  edition: string | null
  denomination: string | null
  offerId: number | null
  priceCents: number | null
  listPriceCents: number | null
  /** The office has planned another price for the offer. */
  isPlanned: boolean
  /** An import has taken the offer off sale, because its file did not hold it any more. */
  isAbsent: boolean
}

/** Whoever changes a product or its versions locks it first, so what is read of both from now on stays true until the transaction ends. */
export async function lockProducts(tx: Transaction, source: string, refs: string[]): Promise<void> {
  await tx.run(sql`
    select from products where source = ${source} and source_ref = any(${refs}::text[]) order by id for no key update`)
}

/** Of product `p`, for row `r` of the feed: the SKU that the import made, or the first, when that was renamed. */
const FEED_SKU = fragment`select id, platform_ids, region_id, edition, denomination from skus where product_id = p.id order by (sku_code = r.sku_code) desc, position, id limit 1`

/** What the shop has of these references, with the feed's SKU and the seller's offer for it. */
export function knownProducts(
  db: Queryable,
  feed: { source: string; refs: string[]; skuCodes: string[]; sellerId: number; texts: boolean },
): Promise<KnownProduct[]> {
  return db.query<KnownProduct>(sql`
    select r.ref, p.id, p.category_id as "categoryId", p.name ->> 'en-US' as name, p.developer, p.publisher, p.ext_img as picture,
      case when ${feed.texts} then jsonb_build_object('name', p.name, 'explanation', p.explanation, 'description', p.description,
        'seoTitle', p.seo_title, 'seoKeywords', p.seo_keywords, 'seoDescription', p.seo_description) end as texts,
      p.released_on::text as "releasedOn", p.popularity, p.genre_ids as "genreIds", p.language_ids as "languageIds",
      k.id as "skuId", k.platform_ids as "platformIds", k.region_id as "regionId", k.edition, k.denomination,
      o.id as "offerId", o.price_cents as "priceCents", o.list_price_cents as "listPriceCents", o.absent_since is not null as "isAbsent",
      exists (select from planned_prices where offer_id = o.id and state = 'waiting') as "isPlanned"
    from unnest(${feed.refs}::text[], ${feed.skuCodes}::text[]) as r(ref, sku_code)
    join products p on p.source = ${feed.source} and p.source_ref = r.ref
    left join lateral (${FEED_SKU}) k on true
    left join offers o on o.sku_id = k.id and o.seller_id = ${feed.sellerId}`)
}

/** Those of the slugs that lead to a product, today or by a redirect. */
export async function takenSlugs(db: Queryable, slugs: string[]): Promise<Set<string>> {
  const rows = await db.query<{ slug: string }>(sql`
    select slug from products where slug = any(${slugs}::text[])
    union select old_slug from slug_redirects where kind = 'product' and old_slug = any(${slugs}::text[])`)
  return new Set(rows.map((row) => row.slug))
}

export async function takenSkuCodes(db: Queryable, codes: string[]): Promise<Set<string>> {
  const rows = await db.query<{ code: string }>(
    sql`select sku_code as code from skus where sku_code = any(${codes}::text[])`,
  )
  return new Set(rows.map((row) => row.code))
}

export interface NewProduct {
  ref: string
  slug: string
  category_id: number
  name: string
  developer: string | null
  publisher: string | null
  picture: string | null
  /** Whole, by kind; a kind that is not there stays as it is. `names` holds English too. */
  texts: Partial<Record<keyof Texts, Localized>>
  released_on: string | null
  popularity: number
  genre_ids: number[]
  language_ids: number[]
}

/** In the order given. Answers the ids by reference. */
export async function addProducts(
  tx: Transaction,
  feed: { source: string; type: number; keyType: number },
  products: NewProduct[],
): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: number; ref: string }>(sql`
    insert into products (category_id, slug, type, key_type, name, explanation, description, seo_title, seo_keywords, seo_description,
      developer, publisher, ext_img, popularity, released_on, genre_ids, language_ids, source, source_ref)
    select category_id, slug, ${feed.type}, ${feed.keyType}, coalesce(texts -> 'name', '{}') || jsonb_build_object('en-US', name),
      coalesce(texts -> 'explanation', '{}'), coalesce(texts -> 'description', '{}'), coalesce(texts -> 'seoTitle', '{}'),
      coalesce(texts -> 'seoKeywords', '{}'), coalesce(texts -> 'seoDescription', '{}'),
      developer, publisher, picture, popularity, released_on, genre_ids, language_ids, ${feed.source}, ref
    from rows from (jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as (ref text, slug text, category_id int, name text, developer text,
      publisher text, picture text, texts jsonb, released_on date, popularity int, genre_ids int[], language_ids int[])) with ordinality
      as r(ref, slug, category_id, name, developer, publisher, picture, texts, released_on, popularity, genre_ids, language_ids, n)
    order by n
    returning id, source_ref as ref`)
  return new Map(rows.map((row) => [row.ref, row.id]))
}

export interface NewSku {
  product_id: number
  sku_code: string
  platform_ids: number[]
  region_id: number | null
  edition: string | null
  denomination: string | null
}

/** Answers the ids by product. */
export async function addSkus(tx: Transaction, skus: NewSku[]): Promise<Map<number, number>> {
  const rows = await tx.query<{ id: number; productId: number }>(sql`
    insert into skus (product_id, sku_code, platform_ids, region_id, edition, denomination)
    select product_id, sku_code, platform_ids, region_id, edition, denomination
    from jsonb_to_recordset(${JSON.stringify(skus)}::jsonb)
      as r(product_id int, sku_code text, platform_ids int[], region_id int, edition text, denomination text)
    order by product_id
    returning id, product_id as "productId"`)
  return new Map(rows.map((row) => [row.productId, row.id]))
}

export interface NewOffer {
  product_id: number
  sku_id: number
  price_cents: number
  list_price_cents: number | null
}

/** Backed by keys: what is in stock is what the vault holds (decision B6). */
export function addOffers(tx: Transaction, sellerId: number, offers: NewOffer[]): Promise<number> {
  return tx.run(sql`
    insert into offers (product_id, sku_id, seller_id, price_cents, list_price_cents)
    select product_id, sku_id, ${sellerId}, price_cents, list_price_cents
    from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as r(product_id int, sku_id int, price_cents int, list_price_cents int)
    order by sku_id`)
}

export type ChangedProduct = { id: number } & Omit<NewProduct, 'ref' | 'slug'>

/** They are locked. Never the slug: an address stays what it is (decision B3). Texts that the feed does not name stay too. */
export function changeProducts(tx: Transaction, products: ChangedProduct[]): Promise<number> {
  return tx.run(sql`
    with changed as (
      select * from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r(id int, category_id int, name text, developer text, publisher text,
        picture text, texts jsonb, released_on date, popularity int, genre_ids int[], language_ids int[])
    )
    update products p set category_id = c.category_id,
      name = coalesce(c.texts -> 'name', p.name) || jsonb_build_object('en-US', c.name),
      explanation = coalesce(c.texts -> 'explanation', p.explanation), description = coalesce(c.texts -> 'description', p.description),
      seo_title = coalesce(c.texts -> 'seoTitle', p.seo_title), seo_keywords = coalesce(c.texts -> 'seoKeywords', p.seo_keywords),
      seo_description = coalesce(c.texts -> 'seoDescription', p.seo_description),
      developer = c.developer, publisher = c.publisher, ext_img = c.picture, released_on = c.released_on, popularity = c.popularity, genre_ids = c.genre_ids, language_ids = c.language_ids
    from changed c where p.id = c.id`)
}

export type ChangedSku = { id: number } & Omit<NewSku, 'product_id' | 'sku_code'>

/** Their products are locked. */
export function changeSkus(tx: Transaction, skus: ChangedSku[]): Promise<number> {
  return tx.run(sql`
    with changed as (
      select * from jsonb_to_recordset(${JSON.stringify(skus)}::jsonb)
        as r(id int, platform_ids int[], region_id int, edition text, denomination text)
    )
    update skus k set platform_ids = c.platform_ids, region_id = c.region_id, edition = c.edition, denomination = c.denomination
    from changed c where k.id = c.id`)
}

export interface ChangedOffer {
  id: number
  /** Null: it stays what it is by now. */
  price_cents: number | null
  list_price_cents: number | null
}

/** Prices that the feed does not own stay what they are by now. What an import took off sale is sold again. */
export function changeOffers(
  tx: Transaction,
  offers: ChangedOffer[],
  owned: { price: boolean; listPrice: boolean },
): Promise<number> {
  return tx.run(sql`
    with changed as (
      select * from jsonb_to_recordset(${JSON.stringify(offers)}::jsonb) as r(id int, price_cents int, list_price_cents int)
    ), locked as (select id from offers where id in (select id from changed) order by id for no key update)
    update offers o set price_cents = case when ${owned.price} then coalesce(c.price_cents, o.price_cents) else o.price_cents end,
      list_price_cents = case when ${owned.listPrice} then c.list_price_cents else o.list_price_cents end,
      active = active or absent_since is not null, absent_since = null
    from changed c join locked using (id) where o.id = c.id`)
}

/** Of this source's products of which this seller has something on sale. */
export async function refsOnSale(db: Queryable, source: string, sellerId: number): Promise<string[]> {
  const { refs } = await db.one<{ refs: string[] }>(sql`
    select coalesce(array_agg(source_ref), '{}') as refs from products p
    where source = ${source} and exists (select from offers where product_id = p.id and seller_id = ${sellerId} and active)`)
  return refs
}

/** The seller's offers on sale for the feed's SKUs: how many, and ids of those whose reference the file does not hold. */
export function absentOffers(
  db: Queryable,
  feed: { source: string; refs: string[]; skuCodes: string[]; inFile: boolean[]; sellerId: number },
): Promise<{ total: number; absent: number[] }> {
  return db.one(sql`
    select count(*)::int as total, coalesce(array_agg(o.id order by o.id) filter (where not r.in_file), '{}') as absent
    from unnest(${feed.refs}::text[], ${feed.skuCodes}::text[], ${feed.inFile}::bool[]) as r(ref, sku_code, in_file)
    join products p on p.source = ${feed.source} and p.source_ref = r.ref
    join lateral (${FEED_SKU}) k on true
    join offers o on o.sku_id = k.id and o.seller_id = ${feed.sellerId} and o.active`)
}

export function takeOffSale(tx: Transaction, offerIds: number[]): Promise<number> {
  return tx.run(sql`
    with locked as (select id from offers where id = any(${offerIds}::int[]) and active order by id for no key update)
    update offers o set active = false, absent_since = now() from locked where o.id = locked.id`)
}

export const currencyRates = (db: Queryable) =>
  db.query<{ code: string; rate: string }>(sql`select code, rate_e8::text as rate from currencies`)

/** The shop itself. */
export async function shopSeller(db: Queryable): Promise<number | undefined> {
  return (await db.maybe<{ id: number }>(sql`select id from sellers where is_shop order by id limit 1`))?.id
}

/** Products of this source whose reference is not among these. */
export async function absentProducts(db: Queryable, source: string, refs: string[]): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from products p left join (select unnest(${refs}::text[]) as ref) here on here.ref = p.source_ref
    where p.source = ${source} and here.ref is null`)
  return count
}

/** Held until the transaction ends; false when another has it. Works behind a pooler too, unlike a session's lock. */
export async function tryLockSource(tx: Transaction, key: number): Promise<boolean> {
  return (await tx.one<{ ok: boolean }>(sql`select pg_try_advisory_xact_lock(${SOURCE_LOCKS}, ${key}) as ok`)).ok
}

/** This transaction idles as long as the import runs; a server that ends idle transactions must not end it. */
export const keepIdle = (tx: Transaction) =>
  tx.query(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)

// The first half of the lock's name; the second is the source's.
const SOURCE_LOCKS = 1_281_455_213
