// Brings the schema up to date, one instance at a time: the others wait at the lock and then find nothing to do. Each migration
// of a database in use is a transaction of its own, so that no lock lasts longer than the one that needs it. One that waits for a
// table gives up its place again and again: all who come to that table after it would wait behind it.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { MigrationMeta } from 'drizzle-orm/migrator'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { endClient } from './connection.ts'
import { withClient, withPool } from './patience.ts'
import { startClient } from './sessions.ts'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
// Any constant will do as long as nobody else takes it: "latchkey" in ASCII, folded to 31 bits.
const MIGRATION_LOCK = 1_281_455_211
/** A statement waits so long for a lock. */
const LOCK_MS = 2_000
/** Then those who stood behind it have so long. */
const PAUSE_MS = 5_000
/** Codes of PostgreSQL: it waited too long for a lock; it waits for somebody who waits for it. */
const HELD_UP = new Set(['55P03', '40P01'])

/** A schema that stands in a database as long as a backup is being restored into it. */
export const RESTORE_MARK = 'latchkey_restore'

/** `log`: told each time when it waits for others, which it does without end. */
export async function migrate(directUrl: string, log?: Log): Promise<void> {
  if (!existsSync(MIGRATIONS)) throw new Error('the migrations are missing from this installation')
  await withLock(directUrl, async (client) => {
    await refuseHalfRestored(client)
    const there = await appliedTimes(client)
    if (there.size === 0) return makeAll(client, directUrl, log)
    await applyLater(client, log, there)
    await givingWay(client, log, () => migrateJobs(directUrl))
  })
}

/** Whether no shop has begun in the database yet. A look that waits for nobody, through a pooler or not. */
export async function isUnused(url: string): Promise<boolean> {
  const client = startClient(url)
  try {
    await client.connect()
    return (await appliedTimes(client)).size === 0
  } finally {
    await endClient(client)
  }
}

/** For commands that may come before the first start: makes the schema in a database that is empty. Throws as `findSchema`. */
export async function makeSchema(directUrl: string, log?: Log): Promise<void> {
  await withLock(directUrl, async (client) => {
    if (!(await isWhole(client))) await makeAll(client, directUrl, log)
  })
}

/**
 * For all other commands: whether there is a schema. Throws where a migration of it is missing: a shop of the version before may
 * be selling on it.
 */
export const findSchema = (directUrl: string): Promise<boolean> => withLock(directUrl, isWhole)

async function isWhole(client: pg.Client): Promise<boolean> {
  await refuseHalfRestored(client)
  const there = await appliedTimes(client)
  if (there.size > 0 && (await missingAmong(there)).size > 0)
    throw new StartError('the database is of a version before this one: restart the shop first, which changes it')
  return there.size > 0
}

/** The shop's tables come last, in one transaction: where they are, the jobs' tables are, too, whenever the process that made them ended. */
async function makeAll(client: pg.Client, directUrl: string, log: Log | undefined): Promise<void> {
  await givingWay(client, log, () => migrateJobs(directUrl))
  await applyAll(client, MIGRATIONS)
}

/** Throws where a restore is under way or was cut off: what is in such a database is no shop's. */
export async function refuseHalfRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select to_regnamespace($1) is not null as marked', [RESTORE_MARK])
  if (rows[0].marked)
    throw new StartError('a restore into this database is under way or did not end: run `npm run restore` again')
}

/** What others hold up is rolled back and begun anew, after a pause. */
async function givingWay(client: pg.Client, log: Log | undefined, work: () => Promise<void>): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_MS}`)
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { query, cause = error } = error as { query?: string; cause?: unknown }
      if (!HELD_UP.has((cause as { code?: string }).code ?? '')) throw error
      const holders = (await openTransactions(client)).join(', ') || 'none that this user can see'
      log?.warn(
        { statement: query?.trim().slice(0, 300), holders },
        `the migration waits for a lock that another session holds; transactions that are open meanwhile: ${holders}. Until it ends nothing goes on here; it is tried again every ${PAUSE_MS / 1_000} s`,
      )
    }
    await pause(PAUSE_MS)
  }
}

/** Who holds up a statement had his lock before it began to wait. */
async function openTransactions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select a.pid, a.application_name as name, extract(epoch from now() - a.xact_start)::int as seconds
     from pg_stat_activity a
     where a.datname = current_database() and a.pid <> pg_backend_pid()
       and a.xact_start < now() - make_interval(secs => $1)
       and exists (select from pg_locks l where l.pid = a.pid and l.granted and l.locktype <> 'virtualxid')
     order by a.xact_start, a.pid limit 5`,
    [LOCK_MS / 1_000],
  )
  return rows.map(({ pid, name, seconds }) => `${name || 'without a name'} (pid ${pid}, for ${seconds} s)`)
}

/** Those that were applied, by their times; none: the database is new. Throws where it is newer than this program. */
async function appliedTimes(client: pg.Client): Promise<Set<number>> {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as migrated`)
  if (!rows[0].migrated) return new Set()
  const applied = await client.query<{ at: string }>('select created_at as at from drizzle.__drizzle_migrations')
  return new Set(applied.rows.map(({ at }) => Number(at)))
}

/** What migrates takes half a second of processor time to load: only where there is something to do. */
async function applyAll(client: pg.Client, folder: string): Promise<void> {
  const [{ drizzle }, { migrate }] = await Promise.all([
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ])
  // What the database says is wrapped by the library, which repeats the statement.
  await migrate(drizzle(client), { migrationsFolder: folder }).catch((error: Error & { query?: string }) => {
    throw error.cause instanceof Error ? Object.assign(error.cause, { query: error.query }) : error
  })
}

/**
 * Those that were not applied, by their times. Throws where the database is newer: a program of before does not know what the
 * tables of now promise, and would write what they must not hold.
 */
async function missingAmong(there: ReadonlySet<number>): Promise<Set<number>> {
  const known = new Set((await readJournal()).entries.map(({ when }) => when))
  if ([...there].some((at) => !known.has(at)))
    throw new StartError('the database was already used by a newer Latchkey: start that version, or restore a backup')
  return known.difference(there)
}

/** What is missing, as at nearly every start nothing is. */
async function applyLater(client: pg.Client, log: Log | undefined, there: ReadonlySet<number>): Promise<void> {
  const missing = await missingAmong(there)
  if (missing.size === 0) return
  const { readMigrationFiles } = await import('drizzle-orm/migrator')
  for (const migration of readMigrationFiles({ migrationsFolder: MIGRATIONS }))
    if (missing.has(migration.folderMillis)) await givingWay(client, log, () => applyOne(client, migration))
}

/** A failure names its statement as `query`. */
async function applyOne(client: pg.Client, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query('begin')
  let query = ''
  try {
    for (query of sql) await client.query(query)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]) // biome-ignore format: one thought
    await client.query('commit')
  } catch (error) {
    // Where the connection is gone, the server rolls back.
    await client.query('rollback').catch(() => {})
    throw Object.assign(error as Error, { query })
  }
}

export interface Migration {
  tag: string
  /** When it was made, which is its name in the database. */
  createdAt: number
  /** Hash of its text, as the database keeps it. */
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
    await withLock(directUrl, (client) => applyAll(client, folder))
    await migrateJobs(directUrl)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function withLock<T>(directUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(directUrl, 'latchkey migrate', async (client) => {
    // Given back when the connection ends.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    return work(client)
  })
}

const migrateJobs = (directUrl: string) =>
  withPool(
    directUrl,
    'latchkey migrate',
    (pgPool) => runMigrations({ pgPool, logger: undefined }),
    `set lock_timeout = ${LOCK_MS}`,
  )
