// Orders of a product or of one of its versions: found along their lines, `order_lines_of_sku`. Of each version the next so many
// lines, and of these as far down as all versions were looked at: what one look costs has a bound, however rare the status is
// among them, and whoever looks on goes on from there.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { LINES_LOOKED_AT, VERSIONS_LOOKED_AT } from './limits.ts'
import type { OrderStatus } from './rules.ts'

/** By ascending id; empty: there is no such product or version. */
export async function versionIds(
  db: Queryable,
  { product = null, sku = null }: { product?: number | null | undefined; sku?: number | null | undefined },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from skus
    where (${sku}::int is null or id = ${sku}) and (${product}::int is null or product_id = ${product})
      and (${sku}::int is not null or ${product}::int is not null)
    order by id limit ${VERSIONS_LOOKED_AT}`)
  return rows.map(({ id }) => id)
}

interface Looked {
  orderIds: string[]
  /** The line by which each was found: an order with several has one place. */
  lines: number[]
  /** As far as it was looked; null: to the end. */
  until: number | null
}

interface Wanted {
  skuIds: readonly number[]
  status?: OrderStatus | undefined
  /** A line that was looked at already. */
  after: number | undefined
  limit: number
}

const ofEach = (skuIds: readonly number[], limit: number) =>
  Math.max(limit, Math.floor(LINES_LOOKED_AT / Math.max(1, skuIds.length)))

export function newestOf(db: Queryable, { skuIds, status: only, after, limit }: Wanted): Promise<Looked> {
  const [status, each] = [only ?? null, ofEach(skuIds, limit)]
  return db.one<Looked & Record<string, unknown>>(sql`
    with looked as materialized (
      select s.id as sku_id, l.id, l.order_id from unnest(${skuIds}::int[]) as s(id) cross join lateral (
        select id, order_id from order_lines
        where sku_id = s.id and id < ${after ?? Number.MAX_SAFE_INTEGER}::bigint order by id desc limit ${each}
      ) l
    ), reach as (
      select max(last) as until from (select min(id) as last from looked group by sku_id having count(*) = ${each}) g
    ), found as (
      select k.id, k.order_id from (select * from looked where id >= coalesce((select until from reach), 0) order by id desc) k
      cross join lateral (select status from orders where id = k.order_id offset 0) o
      where (${status}::text is null or o.status = ${status})
        and not exists (select from order_lines x where x.order_id = k.order_id and x.sku_id = any(${skuIds}::int[]) and x.id > k.id)
      order by k.id desc limit ${limit}
    )
    select coalesce((select array_agg(order_id::text order by id desc) from found), '{}') as "orderIds",
      coalesce((select array_agg(id::float8 order by id desc) from found), '{}') as lines, (select until::float8 from reach) as until`)
}

export function oldestOf(db: Queryable, { skuIds, status: only, after, limit }: Wanted): Promise<Looked> {
  const [status, each] = [only ?? null, ofEach(skuIds, limit)]
  return db.one<Looked & Record<string, unknown>>(sql`
    with looked as materialized (
      select s.id as sku_id, l.id, l.order_id from unnest(${skuIds}::int[]) as s(id) cross join lateral (
        select id, order_id from order_lines
        where sku_id = s.id and id > ${after ?? 0}::bigint order by id limit ${each}
      ) l
    ), reach as (
      select min(last) as until from (select max(id) as last from looked group by sku_id having count(*) = ${each}) g
    ), found as (
      select k.id, k.order_id
      from (select * from looked where id <= coalesce((select until from reach), ${Number.MAX_SAFE_INTEGER}::bigint) order by id) k
      cross join lateral (select status from orders where id = k.order_id offset 0) o
      where (${status}::text is null or o.status = ${status})
        and not exists (select from order_lines x where x.order_id = k.order_id and x.sku_id = any(${skuIds}::int[]) and x.id < k.id)
      order by k.id limit ${limit}
    )
    select coalesce((select array_agg(order_id::text order by id) from found), '{}') as "orderIds",
      coalesce((select array_agg(id::float8 order by id) from found), '{}') as lines, (select until::float8 from reach) as until`)
}

export interface OfferedProduct {
  id: number
  name: string
  versions: { id: number; code: string; label: string }[]
}

/** In the order of the ids. */
export function productsWith(db: Queryable, ids: readonly number[]): Promise<OfferedProduct[]> {
  return db.query<OfferedProduct & Record<string, unknown>>(sql`
    select p.id, text_in(p.name, 'en-US') as name, coalesce(v.versions, '[]') as versions
    from unnest(${ids}::int[]) with ordinality as w(id, n) join products p on p.id = w.id
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', s.id, 'code', s.sku_code, 'label', concat_ws(' · ', s.edition, s.denomination))
        order by s.position, s.id) as versions
      from (select * from skus where product_id = p.id order by position, id limit ${VERSIONS_LOOKED_AT}) s
    ) v on true
    order by w.n`)
}

/** By what is exactly a product's: its id, its address, or the code of a version; or whose version this is. */
export async function productsMeant(
  db: Queryable,
  { id, word, sku }: { id: number | null; word: string; sku: number | null },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from products where id = ${id}::int
    union select id from products where slug = lower(${word}::text)
    union select product_id from skus where sku_code in (${word}::text, upper(${word}::text)) or id = ${sku}::int`)
  return rows.map((row) => row.id)
}
