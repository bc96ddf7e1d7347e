// The SQL statements of what the back office shows of alerts.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface OpenAlert extends Record<string, unknown> {
  id: number
  kind: string
  subject: string
  money: boolean
  count: number
  at: Date
  lastAt: Date
  orderId: string | null
  orderNo: string | null
  details: Record<string, unknown>
}

/** Where money waits first, then the latest. */
export function openLatest(db: Queryable, limit: number): Promise<OpenAlert[]> {
  return db.query<OpenAlert>(sql`
    select a.id, a.kind, a.subject, a.money, a.count, a.at, a.last_at as "lastAt", a.order_id as "orderId", a.details,
      (select order_no from orders where id = a.order_id) as "orderNo"
    from alerts a where a.resolved_at is null order by a.money desc, a.last_at desc, a.id desc limit ${limit}`)
}

/** Undefined: there is none of this number. */
export async function kindOf(db: Queryable, id: number): Promise<string | undefined> {
  return (await db.maybe<{ kind: string }>(sql`select kind from alerts where id = ${id}`))?.kind
}

/** Undefined: it is over already, or something was said since. */
export function markDone(tx: Transaction, id: number, seenAt: string) {
  return tx.maybe<{ kind: string; subject: string }>(sql`
    update alerts set resolved_at = now(), settled_at = now()
    where id = ${id} and resolved_at is null and date_trunc('milliseconds', last_at) <= ${seenAt}::timestamptz
    returning kind, subject`)
}
