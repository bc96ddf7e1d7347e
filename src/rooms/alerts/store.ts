// The statements that raise, resolve, list and tell alerts. What is told besides by mail and what the back office lists have
// stores of their own.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { AlertKind } from './kinds.ts'

export interface Alert {
  kind: AlertKind
  /** What it is about, by its id: one open alert per kind and subject. */
  subject: string
  orderId?: string | null
  /** Never a secret: they are mailed to the operator. */
  details: object
  /** Money waits for a decision: mailed at once, not with the next digest. */
  money?: boolean
  /** It is no repetition but what the open one was about, as it is now. */
  restates?: boolean
  /** Just this is not told again once a person has seen to it, until it has mended itself (`resolveAlert`). */
  once?: boolean
  /** Stands in the back office, and is sent to nobody. */
  quiet?: boolean
}

/**
 * Tells the operator, in the transaction of what it is about (decision E7). While such an alert is open a repetition counts
 * up; it is mailed again only when it says something else.
 */
export async function raiseAlert(tx: Queryable, alert: Alert): Promise<void> {
  await tx.run(sql`
    insert into alerts as a (kind, subject, order_id, details, money, told_at)
    select ${alert.kind}, ${alert.subject}, ${alert.orderId ?? null}::uuid, ${JSON.stringify(alert.details)}::jsonb, ${alert.money ?? false}::boolean,
      case when ${alert.quiet ?? false}::boolean then now() end
    where not ${alert.once ?? false}::boolean or not exists (
      select from alerts where kind = ${alert.kind} and subject = ${alert.subject} and settled_at is not null and details = ${JSON.stringify(alert.details)}::jsonb)
    on conflict (kind, subject) where resolved_at is null do update set
      count = a.count + ${alert.restates ? 0 : 1}, last_at = now(), details = excluded.details, money = a.money or excluded.money,
      told_at = case when a.details = excluded.details then a.told_at else excluded.told_at end`)
}

/** What it was about has mended itself: if it comes again, it is another. */
export async function resolveAlert(tx: Queryable, { kind, subject }: Pick<Alert, 'kind' | 'subject'>): Promise<void> {
  await tx.run(sql`
    update alerts set resolved_at = coalesce(resolved_at, now()), settled_at = null
    where kind = ${kind} and subject = ${subject} and (resolved_at is null or settled_at is not null)`)
}

/** What open alerts of a kind are about. */
export async function openSubjects(db: Queryable, kind: AlertKind): Promise<string[]> {
  const rows = await db.query<{ subject: string }>(
    sql`select subject from alerts where kind = ${kind} and resolved_at is null order by subject limit 1000`,
  )
  return rows.map(({ subject }) => subject)
}

/** What alerts of a kind are about that has not mended itself: open ones, and those that a person has seen to. */
export async function unmendedSubjects(db: Queryable, kind: AlertKind): Promise<string[]> {
  const rows = await db.query<{ subject: string }>(sql`
    select distinct subject from alerts where kind = ${kind} and (resolved_at is null or settled_at is not null) order by subject limit 1000`)
  return rows.map(({ subject }) => subject)
}

/**
 * Ends alerts that are raised again while their cause lasts and have not been for so long. `subject`: a regular expression of
 * PostgreSQL's for those that are. Answers how many.
 */
export function resolveSilent(
  db: Queryable,
  { kind, subject = '', minutes }: { kind: AlertKind; subject?: string; minutes: number },
): Promise<number> {
  return db.run(sql`
    update alerts set resolved_at = now()
    where kind = ${kind} and subject ~ ${subject} and resolved_at is null and last_at < now() - make_interval(mins => ${minutes}::int)`)
}

/** Ends alerts of a kind that are about none of these. */
export function resolveOthers(db: Queryable, kind: AlertKind, subjects: readonly string[]): Promise<number> {
  return db.run(sql`
    update alerts set resolved_at = now()
    where kind = ${kind} and resolved_at is null and subject <> all(${subjects}::text[])`)
}

/** Alerts of a kind about these orders have this detail no more; whoever was told is not told again. */
export function forgetDetail(
  tx: Transaction,
  { kind, detail, orderIds }: { kind: AlertKind; detail: string; orderIds: readonly string[] },
): Promise<number> {
  return tx.run(sql`
    update alerts set details = details - ${detail}::text
    where order_id = any(${orderIds}::uuid[]) and kind = ${kind} and details ? ${detail}`)
}

/** Open alerts by kind; for the figures. */
export function openAlerts(db: Queryable): Promise<{ kind: string; open: number }[]> {
  return db.query(sql`
    select kind, count(*)::int as open from alerts where resolved_at is null group by kind order by kind limit 200`)
}

export interface UntoldAlert {
  subject: string
  /** ISO 8601. */
  at: string
  lastAt: string
  count: number
  money: boolean
  orderNo: string | null
  details: Record<string, unknown>
}

const TELLING_LOCK = 1_281_455_216

/** Held to the end of the transaction; false when somebody else tells at this moment. */
export async function lockTelling(tx: Transaction): Promise<boolean> {
  return (await tx.one<{ ok: boolean }>(sql`select pg_try_advisory_xact_lock(${TELLING_LOCK}) as ok`)).ok
}

/** Kinds with something that was not told yet, and whether some of it is about money. */
export function untoldKinds(tx: Transaction): Promise<{ kind: string; money: boolean }[]> {
  return tx.query<{ kind: string; money: boolean }>(sql`
    select kind, bool_or(money) as money from alerts where told_at is null and resolved_at is null
    group by kind order by kind limit 200`)
}

/** All of this kind that was not told yet, the newest first; from now on it is. */
export async function takeUntold(tx: Transaction, kind: string): Promise<{ ids: number[]; alerts: UntoldAlert[] }> {
  const rows = await tx.query<UntoldAlert & { id: number }>(sql`
    with taken as (
      update alerts set told_at = now() where kind = ${kind} and told_at is null and resolved_at is null returning *
    )
    select id, subject, at, last_at as "lastAt", count, money, details, (select order_no from orders where id = t.order_id) as "orderNo"
    from taken t order by last_at desc, id desc`)
  return { ids: rows.map(({ id }) => id), alerts: rows.map(({ id: _, ...alert }) => alert) }
}
