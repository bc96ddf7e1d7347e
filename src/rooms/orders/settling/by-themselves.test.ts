// Orders that the clock moves, days after their delivery or payment: completed, or paid back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { loseKeys, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addProduct, openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { ordersWaitingTooLong } from '../acts/hold-store.ts'
import { ordersToComplete } from '../store.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Many as this order is, each older than it. */
const oldOnes = (tx: Transaction, orderId: string) =>
  tx.run(sql`
    insert into orders (id, order_no, status, placed_at, expires_at, paid_at, delivered_at, delivery_email, locale, currency, rate_e8,
      payment_method, goods, discount, fee, coupon, freight, service, total)
    select gen_random_uuid(), status || n, status, placed_at, expires_at, now() - interval '90 days', now() - interval '90 days', delivery_email,
      locale, currency, rate_e8, payment_method, goods, discount, fee, coupon, freight, service, total
    from orders, generate_series(1, 600) n where id = ${orderId}`)

async function isAmongFirst(orderId: string, list: () => Promise<string[]>): Promise<boolean> {
  for (let run = 0; run < 1_000; run++) if ((await list()).slice(0, 20).includes(orderId)) return true
  return false
}

test('orders whose completion fails each time, however many, keep none behind them waiting for ever', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  // The shop's own jobs see none of it meanwhile.
  await shop.db.transaction(async (tx) => {
    await oldOnes(tx, order.orderId)
    await tx.run(sql`update orders set delivered_at = now() - interval '15 days' where id = ${order.orderId}`)
    expect(await isAmongFirst(order.orderId, () => ordersToComplete(tx))).toBe(true)
  })
})

test('orders whose money cannot be sent back each time keep it from nobody behind them', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const order = await ordered(shop, STRIPE, { product })
  await loseKeys(shop, product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  await quiet(shop)
  await shop.db.transaction(async (tx) => {
    await oldOnes(tx, order.orderId)
    await tx.run(sql`update orders set paid_at = now() - interval '4 days' where id = ${order.orderId}`)
    expect(await isAmongFirst(order.orderId, () => ordersWaitingTooLong(tx, 72))).toBe(true)
  })
})
