// How the day goes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { zoneWhereItIs } from '#platform/settings/time-zone.testing.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { writeSetting } from '#platform/settings/write.ts'
import { until } from '#platform/testing.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'support' })
  await movedTo(NOON)
})
afterAll(() => shop.close())

// No day of a test ends while it runs.
const NOON = zoneWhereItIs(12)

/** The shop's zone from now on; answers how the day goes there. */
async function movedTo(zone: string) {
  await shop.db.transaction((tx) => writeSetting(tx, TIME_ZONE, zone))
  return until(async () => {
    const answer = await get('/office/today')
    return answer.zone === zone ? answer : undefined
  }, 'the setting is heard')
}

const get = async (path: string) => (await shop.call('GET', path, { headers: { cookie: ada.cookie } })).body.data

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
  expect(none).toMatchObject({ zone: NOON, today: { orders: 0, revenue: 0, deliveryP50: null }, waitingForKeys: 0 })
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
  const visitorsIn = async (zone: string) => (await movedTo(zone)).today.visitors
  const [one, other] = [zoneWhereItIs(11), zoneWhereItIs(13)]
  expect(await visitorsIn(one)).toBe(0)
  await shop.db.run(sql`
    insert into visits (page, locale, visitor) select '/', 'en-US', decode(v, 'hex')
    from unnest(array['aa', 'aa', 'bb', 'cc']) v`)
  await shop.db.run(sql`
    insert into visits (at, page, locale, visitor) values (now() - interval '2 days', '/', 'en-US', decode('dd', 'hex'))`)
  expect(await visitorsIn(one)).toBe(0)
  expect(await visitorsIn(other)).toBe(3)
  await movedTo(NOON)
})

test('the day is that of the shop’s time zone', async () => {
  const order = await delivered()
  await placed(order, '0 seconds')
  // Of this moment the order is of today in both; of the moment before the day began, of the day before.
  for (const zone of [zoneWhereItIs(10), zoneWhereItIs(14)]) {
    const seen = await movedTo(zone)
    // In one statement: an hour that turns between two would place it within the day.
    await shop.db.run(sql`
      update orders set placed_at = (date_trunc('day', now() at time zone ${zone}) - interval '1 second') at time zone ${zone}
      where id = ${order.orderId}`)
    const after = await get('/office/today')
    expect(after.today.orders, zone).toBe(seen.today.orders - 1)
    await placed(order, '0 seconds')
  }
  await movedTo(NOON)
})
