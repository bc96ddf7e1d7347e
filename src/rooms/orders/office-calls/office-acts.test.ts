// What people in the back office do to orders: the acts of `npm run orders`, with permission, proof, reason and audit.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { officeActs } from './office-acts.testing.ts'

let shop: TestShop
let ada: TestStaff
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'support' })
  grace = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const { look, act, auditOf, delivered } = officeActs(() => ({ shop, ada }))

test('a paid order is held and released by people, who say why; both stand with the order and in the audit', async () => {
  const order = await ordered(shop, STRIPE)
  expect((await look(order)).can).toEqual({
    ...{ hold: true, release: false, accept: false, refund: null },
    ...{ resend: true, replace: false, cancel: true, markPaid: true, lost: false, takeBack: false },
  })
  expect(await act(order, 'hold', {})).toMatchObject({ status: 200, body: { data: { status: 'Unpaid' } } })
  const held = await look(order)
  expect(held).toMatchObject({
    isHeld: true,
    can: { hold: false, release: true },
    holds: [{ reason: 'person', by: ada.email, why: 'the buyer wrote to us' }],
  })
  expect(await act(order, 'hold', {})).toMatchObject({ status: 422, body: { msg: 'order.refused.heldAlready' } })
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  expect(await act(order, 'release', {})).toMatchObject({ status: 200, body: { data: { status: 'Delivered' } } })
  expect(await auditOf(order)).toMatchObject([
    {
      act: 'order.hold',
      actor: ada.email,
      address: '127.0.0.1',
      reason: 'the buyer wrote to us',
      before: { status: 'Unpaid' },
    },
    { act: 'order.release', actor: ada.email, before: { status: 'Processing' }, after: { status: 'Delivered' } },
  ])
  // What was laid on it says whose it was, and nothing of his session.
  const { details } = await shop.db.one<{ details: object }>(
    sql`select details from order_holds where order_id = ${order.orderId}`,
  )
  expect(Object.keys(details).sort()).toEqual(['actor', 'at', 'reason'])
})

test('money that is too little is accepted by whoever may, and by nobody else', async () => {
  const order = await ordered(shop, PAYSSION)
  shop.payssion.pay(order.attempt, { outcome: 'paid_partial', amountMinor: 500 })
  await expect.poll(async () => (await look(order)).holds.length).toBe(1)
  expect((await look(order)).can).toMatchObject({ accept: true, release: true, refund: { left: 5, currency: 'USD' } })
  expect(await act(order, 'accept', {})).toMatchObject({ status: 403 })
  expect(await act(order, 'accept', {}, grace)).toMatchObject({ status: 200, body: { data: { status: 'Delivered' } } })
  expect(await auditOf(order)).toMatchObject([{ act: 'order.accept', actor: grace.email }])
})

test('a unit, an amount, the rest: refunded as the command does it, never more than is left', async () => {
  const order = await delivered(2)
  const before = await look(order)
  expect(
    before.units.map(({ line, unit, refund }: { line: number; unit: number; refund: string }) => [line, unit, refund]),
  ).toEqual([
    [1, 1, 'none'],
    [1, 2, 'none'],
  ])
  expect(before.can.refund).toEqual({ left: before.units[0].amount + before.units[1].amount, currency: 'USD' })
  expect(await act(order, 'refund', { units: [{ line: 1, unit: 2 }] })).toMatchObject({ status: 200 })
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect(await act(order, 'refund', { units: [{ line: 1, unit: 2 }] })).toMatchObject({
    status: 422,
    body: { msg: 'order.refused.unitRefunded', data: { unit: '1.2' } },
  })
  expect(await act(order, 'refund', { amount: 1e6 })).toMatchObject({ body: { msg: 'order.refused.lessLeft' } })
  for (const wrong of [0, -1, 0.001, Number.NaN, '5'])
    expect((await act(order, 'refund', { amount: wrong })).status).toBe(400)
  expect((await act(order, 'refund', { amount: 0.5 })).status).toBe(200)
  await quiet(shop)
  expect((await act(order, 'refund', {})).status).toBe(200)
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  expect(await act(order, 'refund', {})).toMatchObject({ body: { msg: 'order.refused.noMoney' } })
  expect((await auditOf(order)).map((row) => row.act)).toEqual(['order.refund', 'order.refund', 'order.refund'])
  const { refunds } = await look(order)
  expect(refunds).toHaveLength(3)
  expect(
    refunds.every((refund: { who: string; state: string }) => refund.who === ada.email && refund.state === 'done'),
  ).toBe(true)
})

test('a refund above a limit asks for a proof, one below does not', async () => {
  const cheap = await delivered(1)
  const dear = await delivered(1, 20_000)
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${ada.id}`)
  expect((await act(cheap, 'refund', {})).status).toBe(200)
  expect(await act(dear, 'refund', {})).toMatchObject({ status: 403, body: { msg: 'login.proveAgain' } })
  expect((await look(dear)).refunds).toEqual([])
  expect((await act(dear, 'refund', { amount: 60 })).status).toBe(200)
  await quiet(shop)
  // Not in two parts either.
  expect(await act(dear, 'refund', { amount: 60 })).toMatchObject({ status: 403, body: { msg: 'login.proveAgain' } })
  await shop.db.run(sql`update staff_sessions set proved_at = now() where staff_id = ${ada.id}`)
  expect((await act(dear, 'refund', {})).status).toBe(200)
})

test('whoever looked before something else happened is told so, and of two at once one acts', async () => {
  const order = await delivered(1)
  const { seen } = await look(order)
  const ask = (as: TestStaff) =>
    shop.call('POST', `/office/orders/${order.orderId}/refund`, {
      headers: { cookie: as.cookie },
      body: { reason: 'asked twice', seen, amount: 0.5 },
    })
  const answers = await Promise.all([ask(ada), ask(grace), ask(ada), ask(grace)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  for (const { status, body } of answers) if (status === 422) expect(body.msg).toBe('order.refused.changed')
  await quiet(shop)
  expect((await look(order)).refunds).toHaveLength(1)
  expect(await statusOf(shop, order.orderId)).toBe('PartlyRefunded')
})

test('without a reason nothing is done', async () => {
  const order = await ordered(shop, STRIPE)
  for (const reason of ['', '   ', 'x'.repeat(1_001), undefined])
    expect((await act(order, 'hold', { reason })).status).toBe(400)
  expect((await look(order)).holds).toEqual([])
})

test('a role that is taken away ends at the next act', async () => {
  const order = await ordered(shop, STRIPE)
  const eve = await addStaff(shop, { role: 'support' })
  expect((await act(order, 'hold', {}, eve)).status).toBe(200)
  await shop.db.run(sql`update staff set role = 'reader' where id = ${eve.id}`)
  expect((await act(order, 'release', {}, eve)).status).toBe(403)
})

test('an unpaid order is cancelled, a paid one is not; a note changes nothing else', async () => {
  const order = await ordered(shop, STRIPE)
  expect((await act(order, 'note', { reason: 'wants an invoice <b>soon</b>' })).status).toBe(200)
  expect((await act(order, 'cancel', {})).body.data).toEqual({ status: 'Cancelled' })
  // Its attempt is closed at the provider.
  await quiet(shop)
  expect(await act(order, 'cancel', {})).toMatchObject({
    body: { msg: 'order.refused.notUnpaid', data: { status: 'Cancelled' } },
  })
  const { timeline } = await look(order)
  expect(timeline.filter(({ kind }: { kind: string }) => kind === 'act')).toMatchObject([
    { what: 'note', who: ada.email, why: 'wants an invoice <b>soon</b>' },
    { what: 'cancel', who: ada.email },
  ])
})

test.each([
  ['has paid it', 'completed', 'Delivered', 'notUnpaid'],
  ['has authorised its payment', 'pending', 'Unpaid', 'underWay'],
] as const)(
  'an order is not cancelled whose buyer %s a moment ago: its provider is asked first',
  async (_, outcome, status, why) => {
    const order = await ordered(shop, STRIPE)
    pay(shop, order, { outcome, notify: false })
    expect(await act(order, 'cancel', {})).toMatchObject({ status: 422, body: { msg: 'order.refused.changed' } })
    expect(await statusOf(shop, order.orderId)).toBe(status)
    expect(await act(order, 'cancel', {})).toMatchObject({ status: 422, body: { msg: `order.refused.${why}` } })
    expect((await look(order)).refunds).toEqual([])
  },
)
