// A notice is done when the provider's own answer agrees with it; until then, and whenever it comes again, the provider
// is asked (decision C4). A notice that is not about this shop's money is kept and does nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { makeDue, rowCounts } from '#shop/orders/counting.testing.ts'
import { openTestShop, PAYSSION, STRIPE, type TestShop } from '#src/testing.ts'
import { confirms } from './rules.ts'
import { DELIVERED, effectsOf, ordered, pay, post, quiet, reaches, UNTOUCHED, webhookOf } from './scene.testing.ts'

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

test('while a notice is not confirmed its payment is asked about, however old it is', async () => {
  const order = await ordered(shop, PAYSSION)
  await post(shop, shop.payssion.webhookFor(order.attempt, { fields: { state: 'completed' } }))
  await quiet(shop)
  await shop.db.run(sql`
    update payments set created_at = now() - interval '60 days', poll_at = now() - interval '1 second' where id = ${order.attempt}`)
  await shop.db.run(sql`select graphile_worker.add_job('payment.poll')`)
  await quiet(shop)
  const { again } = await shop.db.one<{ again: boolean }>(
    sql`select poll_at between now() and now() + interval '25 hours' as again from payments where id = ${order.attempt}`,
  )
  expect(again).toBe(true)
})

test('an open page is asked about for weeks, not for two days', async () => {
  const order = await ordered(shop, PAYSSION)
  await shop.db.run(sql`
    update payments set created_at = now() - interval '3 days', poll_at = now() - interval '1 second' where id = ${order.attempt}`)
  await shop.db.run(sql`select graphile_worker.add_job('payment.poll')`)
  await quiet(shop)
  pay(shop, order, { notify: false })
  await shop.db.run(sql`update payments set poll_at = now() where id = ${order.attempt} and poll_at is not null`)
  await shop.db.run(sql`select graphile_worker.add_job('payment.poll')`)
  await reaches(shop, order, 'Delivered')
})

test('the same notice once more asks the provider once more', async () => {
  const order = await ordered(shop, PAYSSION)
  pay(shop, order, { outcome: 'failed' })
  await quiet(shop)
  const failed = webhookOf(shop, order)
  pay(shop, order, { notify: false })
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(UNTOUCHED)
  expect(await post(shop, failed)).toBe(200)
  await reaches(shop, order, 'Delivered')
})

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

test('money that names this shop and an order that it does not have is shown to the operator', async () => {
  const order = await ordered(shop, STRIPE)
  const lost = crypto.randomUUID()
  const { host } = new URL(shop.shop.origin)
  const metadata = { attempt_id: lost, order_no: 'GONE1', shop: host }
  const webhook = shop.stripe.webhookFor(order.attempt, {
    type: 'checkout.session.completed',
    object: { id: 'cs_lost', client_reference_id: lost, metadata },
  })
  expect(await post(shop, webhook)).toBe(200)
  await quiet(shop)
  const alerts = await shop.db.query(
    sql`select details from alerts where order_id is null and kind = 'payment.unknown'`,
  )
  expect(alerts).toEqual([{ details: { provider: 'stripe', attemptId: lost, providerRef: 'cs_lost' } }])
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
