import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startPooler } from '#test/crash/pgbouncer.testing.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, until } from '../testing.ts'
import { LONG_QUERY_MS } from './connection.ts'
import { type Database, openDatabase } from './database.ts'
import { withClient, withPool } from './patience.ts'
import { sql } from './sql.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
let beside: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: createLog('silent'), size: 1, name: 'test' })
  beside = new pg.Client(database.url)
  await beside.connect()
})
afterAll(async () => {
  await db.close()
  await beside.end()
  await database.drop()
})

test('the server frees what a transaction has locked whose process says nothing more, and leaves sessions that only wait', async () => {
  const patience = sql`select current_setting('idle_in_transaction_session_timeout') as ms`
  expect(await db.transaction((tx) => tx.one(patience))).toEqual({ ms: '1min' })
  expect(await db.snapshot((tx) => tx.one(patience))).toEqual({ ms: '1min' })
  expect(await db.one(patience)).toEqual({ ms: '0' })
})

test('a transaction that the server ended is over for its caller, and the next has another session', async () => {
  const ended = db.transaction(async (tx) => {
    const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await tx.query(sql`select set_config('idle_in_transaction_session_timeout', '1', true)`)
    const isGone = async () => (await beside.query('select from pg_stat_activity where pid = $1', [pid])).rowCount === 0
    await until(isGone, 'the server has ended it')
    await tx.query(sql`select 1`)
  })
  await expect(ended).rejects.toThrow()
  await db.query(sql`select 1`)
})

test('what nobody waits for any more is ended by the server, alone and within a transaction; what may take long says so', async () => {
  const hasty = openDatabase(database.url, { log: createLog('silent'), size: 1, name: 'test', queryMs: 200 })
  const sleep = sql`select pg_sleep(3600)`
  const isGone = async () =>
    (
      await beside.query(
        `select from pg_stat_activity
          where query ~ 'select pg_sleep' and pid <> pg_backend_pid() and state = 'active' and datname = current_database()`,
      )
    ).rowCount === 0
  try {
    await expect(hasty.query(sleep)).rejects.toThrow('Query read timeout')
    await until(isGone, 'the server has ended the statement')
    await expect(hasty.transaction((tx) => tx.query(sleep))).rejects.toThrow('Query read timeout')
    await until(isGone, 'the server has ended the statement of the transaction')
  } finally {
    await hasty.close()
  }
  const limit = `select current_setting('statement_timeout') as limit`
  expect((await db.pool.query(limit)).rows).toEqual([{ limit: '30s' }])
  expect(await withClient(database.url, 'test', async (client) => (await client.query(limit)).rows)).toEqual([
    { limit: '0' },
  ])
  expect(await withPool(database.url, 'test', async (pool) => (await pool.query(limit)).rows)).toEqual([{ limit: '0' }])
})

test('what the operator allows a role counts where it is less, alone, within a transaction and behind a pooler; not for commands', async () => {
  const name = new URL(database.url).pathname.slice(1)
  const limit = sql`select current_setting('statement_timeout') as limit`
  const limitsOf = async (url: string, queryMs?: number) => {
    const at = openDatabase(url, { log: createLog('silent'), size: 1, name: 'test', prepared: false, queryMs })
    try {
      return [
        await at.one(limit),
        await at.transaction((tx) => tx.one(limit)),
        await at.snapshot((tx) => tx.one(limit)),
      ]
    } finally {
      await at.close()
    }
  }
  const all = (text: string) => [text, text, text].map((each) => ({ limit: each }))
  try {
    for (const [own, ours] of [
      ['0', '30s'],
      ['45s', '30s'],
      ['30min', '30s'],
      ['2500ms', '2500ms'],
      ['1s', '1s'],
    ] as const) {
      await beside.query(`alter database ${name} set statement_timeout = '${own}'`)
      expect(await limitsOf(database.url)).toEqual(all(ours))
      // Alone it is nobody's but the operator's there.
      const pooler = await startPooler(database.url)
      try {
        const [alone, ...within] = await limitsOf(pooler.url)
        expect(within).toEqual(all(ours).slice(1))
        expect(alone).toEqual({ limit: own })
      } finally {
        await pooler.close()
      }
    }
    expect(await limitsOf(database.url, LONG_QUERY_MS)).toEqual(all('1350s'))
    // The last of them: a second. A migration or a backup has none.
    expect(await withClient(database.url, 'test', async (client) => (await client.query(limit)).rows)).toEqual([
      { limit: '0' },
    ])
    expect(await withPool(database.url, 'test', async (pool) => (await pool.query(limit)).rows)).toEqual([
      { limit: '0' },
    ])
  } finally {
    await beside.query(`alter database ${name} reset statement_timeout`)
  }
}, 60_000)

test('whoever works for long is missed within a minute when his machine is gone', async () => {
  const idle = `select current_setting('tcp_keepalives_idle') as seconds`
  const ask = async (client: pg.Client | pg.Pool) => (await client.query(idle)).rows
  expect(await withClient(database.url, 'test', ask)).toEqual([{ seconds: '30' }])
  expect(await withPool(database.url, 'test', ask)).toEqual([{ seconds: '30' }])
})

test('a statement of its own that the server ended to undo a deadlock runs again', async () => {
  const asSuperuser = Object.assign(new URL(inject('databaseUrl')), { pathname: new URL(database.url).pathname }).href
  const other = new pg.Client(asSuperuser)
  await other.connect()
  try {
    await beside.query('create table counted (id int primary key, n int not null)')
    await beside.query('insert into counted values (1, 0), (2, 0)')
    // Of the two the statement is the one that finds it out. It looks once, a second after it began to wait: so it is held between its
    // rows until the other waits for the first of them.
    await other.query(`set deadlock_timeout = '1h'`)
    await other.query('begin')
    await other.query('update counted set n = n + 10 where id = 2')
    await beside.query('select pg_advisory_lock(4711)')
    const alone = db.run(sql`
      with first as (update counted set n = n + 1 where id = 1 returning id),
        held as materialized (select id, pg_advisory_xact_lock(4711) from first)
      update counted set n = n + 1 from held where counted.id = held.id + 1`)
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await beside.query(waits)).rowCount, 'the statement has the first row, and is held')
    const { pid } = (await other.query('select pg_backend_pid() as pid')).rows[0]
    const counted = other.query('update counted set n = n + 10 where id = 1')
    // Of a superuser's session others are shown its locks alone.
    const waitsToo = async () =>
      (await beside.query('select from pg_locks where pid = $1 and not granted', [pid])).rowCount
    await until(waitsToo, 'the other waits for that row')
    await beside.query('select pg_advisory_unlock(4711)')
    await counted
    await other.query('commit')
    expect(await alone).toBe(1)
    expect((await beside.query('select n from counted')).rows).toEqual([{ n: 11 }, { n: 11 }])
  } finally {
    await other.end()
  }
})
