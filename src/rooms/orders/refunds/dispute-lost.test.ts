// A dispute that was lost at a provider that has no word for that: a person says so, and the disputed order ends (decision C1).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { auditRows } from '#rooms/audit/rows.testing.ts'
import type { PersonalData } from '#rooms/members/hands.ts'
import {
  type Bought,
  effectsOf,
  looked,
  loseKeys,
  ordered,
  orderedWithCoupon,
  pay,
  quiet,
  reaches,
} from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  openTestShop,
  PAYSSION,
  STRIPE,
  statusOf,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'support' })
})
afterAll(() => shop.close())

const paid = async (options: { member?: TestMember; price?: number; by?: typeof STRIPE | typeof PAYSSION } = {}) => {
  const product = await addProduct(shop, { keys: 1, ...(options.price && { priceCents: options.price }) })
  const order = await ordered(shop, options.by ?? PAYSSION, { product, member: options.member })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

async function contested(options: Parameters<typeof paid>[0] = {}): Promise<Bought> {
  const order = await paid(options)
  shop.payssion.pay(order.attempt, { outcome: 'chargeback' })
  await reaches(shop, order, 'Disputed')
  await quiet(shop)
  return order
}

const look = async ({ orderId }: Bought) =>
  (await shop.call('GET', `/office/orders/${orderId}`, { headers: { cookie: ada.cookie } })).body.data

const lost = async (order: Bought, seen?: string) =>
  shop.call('POST', `/office/orders/${order.orderId}/lost`, {
    headers: { cookie: ada.cookie },
    body: { reason: 'Payssion wrote to us', seen: seen ?? (await look(order)).seen },
  })

const paymentOf = ({ attempt }: Bought) =>
  shop.db.one<{ state: string; left: number; asked: boolean }>(
    sql`select state, (paid_amount - refunded_amount)::int as left, poll_at is not null as asked from payments where id = ${attempt}`,
  )
const LOST = { state: 'lost', left: 0, asked: false }

const contestedNow = async () =>
  (await shop.call('GET', '/office/payments', { headers: { cookie: ada.cookie } })).body.data.disputes.map(
    ({ orderId }: { orderId: string }) => orderId,
  )

test('a chargeback that a person says was lost ends its order, is told once, and its member can close his account', async () => {
  const member = await addMember(shop)
  const order = await contested({ member })
  const personal = shop.shop.rooms.parts.map(({ declares }) => declares?.personal?.orders as PersonalData | undefined)
  const bars = () => shop.db.transaction((tx) => personal.find(Boolean)!.holds!(tx, member.id, member.email))
  expect([await bars(), (await look(order)).can.lost]).toEqual([['erasure.disputes'], true])
  expect(await contestedNow()).toContain(order.orderId)
  expect(await lost(order)).toMatchObject({ status: 200, body: { data: { status: 'Refunded' } } })
  await quiet(shop)
  expect([await bars(), (await look(order)).can.lost]).toEqual([[], false])
  expect(await contestedNow()).not.toContain(order.orderId)
  const ended = { status: 'Refunded', sold: 1, mails: ['delivery'], alerts: ['payment.disputed', 'payment.lost'] }
  expect(await effectsOf(shop, order)).toMatchObject(ended)
  expect(await paymentOf(order)).toEqual(LOST)
  const keys = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, {
    headers: { cookie: member.cookie },
  })
  expect(keys.body.msg).toBe('order.notDelivered')
  expect(await auditRows(shop.db, { subject: { kind: 'order', id: order.orderId } })).toMatchObject([
    {
      ...{ act: 'order.lost', actor: ada.email, reason: 'Payssion wrote to us' },
      ...{ before: { status: 'Disputed' }, after: { status: 'Refunded' } },
    },
  ])
  // Payssion says "chargeback" for ever: asked again, by its notice or by the night, it changes and tells nothing.
  shop.payssion.pay(order.attempt, { outcome: 'chargeback', times: 2 })
  await shop.db.run(sql`update payments set poll_at = now(), polls = 0 where id = ${order.attempt}`)
  await looked(shop, order.attempt)
  await shop.db.run(sql`select graphile_worker.add_job('payment.reconcile', json_build_object('now', true))`)
  await quiet(shop)
  expect([await paymentOf(order), await effectsOf(shop, order)]).toMatchObject([LOST, ended])
  expect(await lost(order)).toMatchObject({ status: 422, body: { msg: 'order.refused.notDisputed' } })
})

test.each([
  ['had its keys is spent for good', true, { uses: 1, state: 'used' }],
  ['waited for them is given back', false, { uses: 0, state: 'returned' }],
])('the coupon’s use of an order that is lost to a bank and %s', async (_, hasKeys, expected) => {
  const order = await orderedWithCoupon(shop, PAYSSION)
  if (!hasKeys) await loseKeys(shop, order.product.offerId)
  pay(shop, order)
  await reaches(shop, order, hasKeys ? 'Delivered' : 'Processing')
  await quiet(shop)
  const use = () =>
    shop.db.one(sql`
      select c.uses, u.state from coupons c join coupon_uses u on u.coupon_id = c.id where u.order_id = ${order.orderId}`)
  expect(await use()).toEqual({ uses: 1, state: 'used' })
  shop.payssion.pay(order.attempt, { outcome: 'chargeback' })
  await reaches(shop, order, 'Disputed')
  await quiet(shop)
  expect(await lost(order)).toMatchObject({ status: 200, body: { data: { status: 'Refunded' } } })
  await quiet(shop)
  expect(await use()).toEqual(expected)
})

test('what its provider says itself of the end of the dispute counts, also after a person has said that it was lost', async () => {
  const order = await contested()
  expect((await lost(order)).status).toBe(200)
  shop.payssion.pay(order.attempt, { outcome: 'completed' })
  await expect.poll(async () => (await effectsOf(shop, order)).alerts).toContain('refund.failed')
  await quiet(shop)
  expect([await statusOf(shop, order.orderId), await paymentOf(order)]).toMatchObject([
    'Refunded',
    { state: 'completed', left: 2029 },
  ])
  expect((await look(order)).can.refund).toEqual({ left: 20.29, currency: 'USD' })
})

test('a refund that was wanted and that nobody has asked its provider for is not sent as well', async () => {
  const order = await contested()
  await shop.db.run(sql`
    insert into refunds (id, order_id, payment_id, amount, currency, cause, actor, reason)
    values (gen_random_uuid(), ${order.orderId}, ${order.attempt}, 500, 'USD', 'operator', 'grace', 'a part')`)
  expect((await lost(order)).status).toBe(200)
  expect((await look(order)).refunds).toMatchObject([{ state: 'dropped', amount: 5 }])
})

test('of people who say so at once one does it, and beside the provider’s own word it counts once', async () => {
  const order = await paid({ by: STRIPE })
  const dispute = shop.stripe.dispute(order.attempt)
  await reaches(shop, order, 'Disputed')
  await quiet(shop)
  const { seen } = await look(order)
  shop.stripe.moveDispute(dispute, 'lost')
  const answers = await Promise.all([lost(order, seen), lost(order, seen), lost(order, seen)])
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  for (const { status, body } of answers) if (status !== 200) expect(body.msg).toBe('order.refused.changed')
  await quiet(shop)
  expect(await statusOf(shop, order.orderId)).toBe('Refunded')
  expect((await effectsOf(shop, order)).alerts).toEqual(['payment.disputed', 'payment.lost'])
  expect(await paymentOf(order)).toEqual(LOST)
})

test('where nothing is contested it is refused, and so is one who may not refund', async () => {
  const order = await paid()
  expect((await look(order)).can.lost).toBe(false)
  expect(await lost(order)).toMatchObject({
    status: 422,
    body: { msg: 'order.refused.notDisputed', data: { status: 'Delivered' } },
  })
  const reader = await addStaff(shop, { role: 'reader' })
  const { orderId } = await contested()
  const asked = await shop.call('POST', `/office/orders/${orderId}/lost`, {
    headers: { cookie: reader.cookie },
    body: { reason: 'x', seen: '' },
  })
  expect([asked.status, await statusOf(shop, orderId)]).toEqual([403, 'Disputed'])
})

test('above the limit of refunds it asks for a proof', async () => {
  const order = await contested({ price: 20_000 })
  const prove = (ago: string) =>
    shop.db.run(sql`update staff_sessions set proved_at = now() - ${ago}::interval where staff_id = ${ada.id}`)
  await prove('16 minutes')
  expect(await lost(order)).toMatchObject({ status: 403, body: { msg: 'login.proveAgain' } })
  expect(await statusOf(shop, order.orderId)).toBe('Disputed')
  await prove('0')
  expect((await lost(order)).status).toBe(200)
})

test('a contested payment that has paid nothing lets its order go on', async () => {
  const order = await ordered(shop, PAYSSION)
  shop.payssion.pay(order.attempt, { outcome: 'chargeback' })
  await expect.poll(async () => (await look(order)).holds.length).toBe(1)
  await quiet(shop)
  expect(await lost(order)).toMatchObject({ status: 200, body: { data: { status: 'Unpaid' } } })
  expect((await look(order)).holds).toEqual([])
  expect(await contestedNow()).not.toContain(order.orderId)
})
