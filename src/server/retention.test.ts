// What is forgotten, when, and what stays (docs/operate.md).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { ordered, pay, reaches } from '#rooms/payments/scene.testing.ts'
import { openTestShop, STRIPE, type TestShop } from '#test/harness.ts'

let shop: TestShop
let jobs: Record<string, () => Promise<void>>
beforeAll(async () => {
  shop = await openTestShop({
    RETAIN_MAILS_DAYS: '10',
    RETAIN_ADDRESSES_DAYS: '20',
    RETAIN_NOTICES_DAYS: '30',
    RETAIN_WITHDRAWALS_DAYS: '40',
    RETAIN_ENQUIRIES_DAYS: '50',
  })
  const works = shop.shop.rooms.parts.flatMap((parts) => parts.jobs ?? [])
  jobs = Object.fromEntries(
    works.filter(({ cron }) => cron?.endsWith(' 3 * * *')).map(({ name, run }) => [name, () => run({} as never)]),
  )
})
afterAll(() => shop.close())

const one = async <R extends object>(statement: ReturnType<typeof sql>) => (await shop.db.query<R>(statement))[0]!

test('each kind has its own minute of the night', () => {
  expect(Object.keys(jobs).sort()).toEqual(
    [
      'addresses',
      'alertMessages',
      'bulkEdits',
      'couponOwners',
      'devices',
      'emailChanges',
      'enquiries',
      'events',
      'keyLooks',
      'mailAskers',
      'mailJobs',
      'mails',
      'memberNotices',
      'newsletter',
      'notices',
      'passwordResets',
      'plannedPrices',
      'registrations',
      'sessions',
      'signIns',
      'staffDevices',
      'staffLinks',
      'staffSessions',
      'ticketFiles',
      'tickets',
      'totp',
      'uploads',
      'visits',
      'wishNews',
      'wishes',
      'withdrawals',
    ].map((kind) => `${kind}.forget`),
  )
  const crons = shop.shop.rooms.parts
    .flatMap((parts) => parts.jobs ?? [])
    .flatMap(({ name, cron }) => (jobs[name] ? [cron] : []))
  expect(new Set(crons).size).toBe(Object.keys(jobs).length)
})

test('a mail with its keys goes after its time; the order, its keys and that they were seen stay', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  const mail = await until(
    () =>
      one<{ id: string }>(sql`select id from mails where data ->> 'orderId' = ${order.orderId} and sealed is not null`),
    'the mail is written',
  )
  await shop.db.run(sql`update key_reveals set address = '203.0.113.7' where order_id = ${order.orderId}`)
  const reveals = async () =>
    one<{ n: number; addresses: number }>(sql`
      select count(*)::int as n, count(*) filter (where address <> '')::int as addresses from key_reveals where order_id = ${order.orderId}`)
  const before = await reveals()
  expect(before.addresses).toBe(before.n)

  const age = (days: number) =>
    Promise.all([
      shop.db.run(sql`update mails set created_at = now() - make_interval(days => ${days}) where id = ${mail.id}`),
      shop.db.run(
        sql`update key_reveals set at = now() - make_interval(days => ${days}) where order_id = ${order.orderId}`,
      ),
      shop.db.run(
        sql`update payment_events set details = '{"payer":"x"}', last_received_at = now() - make_interval(days => ${days})`,
      ),
    ])
  const night = () => Promise.all(Object.values(jobs).map((job) => job()))
  const left = async () => ({
    mails: (await one<{ n: number }>(sql`select count(*)::int as n from mails where id = ${mail.id}`)).n,
    addresses: (await reveals()).addresses,
    notices: (await one<{ n: number }>(sql`select count(*)::int as n from payment_events where details <> '{}'`)).n > 0,
  })
  await age(9)
  await night()
  expect(await left()).toEqual({ mails: 1, addresses: before.n, notices: true })
  await age(11)
  await night()
  expect(await left()).toEqual({ mails: 0, addresses: before.n, notices: true })
  await age(31)
  await night()
  expect(await left()).toEqual({ mails: 0, addresses: 0, notices: false })
  expect(await reveals()).toEqual({ n: before.n, addresses: 0 })
  expect(
    (await one<{ n: number }>(sql`select count(*)::int as n from payment_events where handled_at is not null`)).n,
  ).toBeGreaterThan(0)
  expect((await one<{ status: string }>(sql`select status from orders where id = ${order.orderId}`)).status).toBe(
    'Delivered',
  )
})

test('more than a batch goes in one night; a withdrawal that nobody has handled stays', async () => {
  await shop.db.run(sql`
    insert into enquiries (id, type, fill_name, email, locale, created_at, handled_at)
    select gen_random_uuid(), 2, 'A', 'a@example.com', 'en-US', now() - interval '60 days',
      now() - make_interval(days => case when n <= 1200 then 51 else 49 end)
    from generate_series(1, 1201) n`)
  await jobs['enquiries.forget']!()
  expect((await one<{ n: number }>(sql`select count(*)::int as n from enquiries`)).n).toBe(1)

  const [handled, waiting] = [randomUUID(), randomUUID()]
  await shop.db.run(sql`
    insert into withdrawals (id, order_no, fill_name, email, locale, received_at, handled_at) values
      (${handled}, 'X', 'A', 'a@example.com', 'en-US', now() - interval '60 days', now() - interval '41 days'),
      (${waiting}, 'X', 'A', 'a@example.com', 'en-US', now() - interval '60 days', null)`)
  await jobs['withdrawals.forget']!()
  expect(await shop.db.query(sql`select id from withdrawals where id = any(${[handled, waiting]}::uuid[])`)).toEqual([
    { id: waiting },
  ])
})

test('an enquiry that waits for the shop stays, and so does one that was answered or handled lately, however old', async () => {
  await shop.db.run(sql`
    insert into enquiries (id, type, fill_name, email, locale, created_at, answered_at, handled_at)
    select gen_random_uuid(), 2, name, 'a@example.com', 'en-US', now() - interval '90 days',
      now() - make_interval(days => answered), now() - make_interval(days => handled)
    from (values ('answered long ago', 51, null), ('handled long ago', 80, 51), ('never answered', null, null),
      ('answered lately', 49, null), ('handled lately', 80, 49)) e(name, answered, handled)`)
  await jobs['enquiries.forget']!()
  const left = sql`select fill_name as name from enquiries where fill_name <> 'A' order by name`
  expect(await shop.db.query(left)).toEqual([
    { name: 'answered lately' },
    { name: 'handled lately' },
    { name: 'never answered' },
  ])
})
