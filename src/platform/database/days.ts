// Days of a time zone as moments. The database works them out: it knows when clocks are changed.
import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

export interface Span {
  since: Date
  until: Date
}

/**
 * The day that began so many days before the one of `now`, up to the time of day that the clocks of the zone show at `now`. Where
 * clocks were changed in between it is an hour longer or shorter; the time on the wall counts. `now` is the database's own if none is
 * given.
 */
export function dayUpToNow(db: Queryable, zone: string, daysAgo: number, now?: Date): Promise<Span> {
  return db.one<Span & Record<string, unknown>>(sql`
    select (date_trunc('day', wall) - make_interval(days => ${daysAgo})) at time zone ${zone} as since,
      (wall - make_interval(days => ${daysAgo})) at time zone ${zone} as until
    from (select coalesce(${now ?? null}::timestamptz, now()) at time zone ${zone} as wall) there`)
}

/** From the beginning of the first day (`2026-03-29`) to the end of the last; without one there is no bound. `until` is no part of it. */
export function wholeDays(
  db: Queryable,
  zone: string,
  from: string | undefined,
  to: string | undefined,
): Promise<{ since: string; until: string }> {
  return db.one<{ since: string; until: string }>(sql`
    select coalesce(((${from ?? null}::date)::timestamp at time zone ${zone})::text, '-infinity') as since,
      coalesce(((${to ?? null}::date + 1)::timestamp at time zone ${zone})::text, 'infinity') as until`)
}
