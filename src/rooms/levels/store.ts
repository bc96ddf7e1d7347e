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

/** What the member has earned, locked: nobody else changes it until the transaction ends. */
export async function lockRewards(tx: Transaction, memberId: string): Promise<Rewards> {
  const lock = () =>
    tx.maybe<Rewards & Record<string, unknown>>(
      sql`select points, pending, growth from member_rewards where member_id = ${memberId} for update`,
    )
  const known = await lock()
  if (known) return known
  await tx.run(sql`insert into member_rewards (member_id) values (${memberId}) on conflict do nothing`)
  return (await lock())!
}

export interface Whole {
  orderId: string
  memberId: string
  points: number
  growth: number
}

/** What the order earns in whole, which is decided once, and what it has brought so far; the order is locked. */
export async function earnedBy(
  tx: Transaction,
  whole: Whole,
): Promise<{ whole: Omit<Rewards, 'pending'>; so: Rewards }> {
  const row = await tx.one<Omit<Rewards, 'pending'> & { so: Rewards }>(sql`
    with decided as (
      insert into order_rewards (order_id, member_id, points, growth) values (${whole.orderId}, ${whole.memberId}, ${whole.points}, ${whole.growth})
      on conflict do nothing returning points, growth
    ), earned as (
      select points, growth from decided
      union all select points, growth from order_rewards where order_id = ${whole.orderId}
    )
    select earned.points, earned.growth, (
      select json_build_object('points', coalesce(sum(points), 0), 'pending', coalesce(sum(pending), 0), 'growth', coalesce(sum(growth), 0))
      from reward_entries where order_id = ${whole.orderId}) as so
    from earned`)
  return { whole: row, so: row.so }
}

/**
 * What the order earns in whole is decided and entered, its points as not usable yet; false: it was decided before, and
 * nothing is written. The order is locked.
 */
export async function enterFirst(tx: Transaction, { orderId, memberId, points, growth }: Whole): Promise<boolean> {
  const { decided } = await tx.one<{ decided: boolean }>(sql`
    with decided as (
      insert into order_rewards (order_id, member_id, points, growth) values (${orderId}, ${memberId}, ${points}, ${growth})
      on conflict do nothing returning order_id, member_id, points, growth
    ), earned as (
      select * from decided where points > 0 or growth > 0
    ), entry as (
      insert into reward_entries (member_id, order_id, reason, points, pending, growth)
      select member_id, order_id, 'order', 0, points, growth from earned
    ), total as (
      insert into member_rewards as r (member_id, points, pending, growth) select member_id, 0, points, growth from earned
      on conflict (member_id) do update set pending = r.pending + excluded.pending, growth = r.growth + excluded.growth
    )
    select exists (select from decided) as decided`)
  return decided
}

export interface Entry extends Rewards {
  memberId: string
  orderId: string | null
  reason: 'order' | 'converted'
}

/** An entry and the totals together. */
export function enter(tx: Transaction, { memberId, orderId, reason, points, pending, growth }: Entry): Promise<number> {
  return tx.run(sql`
    with entry as (
      insert into reward_entries (member_id, order_id, reason, points, pending, growth)
      values (${memberId}, ${orderId}, ${reason}, ${points}, ${pending}, ${growth})
    )
    insert into member_rewards as r (member_id, points, pending, growth) values (${memberId}, ${points}, ${pending}, ${growth})
    on conflict (member_id) do update set points = r.points + excluded.points, pending = r.pending + excluded.pending,
      growth = r.growth + excluded.growth`)
}

/** What the order has brought is taken back, and what it earns is decided anew for whoever has it from now on; it is locked. */
export function takeBack(tx: Transaction, orderId: string): Promise<number> {
  return tx.run(sql`
    with decided as (
      delete from order_rewards where order_id = ${orderId}
    ), so as (
      select member_id, sum(points)::bigint as points, sum(pending)::bigint as pending, sum(growth)::bigint as growth
      from reward_entries where order_id = ${orderId} group by member_id
      having sum(points) <> 0 or sum(pending) <> 0 or sum(growth) <> 0
    ), entry as (
      insert into reward_entries (member_id, order_id, reason, points, pending, growth)
      select member_id, ${orderId}, 'order', -points, -pending, -growth from so order by member_id
    )
    update member_rewards r set points = r.points - so.points, pending = r.pending - so.pending, growth = r.growth - so.growth
    from so where r.member_id = so.member_id`)
}

export interface HistoryRow extends Omit<Entry, 'memberId'> {
  id: number
  at: Date
  orderNo: string | null
  /** What there was from then on. */
  now: Rewards
}

/** The newest first. What there was is what there is without what came after it: so only the newer ones are added up. */
export async function historyOf(
  db: Queryable,
  memberId: string,
  page: { offset: number; limit: number },
): Promise<HistoryRow[]> {
  const rows = await db.query<
    Omit<HistoryRow, 'now'> & { nowPoints: number; nowPending: number; nowGrowth: number }
  >(sql`
    select e.id, e.at, e.reason, e.order_id as "orderId", (select order_no from orders where id = e.order_id) as "orderNo",
      e.points, e.pending, e.growth,
      (r.points + e.points - sum(e.points) over newer)::bigint as "nowPoints",
      (r.pending + e.pending - sum(e.pending) over newer)::bigint as "nowPending",
      (r.growth + e.growth - sum(e.growth) over newer)::bigint as "nowGrowth"
    from reward_entries e join member_rewards r using (member_id) where member_id = ${memberId}
    window newer as (order by e.id desc) order by e.id desc limit ${page.limit} offset ${page.offset}`)
  return rows.map(({ nowPoints, nowPending, nowGrowth, ...row }) => ({
    ...row,
    now: { points: nowPoints, pending: nowPending, growth: nowGrowth },
  }))
}

export async function countHistory(db: Queryable, memberId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from reward_entries where member_id = ${memberId}`,
  )
  return count
}

/** Members of this range of ids whose running totals are not the sums of their entries, the first hundred; in hundredths. */
export function wrongRewards(
  db: Queryable,
  { from, to }: { from: string; to: string },
): Promise<{ memberId: string; total: Rewards; sum: Rewards }[]> {
  return db.query(sql`
    select coalesce(t.member_id, e.member_id) as "memberId",
      json_build_object('points', coalesce(t.points, 0), 'pending', coalesce(t.pending, 0), 'growth', coalesce(t.growth, 0)) as total,
      json_build_object('points', coalesce(e.points, 0), 'pending', coalesce(e.pending, 0), 'growth', coalesce(e.growth, 0)) as sum
    from (select * from member_rewards where member_id between ${from}::uuid and ${to}::uuid) t
    full join (
      select member_id, sum(points)::bigint as points, sum(pending)::bigint as pending, sum(growth)::bigint as growth
      from reward_entries where member_id between ${from}::uuid and ${to}::uuid group by member_id
    ) e using (member_id)
    where (coalesce(t.points, 0), coalesce(t.pending, 0), coalesce(t.growth, 0))
      <> (coalesce(e.points, 0), coalesce(e.pending, 0), coalesce(e.growth, 0)) order by 1 limit 100`)
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
