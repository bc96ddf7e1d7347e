// Money that comes late: honoured as if it were ordered now, else it goes back by itself (decision C4).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { alertsOf, letTimePass, vaultOf } from '#rooms/orders/making/counting.testing.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import {
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYPAL,
  PAYSSION,
  placeOrder,
  STRIPE,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import {
  applyCoupon,
  type Bought,
  DELIVERED,
  effectsOf,
  looked,
  ordered,
  orderedWithCoupon,
  PROVIDERS,
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

async function expired(order: Bought): Promise<Bought> {
  await letTimePass(shop, order.product.offerId)
  await reaches(shop, order, 'Expired')
  await quiet(shop)
  return order
}

const refundsOf = (orderId: string) =>
  shop.db.query<{ cause: string; reason: string; state: string }>(
    sql`select cause, reason, state from refunds where order_id = ${orderId} order by created_at`,
  )

/** The money went back, and nothing else happened. */
async function expectSentBack(order: Bought, reason: string, status = 'Expired') {
  await until(async () => (await refundsOf(order.orderId)).some(({ state }) => state === 'done'), 'it is sent back')
  await quiet(shop)
  expect(await refundsOf(order.orderId)).toEqual([{ cause: 'late', reason, state: 'done' }])
  expect(await effectsOf(shop, order)).toEqual({
    ...UNTOUCHED,
    status,
    reserved: 0,
    mails: ['refund'],
    alerts: ['payment.sentBack'],
  })
  const { state } = await shop.db.one<{ state: string }>(sql`select state from payments where id = ${order.attempt}`)
  expect(state).toBe('refunded')
}

test.each(PROVIDERS)('after a day it goes back (%s)', async (_, paymentId) => {
  const order = await expired(await ordered(shop, paymentId))
  await shop.db.run(sql`update orders set expires_at = now() - interval '25 hours' where id = ${order.orderId}`)
  pay(shop, order, { captured: true })
  await expectSentBack(order, 'too late')
})

/** It came 27 hours ago, its order's payment time was over an hour later, and its keys are free. */
async function heldForLong(order: Bought) {
  await quiet(shop)
  await shop.db.run(sql`update payments set updated_at = now() - interval '27 hours' where id = ${order.attempt}`)
  await shop.db.run(sql`update orders set expires_at = now() - interval '26 hours' where id = ${order.orderId}`)
  await until(async () => (await effectsOf(shop, order)).reserved === 0, 'its keys are free')
}

test('a held order has not ended: what is accepted at PayPal after days pays it, if its price still stands', async () => {
  const orders = [await ordered(shop, PAYPAL), await ordered(shop, PAYPAL)]
  for (const order of orders) {
    shop.paypal.approve(order.attempt, { status: 'PENDING', reason: 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION' })
    await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'it is held')
    await heldForLong(order)
  }
  const [order, dearer] = orders as [Bought, Bought]
  await shop.db.run(sql`update offers set price_cents = price_cents + 200 where id = ${dearer.product.offerId}`)
  for (const one of orders) pay(shop, one)
  await until(async () => (await refundsOf(dearer.orderId)).length > 0, 'the dearer one is sent back')
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await refundsOf(dearer.orderId)).toMatchObject([{ cause: 'late', reason: 'dearer today' }])
  expect(await refundsOf(order.orderId)).toEqual([])
  // It was not paid after its end.
  expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, mails: ['held', 'delivery'], alerts: ['payment.doubt'] })
})

test('money that came in time and was held is not late when a person releases it after days', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { notify: false })
  shop.stripe.warn(order.attempt)
  await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'it is held')
  await heldForLong(order)
  await createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') }).release(order.orderId, {
    actor: 'ada',
    reason: 'known to us',
  })
  // Nothing holds it, and its payment time is over: it ends before its provider is asked.
  await until(async () => (await effectsOf(shop, order)).status !== 'Unpaid', 'it goes on')
  await looked(shop, order.attempt)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await refundsOf(order.orderId)).toEqual([])
})

test.each([
  ['Stripe', STRIPE, 'pending'],
  ['Payssion', PAYSSION, 'awaiting_confirm'],
] as const)(
  'what its payer authorises days after the end goes back as other late money (%s)',
  async (_, paymentId, outcome) => {
    const order = await expired(await ordered(shop, paymentId))
    await shop.db.run(sql`update orders set expires_at = now() - interval '10 days' where id = ${order.orderId}`)
    pay(shop, order, { outcome: outcome as 'pending' })
    const underWay = sql`select 1 from payments where id = ${order.attempt} and state = 'processing'`
    await until(() => shop.db.query(underWay), 'its bank works')
    await quiet(shop)
    pay(shop, order)
    await expectSentBack(order, 'too late')
  },
)

test.each(PROVIDERS)('when the goods have become dearer it goes back (%s)', async (_, paymentId) => {
  const order = await expired(await ordered(shop, paymentId))
  await shop.db.run(sql`update offers set price_cents = price_cents + 200 where id = ${order.product.offerId}`)
  pay(shop, order, { captured: true })
  await expectSentBack(order, 'dearer today')
})

test.each([
  [
    'are a draft again',
    ({ productId }: TestProduct) => sql`update products set is_draft = true where id = ${productId}`,
  ],
  [
    'are not on sale any more',
    ({ offerId }: TestProduct) => sql`update offers set active = false where id = ${offerId}`,
  ],
])('when its goods %s it goes back, though they cost no more', async (_, change) => {
  const order = await expired(await ordered(shop, PAYSSION))
  await shop.db.run(change(order.product))
  pay(shop, order)
  await expectSentBack(order, 'not on sale')
})

test.each(PROVIDERS)('when others have the keys it goes back (%s)', async (_, paymentId) => {
  const order = await expired(await ordered(shop, paymentId, { keys: 1 }))
  const rival = await ordered(shop, paymentId, { product: order.product })
  pay(shop, order, { captured: true })
  await expectSentBack(order, 'no keys')
  expect(await effectsOf(shop, rival)).toEqual(UNTOUCHED)
})

test.each([
  [
    'its buyer',
    'cancelled by its buyer',
    ({ orderId, cookie }: Bought) => shop.call('GET', `/api/pay/cancel/${orderId}`, { headers: { cookie } }),
  ],
  [
    'an employee',
    'cancelled by the shop',
    async ({ orderId }: Bought) => {
      const headers = { cookie: (await addStaff(shop, { role: 'support' })).cookie }
      const { seen } = (await shop.call('GET', `/office/orders/${orderId}`, { headers })).body.data
      const body = { reason: 'ordered twice', seen }
      return shop.call('POST', `/office/orders/${orderId}/cancel`, { headers, body })
    },
  ],
])('when %s has cancelled the order it goes back, though there are keys, and that is why', async (_, why, cancel) => {
  const order = await ordered(shop, PAYSSION)
  await cancel(order)
  await reaches(shop, order, 'Cancelled')
  pay(shop, order)
  await expectSentBack(order, why, 'Cancelled')
})

test('a coupon of one use serves one order, whatever was cancelled, kept open and paid: the others’ money goes back', async () => {
  const product = await addProduct(shop, { keys: 9, priceCents: 4000 })
  const [coupon] = await shop.db.query<{ id: number }>(sql`
    insert into coupons (code, amount_usd_cents, per_member_uses) values ('ONCE', 3000, 1) returning id`)
  const { body } = await applyCoupon(shop, 'ONCE', product)
  const orders: Bought[] = []
  for (let i = 0; i < 3; i++) {
    const placed = await placeOrder(
      shop,
      orderBody([{ product }], { paymentId: PAYSSION, coupon: { couponId: body.data.couponId, cents: 3000 } }),
    )
    orders.push({ ...placed, product, paymentId: PAYSSION, attempt: await attemptOf(shop, placed.orderId) })
    // It expires, its use is free, and its page is kept open.
    await expired(orders[i]!)
  }
  for (const order of orders) pay(shop, order)
  await until(
    async () =>
      (await Promise.all(orders.map(({ orderId }) => alertsOf(shop, orderId)))).every((kinds) => kinds.length > 0),
    'each is told',
  )
  await quiet(shop)
  const effects = await Promise.all(orders.map((order) => effectsOf(shop, order)))
  expect(effects.map(({ status }) => status).toSorted()).toEqual(['Delivered', 'Expired', 'Expired'])
  const { uses } = await shop.db.one<{ uses: number }>(sql`select uses from coupons where id = ${coupon!.id}`)
  expect(uses).toBe(1)
  expect(await vaultOf(shop, product.offerId)).toMatchObject({ sold: 1, reserved: 0, available: 8, stock: 8 })
})

test.each([
  ['has ended', (id: number) => sql`update coupons set valid_until = now() where id = ${id}`],
  ['was switched off', (id: number) => sql`update coupons set active = false where id = ${id}`],
])('when the coupon %s meanwhile it goes back', async (_, end) => {
  const order = await orderedWithCoupon(shop, PAYSSION)
  await expired(order)
  await shop.db.run(end(order.couponId))
  pay(shop, order)
  await expectSentBack(order, 'coupon no longer valid')
})

test.each([
  [5, 3, 'Processing', 2],
  [5, 5, 'Expired', 4],
])(
  'a supplier’s stock that was given back is taken again by late money: %s there, %s sold meanwhile',
  async (stock, meanwhile, status, left) => {
    const product = await addProduct(shop)
    await shop.db.run(sql`update offers set backing = 'supplier', stock = ${stock} where id = ${product.offerId}`)
    const stockNow = async () =>
      (await shop.db.one<{ stock: number }>(sql`select stock from offers where id = ${product.offerId}`)).stock
    const order = await expired(await ordered(shop, STRIPE, { product }))
    expect(await stockNow()).toBe(stock)
    await shop.db.run(sql`update offers set stock = stock - ${meanwhile} where id = ${product.offerId}`)
    pay(shop, order, { notify: false })
    await shop.db.run(sql`update payments set poll_at = now() where id = ${order.attempt}`)
    await looked(shop, order.attempt)
    await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'it was taken')
    await quiet(shop)
    expect((await effectsOf(shop, order)).status).toBe(status)
    expect(await stockNow()).toBe(status === 'Processing' ? left - 1 : stock - meanwhile)
  },
)

test('a refund whose answer is lost is looked for before it is asked for again: it goes once', async () => {
  for (const [, paymentId] of PROVIDERS) {
    const order = await expired(await ordered(shop, paymentId, { keys: 1 }))
    await ordered(shop, paymentId, { product: order.product })
    const on = { [STRIPE]: '/v1/refunds', [PAYSSION]: '/api/v1/refunds', [PAYPAL]: '/refund' }[paymentId]
    for (let i = 0; i < (paymentId === STRIPE ? 2 : 1); i++)
      simulatorOf(shop, paymentId).failNext({ how: 'reset', on, processed: true })
    pay(shop, order, { captured: true })
    await until(async () => (await refundsOf(order.orderId)).length > 0, 'it is wanted')
    await until(async () => {
      await shop.db.run(
        sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null and task_id = (select id from graphile_worker._private_tasks where identifier = 'payment.refund')`,
      )
      return (await refundsOf(order.orderId))[0]!.state === 'done'
    }, 'it is done')
    await quiet(shop)
    expect((await effectsOf(shop, order)).mails).toEqual(['refund'])
  }
})

test('a refund that the provider refuses holds the order and tells the operator', async () => {
  const order = await expired(await ordered(shop, PAYSSION, { keys: 1 }))
  await ordered(shop, PAYSSION, { product: order.product })
  // Refused: it says that it was never paid by us.
  shop.payssion.refuseRefund(412)
  pay(shop, order)
  await until(async () => (await alertsOf(shop, order.orderId)).includes('refund.failed'), 'the operator is told')
  await quiet(shop)
  expect(await refundsOf(order.orderId)).toMatchObject([{ cause: 'late', state: 'failed' }])
  expect(
    await shop.db.query(sql`select reason from order_holds where order_id = ${order.orderId} and lifted_at is null`),
  ).toEqual([{ reason: 'refund failed' }])
})
