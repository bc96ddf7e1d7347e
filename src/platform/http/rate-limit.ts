// Calls per minute and address, counted in the database so that all instances share the count (decision A9).

import { sha256 } from '../crypto.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { CallError } from './errors.ts'

/** Counts one call; throws 429 with Retry-After when the minute's allowance is used up. The address is kept only as a hash. */
export async function countCall(db: Queryable, name: string, address: string, perMinute: number): Promise<void> {
  const { calls, seconds } = await db.one<{ calls: number; seconds: number }>(sql`
    insert into rate_limits as r (bucket, minute, calls)
    values (${sha256(`${name}\n${address}`)}, date_trunc('minute', now()), 1)
    on conflict (bucket) do update set
      calls = case when r.minute = excluded.minute then r.calls + 1 else 1 end,
      minute = excluded.minute
    returning calls, ceil(60 - extract(second from now()))::int as seconds`)
  if (calls > perMinute) throw new CallError(429, 'error.tooMany', { retryAfterSeconds: Math.max(1, seconds) })
}

/** Forgets the counts of past minutes. */
export function forgetOldCounts(db: Queryable): Promise<number> {
  return db.run(sql`delete from rate_limits where minute < now() - interval '10 minutes'`)
}
