// Every SQL statement of the search: what the index is made of.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Localized } from '#platform/i18n/text-in.ts'
import { BEST_PRICE } from '#rooms/products/hands.ts'

export interface IndexRow {
  id: number
  categoryId: number
  name: Localized
  /** Developer and publisher. */
  makers: string
  popularity: number
  releasedOn: number | null
  genreIds: number[]
  languageIds: number[]
  platformIds: number[]
  regionIds: number[]
  lowPriceCents: number | null
  inStock: boolean
}

/** What the index knows of products, in id order after `afterId`: the whole catalogue is read in such steps. */
export function indexRowsAfter(db: Queryable, afterId: number, limit: number): Promise<IndexRow[]> {
  return db.query<IndexRow>(sql`
    select p.id, p.category_id as "categoryId", p.name,
      concat_ws(E'\\n', p.developer, nullif(p.publisher, p.developer)) as makers, p.popularity, p.released_on - date '1970-01-01' as "releasedOn",
      p.genre_ids as "genreIds", p.language_ids as "languageIds",
      coalesce(s.platform_ids, '{}') as "platformIds", coalesce(s.region_ids, '{}') as "regionIds",
      o.low_price as "lowPriceCents", coalesce(o.in_stock, false) as "inStock"
    from (select * from products where id > ${afterId} and not is_draft order by id limit ${limit}) p
    left join (
      select product_id, array_agg(distinct platform_id) filter (where platform_id is not null) as platform_ids,
        array_agg(distinct region_id) filter (where region_id is not null) as region_ids
      from skus left join unnest(platform_ids) as platform_id on true
      where product_id > ${afterId} and product_id <= (select max(id) from (select id from products where id > ${afterId} and not is_draft order by id limit ${limit}) m)
      group by product_id
    ) s on s.product_id = p.id
    left join (
      select product_id, ${BEST_PRICE} as low_price, bool_or(stock > 0) as in_stock
      from offers
      where active and product_id > ${afterId} and product_id <= (select max(id) from (select id from products where id > ${afterId} and not is_draft order by id limit ${limit}) m)
      group by product_id
    ) o on o.product_id = p.id
    order by p.id`)
}

export function indexRowsOf(db: Queryable, ids: number[]): Promise<IndexRow[]> {
  return db.query<IndexRow>(sql`
    select p.id, p.category_id as "categoryId", p.name,
      concat_ws(E'\\n', p.developer, nullif(p.publisher, p.developer)) as makers, p.popularity, p.released_on - date '1970-01-01' as "releasedOn",
      p.genre_ids as "genreIds", p.language_ids as "languageIds",
      coalesce(s.platform_ids, '{}') as "platformIds", coalesce(s.region_ids, '{}') as "regionIds",
      o.low_price as "lowPriceCents", coalesce(o.in_stock, false) as "inStock"
    from products p
    left join lateral (
      select array_agg(distinct platform_id) filter (where platform_id is not null) as platform_ids,
        array_agg(distinct region_id) filter (where region_id is not null) as region_ids
      from skus left join unnest(platform_ids) as platform_id on true where product_id = p.id
    ) s on true
    left join lateral (
      select ${BEST_PRICE} as low_price, bool_or(stock > 0) as in_stock
      from offers where active and product_id = p.id
    ) o on true
    where p.id = any(${ids}::int[]) and not p.is_draft order by p.id`)
}

export const synonymRows = (db: Queryable) =>
  db.query<{ words: string[] }>(sql`select words from search_synonyms order by id limit 5000`)
