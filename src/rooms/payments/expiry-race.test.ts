// An order's time runs out in the very moment in which its money comes, or is seen to be under way: whichever is first,
// it is one purchase (decisions C2 and C4). The rival is stopped between its look and its act.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { vaultOf } from '#rooms/orders/making/counting.testing.ts'
import { openTestShop, PAYPAL, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import {
  type Bought,
  DELIVERED,
  effectsOf,
  ordered,
  pay,
  quiet,
  reaches,
  simulatorOf,
  UNTOUCHED,
} from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const BANKS = [
  ['Stripe', STRIPE, 'pending'],
  ['Payssion', PAYSSION, 'awaiting_confirm'],
  ['PayPal', PAYPAL, 'pending'],
] as const

/** Its key is locked: whoever gives it back waits. */
async function lockKeyOf({ orderId }: Bought) {
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(
    'select 1 from vault_keys where order_line_id in (select id from order_lines where order_id = $1) for update',
    [orderId],
  )
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

/**
 * Runs `meanwhile` after the orders that are overdue have been looked up, this one among them, and before its turn has
 * come; ends when it has been dealt with.
 */
async function betweenLookAndAct(order: Bought, meanwhile: () => Promise<unknown>) {
  const first = await ordered(shop, STRIPE)
  const last = await ordered(shop, STRIPE)
  const unlock = await lockKeyOf(first)
  try {
    const ids = [first, order, last].map(({ orderId }) => orderId)
    await shop.db.run(sql`
      update orders set expires_at = now() - interval '1 hour' + array_position(${ids}::uuid[], id) * interval '1 second'
      where id = any(${ids}::uuid[])`)
    await until(
      () =>
        shop.db.query(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      'the expiry waits for the key',
    )
    await meanwhile()
  } finally {
    await unlock()
  }
  await reaches(shop, last, 'Expired')
  await quiet(shop)
}

const keptItsReservation = ({ orderId }: Bought) =>
  shop.db.one(sql`
    select released_at is null as kept, exists (select from order_events where order_id = ${orderId} and to_status = 'Expired') as expired
    from orders where id = ${orderId}`)

test.each(BANKS)(
  'money at %s that is faster than the expiry: delivered, and nothing is given back',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    await betweenLookAndAct(order, async () => {
      // PayPal's was taken before the order's time was over: afterwards none is.
      pay(shop, order, { captured: true })
      await reaches(shop, order, 'Delivered')
    })
    expect(await effectsOf(shop, order)).toEqual(DELIVERED)
    expect(await keptItsReservation(order)).toEqual({ kept: true, expired: false })
    expect(await vaultOf(shop, order.product.offerId)).toMatchObject({
      available: 2,
      reserved: 0,
      sold: 1,
      oddLines: 0,
    })
  },
)

test.each(BANKS)(
  'money under way at %s that is seen faster than the expiry: the order waits for it',
  async (_, paymentId, outcome) => {
    const order = await ordered(shop, paymentId)
    await betweenLookAndAct(order, async () => {
      pay(shop, order, { outcome: outcome as 'pending', captured: true })
      await until(async () => (await effectsOf(shop, order)).mails.length > 0, 'its buyer is told')
    })
    expect(await effectsOf(shop, order)).toEqual({ ...UNTOUCHED, mails: ['underWay'] })
    expect(await keptItsReservation(order)).toEqual({ kept: true, expired: false })
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
  },
)

test('money under way that is seen while the keys of held orders are being freed keeps its own', async () => {
  const [first, order, last] = [await ordered(shop, STRIPE), await ordered(shop, STRIPE), await ordered(shop, STRIPE)]
  const ids = [first, order, last].map(({ orderId }) => orderId)
  await shop.db.run(sql`insert into order_holds (order_id, reason) select unnest(${ids}::uuid[]), 'state'`)
  const unlock = await lockKeyOf(first)
  try {
    await shop.db.run(sql`
      update orders set expires_at = now() - interval '1 hour' + array_position(${ids}::uuid[], id) * interval '1 second'
      where id = any(${ids}::uuid[])`)
    const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(() => shop.db.query(blocked), 'the key is waited for')
    pay(shop, order, { outcome: 'pending' })
    const underWay = sql`select 1 from payments where id = ${order.attempt} and state = 'processing'`
    await until(() => shop.db.query(underWay), 'it is seen')
  } finally {
    await unlock()
  }
  await until(async () => !(await keptItsReservation(last))?.kept, 'the last one’s keys are free')
  expect(await keptItsReservation(order)).toEqual({ kept: true, expired: false })
})

/** The provider’s answer is on its way when the order ends. */
async function expiresBeforeTheAnswer(order: Bought, outcome: 'completed' | 'pending') {
  const path = {
    [STRIPE]: '/v1/checkout/sessions/',
    [PAYSSION]: '/payment/details',
    [PAYPAL]: '/v2/checkout/orders/',
  }[order.paymentId]
  const answer = simulatorOf(shop, order.paymentId).hold(path)
  try {
    pay(shop, order, { outcome, captured: true })
    await answer.arrived
    await shop.db.run(sql`update orders set expires_at = now() - interval '1 second' where id = ${order.orderId}`)
    await reaches(shop, order, 'Expired')
    expect(await vaultOf(shop, order.product.offerId)).toMatchObject({ available: 3, reserved: 0 })
  } finally {
    answer.release()
  }
}

test.each(BANKS)('an expiry that is faster than money at %s: its keys are taken again, once', async (_, paymentId) => {
  const order = await ordered(shop, paymentId)
  await expiresBeforeTheAnswer(order, 'completed')
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, alerts: ['payment.late'] })
  expect(await keptItsReservation(order)).toEqual({ kept: true, expired: true })
  expect(await vaultOf(shop, order.product.offerId)).toMatchObject({ available: 2, reserved: 0, sold: 1, oddLines: 0 })
})

test.each(BANKS)(
  'an expiry that is faster than the word of money under way at %s: it is delivered when it comes',
  async (_, paymentId, outcome) => {
    const order = await ordered(shop, paymentId)
    await expiresBeforeTheAnswer(order, outcome as 'pending')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual({ ...UNTOUCHED, status: 'Expired', reserved: 0 })
    // Its bank took three days. Whoever still has an answer on its way knows another version of the payment, and asks again.
    await shop.db.run(sql`update orders set expires_at = now() - interval '3 days' where id = ${order.orderId}`)
    await shop.db.run(sql`
      update payments set under_way_since = now() - interval '3 days', updated_at = clock_timestamp() where id = ${order.attempt}`)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, alerts: ['payment.late'] })
  },
)
