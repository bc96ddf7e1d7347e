import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYSSION,
  placeOrder,
  STRIPE,
  statusOf,
  type TestShop,
} from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test.each([
  ['Stripe', STRIPE],
  ['Payssion', PAYSSION],
])('a visitor buys a game by %s and its key arrives by mail, once', async (_, paymentId) => {
  const product = await addProduct(shop, { keys: 2 })
  const order = await placeOrder(shop, orderBody([{ product }], { paymentId }))
  expect(await statusOf(shop, order.orderId)).toBe('Unpaid')

  const attempt = await attemptOf(shop, order.orderId)
  await (paymentId === STRIPE ? shop.stripe : shop.payssion).pay(attempt, { outcome: 'completed' })

  await until(async () => (await statusOf(shop, order.orderId)) === 'Delivered', 'the order is delivered')
  const keys = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, {
    headers: { cookie: order.cookie },
  })
  expect(keys.body.data[0].keys).toHaveLength(1)
  const mailsOf = () =>
    shop.db.query<{ recipient: string; state: string }>(
      sql`select recipient, state from mails where data ->> 'orderId' = ${order.orderId}`,
    )
  await until(async () => (await mailsOf())[0]?.state === 'kept', 'the mail is written')
  expect(await mailsOf()).toEqual([{ recipient: 'buyer@example.com', state: 'kept' }])
})

test('a payment method is called in the shopper’s language, in the list and on the order', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const order = await placeOrder(shop, orderBody([{ product }], { paymentId: STRIPE }))
  const german = { 'x-locale': 'de' }
  const list = await shop.call('GET', '/api/check/paymentlist', { headers: german })
  expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual([
    'Karte, Apple Pay, Google Pay (Stripe)',
    'PayPal',
    'Payssion',
    'Ihr Guthaben',
  ])
  const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, {
    headers: { ...german, cookie: order.cookie },
  })
  expect(detail.body.data).toMatchObject({ paymentId: STRIPE, paymentName: 'Karte, Apple Pay, Google Pay (Stripe)' })
})

test('the lines of an order are counted within it: nobody can tell from them how many were sold', async () => {
  const products = [await addProduct(shop, { keys: 4 }), await addProduct(shop, { keys: 4 })]
  for (let n = 0; n < 2; n++) {
    const order = await placeOrder(shop, orderBody(products.map((product) => ({ product }))))
    const headers = { cookie: order.cookie }
    const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers })
    expect(detail.body.data.goods.map(({ id }: { id: number }) => id)).toEqual([1, 2])
    shop.stripe.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })
    await until(async () => (await statusOf(shop, order.orderId)) === 'Delivered', 'the order is delivered')
    const keys = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, { headers })
    expect(keys.body.data.map(({ lineId }: { lineId: number }) => lineId)).toEqual([1, 2])
  }
})
