// Every SQL statement of the search: what the index is made of.
import type { Queryable } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import { BEST_FIRST } from '#rooms/products/hands.ts'

export interface IndexRow {
  id: number
  categoryId: number
  name: Localized
  /** Developer and publisher. */
  makers: string
  popularity: number
  sold: number
  releasedOn: number | null
  genreIds: number[]
  languageIds: number[]
  platformIds: number[]
  regionIds: number[]
  /** Where they are for different platforms or regions: each with what it is promoted at, the promoted one first. */
  versions:
    | [lowPriceCents: number | null, inStock: boolean, regionId: number | null, platformIds: number[], offer: number][]
    | null
  lowPriceCents: number | null
  inStock: boolean
  cardHash: number
}

/**
 * Another one when a card comes to show what no list depends on: the product's address, and version and reduction of the
 * promoted offer; a gift card's amount, which its drawn cover prints. Versions all count: without an offer the first is shown.
 */
const CARD_HASH = fragment`hashtext(concat_ws(' ', p.slug, p.type, o.id, o.sku_id, s.versions))`
const VERSIONS = fragment`string_agg(distinct concat_ws(' ', position, skus.id, platform_ids, region_id, denomination), ', ')`
const SEVERAL = fragment`min(concat_ws(' ', platform_ids, region_id)) <> max(concat_ws(' ', platform_ids, region_id))`

/** Asked for nothing where all versions are for the same: most products have one. */
const EACH_VERSION = fragment`left join lateral (
      select json_agg(json_build_array(price_cents, in_stock, region_id, platform_ids, coalesce(offer_id, -id))
          order by in_stock desc, price_cents, is_shop desc nulls last, offer_id, position, id) as versions
      from (
        select distinct on (k.id) k.id, k.position, k.region_id, k.platform_ids, o.id as offer_id, o.price_cents, s.is_shop,
          coalesce(o.stock > 0, false) as in_stock
        from skus k left join offers o on o.sku_id = k.id and o.active left join sellers s on s.id = o.seller_id
        where several and k.product_id = p.id
        order by k.id, ${BEST_FIRST}
      ) each_version
    ) v on true`

/** What the index knows of products, in id order after `afterId`: the whole catalogue is read in such steps. */
export function indexRowsAfter(db: Queryable, afterId: number, limit: number): Promise<IndexRow[]> {
  return db.query<IndexRow>(sql`
    select p.id, p.category_id as "categoryId", p.name,
      concat_ws(E'\\n', p.developer, nullif(p.publisher, p.developer)) as makers, p.popularity, coalesce(sales.sold, 0) as sold, p.released_on - date '1970-01-01' as "releasedOn",
      p.genre_ids as "genreIds", p.language_ids as "languageIds",
      coalesce(s.platform_ids, '{}') as "platformIds", coalesce(s.region_ids, '{}') as "regionIds", v.versions,
      o.low_price as "lowPriceCents", coalesce(o.in_stock, false) as "inStock", ${CARD_HASH} as "cardHash"
    from (select * from products where id > ${afterId} and not is_draft order by id limit ${limit}) p
    left join product_sales sales on sales.product_id = p.id
    left join (
      select product_id, array_agg(distinct platform_id) filter (where platform_id is not null) as platform_ids,
        array_agg(distinct region_id) filter (where region_id is not null) as region_ids, ${VERSIONS} as versions, ${SEVERAL} as several
      from skus left join unnest(platform_ids) as platform_id on true
      where product_id > ${afterId} and product_id <= (select max(id) from (select id from products where id > ${afterId} and not is_draft order by id limit ${limit}) m)
      group by product_id
    ) s on s.product_id = p.id
    left join (
      select distinct on (o.product_id) o.product_id, o.id, o.sku_id, o.price_cents as low_price, o.stock > 0 as in_stock
      from offers o join sellers s on s.id = o.seller_id
      where o.active and o.product_id > ${afterId} and o.product_id <= (select max(id) from (select id from products where id > ${afterId} and not is_draft order by id limit ${limit}) m)
      order by o.product_id, ${BEST_FIRST}
    ) o on o.product_id = p.id
    ${EACH_VERSION}
    order by p.id`)
}

export function indexRowsOf(db: Queryable, ids: number[]): Promise<IndexRow[]> {
  return db.query<IndexRow>(sql`
    select p.id, p.category_id as "categoryId", p.name,
      concat_ws(E'\\n', p.developer, nullif(p.publisher, p.developer)) as makers, p.popularity, coalesce(sales.sold, 0) as sold, p.released_on - date '1970-01-01' as "releasedOn",
      p.genre_ids as "genreIds", p.language_ids as "languageIds",
      coalesce(s.platform_ids, '{}') as "platformIds", coalesce(s.region_ids, '{}') as "regionIds", v.versions,
      o.low_price as "lowPriceCents", coalesce(o.in_stock, false) as "inStock", ${CARD_HASH} as "cardHash"
    from products p
    left join product_sales sales on sales.product_id = p.id
    left join lateral (
      select array_agg(distinct platform_id) filter (where platform_id is not null) as platform_ids,
        array_agg(distinct region_id) filter (where region_id is not null) as region_ids, ${VERSIONS} as versions, ${SEVERAL} as several
      from skus left join unnest(platform_ids) as platform_id on true where product_id = p.id
    ) s on true
    left join lateral (
      select o.id, o.sku_id, o.price_cents as low_price, o.stock > 0 as in_stock
      from offers o join sellers s on s.id = o.seller_id where o.active and o.product_id = p.id
      order by ${BEST_FIRST} limit 1
    ) o on true
    ${EACH_VERSION}
    where p.id = any(${ids}::int[]) and not p.is_draft order by p.id`)
}

export const synonymRows = (db: Queryable) =>
  db.query<{ words: string[] }>(sql`select words from search_synonyms order by id limit 5000`)

/** Throws while the database does not answer. */
export async function proveAnswer(db: Queryable): Promise<void> {
  await db.query(sql`select 1`)
}
