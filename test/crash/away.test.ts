// A database that is away without a word, or there and not to be written: the shop says so, sells again by itself when it
// is back, and can be stopped meanwhile.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { Shop } from '#server/open-shop.ts'
import { addMember, addProduct, figuresOf, orderBody, type TestProduct } from '../harness.ts'
import { type Expected, untilAllDelivered } from './counts.testing.ts'
import { openProxy, type VanishingHost } from './proxy.testing.ts'
import { openWorld, type ShopProcess, type World } from './world.testing.ts'

let world: World
let proxy: VanishingHost
let shop: ShopProcess | undefined
beforeAll(async () => {
  world = await openWorld()
  proxy = await openProxy(world.databaseUrl)
})
afterEach(async () => {
  shop?.kill('SIGKILL')
  await shop?.ended
  proxy.comeBack()
})
afterAll(async () => {
  await world.close()
  await proxy.close()
})

/** Buys one, the same request again until it is answered, and pays. */
async function buy(product: TestProduct) {
  const headers = { 'idempotency-key': randomUUID() }
  const body = orderBody([{ product }])
  const url = await until(
    async () => {
      const answer = await world.call('POST', '/api/check/createOrder', { body, headers }).catch(() => undefined)
      return answer?.status === 200 && answer.body.data.url
    },
    'the order is taken',
    30_000,
  )
  world.stripe.pay(new URL(url).pathname.split('/').at(-1)!, { outcome: 'completed' })
}

const delivered = (product: TestProduct, of: Expected) => untilAllDelivered(world, product, of)

const readiness = async () => (await fetch(`${world.origin}/readyz`)).status

test('a database host that vanishes without a word: not ready, 503, and all goes on by itself when it is back', async () => {
  shop = await world.start({ DATABASE_URL: proxy.url })
  const product = await addProduct(world, { keys: 5 })
  await buy(product)
  await delivered(product, { orders: 1, keysEach: 1, keys: 5 })
  // Whoever asks holds a connection that will never answer again.
  expect(await readiness()).toBe(200)
  proxy.vanish()
  await until(async () => (await readiness()) === 503, 'it is not ready')
  const refused = await world.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) })
  expect([refused.status, refused.body.code, refused.body.msg]).toEqual([503, 503, 'error.unavailable'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  proxy.comeBack()
  await until(async () => (await readiness()) === 200, 'it is ready again', 40_000)
  await buy(product)
  await delivered(product, { orders: 2, keysEach: 1, keys: 5 })
}, 150_000)

/** How often a page came from memory. */
async function hits(): Promise<number> {
  const figures = await figuresOf({ shop: { origin: world.origin } as Shop })
  return Number(/latchkey_pages_total\{cache="hit"\} (\d+)/.exec(figures)?.[1] ?? 0)
}

/** Nobody waits longer for an answer that is no answer. */
async function get(path: string) {
  const answer = await fetch(world.origin + path, { signal: AbortSignal.timeout(18_000) })
  const { status, headers } = answer
  return { status, headers, body: Buffer.from(await answer.arrayBuffer()).toString('latin1') }
}

async function expectLater(path: string) {
  const { status, headers } = await get(path)
  expect([path, status, headers.get('cache-control')]).toEqual([path, 503, 'no-store'])
  expect(Number(headers.get('retry-after')), path).toBeGreaterThan(0)
}

test('while the database is gone, pages and pictures that are known are shown; what cannot be made is 503 with Retry-After', async () => {
  shop = await world.start({ DATABASE_URL: proxy.url })
  const [kept, outdated, unseen] = (await Promise.all([1, 2, 3].map(() => addProduct(world, { keys: 1 })))) as [
    TestProduct,
    TestProduct,
    TestProduct,
  ]
  const pageOf = ({ slug }: TestProduct) => `/games/${slug}`
  /** The page as it is kept from now on. */
  const known = async (path: string) => {
    await until(async () => {
      const before = await hits()
      return (await get(path)).status === 200 && (await hits()) > before
    }, `${path} is kept`)
    return get(path)
  }
  await until(
    async () =>
      (await get(pageOf(unseen).replace('/games/', '/prod-api/api/product/info?categoryName=games&zhname='))).status ===
      200,
    'the last one is known',
  )
  const pages = {
    '/': await known('/'),
    [pageOf(kept)]: await known(pageOf(kept)),
    [pageOf(outdated)]: await known(pageOf(outdated)),
  }
  const picture = /\/media\/products\/[^" ]+\.avif/.exec(pages[pageOf(kept)]!.body)![0]
  const drawn = await get(picture)
  expect(drawn.status).toBe(200)
  await world.db.run(sql`update offers set price_cents = 7777 where id = ${outdated.offerId}`)
  const costs = { body: { pageNum: 1, pageSize: 10, lowerPrice: 77.77, highPrice: 77.77 } }
  await until(
    async () => (await world.call('POST', '/api/product/list', costs)).body.total === 1,
    'the change was heard',
  )

  proxy.vanish()
  await until(async () => (await readiness()) === 503, 'it is not ready')
  await Promise.all([
    ...Object.entries(pages).map(async ([path, { body }]) =>
      expect([path, await get(path)]).toMatchObject([path, { status: 200, body }]),
    ),
    expect(get(picture)).resolves.toMatchObject({ status: 200, body: drawn.body }),
    ...[
      pageOf(unseen),
      '/checkout',
      '/games?sort=2',
      '/success-payment',
      picture.replace(/\d+\.avif$/, '480.avif'),
      '/sitemap.xml',
      '/news/rss.xml',
    ].map(expectLater),
  ])

  proxy.comeBack()
  await until(async () => (await readiness()) === 200, 'it is ready again', 40_000)
  for (const path of [pageOf(unseen), '/checkout'])
    await until(async () => (await get(path)).status === 200, `${path} is there again`)
  await until(async () => (await get(pageOf(outdated))).body.includes('77.77'), 'the new price is shown', 40_000)
}, 150_000)

test('while the database is gone, what visitors are told from memory members are told, too; nobody becomes a visitor who is none', async () => {
  shop = await world.start({ DATABASE_URL: proxy.url })
  const member = await addMember(world)
  const bearer: Record<string, string> = { authorization: `Bearer ${member.token}` }
  const { paths } = await (await fetch(`${world.origin}/prod-api/openapi.json`)).json()
  const gets = Object.keys(paths).filter((path) => 'get' in paths[path] && !path.includes('{') && !/logout/.test(path))
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body } = await world.call('GET', path.replace(/^\/prod-api/, ''), { headers })
    return { status, msg: body.msg, data: body.data }
  }
  proxy.vanish()
  await until(async () => (await readiness()) === 503, 'it is not ready')
  let known = 0
  for (const path of gets) {
    const told = await ask(path)
    if (told.status !== 200) continue
    known++
    for (const headers of [{ cookie: member.cookie }, bearer])
      expect([path, await ask(path, headers)]).toEqual([path, told])
  }
  expect(known).toBeGreaterThan(3)
  for (const path of ['/api/getInfo', '/api/profile/sessions', '/api/logout'])
    expect([path, (await ask(path, bearer)).status]).toEqual([path, 503])
}, 60_000)

test('SIGTERM ends the shop also while its database is gone', async () => {
  shop = await world.start({ DATABASE_URL: proxy.url })
  proxy.vanish()
  const hanging = world.call('POST', '/api/check/createOrder', { body: orderBody([]) }).catch(() => undefined)
  shop.kill('SIGTERM')
  const { code, signal } = await shop.ended
  expect(signal).toBeNull()
  expect([0, 1]).toContain(code)
  await hanging
}, 60_000)

// Where the connection that hears of changes is lost too, the worker begins anew with it; else it must find out by itself.
test.each([
  ['every session begins anew', 'true'],
  ['the one that listens stays', `application_name <> 'latchkey listen'`],
])(
  'a database that was read-only for a while, as after a change of hosts (%s): nothing stays stuck',
  async (_, dropped) => {
    // One hand: what it holds is what it works with, and no luck brings it another connection.
    shop = await world.start({ WORKER_CONCURRENCY: '1' })
    const product = await addProduct(world, { keys: 5 })
    await buy(product)
    await delivered(product, { orders: 1, keysEach: 1, keys: 5 })
    const admin = new pg.Client({ connectionString: inject('databaseUrl') })
    await admin.connect()
    const name = new URL(world.databaseUrl).pathname.slice(1)
    const dropSessions = () =>
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and ${dropped}`)
    try {
      await admin.query(`alter database ${name} set default_transaction_read_only = on`)
      await dropSessions()
      await until(async () => (await readiness()) === 503, 'it is not ready')
      const looked = `select 1 from pg_stat_activity where datname = '${name}' and query like '%graphile_worker%' and application_name = 'latchkey jobs'`
      await until(
        async () => (await admin.query(looked)).rowCount,
        'the worker has looked for jobs over a read-only connection',
      )
    } finally {
      await admin.query(`alter database ${name} reset default_transaction_read_only`)
      await admin.end()
    }
    await world.db.run(sql`select graphile_worker.add_job('limits.forget')`)
    const waiting = sql`select from graphile_worker.jobs where task_identifier = 'limits.forget'`
    await until(async () => (await world.db.query(waiting)).length === 0, 'the worker works again', 40_000)
    await until(async () => (await readiness()) === 200, 'it is ready again')
    await buy(product)
    await delivered(product, { orders: 2, keysEach: 1, keys: 5 })
  },
  120_000,
)
