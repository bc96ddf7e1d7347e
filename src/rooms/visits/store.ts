// Every SQL statement of the visit log.
import type { Queryable } from '#platform/database/database.ts'
import type { Span } from '#platform/database/days.ts'
import { sql } from '#platform/database/sql.ts'

export function addVisit(
  db: Queryable,
  visit: { page: string; referrer: string | null; locale: string; visitor: Buffer; byMember: boolean },
): Promise<number> {
  return db.run(sql`
    insert into visits (page, referrer, locale, visitor, by_member)
    values (${visit.page}, ${visit.referrer}, ${visit.locale}, ${visit.visitor}, ${visit.byMember})`)
}

/** How many were counted in this time, both moments within; of the newest `most` visits. Who comes back on another day in UTC counts again. */
export async function visitorsOf(db: Queryable, { since, until }: Span, most: number): Promise<number> {
  const { visitors } = await db.one<{ visitors: number }>(sql`
    select count(distinct visitor)::int as visitors from (
      select visitor from visits where at >= ${since}::timestamptz and at <= ${until}::timestamptz order by at desc limit ${most}
    ) newest`)
  return visitors
}

/**
 * Replaces the hashes of the days before today (16 bytes) by hashes of these hashes and of a salt that is then forgotten
 * (8 bytes): visitors of a day can still be counted, and nobody can find out who they were. The oldest first, `limit` at most;
 * answers how many.
 */
export function loseVisitors(db: Queryable, salt: Buffer, limit: number): Promise<number> {
  return db.run(sql`
    update visits set visitor = substring(sha256(${salt}::bytea || visitor) from 1 for 8)
    where id = any(array(
      select id from visits
      where octet_length(visitor) = 16 and at < date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
      order by at, id limit ${limit} for update skip locked))`)
}

export function forgetOldVisits(db: Queryable, days: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from visits where id = any(array(
      select id from visits where at < now() - make_interval(days => ${days}) order by at, id limit ${limit} for update skip locked))`)
}
