import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { childEnv } from '../child.testing.ts'
import { createLog } from '../log.ts'
import { StartError } from '../start-error.ts'
import { createTestDatabase, until } from '../testing.ts'
import { knownMigrations, makeSchema, migrate, migrateTo } from './migrate.ts'

test('a program that is older than the database refuses it, and changes nothing', async () => {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await migrate(url)
    await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of later', 9000000000000)`)
    await expect(migrate(url)).rejects.toThrow(StartError)
    await expect(migrate(url)).rejects.toThrow(/newer/)
    await client.query(`delete from drizzle.__drizzle_migrations where hash = 'of later'`)
    await migrate(url)
  } finally {
    await client.end()
    await drop()
  }
})

const ORDERS = join(import.meta.dirname, '../../rooms/orders/cli.ts')

/** Adds a column to `website_infos`; a later one alters `offers` and builds an index of `vault_keys`. */
const ALTERS = '0186_contact_changed_by'

interface Scene {
  url: string
  /** `as`: another user's address of the same database. */
  connect(name: string, as?: string): Promise<pg.Client>
}

/** A database as it was before that. */
async function beforeAltering(work: (scene: Scene) => Promise<void>) {
  const { url, drop } = await createTestDatabase()
  const clients: pg.Client[] = []
  const connect: Scene['connect'] = async (name, as = url) => {
    const client = new pg.Client({ connectionString: as, application_name: name })
    clients.push(client)
    await client.connect()
    return client
  }
  try {
    const emptying = await connect('emptying')
    await emptying.query(
      'drop schema public cascade; drop schema drizzle, graphile_worker cascade; create schema public',
    )
    const known = await knownMigrations()
    const before = known.slice(
      0,
      known.findIndex(({ tag }) => tag === ALTERS),
    )
    await migrateTo(url, new Set(before.map(({ createdAt }) => createdAt)))
    await work({ url, connect })
  } finally {
    for (const client of clients) await client.end()
    await drop()
  }
}

function listening() {
  const lines: string[] = []
  return { lines, log: createLog('warn', { write: (line) => void lines.push(line) }) }
}

test(
  'a migration that waits for a table lets those who read it go on, says for whom it waits, and ends when it can',
  () =>
    beforeAltering(async ({ url, connect }) => {
      const [holder, reader] = [await connect('latchkey backup'), await connect('a shop')]
      const { lines, log } = listening()
      await holder.query('begin; select from website_infos')
      const migrated = migrate(url, log)
      await until(async () => (await reader.query(WAITING)).rows, 'the migration waits')
      await reader.query(`set statement_timeout = '10s'`)
      await reader.query('select from website_infos')
      await until(() => lines, 'it says so')
      expect(lines[0]).toContain('ALTER TABLE \\"website_infos\\" ADD COLUMN \\"changed_by\\"')
      expect(lines[0]).toMatch(/waits for a lock .+ latchkey backup \(pid \d+, for \d+ s\)/)
      await holder.query('commit')
      await migrated
      await reader.query('select changed_by from website_infos')
    }),
  60_000,
)

test(
  'a command refuses a database whose migrations are missing, and changes nothing of it',
  () =>
    beforeAltering(async ({ url, connect }) => {
      const env = { ...childEnv(), DATA_DIR: await mkdtemp(join(inject('dataDir'), 'before-')), DATABASE_URL: url }
      const command = spawn(process.execPath, [ORDERS, 'list'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      let said = ''
      command.stderr.on('data', (text) => (said += text))
      expect(await once(command, 'close')).toEqual([1, null])
      expect(said).toBe(
        'orders: the database is of a version before this one: restart the shop first, which changes it\n',
      )
      const shop = await connect('the shop that still runs')
      await expect(shop.query('select changed_by from website_infos')).rejects.toThrow(/does not exist/)
    }),
  60_000,
)

test('a command makes the schema of an empty database, and the next one finds it', async () => {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('drop schema public cascade; drop schema drizzle, graphile_worker cascade; create schema public')
    await makeSchema(url)
    await makeSchema(url)
    await client.query('select from website_infos, graphile_worker.jobs')
  } finally {
    await client.end()
    await drop()
  }
}, 60_000)

test('a schema that could not be made whole is none, and the next to come makes all of it', async () => {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('drop schema public cascade; drop schema drizzle, graphile_worker cascade; create schema public')
    // What keeps the jobs' tables from being made.
    await client.query('create schema graphile_worker; create table graphile_worker.migrations (wrong int)')
    await expect(makeSchema(url)).rejects.toThrow()
    await expect(migrate(url)).rejects.toThrow()
    await client.query('drop schema graphile_worker cascade')
    await makeSchema(url)
    await client.query('select from website_infos, graphile_worker.jobs')
  } finally {
    await client.end()
    await drop()
  }
}, 60_000)

test(
  'what came before a migration that waits is done and holds nothing up',
  () =>
    beforeAltering(async ({ url, connect }) => {
      const [holder, reader] = [await connect('latchkey backup'), await connect('a shop')]
      await holder.query('begin; select from offers')
      const migrated = migrate(url)
      await until(async () => (await reader.query(WAITING)).rows, 'the migration waits')
      await reader.query(`set lock_timeout = '100ms'`)
      await reader.query('select changed_by from website_infos')
      await reader.query('begin; lock order_lines in row exclusive mode; rollback')
      await holder.query('commit')
      await migrated
    }),
  60_000,
)

test(
  'a migration that waits for somebody who waits for it gives way, and ends when it can',
  () =>
    beforeAltering(async ({ url, connect }) => {
      const asSuperuser = Object.assign(new URL(inject('databaseUrl')), { pathname: new URL(url).pathname }).href
      const [holder, reader] = [await connect('latchkey backup', asSuperuser), await connect('a shop')]
      // Once, with `offers` altered, it goes on as soon as somebody waits for that table.
      await holder.query(`
      create sequence tries;
      grant usage on tries to public;
      create function await_reader() returns event_trigger language plpgsql as $$
      begin
        if to_regclass('offer_stocks') is null or nextval('tries') > 1 then return; end if;
        while not exists (select from pg_locks where relation = 'offers'::regclass and not granted) loop
          perform pg_sleep(0.01);
        end loop;
      end $$;
      create event trigger await_reader on ddl_command_start when tag in ('CREATE INDEX') execute function await_reader()`)
      // Of the two the migration is the one that finds it out.
      await holder.query(`set deadlock_timeout = '1h'`)
      await holder.query('begin; lock vault_keys in row exclusive mode')
      const { lines, log } = listening()
      const migrated = migrate(url, log)
      await until(async () => (await reader.query(ALTERED)).rows, 'the table is altered')
      await holder.query('select from offers')
      await until(() => lines, 'it says so')
      await holder.query('commit')
      await migrated
      await reader.query('select changed_by, low_at from website_infos, offers')
    }),
  60_000,
)

const WAITING = `select from pg_stat_activity
  where datname = current_database() and application_name = 'latchkey migrate' and wait_event_type = 'Lock'`
const ALTERED = `select from pg_locks where relation = 'offers'::regclass and mode = 'AccessExclusiveLock' and granted`

test('what keeps the first tables from being made is said in the words of the database, with its code', async () => {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('drop schema public cascade; drop schema drizzle, graphile_worker cascade; create schema public')
    await client.query('create table website_infos ()')
    const failed = { severity: 'ERROR', code: '42P07', message: 'relation "website_infos" already exists' }
    await expect(migrate(url)).rejects.toMatchObject({ ...failed, query: expect.stringMatching(/create table/i) })
  } finally {
    await client.end()
    await drop()
  }
})
