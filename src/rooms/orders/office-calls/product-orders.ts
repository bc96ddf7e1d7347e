// Orders of a product or of one of its versions: found along their lines, `order_lines_of_sku`. Of each version the next so many
// lines, and of these as far down as all versions were looked at: what one look costs has a bound, however rare the status is
// among them, and whoever looks on goes on from there. A status that few orders of the whole shop have is looked through instead.
// Lines are asked for in the order of their index, which no other has: by `id` alone all lines of a small shop would be read.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { LINES_LOOKED_AT, LINES_LOOKED_AT_FIRST, RARE_STATUS, VERSIONS_LOOKED_AT } from '../limits.ts'
import type { OrderStatus } from '../rules.ts'

/** By ascending id; empty: there is no such product or version. */
export async function versionIds(
  db: Queryable,
  { product = null, sku = null }: { product?: number | null | undefined; sku?: number | null | undefined },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from skus where id = ${sku}::int and product_id = coalesce(${product}::int, product_id)
    union all
    select id from skus where product_id = ${product}::int and ${sku}::int is null
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
}

interface WantedPage extends Wanted {
  /** A line that was looked at already. */
  after: number | undefined
  limit: number
}

type Look = (db: Queryable, wanted: WantedPage, lines: number) => Promise<Looked>

export const newestOf = (db: Queryable, wanted: WantedPage) => pageOf(db, wanted, -1)
export const oldestOf = (db: Queryable, wanted: WantedPage) => pageOf(db, wanted, 1)

/** Few lines are a page, unless the status is rare among them. */
async function pageOf(db: Queryable, wanted: WantedPage, way: 1 | -1): Promise<Looked> {
  const rare = await ofRareStatus(db, wanted, way)
  if (rare) return rare
  const look = way === 1 ? lookUp : lookDown
  const few = await look(db, wanted, LINES_LOOKED_AT_FIRST)
  return few.until === null || few.lines.length === wanted.limit ? few : look(db, wanted, LINES_LOOKED_AT)
}

/** Undefined: none was asked for, or more orders have it. */
async function ofRareStatus(
  db: Queryable,
  { skuIds, status, after, limit }: WantedPage,
  way: 1 | -1,
): Promise<Looked | undefined> {
  if (!status) return undefined
  const beyond = after ?? (way === 1 ? 0 : Number.MAX_SAFE_INTEGER)
  const { isRare, ...looked } = await db.one<Looked & { isRare: boolean }>(sql`
    with having_it as materialized (
      select id from orders where status = ${status} order by (placed_at at time zone 'UTC') desc, id desc limit ${RARE_STATUS}
    ), found as (
      select h.id as order_id, l.place from having_it h cross join lateral (
        select min(id * ${way}::bigint) as place from order_lines where order_id = h.id and sku_id = any(${skuIds}::int[])
      ) l
      where (select count(*) from having_it) < ${RARE_STATUS} and l.place > ${beyond}::bigint * ${way}::bigint
      order by l.place limit ${limit}
    )
    select coalesce((select array_agg(order_id::text order by place) from found), '{}') as "orderIds",
      coalesce((select array_agg((place * ${way}::bigint)::float8 order by place) from found), '{}') as lines,
      null as until, (select count(*) from having_it) < ${RARE_STATUS} as "isRare"`)
  return isRare ? looked : undefined
}

const ofEach = (skuIds: readonly number[], limit: number, lines: number) =>
  Math.max(limit, Math.floor(lines / Math.max(1, skuIds.length)))

const lookDown: Look = (db, { skuIds, status: only, after, limit }, most) => {
  const [status, each] = [only ?? null, ofEach(skuIds, limit, most)]
  return db.one<Looked & Record<string, unknown>>(sql`
    with looked as materialized (
      select s.id as sku_id, l.id, l.order_id from unnest(${skuIds}::int[]) as s(id) cross join lateral (
        select id, order_id from order_lines
        where sku_id >= s.id and (sku_id, id) < (s.id, ${after ?? Number.MAX_SAFE_INTEGER}::bigint) order by sku_id desc, id desc limit ${each}
      ) l
    ), reach as (
      select max(last) as until from (select min(id) as last from looked group by sku_id having count(*) = ${each}) g
    ), found as (
      select k.id, k.order_id from (select * from looked where id >= coalesce((select until from reach), 0) order by id desc) k
      cross join lateral (
        select from orders where id = k.order_id and (${status}::text is null or status = ${status})
          and not exists (select from order_lines where order_id = orders.id and sku_id = any(${skuIds}::int[]) and id > k.id offset 0)
        offset 0
      ) o
      order by k.id desc limit ${limit}
    )
    select coalesce((select array_agg(order_id::text order by id desc) from found), '{}') as "orderIds",
      coalesce((select array_agg(id::float8 order by id desc) from found), '{}') as lines, (select until::float8 from reach) as until`)
}

const lookUp: Look = (db, { skuIds, status: only, after, limit }, most) => {
  const [status, each] = [only ?? null, ofEach(skuIds, limit, most)]
  return db.one<Looked & Record<string, unknown>>(sql`
    with looked as materialized (
      select s.id as sku_id, l.id, l.order_id from unnest(${skuIds}::int[]) as s(id) cross join lateral (
        select id, order_id from order_lines
        where sku_id <= s.id and (sku_id, id) > (s.id, ${after ?? 0}::bigint) order by sku_id, id limit ${each}
      ) l
    ), reach as (
      select min(last) as until from (select max(id) as last from looked group by sku_id having count(*) = ${each}) g
    ), found as (
      select k.id, k.order_id
      from (select * from looked where id <= coalesce((select until from reach), ${Number.MAX_SAFE_INTEGER}::bigint) order by id) k
      cross join lateral (
        select from orders where id = k.order_id and (${status}::text is null or status = ${status})
          and not exists (select from order_lines where order_id = orders.id and sku_id = any(${skuIds}::int[]) and id < k.id offset 0)
        offset 0
      ) o
      order by k.id limit ${limit}
    )
    select coalesce((select array_agg(order_id::text order by id) from found), '{}') as "orderIds",
      coalesce((select array_agg(id::float8 order by id) from found), '{}') as lines, (select until::float8 from reach) as until`)
}

/** No further than `most`, nor along more lines than one look goes: then there may be more. */
export async function countOf(db: Queryable, wanted: Wanted, most: number): Promise<Counted> {
  const rare = await ofRareStatus(db, { ...wanted, after: undefined, limit: most }, 1)
  if (rare) return { count: rare.lines.length, isMore: false }
  const few = wanted.status ? undefined : await countAlong(db, wanted, { most, lines: most })
  return few && (few.count === most || !few.isMore) ? few : countAlong(db, wanted, { most, lines: LINES_LOOKED_AT })
}

interface Counted {
  count: number
  isMore: boolean
}

function countAlong(
  db: Queryable,
  { skuIds, status: only }: Wanted,
  { most, lines }: { most: number; lines: number },
): Promise<Counted> {
  const status = only ?? null
  return db.one<Counted & Record<string, unknown>>(sql`
    with looked as materialized (
      select l.order_id from unnest(${skuIds}::int[]) as s(id) cross join lateral (
        select order_id from order_lines
        where sku_id >= s.id and (sku_id, id) < (s.id, ${Number.MAX_SAFE_INTEGER}::bigint) order by sku_id desc, id desc limit ${lines}
      ) l limit ${lines}
    ), found as (
      select from (select distinct order_id from looked offset 0) k
      where ${status}::text is null or exists (select from orders where id = k.order_id and status = ${status} offset 0)
      limit ${most}
    )
    select (select count(*)::int from found) as count, (select count(*) from looked) = ${lines} as "isMore"`)
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
