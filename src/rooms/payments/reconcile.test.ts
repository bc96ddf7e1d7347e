// The nightly comparison with the providers’ own lists: what no notice told is found, told once, and gone when it is mended.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { createByHand } from '#rooms/orders/refunds/by-hand.ts'
import { addStaff, askAs } from '#rooms/staff/staff.testing.ts'
import { figuresOf, openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { tasksOf } from './by-hand.ts'
import { differencesToSettle, settleDifference } from './differences.ts'
import { nights } from './reconcile.testing.ts'
import { DELIVERED, effectsOf, ordered, PROVIDERS, pay, quiet, reaches, simulatorOf } from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { compare, alerts } = nights(() => shop)

/** A person has dealt with it, as it is. */
const settle = (number: number) =>
  shop.db.transaction(async (tx) => {
    const { seen = '' } = (await differencesToSettle(shop.db, 200)).find(({ id }) => id === number) ?? {}
    return settleDifference(tx, number, { seen, actor: 'ada', reason: 'it was cash' })
  })

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
  const open = (await differencesToSettle(shop.db, 200)).map(({ details }) => details.theirs)
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
