// The embedded database and the shop die independently of each other, and find each other again (decisions E1, E5).
import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct, orderBody, type TestProduct } from '../harness.ts'
import { type Expected, untilAllDelivered } from './counts.testing.ts'
import { openWorld, postmaster, type ShopProcess, type World } from './world.testing.ts'

let world: World
let shop: ShopProcess
beforeAll(async () => {
  world = await openWorld({ embedded: true })
  shop = await world.start()
})
afterAll(() => world.close())

/** Buys one, whatever happens meanwhile: the same request again until it is answered, then pays. */
async function buy(product: TestProduct) {
  const headers = { 'idempotency-key': randomUUID() }
  const body = orderBody([{ product }])
  for (;;) {
    const answer = await world.call('POST', '/api/check/createOrder', { body, headers }).catch(() => undefined)
    const url = answer?.status === 200 && answer.body.data.url
    if (url) return world.stripe.pay(new URL(url).pathname.split('/').at(-1)!, { outcome: 'completed' })
    await world.ready()
  }
}

const settled = (product: TestProduct, of: Expected) => untilAllDelivered(world, product, of)

test('PostgreSQL killed while orders run: the shop survives, brings it back, and nothing is lost or doubled', async () => {
  const product = await addProduct(world, { keys: 60 })
  const killed = (await postmaster(world.dataDir)).pid
  const buyers = Array.from({ length: 40 }, async (_, i) => {
    if (i === 20) process.kill(killed, 'SIGKILL')
    await buy(product)
  })
  await Promise.all(buyers)
  expect((await postmaster(world.dataDir)).pid).not.toBe(killed)
  await settled(product, { orders: 40, keysEach: 1, keys: 60 })
  expect(new Set(world.mails.map((mail) => mail.messageId)).size).toBe(40)
})

test('PostgreSQL killed while jobs run: they run again at once', async () => {
  const product = await addProduct(world, { keys: 30 })
  const killed = (await postmaster(world.dataDir)).pid
  const hold = world.stripe.hold('/v1/checkout/sessions/')
  await Promise.all(Array.from({ length: 10 }, () => buy(product)))
  // The first jobs wait for the provider's answer now.
  await hold.arrived
  process.kill(killed, 'SIGKILL')
  hold.release()
  await settled(product, { orders: 10, keysEach: 1, keys: 30 })
})

test('a shop that was killed leaves the database running, and the next start takes it over', async () => {
  const product = await addProduct(world, { keys: 3 })
  await buy(product)
  await settled(product, { orders: 1, keysEach: 1, keys: 3 })
  const orphan = (await postmaster(world.dataDir)).pid
  shop.kill('SIGKILL')
  await shop.ended
  shop = await world.start()
  expect((await postmaster(world.dataDir)).pid).toBe(orphan)
  await buy(product)
  await settled(product, { orders: 2, keysEach: 1, keys: 3 })
})

test('SIGTERM stops the shop and its database', async () => {
  shop.kill('SIGTERM')
  expect(await shop.ended).toEqual({ code: 0, signal: null })
  await expect(access(join(world.dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
})
