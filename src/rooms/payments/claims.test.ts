// A notice is done when the provider's own answer agrees with it; until then, and whenever it comes again, the provider
// is asked (decision C4). A notice that is not about this shop's money is kept and does nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { makeDue, rowCounts } from '#rooms/orders/making/counting.testing.ts'
import { openTestShop, PAYPAL, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { confirms } from './rules.ts'
import {
  DELIVERED,
  effectsOf,
  looked,
  ordered,
  PROVIDERS,
  pay,
  post,
  quiet,
  reaches,
  UNTOUCHED,
  webhookOf,
} from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const openNotices = async (attempt: string) =>
  (await shop.db.query(sql`select 1 from payment_events where payment_id = ${attempt} and handled_at is null`)).length

test('money that is announced before the provider’s own answer knows of it is asked about until it is there', async () => {
  const order = await ordered(shop, PAYSSION)
  expect(await post(shop, shop.payssion.webhookFor(order.attempt, { fields: { state: 'completed' } }))).toBe(200)
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(UNTOUCHED)
  expect(await openNotices(order.attempt)).toBe(1)
  // Now its own books say so as well, and it says nothing more to us.
  pay(shop, order, { notify: false })
  await makeDue(shop, 'payment.event')
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
  expect(await openNotices(order.attempt)).toBe(0)
})

/** The payment is so many days old and due: it is asked about. Answers whether it will be again within a day. */
async function ask(attempt: string, days: number): Promise<boolean> {
  await shop.db.run(sql`
    update payments set created_at = now() - make_interval(days => ${days}), poll_at = now() - interval '1 second'
    where id = ${attempt} and poll_at is not null`)
  await looked(shop, attempt)
  const { again } = await shop.db.one<{ again: boolean | null }>(
    sql`select poll_at between now() and now() + interval '25 hours' as again from payments where id = ${attempt}`,
  )
  return again === true
}

/** PayPal's signed notice that money has come, of which it knows nothing itself. */
function earlyCapture(attempt: string) {
  const resource = { id: 'NOCAPTURE', status: 'COMPLETED', custom_id: attempt }
  const body = JSON.stringify({ id: `WH-${crypto.randomUUID()}`, event_type: 'PAYMENT.CAPTURE.COMPLETED', resource })
  return { url: `${shop.shop.origin}/prod-api/api/pay/notify/paypal`, body, headers: shop.paypal.sign(body) }
}

test('while a notice is not confirmed its payment is asked about, however old it is', async () => {
  const [order, byPayPal] = [await ordered(shop, PAYSSION), await ordered(shop, PAYPAL)]
  await post(shop, shop.payssion.webhookFor(order.attempt, { fields: { state: 'completed' } }))
  await post(shop, earlyCapture(byPayPal.attempt))
  await quiet(shop)
  for (const { attempt } of [order, byPayPal]) {
    expect(await openNotices(attempt)).toBe(1)
    expect(await ask(attempt, 60)).toBe(true)
  }
})

test.each(PROVIDERS)(
  'an open page of %s is asked about for weeks, not for two days, and not for ever',
  async (_, paymentId) => {
    const [order, left] = [await ordered(shop, paymentId), await ordered(shop, paymentId)]
    for (const { attempt } of [order, left]) {
      expect(await ask(attempt, 0)).toBe(true)
      expect(await ask(attempt, 3)).toBe(true)
    }
    expect(await ask(left.attempt, 31)).toBe(false)
    pay(shop, order, { notify: false, captured: true })
    await ask(order.attempt, 29)
    await reaches(shop, order, 'Delivered')
  },
)

test('what is contested is asked about until it is decided, and what nobody knows until it is known, though nothing is told', async () => {
  const [contested, atPayPal] = [await ordered(shop, STRIPE), await ordered(shop, PAYPAL)]
  const [blocked, waits] = [await ordered(shop, PAYSSION), await ordered(shop, PAYPAL)]
  for (const order of [contested, atPayPal]) {
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
  }
  const [dispute, case_] = [shop.stripe.dispute(contested.attempt), shop.paypal.dispute(atPayPal.attempt)]
  for (const order of [contested, atPayPal]) await reaches(shop, order, 'Disputed')
  shop.paypal.approve(waits.attempt, { status: 'PENDING', reason: 'UNILATERAL' })
  shop.payssion.pay(blocked.attempt, { outcome: 'blocked' })
  for (const order of [blocked, waits])
    await until(async () => (await effectsOf(shop, order)).alerts.length > 0, 'it is held')
  await quiet(shop)
  const all = [contested, atPayPal, blocked, waits]
  for (const { attempt } of all) expect(await ask(attempt, 60)).toBe(true)
  shop.stripe.moveDispute(dispute, 'won', { notify: false })
  shop.paypal.moveDispute(case_, 'won', { notify: false })
  for (const order of [blocked, waits]) pay(shop, order, { notify: false })
  for (const { attempt } of all) await ask(attempt, 60)
  for (const order of all) await reaches(shop, order, 'Delivered')
  // They are where they were: nothing was delivered anew.
  for (const order of [contested, atPayPal]) expect((await effectsOf(shop, order)).mails).toEqual(['delivery'])
})

test.each(PROVIDERS)('the same notice once more asks %s once more', async (_, paymentId) => {
  const order = await ordered(shop, paymentId)
  if (paymentId === PAYSSION) pay(shop, order, { outcome: 'failed' })
  else pay(shop, order, { outcome: 'pending' })
  await quiet(shop)
  const before = webhookOf(shop, order)
  pay(shop, order, { notify: false })
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'Unpaid', sold: 0 })
  expect(await post(shop, before)).toBe(200)
  await reaches(shop, order, 'Delivered')
})

/** What earlier tests left is asked about no more: its jobs, and what came of it, would be counted. */
async function leaveTheOthers(): Promise<void> {
  await quiet(shop)
  await shop.db.run(sql`update payment_events set handled_at = now() where handled_at is null`)
  await shop.db.run(sql`update payments set poll_at = null`)
  await shop.db.run(sql`
    delete from graphile_worker._private_jobs
    where locked_at is null and task_id = (select id from graphile_worker._private_tasks where identifier = 'payment.event')`)
}

const NOBODY = { id: undefined, client_reference_id: undefined, metadata: {}, payment_intent: undefined }

test.each([
  ['a payout', 'payout.paid', { ...NOBODY, id: 'po_1' }],
  ['an object without an id', 'balance.available', NOBODY],
  ['another shop’s charge', 'charge.succeeded', { ...NOBODY, id: 'ch_1', payment_intent: 'pi_theirs' }],
  [
    'another shop’s session',
    'checkout.session.completed',
    { id: 'cs_1', client_reference_id: 'their-7', metadata: {} },
  ],
  ['another shop of this kind', 'checkout.session.completed', { client_reference_id: crypto.randomUUID(), metadata: { shop: 'other.example' } }], // biome-ignore format: a table
  ['a NUL in a name', 'charge.refunded', { ...NOBODY, payment_intent: 'pi_\0' }],
])('%s at the same Stripe account is kept, answered, and nothing else', async (_, type, object) => {
  await leaveTheOthers()
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { notify: false })
  const before = await rowCounts(shop)
  const id = `evt_${crypto.randomUUID()}`
  expect(await post(shop, shop.stripe.webhookFor(order.attempt, { type, id, object }))).toBe(200)
  await quiet(shop)
  expect(await rowCounts(shop)).toEqual({ ...before, notices: before.notices! + 1 })
  expect(await shop.db.one(sql`select kind, outcome from payment_events where event_id = ${id}`)).toEqual({
    kind: type,
    outcome: 'not about a payment of this shop',
  })
})

test.each([
  ['a payout', 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED', { payout_item_id: 'P1' }],
  ['another seller’s order', 'CHECKOUT.ORDER.APPROVED', { id: 'THEIRS', purchase_units: [{ custom_id: 'their-7' }] }],
  ['another shop of this kind', 'PAYMENT.CAPTURE.COMPLETED', { id: 'C1', status: 'COMPLETED', custom_id: `${crypto.randomUUID()},other.example` }], // biome-ignore format: a table
  ['a dispute of a payment that we never made', 'CUSTOMER.DISPUTE.CREATED', { dispute_id: 'PP-1', disputed_transactions: [{ seller_transaction_id: 'THEIRS' }] }], // biome-ignore format: a table
])('%s at the same PayPal account is kept, answered, and nothing else', async (_, type, resource) => {
  await leaveTheOthers()
  const before = await rowCounts(shop)
  const id = `WH-${crypto.randomUUID()}`
  const body = JSON.stringify({ id, event_type: type, resource })
  const notice = { url: `${shop.shop.origin}/prod-api/api/pay/notify/paypal`, body, headers: shop.paypal.sign(body) }
  expect(await post(shop, notice)).toBe(200)
  await quiet(shop)
  expect(await rowCounts(shop)).toEqual({ ...before, notices: before.notices! + 1 })
  expect(await shop.db.one(sql`select kind, outcome from payment_events where event_id = ${id}`)).toEqual({
    kind: type,
    outcome: 'not about a payment of this shop',
  })
})

test.each([
  ['as its provider calls it', '127.0.0.1'],
  ['by another name of its own machine', 'localhost'],
])('money that names this shop, %s, and an order that it does not have is shown to the operator', async (_, name) => {
  const order = await ordered(shop, STRIPE)
  const lost = crypto.randomUUID()
  const host = `${name}:${new URL(shop.shop.origin).port}`
  const metadata = { attempt_id: lost, order_no: 'GONE1', shop: host }
  const webhook = shop.stripe.webhookFor(order.attempt, {
    id: `evt_${lost}`,
    type: 'checkout.session.completed',
    object: { id: 'cs_lost', client_reference_id: lost, metadata },
  })
  expect(await post(shop, webhook)).toBe(200)
  await quiet(shop)
  const resource = { id: 'CAPTURED', status: 'COMPLETED', custom_id: `${lost},${host.replace(':', '_')}` }
  const body = JSON.stringify({ id: `WH-${lost}`, event_type: 'PAYMENT.CAPTURE.COMPLETED', resource })
  const notice = { url: `${shop.shop.origin}/prod-api/api/pay/notify/paypal`, body, headers: shop.paypal.sign(body) }
  expect(await post(shop, notice)).toBe(200)
  await quiet(shop)
  const alerts = await shop.db.query(
    sql`
      select details from alerts
      where order_id is null and kind = 'payment.unknown' and details ->> 'attemptId' = ${lost} order by id`,
  )
  expect(alerts).toEqual([
    { details: { provider: 'stripe', attemptId: lost, providerRef: 'cs_lost' } },
    { details: { provider: 'paypal', attemptId: lost, providerRef: 'capture:CAPTURED' } },
  ])
})

test.each([
  ['paid', 'pending', false],
  ['paid', 'processing', false],
  ['paid', 'disputed', false],
  ['paid', 'completed', true],
  ['paid', 'refunded', true],
  ['notPaid', 'pending', false],
  ['notPaid', 'completed', true],
  ['disputed', 'completed', false],
  ['disputed', 'lost', true],
  ['disputeOver', 'disputed', false],
  ['disputeOver', 'completed', true],
  ['open', 'pending', true],
  ['nothing', 'unknown', true],
] as const)('a notice that says "%s" and the answer "%s": agreed %s', (says, state, agreed) => {
  expect(confirms({ state, refundedMinor: 0 }, { says })).toBe(agreed)
})

test('a notice of a refund is confirmed by an answer that knows of so much', () => {
  const claim = { says: 'refunded', refundedMinor: 500 } as const
  const answers = [0, 499, 500, 900].map((refundedMinor) => confirms({ state: 'completed', refundedMinor }, claim))
  expect(answers).toEqual([false, false, true, true])
})
