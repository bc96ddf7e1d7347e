// Brings the schema up to date, one instance at a time: the others wait at the lock and then find nothing to do.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
    if (!(await isUpToDate(client))) await applyMigrations(client, MIGRATIONS)
    await migrateJobs(directUrl)
  })
}

/**
 * Whether there is nothing to do, as at nearly every start. Throws where the database is newer: a program of before does not know what
 * the tables of now promise, and would write what they must not hold.
 */
async function isUpToDate(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`)
  if (!rows[0].migrated) return false
  const applied = await client.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations')
  const there = new Set(applied.rows.map(({ at }) => Number(at)))
  const known = new Set((await readJournal()).entries.map(({ when }) => when))
  if ([...there].some((at) => !known.has(at)))
    throw new StartError('the database was already used by a newer Latchkey: start that version, or restore a backup')
  return [...known].every((at) => there.has(at))
}

/** What migrates takes half a second of processor time to load: only where there is something to do. */
async function applyMigrations(client: pg.Client, folder: string): Promise<void> {
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ])
  await migrate(drizzle(client), { migrationsFolder: folder })
}

export interface Migration {
  tag: string
  /** When it was made, which is its name in the database. */
  createdAt: number
  /** Of its text, as the database keeps it. */
  hash: string
}

export async function knownMigrations(): Promise<Migration[]> {
  const { entries } = await readJournal()
  return Promise.all(
    entries.map(async ({ when, tag }) => {
      const text = await readFile(join(MIGRATIONS, `${tag}.sql`))
      return { tag, createdAt: when, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function readJournal(): Promise<{ entries: { when: number; tag: string }[] }> {
  return JSON.parse(await readFile(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8'))
}

/** The schema as it was after just these migrations (by their times), in an empty database. */
export async function migrateTo(directUrl: string, times: Set<number>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-migrations-'))
  try {
    const journal = await readJournal()
    journal.entries = journal.entries.filter(({ when }) => times.has(when))
    await mkdir(join(folder, 'meta'))
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify(journal))
    for (const { tag } of journal.entries) await copyFile(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`))
    await withLock(directUrl, (client) => applyMigrations(client, folder))
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
