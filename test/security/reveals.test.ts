// How often the keys of an order are shown (decision C5): enough for everybody, not without end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addProduct, attemptOf, openTestShop, orderBody, placeOrder, statusOf, type TestShop } from '../harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function delivered() {
  const product = await addProduct(shop, { keys: 2 })
  const order = await placeOrder(shop, orderBody([{ product, count: 2 }]))
  shop.stripe.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })
  await until(async () => (await statusOf(shop, order.orderId)) === 'Delivered', 'it is delivered')
  return order
}

const show = ({ orderId, cookie }: { orderId: string; cookie: string }) =>
  shop.call('GET', `/api/profile/order/pointCode/${orderId}`, { headers: { cookie } })

test('whoever looks at his keys ten times a day sees them each time', async () => {
  const order = await delivered()
  for (let i = 0; i < 10; i++) expect((await show(order)).body.data[0].keys).toHaveLength(2)
})

test('of a thousand looks within the hour 30 show the keys and are recorded; the others are told when to come back', async () => {
  const [order, other] = [await delivered(), await delivered()]
  const answers = []
  for (let round = 0; round < 10; round++)
    answers.push(...(await Promise.all(Array.from({ length: 100 }, () => show(order)))))
  const shown = answers.filter(({ status }) => status === 200)
  expect(shown).toHaveLength(30)
  for (const { status, body, headers } of answers.filter((answer) => !shown.includes(answer))) {
    expect({ status, body }).toEqual({ status: 429, body: { code: 429, msg: 'order.keys.tooOften' } })
    const seconds = Number(headers.get('retry-after'))
    expect(seconds > 3000 && seconds <= 3600).toBe(true)
  }
  const { n } = await shop.db.one<{ n: number }>(
    sql`select count(*)::int as n from key_reveals where order_id = ${order.orderId} and via = 'page'`,
  )
  expect(n).toBe(60)
  // Nobody else waits for it, and an hour later it is over.
  expect((await show(other)).status).toBe(200)
  await shop.db.run(sql`update key_reveals set at = at - interval '61 minutes' where order_id = ${order.orderId}`)
  expect((await show(order)).status).toBe(200)
})
