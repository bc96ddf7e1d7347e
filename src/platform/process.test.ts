// The shop as an operator meets it: a process that starts or says in one line why not, answers for its health, and ends.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '#test/free-port.testing.ts'
import { childEnv } from './child.testing.ts'
import { createTestDatabase, until } from './testing.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

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

interface Process {
  /** Resolves with the address once it says that it is open. */
  open: Promise<string>
  ended: Promise<{ code: number | null; out: string; err: string }>
  /** What stands in its log so far. */
  out(): string
  kill(signal: NodeJS.Signals): void
}

function start(env: Record<string, string>, to: 'pipe' | number = 'pipe'): Process {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: ROOT,
    env: {
      ...childEnv(),
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: 'off',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', to, 'pipe'],
  })
  let [out, err] = ['', '']
  const open = Promise.withResolvers<string>()
  open.promise.catch(() => {})
  child.stdout?.on('data', (chunk) => {
    out += chunk
    const origin = / is open at (\S+)/.exec(out)?.[1]
    if (origin) open.resolve(origin)
  })
  child.stderr!.on('data', (chunk) => {
    err += chunk
  })
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.once('close', (code) => {
      open.reject(new Error(`it ended with ${code}: ${err}`))
      resolve({ code, out, err })
    })
  })
  return { open: open.promise, ended, out: () => out, kill: (signal) => void child.kill(signal) }
}

/** It does not start, says why in exactly these lines, and ends with a failure. */
async function expectRefusal(env: Record<string, string>, lines: (string | RegExp)[]) {
  const { code, out, err } = await start(env).ended
  const said = err.trimEnd().split('\n')
  expect(said).toEqual(
    lines.map((line) =>
      typeof line === 'string'
        ? `Latchkey cannot start: ${line}`
        : expect.stringMatching(new RegExp(`^Latchkey cannot start: ${line.source}`)),
    ),
  )
  expect(code).toBe(1)
  expect(out).toBe('')
}

/** PostgreSQL servers whose data lie there. */
async function serversIn(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('postgres') && command.includes(folder)) found.push(pid)
  }
  return found
}

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

test('a shop with its own database: it opens, says that it is well, keeps its folder to itself, and ends cleanly', async () => {
  const own = join(dataDir, 'own')
  const metricsPort = await freePort()
  const shop = start({ DATA_DIR: own, METRICS_TOKEN: 'a-token-of-the-test', METRICS_PORT: String(metricsPort) })
  const origin = await shop.open
  try {
    expect(await serversIn(own)).not.toEqual([])
    const text = async (path: string, headers = {}) => {
      const answer = await fetch(origin + path, { headers })
      return [answer.status, (await answer.text()).trim()]
    }
    expect(await text('/healthz')).toEqual([200, 'alive'])
    const isReady = async () => (await text('/readyz')).join(' ') === '200 ready'
    await until(isReady, 'it is ready')
    const figuresOf = { authorization: 'Bearer a-token-of-the-test' }
    const [status, figures] = await text('/metrics', figuresOf)
    expect(status).toBe(200)
    expect(figures).toContain('latchkey_products 0')
    // Behind a proxy on this machine every shopper comes from 127.0.0.1, with or without a header that says so.
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, { authorization: 'Bearer another-token-of-it' }])
      expect(await text('/metrics', headers as Record<string, string>)).toEqual([404, 'Not found'])
    const figuresAlone = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    expect(await figuresAlone.text()).toContain('latchkey_products 0')
    expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404)

    await expectRefusal({ DATA_DIR: own }, [`DATA_DIR: another shop is running with ${own}`])
    // The second one did not stop the first one's database when it left.
    await until(isReady, 'it is ready')
  } finally {
    shop.kill('SIGTERM')
  }
  const { code, err } = await shop.ended
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(await serversIn(own)).toEqual([])

  // A start that fails after its database came up takes it down again.
  const port = new URL(inject('databaseUrl')).port
  await expectRefusal({ DATA_DIR: own, PORT: port }, [`PORT: ${port} is taken by another program`])
  expect(await serversIn(own)).toEqual([])
})

test('a shop that finds no room for what it says, as on a full disk, opens, serves and ends', async () => {
  const [port, full] = [await freePort(), openSync('/dev/full', 'w')]
  const shop = start({ DATABASE_URL: database.url, PORT: String(port), LOG_LEVEL: 'trace' }, full)
  closeSync(full)
  const isAlive = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.status === 200
  await Promise.race([until(isAlive, 'it is alive', 120_000), shop.open])
  expect(await isAlive()).toBe(true)
  shop.kill('SIGTERM')
  const { code, err } = await shop.ended
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test('a database that the password beside it does not open is one line, and no server is left running', async () => {
  const own = join(dataDir, 'locked')
  const shop = start({ DATA_DIR: own })
  await shop.open
  shop.kill('SIGTERM')
  await shop.ended
  const file = join(own, 'secrets', 'postgres.password')
  const password = await readFile(file, 'utf8')

  await writeFile(file, 'another')
  await expectRefusal({ DATA_DIR: own }, [/DATA_DIR: secrets\/postgres\.password does not open the database/])
  expect(await serversIn(own)).toEqual([])

  await rm(file)
  await expectRefusal({ DATA_DIR: own }, [/.*postgres\.password is missing/])
  expect(await serversIn(own)).toEqual([])

  await writeFile(file, password)
  const again = start({ DATA_DIR: own })
  await again.open
  again.kill('SIGTERM')
  expect((await again.ended).code).toBe(0)
})

test('the log of the shop’s own database begins anew by day and size, and ten files of it are kept', async () => {
  const own = join(dataDir, 'logs')
  const first = start({ DATA_DIR: own })
  await first.open
  first.kill('SIGTERM')
  await first.ended
  const folder = join(own, 'postgres', 'log')
  const old = Array.from({ length: 14 }, (_, i) => `server-202001${String(i + 10)}-000000.log`)
  for (const name of old) await writeFile(join(folder, name), 'x')
  const shop = start({ DATA_DIR: own })
  await shop.open
  const names = await readdir(folder)
  shop.kill('SIGTERM')
  expect((await shop.ended).code).toBe(0)
  expect(names.length).toBeLessThanOrEqual(11)
  expect(names).toContain(old.at(-1))
  expect(names).not.toContain(old[0])
})

test('SIGTERM first says that it is not ready, and still serves while a balancer looks elsewhere', async () => {
  const shop = start({ DATABASE_URL: database.url, DRAIN_SECONDS: '4' })
  const origin = await shop.open
  const status = async (path: string) => (await fetch(origin + path)).status
  expect(await status('/readyz')).toBe(200)
  shop.kill('SIGTERM')
  await until(async () => (await status('/readyz')) === 503, 'it is not ready')
  expect(await status('/healthz')).toBe(200)
  expect(await status('/prod-api/api/home/language')).toBe(200)
  expect((await shop.ended).code).toBe(0)
})

test('SIGTERM lets a request that is under way have its answer, and takes no new one', async () => {
  const shop = start({ DATABASE_URL: database.url })
  const origin = await shop.open
  const [client, watcher] = [0, 1].map(() => new pg.Client({ connectionString: database.url })) as [
    pg.Client,
    pg.Client,
  ]
  await Promise.all([client.connect(), watcher.connect()])
  try {
    // The call waits for a table that somebody has locked: it is under way until we say so.
    await client.query('begin')
    await client.query('lock table offers in access exclusive mode')
    const underWay = fetch(`${origin}/prod-api/api/product/syncStock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ lines: [{ productId: 1, extId: 1, supplyProductId: 1, productCount: 1 }] }),
    })
    // Asked from outside of the transaction: within one, PostgreSQL shows the same picture again and again.
    await until(async () => {
      const { rowCount } = await watcher.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rowCount
    }, 'the call waits for the table')
    shop.kill('SIGTERM')
    await until(
      () =>
        fetch(`${origin}/healthz`).then(
          () => false,
          () => true,
        ),
      'new requests are refused',
    )
    await client.query('commit')
    const answer = await underWay
    expect(answer.status).toBe(200)
    expect((await answer.json()).data.lines).toHaveLength(1)
  } finally {
    await Promise.all([client.end(), watcher.end()])
  }
  expect((await shop.ended).code).toBe(0)
})

test('a shop whose database is away is alive and not ready, and is ready when it is back', async () => {
  const shop = start({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' })
  const origin = await shop.open
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  const name = new URL(database.url).pathname.slice(1)
  try {
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    await until(async () => (await fetch(`${origin}/readyz`)).status === 503, 'it is not ready')
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    await admin.query(`alter database ${name} allow_connections true`)
    await until(async () => (await fetch(`${origin}/readyz`)).status === 200, 'it is ready again')
  } finally {
    await admin.query(`alter database ${name} allow_connections true`)
    await admin.end()
    shop.kill('SIGTERM')
  }
  expect((await shop.ended).code).toBe(0)
})

test('what a library says on the console stands in the log of a shop, and nowhere else', async () => {
  const library = `process.on('SIGUSR2', () => console.trace(new Error('said by a library')))`
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(library)}`
  const shop = start({ DATABASE_URL: database.url, LOG_LEVEL: 'warn', NODE_OPTIONS })
  await shop.open
  try {
    shop.kill('SIGUSR2')
    await until(() => shop.out().includes('"message":"said by a library"'), 'it stands there')
  } finally {
    shop.kill('SIGTERM')
  }
  expect(await shop.ended).toMatchObject({ code: 0, err: '' })
})
