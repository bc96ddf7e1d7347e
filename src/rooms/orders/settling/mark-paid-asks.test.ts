// Who writes money down by hand may not know that the buyer has just paid: the providers of what is open are asked first.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { lookAt, markPaid } from './mark-paid.testing.ts'

let shop: TestShop
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  grace = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const look = (order: Bought) => lookAt(shop, grace, order)
const mark = (order: Bought, typed: { unanswered?: boolean } = {}) => markPaid(shop, grace, order, typed)
const paymentsOf = ({ orderId }: Bought) =>
  shop.db.query<{ provider: string; state: string }>(
    sql`select provider, state from payments where order_id = ${orderId} order by created_at, id`,
  )

const end = async (order: Bought) => {
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 minute' where id = ${order.orderId}`)
  await reaches(shop, order, 'Expired')
  await quiet(shop)
}

test.each([
  ['that waits', STRIPE, async () => {}],
  ['that has expired', PAYSSION, end],
] as const)(
  'an order %s whose buyer has just paid is settled by that, and who writes other money down is told',
  async (_, paymentId, before) => {
    const order = await ordered(shop, paymentId)
    await quiet(shop)
    await before(order)
    pay(shop, order, { notify: false })
    expect(await mark(order)).toMatchObject({
      ...{ status: 422, body: { msg: 'order.refused.paidMeanwhile', data: { status: 'Delivered' } } },
    })
    await quiet(shop)
    expect(await paymentsOf(order)).toEqual([
      { provider: paymentId === STRIPE ? 'stripe' : 'payssion', state: 'completed' },
    ])
    expect((await look(order)).refunds).toEqual([])
    expect(await statusOf(shop, order.orderId)).toBe('Delivered')
  },
)

test('nobody can have paid where no page was opened: its provider is not waited for', async () => {
  shop.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions' })
  const order = await ordered(shop, STRIPE)
  await quiet(shop)
  expect(await paymentsOf(order)).toEqual([{ provider: 'stripe', state: 'created' }])
  expect((await mark(order)).status).toBe(200)
  await quiet(shop)
  expect(await statusOf(shop, order.orderId)).toBe('Delivered')
})

test('a bank that has just begun to work on the payment is seen before money is written down', async () => {
  const order = await ordered(shop, STRIPE)
  await quiet(shop)
  pay(shop, order, { outcome: 'pending', notify: false })
  expect((await mark(order)).body).toMatchObject({ msg: 'order.refused.changed' })
  expect(await paymentsOf(order)).toEqual([{ provider: 'stripe', state: 'processing' }])
})

test('a provider that gives no answer is named, however lately it was asked, and who then wants it writes the money down', async () => {
  const order = await ordered(shop, STRIPE)
  await quiet(shop)
  for (const unanswered of [undefined, false]) {
    shop.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions/' })
    expect(await mark(order, { unanswered })).toMatchObject({
      ...{ status: 422, body: { msg: 'order.refused.noAnswer', data: { providers: 'stripe' } } },
    })
  }
  expect(await paymentsOf(order)).toHaveLength(1)
  expect(await statusOf(shop, order.orderId)).toBe('Unpaid')
  shop.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions/' })
  expect((await mark(order, { unanswered: true })).body).toMatchObject({ code: 200, data: { status: 'Delivered' } })
})

test('an answer counts, also of who does not wait for one', async () => {
  const order = await ordered(shop, STRIPE)
  await quiet(shop)
  pay(shop, order, { notify: false })
  expect((await mark(order, { unanswered: true })).body.msg).toBe('order.refused.paidMeanwhile')
  expect(await paymentsOf(order)).toEqual([{ provider: 'stripe', state: 'completed' }])
})
