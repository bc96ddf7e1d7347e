// Money of members and orders that wait for it, as this shop would have them if it offered every way to pay.
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** Gives a member so many cents; fewer than none: takes them. */
export function giveBalance(db: Database, memberId: string, cents: number): Promise<number> {
  return db.run(sql`
    with m as (insert into ledger_movements (cause, kind) values (gen_random_uuid()::text, 'adjustment') returning id),
      b as (insert into member_balances as b (member_id, cents) values (${memberId}, ${cents})
        on conflict (member_id) do update set cents = b.cents + excluded.cents returning cents)
    insert into ledger_entries (movement_id, account, member_id, cents, balance)
    select m.id, 'member', ${memberId}::uuid, ${cents}::bigint, b.cents from m, b
    union all select m.id, 'adjustments', null, -(${cents}::bigint), null from m`)
}

/** As if this provider had been chosen at the checkout, which this shop does not offer there; answers the total in cents. */
export async function paidBy(db: Database, orderId: string, provider: 'balance' | 'eecpay'): Promise<number> {
  await db.run(sql`
    with method as (select id from payment_methods where provider = ${provider} order by id limit 1)
    , o as (update orders set payment_method = method.id, fee = 0, total = goods - discount - coupon + service from method
        where orders.id = ${orderId} returning total)
    update payments set provider = ${provider}, method_id = method.id, provider_ref = payments.id::text, fee = 0, amount = o.total, poll_at = null
    from method, o where order_id = ${orderId}`)
  return (await db.one<{ total: number }>(sql`select total from orders where id = ${orderId}`)).total
}
