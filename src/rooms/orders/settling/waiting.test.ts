// Orders that are paid and short of keys: who is served, and when.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { until } from '#platform/testing.ts'
import { type Bought, effectsOf, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { batchStore } from '#rooms/vault/hands.ts'
import { SERVE_WAITING } from '#rooms/vault/jobs.ts'
import { depositKeys } from '#rooms/vault/vault.ts'
import { addKeys, openTestShop, statusOf, type TestProduct, type TestShop } from '#test/harness.ts'
import { vaultOf } from '../making/counting.testing.ts'
import { BY, waitingOrders } from './waiting.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { acts, waiting } = waitingOrders(() => shop)

/** As the import of keys does it: in one transaction, and the waiting are served after it. */
const arrive = (product: TestProduct, count: number) =>
  shop.db.transaction(async (tx) => {
    const keys = Array.from({ length: count }, () => `LATE-${crypto.randomUUID()}`)
    await depositKeys(tx, shop.shop.ground.keyring, product.offerId, 'test', keys)
    await enqueue(tx, SERVE_WAITING, { offerId: product.offerId })
  })

test('an order that is paid and short of keys waits, and is delivered by itself when keys arrive', async () => {
  const { product, orders } = await waiting(1, 3)
  const [order] = orders as [(typeof orders)[number]]
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  await arrive(product, 2)
  await quiet(shop)
  // What there is is kept for it; nothing is told until it is complete.
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'Processing', sold: 2, mails: ['processing'] })
  const keys = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, {
    headers: { cookie: order.cookie },
  })
  expect([keys.status, keys.body.msg, keys.body.data]).toEqual([
    422,
    'order.notDelivered',
    { orderStatus: 'Processing' },
  ])
  await arrive(product, 2)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({ sold: 3, paidMoves: 1, mails: ['processing', 'delivery'] })
  expect(
    await shop.db.query(sql`select kind, resolved_at is null as open from alerts where order_id = ${order.orderId}`),
  ).toEqual([{ kind: 'order.waitingForKeys', open: false }])
  expect(await vaultOf(shop, product.offerId)).toMatchObject({ available: 1, sold: 3, stock: 1, oddLines: 0 })
})

test('who paid first is served first', async () => {
  const { product, orders } = await waiting(4)
  // Paid in another order than placed.
  const paid = [orders[2]!, orders[0]!, orders[3]!, orders[1]!]
  for (const order of paid) {
    pay(shop, order)
    await reaches(shop, order, 'Processing')
  }
  for (let served = 1; served <= 4; served++) {
    await arrive(product, 1)
    await reaches(shop, paid[served - 1]!, 'Delivered')
    await quiet(shop)
    const statuses = await Promise.all(paid.map((order) => statusOf(shop, order.orderId)))
    expect(statuses).toEqual(paid.map((_, i) => (i < served ? 'Delivered' : 'Processing')))
  }
})

test('many deliveries of keys at once serve everybody once', async () => {
  const { product, orders } = await waiting(12)
  for (const order of orders) pay(shop, order)
  for (const order of orders) await reaches(shop, order, 'Processing')
  await Promise.all(Array.from({ length: 8 }, () => arrive(product, 2)))
  for (const order of orders) await reaches(shop, order, 'Delivered')
  await quiet(shop)
  for (const order of orders)
    expect(await effectsOf(shop, order)).toMatchObject({ sold: 1, paidMoves: 1, mails: ['processing', 'delivery'] })
  expect(await vaultOf(shop, product.offerId)).toMatchObject({ available: 4, sold: 12, stock: 4, oddLines: 0 })
})

test('keys that arrive in the very moment in which an order begins to wait are not missed', async () => {
  const { product, orders } = await waiting(1)
  const [order] = orders as [(typeof orders)[number]]
  // A rival has the new key when the order looks for one, and gives it back: nobody else will tell.
  await addKeys(shop, product.offerId, 1)
  const rival = await shop.db.pool.connect()
  try {
    await rival.query('begin')
    await rival.query(`select 1 from vault_keys where offer_id = $1 and state = 'available' for update`, [
      product.offerId,
    ])
    pay(shop, order)
    const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(
      async () => (await shop.db.query(blocked)).length > 0 || (await statusOf(shop, order.orderId)) === 'Processing',
      'the order has looked for keys',
    )
    await rival.query('rollback')
  } finally {
    rival.release()
  }
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({ sold: 1, reserved: 0 })
})

test.each([
  ['all its money', (orderId: string) => acts().refund(orderId, BY, null), 'Refunded'],
  ['a unit', (orderId: string) => acts().refundUnits(orderId, BY, [{ line: 1, unit: 1 }]), 'Processing'],
] as const)(
  'a key that is free when %s goes back, and whose batch was moved, goes to whoever waits for the other version',
  async (_, refund, status) => {
    const { product, orders } = await waiting(1, 2)
    const [order] = orders as [Bought]
    await addKeys(shop, product.offerId, 1)
    pay(shop, order)
    await reaches(shop, order, 'Processing')
    const version = await waiting(1)
    const [other] = version.orders as [Bought]
    pay(shop, other)
    await reaches(shop, other, 'Processing')
    await quiet(shop)
    await shop.db.transaction(async (tx) => {
      const batch = sql`select batch_id as id from vault_keys where offer_id = ${product.offerId}`
      const { id } = await tx.one<{ id: string }>(batch)
      expect(await batchStore.moveBatch(tx, id, version.product.offerId)).toBe(0)
    })
    await refund(order.orderId)
    await reaches(shop, other, 'Delivered')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toMatchObject({ status, sold: 0 })
    expect(await effectsOf(shop, other)).toMatchObject({ sold: 1, mails: ['processing', 'delivery'] })
  },
)

test('an order whose money is in doubt is not served until a person has released it; resolving the alert changes nothing', async () => {
  const { product, orders } = await waiting(1)
  const [order] = orders as [(typeof orders)[number]]
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  shop.stripe.warn(order.attempt)
  await until(
    async () => (await effectsOf(shop, order)).alerts.includes('payment.fraudWarning'),
    'the operator is told of the warning',
  )
  await quiet(shop)
  await arrive(product, 1)
  await shop.db.run(sql`update alerts set resolved_at = now() where order_id = ${order.orderId}`)
  await arrive(product, 1)
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'Processing', sold: 0 })
  await shop.db.run(
    sql`update order_holds set lifted_at = now(), lifted_by = 'tester' where order_id = ${order.orderId}`,
  )
  await arrive(product, 1)
  await reaches(shop, order, 'Delivered')
})
