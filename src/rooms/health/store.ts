// The SQL statements of the health page: each looks at little, however large the shop is.
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'

export interface DatabaseFacts extends Record<string, unknown> {
  version: string
  bytes: number
  connections: number
  mostConnections: number
  /** Processes of the shop that listen for what others change. */
  instances: number
}

export function databaseFacts(db: Queryable): Promise<DatabaseFacts> {
  return db.one<DatabaseFacts>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::int8 as bytes,
      count(*) filter (where backend_type = 'client backend')::int as connections, current_setting('max_connections')::int as "mostConnections",
      count(*) filter (where datname = current_database() and application_name = 'latchkey listen')::int as instances
    from pg_stat_activity`)
}

export async function appliedMigrations(db: Queryable): Promise<number[]> {
  const rows = await db.query<{ at: number }>(sql`
    select created_at::int8 as at from drizzle.__drizzle_migrations order by created_at desc limit 1000`)
  return rows.map(({ at }) => at)
}

/** Entries of the journal that are not in its files yet; `most` are counted. */
export function journalWaits(db: Queryable, most: number): Promise<{ waiting: number; since: Date | null }> {
  return db.one(sql`
    select count(*)::int as waiting, min(at) as since from (select at from journal_entries order by id limit ${most}) e`)
}

export async function lastBackup(db: Queryable): Promise<Date | undefined> {
  const row = await db.maybe<{ takenAt: Date }>(sql`
    select taken_at as "takenAt" from backups order by taken_at desc limit 1`)
  return row?.takenAt
}

/** A backup is whole: of the database as it was then. */
export function noteBackup(db: Queryable, { takenAt, rows }: { takenAt: string; rows: number }): Promise<number> {
  return db.run(sql`insert into backups (taken_at, rows) values (${takenAt}::timestamptz, ${rows})`)
}
