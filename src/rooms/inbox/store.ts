// Every SQL statement of the queue. Triggers write its rows; here it is read, and given to people.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import type { Kind } from './wire.ts'

export interface QueueRow {
  kind: Kind
  id: string
  state: 'open' | 'waiting' | 'done'
  since: Date
  /** For `AfterItem`, with the database's microseconds. */
  at: string
  version: number
  assignedTo: string | null
  assignee: string | null
}

/** The last row of the page before. */
export interface AfterItem {
  at: string
  kind: string
  id: string
}

interface Page {
  kinds: readonly Kind[]
  after: AfterItem | undefined
  limit: number
}

type Queued = QueueRow & Record<string, unknown>

const QUEUED = fragment`select i.kind, i.item_id as id, i.state, i.since, i.version,
  to_char(i.since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  i.assigned_to as "assignedTo", coalesce(nullif(s.name, ''), s.email) as assignee`
const WHOSE = fragment`left join staff s on s.id = i.assigned_to`

const FIRST: AfterItem = { at: '-infinity', kind: '', id: '' }
const LATEST: AfterItem = { at: 'infinity', kind: '', id: '' }

/** What has been in a state for the longest first. Of each kind so many by its index, and of these the first. */
export function longestFirst(
  db: Queryable,
  state: 'open' | 'waiting',
  { kinds, after = FIRST, limit }: Page,
): Promise<QueueRow[]> {
  return db.query<Queued>(sql`
    ${QUEUED} from unnest(${kinds}::text[]) as k(kind) cross join lateral (
      select * from inbox_items
      where kind = k.kind and state = ${state} and since >= ${after.at}::timestamptz
        and (since, kind, item_id) > (${after.at}::timestamptz, ${after.kind}, ${after.id})
      order by since, item_id limit ${limit}
    ) i ${WHOSE} order by i.since, i.kind, i.item_id limit ${limit}`)
}

/** What is done, the latest first. */
export function latestDone(db: Queryable, { kinds, after = LATEST, limit }: Page): Promise<QueueRow[]> {
  return db.query<Queued>(sql`
    ${QUEUED} from unnest(${kinds}::text[]) as k(kind) cross join lateral (
      select * from inbox_items
      where kind = k.kind and state = 'done' and since <= ${after.at}::timestamptz
        and (since, kind, item_id) < (${after.at}::timestamptz, ${after.kind}, ${after.id})
      order by since desc, item_id desc limit ${limit}
    ) i ${WHOSE} order by i.since desc, i.kind desc, i.item_id desc limit ${limit}`)
}

/** What waits for the shop and was given to this person, the longest first. */
export function openOf(db: Queryable, staffId: string, { kinds, after = FIRST, limit }: Page): Promise<QueueRow[]> {
  return db.query<Queued>(sql`
    ${QUEUED} from unnest(${kinds}::text[]) as k(kind) cross join lateral (
      select * from inbox_items
      where assigned_to = ${staffId} and kind = k.kind and state = 'open' and since >= ${after.at}::timestamptz
        and (since, kind, item_id) > (${after.at}::timestamptz, ${after.kind}, ${after.id})
      order by since, item_id limit ${limit}
    ) i ${WHOSE} order by i.since, i.kind, i.item_id limit ${limit}`)
}

/** These, whatever their state, the latest first. */
export function theseItems(
  db: Queryable,
  items: readonly { kind: Kind; id: string }[],
  { after = LATEST, limit }: Omit<Page, 'kinds'>,
): Promise<QueueRow[]> {
  return db.query<Queued>(sql`
    ${QUEUED} from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ id }) => id)}::text[]) as w(kind, id)
      join inbox_items i on i.kind = w.kind and i.item_id = w.id ${WHOSE}
    where (i.since, i.kind, i.item_id) < (${after.at}::timestamptz, ${after.kind}, ${after.id})
    order by i.since desc, i.kind desc, i.item_id desc limit ${limit}`)
}

/** Whose id begins with these eight digits. */
export function itemsOfReference(db: Queryable, kind: Kind, start: string): Promise<{ kind: Kind; id: string }[]> {
  const [first, last] = [`${start}-0000-0000-0000-000000000000`, `${start}-ffff-ffff-ffff-ffffffffffff`]
  return db.query<{ kind: Kind; id: string }>(sql`
    select kind, item_id as id from inbox_items
    where kind = ${kind} and item_id between ${first} and ${last} order by item_id limit 10`)
}

/** No further than `most` each. */
export function countItems(
  db: Queryable,
  kinds: readonly Kind[],
  staffId: string,
  most: number,
): Promise<Record<'open' | 'mine' | 'waiting' | 'done', number>> {
  return db.one<Record<'open' | 'mine' | 'waiting' | 'done', number>>(sql`
    select
      (select count(*)::int from (select from inbox_items where kind = any(${kinds}::text[]) and state = 'open' limit ${most}) o) as open,
      (select count(*)::int from (select from inbox_items where assigned_to = ${staffId} and kind = any(${kinds}::text[]) and state = 'open' limit ${most}) m) as mine,
      (select count(*)::int from (select from inbox_items where kind = any(${kinds}::text[]) and state = 'waiting' limit ${most}) w) as waiting,
      (select count(*)::int from (select from inbox_items where kind = any(${kinds}::text[]) and state = 'done' limit ${most}) d) as done`)
}

export function queueRow(db: Queryable, kind: Kind, id: string): Promise<QueueRow | undefined> {
  return db.maybe<Queued>(sql`${QUEUED} from inbox_items i ${WHOSE} where i.kind = ${kind} and i.item_id = ${id}`)
}

/** As it is now. Only after the item itself was locked: whoever writes locks that first, and then this row. */
export async function versionOf(tx: Transaction, kind: Kind, id: string): Promise<number | undefined> {
  const row = await tx.maybe<{ version: number }>(
    sql`select version from inbox_items where kind = ${kind} and item_id = ${id}`,
  )
  return row?.version
}

/** Whose it is, held until the transaction ends; undefined: there is no such item. */
export function lockAssignment(
  tx: Transaction,
  kind: Kind,
  id: string,
): Promise<{ assignedTo: string | null } | undefined> {
  return tx.maybe<{ assignedTo: string | null }>(sql`
    select assigned_to as "assignedTo" from inbox_items where kind = ${kind} and item_id = ${id} for update`)
}

export async function nameOf(db: Queryable, staffId: string): Promise<string> {
  const row = await db.maybe<{ name: string }>(
    sql`select coalesce(nullif(name, ''), email) as name from staff where id = ${staffId}`,
  )
  return row?.name ?? ''
}

export function assign(tx: Transaction, kind: Kind, id: string, to: string | null): Promise<number> {
  return tx.run(sql`update inbox_items set assigned_to = ${to} where kind = ${kind} and item_id = ${id}`)
}

/** Whoever may answer, by name; demo visitors among them, for they are one person. */
export function answerers(db: Queryable): Promise<{ id: string; name: string }[]> {
  return db.query<{ id: string; name: string }>(sql`
    select id, coalesce(nullif(name, ''), email) as name from staff s
    where blocked_at is null
      and (role = 'owner' or exists (select from staff_grants g where g.role = s.role and g.permission = 'inbox.answer'))
    order by name, id limit 500`)
}
