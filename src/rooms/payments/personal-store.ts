// The SQL statements that forget what employees wrote about payments (decision F11).
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { forgetDetail } from '#rooms/alerts/hands.ts'
import { BY_HAND } from './by-hand.ts'
import { GIVEN_UP } from './refund-rules.ts'

/** What happened to the money of these orders stays, and who said so; why he said it goes. The orders must be locked. */
export async function forgetReasons(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  await tx.run(sql`update refunds set reason = '' where order_id = any(${orderIds}::uuid[]) and cause = 'operator'`)
  await tx.run(sql`
    update refunds set problem = ${GIVEN_UP} where order_id = any(${orderIds}::uuid[]) and starts_with(problem, ${`${GIVEN_UP}: `})`)
  await tx.run(sql`
    update refund_tasks t set reason = '' from refunds r
    where r.id = t.refund_id and r.order_id = any(${orderIds}::uuid[]) and t.reason <> ''`)
  await tx.run(sql`
    update payments_by_hand h set reason = '' from payments p
    where p.id = h.payment_id and p.order_id = any(${orderIds}::uuid[])`)
  await tx.run(sql`
    update payment_differences d set settled_reason = '' from payments p
    where p.id = d.payment_id and p.order_id = any(${orderIds}::uuid[]) and d.settled_reason <> ''`)
  // Alerts of before say why money was wanted back.
  await forgetDetail(tx, { kind: BY_HAND, detail: 'reason', orderIds })
}
