// Which payments of an order did not pay it, and have gone back or are to.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** Enough for whoever pays an order again and again; the first ones stand. */
export const MOST_TOLD = 20

export interface NotTaken {
  id: string
  currency: string
  /** Hundredths of its currency. */
  paid: number
  refunded: number
  toBalance: number
  cause: 'late' | 'surplus' | 'waiting' | 'buyer' | 'operator' | null
  /** Of the refund that was wished for last; null: the shop wished for none. */
  refund: 'wanted' | 'asked' | 'pending' | 'done' | 'failed' | null
}

/** One more than are told, where there are more. */
export function notTaken(db: Queryable, orderId: string): Promise<NotTaken[]> {
  return db.query<NotTaken & Record<string, unknown>>(sql`
    select p.id, p.currency, p.paid_amount as paid, p.refunded_amount as refunded, p.to_balance as "toBalance", r.cause, r.state as refund
    from orders o join payments p on p.order_id = o.id left join lateral (
      select cause, state from refunds where payment_id = p.id and state <> 'dropped' order by created_at desc, id desc limit 1
    ) r on true
    where o.id = ${orderId} and p.id is distinct from o.paid_payment_id and p.paid_amount > 0 and (p.refunded_amount > 0 or r.state is not null)
    order by p.created_at, p.id limit ${MOST_TOLD + 1}`)
}
