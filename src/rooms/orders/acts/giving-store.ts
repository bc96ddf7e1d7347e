// Orders that a person gave to another address, and with it to whoever has that one (docs/decisions/078): the SQL statements.
import type { Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'

/**
 * Of the payment `p` of the order `o`: it was begun while the order was in another account, or in none, from which a person took it
 * since. Who sent money that a person has recorded nobody knows, so that counts as begun before.
 */
export const BEGUN_ELSEWHERE = fragment`exists (select from (
        select from_member from order_givings g
        where g.order_id = o.id and (g.at >= p.created_at or p.provider = 'hand') order by g.id limit 1
      ) first where first.from_member is distinct from o.member_id)`

/** Of the order `o`: it was paid while it was in another account, or in none, from which a person took it since. */
export const PAID_ELSEWHERE = fragment`exists (select from (
        select from_member from order_givings g where g.order_id = o.id and g.at >= o.paid_at order by g.id limit 1
      ) first where first.from_member is distinct from o.member_id)`

/** The order is locked: what was begun before is committed, and this moment lies behind it. */
export async function noteGiving(tx: Transaction, orderId: string, fromMember: string | null): Promise<void> {
  await tx.run(sql`
    insert into order_givings (order_id, at, from_member) values (${orderId}, clock_timestamp(), ${fromMember})`)
}

/** Money has come for it, or its bank works on some. */
export async function hasMoney(tx: Transaction, orderId: string): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from orders o where id = ${orderId} and (
      paid_at is not null or exists (select from payments where order_id = o.id and (state = 'processing' or paid_amount > 0)))`)
  return rows.length > 0
}
