// A shopper who tries one method, then another, and comes back to the first: what he pays then is what was begun first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { attemptOf, EECPAY, openTestShop, PAYPAL, STRIPE, type TestShop } from '#test/harness.ts'
import { billing, offerCards } from './cards.testing.ts'
import { type Bought, DELIVERED, effectsOf, ordered, pay, quiet, reaches } from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await offerCards(shop)
})
afterAll(() => shop.close())

const toPay = async ({ orderId, cookie }: Bought, paymentId: number) =>
  (await shop.call('POST', '/api/pay/toPay', { body: { orderId, paymentId }, headers: { cookie } })).body.data.url

test('PayPal, another, and PayPal again: its page is the first one, and leads to the approval', async () => {
  const order = await ordered(shop, PAYPAL)
  await toPay(order, STRIPE)
  expect(new URL(await toPay(order, PAYPAL)).pathname).toBe('/paypal')
  const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })
  expect(detail.body.data.form).toMatchObject({
    method: 'get',
    fields: { token: shop.paypal.payment(order.attempt)!.id },
  })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
})

test('what is to be done at one method is not shown for another', async () => {
  const order = await ordered(shop, PAYPAL)
  await toPay(order, STRIPE)
  const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })
  expect(detail.body.data).toMatchObject({ form: null, instructions: null })
})

test('a card, another method, and a card again: it is charged; while another method is chosen it is not', async () => {
  const order = await ordered(shop, PAYPAL)
  expect(new URL(await toPay(order, EECPAY)).pathname).toBe('/bill-pay')
  const first = await attemptOf(shop, order.orderId)
  await toPay(order, STRIPE)
  const charge = () =>
    shop.call('POST', '/api/pay/eecpay', {
      body: { orderId: order.orderId, ...billing() },
      headers: { cookie: order.cookie },
    })
  expect((await charge()).status).not.toBe(200)
  expect(shop.eecpay.requests.charge).toBe(0)
  await toPay(order, EECPAY)
  expect((await charge()).body.data).toMatchObject({ status: '1' })
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
  const [charged] = await shop.db.query<{ id: string }>(
    sql`select payment_id as id from card_charges c join payments p on p.id = c.payment_id where p.order_id = ${order.orderId}`,
  )
  expect(charged!.id).toBe(first)
})

test('who has a voucher and pays again gets a page that takes his card; should the voucher be paid too, that goes back', async () => {
  const order = await ordered(shop, STRIPE)
  shop.stripe.pay(order.attempt, { outcome: 'konbini' })
  await quiet(shop)
  const pages = [await toPay(order, STRIPE), await toPay(order, STRIPE)]
  const second = await attemptOf(shop, order.orderId)
  const { id, status } = shop.stripe.payment(second)!
  expect([second === order.attempt, status]).toEqual([false, 'open'])
  for (const page of pages) expect(page).toContain(id)
  pay(shop, { ...order, attempt: second })
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  pay(shop, order)
  const back = sql`select payment_id as "paymentId", cause from refunds where order_id = ${order.orderId} and state = 'done'`
  await until(() => shop.db.query(back), 'it is sent back')
  await quiet(shop)
  expect(await shop.db.query(back)).toEqual([{ paymentId: order.attempt, cause: 'surplus' }])
  expect(await effectsOf(shop, order)).toEqual({
    ...DELIVERED,
    mails: ['delivery', 'refund'],
    alerts: ['payment.sentBack'],
  })
  const told = sql`select data ->> 'second' as second from mails where data ->> 'orderId' = ${order.orderId} and template = 'refund' order by created_at`
  expect(await shop.db.query(told)).toEqual([{ second: 'yes' }])
  // What goes back of the payment that has paid the order is its own.
  pay(shop, { ...order, attempt: second }, { outcome: 'refunded' })
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  expect(await shop.db.query(told)).toEqual([{ second: 'yes' }, { second: null }])
})
