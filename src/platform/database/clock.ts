import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

/** Seconds since the epoch by the database's clock: of several instances each may have another, and all have this one. */
export async function clockOf(db: Queryable): Promise<number> {
  return (await db.one<{ now: number }>(sql`select extract(epoch from clock_timestamp())::float8 as now`)).now
}
