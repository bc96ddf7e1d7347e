// The nightly comparison of payments that change while they are compared: what is known by then counts, and alone that is told.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { makeDue, putOff } from '#rooms/orders/making/counting.testing.ts'
import { breakOrder } from '#rooms/orders/settling/break-order.testing.ts'
import type { PayPalCapture } from '#simulators/paypal-state.ts'
import { openTestShop, PAYPAL, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { nights } from './reconcile.testing.ts'
import { type Bought, effectsOf, ordered, pay, quiet, reaches } from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { compare, alerts, listedOtherwise } = nights(() => shop)

/** Questions about a payment at Stripe, each of which waits for `next`. */
async function heldQuestions({ attempt }: Bought) {
  const { ref } = await shop.db.one<{ ref: string }>(
    sql`select provider_ref as ref from payments where id = ${attempt}`,
  )
  const hold = () => shop.stripe.hold(`/v1/checkout/sessions/${ref}`)
  let held = hold()
  const asked = {
    arrived: () => held.arrived,
    next() {
      const next = hold()
      held.release()
      held = next
      return next.arrived
    },
    end: () => held.release(),
  }
  return { ref, asked }
}

/** Delivered, and 5.00 of it have gone back at Stripe without a notice. */
async function partlyBack() {
  const order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  shop.stripe.refund(order.attempt, { amountMinor: 500, notify: false })
  const known = async () =>
    (await shop.db.one<{ back: number }>(sql`select refunded_amount as back from payments where id = ${order.attempt}`))
      .back
  return { order, ...(await heldQuestions(order)), known }
}

/** Its row is news to whoever has read it before. */
const NEWS = 'updated_at = clock_timestamp()'

/** What is known of it changes while whoever tells of it waits for its order, once `begun` is over. */
async function changedMeanwhile({ orderId, attempt }: Bought, change: string, begun: () => unknown): Promise<void> {
  const rival = await shop.db.pool.connect()
  try {
    await rival.query('begin')
    await rival.query('select 1 from orders where id = $1 for update', [orderId])
    await begun()
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from orders o where id%for update%'`
    await until(async () => (await shop.db.query(waiting)).length > 0, 'its order is waited for')
    await rival.query(`update payments set ${change} where id = $1`, [attempt])
    await rival.query('commit')
  } finally {
    await rival.query('rollback')
    rival.release()
  }
}

const kinds = async (order: Bought) => (await alerts(order)).map(({ kind, details }) => [kind, details.what])

test('what goes back while a payment is compared is heard, and is no difference', async () => {
  const { order, asked, known } = await partlyBack()
  const compared = compare()
  // As it is found to differ, as that takes effect, and as it is looked at once more.
  await asked.arrived()
  await asked.next()
  await asked.next()
  shop.stripe.refund(order.attempt, { amountMinor: 300, notify: false })
  asked.end()
  await compared
  expect(await kinds(order)).toEqual([['payment.foundByNight', 'refund']])
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'PartlyRefunded' })
  expect(await known()).toBe(800)
})

test('a difference that could not be heard is heard when it is looked at again, before anybody is told', async () => {
  const { order, ref, asked, known } = await partlyBack()
  const compared = compare()
  await asked.arrived()
  await asked.next()
  shop.stripe.failNext({ how: 'error', on: `/v1/checkout/sessions/${ref}` })
  asked.end()
  await compared
  expect(await kinds(order)).toEqual([['payment.foundByNight', 'refund']])
  expect(await known()).toBe(500)
})

test('a payment that changes whenever it is compared is read five times, and heard', async () => {
  const { order, asked, known } = await partlyBack()
  const compared = compare()
  await asked.arrived()
  // The sixth question is one of whoever hears it, who asks once more when it has changed meanwhile.
  for (let question = 1; question <= 6; question++) {
    await shop.db.run(sql`update payments set updated_at = clock_timestamp() where id = ${order.attempt}`)
    await asked.next()
  }
  expect(await known()).toBe(0)
  await asked.next()
  expect(await known()).toBe(500)
  asked.end()
  await compared
  expect(await kinds(order)).toEqual([['payment.foundByNight', 'refund']])
})

test('what a payment was before it changed is not told: what it is now is compared first', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { notify: false, amountMinor: 1500 })
  await shop.db.run(
    sql`update payments set state = 'completed', paid_amount = 1999, poll_at = null where id = ${order.attempt}`,
  )
  const { asked } = await heldQuestions(order)
  const compared = compare()
  // As it is found to differ, as that takes effect, and as it is looked at once more.
  await asked.arrived()
  await asked.next()
  await asked.next()
  await changedMeanwhile(order, `paid_amount = 1500, ${NEWS}`, asked.end)
  await compared
  expect(await kinds(order)).toEqual([['payment.foundByNight', 'amount']])
})

test('what a payment was that its provider does not know is not told either once it has changed', async () => {
  const order = await ordered(shop, STRIPE)
  const long = sql`update payments set updated_at = now() - interval '2 days' where id = ${order.attempt}`
  await shop.db.run(
    sql`update payments set state = 'completed', paid_amount = 1999, poll_at = null where id = ${order.attempt}`,
  )
  await shop.db.run(long)
  let compared: Promise<void> | undefined
  await changedMeanwhile(order, `state = 'refunded', refunded_amount = 1999, ${NEWS}`, () => {
    compared = compare()
  })
  await compared
  expect(await alerts(order)).toEqual([])
  const noted = sql`select what from payment_differences where payment_id = ${order.attempt}`
  expect(await shop.db.query(noted)).toEqual([])

  await shop.db.run(long)
  await compare()
  expect(await alerts(order)).toMatchObject([
    { kind: 'payment.differs', details: { what: 'paidHereAlone', ours: { back: 1999 } }, count: 1, open: true },
  ])
})

/** Paid long ago, and on no page of PayPal's list. */
async function unlisted() {
  const order = await ordered(shop, PAYPAL)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const capture: PayPalCapture = shop.paypal.payment(order.attempt)!.capture!
  capture.createdAt = 0
  await shop.db.run(sql`update payments set updated_at = now() - interval '21 hours' where id = ${order.attempt}`)
  return order
}

test.each([
  // As the list's reader writes it: that is no news of the payment.
  ['is found on the list', 'listed_at = now()'],
  ['has just been paid once more', `paid_amount = paid_amount + 1, ${NEWS}`],
])('what %s while it is compared is not told as missing there', async (_, change) => {
  const order = await unlisted()
  let compared: Promise<void> | undefined
  await changedMeanwhile(order, change, () => {
    compared = compare()
  })
  await compared
  expect(await alerts(order)).toEqual([])
})

test('what the list had otherwise and has as it is known while that is looked at again is over', async () => {
  const { order, capture, said } = await listedOtherwise()
  // On no page any more.
  capture.createdAt -= 60 * 86_400_000
  let compared: Promise<void> | undefined
  await changedMeanwhile(order, `paid_amount = paid_amount - 1, ${NEWS}`, () => {
    compared = compare()
  })
  await compared
  expect((await said())[0]).toEqual(['listedOtherwise', false, 1])
})

test('what the list has otherwise is not told of a payment that has become what is listed while its order is waited for', async () => {
  const order = await ordered(shop, PAYPAL)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const capture: PayPalCapture = shop.paypal.payment(order.attempt)!.capture!
  capture.listedAs = { ...capture.amount, minor: capture.amount.minor - 1 }
  let compared: Promise<void> | undefined
  await changedMeanwhile(order, `paid_amount = paid_amount - 1, ${NEWS}`, () => {
    compared = compare()
  })
  await compared
  expect((await kinds(order)).filter(([, what]) => what === 'listedOtherwise')).toEqual([])
})

test('a statement that takes too long ends a step, which comes again: nobody is told that an answer cannot be read', async () => {
  const order = await ordered(shop, PAYSSION)
  const mend = await breakOrder(shop, order.orderId, '57014')
  pay(shop, order, { notify: false })
  await shop.db.run(sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}')`)
  await putOff(shop, 'payment.reconcileStep')
  await mend()
  expect((await alerts(order)).map(({ details }) => details.what)).toEqual([])
  await makeDue(shop, 'payment.reconcileStep')
  await reaches(shop, order, 'Delivered')
  await compare()
  expect((await kinds(order)).map(([kind]) => kind)).toEqual(['payment.foundByNight'])
})
