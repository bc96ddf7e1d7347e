// A process whose clock is wrong: an order's moments are the database's, whoever makes it.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addProduct, openTestShop, orderBody, placeOrder, STRIPE, type TestShop } from '#test/harness.ts'

const DAY_MS = 86_400_000

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
afterEach(() => void vi.useRealTimers())

test.each([
  ['fast', DAY_MS],
  ['slow', -DAY_MS],
])('a clock that is a day %s: the order is placed now, can be paid for thirty minutes, and says so', async (_, off) => {
  const product = await addProduct(shop, { keys: 2 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
  const order = await placeOrder(shop, orderBody([{ product }], { paymentId: STRIPE }))
  const moments = await shop.db.one<{ age: number; left: number; poll: number }>(sql`
    select extract(epoch from now() - placed_at)::int as age, extract(epoch from expires_at - placed_at)::int as left,
      (select extract(epoch from poll_at - now())::int from payments where order_id = orders.id) as poll
    from orders where id = ${order.orderId}`)
  expect(moments.age).toBeGreaterThanOrEqual(0)
  expect(moments.age).toBeLessThan(60)
  expect(moments.left).toBe(1_800)
  expect(Math.abs(moments.poll)).toBeLessThan(120)
  const headers = { cookie: order.cookie }
  const { body } = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers })
  const left = Date.parse(body.data.expiresAt) - Date.parse(body.data.now)
  expect([body.data.orderStatus, left > 1_700_000 && left <= 1_800_000]).toEqual(['Unpaid', true])
  const again = await shop.call('POST', '/api/pay/toPay', { body: { orderId: order.orderId }, headers })
  expect([again.status, again.body.data?.orderNo]).toEqual([200, order.orderNo])
})
