// Everything that happened to an order, from the tables of all who had to do with it.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { isErased } from '../rules.ts'

export const HAPPENED = ['status', 'act', 'hold', 'lifted', 'payment', 'refund', 'mail', 'reveal'] as const

export interface Happened {
  at: Date
  kind: (typeof HAPPENED)[number]
  what: string
  who: string
  why: string
}

/**
 * The latest last; of each kind the latest hundred. Where the keys of an order were shown whose buyer had himself erased is not
 * told: it is evidence for a bank alone (`revealsOf`).
 */
export function happenedTo(db: Queryable, order: { id: string; deliveryEmail: string }): Promise<Happened[]> {
  const orderId = order.id
  return db.query<Happened & Record<string, unknown>>(sql`
    select at, kind, what, who, why from (
      (select at, 'status' as kind, coalesce(from_status || ' → ', '') || to_status as what, actor as who, reason as why, id
        from order_events where order_id = ${orderId} order by id desc limit 100)
      union all
      (select at, 'act', act, actor, reason, id from order_acts where order_id = ${orderId} order by id desc limit 100)
      union all
      (select since, 'hold', reason, '', '', id from order_holds where order_id = ${orderId} order by id desc limit 100)
      union all
      (select lifted_at, 'lifted', reason, coalesce(lifted_by, ''), coalesce(lifted_why, ''), id
        from order_holds where order_id = ${orderId} and lifted_at is not null order by id desc limit 100)
      union all
      (select created_at, 'payment', provider, '', '', 0
        from payments where order_id = ${orderId} order by created_at desc, id limit 100)
      union all
      (select created_at, 'refund', cause, actor, reason, 0
        from refunds where order_id = ${orderId} order by created_at desc, id limit 100)
      union all
      (select created_at, 'mail', template, recipient, '', 0
        from mails where data ? 'orderId' and data ->> 'orderId' = ${orderId} and state <> 'lapsed'
        order by created_at desc, id limit 100)
      union all
      (select min(at), 'reveal', via, actor, case when ${isErased(order)}::boolean then '' else address end, min(id)
        from key_reveals where order_id = ${orderId} group by at, via, actor, address order by min(at) desc, min(id) limit 100)
    ) happened order by at, kind <> 'status', kind, id`)
}
