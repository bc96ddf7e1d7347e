// Money that came for an order and did not pay it: its buyer sees that it came, and where it is.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addMember, attemptOf, openTestShop, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function told({ orderId, cookie }: Bought) {
  const { body } = await shop.call('GET', `/api/pay/detail/${orderId}`, { headers: { cookie } })
  const { orderStatus, refunded, sentBack } = body.data
  return { orderStatus, refunded, sentBack }
}

const refundIs = ({ attempt }: Bought, state: string) =>
  until(
    () => shop.db.query(sql`select 1 from refunds where payment_id = ${attempt} and state = ${state}`),
    `its refund is ${state}`,
  )

async function cancelled(paymentId: typeof STRIPE | typeof PAYSSION): Promise<Bought> {
  const order = await ordered(shop, paymentId)
  // Its page stays open.
  if (paymentId === STRIPE) shop.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions/' })
  await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  await reaches(shop, order, 'Cancelled')
  await quiet(shop)
  return order
}

test('an order that was cancelled and paid all the same: the money is on its way back, then it has gone', async () => {
  const order = await cancelled(STRIPE)
  expect(await told(order)).toEqual({ orderStatus: 'Cancelled', refunded: 0, sentBack: [] })
  const hold = shop.stripe.hold('/v1/refunds')
  pay(shop, order)
  await hold.arrived
  const came = { came: 'late', amount: 19.99, currencyName: '$' }
  expect((await told(order)).sentBack).toEqual([{ ...came, now: 'going' }])
  hold.release()
  await refundIs(order, 'done')
  await quiet(shop)
  expect(await told(order)).toEqual({ orderStatus: 'Cancelled', refunded: 0, sentBack: [{ ...came, now: 'gone' }] })
})

test('what its provider does not send back is not said to have gone', async () => {
  const order = await cancelled(PAYSSION)
  shop.payssion.refuseRefund(412)
  pay(shop, order)
  await refundIs(order, 'failed')
  await quiet(shop)
  expect((await told(order)).sentBack).toMatchObject([{ came: 'late', now: 'checked' }])
})

test('a second payment of an order is told, and where a member wished it to go', async () => {
  const member = await addMember(shop)
  const order = await ordered(shop, STRIPE, { member })
  shop.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions/' })
  const headers = { cookie: order.cookie }
  await shop.call('POST', '/api/pay/toPay', { body: { orderId: order.orderId, paymentId: PAYSSION }, headers })
  const second = { ...order, paymentId: PAYSSION, attempt: await attemptOf(shop, order.orderId) } as Bought
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  expect((await told(order)).sentBack).toEqual([])
  await shop.db.run(sql`update orders set refund_to_balance_at = now() where id = ${order.orderId}`)
  pay(shop, second)
  await refundIs(second, 'done')
  await quiet(shop)
  expect(await told(order)).toMatchObject({
    orderStatus: 'Delivered',
    refunded: 0,
    sentBack: [{ came: 'again', now: 'balance' }],
  })
})

test('of many payments that did not pay an order the first are told, and that there are more', async () => {
  const order = await ordered(shop, STRIPE)
  const more = async (count: number) => {
    await shop.db.run(sql`
      insert into payments (id, order_id, provider, method_id, state, currency, amount, paid_amount, refunded_amount)
        select gen_random_uuid(), p.order_id, p.provider, p.method_id, 'refunded', p.currency, p.amount, p.amount, p.amount
          from payments p, generate_series(1, ${count}) where p.id = ${order.attempt}`)
    const { body } = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })
    return [body.data.sentBack.length, body.data.sentBackMore]
  }
  expect(await more(0)).toEqual([0, false])
  expect(await more(20)).toEqual([20, false])
  expect(await more(1)).toEqual([20, true])
})

test('money that could not be used for an order which is unpaid still is told as that', async () => {
  const order = await ordered(shop, STRIPE)
  await shop.db.run(sql`
    update payments set state = 'refunded', paid_amount = amount - 1, refunded_amount = amount - 1 where id = ${order.attempt}`)
  expect(await told(order)).toMatchObject({
    orderStatus: 'Unpaid',
    sentBack: [{ came: 'unused', amount: 19.98, now: 'gone' }],
  })
})
