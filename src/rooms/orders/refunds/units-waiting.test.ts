// Refunds of single units of an order that waits for keys (decision F7).
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { type Bought, effectsOf, loseKeys, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addKeys, openTestShop, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { BY, unit, unitRefunds } from './units.testing.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const { shownKeys, moneyOf, keysOf, isHeld } = unitRefunds(() => shop)

const serve = ({ product }: Bought) =>
  shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${product.offerId}::int))`,
  )

/** An order of three of which two keys, or so many, are there. */
async function waiting(paymentId: Bought['paymentId'] = STRIPE, keys = 2): Promise<Bought> {
  const order = await ordered(shop, paymentId, { keys: 3, count: 3 })
  await loseKeys(shop, order.product.offerId)
  await addKeys(shop, order.product.offerId, keys)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  await quiet(shop)
  return order
}

test('the unit that an order waits for is refunded: the others are delivered, partly refunded, and a new key is for others', async () => {
  const order = await waiting()
  await acts.refundUnits(order.orderId, BY, [unit(1, 3)])
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect(await shownKeys(order)).toHaveLength(2)
  await addKeys(shop, order.product.offerId, 1)
  await serve(order)
  await quiet(shop)
  expect((await keysOf(order)).map(({ state }) => state)).toEqual(['sold', 'sold', 'available'])
  expect((await effectsOf(shop, order)).mails).toEqual(['processing', 'refund', 'delivery'])
})

test('a unit with a key is refunded while its order waits: the key goes to the unit that has none', async () => {
  const order = await waiting()
  await acts.refundUnits(order.orderId, BY, [unit(1, 1)])
  await until(async () => (await moneyOf(order)).back > 0, 'its money has gone')
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect(await shownKeys(order)).toHaveLength(2)
  expect((await keysOf(order)).map(({ state, refunded }) => [state, refunded])).toEqual([
    ['sold', false],
    ['sold', false],
  ])
  // It is that unit's from now on, and goes back with it.
  const [first] = (await shownKeys(order)) as string[]
  const { back } = await moneyOf(order)
  await acts.refundUnits(order.orderId, BY, [unit(1, 3)])
  await until(async () => (await moneyOf(order)).back > back, 'its money has gone')
  await quiet(shop)
  expect(await shownKeys(order)).toEqual([first])
  expect((await keysOf(order)).map(({ state, refunded }) => [state, refunded])).toEqual([
    ['sold', false],
    ['sold', true],
  ])
})

test('what was booked to refunded units before is mended: a key that another unit has, and not one that went with its unit', async () => {
  const order = await waiting()
  await acts.refundUnits(order.orderId, BY, [unit(1, 1)])
  await until(async () => (await moneyOf(order)).back > 0, 'its money has gone')
  await quiet(shop)
  const { back } = await moneyOf(order)
  await acts.refundUnits(order.orderId, BY, [unit(1, 3)])
  await until(async () => (await moneyOf(order)).back > back, 'its money has gone')
  await quiet(shop)
  const [kept, taken] = await keysOf(order)
  const booked = sql`
    select unit, key_id as "keyId" from refund_units where refund_id in (select id from refunds where order_id = ${order.orderId}) order by unit`
  await shop.db.run(sql`
    update refund_units set key_id = ${kept!.id} where unit = 1 and refund_id in (select id from refunds where order_id = ${order.orderId})`)
  await shop.db.pool.query(await readFile('src/migrations/0217_keys_of_refunded_units.sql', 'utf8'))
  expect(await shop.db.query(booked)).toEqual([
    { unit: 1, keyId: null },
    { unit: 3, keyId: taken!.id },
  ])
})

test('an order that waits says that its money goes back when all of it does, and not when a unit’s does', async () => {
  const order = await waiting(STRIPE, 1)
  const detail = async () =>
    (await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })).body.data
  for (const [units, goesBack] of [
    [[unit(1, 1)], false],
    [[unit(1, null)], true],
  ] as const) {
    const hold = shop.stripe.hold('/v1/refunds')
    await acts.refundUnits(order.orderId, BY, [...units])
    await hold.arrived
    expect(await detail()).toMatchObject({ orderStatus: 'Processing', goesBack })
    const { back } = await moneyOf(order)
    hold.release()
    await until(async () => (await moneyOf(order)).back > back, 'its money has gone')
    await quiet(shop)
  }
})

test('a unit with the only key is refunded while its order waits: it waits for no more keys than it needs', async () => {
  const order = await waiting(STRIPE, 1)
  await acts.refundUnits(order.orderId, BY, [unit(1, 1)])
  await until(async () => (await moneyOf(order)).back > 0, 'its money has gone')
  await quiet(shop)
  expect((await effectsOf(shop, order)).status).toBe('Processing')
  await addKeys(shop, order.product.offerId, 2)
  await serve(order)
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect(await shownKeys(order)).toHaveLength(2)
  expect((await keysOf(order)).map(({ state }) => state)).toEqual(['sold', 'sold', 'available'])
})

test('an order that waits and is partly refunded at the provider is partly refunded the moment it is delivered', async () => {
  const order = await waiting()
  shop.stripe.pay(order.attempt, { outcome: 'refunded', amountMinor: 100 })
  await until(async () => (await moneyOf(order)).back > 0, 'a part went back')
  await quiet(shop)
  expect((await effectsOf(shop, order)).status).toBe('Processing')
  await addKeys(shop, order.product.offerId, 1)
  const asked = shop.stripe.hold('/v1/checkout/sessions/')
  try {
    await serve(order)
    await reaches(shop, order, 'PartlyRefunded')
  } finally {
    asked.release()
  }
  await quiet(shop)
  expect(await shownKeys(order)).toHaveLength(3)
})

test('a unit whose refund failed while its order waits is owed its key as before', async () => {
  const order = await waiting(PAYSSION)
  shop.payssion.refuseRefund(412)
  await acts.refundUnits(order.orderId, BY, [unit(1, 3)])
  await until(() => isHeld(order), 'it is held')
  await quiet(shop)
  await acts.release(order.orderId, { actor: 'ada', reason: 'he waits on' })
  await quiet(shop)
  expect((await effectsOf(shop, order)).status).toBe('Processing')
  await addKeys(shop, order.product.offerId, 1)
  await serve(order)
  await reaches(shop, order, 'Delivered')
  expect(await shownKeys(order)).toHaveLength(3)
})
