// Behind a real pgbouncer in transaction mode (decision E1): what a pooler takes away is said at the start, and with the
// two variables for it the shop sells through it.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addProduct, orderBody } from '../harness.ts'
import { untilAllDelivered } from './counts.testing.ts'
import { type Pooler, startPooler } from './pgbouncer.testing.ts'
import { openWorld, type ShopProcess, type World } from './world.testing.ts'

let world: World
let pooler: Pooler
let shop: ShopProcess | undefined
beforeAll(async () => {
  world = await openWorld()
  pooler = await startPooler(world.databaseUrl)
})
afterEach(async () => {
  shop?.kill('SIGTERM')
  await shop?.ended
  shop = undefined
})
afterAll(async () => {
  await pooler?.close()
  await world.close()
})

/** Session locks that somebody left behind in the pooler's connections. */
async function locksLeft(): Promise<number> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = $1)`,
    [new URL(world.databaseUrl).pathname.slice(1)],
  )
  await client.end()
  return rowCount!
}

test('without the server’s own address it does not start, says which variable is missing, and leaves no lock behind', async () => {
  const refused = world.start({ DATABASE_URL: pooler.url, DATABASE_PREPARED: 'off' })
  await expect(refused).rejects.toThrow(/did not open \(1\): Latchkey cannot start: DATABASE_DIRECT_URL: /)
  expect(await locksLeft()).toBe(0)
})

test('a pooler that forgets prepared statements is found at the start, with the switch for it', async () => {
  const refused = world.start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: world.databaseUrl })
  await expect(refused).rejects.toThrow(
    /did not open \(1\): Latchkey cannot start: DATABASE_URL: .*set DATABASE_PREPARED=off/,
  )
})

test('with both it sells through the pooler; changes are heard, and the jobs wait for nobody there', async () => {
  shop = await world.start({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: world.databaseUrl,
    DATABASE_PREPARED: 'off',
  })
  const product = await addProduct(world, { keys: 40 })
  const path = `/api/product/info?zhname=${product.slug}&categoryName=games`
  await until(async () => (await world.call('GET', path)).status === 200, 'the product is known')
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const body = orderBody([{ product, count: 2 }])
      const answer = await world.call('POST', '/api/check/createOrder', {
        body,
        headers: { 'idempotency-key': randomUUID() },
      })
      expect([answer.status, answer.body.msg]).toEqual([200, 'ok'])
      world.stripe.pay(new URL(answer.body.data.url).pathname.split('/').at(-1)!, { outcome: 'completed' })
    }),
  )
  await untilAllDelivered(world, product, { orders: 20, keysEach: 2, keys: 40 })
  // The price of today is on the page: told by NOTIFY through the pooler, heard beside it.
  await world.db.run(sql`update offers set price_cents = 4242 where id = ${product.offerId}`)
  await until(async () => {
    const page = await (await fetch(`${world.origin}/games/${product.slug}`)).text()
    return page.includes('42.42')
  }, 'the page shows the new price')
  const inside = new Set(await pooler.clients())
  expect(inside).toContain('latchkey shop')
  for (const name of ['latchkey listen', 'latchkey jobs', 'latchkey migrate']) expect(inside).not.toContain(name)
}, 90_000)
