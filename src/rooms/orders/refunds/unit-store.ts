// Every SQL statement of refunds by unit.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface RefundedUnit {
  lineId: number
  unit: number
  keyId: number | null
  /** False: its money is still on its way. */
  done: boolean
}

/** Units of the order whose money went back, or is about to. */
export function refundedUnits(db: Queryable, orderId: string): Promise<RefundedUnit[]> {
  return db.query<RefundedUnit & Record<string, unknown>>(sql`
    select u.order_line_id as "lineId", u.unit, u.key_id as "keyId", r.state = 'done' as done
    from refund_units u join refunds r on r.id = u.refund_id
    where r.order_id = ${orderId} and r.state not in ('failed', 'dropped') order by u.order_line_id, u.unit limit 100000`)
}

/** Units whose money has gone and whose keys nobody has taken back yet: the caller does, in this transaction. */
export function settleUnits(tx: Transaction, paymentId: string): Promise<{ offerId: number; keyId: number | null }[]> {
  return tx.query(sql`
    with u as (
      update refund_units set settled_at = now()
      from refunds r where r.id = refund_id and r.payment_id = ${paymentId} and r.state = 'done' and settled_at is null
      returning order_line_id, key_id
    )
    select l.offer_id as "offerId", u.key_id as "keyId" from u join order_lines l on l.id = u.order_line_id
    order by l.offer_id, u.key_id`)
}

/** Keys that are for sale again are no more those of the units that were refunded: this order may get them for others. */
export function forgetKeys(tx: Transaction, orderId: string, keyIds: number[]): Promise<number> {
  return tx.run(sql`
    update refund_units set key_id = null
    from refunds r where r.id = refund_id and r.order_id = ${orderId} and key_id = any(${keyIds}::bigint[])`)
}
