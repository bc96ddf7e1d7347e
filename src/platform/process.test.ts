// The shop as an operator meets it: a process that starts, answers for its health, and ends.
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '#test/free-port.testing.ts'
import { processes } from './process.testing.ts'
import { createTestDatabase, until } from './testing.ts'

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

/** PostgreSQL servers whose data lie there. */
async function serversIn(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('postgres') && command.includes(folder)) found.push(pid)
  }
  return found
}

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
