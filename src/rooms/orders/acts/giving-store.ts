// Orders that a person gave to another address, and with it to whoever has that one (docs/decisions/078): the SQL statements.
import type { Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'

/**
 * Condition on the order `o`: a person took it from another account, or from none, and it is not back there. Whenever it was paid: who had it
 * before may begin to pay it afterwards, too, for his browser still opens it.
 */
export const GIVEN = fragment`exists (select from (
        select from_member from order_givings g where g.order_id = o.id order by g.id limit 1
      ) first where first.from_member is distinct from o.member_id)`

/** Condition on the order `o`: it was paid while it was in another account, or in none, from which a person took it since. */
export const PAID_ELSEWHERE = fragment`exists (select from (
        select from_member from order_givings g where g.order_id = o.id and g.at >= o.paid_at order by g.id limit 1
      ) first where first.from_member is distinct from o.member_id)`

/** The order is locked: what was begun before is committed, and this moment lies behind it. */
export async function noteGiving(tx: Transaction, orderId: string, fromMember: string | null): Promise<void> {
  await tx.run(sql`
    insert into order_givings (order_id, at, from_member) values (${orderId}, clock_timestamp(), ${fromMember})`)
}
