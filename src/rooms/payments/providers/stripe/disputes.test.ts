// Disputes at Stripe, from the inquiry to the appeal: what each of their states is for the order, and that their notices are
// done in any order, however often they come.
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { alertsOf, makeDue } from '#rooms/orders/making/counting.testing.ts'
import { startStripeSimulator } from '#simulators/stripe.ts'
import { openTestShop, PAYPAL, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { type Bought, looked, ordered, pay, post, quiet, reaches } from '../../scene.testing.ts'
import { anAttempt } from '../attempt.testing.ts'
import { createStripe } from './adapter.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function delivered(paymentId: typeof STRIPE | typeof PAYPAL = STRIPE): Promise<Bought> {
  const order = await ordered(shop, paymentId)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

const WARNING = 'radar.early_fraud_warning.created'

const openNotices = async ({ attempt }: Bought) =>
  (await shop.db.query(sql`select 1 from payment_events where payment_id = ${attempt} and handled_at is null`)).length

/** Every state that the SDK knows of (`Stripe.Dispute.Status`). */
const STATES = {
  warning_needs_response: ['disputed', 0],
  warning_under_review: ['disputed', 0],
  warning_closed: ['completed', 0],
  needs_response: ['disputed', 0],
  under_review: ['disputed', 0],
  won: ['completed', 0],
  lost: ['lost', 1234],
  // It was lost: the money is gone until the appeal is won.
  appeal_needs_response: ['lost', 1234],
  appeal_under_review: ['lost', 1234],
  // Decided before it began, by a refund.
  prevented: ['completed', 0],
  // One that is not known yet is not decided.
  pre_arbitration: ['disputed', 0],
} as const satisfies Partial<Record<Stripe.Dispute.Status, readonly [string, number]>>

test('what each state of a dispute makes of a payment', async () => {
  const secrets = { secretKey: 'sk_test_key', webhookSecret: 'whsec_test' }
  const simulator = await startStripeSimulator(secrets)
  try {
    const stripe = createStripe({ ...secrets, host: '127.0.0.1', port: simulator.port, protocol: 'http' })
    for (const [status, [state, refundedMinor]] of Object.entries(STATES)) {
      const attempt = anAttempt()
      const { providerRef } = await stripe.create(attempt)
      simulator.complete(providerRef)
      const id = simulator.dispute(providerRef)
      Object.assign(simulator.payment(providerRef)!.disputes[0]!, { status })
      const answer = await stripe.query({ providerRef, attemptId: attempt.attemptId })
      const disputesOver = state === 'disputed' ? [] : [id]
      expect([status, answer]).toMatchObject([status, { state, refundedMinor, amountMinor: 1234, disputesOver }])
    }
  } finally {
    await simulator.close()
  }
})

test('a dispute that ends with a refund while Stripe is asked is read with its refund', async () => {
  const secrets = { secretKey: 'sk_test_key', webhookSecret: 'whsec_test' }
  const simulator = await startStripeSimulator(secrets)
  try {
    const stripe = createStripe({ ...secrets, host: '127.0.0.1', port: simulator.port, protocol: 'http' })
    const attempt = anAttempt()
    const { providerRef } = await stripe.create(attempt)
    simulator.complete(providerRef)
    const dispute = simulator.dispute(providerRef, { inquiry: true })
    const { arrived, release } = simulator.hold('/v1/disputes')
    const asked = stripe.query({ providerRef, attemptId: attempt.attemptId })
    await arrived
    simulator.moveDispute(dispute, 'warning_closed')
    simulator.refund(providerRef)
    release()
    expect(await asked).toMatchObject({ state: 'refunded', refundedMinor: 1234, disputesOver: [dispute] })
  } finally {
    await simulator.close()
  }
})

test('an inquiry that becomes a dispute, is answered and won leads back; its notices are done, backwards and doubled', async () => {
  const order = await delivered()
  const id = shop.stripe.dispute(order.attempt, { inquiry: true, notify: false })
  const notices = [shop.stripe.webhookFor(order.attempt, { type: 'charge.dispute.created' })]
  await post(shop, notices[0]!)
  await reaches(shop, order, 'Disputed')
  for (const [to, type] of [
    ['under_review', 'charge.dispute.updated'],
    ['escalated', 'charge.dispute.funds_withdrawn'],
    ['under_review', 'charge.dispute.updated'],
    ['won', 'charge.dispute.funds_reinstated'],
  ] as const) {
    shop.stripe.moveDispute(id, to, { notify: false })
    notices.push(shop.stripe.webhookFor(order.attempt, { type }))
  }
  notices.push(shop.stripe.webhookFor(order.attempt, { type: 'charge.dispute.closed' }))
  for (const notice of [...notices.toReversed(), ...notices]) expect(await post(shop, notice)).toBe(200)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  await makeDue(shop, 'payment.event')
  await quiet(shop)
  expect(await statusOf(shop, order.orderId)).toBe('Delivered')
  expect(await openNotices(order)).toBe(0)
  expect(await alertsOf(shop, order.orderId)).toEqual(['payment.disputed'])
})

const disputesTold = ({ orderId }: Bought) =>
  shop.db.query<{ open: boolean; count: number }>(sql`
    select resolved_at is null as open, count from alerts where order_id = ${orderId} and kind = 'payment.disputed' order by id`)

/** Its provider is asked as the clock does. */
async function askedAgain({ attempt }: Bought): Promise<void> {
  await shop.db.run(sql`update payments set poll_at = now() where id = ${attempt}`)
  await looked(shop, attempt)
}

async function moved(order: Bought, dispute: string, to: Parameters<TestShop['stripe']['moveDispute']>[1]) {
  shop.stripe.moveDispute(dispute, to, { notify: false })
  await askedAgain(order)
}

test('a dispute is told once, again when its bank wants another answer, and ends with its end; the next one is told anew', async () => {
  const order = await delivered()
  const first = shop.stripe.dispute(order.attempt, { inquiry: true, notify: false })
  await askedAgain(order)
  await askedAgain(order)
  expect(await disputesTold(order)).toEqual([{ open: true, count: 1 }])
  await shop.db.run(sql`update alerts set resolved_at = now() where order_id = ${order.orderId}`)
  await moved(order, first, 'under_review')
  await askedAgain(order)
  expect(await disputesTold(order)).toEqual([{ open: false, count: 1 }])
  await moved(order, first, 'escalated')
  await askedAgain(order)
  const [, escalated, ...more] = await disputesTold(order)
  expect([escalated, more]).toEqual([{ open: true, count: 1 }, []])
  await moved(order, first, 'won')
  expect(await statusOf(shop, order.orderId)).toBe('Delivered')
  expect((await disputesTold(order)).map(({ open }) => open)).toEqual([false, false])
  const second = shop.stripe.dispute(order.attempt, { notify: false })
  await askedAgain(order)
  expect((await disputesTold(order)).map(({ open }) => open)).toEqual([false, false, true])
  await moved(order, second, 'lost')
  expect((await disputesTold(order)).map(({ open }) => open)).toEqual([false, false, false])
  expect(await alertsOf(shop, order.orderId)).toContain('payment.lost')
})

test('a notice of a dispute at PayPal that comes when it is over is done, too', async () => {
  const order = await delivered(PAYPAL)
  const id = shop.paypal.dispute(order.attempt, { notify: false })
  const created = shop.paypal.webhookFor(order.attempt, { type: 'CUSTOMER.DISPUTE.CREATED' })
  shop.paypal.moveDispute(id, 'won', { notify: false })
  expect(await post(shop, created)).toBe(200)
  await quiet(shop)
  expect(await statusOf(shop, order.orderId)).toBe('Delivered')
  expect(await openNotices(order)).toBe(0)
})

test('a notice of a second dispute is not done because a first one was won', async () => {
  const order = await delivered()
  const first = shop.stripe.dispute(order.attempt, { notify: false })
  shop.stripe.moveDispute(first, 'won', { notify: false })
  const second = shop.stripe.webhookFor(order.attempt, {
    type: 'charge.dispute.created',
    id: `evt_${crypto.randomUUID()}`,
    object: { id: 'du_second', status: 'needs_response' },
  })
  expect(await post(shop, second)).toBe(200)
  await quiet(shop)
  expect(await openNotices(order)).toBe(1)
})

test('what is lost stays lost while it is appealed, and what the appeal brings back is told; the order does not come back', async () => {
  const order = await delivered()
  const id = shop.stripe.dispute(order.attempt)
  await reaches(shop, order, 'Disputed')
  shop.stripe.moveDispute(id, 'lost')
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  const lost = ['payment.disputed', 'payment.lost']
  expect(await alertsOf(shop, order.orderId)).toEqual(lost)
  shop.stripe.moveDispute(id, 'appealed')
  await shop.stripe.notified()
  await quiet(shop)
  expect(await alertsOf(shop, order.orderId)).toEqual(lost)
  shop.stripe.moveDispute(id, 'won')
  await until(async () => (await alertsOf(shop, order.orderId)).length > 2, 'the operator is told')
  await quiet(shop)
  expect(await statusOf(shop, order.orderId)).toBe('Refunded')
})

test('an early warning of fraud holds what is not delivered, and delivers nothing', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { notify: false })
  shop.stripe.warn(order.attempt)
  await until(
    async () => (await alertsOf(shop, order.orderId)).includes('payment.fraudWarning'),
    'the operator is told',
  )
  await quiet(shop)
  expect(await statusOf(shop, order.orderId)).toBe('Unpaid')
})

test('a warning that comes again, by another name or the same, tells and holds nothing that a person has dealt with', async () => {
  const [before, after] = [await ordered(shop, STRIPE), await delivered()]
  pay(shop, before, { notify: false })
  for (const order of [before, after]) shop.stripe.warn(order.attempt)
  const warnings = (order: Bought) =>
    shop.db.query<{ open: boolean; count: number }>(sql`
      select resolved_at is null as open, count from alerts where order_id = ${order.orderId} and kind = 'payment.fraudWarning'`)
  for (const order of [before, after]) await until(() => warnings(order), 'the operator is told')
  await quiet(shop)
  const acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
  await acts.accept(before.orderId, { actor: 'ada', reason: 'known to us' })
  await reaches(shop, before, 'Delivered')
  await shop.db.run(sql`update alerts set resolved_at = now() where kind = 'payment.fraudWarning'`)

  for (const order of [before, after]) {
    shop.stripe.warn(order.attempt)
    expect(await post(shop, shop.stripe.webhookFor(order.attempt, { type: WARNING }))).toBe(200)
  }
  await quiet(shop)
  for (const order of [before, after]) {
    expect(
      await shop.db.query(
        sql`select kind from payment_events where payment_id = ${order.attempt} and kind = ${WARNING}`,
      ),
    ).toHaveLength(2)
    expect(await warnings(order)).toEqual([{ open: false, count: 1 }])
    expect(
      await shop.db.query(sql`select from order_holds where order_id = ${order.orderId} and lifted_at is null`),
    ).toEqual([])
  }
})
