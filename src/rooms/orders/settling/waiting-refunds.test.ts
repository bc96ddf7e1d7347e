// Orders that wait for keys give their buyers the money back: offered after a day, by itself after three.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { until } from '#platform/testing.ts'
import { type Bought, effectsOf, loseKeys, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import {
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYSSION,
  placeOrder,
  STRIPE,
  statusOf,
  type TestShop,
} from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { REFUND_WAITING } from '../jobs.ts'
import { letTimePass } from '../making/counting.testing.ts'
import { BY, waitingOrders } from './waiting.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { acts, waiting } = waitingOrders(() => shop)

/** An order that its coupon pays whole, and whose key is missing. */
async function waitingForNothing() {
  const product = await addProduct(shop, { priceCents: 500 })
  await shop.db.run(sql`update offers set backing = 'supplier', stock = 3 where id = ${product.offerId}`)
  const couponCode = `FREE${product.offerId}`
  await shop.db.run(sql`insert into coupons (code, amount_usd_cents) values (${couponCode}, 500)`)
  const coupon = await shop.call('POST', '/api/check/useCoupon', {
    body: {
      ...{ couponCode, currencyId: 1, productClassId: [1] },
      ...{ productId: [product.productId], productCount: [1], productPrice: [0], supplyProductId: [product.offerId] },
    },
  })
  const order = await placeOrder(
    shop,
    orderBody([{ product }], { paymentId: STRIPE, coupon: { couponId: coupon.body.data.couponId, cents: 500 } }),
  )
  await quiet(shop)
  return order
}

/** The mails about an order, as they are written, the oldest first. */
async function letters({ orderId }: { orderId: string }): Promise<string[]> {
  const mails = await shop.db.query<{ id: string }>(
    sql`select id from mails where data ->> 'orderId' = ${orderId} order by created_at`,
  )
  return Promise.all(mails.map(async ({ id }) => (await fetch(`${shop.shop.origin}/sandbox/mail/${id}/text`)).text()))
}

test('a paid order that waits offers its buyer his money back after a day, and gives it back after three', async () => {
  const { orders } = await waiting(3)
  const [patient, impatient, fresh] = orders as [Bought, Bought, Bought]
  for (const order of orders) {
    pay(shop, order)
    await reaches(shop, order, 'Processing')
  }
  await shop.db.run(sql`update orders set paid_at = now() - interval '73 hours' where id = ${patient.orderId}`)
  await shop.db.run(sql`update orders set paid_at = now() - interval '25 hours' where id = ${impatient.orderId}`)
  const of = async (order: Bought) =>
    (await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })).body.data
  const ask = (order: Bought) =>
    shop.call('POST', `/api/pay/moneyBack/${order.orderId}`, { headers: { cookie: order.cookie } })
  expect(await of(fresh)).toMatchObject({ mayHaveMoneyBack: false })
  expect((await ask(fresh)).body.msg).toBe('order.notWaiting')
  expect(await of(impatient)).toMatchObject({ mayHaveMoneyBack: true, goesBack: false })
  const hold = shop.stripe.hold('/v1/refunds')
  expect((await Promise.all([ask(impatient), ask(impatient)])).map(({ status }) => status).toSorted()).toEqual([
    200, 422,
  ])
  expect(await of(impatient)).toMatchObject({ orderStatus: 'Processing', mayHaveMoneyBack: false, goesBack: true })
  hold.release()
  await reaches(shop, impatient, 'Refunded')
  await enqueue(shop.db, REFUND_WAITING, {})
  await reaches(shop, patient, 'Refunded')
  await quiet(shop)
  expect(await effectsOf(shop, patient)).toMatchObject({ sold: 0, mails: ['processing', 'refund'] })
  expect(await statusOf(shop, fresh.orderId)).toBe('Processing')
})

test('an order that was paid twice and waits: while the second payment goes back, the price can be asked for and refunded', async () => {
  const { orders } = await waiting(2)
  for (const [order, giveBack] of orders.map((order, at) => [order, at === 0 ? ask : refundWhole] as const)) {
    // A voucher that is still open when he pays by card.
    shop.stripe.pay(order.attempt, { outcome: 'konbini' })
    await quiet(shop)
    const again = await shop.call('POST', '/api/pay/toPay', {
      headers: { cookie: order.cookie },
      body: { orderId: order.orderId, paymentId: STRIPE },
    })
    expect(again.status).toBe(200)
    pay(shop, { ...order, attempt: await attemptOf(shop, order.orderId) })
    await reaches(shop, order, 'Processing')
    await quiet(shop)
    await shop.db.run(sql`update orders set paid_at = now() - interval '25 hours' where id = ${order.orderId}`)
    const hold = shop.stripe.hold('/v1/refunds')
    pay(shop, order)
    await hold.arrived
    expect((await detailOf(order)).body.data).toMatchObject({ mayHaveMoneyBack: true, goesBack: false })
    await giveBack(order)
    expect((await detailOf(order)).body.data).toMatchObject({ mayHaveMoneyBack: false, goesBack: true })
    hold.release()
    await reaches(shop, order, 'Refunded')
    await quiet(shop)
  }
})
const detailOf = (order: Bought) =>
  shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })
async function ask(order: Bought) {
  const path = `/api/pay/moneyBack/${order.orderId}`
  expect((await shop.call('POST', path, { headers: { cookie: order.cookie } })).status).toBe(200)
}
const refundWhole = ({ orderId }: Bought) => acts().refund(orderId, BY, null)

test.each([
  ['its 72 hours are over', 73, () => enqueue(shop.db, REFUND_WAITING, {}), 'it waited too long'],
  [
    'its buyer would not wait',
    25,
    ({ orderId, cookie }: Awaited<ReturnType<typeof placeOrder>>) =>
      shop.call('POST', `/api/pay/moneyBack/${orderId}`, { headers: { cookie } }),
    'he would not wait any longer',
  ],
])(
  'of an order that cost nothing and ends without its keys (%s) its buyer and the operator are told',
  async (_, hours, end, why) => {
    const order = await waitingForNothing()
    const waits = { status: 'Processing', mails: ['processing'], alerts: ['order.waitingForKeys'] }
    expect(await effectsOf(shop, order)).toMatchObject(waits)
    await shop.db.run(
      sql`update orders set paid_at = now() - make_interval(hours => ${hours}) where id = ${order.orderId}`,
    )
    await end(order)
    await reaches(shop, order, 'Refunded')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toMatchObject({
      mails: ['processing', 'ended'],
      alerts: ['order.waitingForKeys', 'order.endedWithoutKeys'],
    })
    expect(
      await shop.db.query(sql`select kind from alerts where order_id = ${order.orderId} and resolved_at is null`),
    ).toEqual([{ kind: 'order.endedWithoutKeys' }])
    const { details } = await shop.db.one<{ details: object }>(
      sql`select details from alerts where kind = 'order.endedWithoutKeys' and order_id = ${order.orderId}`,
    )
    expect(details).toEqual({ orderNo: order.orderNo, why })
    const [wait, ended] = await letters(order)
    expect(wait).toContain('It costs nothing, so there is nothing to pay. One or more keys are not in stock')
    expect(wait).toContain('\nYour order\n')
    expect(wait).not.toMatch(/payment has|money back|Receipt/)
    expect(ended).toContain('It cost nothing: no money goes back, and you owe nothing.')
  },
)

test('of an order that cost nothing and that a person holds its buyer is told nothing of a payment', async () => {
  const order = await waitingForNothing()
  const acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
  await acts.hold(order.orderId, { actor: 'ada', reason: 'forty coupons of one address' })
  await quiet(shop)
  expect((await effectsOf(shop, order)).mails).toEqual(['processing', 'held'])
  const [, held] = await letters(order)
  expect(held).toContain('A person has to look at your order before your keys can be sent')
  expect(held).toContain('It costs nothing')
  expect(held).not.toMatch(/your payment|pay again|money back/)
})

describe('a refund that failed before', () => {
  const refundsOf = ({ orderId }: Bought) =>
    shop.db.query<{ cause: string; state: string }>(
      sql`select cause, state from refunds where order_id = ${orderId} order by created_at`,
    )
  const failsNext = () => shop.payssion.refuseRefund(412)

  async function hasFailed(order: Bought): Promise<void> {
    const failed = sql`select 1 from order_holds where order_id = ${order.orderId} and lifted_at is null`
    await until(async () => (await shop.db.query(failed)).length > 0, 'it is held')
    await quiet(shop)
  }

  async function waitsThreeDays(order: Bought): Promise<void> {
    await shop.db.run(sql`update orders set paid_at = now() - interval '73 hours' where id = ${order.orderId}`)
    await enqueue(shop.db, REFUND_WAITING, {})
    await quiet(shop)
  }

  /** Paid at Payssion, and it waits for all of its keys. */
  async function paid(count: number): Promise<Bought> {
    const order = await ordered(shop, PAYSSION, { keys: count, count })
    await loseKeys(shop, order.product.offerId)
    pay(shop, order)
    await reaches(shop, order, 'Processing')
    await quiet(shop)
    return order
  }

  test('of late money that a person then took as paid: it goes back after three days all the same', async () => {
    const order = await ordered(shop, PAYSSION, { keys: 1 })
    await letTimePass(shop, order.product.offerId)
    await reaches(shop, order, 'Expired')
    await ordered(shop, PAYSSION, { product: order.product })
    failsNext()
    pay(shop, order)
    await hasFailed(order)
    expect(await acts().accept(order.orderId, BY)).toMatchObject({ status: 'Processing' })
    await waitsThreeDays(order)
    await reaches(shop, order, 'Refunded')
    expect(await refundsOf(order)).toEqual([
      { cause: 'late', state: 'failed' },
      { cause: 'waiting', state: 'done' },
    ])
  })

  test('of a unit, and was made since: the rest goes back after three days', async () => {
    const order = await paid(2)
    failsNext()
    await acts().refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
    await hasFailed(order)
    await acts().refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
    await until(async () => (await refundsOf(order)).some(({ state }) => state === 'done'), 'it was made')
    await quiet(shop)
    await waitsThreeDays(order)
    await reaches(shop, order, 'Refunded')
    expect((await refundsOf(order)).map(({ state }) => state)).toEqual(['failed', 'done', 'done'])
  })

  test('and was not made since: its money may have gone another way, and nothing goes back by itself', async () => {
    const order = await paid(2)
    failsNext()
    await acts().refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
    await hasFailed(order)
    await acts().release(order.orderId, BY)
    // Another unit is none of that money.
    await acts().refundUnits(order.orderId, BY, [{ line: 1, unit: 2 }])
    await until(async () => (await refundsOf(order)).some(({ state }) => state === 'done'), 'it was made')
    await quiet(shop)
    await waitsThreeDays(order)
    expect((await refundsOf(order)).map(({ state }) => state)).toEqual(['failed', 'done'])
  })

  test('and was not made since: its buyer is not offered his money either, and does not get it by asking', async () => {
    const order = await paid(1)
    failsNext()
    await acts().refund(order.orderId, BY, null)
    await hasFailed(order)
    await shop.db.run(sql`update orders set paid_at = now() - interval '25 hours' where id = ${order.orderId}`)
    const asks = async () => {
      expect((await detailOf(order)).body.data).toMatchObject({ orderStatus: 'Processing', mayHaveMoneyBack: false })
      const path = `/api/pay/moneyBack/${order.orderId}`
      const { body } = await shop.call('POST', path, { headers: { cookie: order.cookie } })
      expect(body.msg).toBe('order.notWaiting')
      await quiet(shop)
      expect(await refundsOf(order)).toEqual([{ cause: 'operator', state: 'failed' }])
    }
    await asks()
    await acts().release(order.orderId, BY)
    await asks()
  })

  test('of this very wait: a person decides, and it is not tried again by itself', async () => {
    const order = await paid(1)
    failsNext()
    await waitsThreeDays(order)
    await hasFailed(order)
    await acts().release(order.orderId, BY)
    await waitsThreeDays(order)
    expect(await refundsOf(order)).toEqual([{ cause: 'waiting', state: 'failed' }])
  })
})
