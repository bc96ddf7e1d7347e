// How the day goes, and what needs attention.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { writeSetting } from '#platform/settings/write.ts'
import { until } from '#platform/testing.ts'
import { raiseAlert } from '#rooms/alerts/hands.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { mayGo, type OfficePath } from '#rooms/staff/office/may-go.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { WAYS, wayOf, wayWord } from '../office/ways.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'support' })
})
afterAll(() => shop.close())

const get = async (path: string) => (await shop.call('GET', path, { headers: { cookie: ada.cookie } })).body.data
const done = (id: number, seenAt: string) =>
  shop.call('POST', `/office/alerts/${id}/done`, { headers: { cookie: ada.cookie }, body: { seenAt } })

async function delivered(paymentId: Bought['paymentId'] = STRIPE, count = 1, amountMinor?: number): Promise<Bought> {
  const order = await ordered(shop, paymentId, { count })
  pay(shop, order, { amountMinor })
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

/** Placed so long before this moment; the database's clock tells. */
const placed = ({ orderId }: Bought, before: string) =>
  shop.db.run(sql`update orders set placed_at = now() - ${before}::interval where id = ${orderId}`)

test('what was placed today and paid counts today, what was yesterday by this time counts there', async () => {
  const none = await get('/office/today')
  expect(none).toMatchObject({ zone: 'UTC', today: { orders: 0, revenue: 0, deliveryP50: null }, waitingForKeys: 0 })
  const [today, yesterday, later, weekAgo] = [
    await delivered(),
    await delivered(),
    await delivered(),
    await delivered(),
  ]
  await ordered(shop, STRIPE)
  await placed(today, '0 seconds')
  await placed(yesterday, '24 hours')
  await placed(later, '23 hours 59 minutes 30 seconds')
  await placed(weekAgo, '168 hours')
  const seen = await get('/office/today')
  // Just after midnight half a minute later than now is another day.
  expect(seen).toMatchObject({
    today: { orders: 1, revenue: 19.99, refunded: 0 },
    yesterday: { orders: 1 },
    weekAgo: { orders: 1 },
  })
  expect(seen.today.deliveryP50).toBeGreaterThanOrEqual(0)
  expect(seen.today.deliveryP95).toBeGreaterThanOrEqual(seen.today.deliveryP50)
})

test('the margin is what was kept of keys whose cost is known, less that cost', async () => {
  const before = (await get('/office/today')).today
  const [known, unknown] = [await delivered(), await delivered()]
  for (const order of [known, unknown]) await placed(order, '0 seconds')
  // 5 EUR each, at a rate of 0.8 EUR per dollar: 6.25.
  await shop.db.run(sql`update currencies set rate_e8 = 80000000 where code = 'EUR'`)
  await shop.db.run(sql`
    update key_batches set cost_minor = 500, cost_currency = 'EUR' where id in (
      select k.batch_id from vault_keys k join order_lines l on l.id = k.order_line_id where l.order_id = ${known.orderId})`)
  const seen = (await get('/office/today')).today
  expect(seen).toMatchObject({ margin: 13.74, withoutCost: before.withoutCost + 1, orders: before.orders + 2 })

  // What was sent back brought nothing, and its key has cost what it has.
  await shop.db.run(sql`
    update payments set refunded_amount = paid_amount where id = (select paid_payment_id from orders where id = ${known.orderId})`)
  expect((await get('/office/today')).today).toMatchObject({ margin: -6.25, refunded: before.refunded + 19.99 })
})

const BY = { actor: 'ada', reason: 'the buyer wrote to us' }

/** Orders of today whose keys cost 6.25 each, and what they add to the day's figures. */
async function soldToday(...orders: Promise<Bought>[]) {
  const sold = await Promise.all(orders)
  const ids = sold.map(({ orderId }) => orderId)
  await shop.db.run(sql`
    update key_batches set cost_minor = 625, cost_currency = 'USD' where id in (
      select k.batch_id from vault_keys k join order_lines l on l.id = k.order_line_id where l.order_id = any(${ids}::uuid[]))`)
  for (const order of sold) await placed(order, '30 days')
  const none = await get('/office/today')
  for (const order of sold) await placed(order, '0 seconds')
  const added = async () => {
    const { today } = await get('/office/today')
    const more = (name: string) => Math.round((today[name] - (none.today[name] ?? 0)) * 100)
    return { revenue: more('revenue'), refunded: more('refunded'), margin: more('margin') }
  }
  return { sold, added, acts: createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') }) }
}

test.each([
  ['its buyer has seen: it brings nothing and is lost', true, 1999 - 2 * 625],
  ['nobody has seen: it brings and costs nothing', false, 1999 - 625],
])('the margin of an order of which a unit was refunded whose key %s', async (_, isSeen, margin) => {
  const { sold, added, acts } = await soldToday(delivered(PAYSSION, 2))
  expect(await added()).toEqual({ revenue: 4058, refunded: 0, margin: 2 * (1999 - 625) })
  const [{ orderId }] = sold as [Bought]
  if (!isSeen)
    await shop.db.run(sql`
      update vault_keys set delivered_at = null where order_line_id in (select id from order_lines where order_id = ${orderId})`)
  await acts.refundUnits(orderId, BY, [{ line: 1, unit: 1 }])
  await reaches(shop, { orderId }, 'PartlyRefunded')
  await quiet(shop)
  expect(await added()).toEqual({ revenue: 4058, refunded: 2029, margin })
})

test('a part that went back is of price and fee alike, and all that went back leaves the cost', async () => {
  const { sold, added, acts } = await soldToday(delivered(PAYSSION), delivered(PAYSSION))
  const [part, whole] = sold as [Bought, Bought]
  await acts.refund(part.orderId, BY, 1000)
  await acts.refund(whole.orderId, BY, null)
  await reaches(shop, part, 'PartlyRefunded')
  await reaches(shop, whole, 'Refunded')
  await quiet(shop)
  const kept = Math.round((1999 * 1029) / 2029)
  expect(await added()).toEqual({ revenue: 4058, refunded: 3029, margin: kept - 2 * 625 })
})

test('what is owed back is neither revenue nor margin, nor a refund once it has gone back', async () => {
  const { sold, added, acts } = await soldToday(delivered(STRIPE, 1, 2999))
  const price = { revenue: 1999, refunded: 0, margin: 1999 - 625 }
  expect(await added()).toEqual(price)
  const [{ orderId }] = sold as [Bought]
  const back = async (amount: number) => {
    await acts.refund(orderId, BY, amount)
    const gone = sql`select 1 from refunds where order_id = ${orderId} and amount = ${amount} and state = 'done'`
    await until(async () => (await shop.db.query(gone)).length === 1, 'it has gone back')
    await quiet(shop)
  }
  await back(1000)
  expect(await added()).toEqual(price)
  await back(500)
  expect(await added()).toEqual({ revenue: 1999, refunded: 500, margin: 1499 - 625 })
})

test('a top-up is no sale', async () => {
  const { today } = await get('/office/today')
  const order = await delivered()
  await placed(order, '0 seconds')
  expect((await get('/office/today')).today.orders).toBe(today.orders + 1)
  const member = await addMember(shop)
  await shop.db.run(sql`update orders set member_id = ${member.id}, top_up_cents = total where id = ${order.orderId}`)
  expect((await get('/office/today')).today).toMatchObject({ orders: today.orders, revenue: today.revenue })
})

test('the day’s visitors are counted once each', async () => {
  // Each zone is a question of its own: what was counted a moment ago for another is not its answer.
  const visitorsIn = async (zone: string) => {
    await shop.db.transaction((tx) => writeSetting(tx, TIME_ZONE, zone))
    const { today } = await until(async () => {
      const answer = await get('/office/today')
      return answer.zone === zone ? answer : undefined
    }, 'the setting is heard')
    return today.visitors
  }
  expect(await visitorsIn('Etc/GMT')).toBe(0)
  await shop.db.run(sql`
    insert into visits (page, locale, visitor) select '/', 'en-US', decode(v, 'hex')
    from unnest(array['aa', 'aa', 'bb', 'cc']) v`)
  await shop.db.run(sql`
    insert into visits (at, page, locale, visitor) values (now() - interval '2 days', '/', 'en-US', decode('dd', 'hex'))`)
  expect(await visitorsIn('Etc/GMT')).toBe(0)
  expect(await visitorsIn('Etc/UTC')).toBe(3)
  await shop.db.transaction((tx) => writeSetting(tx, TIME_ZONE, 'UTC'))
})

test('the day is that of the shop’s time zone', async () => {
  const order = await delivered()
  await placed(order, '0 seconds')
  // Whichever of the two is nearer to noon: there the order of this moment is of today, and twelve hours ago is, too, or is not.
  for (const zone of ['Pacific/Auckland', 'Pacific/Honolulu']) {
    await shop.db.transaction((tx) => writeSetting(tx, TIME_ZONE, zone))
    const seen = await until(async () => {
      const answer = await get('/office/today')
      return answer.zone === zone ? answer : undefined
    }, 'the setting is heard')
    const { hours } = await shop.db.one<{ hours: number }>(
      sql`select extract(hour from now() at time zone ${zone})::int as hours`,
    )
    await placed(order, `${hours + 1} hours`)
    const after = await get('/office/today')
    expect(after.today.orders, zone).toBe(seen.today.orders - 1)
    await placed(order, '0 seconds')
  }
  await shop.db.transaction((tx) => writeSetting(tx, TIME_ZONE, 'UTC'))
})

test('what needs attention stands there, money first, until somebody has dealt with it; what is said later stays', async () => {
  await shop.db.run(sql`update alerts set resolved_at = now()`)
  const alert = { kind: 'order.held', subject: 'a', details: { why: '<b>why</b> ‮' } } as const
  await raiseAlert(shop.db, { ...alert, subject: 'plain' })
  await raiseAlert(shop.db, { ...alert, subject: 'money', money: true })
  await raiseAlert(shop.db, { ...alert, subject: 'later' })
  const { rows, isMore } = await get('/office/alerts')
  expect([rows.map(({ subject }: { subject: string }) => subject), isMore]).toEqual([
    ['money', 'later', 'plain'],
    false,
  ])
  const [money, later] = rows
  await raiseAlert(shop.db, { ...alert, subject: 'money', details: { why: 'something else' } })
  expect((await done(money.id, money.lastAt)).body.msg).toBe('today.refused.changed')
  const answers = await Promise.all([done(later.id, later.lastAt), done(later.id, later.lastAt)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await get('/office/alerts')).rows.map(({ subject }: { subject: string }) => subject)).toEqual([
    'money',
    'plain',
  ])
  expect(await shop.db.query(sql`select actor from audit_log where act = 'alerts.done'`)).toEqual([
    { actor: ada.email },
  ])
})

test('what an alert is about is for whoever may see such things; others see that there is one, and cannot end it', async () => {
  await shop.db.run(sql`update alerts set resolved_at = now()`)
  await raiseAlert(shop.db, { kind: 'staff.codesGuessed', subject: 'eve@staff.example', details: {} })
  await raiseAlert(shop.db, { kind: 'job.dead', subject: 'order.find 7', details: { payload: { orderId: 'x' } } })
  await raiseAlert(shop.db, { kind: 'order.held', subject: 'L-7', details: { by: 'ben', reason: 'odd' } })
  await raiseAlert(shop.db, { kind: 'stock.low', subject: 'sku', details: { left: 1 } })
  await raiseAlert(shop.db, { kind: 'restore.ordersGone', subject: 'orders', details: { count: 1, orders: ['x'] } })
  const seenBy = async (role: string) => {
    const who = await addStaff(shop, { role })
    const { body } = await shop.call('GET', '/office/alerts', { headers: { cookie: who.cookie } })
    const rows = body.data.rows as { id: number; kind: string; isHidden: boolean; subject: string; details: object }[]
    for (const { isHidden, subject, details } of rows) if (isHidden) expect([subject, details]).toEqual(['', {}])
    return { rows, hidden: rows.filter(({ isHidden }) => isHidden).map(({ kind }) => kind) }
  }
  expect((await seenBy('owner')).hidden).toEqual([])
  expect((await seenBy('manager')).hidden).toEqual([])
  expect((await seenBy('catalogue')).hidden.sort()).toEqual([
    'job.dead',
    'order.held',
    'restore.ordersGone',
    'staff.codesGuessed',
  ])
  expect((await seenBy('reader')).hidden).toEqual(['staff.codesGuessed'])
  const { rows, hidden } = await seenBy('support')
  expect(hidden.sort()).toEqual(['job.dead', 'staff.codesGuessed'])
  const now = new Date(Date.now() + 1_000).toISOString()
  const idOf = (of: string) => rows.find(({ kind }) => kind === of)!.id
  expect((await done(idOf('staff.codesGuessed'), now)).status).toBe(403)
  expect((await done(idOf('order.held'), now)).status).toBe(200)
  expect((await get('/office/alerts')).rows).toHaveLength(4)
})

test('every alert has words in both languages', () => {
  for (const language of ['en-US', 'zh-CN']) {
    const words = JSON.parse(readFileSync(new URL(`../../../locales/office/${language}.json`, import.meta.url), 'utf8'))
    const kinds = Object.keys(shop.shop.rooms.declared('alerts')).map((kind) => kind.replace('.', '_'))
    expect([language, kinds.filter((kind) => !words.today.alert[kind])]).toEqual([language, []])
  }
})

test('every alert has its way out: a page of the office, or its order', () => {
  const kinds = Object.keys(shop.shop.rooms.declared('alerts')).sort()
  expect(Object.keys(WAYS).sort()).toEqual(kinds)
  const places = readFileSync(new URL('../../../apps/office/places.ts', import.meta.url), 'utf8')
  for (const language of ['en-US', 'zh-CN']) {
    const words = JSON.parse(readFileSync(new URL(`../../../locales/office/${language}.json`, import.meta.url), 'utf8'))
    for (const kind of kinds) {
      const way = wayOf(kind)
      if (way === undefined) continue
      expect(places, kind).toContain(`path: '${way}'`)
      expect(words.today.way[wayWord(way)], `${language} ${kind}`).toMatch(/\S/)
    }
  }
})

/** What the page of each place asks first. */
const ASKED = {
  '/catalogue': 'products',
  '/health': 'health',
  '/health/jobs': 'health/jobs',
  '/health/mails': 'health/mails',
  '/health/notices': 'health/notices',
  '/inbox': 'inbox',
  '/keys/stock': 'stock',
  '/payments': 'payments',
  '/settings': 'settings',
  '/settings/currencies': 'currencies',
  '/settings/methods': 'methods',
  '/settings/pages': 'pages',
  '/staff': 'staff',
} satisfies Partial<Record<OfficePath, string>>

test.each(['owner', 'manager', 'support', 'catalogue', 'bookkeeper', 'reader'])(
  'of the ways out of alerts and first steps, those are open to the role %s whose pages answer it',
  async (role) => {
    const { cookie } = await addStaff(shop, { role })
    const ask = (path: string) => shop.call('GET', `/office/${path}`, { headers: { cookie } })
    const { permissions } = (await ask('session')).body.data
    const ways = Object.keys(WAYS).flatMap((kind) => wayOf(kind) ?? [])
    expect(Object.keys(ASKED)).toEqual(expect.arrayContaining(ways))
    for (const [path, call] of Object.entries(ASKED)) {
      const isOpen = mayGo(path as OfficePath, (permission) => permissions.includes(permission))
      expect([path, (await ask(call)).status]).toEqual([path, isOpen ? 200 : 403])
    }
  },
)
