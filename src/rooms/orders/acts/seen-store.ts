// What somebody has seen of an order, as a word that is another after anything that happened to it. That a provider was asked about
// a payment and told nothing of it is nothing that happened.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export async function seenOf(db: Queryable, orderId: string): Promise<string> {
  const row = await db.maybe<{ seen: string }>(sql`
    select md5(concat_ws(' ', o.status, o.delivery_email, coalesce(o.member_id::text, ''),
      (select max(id) from order_events where order_id = o.id),
      (select max(id) from order_acts where order_id = o.id),
      (select string_agg(id || ':' || coalesce(lifted_at::text, ''), ',' order by id) from order_holds where order_id = o.id),
      (select string_agg(id || ':' || case state when 'created' then 'pending' else state end || ':' || coalesce(paid_amount, 0) || ':' || refunded_amount, ',' order by id)
        from payments where order_id = o.id),
      (select string_agg(id || ':' || state, ',' order by id) from refunds where order_id = o.id))) as seen
    from orders o where o.id = ${orderId}`)
  return row?.seen ?? ''
}
