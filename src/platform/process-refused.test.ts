// A shop that cannot start says in one line why not.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { processes } from './process.testing.ts'
import { createTestDatabase } from './testing.ts'

let dataDir: string
let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-process-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const { start, expectRefusal } = processes(() => dataDir)

test('every wrong value of the environment is named at once, none is shown', async () => {
  const { code, err } = await start({
    DATABASE_URL: 'mysql://root:hunter2@db/shop',
    PORT: '70000',
    SHOP_MODE: 'production',
    VAULT_KEYS: 'c2VjcmV0LWJ1dC1zaG9ydA==',
    LOG_LEVEL: 'loud',
    SMTP_URL: 'mail.example',
  }).ended
  expect(code).toBe(1)
  const names = err
    .trimEnd()
    .split('\n')
    .map((line) => /^Latchkey cannot start: ([A-Z_]+): \S/.exec(line)?.[1])
  expect(names.sort()).toEqual(['DATABASE_URL', 'LOG_LEVEL', 'PORT', 'SHOP_MODE', 'SMTP_URL', 'VAULT_KEYS'])
  for (const value of ['hunter2', '70000', 'production', 'c2VjcmV0', 'loud', 'mail.example'])
    expect(err).not.toContain(value)
})

describe('a database that cannot be reached is one line that shows no password:', () => {
  const refused = 'DATABASE_URL: the database cannot be reached: '
  test('nothing listens there', async () => {
    await expectRefusal({ DATABASE_URL: 'postgres://shop:hunter2@127.0.0.1:9/shop' }, [
      `${refused}nothing listens at its address`,
    ])
  })
  test('the host is not known', async () => {
    await expectRefusal({ DATABASE_URL: 'postgres://shop:hunter2@nowhere.invalid/shop' }, [
      `${refused}its host is not known`,
    ])
  })
  test('the password is wrong', async () => {
    const client = new pg.Client({ connectionString: inject('databaseUrl') })
    await client.connect()
    const user = `wrong_${process.pid}`
    await client.query(`create role ${user} login password 'right'`)
    try {
      const url = new URL(database.url)
      Object.assign(url, { username: user, password: 'hunter2' })
      await expectRefusal({ DATABASE_URL: url.href }, [`${refused}user or password is wrong`])
    } finally {
      await client.query(`drop role ${user}`)
      await client.end()
    }
  })
  test('it has no such database', async () => {
    const url = new URL(inject('databaseUrl'))
    url.pathname = '/no_such_database'
    await expectRefusal({ DATABASE_URL: url.href }, [`${refused}the database does not exist`])
  })
})

test('more connections than the database has room for are one line', async () => {
  const few = await createTestDatabase()
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  try {
    await client.query(`alter database ${new URL(few.url).pathname.slice(1)} connection limit 40`)
    const env = { DATABASE_URL: few.url, WORKER_CONCURRENCY: '5' }
    const said = 'DATABASE_POOL: this process takes up to 41 connections, and the database has room for 40: '
    await expectRefusal({ ...env, DATABASE_POOL: '32' }, [
      `${said}lower DATABASE_POOL or WORKER_CONCURRENCY, or raise the limit there`,
    ])
    const shop = start({ ...env, DATABASE_POOL: '31', DATA_DIR: join(dataDir, 'few') })
    await shop.open
    shop.kill('SIGTERM')
    expect((await shop.ended).code).toBe(0)
  } finally {
    await client.end()
    await few.drop()
  }
})

test('a database whose connections others hold is one line that says what to do', async () => {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  const user = `crowded_${process.pid}`
  await client.query(`create role ${user} login password 'right' connection limit 1`)
  const url = new URL(database.url)
  Object.assign(url, { username: user, password: 'right' })
  const other = new pg.Client({ connectionString: url.href })
  try {
    await other.connect()
    await expectRefusal({ DATABASE_URL: url.href }, [
      /the database has no room for another connection: end what holds them .*; once that is mended, start it again$/,
    ])
  } finally {
    await other.end()
    await client.query(`drop role ${user}`)
    await client.end()
  }
})

describe('a start on a database that another server had before is one line:', () => {
  let moved: Awaited<ReturnType<typeof createTestDatabase>>
  let client: pg.Client
  beforeAll(async () => {
    moved = await createTestDatabase()
    const asAdmin = new URL(inject('databaseUrl'))
    asAdmin.pathname = new URL(moved.url).pathname
    client = new pg.Client({ connectionString: asAdmin.href })
    await client.connect()
    await client.query(`
      insert into event_cursors (subscriber, xid, id) values ('a-subscriber', '9223372036854775807', 0);
      insert into events (name, subject, payload) values ('a.name', 'a subject', '{}');
      create function too_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$;
      create function too_late() returns trigger language plpgsql as $$ begin raise exception using errcode = '57P01'; end $$`)
  })
  afterAll(async () => {
    await client.end()
    await moved.drop()
  })

  describe('where statements may not take long', () => {
    const limits = (how: string) => client.query(`alter database ${new URL(moved.url).pathname.slice(1)} ${how}`)
    beforeAll(() => limits("set statement_timeout = '2s'"))
    afterAll(() => limits('reset statement_timeout'))

    test('the events take longer to settle in than a start may', async () => {
      await client.query('create trigger too_slow before update on events for each row execute function too_slow()')
      try {
        await expectRefusal({ DATABASE_URL: moved.url }, [
          /the database comes from another server, .*back it up and restore it here/,
        ])
      } finally {
        await client.query('drop trigger too_slow on events')
      }
    })

    test('another process is waited for meanwhile, which says nothing of how many events there are', async () => {
      await client.query('begin; lock table event_cursors in share mode')
      try {
        await expectRefusal({ DATABASE_URL: moved.url }, [
          'the database ended a statement, which took too long; once that is mended, start it again',
        ])
      } finally {
        await client.query('commit')
      }
    })
  })

  test('the database goes away meanwhile', async () => {
    await client.query('create trigger too_late before update on event_cursors execute function too_late()')
    await expectRefusal({ DATABASE_URL: moved.url }, [
      'the database was stopped meanwhile; once that is mended, start it again',
    ])
  })
})

describe('a data directory that is none is one line:', () => {
  test('a file stands in its place', async () => {
    const file = join(dataDir, 'a-file')
    await writeFile(file, 'x')
    await expectRefusal({ DATA_DIR: file, DATABASE_URL: database.url }, [
      `DATA_DIR: ${file} cannot be written (EEXIST)`,
    ])
  })
  test('nobody may write there', async () => {
    await expectRefusal({ DATA_DIR: '/proc/latchkey', DATABASE_URL: database.url }, [
      /DATA_DIR: \/proc\/latchkey cannot be written \(E[A-Z]+\)$/,
    ])
  })
})

describe('an address that cannot be had is one line:', () => {
  let other: Server
  let port: number
  beforeAll(async () => {
    other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    port = (other.address() as { port: number }).port
  })
  afterAll(() => void other.close())

  test('the port is taken', async () => {
    await expectRefusal({ PORT: String(port), DATABASE_URL: database.url }, [
      `PORT: ${port} is taken by another program`,
    ])
  })
  test('the address is of another machine', async () => {
    await expectRefusal({ HOST: '192.0.2.1', DATABASE_URL: database.url }, [
      'HOST: 192.0.2.1 is no address of this machine',
    ])
  })
})
