// Brings the schema up to date, one instance at a time: the others wait at the lock and then find nothing to do.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { withClient, withPool } from './patience.ts'
import { StartError } from './server-programs.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
// Any constant will do as long as nobody else takes it: "latchkey" in ASCII, folded to 31 bits.
const MIGRATION_LOCK = 1_281_455_211

/** A schema that stands in a database as long as a backup is being restored into it. */
export const RESTORE_MARK = 'latchkey_restore'

export async function migrate(directUrl: string): Promise<void> {
  if (!existsSync(MIGRATIONS)) throw new Error('the migrations are missing from this installation')
  await withLock(directUrl, async (client) => {
    const { rows } = await client.query('select to_regnamespace($1) is not null as marked', [RESTORE_MARK])
    if (rows[0].marked)
      throw new StartError('a restore into this database is under way or did not end: run `npm run restore` again')
    await refuseNewer(client)
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS })
    await migrateJobs(directUrl)
  })
}

/** A program of before does not know what the tables of now promise: it would write what they must not hold. */
async function refuseNewer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`)
  if (!rows[0].migrated) return
  const known = (await knownMigrations()).map(({ createdAt }) => createdAt)
  const newer = await client.query(
    'select 1 from drizzle.__drizzle_migrations where created_at <> all($1::bigint[]) limit 1',
    [known],
  )
  if (newer.rows.length > 0)
    throw new StartError('the database was already used by a newer Latchkey: start that version, or restore a backup')
}

export interface Migration {
  tag: string
  /** When it was made, which is its name in the database. */
  createdAt: number
  /** Of its text, as the database keeps it. */
  hash: string
}

export async function knownMigrations(): Promise<Migration[]> {
  const { entries } = JSON.parse(await readFile(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')) as {
    entries: { when: number; tag: string }[]
  }
  return Promise.all(
    entries.map(async ({ when, tag }) => {
      const text = await readFile(join(MIGRATIONS, `${tag}.sql`))
      return { tag, createdAt: when, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The schema as it was after just these migrations (by their times), in an empty database. */
export async function migrateTo(directUrl: string, times: Set<number>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-migrations-'))
  try {
    const journal = JSON.parse(await readFile(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8'))
    journal.entries = journal.entries.filter(({ when }: { when: number }) => times.has(when))
    await mkdir(join(folder, 'meta'))
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify(journal))
    for (const { tag } of journal.entries) await copyFile(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`))
    await withLock(directUrl, (client) => applyMigrations(drizzle(client), { migrationsFolder: folder }))
    await migrateJobs(directUrl)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function withLock(directUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  return withClient(directUrl, 'latchkey migrate', async (client) => {
    // Given back when the connection ends.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await work(client)
  })
}

const migrateJobs = (directUrl: string) =>
  withPool(directUrl, 'latchkey migrate', (pgPool) => runMigrations({ pgPool, logger: undefined }))
