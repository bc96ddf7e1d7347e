// Another payment of the same order: by another method before it is paid, or money that comes when it is paid already.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { alertsOf } from '#rooms/orders/making/counting.testing.ts'
import { attemptOf, openTestShop, PAYPAL, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import {
  type Bought,
  DELIVERED,
  effectsOf,
  looked,
  ordered,
  type Paying,
  PROVIDERS,
  pay,
  quiet,
  reaches,
} from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test.each(PROVIDERS)(
  'money that comes when the order is paid already (%s) goes back by itself, once',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    const second = await otherMethod(order)
    for (const attempt of [order, second]) pay(shop, attempt, { captured: true })
    await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'the operator is told')
    await quiet(shop)
    const effects = await effectsOf(shop, order)
    expect(effects).toEqual({ ...DELIVERED, mails: expect.any(Array), alerts: ['payment.sentBack'] })
    expect(effects.mails.toSorted()).toEqual(['delivery', 'refund'])
    const states = await shop.db.query<{ id: string; state: string }>(
      sql`select id, state from payments where order_id = ${order.orderId} order by state`,
    )
    expect(states.map(({ state }) => state)).toEqual(['completed', 'refunded'])
    // The order is that of the attempt that paid it: method, fee and total.
    const paid = states[0]!.id === order.attempt ? order.paymentId : second.paymentId
    expect(await priceOf(order.orderId)).toEqual(
      paid === PAYSSION ? { method: PAYSSION, fee: 30, total: 2029 } : { method: paid, fee: 0, total: 1999 },
    )
  },
)

test('surplus money that its provider does not send back is a person’s to decide: it is not tried again by itself', async () => {
  const order = await ordered(shop, STRIPE)
  const second = await otherMethod(order)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  shop.payssion.refuseRefund(412)
  pay(shop, second)
  await until(async () => (await alertsOf(shop, order.orderId)).includes('refund.failed'), 'the operator is told')
  await quiet(shop)
  await shop.db.run(sql`update payments set poll_at = now() where id = ${second.attempt}`)
  await looked(shop, second.attempt)
  const refunds = await shop.db.query(sql`select state from refunds where order_id = ${order.orderId}`)
  expect(refunds).toEqual([{ state: 'failed' }])
})

/** A page of another method, in a tab of its own; the first one cannot be closed. */
async function otherMethod(
  order: Bought,
  other: Paying = order.paymentId === STRIPE ? PAYSSION : STRIPE,
): Promise<Bought> {
  if (order.paymentId === STRIPE) shop.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions/' })
  const again = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: order.orderId, paymentId: other },
    headers: { cookie: order.cookie },
  })
  expect(again.status).toBe(200)
  const second = { ...order, paymentId: other, attempt: await attemptOf(shop, order.orderId) }
  expect(second.attempt).not.toBe(order.attempt)
  return second
}

const priceOf = (orderId: string) =>
  shop.db.one(sql`select payment_method as method, fee, total from orders where id = ${orderId}`)

test.each([
  [PAYSSION, { method: PAYSSION, fee: 30, total: 2029 }],
  [PAYPAL, { method: PAYPAL, fee: 0, total: 1999 }],
] as const)(
  'the older attempt (method %i) pays after a change of method: the order has its method, fee and total, and the newer page is closed',
  async (paymentId, price) => {
    const order = await ordered(shop, paymentId)
    const second = await otherMethod(order)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    expect(await priceOf(order.orderId)).toEqual(price)
    expect(shop.stripe.payment(second.attempt)!.status).toBe('expired')
  },
)

test('an approval at PayPal that comes when another method has paid the order is not captured', async () => {
  const order = await ordered(shop, STRIPE)
  const second = await otherMethod(order, PAYPAL)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  pay(shop, second)
  const asked = sql`select 1 from payments where id = ${second.attempt} and raw_state = 'APPROVED'`
  await until(async () => (await shop.db.query(asked)).length === 1, 'PayPal was asked about it')
  await quiet(shop)
  expect(shop.paypal.payment(second.attempt)!.capture).toBeNull()
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
})

test('another method closes the page that was open before', async () => {
  const order = await ordered(shop, STRIPE)
  const again = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: order.orderId, paymentId: PAYSSION },
    headers: { cookie: order.cookie },
  })
  expect(again.status).toBe(200)
  expect(shop.stripe.payment(order.attempt)!.status).toBe('expired')
})

test('two payments in doubt of one order are two alerts', async () => {
  const order = await ordered(shop, STRIPE)
  const second = await otherMethod(order)
  pay(shop, order, { amountMinor: 500 })
  pay(shop, second, { outcome: 'paid_partial' as 'completed', amountMinor: 500 })
  await until(async () => (await alertsOf(shop, order.orderId)).length === 2, 'the operator is told twice')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({
    alerts: ['payment.doubt', 'payment.doubt'],
    // Its buyer knows it already.
    mails: ['held'],
  })
})
