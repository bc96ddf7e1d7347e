// Every SQL statement of events and of those that follow them. Events are followed by transaction, then by id: the number
// of an event is given before its transaction ends, so by numbers alone one that commits late would be overtaken.
import type { Database, Queryable, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Happened, NewEvent } from './define.ts'

/** As statements that write them themselves take them: a JSON array of objects with name, subject, payload. */
export function eventRows(events: readonly NewEvent[]): string {
  return JSON.stringify(events.map(({ name, subject, payload }) => ({ name, subject, payload })))
}

export function insertEvents(tx: Transaction, events: readonly NewEvent[]): Promise<number> {
  return tx.run(sql`
    insert into events (name, subject, payload)
    select e ->> 'name', e ->> 'subject', e -> 'payload' from jsonb_array_elements(${eventRows(events)}::jsonb) with ordinality as e(e, n) order by n`)
}

/** Where a subscriber stands: transaction ids are text, for they may be larger than a number is exact. */
interface Cursor {
  xid: string
  id: number
}

/** Each of these has a place from now on; what is new here begins with what happens next. */
export async function keepCursors(db: Queryable, subscribers: readonly string[]): Promise<void> {
  await db.run(sql`
    insert into event_cursors as c (subscriber, xid, id)
    select s, pg_snapshot_xmin(pg_current_snapshot()), 0 from unnest(${subscribers}::text[]) s order by s
    on conflict (subscriber) do update set seen_at = now()`)
}

/**
 * Transaction ids are of one database server. After a restore into another, whose count is lower, what is to come would seem
 * to lie before what was: then all that was followed becomes the oldest there can be, and the rest comes after it (some of
 * it is told once more to those that were ahead). `tooMany`: thrown where just this, with nobody to wait for, takes too long.
 */
export async function settleIn(db: Database, tooMany?: Error): Promise<void> {
  const fromElsewhere = async (tx: Queryable) =>
    (
      await tx.one<{ yes: boolean }>(sql`
        select exists (select from events where xid >= pg_snapshot_xmax(pg_current_snapshot()))
          or exists (select from event_cursors where xid >= pg_snapshot_xmax(pg_current_snapshot())) as yes`)
    ).yes
  if (!(await fromElsewhere(db))) return
  await db.transaction(async (tx) => {
    await tx.run(sql`lock table event_cursors in exclusive mode`)
    if (!(await fromElsewhere(tx))) return
    const moved = tx.run(sql`
      update events e set xid = case when (e.xid, e.id) <= (c.xid, c.id) then '1' else '3' end::xid8
      from (select xid, id from event_cursors order by xid, id limit 1) c`)
    await moved.catch((error) => {
      throw tooMany && isTooSlow(error) ? tooMany : error
    })
    await tx.run(sql`update event_cursors set xid = '2', id = 0`)
  })
}

const isTooSlow = ({ code, message }: NodeJS.ErrnoException) => code === '57014' || message === 'Query read timeout'

/** Those of these subscribers for whom something is there. What an open transaction may still come before is not there yet. */
export async function subscribersBehind(db: Queryable, subscribers: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ subscriber: string }>(sql`
    select subscriber from event_cursors c
    where subscriber = any(${subscribers}::text[]) and (retry_at is null or retry_at <= now())
      and exists (select from events e where (e.xid, e.id) > (c.xid, c.id) and e.xid < pg_snapshot_xmin(pg_current_snapshot()))
    order by subscriber`)
  return rows.map((row) => row.subscriber)
}

/** Held to the end of the transaction; undefined: another process has it, or it waits after a failure. */
export function lockCursor(tx: Transaction, subscriber: string): Promise<Cursor | undefined> {
  return tx.maybe<Cursor>(sql`
    select xid::text as xid, id from event_cursors
    where subscriber = ${subscriber} and (retry_at is null or retry_at <= now()) for update skip locked`)
}

export function eventsAfter(tx: Queryable, { xid, id }: Cursor, limit: number): Promise<(Happened & Cursor)[]> {
  return tx.query<Happened & Cursor>(sql`
    select xid::text as xid, id, name, subject, payload, at from events e
    where (e.xid, e.id) > (${xid}::xid8, ${id}::bigint) and e.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by e.xid, e.id limit ${limit}`)
}

/** It has been told all up to here. */
export function advance(tx: Transaction, subscriber: string, { xid, id }: Cursor): Promise<number> {
  return tx.run(sql`
    update event_cursors set xid = ${xid}::xid8, id = ${id}, failures = 0, failed_since = null, retry_at = null
    where subscriber = ${subscriber}`)
}

/** The next one failed, and is tried again: after seconds at first, at last every five minutes. */
export function noteFailure(tx: Transaction, subscriber: string): Promise<number> {
  return tx.run(sql`
    update event_cursors set failures = failures + 1, failed_since = coalesce(failed_since, now()),
      retry_at = now() + least(300, power(2, least(failures, 10))) * interval '1 second'
    where subscriber = ${subscriber}`)
}

export interface Stuck {
  subscriber: string
  since: Date
}

/** Those of these subscribers that have failed for more than a minute. */
export function stuckSubscribers(db: Queryable, subscribers: readonly string[]): Promise<Stuck[]> {
  return db.query<Stuck & Record<string, unknown>>(sql`
    select subscriber, failed_since as since from event_cursors
    where subscriber = any(${subscribers}::text[]) and failed_since < now() - interval '1 minute' order by subscriber`)
}

/**
 * Since when somebody waits for what happened because another transaction is open, which could still come before it;
 * undefined: nobody does, or for less than so many minutes.
 */
export async function heldBackSince(
  db: Queryable,
  subscribers: readonly string[],
  minutes: number,
): Promise<Date | undefined> {
  const first = await db.maybe<{ at: Date }>(sql`
    select e.at from events e
    where e.at < now() - make_interval(mins => ${minutes}) and e.xid >= pg_snapshot_xmin(pg_current_snapshot())
      and exists (select from event_cursors c where c.subscriber = any(${subscribers}::text[]) and (e.xid, e.id) > (c.xid, c.id))
    order by e.xid, e.id limit 1`)
  return first?.at
}

/** A place that no process has kept for so long is of a subscriber that is no more. */
export function forgetCursors(db: Queryable, days: number): Promise<number> {
  return db.run(sql`delete from event_cursors where seen_at < now() - make_interval(days => ${days})`)
}

/** Older ones that every subscriber has been told, of the first `limit` in their order, so that no batch reads the others; answers how many went. */
export function forgetEvents(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from events where (xid, id) in (
      select e.xid, e.id from (select xid, id, at from events order by xid, id limit ${limit}) e
      where e.at < now() - make_interval(days => ${days})
        and not exists (select from event_cursors c where (c.xid, c.id) < (e.xid, e.id)))`)
}
