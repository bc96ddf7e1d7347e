// What a signed notice says of the money and no answer of its provider confirms: told after an hour, with ways out.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { type Bought, ordered, pay, quiet, reaches } from './scene.testing.ts'
import { unconfirmed } from './unconfirmed.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { say, after, beginLook, look, askAgain, clockStandsStill, told, openNotices } = unconfirmed(() => shop)

/** How many looks wait for an order that somebody has locked. */
async function looksWaiting(): Promise<number> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%from orders o where id%for update'`
  return (await shop.db.query(waiting)).length
}

test('a payment that a signed notice says is paid and no answer confirms is told after an hour, with its order, and over once it is paid', async () => {
  const order = await ordered(shop, PAYSSION)
  await say(order, 'completed')
  await after(50, order)
  expect(await told(order)).toEqual([])
  await after(15, order)
  const [first, ...more] = await told(order)
  expect(more).toEqual([])
  expect(first).toMatchObject({
    ...{ kind: 'payment.differs', open: true, money: true, count: 1, orderId: order.orderId },
    details: {
      ...{ what: 'notConfirmed', provider: 'payssion', orderNo: order.orderNo, paymentId: order.attempt },
      theirs: { state: 'completed', since: expect.any(String), notices: [expect.stringMatching(/:completed$/)] },
      ours: { state: 'pending', paid: 0, back: 0, currency: 'USD' },
      do: expect.stringMatching(/^look it up at payssion; .* npm run orders -- settled \d+ --seen \w{8} --reason "…"$/),
    },
  })
  await look()
  expect(await told(order)).toEqual([first])
  expect(await statusOf(shop, order.orderId)).toBe('Unpaid')

  pay(shop, order, { notify: false })
  await askAgain(order)
  await reaches(shop, order, 'Delivered')
  await look()
  expect(await told(order)).toEqual([{ ...first, open: false }])
  expect(await openNotices(order)).toEqual([])
})

test('what an answer confirms while it is about to be told is not told', async () => {
  const order = await ordered(shop, PAYSSION)
  await say(order, 'completed')
  await clockStandsStill(order)
  await shop.db.run(sql`
    update payment_events set received_at = received_at - interval '2 hours', last_received_at = last_received_at - interval '2 hours'
    where payment_id = ${order.attempt}`)
  const rival = await shop.db.pool.connect()
  try {
    await rival.query('begin')
    await rival.query('select 1 from orders where id = $1 for update', [order.orderId])
    await beginLook('now')
    await until(async () => (await looksWaiting()) > 0, 'its order is waited for')
    await rival.query('update payment_events set handled_at = now() where payment_id = $1', [order.attempt])
    await rival.query('commit')
  } finally {
    rival.release(true)
  }
  await quiet(shop)
  expect(await told(order)).toEqual([])
  expect(
    await shop.db.query(sql`select 1 from payment_differences where payment_id = ${order.attempt} and gone_at is null`),
  ).toEqual([])
})

test('where an answer confirms one of two while both are about to be told, the other is told by the next look', async () => {
  const order = await ordered(shop, PAYSSION)
  await say(order, 'completed')
  await say(order, 'chargeback')
  await clockStandsStill(order)
  await shop.db.run(sql`
    update payment_events set received_at = received_at - interval '2 hours', last_received_at = last_received_at - interval '2 hours'
    where payment_id = ${order.attempt}`)
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`select from orders where id = ${order.orderId} for update`)
    await beginLook('now')
    await until(async () => (await looksWaiting()) > 0, 'its order is waited for')
    await tx.run(sql`
      update payment_events set handled_at = now() where payment_id = ${order.attempt} and claim ->> 'says' = 'disputed'`)
  })
  await quiet(shop)
  expect(await told(order)).toEqual([])
  await look()
  expect((await told(order)).map(({ details, count }) => [(details.theirs as { state: string }).state, count])).toEqual(
    [['completed', 1]],
  )
})

test('what comes behind a thousand other notices is told as well, and however many say the same are told at once', async () => {
  const [behind, many] = [await ordered(shop, PAYSSION), await ordered(shop, PAYSSION)]
  const say1000 = ({ attempt }: Bought, says: string) =>
    shop.db.run(sql`
      insert into payment_events (provider, event_id, kind, payment_id, claim, ours)
      select 'payssion', ${attempt} || ':' || n, ${says}, ${attempt}, jsonb_build_object('says', ${says}::text), true from generate_series(1, 1000) n`)
  await say1000(behind, 'notPaid')
  await say1000(many, 'paid')
  for (const order of [behind, many]) await say(order, 'completed')
  await after(65, behind)
  await after(65, many)
  const notices = async (order: Bought) =>
    (await told(order)).map(({ details }) => (details.theirs as { notices: string[] }).notices.length)
  expect(await notices(behind)).toEqual([1])
  expect(await notices(many)).toEqual([1000])
})

test('a provider that gives no answer is no confirmation either', async () => {
  const order = await ordered(shop, PAYSSION)
  for (let i = 0; i < 5; i++) shop.payssion.failNext({ how: 'error', on: '/payment/details' })
  await say(order, 'completed')
  await after(70, order)
  expect((await told(order)).map(({ details, open }) => [details.what, open])).toEqual([['notConfirmed', true]])
  // How often it was asked until then is not said: no other test is to meet what is left of its faults.
  for (let i = 0; i < 5; i++) await askAgain(order)
})

test('what is contested or sent back by a notice alone is told, what it says is not paid is not', async () => {
  const [contested, back, unpaid] = [
    await ordered(shop, PAYSSION),
    await ordered(shop, PAYSSION),
    await ordered(shop, PAYSSION),
  ]
  for (const order of [contested, back]) {
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
  }
  await say(contested, 'chargeback')
  await say(back, 'refunded')
  await say(unpaid, 'failed')
  for (const order of [contested, back, unpaid]) await after(70, order)
  const theirs = async (order: Bought) => (await told(order)).map(({ details }) => details.theirs)
  expect(await theirs(contested)).toMatchObject([{ state: 'disputed' }])
  expect(await theirs(back)).toMatchObject([{ state: 'refunded' }])
  expect(await theirs(unpaid)).toEqual([])
})

test('whose order waits already for what its provider says is told of that alone', async () => {
  const order = await ordered(shop, PAYSSION)
  pay(shop, order, { outcome: 'under_review' as 'completed' })
  await say(order, 'completed')
  await after(70, order)
  expect((await told(order)).map(({ kind }) => kind)).toEqual(['payment.doubt'])
})

test('a notice with which the answers agree is not told, however long it lies', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await shop.db.run(sql`update payment_events set handled_at = null where payment_id = ${order.attempt}`)
  await after(70, order)
  expect(await told(order)).toEqual([])
})

test('of two looks at once the slower ends nothing that the other has told meanwhile', async () => {
  const [first, second] = (await Promise.all([ordered(shop, PAYSSION), ordered(shop, PAYSSION)])).sort((a, b) =>
    a.attempt < b.attempt ? -1 : 1,
  ) as [Bought, Bought]
  // The one waits for a person: its provider says what nobody knows. Of the other each look tells.
  pay(shop, first, { outcome: 'under_review' as 'completed' })
  for (const order of [first, second]) await say(order, 'completed')
  await after(70, first)
  await after(70, second)
  const openly = async () => (await told(first)).filter(({ kind }) => kind === 'payment.differs')
  expect(await openly()).toEqual([])

  await clockStandsStill(first, second)
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`select from orders where id = ${second.orderId} for update`)
    const isHeldUp = (looks: number) =>
      until(async () => (await looksWaiting()) === looks, `${looks} looks wait for the order`)
    await beginLook('slow')
    await isHeldUp(1)
    pay(shop, first, { outcome: 'pending' })
    const isPending = sql`select from payments where id = ${first.attempt} and state = 'pending'`
    await until(() => shop.db.query(isPending).then(({ length }) => length), 'its provider is heard')
    await beginLook('quick')
    await isHeldUp(2)
    expect(await openly()).toMatchObject([{ open: true }])
  })
  await quiet(shop)
  expect(await openly()).toMatchObject([{ open: true }])
  await look()
  expect(await openly()).toMatchObject([{ open: true, count: 1 }])
})

test('a notice that comes again is asked about for ten minutes more before it is told', async () => {
  const order = await ordered(shop, PAYSSION)
  await say(order, 'completed')
  await shop.db.run(sql`
    update payment_events set received_at = received_at - interval '70 minutes' where payment_id = ${order.attempt}`)
  await after(5, order)
  expect(await told(order)).toEqual([])
  await after(6, order)
  expect(await told(order)).toHaveLength(1)
})

test('one that cannot be told keeps no other from being told, and what is over ends', async () => {
  const [over, ...orders] = [
    await ordered(shop, PAYSSION),
    await ordered(shop, PAYSSION),
    await ordered(shop, PAYSSION),
  ]
  await say(over!, 'completed')
  await after(70, over!)
  for (const order of orders) await say(order, 'completed')
  const [first, second] = orders.toSorted((a, b) => (a.attempt < b.attempt ? -1 : 1))
  await shop.db.run(sql`create table untold as select ${first!.attempt}::uuid as id`)
  await shop.db.run(sql`
    create function break_difference() returns trigger language plpgsql as 'begin
      if new.payment_id in (select id from untold) then raise exception ''broken on purpose''; end if; return new;
    end'`)
  await shop.db.run(
    sql`create trigger break_difference before insert on payment_differences for each row execute function break_difference()`,
  )
  try {
    await quiet(shop)
    pay(shop, over!, { notify: false })
    await askAgain(over!)
    await shop.db.run(sql`
      update payment_events set last_received_at = last_received_at - interval '70 minutes', received_at = received_at - interval '70 minutes'
      where payment_id = any(${orders.map(({ attempt }) => attempt)}::uuid[])`)
    await look()
    expect(await told(first!)).toEqual([])
    expect(await told(second!)).toMatchObject([{ kind: 'payment.differs', open: true }])
    expect(await told(over!)).toMatchObject([{ kind: 'payment.differs', open: false }])
  } finally {
    await shop.db.run(sql`drop trigger break_difference on payment_differences`)
    await shop.db.run(sql`drop function break_difference`)
    await shop.db.run(sql`drop table untold`)
  }
  await look()
  expect(await told(first!)).toMatchObject([{ kind: 'payment.differs', open: true }])
})
