// The nightly comparison with the providers' own lists: what no notice told is found, told once, and gone when it is mended
//.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { makeDue, putOff } from '#rooms/orders/making/counting.testing.ts'
import { createByHand } from '#rooms/orders/refunds/by-hand.ts'
import { breakOrder } from '#rooms/orders/settling/break-order.testing.ts'
import { addStaff, askAs } from '#rooms/staff/staff.testing.ts'
import type { PayPalCapture } from '#simulators/paypal-state.ts'
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
import { tasksOf } from './by-hand.ts'
import { differencesToSettle, settleDifference } from './differences.ts'
import {
  type Bought,
  DELIVERED,
  effectsOf,
  ordered,
  PROVIDERS,
  pay,
  quiet,
  reaches,
  simulatorOf,
} from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** As if it were night: until all providers are compared to the end. */
async function compare(): Promise<void> {
  const { at } = await shop.db.one<{ at: Date }>(sql`select now() as at`)
  await shop.db.run(sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}')`)
  const behind = sql`select 1 from reconciliations where finished_at is null or finished_at < ${at} or stage is not null`
  await until(async () => (await shop.db.query(behind)).length === 0, 'all is compared', 60_000)
  await quiet(shop)
}

/** A person has dealt with it, as it is. */
const settle = (number: number) =>
  shop.db.transaction(async (tx) => {
    const { seen = '' } = (await differencesToSettle(shop.db)).find(({ id }) => id === number) ?? {}
    return settleDifference(tx, number, { seen, actor: 'ada', reason: 'it was cash' })
  })

/** What the operator was told of it. */
const alerts = ({ attempt, orderNo }: Pick<Bought, 'attempt' | 'orderNo'>) =>
  shop.db.query<{ kind: string; details: Record<string, unknown>; count: number; open: boolean }>(sql`
    select kind, details, count, resolved_at is null as open from alerts
    where (details ->> 'orderNo' = ${orderNo} or details -> 'theirs' ->> 'attemptId' = ${attempt}) and kind in ('payment.differs', 'payment.foundByNight')
    order by id`)

test.each(PROVIDERS)(
  'a payment at %s of which nothing was told is found, delivered and told once',
  async (_, paymentId) => {
    const [paid, unpaid] = [await ordered(shop, paymentId), await ordered(shop, paymentId)]
    pay(shop, paid, { notify: false, captured: true })
    await compare()
    await reaches(shop, paid, 'Delivered')
    expect(await effectsOf(shop, paid)).toEqual({ ...DELIVERED, alerts: ['payment.foundByNight'] })
    expect(await statusOf(shop, unpaid.orderId)).toBe('Unpaid')
    const [told, ...more] = await alerts(paid)
    expect(more).toEqual([])
    expect(told).toMatchObject({
      kind: 'payment.foundByNight',
      details: {
        orderNo: paid.orderNo,
        what: 'paidThereAlone',
        theirs: { paid: expect.any(Number) },
        ours: { paid: 0 },
      },
    })
    await compare()
    expect(await alerts(paid)).toEqual([told])
  },
)

test('a page of whoever stands before Payssion is no answer: nobody is told that it knows no such payment', async () => {
  const order = await ordered(shop, PAYSSION)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const { n } = await shop.db.one<{ n: number }>(
    sql`select count(*)::int as n from payments where provider = 'payssion' and created_at > now() - interval '7 days'`,
  )
  for (let i = 0; i < n; i++) shop.payssion.failNext({ how: 'challenge', on: '/payment/details' })
  await compare()
  expect(await alerts(order)).toEqual([])
})

const CONTESTABLE = PROVIDERS.filter(([name]) => name !== 'Payssion')

test.each(CONTESTABLE)(
  'a refund, a dispute and a dispute that was won at %s are found as well',
  async (_, paymentId) => {
    const simulator = simulatorOf(shop, paymentId as typeof STRIPE)
    const [part, contested, won] = [
      await ordered(shop, paymentId),
      await ordered(shop, paymentId),
      await ordered(shop, paymentId),
    ]
    for (const order of [part, contested, won]) {
      pay(shop, order)
      await reaches(shop, order, 'Delivered')
    }
    await quiet(shop)
    simulator.refund(part.attempt, { amountMinor: 500, notify: false })
    simulator.dispute(contested.attempt, { notify: false })
    const dispute = simulator.dispute(won.attempt, { notify: false })
    await compare()
    // Whoever was not answered is found the next night.
    expect(await shop.db.query(sql`select * from reconciliations where unanswered > 0`)).toEqual([])
    expect([await statusOf(shop, part.orderId), await statusOf(shop, contested.orderId)]).toEqual([
      'PartlyRefunded',
      'Disputed',
    ])
    for (const [order, what] of [
      [part, 'refund'],
      [contested, 'dispute'],
      [won, 'dispute'],
    ] as const)
      expect(await alerts(order)).toEqual([
        expect.objectContaining({ kind: 'payment.foundByNight', details: expect.objectContaining({ what }) }),
      ])
    simulator.moveDispute(dispute, 'won', { notify: false })
    await compare()
    expect(await statusOf(shop, won.orderId)).toBe('Delivered')
    const before = await alerts(won)
    await compare()
    expect(await alerts(won)).toEqual(before)
  },
)

test.each(CONTESTABLE)(
  'money on the list of %s for a payment that we do not have is told once, and over when it was refunded there',
  async (_, paymentId) => {
    const simulator = simulatorOf(shop, paymentId as typeof STRIPE)
    const order = await ordered(shop, paymentId)
    pay(shop, order, { notify: false, captured: true })
    // As after a restore to the moment before it was ordered.
    await shop.db.run(sql`update payments set id = gen_random_uuid(), provider_ref = null where id = ${order.attempt}`)
    await compare()
    const [told, ...more] = await alerts(order)
    expect(more).toEqual([])
    expect(told).toMatchObject({
      kind: 'payment.differs',
      open: true,
      details: { what: 'unknownHere', theirs: { attemptId: order.attempt, paid: 1999, currency: 'USD' } },
    })
    expect(told!.details.do).toMatch(
      /^refund \S+ at \w+, or find out whose it is; then npm run orders -- settled \d+ --seen \w{8} --reason/,
    )
    await compare()
    expect(await alerts(order)).toEqual([told])
    simulator.refund(order.attempt, { notify: false })
    await compare()
    expect(await alerts(order)).toEqual([{ ...told, open: false }])
    await compare()
    expect((await alerts(order)).filter(({ open }) => open)).toEqual([])
  },
)

test('a bank debit of a payment that we do not have is told once its bank has paid, when the list names it no more', async () => {
  const [paid, refused] = [await ordered(shop, STRIPE), await ordered(shop, STRIPE)]
  for (const order of [paid, refused]) {
    pay(shop, order, { outcome: 'pending', notify: false })
    await shop.db.run(sql`update payments set id = gen_random_uuid(), provider_ref = null where id = ${order.attempt}`)
  }
  await compare()
  expect([...(await alerts(paid)), ...(await alerts(refused))]).toEqual([])
  pay(shop, paid, { notify: false })
  pay(shop, refused, { outcome: 'failed', notify: false })
  // Some days later.
  await shop.db.run(sql`update reconciliations set finished_to = now() + interval '3 days' where provider = 'stripe'`)
  await compare()
  await shop.db.run(sql`update reconciliations set finished_to = now() where provider = 'stripe'`)
  expect(await alerts(paid)).toMatchObject([
    { kind: 'payment.differs', open: true, details: { what: 'unknownHere', theirs: { paid: 1999, currency: 'USD' } } },
  ])
  expect(await alerts(refused)).toEqual([])
  const open = (await differencesToSettle(shop.db)).map(({ details }) => details.theirs)
  expect(open).not.toContainEqual(expect.objectContaining({ attemptId: refused.attempt }))
})

test.each(PROVIDERS)(
  'what is paid here and not known at %s keeps its row, and a person is told; settled, it is told no more',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    await shop.db.run(sql`
    update payments set state = 'completed', paid_amount = amount, poll_at = null, updated_at = now() - interval '2 days' where id = ${order.attempt}`)
    await compare()
    const [told, ...more] = await alerts(order)
    expect(more).toEqual([])
    expect(told).toMatchObject({
      kind: 'payment.differs',
      details: { what: 'paidHereAlone', do: `npm run orders -- show ${order.orderNo}` },
    })
    expect(await shop.db.one(sql`select state from payments where id = ${order.attempt}`)).toEqual({
      state: 'completed',
    })
    const number = Number(told!.details.number)
    expect(await settle(number)).toMatchObject({ what: 'paidHereAlone' })
    expect(await settle(number)).toBe('noDifference')
    await compare()
    expect(await alerts(order)).toEqual([{ ...told, open: false }])
  },
)

test('what differs otherwise than a person has settled is told anew', async () => {
  const order = await ordered(shop, STRIPE)
  /** Not known there, and paid here by so much. */
  async function differs(paid: number) {
    await shop.db.run(sql`
      update payments set state = 'completed', paid_amount = ${paid}, poll_at = null, updated_at = now() - interval '2 days'
      where id = ${order.attempt}`)
    await compare()
    return (await alerts(order)).map(({ details, open }) => ({ ours: details.ours, number: details.number, open }))
  }
  const paid = (amount: number) => expect.objectContaining({ paid: amount })
  const [first] = await differs(1999)
  expect(first).toMatchObject({ ours: paid(1999), open: true })
  await settle(Number(first!.number))
  expect(await differs(1999)).toEqual([{ ...first, open: false }])
  const [, second] = await differs(2500)
  expect(second).toMatchObject({ ours: paid(2500), open: true })
  await settle(Number(second!.number))
  expect(await differs(2500)).toEqual([
    { ...first, open: false },
    { ...second, open: false },
  ])
  const settled = sql`select details -> 'ours' -> 'paid' as paid, settled_by as by from payment_differences where payment_id = ${order.attempt} order by id`
  expect(await shop.db.query(settled)).toEqual([
    { paid: 1999, by: 'ada' },
    { paid: 2500, by: 'ada' },
  ])
})

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

/** A payment that PayPal's list has with a cent less than its answer, and what was told of it. */
async function listedOtherwise() {
  const order = await ordered(shop, PAYPAL)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const capture: PayPalCapture = shop.paypal.payment(order.attempt)!.capture!
  capture.listedAs = { ...capture.amount, minor: capture.amount.minor - 1 }
  const said = async () => (await alerts(order)).map(({ details, open, count }) => [details.what, open, count])
  await compare()
  await compare()
  expect(await said()).toEqual([['listedOtherwise', true, 1]])
  return { order, capture, said }
}

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
  await shop.db.run(sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}')`)
  const halved = sql`select 1 from reconciliations where provider = 'paypal' and cursor like 'transactions %' and split_part(cursor, ' ', 3)::int <= 43200`
  await until(async () => (await shop.db.query(halved)).length === 1, 'half of the time is asked for')
  shop.paypal.mostFound = 10_000
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
  const begin = sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}')`
  for (let i = 0; i < 5; i++) await shop.db.run(begin)
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

/** What is known of it changes while whoever tells of it waits for its order, once `begun` is over. */
async function changedMeanwhile({ orderId, attempt }: Bought, change: string, begun: () => unknown): Promise<void> {
  const rival = await shop.db.pool.connect()
  try {
    await rival.query('begin')
    await rival.query('select 1 from orders where id = $1 for update', [orderId])
    await begun()
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from orders o where id%for update%'`
    await until(async () => (await shop.db.query(waiting)).length > 0, 'its order is waited for')
    await rival.query(`update payments set ${change}, updated_at = clock_timestamp() where id = $1`, [attempt])
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
  await changedMeanwhile(order, 'paid_amount = 1500', asked.end)
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
  await changedMeanwhile(order, `state = 'refunded', refunded_amount = 1999`, () => {
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
  ['is found on the list', 'listed_at = now()'],
  ['has just been paid once more', 'paid_amount = paid_amount + 1'],
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
  await changedMeanwhile(order, 'paid_amount = paid_amount - 1', () => {
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
  await changedMeanwhile(order, 'paid_amount = paid_amount - 1', () => {
    compared = compare()
  })
  await compared
  expect((await kinds(order)).filter(([, what]) => what === 'listedOtherwise')).toEqual([])
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

test('a bank transfer of which a part was sent back by hand is no difference: what is known of it is our own rows', async () => {
  const of = { db: shop.db, settling: settlingBesideShop(() => 'shop.test') }
  const by = { actor: 'ada', reason: 'the buyer wrote to us' }
  const order = await ordered(shop, STRIPE)
  const ada = await addStaff(shop, { role: 'manager' })
  const { seen } = await askAs(shop, ada, `GET /office/orders/${order.orderId}`)
  const marked = { seen, reason: by.reason, amount: 19.99, reference: 'SEPA 1' }
  expect(await askAs(shop, ada, `POST /office/orders/${order.orderId}/mark-paid`, marked)).toEqual({
    status: 'Delivered',
  })
  await quiet(shop)
  await createActs(of).refund(order.orderId, by, 500)
  const task = await until(async () => (await tasksOf(shop.db, order.orderId))[0], 'the refund waits for a person')
  await createByHand(of).made(task.number, by, 'SEPA 2')
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  await compare()
  expect(await alerts(order)).toEqual([])
  const compared = await shop.db.query<{ provider: string }>(
    sql`select provider from reconciliations order by provider`,
  )
  expect(compared.map(({ provider }) => provider)).toEqual(['balance', 'eecpay', 'paypal', 'payssion', 'stripe'])
  expect(await figuresOf(shop)).not.toMatch(/reconciliation_age_seconds\{provider="hand"\}/)
})

test('a difference that is open shows the latest figures of both, told once', async () => {
  const order = await ordered(shop, STRIPE)
  /** Not known there, and paid here by so much. */
  async function differs(paid: number) {
    await shop.db.run(sql`
      update payments set state = 'completed', paid_amount = ${paid}, poll_at = null, updated_at = now() - interval '2 days'
      where id = ${order.attempt}`)
    await compare()
    const open = await shop.db.query<{ paid: number; told: boolean }>(sql`
      select details -> 'ours' -> 'paid' as paid, told_at is not null as told from payment_differences
      where payment_id = ${order.attempt} and gone_at is null`)
    const said = (await alerts(order)).map(({ details, count }) => [(details.ours as { paid: number }).paid, count])
    return { open, said }
  }
  const shown = (paid: number) => ({ open: [{ paid, told: true }], said: [[paid, 1]] })
  expect(await differs(1999)).toEqual(shown(1999))
  expect(await differs(2500)).toEqual(shown(2500))
  expect(await differs(2500)).toEqual(shown(2500))

  // Its provider has come to know it, with less: it differs still, and otherwise.
  pay(shop, order, { notify: false, amountMinor: 1500 })
  await compare()
  const open = sql`select what from payment_differences where payment_id = ${order.attempt} and gone_at is null`
  expect(await shop.db.query(open)).toEqual([{ what: 'amount' }])
  expect((await alerts(order)).map(({ kind, details, open }) => [kind, details.what, open])).toEqual([
    ['payment.differs', 'paidHereAlone', false],
    ['payment.differs', 'amount', true],
  ])
})
