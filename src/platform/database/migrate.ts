// Brings the schema up to date, one instance at a time: the others wait at the lock and then find nothing to do.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations as migrateJobs } from 'graphile-worker'
import pg from 'pg'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
// Any constant will do as long as nobody else takes it: "latchkey" in ASCII, folded to 31 bits.
const MIGRATION_LOCK = 1_281_455_211

export async function migrate(directUrl: string): Promise<void> {
  if (!existsSync(MIGRATIONS)) throw new Error('the migrations are missing from this installation')
  const client = new pg.Client({ connectionString: directUrl, application_name: 'latchkey migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
    await migrateJobs({ connectionString: directUrl, logger: undefined })
  } finally {
    await client.end()
  }
}
