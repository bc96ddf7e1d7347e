import pg from 'pg'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase, until } from '../testing.ts'
import { knownMigrations, migrate, migrateTo } from './migrate.ts'
import { StartError } from './server-programs.ts'

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

/** Adds a column to `website_infos`. */
const ALTERS = '0186_contact_changed_by'

test('a migration that waits for a table lets those who read it go on, says for whom it waits, and ends when it can', async () => {
  const { url, drop } = await createTestDatabase()
  const connect = async (name: string) => {
    const client = new pg.Client({ connectionString: url, application_name: name })
    await client.connect()
    return client
  }
  const [holder, reader] = await Promise.all([connect('latchkey backup'), connect('a shop')])
  const lines: string[] = []
  try {
    await holder.query('drop schema public cascade; drop schema drizzle, graphile_worker cascade; create schema public')
    const known = await knownMigrations()
    const before = known.slice(
      0,
      known.findIndex(({ tag }) => tag === ALTERS),
    )
    await migrateTo(url, new Set(before.map(({ createdAt }) => createdAt)))
    await holder.query('begin; select from website_infos')
    const log = createLog('warn', { write: (line) => void lines.push(line) })
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
  } finally {
    await holder.end()
    await reader.end()
    await drop()
  }
}, 60_000)

const WAITING = `select from pg_stat_activity
  where datname = current_database() and application_name = 'latchkey migrate' and wait_event_type = 'Lock'`
