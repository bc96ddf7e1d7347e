// Money that came past every provider: a person says so, and the order is settled as by any payment.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fragment, type Statement, sql } from '#platform/database/sql.ts'
import { auditRows, fieldsOf } from '#rooms/audit/rows.testing.ts'
import { type Bought, ordered, orderedWithCoupon, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { isLikeKey } from '../limits.ts'
import { lookAt, markPaid } from './mark-paid.testing.ts'

let shop: TestShop
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  grace = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const look = (order: Bought) => lookAt(shop, grace, order)
const mark = (order: Bought, typed: { amount?: number; reference?: string; seen?: string } = {}, as = grace) =>
  markPaid(shop, as, order, typed)
const paymentsOf = ({ orderId }: Bought) =>
  shop.db.query<{ provider: string; state: string; paid: number | null; back: number }>(sql`
    select provider, state, paid_amount as paid, refunded_amount as back from payments where order_id = ${orderId} order by created_at, id`)
const alertsOf = async ({ orderId }: Bought) =>
  (await shop.db.query<{ kind: string }>(sql`select kind from alerts where order_id = ${orderId} order by id`)).map(
    ({ kind }) => kind,
  )

test('the order is delivered as by any payment, found by the reference, and what a provider then brings goes back', async () => {
  const order = await ordered(shop, STRIPE)
  expect((await look(order)).can).toMatchObject({ markPaid: true })
  expect((await mark(order, { reference: 'SEPA-4711' })).body).toMatchObject({
    code: 200,
    data: { status: 'Delivered' },
  })
  await quiet(shop)
  const seen = await look(order)
  expect(seen.can).toMatchObject({ markPaid: false, refund: { left: seen.total } })
  const found = await shop.call('GET', '/office/orders?q=SEPA-4711', { headers: { cookie: grace.cookie } })
  expect(found.body.data.rows.map(({ id }: { id: string }) => id)).toContain(order.orderId)
  const written = await auditRows(shop.db, { act: 'order.mark-paid', subject: { kind: 'order', id: order.orderId } })
  expect(fieldsOf(written, 'actor', 'before', 'after', 'reason')).toEqual([
    {
      ...{ actor: grace.email, before: { status: 'Unpaid' }, reason: 'on our account' },
      after: {
        status: 'Delivered',
        did: [['came', { amount: `${seen.total.toFixed(2)} USD`, reference: 'SEPA-4711' }]],
      },
    },
  ])
  // Asked again by the clock, it says the same.
  await shop.db.run(sql`update payments set poll_at = now() where order_id = ${order.orderId} and provider = 'hand'`)
  await quiet(shop)
  expect(await statusOf(shop, order.orderId)).toBe('Delivered')
  pay(shop, order)
  await quiet(shop)
  expect(await statusOf(shop, order.orderId)).toBe('Delivered')
  const cents = Math.round(seen.total * 100)
  const [first, second] = await paymentsOf(order)
  expect([first, second]).toEqual([
    { provider: 'stripe', state: 'refunded', paid: cents, back: cents },
    { provider: 'hand', state: 'completed', paid: cents, back: 0 },
  ])
})

test('too little is held until somebody accepts it, too much is delivered and told', async () => {
  const little = await ordered(shop, PAYSSION)
  expect((await mark(little, { amount: 0.01 })).body).toMatchObject({ data: { status: 'Unpaid' } })
  await quiet(shop)
  expect((await look(little)).holds).toMatchObject([{ reason: 'amount' }])
  expect((await mark(little)).body.msg).toBe('order.refused.isHeld')
  const { seen } = await look(little)
  await shop.call('POST', `/office/orders/${little.orderId}/accept`, {
    headers: { cookie: grace.cookie },
    body: { reason: 'the rest came in cash', seen },
  })
  await reaches(shop, little, 'Delivered')

  const much = await ordered(shop, PAYSSION)
  await mark(much, { amount: (await look(much)).total + 5 })
  await reaches(shop, much, 'Delivered')
  await quiet(shop)
  expect(await alertsOf(much)).toContain('payment.overpaid')
})

test('money is found by what a person called it, in whatever case, with blanks, strokes and few letters', async () => {
  const headers = { cookie: grace.cookie }
  const listed = async (q: string) => {
    const search = `q=${encodeURIComponent(q)}`
    const { body } = await shop.call('GET', `/office/orders?${search}`, { headers })
    const { body: counted } = await shop.call('GET', `/office/orders/count?${search}`, { headers })
    const ids = body.data.rows.map(({ id }: { id: string }) => id)
    return { ids, count: counted.data.count, understood: body.data.understood }
  }
  const byKey = async (key: string) => {
    const { body } = await shop.call('POST', '/office/orders/by-key', { headers, body: { key } })
    return body.data.rows.map(({ id }: { id: string }) => id)
  }
  const UUID = randomUUID()
  for (const reference of [
    'Transfer 12/11, Grace',
    'K7',
    'SEPA 4711 AB 23',
    'CASH9',
    'ada@buyer 12/11',
    'ada@payer.example',
    UUID,
  ]) {
    const order = await ordered(shop, STRIPE)
    expect((await mark(order, { reference })).status).toBe(200)
    for (const typed of [reference, ` ${reference.toLowerCase()} `, `\u2068${reference}\u2069`])
      expect([typed, await listed(typed)]).toEqual([typed, { ids: [order.orderId], count: 1, understood: true }])
    // What could be a key is looked for in a body.
    if (isLikeKey(reference)) expect(await byKey(`\u2068${reference.toUpperCase()}\u2069`)).toEqual([order.orderId])
  }
  expect(await listed('Transfer 13/11')).toEqual({ ids: [], count: 0, understood: false })
})

test('the same money pays once, and of two who say so at once one does', async () => {
  const [one, other] = [await ordered(shop, STRIPE), await ordered(shop, STRIPE)]
  await quiet(shop)
  expect((await mark(one, { reference: 'Cash 12' })).status).toBe(200)
  expect((await mark(other, { reference: 'cash 12' })).body).toMatchObject({
    ...{ msg: 'order.refused.referenceUsed', data: { reference: 'cash 12', orderNo: one.orderNo } },
  })
  expect(await statusOf(shop, other.orderId)).toBe('Unpaid')
  expect(await paymentsOf(other)).toHaveLength(1)
  // Who looks only after the other has said so sees an order that is paid.
  const { seen } = await look(other)
  const both = await Promise.all([mark(other, { seen }), mark(other, { seen })])
  expect(both.map(({ body }) => body.msg).sort()).toEqual(['ok', 'order.refused.changed'])
  await quiet(shop)
  expect(await paymentsOf(other)).toHaveLength(2)
})

test('an expired order is honoured as one that is paid late; one that was cancelled or is paid is refused', async () => {
  const order = await ordered(shop, STRIPE)
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 minute' where id = ${order.orderId}`)
  await reaches(shop, order, 'Expired')
  await quiet(shop)
  expect((await mark(order)).body).toMatchObject({ data: { status: 'Delivered' } })
  await quiet(shop)
  expect(await alertsOf(order)).toContain('payment.late')
  expect((await mark(order)).body).toMatchObject({ msg: 'order.refused.notPayable', data: { status: 'Delivered' } })

  const cancelled = await ordered(shop, STRIPE)
  await quiet(shop)
  const { seen } = await look(cancelled)
  await shop.call('POST', `/office/orders/${cancelled.orderId}/cancel`, {
    headers: { cookie: grace.cookie },
    body: { reason: 'she asked for it', seen },
  })
  await quiet(shop)
  expect((await mark(cancelled)).body).toMatchObject({ msg: 'order.refused.notPayable' })
})

test('an order whose buyer had his data erased is not offered to be marked as paid, and refused: nobody is left to deliver to', async () => {
  const member = await addMember(shop)
  const order = await ordered(shop, STRIPE, { member })
  await shop.db.run(sql`update orders set status = 'Expired' where id = ${order.orderId}`)
  expect((await look(order)).can).toMatchObject({ markPaid: true })
  const { orders } = shop.shop.rooms.declared('personal')
  await shop.db.transaction((tx) => orders!.erase(tx, member.id, null))
  expect((await look(order)).can).toMatchObject({ markPaid: false })
  expect((await mark(order)).body).toMatchObject({ msg: 'order.refused.erased' })
})

type WithCoupon = Awaited<ReturnType<typeof orderedWithCoupon>>

/** What speaks against money that comes after the order's end. */
const AGAINST: [code: string, change: (order: WithCoupon) => Statement][] = [
  [
    'paidTooLate',
    ({ orderId }) => sql`update orders set expires_at = now() - interval '25 hours' where id = ${orderId}`,
  ],
  ['dearerToday', ({ product }) => sql`update offers set price_cents = price_cents * 2 where id = ${product.offerId}`],
  ['notOnSale', ({ product }) => sql`update offers set active = false where id = ${product.offerId}`],
  ['notOnSale', ({ product }) => sql`update products set is_draft = true where id = ${product.productId}`],
  ['noKeysLeft', ({ product }) => sql`update vault_keys set state = 'blocked' where offer_id = ${product.offerId}`],
  ['couponOver', ({ couponId }) => sql`update coupons set uses = 1, total_uses = 1 where id = ${couponId}`],
  ['couponOver', ({ couponId }) => sql`update coupons set valid_until = now() where id = ${couponId}`],
  ['couponOver', ({ couponId }) => sql`update coupons set active = false where id = ${couponId}`],
]

test.each(AGAINST)(
  'money that would go back at once is refused with why, and nothing is written: %s',
  async (code, change) => {
    const order = await orderedWithCoupon(shop, STRIPE)
    await shop.db.run(sql`update orders set expires_at = now() - interval '1 minute' where id = ${order.orderId}`)
    await reaches(shop, order, 'Expired')
    await quiet(shop)
    await shop.db.run(change(order))
    const known = await paymentsOf(order)
    expect((await mark(order, { reference: `LATE ${order.orderNo}` })).body.msg).toBe(`order.refused.${code}`)
    await quiet(shop)
    expect(await statusOf(shop, order.orderId)).toBe('Expired')
    expect(await paymentsOf(order)).toEqual(known)
    expect(await alertsOf(order)).toEqual([])
    expect((await look(order)).refunds).toEqual([])
  },
)

test('who may not, and who has not proved himself lately, records nothing; the bounds hold', async () => {
  const order = await ordered(shop, STRIPE)
  const ada = await addStaff(shop, { role: 'support' })
  expect((await mark(order, {}, ada)).status).toBe(403)
  for (const wrong of [
    { amount: 0 },
    { amount: -1 },
    { amount: 1e10 },
    { amount: 0.001 },
    { reference: '' },
    { reference: 'a\nb' },
  ])
    expect((await mark(order, wrong)).status, JSON.stringify(wrong)).toBe(400)
  await shop.db.run(
    sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${grace.id}`,
  )
  expect((await mark(order)).body.msg).toBe('login.proveAgain')
  expect(await paymentsOf(order)).toHaveLength(1)
  await shop.db.run(sql`update staff_sessions set proved_at = now() where staff_id = ${grace.id}`)
})

test('its refund is a person’s task, for no provider has the money', async () => {
  const order = await ordered(shop, STRIPE)
  await mark(order, { reference: 'SEPA 4712' })
  await quiet(shop)
  const { seen } = await look(order)
  await shop.call('POST', `/office/orders/${order.orderId}/refund`, {
    headers: { cookie: grace.cookie },
    body: { reason: 'does not work', seen },
  })
  await quiet(shop)
  const [refund] = (await look(order)).refunds
  // Of all that was paid for the order it says which is meant.
  const byHand = { number: expect.any(Number), provider: 'hand', reference: 'SEPA 4712' }
  expect(refund).toMatchObject({ state: 'pending', byHand })
  const made = await shop.call('POST', `/office/refunds/${refund.byHand.number}/made`, {
    headers: { cookie: grace.cookie },
    body: { reason: 'sent back', reference: 'TRF back' },
  })
  expect(made.body).toMatchObject({ data: { status: 'Refunded' } })
  await shop.db.run(sql`update payments set poll_at = now() where order_id = ${order.orderId} and provider = 'hand'`)
  await quiet(shop)
  expect(await statusOf(shop, order.orderId)).toBe('Refunded')
})

test('parts of a currency that has none are not written down as paid: they could not be sent back', async () => {
  const order = await ordered(shop, STRIPE)
  const yen = fragment`currency = 'JPY'`
  await shop.db.run(sql`update orders set ${yen}, goods = 30000, fee = 0, total = 30000 where id = ${order.orderId}`)
  await shop.db.run(sql`update payments set ${yen}, amount = 30000, fee = 0 where order_id = ${order.orderId}`)
  for (const amount of [300.5, 299.99])
    expect((await mark(order, { amount })).body).toMatchObject({
      ...{ msg: 'order.refused.wholeUnits', data: { currency: 'JPY' } },
    })
  expect(await statusOf(shop, order.orderId)).toBe('Unpaid')
  expect((await mark(order, { amount: 300 })).body).toMatchObject({ code: 200, data: { status: 'Delivered' } })
})
