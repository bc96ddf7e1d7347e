// `kill -9` between every two steps of a refund and of money that comes late, then start again and count (decisions C4, E5).
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { differences } from '#rooms/ledger/check.ts'
import { giveBalance } from '#rooms/ledger/gift.testing.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { quiet } from '#rooms/payments/scene.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  BALANCE,
  orderBody,
  PAYPAL,
  PAYSSION,
  placeOrder,
  STRIPE,
  statusOf,
  type TestProduct,
} from '../harness.ts'
import { countsOf, expectAllDelivered } from './counts.testing.ts'
import { openWorld, startMortal, type World } from './world.testing.ts'

const KEYS = 5
const BY = { actor: 'ada', reason: 'the buyer wrote to us' }

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.endShops())
afterAll(() => world.close())

const acts = () => createActs({ db: world.db, settling: settlingBesideShop(() => 'shop.test') })

const simulatorOf = (paymentId: number) =>
  paymentId === STRIPE ? world.stripe : paymentId === PAYPAL ? world.paypal : world.payssion

async function ordered(product: TestProduct, paymentId: typeof STRIPE | typeof PAYSSION | typeof PAYPAL) {
  const order = await placeOrder(world, orderBody([{ product, count: 2 }], { paymentId }))
  return { ...order, attempt: await attemptOf(world, order.orderId) }
}

/** Waiting jobs need not wait: a refund that was asked for is looked after again. */
const hurry = () =>
  world.db.run(sql`
    update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and task_id = (select id from graphile_worker._private_tasks where identifier = 'payment.refund')`)

const BEGUN = ['when it was begun, before the provider is asked', 'refund begun'] as const
const ASKED = ['when the provider has answered, before that is stored', 'refund asked'] as const
const STORED = ['when that is stored, before it takes effect', 'refund stored'] as const
const [UNIT, ALL] = ['PartlyRefunded', 'Refunded'] as const

test.each([
  [...BEGUN, 'a unit at PayPal', PAYPAL, UNIT, 1],
  [...BEGUN, 'all at Payssion', PAYSSION, ALL, 0],
  [...ASKED, 'a unit at Stripe', STRIPE, UNIT, 1],
  [...ASKED, 'a unit at PayPal', PAYPAL, UNIT, 1],
  [...ASKED, 'all at Payssion', PAYSSION, ALL, 0],
  [...STORED, 'all at Stripe', STRIPE, ALL, 0],
] as const)('killed %s (%s), a refund of %s is one refund', async (_, step, __, paymentId, status, shown) => {
  const shop = await startMortal(world, step)
  const product = await addProduct(world, { keys: KEYS })
  const order = await ordered(product, paymentId)
  simulatorOf(paymentId).pay(order.attempt, { outcome: 'completed' })
  await until(
    async () =>
      // In this order: before it is delivered there is no mail that could be unsent.
      (await statusOf(world, order.orderId)) === 'Delivered' && (await countsOf(world, product)).unsentMails === 0,
    'it is delivered',
  )
  if (status === 'PartlyRefunded') await acts().refundUnits(order.orderId, BY, [{ line: 1, unit: 2 }])
  else await acts().refund(order.orderId, BY, null)
  await shop.reborn
  await until(async () => {
    await hurry()
    return (await statusOf(world, order.orderId)) === status
  }, `it is ${status}`)
  await quiet(world)

  const { paid } = await world.db.one<{ paid: number }>(
    sql`select paid_amount as paid from payments where id = ${order.attempt}`,
  )
  const refunds = await world.db.query<{ state: string; amount: number; back: number }>(sql`
      select r.state, r.amount, p.refunded_amount as back from refunds r join payments p on p.id = r.payment_id
      where r.order_id = ${order.orderId}`)
  const amount = status === 'Refunded' ? paid : Math.floor(paid / 2)
  expect(refunds).toEqual([{ state: 'done', amount, back: amount }])
  const { moves } = await world.db.one<{ moves: number }>(
    sql`select count(*)::int as moves from order_events where order_id = ${order.orderId} and to_status = ${status}`,
  )
  expect(moves).toBe(1)
  const keys = await world.db.query<{ refunded: boolean }>(sql`
      select refunded_at is not null as refunded from vault_keys where offer_id = ${product.offerId} and state = 'sold'`)
  expect(keys.filter(({ refunded }) => !refunded)).toHaveLength(shown)
  expect(await countsOf(world, product)).toMatchObject({ keysSold: 2, keysAvailable: KEYS - 2, unsentMails: 0 })
  const told = await world.db.query(
    sql`select 1 from mails where data ->> 'orderId' = ${order.orderId} and template = 'refund'`,
  )
  expect(told).toHaveLength(1)
  await shop.end()
})

/** Paid, by a member who has nothing else on his balance then; not told to anybody else. */
async function boughtBy(
  product: TestProduct,
  paymentId: typeof STRIPE | typeof PAYSSION | typeof PAYPAL | typeof BALANCE,
) {
  const member = await addMember(world)
  const headers = { cookie: member.cookie }
  const body = orderBody([{ product, count: 2 }], { paymentId, email: member.email })
  const amount = body.orderList.realAmount
  if (paymentId === BALANCE) await giveBalance(world, member.id, Math.round(amount * 100))
  const order = await placeOrder(world, body, headers)
  const attempt = await attemptOf(world, order.orderId)
  if (paymentId === BALANCE)
    await world.call('POST', '/api/pay/balance', { body: { orderId: order.orderId, amount }, headers })
  else simulatorOf(paymentId).pay(attempt, { outcome: 'completed' })
  await until(
    async () =>
      (await statusOf(world, order.orderId)) === 'Delivered' && (await countsOf(world, product)).unsentMails === 0,
    'it is delivered',
  )
  return { ...order, attempt, member, headers }
}

test.each([
  ['when it was begun, with nothing moved', 'refund put on balance', 'all at Stripe', STRIPE, ALL],
  ['when it was begun, with nothing moved', 'refund put on balance', 'a unit at PayPal', PAYPAL, UNIT],
  ['when all has moved, before the commit', 'refund on balance settled', 'a unit at Stripe', STRIPE, UNIT],
  ['when all has moved, before the commit', 'refund on balance settled', 'all at Payssion', PAYSSION, ALL],
  ['after the commit', 'refund over', 'all at PayPal', PAYPAL, ALL],
  ['after the commit', 'refund over', 'a unit at Payssion', PAYSSION, UNIT],
  [...BEGUN, 'a unit paid from the balance', BALANCE, UNIT],
  [...ASKED, 'all that was paid from the balance', BALANCE, ALL],
  [...STORED, 'a unit paid from the balance', BALANCE, UNIT],
] as const)('killed %s (%s), a refund to the balance of %s is there once', async (_, step, __, paymentId, status) => {
  const shop = await startMortal(world, step)
  const product = await addProduct(world, { keys: KEYS })
  const order = await boughtBy(product, paymentId)
  const { orderId, headers, attempt } = order
  if (paymentId !== BALANCE) {
    const chosen = await world.call('POST', `/api/profile/order/refundTo/${orderId}`, {
      body: { to: 'balance' },
      headers,
    })
    expect(chosen.status, chosen.body?.msg).toBe(200)
  }
  if (status === UNIT) await acts().refundUnits(orderId, BY, [{ line: 1, unit: 2 }])
  else await acts().refund(orderId, BY, null)
  await shop.reborn
  await until(async () => {
    await hurry()
    return (await statusOf(world, orderId)) === status
  }, `it is ${status}`)
  await quiet(world)

  const paid = Math.round(order.amount * 100)
  const amount = status === ALL ? paid : Math.floor(paid / 2)
  expect(
    await world.db.query(sql`
      select r.state, r.destination, r.amount, p.refunded_amount as back, p.to_balance as "toBalance"
      from refunds r join payments p on p.id = r.payment_id where r.order_id = ${orderId}`),
  ).toEqual([
    paymentId === BALANCE
      ? { state: 'done', destination: 'source', amount, back: amount, toBalance: 0 }
      : { state: 'done', destination: 'balance', amount, back: amount, toBalance: amount },
  ])
  const { body } = await world.call('GET', '/api/profile/balance', { headers })
  const back = body.rows.filter(({ kind }: { kind: string }) => kind === 'refund')
  expect(back.map(({ amount, balance }: { amount: number; balance: number }) => [amount, balance])).toEqual([
    [amount / 100, amount / 100],
  ])
  expect(await differences(world.db)).toEqual({ movements: [], totals: [] })
  const entered = await world.db.query(
    sql`select 1 from order_events where order_id = ${orderId} and to_status = ${status}`,
  )
  expect(entered).toHaveLength(1)
  const told = await world.db.query(
    sql`select 1 from mails where data ->> 'orderId' = ${orderId} and template = 'refund'`,
  )
  expect(told).toHaveLength(1)
  if (paymentId !== BALANCE)
    expect(JSON.stringify(simulatorOf(paymentId).payment(attempt))).not.toMatch(
      /"refunded(Minor)?":[1-9]|"refunds":\[[^\]]/,
    )
  await shop.end()
})

test.each([
  ['when the job began', 'job started'],
  ['when the provider was queried', 'provider queried'],
  ['when all was taken again and settled, before the commit', 'payment settled'],
  ['after the commit', 'settlement committed'],
])('money that comes after the order’s end, killed %s: one purchase', async (_, step) => {
  const shop = await startMortal(world, step)
  const product = await addProduct(world, { keys: KEYS })
  const order = await ordered(product, PAYSSION)
  await world.db.run(sql`update orders set expires_at = now() - interval '1 second' where id = ${order.orderId}`)
  await until(async () => (await statusOf(world, order.orderId)) === 'Expired', 'it has expired')
  expect(await countsOf(world, product)).toMatchObject({ keysReserved: 0, keysAvailable: KEYS })
  world.payssion.pay(order.attempt, { outcome: 'completed' })
  await shop.reborn
  await until(async () => (await countsOf(world, product)).delivered === 1, 'it is delivered')
  await quiet(world)
  await expectAllDelivered(world, product, { orders: 1, keysEach: 2, keys: KEYS })
  const late = await world.db.query(
    sql`select 1 from alerts where order_id = ${order.orderId} and kind = 'payment.late'`,
  )
  expect(late).toHaveLength(1)
  expect(await world.db.query(sql`select 1 from refunds where order_id = ${order.orderId}`)).toEqual([])
  await shop.end()
})
