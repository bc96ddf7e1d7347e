// Orders that are completed by themselves, days after their delivery.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { ordersToComplete } from '../store.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('orders whose completion fails each time, however many, keep none behind them waiting for ever', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  await shop.db.run(sql`
    insert into orders (id, order_no, status, placed_at, expires_at, delivered_at, delivery_email, locale, currency, rate_e8, payment_method,
      goods, discount, fee, coupon, freight, service, total)
    select gen_random_uuid(), 'FAILS' || n, status, placed_at, expires_at, now() - interval '90 days', delivery_email, locale, currency, rate_e8,
      payment_method, goods, discount, fee, coupon, freight, service, total
    from orders, generate_series(1, 600) n where id = ${order.orderId}`)
  await shop.db.run(sql`update orders set delivered_at = now() - interval '15 days' where id = ${order.orderId}`)
  const isAmongFirst = async () => (await ordersToComplete(shop.db)).slice(0, 20).includes(order.orderId)
  let runs = 0
  while (!(await isAmongFirst())) if (++runs === 1_000) break
  expect(runs).toBeLessThan(1_000)
})
