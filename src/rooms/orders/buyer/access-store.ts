// Every SQL statement about who may see an order.
import type { Queryable } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { forgetDead } from '#platform/jobs/dead.ts'
import { FIND_ORDERS } from '../jobs.ts'
import { COMPLETED_AFTER } from '../store.ts'

export interface AccessRow {
  id: string
  cookieVersion: number
  linkVersion: number
  browserHash: Buffer | null
  /** Whose it is; he sees it by his session unless he has deleted it from his list. */
  memberId: string | null
  hidden: boolean
  /**
   * What ends with the order itself has ended: it was first closed more than `days` ago (decision F2), counted from its last
   * payment. One that was refunded in part is closed when it would have been completed.
   */
  over: boolean
  /** The database's clock, by which all ends are told. */
  now: Date
}

export function accessRows(db: Queryable, orderIds: readonly string[], days: number): Promise<AccessRow[]> {
  return db.query<AccessRow>(sql`
    select o.id, o.cookie_version as "cookieVersion", o.link_version as "linkVersion", o.browser_hash as "browserHash", o.member_id as "memberId",
      o.hidden_at is not null and o.paid_at is null as hidden, now() as now,
      coalesce(
        (
          select min(case e.to_status when 'PartlyRefunded' then greatest(e.at, o.delivered_at + ${COMPLETED_AFTER}) else e.at end)
          from order_events e
          where e.order_id = o.id and e.to_status in ('Completed', 'Refunded', 'PartlyRefunded', 'Cancelled', 'Expired')
            and e.id > coalesce((select max(id) from order_events where order_id = o.id and to_status = 'Paid'), 0)
        ),
        case when o.status in ('Completed', 'Refunded', 'Cancelled', 'Expired') then o.expires_at end
      ) < now() - ${days} * interval '1 day' is true as over
    from orders o where o.id = any(${orderIds}::uuid[]) order by o.id limit 1000`)
}

/** The orders that a browser made, by the hash of its cookie: the newest. */
export async function ordersOfBrowser(db: Queryable, browserHash: Buffer, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from orders where browser_hash = ${browserHash} order by placed_at desc, id limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Every cookie that opens these orders ends. */
export function endCookies(db: Queryable, orderIds: readonly string[]): Promise<number> {
  return db.run(sql`
    with o as (select id from orders where id = any(${orderIds}::uuid[]) order by id for update)
    update orders set cookie_version = cookie_version + 1, browser_hash = null from o where orders.id = o.id`)
}

/** Every link that opens the order ends, with the cookies that such a link has left. Answers the version of the next ones. */
export async function endLinks(db: Queryable, orderId: string): Promise<number> {
  const { version } = await db.one<{ version: number }>(
    sql`update orders set link_version = link_version + 1 where id = ${orderId} returning link_version as version`,
  )
  return version
}

const HAS_OLD_REQUEST = fragment`
  placed_at >= coalesce((select before from forgotten_requests), '-infinity') and placed_at < now() - interval '30 days'
  and coalesce(idempotency_hash, browser_hash, client_hash) is not null`
const AT_ONCE = 10_000

/**
 * Keys of requests, and who made them from where, are forgotten after 30 days (decision A12). They are written with an order
 * and never later: before the moment that is kept there are none, and no order from before it is read again. What was typed to find an
 * order goes a day after nobody looks any more.
 */
export async function forgetRequests(db: Queryable): Promise<void> {
  await forgetDead(db, FIND_ORDERS.name, 24)
  const forgetSome = () =>
    db.run(sql`
      with old as (
        select id from orders
        where ${HAS_OLD_REQUEST} order by placed_at, id for update skip locked limit ${AT_ONCE}
      )
      update orders set idempotency_hash = null, request_hash = null, browser_hash = null, client_hash = null, mailbox_hash = null
      from old where orders.id = old.id`)
  const keepPlace = () =>
    db.run(sql`
      insert into forgotten_requests (before)
      select coalesce((select placed_at from orders where ${HAS_OLD_REQUEST} order by placed_at, id limit 1), now() - interval '30 days')
      on conflict ("only") do update set before = excluded.before`)
  let forgotten: number
  do {
    forgotten = await forgetSome()
    await keepPlace()
  } while (forgotten === AT_ONCE)
}
