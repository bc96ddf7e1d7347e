// Every SQL statement of top-ups alone.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface TopUpOf {
  memberId: string | null
  orderNo: string
  cents: number
  total: number
  paymentId: string
  state: string
  paid: number
  back: number
}

/** A top-up that was credited, or is to be just now, with the payment that has paid it; undefined: it is none such. */
export function topUpOf(tx: Queryable, orderId: string): Promise<TopUpOf | undefined> {
  return tx.maybe<TopUpOf & Record<string, unknown>>(sql`
    select o.member_id as "memberId", o.order_no as "orderNo", o.top_up_cents as cents, p.amount as total, p.id as "paymentId", p.state,
      coalesce(p.paid_amount, 0) as paid, p.refunded_amount + coalesce((
        select sum(amount) from refunds where payment_id = p.id and state in ('wanted', 'asked', 'pending')), 0)::bigint as back
    from orders o join payments p on p.id = o.paid_payment_id
    where o.id = ${orderId} and o.top_up_cents is not null and o.delivered_at is not null`)
}

export interface TopUpDay {
  /** Since when he is a member. */
  since: Date
  now: Date
  /** US cents that he has topped up within 24 hours, or is about to. */
  today: number
}

/** `beside`: one that is not counted. */
export function topUpDay(db: Queryable, memberId: string, beside: string | null): Promise<TopUpDay | undefined> {
  return db.maybe<TopUpDay & Record<string, unknown>>(sql`
    select created_at as since, now() as now, coalesce((
      select sum(top_up_cents) from orders
      where member_id = m.id and top_up_cents is not null and coalesce(paid_at, placed_at) > now() - interval '1 day'
        and status not in ('Cancelled', 'Expired') and id is distinct from ${beside}::uuid), 0)::bigint as today
    from members m where id = ${memberId} and closed_at is null`)
}

/**
 * When the one was begun that fills `most` of the member's top-ups of 24 hours that are not paid, the latest counted first;
 * undefined: there are fewer.
 */
export async function unpaidTopUp(tx: Transaction, memberId: string, most: number): Promise<Date | undefined> {
  const row = await tx.maybe<{ placedAt: Date }>(sql`
    select placed_at as "placedAt" from orders
    where member_id = ${memberId} and top_up_cents is not null and placed_at > now() - interval '1 day'
      and status in ('Unpaid', 'Cancelled', 'Expired')
    order by placed_at desc offset ${most - 1} limit 1`)
  return row?.placedAt
}

/** Nobody else begins a top-up of his until this transaction ends. */
export async function lockTopUps(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`top-up ${memberId}`}, 0))`)
}
