// What members' orders earn, and lose again with their money (decision C8).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  heldAlways,
  openTestShop,
  orderBody,
  placeOrder,
  STRIPE,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'a test' }
const holdsOf = (orderId: string) => shop.db.query(sql`select from order_holds where order_id = ${orderId}`)

/** Two pieces of 75.00 US dollars, paid. `amountMinor`: with more or less than they cost; too little is accepted. */
async function bought(member: TestMember | undefined, email?: string, amountMinor?: number) {
  const product = await addProduct(shop, { keys: 2, priceCents: 7_500 })
  const placed = await placeOrder(
    shop,
    orderBody([{ product, count: 2 }], { email }),
    member && { cookie: member.cookie },
  )
  const order = { ...placed, paymentId: STRIPE, attempt: await attemptOf(shop, placed.orderId) } as const
  pay(shop, order, { amountMinor })
  if (amountMinor !== undefined && amountMinor < 15_000) {
    await until(async () => (await holdsOf(placed.orderId)).length === 1, 'it is held')
    await acts.accept(placed.orderId, BY)
  }
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

async function standing(member: TestMember) {
  const headers = { cookie: member.cookie }
  const { title, discount, uintegral, uexp } = (await shop.call('GET', '/api/getInfo', { headers })).body.data
  const { pendingPoints } = (await shop.call('GET', '/api/profile/memberGroup', { headers })).body.data
  return { title, discount, uexp, uintegral, pendingPoints }
}

const NOTHING = { title: 'Bronze', discount: 0, uexp: 0, uintegral: 0, pendingPoints: 0 }
const SILVER = { title: 'Silver', discount: 2, uexp: 150, uintegral: 0, pendingPoints: 1.5 }

/** What was entered adds up to what is shown. */
async function balanced() {
  expect(
    await shop.db.query(sql`
      select member_id from member_rewards r
      full join (select member_id, sum(points) points, sum(pending) pending, sum(growth) growth from reward_entries group by 1) e using (member_id)
      where (r.points, r.pending, r.growth) is distinct from (e.points, e.pending, e.growth)`),
  ).toEqual([])
}

test('a payment brings growth and a level at once, points once the order is completed; told again it brings no more', async () => {
  const member = await addMember(shop)
  expect(await standing(member)).toEqual(NOTHING)
  const { orderId } = await bought(member)
  expect(await standing(member)).toEqual(SILVER)
  for (let i = 0; i < 3; i++)
    await shop.db.run(
      sql`select graphile_worker.add_job('order.reward', json_build_object('orderId', ${orderId}::text))`,
    )
  await quiet(shop)
  expect(await standing(member)).toEqual(SILVER)
  const headers = { cookie: member.cookie }
  expect((await shop.call('POST', `/api/profile/confirmReceipt/${orderId}`, { headers })).status).toBe(200)
  await quiet(shop)
  expect(await standing(member)).toEqual({ ...SILVER, uintegral: 1.5, pendingPoints: 0 })
  await balanced()
})

test('a refund takes back its part, the whole one all; points of what is left are usable after 14 days', async () => {
  const member = await addMember(shop)
  const order = await bought(member)
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
  await reaches(shop, order, 'PartlyRefunded')
  const left = { ...NOTHING, uexp: 75, pendingPoints: 0.75 }
  await until(async () => (await standing(member)).uexp === 75, 'half of it is taken back')
  expect(await standing(member)).toEqual(left)
  await shop.db.run(sql`update orders set delivered_at = now() - interval '15 days' where id = ${order.orderId}`)
  await shop.db.run(
    sql`update graphile_worker._private_jobs set run_at = now() where key = ${`reward ${order.orderId}`}`,
  )
  await until(async () => (await standing(member)).uintegral === 0.75, 'its points are usable')
  await acts.refund(order.orderId, BY, null)
  await reaches(shop, order, 'Refunded')
  await until(async () => (await standing(member)).uexp === 0, 'all of it is taken back')
  expect(await standing(member)).toEqual(NOTHING)
  await balanced()
})

test('each further refund that people here have sent takes back its part', async () => {
  const member = await addMember(shop)
  const order = await bought(member)
  for (const left of [120, 90]) {
    await acts.refund(order.orderId, BY, 3_000)
    await until(async () => (await standing(member)).uexp === left, `${left} of it is left`)
  }
  expect(await standing(member)).toEqual({ ...NOTHING, uexp: 90, pendingPoints: 0.9 })
  await balanced()
})

test('of an order that was overpaid a unit’s refund takes back its part, and that of the rest above the price nothing', async () => {
  const member = await addMember(shop)
  const order = await bought(member, undefined, 30_000)
  await acts.refund(order.orderId, BY, 5_000)
  await quiet(shop)
  expect(await standing(member)).toEqual(SILVER)
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
  await until(async () => (await standing(member)).uexp === 75, 'half of it is taken back')
  expect(await standing(member)).toEqual({ ...NOTHING, uexp: 75, pendingPoints: 0.75 })
  await balanced()
})

test('of an order that was accepted with too little a unit’s refund takes back its part of what came', async () => {
  const member = await addMember(shop)
  const order = await bought(member, undefined, 6_000)
  expect(await standing(member)).toEqual(SILVER)
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
  await until(async () => (await standing(member)).uexp < 150, 'its part is taken back')
  expect(await standing(member)).toEqual({ ...NOTHING, uexp: 75, pendingPoints: 0.75 })
  await balanced()
})

test('what is disputed does not count, and counts again when the dispute is won', async () => {
  const member = await addMember(shop)
  const order = await bought(member)
  pay(shop, order, { outcome: 'disputed' })
  await reaches(shop, order, 'Disputed')
  await until(async () => (await standing(member)).uexp === 0, 'it is taken back')
  expect(await standing(member)).toEqual(NOTHING)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await until(async () => (await standing(member)).uexp === 150, 'it counts again')
  expect(await standing(member)).toEqual(SILVER)
  await balanced()
})

test('points of an order that was completed stay usable through a part refund and a dispute; each step is listed with its total', async () => {
  const member = await addMember(shop)
  const headers = { cookie: member.cookie }
  const order = await bought(member)
  await shop.call('POST', `/api/profile/confirmReceipt/${order.orderId}`, { headers })
  await until(async () => (await standing(member)).uintegral === 1.5, 'its points are usable')
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
  await reaches(shop, order, 'PartlyRefunded')
  await until(async () => (await standing(member)).uintegral === 0.75, 'half of them is taken back')
  const dispute = shop.stripe.dispute(order.attempt)
  await reaches(shop, order, 'Disputed')
  await until(async () => (await standing(member)).uexp === 0, 'all of it is taken back')
  shop.stripe.moveDispute(dispute, 'won')
  await reaches(shop, order, 'PartlyRefunded')
  await until(async () => (await standing(member)).uexp === 75, 'it counts again')
  expect(await standing(member)).toEqual({ ...NOTHING, uexp: 75, uintegral: 0.75 })

  const { rows, total } = (await shop.call('GET', '/api/profile/points?pageSize=2', { headers })).body
  const { orderId, orderNo } = order
  expect({ rows, total }).toEqual({
    total: 5,
    rows: [
      [0.75, 0.75, 75, 75],
      [-0.75, 0, -75, 0],
    ].map(([points, currentPoints, consumption, totalConsumption]) => ({
      ...{ id: expect.any(Number), at: expect.any(String), reason: 'order', orderId, orderNo },
      ...{ points, currentPoints, pendingPoints: 0, currentPendingPoints: 0, consumption, totalConsumption },
    })),
  })
  await balanced()
})

test('guests earn nothing, and nothing is done for them; what becomes a member’s order is his with all that it earns', async () => {
  const member = await addMember(shop)
  const { count } = await shop.db.one<{ count: number }>(sql`select count(*)::int as count from order_rewards`)
  const { orderId } = await bought(undefined, `guest-${member.username}@example.com`)
  expect(await shop.db.one(sql`select count(*)::int as count from order_rewards`)).toEqual({ count })
  expect(await shop.db.query(sql`select 1 from graphile_worker.jobs where key = ${`reward ${orderId}`}`)).toEqual([])
  await shop.db.run(sql`update members set email = ${`guest-${member.username}@example.com`} where id = ${member.id}`)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.joinGuests', json_build_object('memberId', ${member.id}::text))`,
  )
  await until(async () => (await standing(member)).uexp === 150, 'it is his')
  expect(await standing(member)).toEqual(SILVER)
})

test('entries stay as they were written; they go whole with their member', async () => {
  const member = await addMember(shop)
  await bought(member)
  await expect(shop.db.run(sql`update reward_entries set growth = 0 where member_id = ${member.id}`)).rejects.toThrow(
    'never changed',
  )
  const personal = shop.shop.rooms.declared('personal').levels!
  expect(await personal.collect(member.id, heldAlways(member.email))).toMatchObject({
    totals: { points: 0, pendingPoints: 1.5, growth: 150 },
    entries: [{ reason: 'order', pendingPoints: 1.5, growth: 150 }],
  })
  await shop.db.transaction((tx) => personal.erase(tx, member.id, null))
  expect(await standing(member)).toEqual(NOTHING)
  expect(await shop.db.query(sql`select 1 from reward_entries where member_id = ${member.id}`)).toEqual([])
})
