// Two tabs of the office, two amounts, one moment: what is told to each is what was done.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { orderedWithCoupon, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs } from '#rooms/staff/staff.testing.ts'
import { openTestShop, STRIPE, type TestShop } from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('of an order with a coupon the amount goes back that was asked for first; the other tab is told that it has changed, and what is left then', async () => {
  const ada = await addStaff(shop, { role: 'manager' })
  const order = await orderedWithCoupon(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const look = () => askAs(shop, ada, `GET /office/orders/${order.orderId}`)
  const { seen, can } = await look()
  // 40.00 less a coupon of 30.00.
  expect(can.refund.left).toBe(10)
  const ask = (amount: number, as = seen) =>
    askAs(shop, ada, `POST /office/orders/${order.orderId}/refund`, { reason: 'asked twice', seen: as, amount })
  const answers = await Promise.all([ask(4), ask(7)])
  const said = answers.map((answer) => answer.refused ?? 'done')
  expect([...said].sort()).toEqual(['done', 'order.refused.changed'])
  const done = said[0] === 'done' ? 4 : 7
  await quiet(shop)
  const refunds = sql`select amount, state from refunds where order_id = ${order.orderId}`
  expect(await shop.db.query(refunds)).toEqual([{ amount: done * 100, state: 'done' }])
  const after = await look()
  expect(after.can.refund.left).toBe(10 - done)
  expect(await ask(9, after.seen)).toMatchObject({
    ...{ refused: 'order.refused.lessLeft', data: { amount: `${10 - done}.00 USD` } },
  })
})
