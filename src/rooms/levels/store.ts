// Every SQL statement about what members have earned.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

/** In hundredths. */
export interface Rewards {
  points: number
  pending: number
  growth: number
}

export const NOTHING: Rewards = { points: 0, pending: 0, growth: 0 }

export async function rewardsOf(db: Queryable, memberId: string): Promise<Rewards> {
  const rewards = await db.maybe<Rewards & Record<string, unknown>>(
    sql`select points, pending, growth from member_rewards where member_id = ${memberId}`,
  )
  return rewards ?? NOTHING
}

/** The same, and nobody else changes them until the transaction ends. */
export async function lockRewards(tx: Transaction, memberId: string): Promise<Rewards> {
  await tx.run(sql`insert into member_rewards (member_id) values (${memberId}) on conflict do nothing`)
  return tx.one<Rewards & Record<string, unknown>>(
    sql`select points, pending, growth from member_rewards where member_id = ${memberId} for update`,
  )
}

export interface Whole {
  orderId: string
  memberId: string
  points: number
  growth: number
}

/** What the order earns in whole, which is decided once. */
export async function wholeOf(tx: Transaction, whole: Whole): Promise<Pick<Whole, 'points' | 'growth'>> {
  await tx.run(sql`
    insert into order_rewards (order_id, member_id, points, growth) values (${whole.orderId}, ${whole.memberId}, ${whole.points}, ${whole.growth})
    on conflict do nothing`)
  return tx.one<Pick<Whole, 'points' | 'growth'> & Record<string, unknown>>(
    sql`select points, growth from order_rewards where order_id = ${whole.orderId}`,
  )
}

/** What an order has brought so far. */
export function creditedBy(tx: Transaction, orderId: string): Promise<Rewards> {
  return tx.one<Rewards & Record<string, unknown>>(sql`
    select coalesce(sum(points), 0)::bigint as points, coalesce(sum(pending), 0)::bigint as pending, coalesce(sum(growth), 0)::bigint as growth
    from reward_entries where order_id = ${orderId}`)
}

export interface Entry extends Rewards {
  memberId: string
  orderId: string | null
  reason: 'order' | 'converted'
}

/** An entry and the totals together; the member's row is locked. */
export function enter(tx: Transaction, { memberId, orderId, reason, points, pending, growth }: Entry): Promise<number> {
  return tx.run(sql`
    with entry as (
      insert into reward_entries (member_id, order_id, reason, points, pending, growth)
      values (${memberId}, ${orderId}, ${reason}, ${points}, ${pending}, ${growth})
    )
    update member_rewards set points = points + ${points}, pending = pending + ${pending}, growth = growth + ${growth}
    where member_id = ${memberId}`)
}

export function entriesOf(db: Queryable, memberId: string): Promise<object[]> {
  return db.query<object>(sql`
    select at, reason, points / 100.0::float8 as points, pending / 100.0::float8 as "pendingPoints", growth / 100.0::float8 as growth
    from reward_entries where member_id = ${memberId} order by id limit 100000`)
}

/** No law wants to know what somebody could have saved. */
export async function forget(tx: Transaction, memberId: string): Promise<void> {
  await tx.run(sql`delete from reward_entries where member_id = ${memberId}`)
  await tx.run(sql`delete from order_rewards where member_id = ${memberId}`)
  await tx.run(sql`delete from member_rewards where member_id = ${memberId}`)
}
