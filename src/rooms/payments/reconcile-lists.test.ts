// The nightly comparison reads lists: PayPal’s, which are late or otherwise than its answers, long ones, and those that break off.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { makeDue, putOff } from '#rooms/orders/making/counting.testing.ts'
import { breakOrder } from '#rooms/orders/settling/break-order.testing.ts'
import {
  addProduct,
  figuresOf,
  openTestShop,
  PAYPAL,
  PAYSSION,
  STRIPE,
  statusOf,
  type TestShop,
} from '#test/harness.ts'
import { nights } from './reconcile.testing.ts'
import { ordered, pay, quiet, reaches } from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { compare, alerts, listedOtherwise } = nights(() => shop)

test('what PayPal says is paid and does not have on its list is told after a day, and over when it is there', async () => {
  const order = await ordered(shop, PAYPAL)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const capture = shop.paypal.payment(order.attempt)!.capture!
  const { createdAt } = capture
  ;(capture as { createdAt: number }).createdAt = 0
  const said = async () => (await alerts(order)).map(({ kind, open }) => [kind, open])
  await compare()
  expect(await said()).toEqual([])
  await shop.db.run(sql`update payments set updated_at = now() - interval '21 hours' where id = ${order.attempt}`)
  await compare()
  expect(await said()).toEqual([['payment.differs', true]])
  ;(capture as { createdAt: number }).createdAt = createdAt
  await compare()
  expect(await said()).toEqual([['payment.differs', false]])
})

test('what PayPal’s list has otherwise than its answer is told once, and over when the list has it so, too', async () => {
  const { capture, said } = await listedOtherwise()
  capture.listedAs = undefined
  await compare()
  expect(await said()).toEqual([['listedOtherwise', false, 1]])
  await compare()
  expect(await said()).toEqual([['listedOtherwise', false, 1]])
})

test('what PayPal’s list had otherwise is over as well once what is known is as it was listed', async () => {
  const { order, capture, said } = await listedOtherwise()
  // On no page any more.
  capture.createdAt -= 60 * 86_400_000
  await compare()
  expect(await said()).toEqual([['listedOtherwise', true, 1]])
  await shop.db.run(
    sql`update payments set paid_amount = paid_amount - 1, updated_at = clock_timestamp() where id = ${order.attempt}`,
  )
  await compare()
  expect((await said())[0]).toEqual(['listedOtherwise', false, 1])
})

test.each([
  ['first', 'listedTwice'],
  ['last', 'listedAs'],
] as const)(
  'what PayPal’s list has both ways on two pages, otherwise on the %s, stays told until it is as it is known on all of them',
  async (_, otherwise) => {
    const { capture, said } = await listedOtherwise()
    const lessACent = capture.listedAs!
    // The list is read by the day.
    const dayBefore = capture.createdAt - 30 * 3_600_000
    capture.listedAs = otherwise === 'listedAs' ? lessACent : undefined
    capture.listedTwice = { amount: otherwise === 'listedAs' ? capture.amount : lessACent, createdAt: dayBefore }
    for (let night = 1; night <= 2; night++) {
      await compare()
      expect(await said()).toEqual([['listedOtherwise', true, 1]])
    }
    capture.listedAs = undefined
    capture.listedTwice.amount = capture.amount
    await compare()
    expect(await said()).toEqual([['listedOtherwise', false, 1]])
  },
)

test('an approval that is found after the order’s end is not captured', async () => {
  const order = await ordered(shop, PAYPAL)
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 second' where id = ${order.orderId}`)
  await reaches(shop, order, 'Expired')
  shop.paypal.approve(order.attempt, undefined, { notify: false })
  shop.paypal.refuseNext('/v1/reporting/transactions', 'NOT_AUTHORIZED', 403)
  const asked = shop.paypal.requests.get
  await compare()
  // Its list could not be read, so each payment was asked about.
  expect(shop.paypal.requests.get).toBeGreaterThan(asked)
  expect(await shop.db.one(sql`select raw_state from payments where id = ${order.attempt}`)).toEqual({
    raw_state: 'APPROVED',
  })
  expect(shop.paypal.payment(order.attempt)!.capture).toBeNull()
  expect(await statusOf(shop, order.orderId)).toBe('Expired')
})

test('lists of many pages are read to their end, and PayPal’s in shorter times when it finds too much', async () => {
  const product = await addProduct(shop, { keys: 120 })
  const late = await Promise.all(Array.from({ length: 3 }, () => ordered(shop, PAYPAL, { product })))
  for (const order of late) pay(shop, order, { notify: false, captured: true })
  shop.paypal.mostFound = 0
  const held = () => shop.paypal.hold('/v1/reporting/transactions')
  let question = held()
  await shop.db.run(sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}')`)
  await question.arrived
  const halved = sql`select 1 from reconciliations where provider = 'paypal' and cursor like 'transactions %' and split_part(cursor, ' ', 3)::int <= 43200`
  // One question after the other: the list is given up where it finds too much in a minute.
  while ((await shop.db.query(halved)).length === 0) {
    const next = held()
    question.release()
    question = next
    await question.arrived
  }
  shop.paypal.mostFound = 10_000
  question.release()
  for (const order of late) await reaches(shop, order, 'Delivered')
  // Stripe has a hundred on a page.
  for (let i = 0; i < 101; i++) {
    const order = await ordered(shop, STRIPE, { product })
    pay(shop, order, { notify: false })
  }
  await compare()
  const unpaid = sql`select 1 from orders o join order_lines l on l.order_id = o.id where l.offer_id = ${product.offerId} and o.status <> 'Delivered'`
  expect(await shop.db.query(unpaid)).toEqual([])
})

test('a provider that does not answer is asked again from where it was, and readyz says since when it was not compared', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { notify: false })
  shop.stripe.failNext({ how: 'error', on: '/v1/charges' })
  await shop.db.run(
    sql`update reconciliations set since = now() - interval '40 hours', finished_at = null where provider = 'stripe'`,
  )
  await shop.db.run(sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}')`)
  await putOff(shop, 'payment.reconcileStep')
  const ready = async () => (await fetch(`${shop.shop.origin}/readyz`)).text()
  await until(async () => (await ready()).includes('payments: not compared with stripe yet\n'), 'readyz says so')
  expect(await figuresOf(shop)).toMatch(/latchkey_reconciliation_age_seconds\{provider="stripe"\} 144\d{3}/)
  await makeDue(shop, 'payment.reconcileStep')
  await reaches(shop, order, 'Delivered')
  await compare()
  // What it says is kept for a moment.
  await until(async () => !(await ready()).includes('not compared'), 'readyz is content')
})

test('many instances at once compare once, and whoever died is gone on from where he was', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { notify: false })
  await shop.db.run(
    sql`update reconciliations set stage = 'list', cursor = 'refunds', from_at = now() - interval '1 day', to_at = now() where provider = 'stripe'`,
  )
  // Nothing is read before each has begun: one that began after the end would begin anew.
  const list = shop.stripe.hold('/v1/refunds')
  try {
    await shop.db.run(
      sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}') from generate_series(1, 5)`,
    )
    await list.arrived
    const begins = sql`select 1 from graphile_worker.jobs where task_identifier = 'payment.reconcile'`
    await until(async () => (await shop.db.query(begins)).length === 0, 'each has begun')
  } finally {
    list.release()
  }
  const steps = sql`select 1 from reconciliations where provider = 'stripe' and stage is not null`
  await until(async () => (await shop.db.query(steps)).length === 0, 'it is compared', 60_000)
  await quiet(shop)
  // Charges had been read before: it did not begin anew.
  expect(await statusOf(shop, order.orderId)).toBe('Unpaid')
  await compare()
  await reaches(shop, order, 'Delivered')
  expect((await alerts(order)).map(({ kind, count }) => [kind, count])).toEqual([['payment.foundByNight', 1]])
})

test('a payment whose answer cannot be read holds up no other; a person is told, until it can be read', async () => {
  const [strange, paid] = [await ordered(shop, PAYSSION), await ordered(shop, PAYSSION)]
  const there = shop.payssion.payment(strange.attempt) as { paidMinor: number }
  const { paidMinor } = there
  there.paidMinor = Number.NaN
  pay(shop, paid, { notify: false })
  await compare()
  await reaches(shop, paid, 'Delivered')
  expect(await alerts(strange)).toMatchObject([
    { kind: 'payment.differs', open: true, details: { what: 'unreadable' } },
  ])
  await compare()
  expect(await alerts(strange)).toMatchObject([{ open: true, count: 1 }])
  there.paidMinor = paidMinor
  await compare()
  expect(await alerts(strange)).toMatchObject([{ open: false }])
})

test('a payment whose answer cannot be entered holds up no other; a person is told, until it is entered', async () => {
  const [strange, paid] = [await ordered(shop, PAYSSION), await ordered(shop, PAYSSION)]
  const mend = await breakOrder(shop, strange.orderId)
  for (const order of [strange, paid]) pay(shop, order, { notify: false })
  await compare()
  await reaches(shop, paid, 'Delivered')
  const told = async () => (await alerts(strange)).filter(({ kind }) => kind === 'payment.differs')
  expect(await told()).toMatchObject([{ open: true, details: { what: 'unreadable' } }])
  await mend()
  await compare()
  await reaches(shop, strange, 'Delivered')
  expect(await told()).toMatchObject([{ open: false, count: 1 }])
})

test('a comparison that has not ended for two days begins anew, with what happened since', async () => {
  const { at } = await shop.db.one<{ at: Date }>(sql`select now() - interval '1 minute' as at`)
  await shop.db.run(sql`
    update reconciliations set stage = 'open', cursor = '999999999', began_at = now() - interval '49 hours',
      from_at = now() - interval '4 days', to_at = now() - interval '3 days' where provider = 'payssion'`)
  await compare()
  const run = await shop.db.one<{ to: Date }>(
    sql`select to_at as "to" from reconciliations where provider = 'payssion'`,
  )
  expect(run.to.getTime()).toBeGreaterThan(at.getTime())
})

test('what is not on PayPal’s list yet is no difference because a part of it went back', async () => {
  const order = await ordered(shop, PAYPAL)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  // Before what is asked for, so it is on no page.
  ;(shop.paypal.payment(order.attempt)!.capture as { createdAt: number }).createdAt = Date.now() - 60 * 86_400_000
  const acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
  await acts.refund(order.orderId, { actor: 'ada', reason: 'the buyer wrote to us' }, 100)
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  await compare()
  expect(await alerts(order)).toEqual([])
})

test('a list that is refused halfway ends nothing that was told of it: its other pages may have it otherwise still', async () => {
  const { order, capture, said } = await listedOtherwise()
  capture.listedAs = undefined
  // One page has been read, which has it as it is known.
  await shop.db.run(sql`
    update reconciliations set stage = 'list', cursor = 'transactions 2026-01-01T00:00:00.000Z 60 1', began_at = now() where provider = 'paypal'`)
  await shop.db.run(
    sql`update payment_differences set listed_as_known = true where payment_id = ${order.attempt} and gone_at is null`,
  )
  shop.paypal.refuseNext('/v1/reporting/transactions', 'NOT_AUTHORIZED', 403)
  await compare()
  expect(await said()).toEqual([['listedOtherwise', true, 1]])
  await compare()
  expect(await said()).toEqual([['listedOtherwise', false, 1]])
})
