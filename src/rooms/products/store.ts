// The statements by which the shop reads the catalogue, and the picture of a product; what the back office, purchases, sellers, facets,
// screenshots, plans and sales need has stores of its own. Reads are few and bounded: what can be narrowed, counted or sorted was done by
// the index in memory (live.ts); here the rows of one page are read as they are at this moment.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import { ASKED_BEFORE, ASKED_IN_30_DAYS } from '#rooms/prices/hands.ts'
import { BEST_FIRST } from './best-offer.ts'
import { MOST_CATEGORIES, MOST_FACET_VALUES } from './limits.ts'
import { PRINTED, type PrintedVersion } from './printed.ts'

export interface CardRow {
  id: number
  name: string
  title: string
  slug: string
  categoryId: number
  type: number
  genreIds: number[]
  /** Of what was uploaded for it; null: its picture is drawn. */
  pictureId: string | null
  printed: PrintedVersion[] | null
  lowPriceCents: number | null
  /** The version whose price is shown. */
  skuId: number | null
  inStock: boolean
  platformIds: number[] | null
  regionId: number | null
  /** The version that these are of. */
  versionId: number | null
  /** As of an offer: of the one whose price is shown. */
  priceBefore: number | null
  lowestPrice: number | null
}

/** Which versions a card may show: one of these platforms, and one of these regions. Empty: any. */
export interface Places {
  platformIds: readonly number[]
  regionIds: readonly number[]
}

const ANYWHERE: Places = { platformIds: [], regionIds: [] }

export interface CardsAsked {
  currencyId: number
  unit: number
  drafts?: boolean
  places?: Places | undefined
}

/**
 * Cards as they are now, with past prices in a currency; in no order: the caller knows it. Platform and region are those of the version whose price is
 * shown: the cheapest in stock, or the cheapest of all when none is; of equals the shop's own (decision B1);
 * all of this among the versions for `places`.
 */
export function cardRows(
  db: Queryable,
  ids: number[],
  locale: string,
  { currencyId, unit, drafts = false, places: { platformIds, regionIds } = ANYWHERE }: CardsAsked,
): Promise<CardRow[]> {
  return db.query<CardRow>(sql`
    with rates as materialized (
      select coalesce(lag(until) over (order by until), '-infinity') as since, until, rate_e8
      from past_rates where currency_id = ${currencyId} and until > now() - interval '60 days'
      union all
      select coalesce((select max(until) from past_rates where currency_id = ${currencyId}), '-infinity'), 'infinity', rate_e8
      from currencies where id = ${currencyId}
    )
    select p.id, text_in(p.name, ${locale}) as name, p.name ->> 'en-US' as title, p.slug,
      p.category_id as "categoryId", p.type, p.genre_ids as "genreIds", p.picture_id as "pictureId", ${PRINTED} as printed,
      o.price_cents as "lowPriceCents", o.sku_id as "skuId", coalesce(o.in_stock, false) as "inStock",
      s.platform_ids as "platformIds", s.region_id as "regionId", s.id as "versionId",
      (select (greatest(1, round(cut.price_cents * rate_e8::numeric * 0.00000001 * ${1 / unit}::numeric)) * ${unit}::int)::bigint
        from rates where since < cut.at and until >= cut.at) as "priceBefore",
      low.price as "lowestPrice"
    from products p
    left join lateral (
      select o.id, o.sku_id, o.price_cents, o.created_at, o.stock > 0 as in_stock
      from offers o join sellers s on s.id = o.seller_id where o.active and o.product_id = p.id
        and (${platformIds.length + regionIds.length === 0} or exists (
          select from skus where skus.id = o.sku_id
            and (cardinality(${platformIds}::int[]) = 0 or platform_ids && ${platformIds}::int[])
            and (cardinality(${regionIds}::int[]) = 0 or region_id = any(${regionIds}::int[]))
        ))
      order by ${BEST_FIRST} limit 1
    ) o on true
    left join lateral (
      select id, platform_ids, region_id from skus
      where product_id = p.id
        and (cardinality(${platformIds}::int[]) = 0 or platform_ids && ${platformIds}::int[])
        and (cardinality(${regionIds}::int[]) = 0 or region_id = any(${regionIds}::int[]))
      order by (id = o.sku_id) desc nulls last, position, id limit 1
    ) s on true
    left join lateral (${ASKED_BEFORE}) cut on cut.price_cents > o.price_cents
    left join lateral (
      select (min(greatest(1, round(held.price_cents * rates.rate_e8::numeric * 0.00000001 * ${1 / unit}::numeric))) * ${unit}::int)::bigint as price
      from (${ASKED_IN_30_DAYS}) held
      join rates on rates.until > held.since and rates.since < held.until
    ) low on cut.at is not null
    where p.id = any(${ids}::int[]) and (${drafts} or not p.is_draft)`)
}

export interface DetailRow {
  id: number
  categoryId: number
  slug: string
  type: number
  keyType: number
  name: string
  title: string
  explanation: string | null
  description: string | null
  /** Language codes: the visitor's, else English, else the one that there is (decision B5). */
  explanationLanguage: string
  descriptionLanguage: string
  activation: string | null
  confirmTitle: string | null
  confirmContent: string | null
  seoTitle: string
  seoKeywords: string
  seoDescription: string
  extImg: string | null
  developer: string | null
  publisher: string | null
  releasedOn: string | null
  genreIds: number[]
  languageIds: number[]
  pictureId: string | null
}

/** A product by its slug, or by a slug that it once had. */
export function detailRow(db: Queryable, slug: string, locale: string): Promise<DetailRow | undefined> {
  return db.maybe<DetailRow>(sql`
    select p.id, p.category_id as "categoryId", p.slug, p.type, p.key_type as "keyType",
      text_in(p.name, ${locale}) as name, p.name ->> 'en-US' as title,
      text_in(p.explanation, ${locale}) as explanation,
      text_in(p.description, ${locale}) as description,
      language_of(p.explanation, ${locale}) as "explanationLanguage",
      language_of(p.description, ${locale}) as "descriptionLanguage",
      p.activation,
      text_in(p.confirm_title, ${locale}) as "confirmTitle", text_in(p.confirm_content, ${locale}) as "confirmContent",
      coalesce(text_in(p.seo_title, ${locale}), '') as "seoTitle", coalesce(text_in(p.seo_keywords, ${locale}), '') as "seoKeywords",
      coalesce(text_in(p.seo_description, ${locale}), '') as "seoDescription", p.ext_img as "extImg",
      p.developer, p.publisher, p.released_on::text as "releasedOn", p.genre_ids as "genreIds", p.language_ids as "languageIds",
      p.picture_id as "pictureId"
    from products p
    where not p.is_draft and p.id = coalesce(
      (select id from products where slug = ${slug}),
      (select target_id from slug_redirects where kind = 'product' and old_slug = ${slug}))`)
}

export interface SkuRow {
  id: number
  skuCode: string
  edition: string | null
  denomination: string | null
  platformIds: number[]
  regionId: number | null
}

export function skuRows(db: Queryable, productId: number): Promise<SkuRow[]> {
  return db.query<SkuRow>(sql`
    select id, sku_code as "skuCode", edition, denomination, platform_ids as "platformIds", region_id as "regionId"
    from skus where product_id = ${productId} order by position, id limit 200`)
}

export async function productOfSku(db: Queryable, skuId: number): Promise<number | undefined> {
  const row = await db.maybe<{ productId: number }>(sql`select product_id as "productId" from skus where id = ${skuId}`)
  return row?.productId
}

/** Whether it is published, or ever was. */
export async function wasPublished(db: Queryable, productId: number): Promise<boolean> {
  const rows = await db.query(sql`
    select from products where id = ${productId} and (not is_draft or first_published_at is not null)`)
  return rows.length > 0
}

export interface OfferRow {
  id: number
  skuId: number
  seller: string
  isShop: boolean
  priceCents: number
  backing: 'keys' | 'supplier'
  stock: number
  /** Hundredths of the asked currency: the last other price that was asked, if that was a dearer one within 30 days, and the lowest of the 30 days before it. */
  priceBefore: number | null
  lowestPrice: number | null
}

/**
 * The offers of a product, the promoted one first (decision B1). Past prices are converted at the rates of their time, as
 * decisions C6 and F15 round, to the currency's selling `unit`: a price held from the one before until its own `until`, that moment included, and so did a rate.
 */
export function offerRows(db: Queryable, productId: number, currencyId: number, unit: number): Promise<OfferRow[]> {
  return db.query<OfferRow>(sql`
    with rates as materialized (
      select coalesce(lag(until) over (order by until), '-infinity') as since, until, rate_e8
      from past_rates where currency_id = ${currencyId} and until > now() - interval '60 days'
      union all
      select coalesce((select max(until) from past_rates where currency_id = ${currencyId}), '-infinity'), 'infinity', rate_e8
      from currencies where id = ${currencyId}
    )
    select o.id, o.sku_id as "skuId", s.name as seller, s.is_shop as "isShop", o.price_cents as "priceCents", o.backing, o.stock,
      (select (greatest(1, round(cut.price_cents * rate_e8::numeric * 0.00000001 * ${1 / unit}::numeric)) * ${unit}::int)::bigint
        from rates where since < cut.at and until >= cut.at) as "priceBefore",
      low.price as "lowestPrice"
    from offers o join sellers s on s.id = o.seller_id join products p on p.id = o.product_id
    left join lateral (${ASKED_BEFORE}) cut on cut.price_cents > o.price_cents
    left join lateral (
      select (min(greatest(1, round(held.price_cents * rates.rate_e8::numeric * 0.00000001 * ${1 / unit}::numeric))) * ${unit}::int)::bigint as price
      from (${ASKED_IN_30_DAYS}) held
      join rates on rates.until > held.since and rates.since < held.until
    ) low on cut.at is not null
    where o.product_id = ${productId} and o.active
    order by ${BEST_FIRST}
    limit 500`)
}

export interface CategoryRow {
  id: number
  parentId: number | null
  slug: string
  type: number
  position: number
  name: Localized
}

export type FacetKind = 'platform' | 'region' | 'language' | 'genre'

export interface FacetRow {
  id: number
  kind: FacetKind
  code: string
  name: Localized
  countries: string[] | null
}

// The small tables that every page needs: read whole, kept in memory, read again when they change.
export const categoryRows = (db: Queryable) =>
  db.query<CategoryRow>(
    sql`select id, parent_id as "parentId", slug, type, position, name from categories order by position, id limit ${MOST_CATEGORIES}`,
  )
export const facetRows = (db: Queryable) =>
  db.query<FacetRow>(
    sql`select id, kind, code, name, countries from facet_values order by position, id limit ${MOST_FACET_VALUES}`,
  )

export async function redirectedCategory(db: Queryable, oldSlug: string): Promise<number | undefined> {
  const row = await db.maybe<{ id: number }>(
    sql`select target_id as id from slug_redirects where kind = 'category' and old_slug = ${oldSlug}`,
  )
  return row?.id
}

export interface ProductAddress {
  id: number
  slug: string
  categoryId: number
}

/** Of the products with ids above `after`, up to `last`. */
export function productAddresses(db: Queryable, after: number, last: number): Promise<ProductAddress[]> {
  return db.query<ProductAddress>(
    sql`select id, slug, category_id as "categoryId" from products where id > ${after} and id <= ${last} and not is_draft order by id`,
  )
}

/** Which stretches of `size` ids hold a product: 0 for the ids 1 to `size`, and so on. */
export async function productStretches(db: Queryable, size: number): Promise<number[]> {
  const rows = await db.query<{ stretch: number }>(
    sql`select distinct (id - 1) / ${size}::int as stretch from products where not is_draft order by stretch limit 2000`,
  )
  return rows.map(({ stretch }) => stretch)
}

/** `pictureId` null: its picture is drawn again. Undefined: there is no such product. */
export function setProductPicture(
  db: Queryable,
  slug: string,
  pictureId: string | null,
): Promise<{ id: number } | undefined> {
  return db.maybe<{ id: number }>(sql`
    update products set picture_id = ${pictureId} where slug = ${slug} returning id`)
}

/** Products that have an uploaded picture. */
export function picturedProducts(db: Queryable): Promise<{ slug: string; pictureId: string }[]> {
  return db.query(sql`
    select slug, picture_id as "pictureId" from products where picture_id is not null order by slug limit 10000`)
}
