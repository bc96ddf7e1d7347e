import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { ShownStock } from '#rooms/products/schemas.ts'
import { addProduct, openTestShop, orderBody, placeOrder, type TestProduct, type TestShop } from '#test/harness.ts'
import { letTimePass, statusesOf, vaultOf } from './counting.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const order = (lines: Parameters<typeof orderBody>[0]) =>
  shop.call('POST', '/api/check/createOrder', { body: orderBody(lines) })

/** Stock as the three calls tell it that a shopper sees. */
async function shownStock(product: TestProduct) {
  const [list, info, sync] = await Promise.all([
    shop.call('POST', '/api/product/list', { body: { pageSize: 100 } }),
    shop.call('GET', `/api/product/info?categoryName=games&zhname=${product.slug}`),
    shop.call('POST', '/api/product/syncStock', {
      body: {
        lines: [
          { productId: product.productId, extId: product.skuId, supplyProductId: product.offerId, productCount: 1 },
        ],
      },
    }),
  ])
  return {
    listed: list.body.rows.find((row: { id: number }) => row.id === product.productId).inStock,
    info: told(info.body.data.offers[0]),
    sync: told(sync.body.data.lines[0]),
    available: sync.body.data.lines[0].available,
  }
}

const told = ({ stock, stockIsMore }: ShownStock) => `${stock}${stockIsMore ? '+' : ''}`

test('of 200 buyers at once for 50 keys exactly 50 get one, and what is not paid in time is for sale again', async () => {
  const product = await addProduct(shop, { keys: 50, name: 'Wanted' })
  const answers = await Promise.all(Array.from({ length: 200 }, () => order([{ product }])))

  const placed = answers.filter((answer) => answer.status === 200)
  const refused = answers.filter((answer) => answer.status === 422)
  expect([placed.length, refused.length]).toEqual([50, 150])
  for (const { body } of refused) {
    expect(body).toEqual({
      code: 500,
      msg: 'pay.outOfStock',
      data: { lines: [{ position: 0, productName: 'Wanted', wanted: 1, stock: 0, stockIsMore: false }] },
    })
  }
  expect(await statusesOf(shop, product.offerId)).toEqual({ Unpaid: 50 })
  expect(await vaultOf(shop, product.offerId)).toEqual({ available: 0, reserved: 50, sold: 0, stock: 0, oddLines: 0 })
  expect(await shownStock(product)).toEqual({ listed: false, info: '0', sync: '0', available: false })

  for (const { body } of placed.slice(0, 20)) shop.stripe.complete(new URL(body.data.url).pathname.split('/').at(-1)!)
  await until(async () => (await statusesOf(shop, product.offerId)).Delivered === 20, 'the paid ones are delivered')
  await letTimePass(shop, product.offerId)
  await until(async () => (await statusesOf(shop, product.offerId)).Expired === 30, 'the others expire')

  expect(await statusesOf(shop, product.offerId)).toEqual({ Delivered: 20, Expired: 30 })
  expect(await vaultOf(shop, product.offerId)).toEqual({ available: 30, reserved: 0, sold: 20, stock: 30, oddLines: 0 })
  expect(await shownStock(product)).toEqual({ listed: true, info: '10+', sync: '10+', available: true })
})

test('an order expires by itself when the payment time of the settings is over', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const setMinutes = (minutes: string) =>
    shop.db.run(sql`update settings set value = ${minutes} where key = 'order.payment.minutes'`)
  await setMinutes('7')
  try {
    // Until the shop has heard of it, orders have the time that it knew before; those are given back.
    const { orderId } = await until(async () => {
      const placed = await placeOrder(shop, orderBody([{ product }]))
      const { seconds } = await shop.db.one<{ seconds: number }>(
        sql`select extract(epoch from expires_at - placed_at)::float8 as seconds from orders where id = ${placed.orderId}`,
      )
      if (seconds === 420) return placed
      await shop.call('GET', `/api/pay/cancel/${placed.orderId}`, { headers: { cookie: placed.cookie } })
    }, 'the shop knows its new payment time')
    await letTimePass(shop, product.offerId)
    await until(async () => (await statusesOf(shop, product.offerId)).Expired === 1, 'the order expires')
    const events = await shop.db.query(
      sql`select from_status as "from", to_status as "to", actor, reason from order_events where order_id = ${orderId} order by id`,
    )
    expect(events).toEqual([
      { from: null, to: 'Unpaid', actor: 'shopper', reason: 'placed' },
      { from: 'Unpaid', to: 'Expired', actor: 'system', reason: 'not paid in time' },
    ])
    expect(await vaultOf(shop, product.offerId)).toMatchObject({ available: 1, reserved: 0, stock: 1 })
  } finally {
    await setMinutes('30')
  }
})

test('orders of the same two games in opposite order neither block each other nor lose stock', async () => {
  const [a, b] = [await addProduct(shop, { keys: 30 }), await addProduct(shop, { keys: 30 })]
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, i) =>
      order(i % 2 ? [{ product: a }, { product: b }] : [{ product: b }, { product: a }]),
    ),
  )
  expect(Map.groupBy(answers, (answer) => answer.status).get(200)).toHaveLength(30)
  expect(Map.groupBy(answers, (answer) => answer.status).get(422)).toHaveLength(50)
  for (const product of [a, b])
    expect(await vaultOf(shop, product.offerId)).toEqual({ available: 0, reserved: 30, sold: 0, stock: 0, oddLines: 0 })
  const { deadlocks } = await shop.db.one<{ deadlocks: number }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  )
  expect(deadlocks).toBe(0)
})

test('orders of several copies take what is there, whole or not at all', async () => {
  const product = await addProduct(shop, { keys: 50 })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => order([{ product, count: 1 + (i % 7) }])))
  const taken = answers.map(({ status }, i) => (status === 200 ? 1 + (i % 7) : 0)).reduce((sum, n) => sum + n, 0)
  expect(await vaultOf(shop, product.offerId)).toEqual({
    available: 50 - taken,
    reserved: taken,
    sold: 0,
    stock: 50 - taken,
    oddLines: 0,
  })
  // Nobody was refused what is still there.
  const refused = answers.flatMap(({ status }, i) => (status === 422 ? [1 + (i % 7)] : []))
  expect(50 - taken).toBeLessThan(Math.min(...refused))
  expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
})

test('a rival who takes the last key and then gives it back costs nobody his order', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const rival = await shop.db.pool.connect()
  try {
    await rival.query('begin')
    await rival.query('select id from vault_keys where offer_id = $1 for update', [product.offerId])
    const buyer = order([{ product }])
    await until(
      async () =>
        (
          await shop.db.query(
            sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length > 0,
      'the buyer waits for the rival',
    )
    await rival.query('rollback')
    expect((await buyer).status).toBe(200)
  } finally {
    rival.release()
  }
  expect(await vaultOf(shop, product.offerId)).toEqual({ available: 0, reserved: 1, sold: 0, stock: 0, oddLines: 0 })
})

test('orders that fail at their second line cost nobody the first', async () => {
  const gone = await addProduct(shop)
  for (let round = 0; round < 8; round++) {
    // The lines are claimed in the order of their offers, so the offer that is short must come second.
    const wanted = await addProduct(shop, { keys: 2 })
    const short = await addProduct(shop, { keys: 1 })
    await order([{ product: short }])
    const rivals = Array.from({ length: 12 }, () => order([{ product: wanted, count: 2 }, { product: short }]))
    const buyer = order([{ product: wanted, count: 2 }])
    expect((await buyer).status).toBe(200)
    expect((await Promise.all(rivals)).map(({ status }) => status)).toEqual(Array(12).fill(422))
    expect(await vaultOf(shop, wanted.offerId)).toMatchObject({ available: 0, reserved: 2 })
  }
  expect((await order([{ product: gone }])).body.msg).toBe('pay.outOfStock')
})
