// Who ends an order may not know that its buyer has just paid: the providers of what is open are asked first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { type Bought, effectsOf, ordered, pay, quiet } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { letTimePass } from '../making/counting.testing.ts'
import { lookAt } from '../settling/mark-paid.testing.ts'

let shop: TestShop
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  grace = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

async function cancel(order: Bought, typed: { unanswered?: boolean } = {}) {
  const { seen } = await lookAt(shop, grace, order)
  return shop.call('POST', `/office/orders/${order.orderId}/cancel`, {
    headers: { cookie: grace.cookie },
    body: { reason: 'he wrote to us', seen, ...typed },
  })
}

const noAnswer = (providers: string) => ({
  ...{ status: 422, body: { msg: 'order.refused.noAnswer', data: { providers } } },
})

test('a provider that gives no answer is named, however lately it was asked, and who then wants it ends the order', async () => {
  const order = await ordered(shop, STRIPE)
  await quiet(shop)
  for (const unanswered of [undefined, false]) {
    shop.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions/' })
    expect(await cancel(order, { unanswered })).toMatchObject(noAnswer('stripe'))
  }
  expect(await statusOf(shop, order.orderId)).toBe('Unpaid')
  shop.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions/' })
  expect((await cancel(order, { unanswered: true })).body).toMatchObject({ code: 200, data: { status: 'Cancelled' } })
})

test('what its buyer has just paid is his, whether or not an answer was waited for', async () => {
  for (const unanswered of [false, true]) {
    const order = await ordered(shop, PAYSSION)
    await quiet(shop)
    pay(shop, order, { notify: false })
    expect((await cancel(order, { unanswered })).status).toBe(422)
    await quiet(shop)
    expect(await statusOf(shop, order.orderId)).toBe('Delivered')
  }
})

test('where its provider answers that nothing is paid it ends at once', async () => {
  const order = await ordered(shop, PAYSSION)
  await quiet(shop)
  expect((await cancel(order)).body).toMatchObject({ code: 200, data: { status: 'Cancelled' } })
})

test('one whose bank works on is ended once that takes longer than its method says: its buyer is told, and money that comes after all goes back', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { outcome: 'pending' })
  await quiet(shop)
  expect((await lookAt(shop, grace, order)).can.cancel).toBe(false)
  expect((await cancel(order)).body.msg).toBe('order.refused.underWay')
  // Its keys went back while it was held, before its bank began: that says nothing of the bank.
  await shop.db.run(sql`update orders set released_at = now() where id = ${order.orderId}`)
  expect((await lookAt(shop, grace, order)).can.cancel).toBe(false)
  expect((await cancel(order)).body.msg).toBe('order.refused.underWay')
  await shop.db.run(sql`update orders set released_at = null where id = ${order.orderId}`)

  await shop.db.run(sql`update payments set under_way_since = now() - interval '73 hours' where id = ${order.attempt}`)
  await letTimePass(shop, order.product.offerId)
  await until(async () => (await lookAt(shop, grace, order)).can.cancel, 'others may have its keys')
  expect((await cancel(order)).body.data).toEqual({ status: 'Cancelled' })
  await quiet(shop)
  expect((await effectsOf(shop, order)).mails).toEqual(['underWay', 'givenUp'])

  pay(shop, order)
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({
    ...{ status: 'Cancelled', sold: 0, reserved: 0, paidMoves: 0 },
    mails: ['underWay', 'givenUp', 'refund'],
  })
})
