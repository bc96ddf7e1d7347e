// The shop in its embedded server: a role of its own that owns its database and is no superuser.
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

let dataDir: string
let server: EmbeddedPostgres
beforeAll(async () => {
  dataDir = await mkdtemp(join(inject('dataDir'), 'embedded-'))
  server = await startEmbedded(dataDir)
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function ask(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

const who = `select current_user::text as role, rolsuper or rolcreaterole or rolcreatedb or rolreplication as mighty,
  pg_get_userbyid(datdba)::text as owner
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`

test('the shop is no superuser: neither files nor programs of the machine are in its reach', async () => {
  await migrate(server.socketUrl)
  for (const url of [server.url, server.socketUrl]) {
    expect(await ask(url, who)).toEqual([{ role: 'latchkey', mighty: false, owner: 'latchkey' }])
    for (const statement of [
      `select pg_read_file('PG_VERSION')`,
      `copy (select 1) to program 'true'`,
      `alter system set jit = on`,
    ])
      await expect(ask(url, statement)).rejects.toThrow(/permission denied/)
  }
})

test('a data directory whose database belonged to the superuser is handed over with all that is in it', async () => {
  const inside = server.adminUrl.replace(/postgres$/, 'latchkey')
  await ask(server.adminUrl, 'drop database latchkey', 'drop role latchkey', 'create database latchkey')
  await migrate(inside)
  await ask(
    inside,
    `create type of_old as enum ('a')`,
    'create view seen_of_old as select 1 as one',
    'create sequence counted_of_old',
  )
  await server.stop()

  server = await startEmbedded(dataDir, 150)
  expect(await ask(server.url, 'show max_connections')).toEqual([{ max_connections: '150' }])
  await migrate(server.socketUrl)
  expect(await ask(server.socketUrl, who)).toEqual([{ role: 'latchkey', mighty: false, owner: 'latchkey' }])
  const foreign = `
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relowner <> 'latchkey'::regrole and nspname !~ '^pg_|^information_schema$'
    union all select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = pronamespace
    where proowner <> 'latchkey'::regrole and nspname !~ '^pg_|^information_schema$'
    union all select t.oid::regtype::text from pg_type t join pg_namespace n on n.oid = typnamespace
    where typowner <> 'latchkey'::regrole and nspname !~ '^pg_|^information_schema$'
    union all select nspname from pg_namespace where nspowner <> 'latchkey'::regrole and nspname !~ '^pg_|^information_schema$|^public$'`
  expect(await ask(server.url, foreign)).toEqual([])
  await ask(server.url, 'alter table products add column of_later int', 'drop type of_old', 'drop view seen_of_old')
})
