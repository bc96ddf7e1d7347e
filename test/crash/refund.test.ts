// `kill -9` between every two steps of a refund and of money that comes late, then start again and count (decisions C4, E5).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { createActs } from '#rooms/orders/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import {
  addProduct,
  attemptOf,
  orderBody,
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
afterAll(() => world.close())

const acts = () => createActs({ db: world.db, settling: settlingBesideShop(() => 'shop.test') })

const simulatorOf = (paymentId: number) => (paymentId === STRIPE ? world.stripe : world.payssion)

async function ordered(product: TestProduct, paymentId: typeof STRIPE | typeof PAYSSION) {
  const order = await placeOrder(world, orderBody([{ product, count: 2 }], { paymentId }))
  return { ...order, attempt: await attemptOf(world, order.orderId) }
}

/** Whatever is due is done: also what a provider has yet to tell. */
async function quiet() {
  await Promise.all([world.stripe.notified(), world.payssion.notified()])
  await until(
    async () =>
      (
        await world.db.query(
          sql`select 1 from graphile_worker.jobs where run_at <= now() or locked_by is not null union all select 1 from payment_events where due_at is not null and handled_at is null`,
        )
      ).length === 0,
    'no job is due',
  )
}

/** Waiting jobs need not wait: a refund that was asked for is looked after again. */
const hurry = () =>
  world.db.run(sql`
    update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and task_id = (select id from graphile_worker._private_tasks where identifier = 'payment.refund')`)

const REFUND_STEPS = [
  ['when it was begun, before the provider is asked', 'refund begun'],
  ['when the provider has answered, before that is stored', 'refund asked'],
  ['when that is stored, before it takes effect', 'refund stored'],
] as const
const REFUNDS = [
  ['a unit at Stripe', STRIPE, 'PartlyRefunded', 1],
  ['all at Payssion', PAYSSION, 'Refunded', 0],
] as const

test.each(REFUNDS.flatMap((refund) => REFUND_STEPS.map((step) => [...step, ...refund] as const)))(
  'killed %s (%s), a refund of %s is one refund',
  async (_, step, __, paymentId, status, shown) => {
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
    await quiet()

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
  },
)

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
  await quiet()
  await expectAllDelivered(world, product, { orders: 1, keysEach: 2, keys: KEYS })
  const late = await world.db.query(
    sql`select 1 from alerts where order_id = ${order.orderId} and kind = 'payment.late'`,
  )
  expect(late).toHaveLength(1)
  expect(await world.db.query(sql`select 1 from refunds where order_id = ${order.orderId}`)).toEqual([])
  await shop.end()
})
