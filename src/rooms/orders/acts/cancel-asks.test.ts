// Who ends an order may not know that its buyer has just paid: the providers of what is open are asked first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bought, ordered, pay, quiet } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
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
