// Every SQL statement of the ledger. Money moves by `insertMovement` alone.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Entry } from './rules.ts'

export type MovementKind = Entry['kind']
/** Where a member's money comes from, or goes. */
export type Account = 'clearing' | 'points' | 'sales' | 'refunds' | 'adjustments'

export interface Movement {
  /** What moves the money, by name: one cause moves it once, however often it is told. */
  cause: string
  kind: MovementKind
  memberId: string
  /** What the member has more (or less) of, in US cents. */
  cents: number
  /** Which has that much less (or more). */
  against: Account
  /** What the member knows it by; of a correction also what whoever made it calls it. */
  reference?: string | null
  /** The attempt at paying an order that it belongs to. */
  paymentId?: string
  /** Who makes a correction, and why; other movements have none. */
  by?: { actor: string; reason: string }
}

/**
 * The movement, its entries and the running total in one statement, which locks the member's total. Answers what he has
 * then; undefined: this cause has moved its money before, and nothing was written.
 */
export async function insertMovement(tx: Transaction, move: Movement): Promise<number | undefined> {
  const written = await tx.maybe<{ cents: number }>(sql`
    with movement as (
      insert into ledger_movements (cause, kind, reference, payment_id, actor, reason)
      values (${move.cause}, ${move.kind}, ${move.reference ?? null}, ${move.paymentId ?? null}, ${move.by?.actor ?? null}, ${move.by?.reason ?? null})
      on conflict (cause) do nothing
      returning id
    ), total as (
      insert into member_balances as b (member_id, cents) select ${move.memberId}::uuid, ${move.cents}::bigint from movement
      on conflict (member_id) do update set cents = b.cents + excluded.cents
      returning cents
    ), entries as (
      insert into ledger_entries (movement_id, account, member_id, cents, balance)
      select movement.id, 'member', ${move.memberId}::uuid, ${move.cents}::bigint, total.cents from movement, total
      union all
      select movement.id, ${move.against}, null, -(${move.cents}::bigint), null from movement
    )
    select cents from total`)
  return written?.cents
}

/**
 * Whether what this cause moved was so many hundredths of points: they were spent in the same transaction, so at the same
 * moment. How many cents they came to does not tell: the rate may have changed since.
 */
export async function hasTurned(
  tx: Transaction,
  { cause, memberId, points }: { cause: string; memberId: string; points: number },
): Promise<boolean> {
  const { turned } = await tx.one<{ turned: boolean }>(sql`
    select exists (
      select from ledger_movements m join reward_entries r on r.at = m.at
      where m.cause = ${cause} and r.member_id = ${memberId} and r.reason = 'converted' and r.points = -(${points}::bigint)
    ) as turned`)
  return turned
}

/** What this cause has moved on a member's balance; undefined: nothing yet. */
export function movedFor(db: Queryable, cause: string): Promise<{ cents: number; at: Date } | undefined> {
  return db.maybe<{ cents: number; at: Date }>(sql`
    select e.cents, m.at from ledger_movements m join ledger_entries e on e.movement_id = m.id
    where m.cause = ${cause} and e.account = 'member'`)
}

export async function balanceOf(db: Queryable, memberId: string): Promise<number> {
  const row = await db.maybe<{ cents: number }>(sql`select cents from member_balances where member_id = ${memberId}`)
  return row?.cents ?? 0
}

/** What an attempt at paying took from a member's balance, and what of it went back; 0: nothing. */
export function movedBy(db: Queryable, paymentId: string): Promise<{ spent: number; back: number }> {
  return db.one<{ spent: number; back: number }>(sql`
    select coalesce(-sum(e.cents) filter (where m.kind = 'purchase'), 0)::bigint as spent,
      coalesce(sum(e.cents) filter (where m.kind = 'refund'), 0)::bigint as back
    from ledger_movements m join ledger_entries e on e.movement_id = m.id
    where m.payment_id = ${paymentId} and e.account = 'member'`)
}

/** Whose money it was. */
export function purchaseBy(
  tx: Transaction,
  paymentId: string,
): Promise<{ memberId: string; reference: string | null } | undefined> {
  return tx.maybe<{ memberId: string; reference: string | null }>(sql`
    select e.member_id as "memberId", m.reference from ledger_movements m join ledger_entries e on e.movement_id = m.id
    where m.payment_id = ${paymentId} and m.kind = 'purchase' and e.account = 'member'`)
}

/** What a payment has brought a member's balance so far, by how many movements, and whose it is; none yet: undefined. */
export function broughtBy(
  tx: Queryable,
  paymentId: string,
  kinds: readonly MovementKind[],
): Promise<{ memberId: string; cents: number; times: number } | undefined> {
  return tx.maybe<{ memberId: string; cents: number; times: number }>(sql`
    select e.member_id as "memberId", sum(e.cents)::bigint as cents, count(*)::int as times
    from ledger_movements m join ledger_entries e on e.movement_id = m.id
    where m.payment_id = ${paymentId} and m.kind = any(${kinds}::text[]) and e.account = 'member' group by e.member_id`)
}

/** Nobody else moves a member's balance until the transaction ends, nor gives him his first. */
export async function lockBalance(tx: Transaction, memberId: string): Promise<void> {
  const lock = () => tx.run(sql`select from member_balances where member_id = ${memberId} for update`)
  if ((await lock()) > 0) return
  await tx.run(sql`insert into member_balances (member_id, cents) values (${memberId}, 0) on conflict do nothing`)
  await lock()
}

/** What moved a member's balance after the entry `after`, in the order in which it did. */
export function entriesAfter(
  tx: Queryable,
  memberId: string,
  { after, limit }: { after: number; limit: number },
): Promise<(Entry & { id: number })[]> {
  return tx.query<Entry & { id: number }>(sql`
    select e.id, m.kind, e.cents, m.payment_id as "paymentId" from ledger_entries e join ledger_movements m on m.id = e.movement_id
    where e.member_id = ${memberId} and e.id > ${after} order by e.id limit ${limit}`)
}

export interface HistoryRow {
  id: number
  at: Date
  kind: MovementKind
  cents: number
  balance: number
  reference: string | null
}

/** The newest first. */
export function historyOf(
  db: Queryable,
  memberId: string,
  page: { offset: number; limit: number },
): Promise<HistoryRow[]> {
  return db.query<HistoryRow & Record<string, unknown>>(sql`
    select e.id, m.at, m.kind, e.cents, e.balance, m.reference from ledger_entries e join ledger_movements m on m.id = e.movement_id
    where e.member_id = ${memberId} order by e.id desc limit ${page.limit} offset ${page.offset}`)
}

/** Why people corrected a member's balance, by the ids of its history. */
export async function reasonsOf(db: Queryable, memberId: string): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<{ id: number; reason: string }>(sql`
    select e.id, m.reason from ledger_entries e join ledger_movements m on m.id = e.movement_id
    where e.member_id = ${memberId} and m.reason is not null order by e.id limit 100000`)
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}

export async function countHistory(db: Queryable, memberId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from ledger_entries where member_id = ${memberId}`,
  )
  return count
}

export async function lastMovement(db: Queryable): Promise<number> {
  return (await db.one<{ id: number }>(sql`select coalesce(max(id), 0) as id from ledger_movements`)).id
}

/**
 * Movements in (after, to] that are not what `insertMovement` writes, the first hundred: a member's entry and one of the
 * account that belongs to their kind, which add up to zero.
 */
export async function unbalanced(db: Queryable, after: number, to: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select id from (select id, kind from ledger_movements where id > ${after} and id <= ${to}) m
    full join (
      select movement_id as id, sum(cents) as sum, count(*) as entries, min(account) filter (where account <> 'member') as against
      from ledger_entries where movement_id > ${after} and movement_id <= ${to} group by movement_id
    ) e using (id)
    where e.sum is distinct from 0 or e.entries <> 2 or e.against is distinct from
      case m.kind when 'points' then 'points' when 'purchase' then 'sales' when 'refund' then 'refunds'
        when 'refundBack' then 'refunds' when 'topUp' then 'clearing' when 'topUpBack' then 'clearing' when 'adjustment' then 'adjustments' end
    order by id limit 100`)
  return rows.map(({ id }) => id)
}

export interface WrongTotal {
  memberId: string
  total: number
  sum: number
  /** The first entry that says another balance than what there was before it and what it brought; null: none does. */
  entry: number | null
}

/**
 * Members of this range of ids whose running total is not the sum of their entries, or of whose entries one says another
 * balance than they come to; the first hundred.
 */
export function wrongTotals(db: Queryable, { from, to }: { from: string; to: string }): Promise<WrongTotal[]> {
  return db.query<WrongTotal & Record<string, unknown>>(sql`
    select coalesce(b.member_id, e.member_id) as "memberId", coalesce(b.cents, 0) as total, coalesce(e.sum, 0)::bigint as sum, e.entry
    from (select * from member_balances where member_id between ${from}::uuid and ${to}::uuid) b
    full join (
      select member_id, sum(cents)::bigint as sum, min(id) filter (where balance <> before + cents) as entry
      from (
        select member_id, id, cents, balance, lag(balance, 1, 0::bigint) over (partition by member_id order by id) as before
        from ledger_entries where member_id is not null and member_id between ${from}::uuid and ${to}::uuid
      ) each_entry
      group by member_id
    ) e using (member_id)
    where coalesce(b.cents, 0) <> coalesce(e.sum, 0) or e.entry is not null order by 1 limit 100`)
}
