// Orders of a product or of one of its versions that were placed within days: looked for among all orders of these days, along
// `orders_newest`, for lines know no moment. Of so many orders at once, however rare the product is; whoever looks on goes on
// from there.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { ORDERS_LOOKED_AT } from '../limits.ts'
import { type AfterOrder, goingDown, goingUp, type OrdersWanted } from './office-store.ts'

type Wanted = OrdersWanted & { skuIds: readonly number[] }

interface Place {
  after: AfterOrder | undefined
  limit: number
}

interface Looked {
  orderIds: string[]
  /** The last order that was looked at, as a page's `next` says it; null: there are no more. */
  until: string | null
}

export function newestWithin(db: Queryable, wanted: Wanted, { after, limit }: Place): Promise<Looked> {
  const { skuIds, status = null } = wanted
  const { from, end } = goingDown(wanted, after)
  return db.one<Looked & Record<string, unknown>>(sql`
    with looked as materialized (
      select id, status, placed_at from orders
      where (placed_at, id) < (${from.at}::timestamptz, ${from.id}::uuid) and placed_at >= ${end}::timestamptz
      order by placed_at desc, id desc limit ${ORDERS_LOOKED_AT}
    ), found as (
      select id, placed_at from (select * from looked order by placed_at desc, id desc) k
      where (${status}::text is null or status = ${status})
        and exists (select from order_lines where order_id = k.id and sku_id = any(${skuIds}::int[]) offset 0)
      order by placed_at desc, id desc limit ${limit}
    )
    select coalesce((select array_agg(id::text order by placed_at desc, id desc) from found), '{}') as "orderIds",
      case when (select count(*) from looked) = ${ORDERS_LOOKED_AT} then (
        select to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id from looked order by placed_at, id limit 1
      ) end as until`)
}

export function oldestWithin(db: Queryable, wanted: Wanted, { after, limit }: Place): Promise<Looked> {
  const { skuIds, status = null } = wanted
  const { from, end } = goingUp(wanted, after)
  return db.one<Looked & Record<string, unknown>>(sql`
    with looked as materialized (
      select id, status, placed_at from orders
      where (placed_at, id) > (${from.at}::timestamptz, ${from.id}::uuid) and placed_at < ${end}::timestamptz
      order by placed_at, id limit ${ORDERS_LOOKED_AT}
    ), found as (
      select id, placed_at from (select * from looked order by placed_at, id) k
      where (${status}::text is null or status = ${status})
        and exists (select from order_lines where order_id = k.id and sku_id = any(${skuIds}::int[]) offset 0)
      order by placed_at, id limit ${limit}
    )
    select coalesce((select array_agg(id::text order by placed_at, id) from found), '{}') as "orderIds",
      case when (select count(*) from looked) = ${ORDERS_LOOKED_AT} then (
        select to_char(placed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || id from looked
        order by placed_at desc, id desc limit 1
      ) end as until`)
}

/** No further than `most`, nor among more orders than one look goes through: then there may be more. */
export function countWithin(
  db: Queryable,
  { skuIds, status: only, since = '-infinity', until = 'infinity' }: Wanted,
  most: number,
): Promise<{ count: number; isMore: boolean }> {
  const status = only ?? null
  return db.one<{ count: number; isMore: boolean }>(sql`
    with looked as materialized (
      select id, status from orders where placed_at >= ${since}::timestamptz and placed_at < ${until}::timestamptz
      order by placed_at desc, id desc limit ${ORDERS_LOOKED_AT}
    ), found as (
      select from looked
      where (${status}::text is null or status = ${status})
        and exists (select from order_lines where order_id = looked.id and sku_id = any(${skuIds}::int[]) offset 0)
      limit ${most}
    )
    select (select count(*)::int from found) as count, (select count(*) from looked) = ${ORDERS_LOOKED_AT} as "isMore"`)
}
