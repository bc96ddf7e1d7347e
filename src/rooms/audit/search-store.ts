// The SQL statements that search the audit log: each filter by an index of its own, the newest first.
import type { Queryable } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'

export interface FoundRow {
  id: number
  at: Date
  /** The database's microseconds, for `Place`. */
  exactly: string
  actor: string
  staffId: string | null
  address: string | null
  act: string
  kind: string
  subject: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string
  /** What it says of a person; `key` is null once that is gone. */
  sealed: Buffer | null
  key: Buffer | null
}

/** The last row of the page before. */
export interface Place {
  at: string
  id: number
}

export interface Wanted {
  /** Null: commands on the machine. */
  staffId?: string | null | undefined
  act?: string | undefined
  subject?: { kind: string; id: string } | undefined
  /** `until` is no part of it. Without them it is anything. */
  since?: string
  until?: string
}

type Found = FoundRow & Record<string, unknown>

const ROWS = fragment`select l.id, at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as exactly, actor,
  staff_id as "staffId", l.address, act, subject_kind as kind, subject_id as subject, before, after, reason,
  sealed, p.key from audit_log l left join audit_people p on p.id = l.person_id`
const NEWEST_FIRST = fragment`order by at desc, l.id desc`

/** Before every row of its moment. */
const NO_ID = 0

/**
 * Where the newest of a page lies below: the end of its days, or the last row of the page before where that is earlier. As one
 * bound, for of two an index takes one to begin at, and reads all rows between them.
 */
const beginOf = (until: string, after: Place | undefined): Place =>
  after === undefined || Date.parse(after.at) >= Date.parse(until) ? { at: until, id: NO_ID } : after

export function search(
  db: Queryable,
  { staffId, act, subject, since = '-infinity', until = 'infinity' }: Wanted,
  { after, limit }: { after?: Place | undefined; limit: number },
): Promise<FoundRow[]> {
  const from = beginOf(until, after)
  // One thing has few rows: whatever else is wanted is looked for among them.
  if (subject)
    return db.query<Found>(sql`
      ${ROWS} where subject_kind = ${subject.kind} and subject_id = ${subject.id}
        and at >= ${since}::timestamptz and (at, l.id) < (${from.at}::timestamptz, ${from.id})
        and (${staffId === undefined} or staff_id is not distinct from ${staffId ?? null}::uuid)
        and (${act ?? null}::text is null or act = ${act ?? null})
      ${NEWEST_FIRST} limit ${limit}`)
  const bounds = { since, from, limit }
  if (staffId === undefined) return act === undefined ? anything(db, bounds) : ofAct(db, act, bounds)
  return staffId === null ? byMachine(db, act, bounds) : byPerson(db, staffId, act, bounds)
}

interface Bounds {
  since: string
  from: Place
  limit: number
}

const anything = (db: Queryable, { since, from, limit }: Bounds) =>
  db.query<Found>(sql`
    ${ROWS} where at >= ${since}::timestamptz
      and (at, l.id) < (${from.at}::timestamptz, ${from.id})
    ${NEWEST_FIRST} limit ${limit}`)

const ofAct = (db: Queryable, act: string, { since, from, limit }: Bounds) =>
  db.query<Found>(sql`
    ${ROWS} where act = ${act} and at >= ${since}::timestamptz
      and (at, l.id) < (${from.at}::timestamptz, ${from.id})
    ${NEWEST_FIRST} limit ${limit}`)

const byPerson = (db: Queryable, staffId: string, act: string | undefined, { since, from, limit }: Bounds) =>
  act === undefined
    ? db.query<Found>(sql`
        ${ROWS} where staff_id = ${staffId} and at >= ${since}::timestamptz
          and (at, l.id) < (${from.at}::timestamptz, ${from.id})
        ${NEWEST_FIRST} limit ${limit}`)
    : db.query<Found>(sql`
        ${ROWS} where staff_id = ${staffId} and act = ${act}
          and at >= ${since}::timestamptz
          and (at, l.id) < (${from.at}::timestamptz, ${from.id})
        ${NEWEST_FIRST} limit ${limit}`)

const byMachine = (db: Queryable, act: string | undefined, { since, from, limit }: Bounds) =>
  act === undefined
    ? db.query<Found>(sql`
        ${ROWS} where staff_id is null and at >= ${since}::timestamptz
          and (at, l.id) < (${from.at}::timestamptz, ${from.id})
        ${NEWEST_FIRST} limit ${limit}`)
    : db.query<Found>(sql`
        ${ROWS} where staff_id is null and act = ${act}
          and at >= ${since}::timestamptz
          and (at, l.id) < (${from.at}::timestamptz, ${from.id})
        ${NEWEST_FIRST} limit ${limit}`)

/** More are not offered as a choice. */
const MOST_CHOICES = 200

/** Each once, from value to value along an index: as many steps as there are of them, however long the log is. */
export async function actsDone(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ act: string }>(sql`
    with recursive each as (
      (select act from audit_log order by act limit 1)
      union all
      select (select act from audit_log l where l.act > each.act order by act limit 1) from each where each.act is not null
    ) select act from each where act is not null limit ${MOST_CHOICES}`)
  return rows.map(({ act }) => act)
}

export async function kindsOfSubjects(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ kind: string }>(sql`
    with recursive each as (
      (select subject_kind as kind from audit_log order by subject_kind limit 1)
      union all
      select (select subject_kind from audit_log l where l.subject_kind > each.kind order by subject_kind limit 1)
      from each where each.kind is not null
    ) select kind from each where kind is not null limit ${MOST_CHOICES}`)
  return rows.map(({ kind }) => kind)
}

/** Things of a kind that are looked at together for the one of a name. */
export const SUBJECTS_AT_ONCE = 500

/** Those after this one; before the first there is ''. */
export async function subjectsOf(db: Queryable, kind: string, after: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    with recursive each as (
      (select subject_id as id from audit_log where subject_kind = ${kind} and subject_id > ${after} order by subject_id limit 1)
      union all
      select (select subject_id from audit_log l where l.subject_kind = ${kind} and l.subject_id > each.id order by subject_id limit 1)
      from each where each.id is not null
    ) select id from each where id is not null limit ${SUBJECTS_AT_ONCE}`)
  return rows.map(({ id }) => id)
}

export async function isInLog(db: Queryable, { kind, id }: { kind: string; id: string }): Promise<boolean> {
  const rows = await db.query(sql`
    select from audit_log where subject_kind = ${kind} and subject_id = ${id} limit 1`)
  return rows.length > 0
}

/** Under the address by which each was known last. */
export function peopleWhoDid(db: Queryable): Promise<{ id: string; actor: string }[]> {
  return db.query<{ id: string; actor: string }>(sql`
    with recursive each as (
      (select staff_id from audit_log where staff_id is not null order by staff_id limit 1)
      union all
      select (select staff_id from audit_log l where l.staff_id > each.staff_id order by staff_id limit 1)
      from each where each.staff_id is not null
    )
    select staff_id as id, (select actor from audit_log l where l.staff_id = each.staff_id order by at desc, id desc limit 1) as actor
    from (select staff_id from each where staff_id is not null limit ${MOST_CHOICES}) each order by actor, staff_id`)
}
