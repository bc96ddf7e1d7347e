// Calls per minute and address, counted in the database so that all instances share the count (decision A9).

import { sha256 } from '../crypto.ts'
import type { Queryable, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { CallError } from './errors.ts'

/** Clients over their limit in this minute that are remembered at most; those beyond are counted call by call. */
const MOST_REFUSED = 20_000

type CountCall = (name: string, address: string, perMinute: number, howMany?: number) => Promise<void>

/**
 * What counts calls (one, or `howMany` together) and throws 429 with Retry-After when the minute's allowance is used up. The
 * count only grows until its minute ends, so whoever is over is refused from memory until then and writes nothing any more:
 * this process asks the database no sooner than its answer can be another one. The address is kept only as a hash.
 */
export function callLimit(db: Queryable, now: () => number = () => performance.now()): CountCall {
  /** All of one minute of the database's, which ends no sooner than `ends`. */
  const refused = new Set<string>()
  let ends = Number.NEGATIVE_INFINITY
  const refusal = () =>
    new CallError(429, 'error.tooMany', { retryAfterSeconds: Math.max(1, Math.ceil((ends - now()) / 1_000)) })
  const forgetPast = () => now() >= ends && refused.clear()

  return async (name, address, perMinute, howMany = 1) => {
    const key = `${name}\n${address}`
    forgetPast()
    if (refused.has(key)) throw refusal()
    const asked = now()
    const { calls, milliseconds } = await countCalls(db, key, howMany)
    if (calls <= perMinute) return
    forgetPast()
    ends = refused.size > 0 ? Math.min(ends, asked + milliseconds) : asked + milliseconds
    if (refused.size < MOST_REFUSED) refused.add(key)
    throw refusal()
  }
}

/** Answers how many there are in this minute with these, and what is left of it. */
function countCalls(db: Queryable, key: string, howMany: number): Promise<{ calls: number; milliseconds: number }> {
  return db.one<{ calls: number; milliseconds: number }>(sql`
    insert into rate_limits as r (bucket, minute, calls)
    values (${sha256(key)}, date_trunc('minute', now()), ${howMany})
    on conflict (bucket) do update set
      calls = case when r.minute = excluded.minute then r.calls + excluded.calls else excluded.calls end,
      minute = excluded.minute
    returning calls, floor((60 - extract(second from now())) * 1000)::int as milliseconds`)
}

/** Counts calls that were let through already, each name and address once in the list; answers how many of each there are in this minute. */
export async function addCalls(
  db: Queryable,
  counted: { call: string; address: string; calls: number }[],
): Promise<number[]> {
  const buckets = counted.map(({ call, address }) => sha256(`${call}\n${address}`))
  const rows = await db.query<{ bucket: Buffer; calls: number }>(sql`
    insert into rate_limits as r (bucket, minute, calls)
    select bucket, date_trunc('minute', now()), calls
    from unnest(${buckets}::bytea[], ${counted.map(({ calls }) => calls)}::int[]) as c(bucket, calls) order by bucket
    on conflict (bucket) do update set
      calls = case when r.minute = excluded.minute then r.calls + excluded.calls else excluded.calls end,
      minute = excluded.minute
    returning bucket, calls`)
  const totals = new Map(rows.map(({ bucket, calls }) => [bucket.toString('hex'), calls]))
  return buckets.map((bucket) => totals.get(bucket.toString('hex'))!)
}

/**
 * One act per interval, measured from the last one, for each of these names (an address, an account): takes all the turns
 * or answers false, and then the caller's transaction must roll back. Rivals wait for each other and only one gets it. The last
 * one counts no more where it lies ahead by more than rivals wait, for the clock was set back since.
 */
export async function takeTurn(tx: Transaction, names: string[], seconds: number): Promise<boolean> {
  // The longest interval that forgetOldCounts leaves alone.
  if (seconds > 600) throw new Error('such turns would be forgotten')
  // Locked in one order, so that rivals who share two names never wait in a circle.
  const buckets = names.map((name) => sha256(name)).sort(Buffer.compare)
  const taken = await tx.run(sql`
    insert into rate_limits as r (bucket, minute, calls)
    select bucket, clock_timestamp(), 1 from unnest(${buckets}::bytea[]) with ordinality as b(bucket, n) order by n
    on conflict (bucket) do update set minute = excluded.minute
    where r.minute <= excluded.minute - make_interval(secs => ${seconds}) or r.minute > excluded.minute + interval '1 minute'`)
  return taken === names.length
}

/**
 * Counts one in this minute and answers how many there are in the last `minutes` (10 at most) with it, over all instances;
 * `bucket` is for taking it back.
 */
export function countWithin(db: Queryable, name: string, minutes: number): Promise<{ total: number; bucket: Buffer }> {
  return db.one<{ total: number; bucket: Buffer }>(sql`
    with b as (
      select n, sha256(convert_to(${name}::text || ' ' || (extract(epoch from date_trunc('minute', now()))::bigint - 60 * n), 'UTF8')) as bucket
      from generate_series(0, ${minutes}::int - 1) n
    ), counted as (
      insert into rate_limits as r (bucket, minute, calls)
      select bucket, date_trunc('minute', now()), 1 from b where n = 0
      on conflict (bucket) do update set calls = r.calls + 1
      returning bucket, calls
    )
    select c.bucket, (c.calls + coalesce(
      (select sum(r.calls) from rate_limits r join b on b.bucket = r.bucket where b.n > 0), 0))::int as total
    from counted c`)
}

/** How many calls were counted under this name in the last minutes; counts none itself. */
export async function peekWithin(db: Queryable, name: string, minutes: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    select coalesce(sum(r.calls), 0)::int as total
    from generate_series(0, ${minutes}::int - 1) n join rate_limits r on r.bucket =
      sha256(convert_to(${name}::text || ' ' || (extract(epoch from date_trunc('minute', now()))::bigint - 60 * n), 'UTF8'))`)
  return total
}

/** What was counted by `countWithin` is taken back. */
export function uncount(db: Queryable, bucket: Buffer): Promise<number> {
  return db.run(sql`update rate_limits set calls = calls - 1 where bucket = ${bucket} and calls > 0`)
}

/** Forgets the counts of past minutes. */
export function forgetOldCounts(db: Queryable): Promise<number> {
  return db.run(sql`delete from rate_limits where minute < now() - interval '10 minutes'`)
}
