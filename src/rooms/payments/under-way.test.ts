// Money that its bank still works on (decision C2), and money that goes back or is contested afterwards (C1, C4).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { letTimePass, vaultOf } from '#rooms/orders/making/counting.testing.ts'
import { addKeys, openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import {
  type Bought,
  DELIVERED,
  effectsOf,
  looked,
  loseKeys,
  ordered,
  pay,
  quiet,
  reaches,
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
] as const

async function underWay(paymentId: typeof STRIPE | typeof PAYSSION, outcome: string): Promise<Bought> {
  const order = await ordered(shop, paymentId, { keys: 2 })
  pay(shop, order, { outcome: outcome as 'pending' })
  await until(async () => (await effectsOf(shop, order)).mails.length > 0, 'its buyer is told')
  await quiet(shop)
  return order
}

/** Another order of the same product whose time was over later: when it has expired, the first was looked at. */
async function timeHasPassed(order: Bought) {
  const other = await ordered(shop, order.paymentId, { product: order.product })
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 hour' where id = ${order.orderId}`)
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 second' where id = ${other.orderId}`)
  await reaches(shop, other, 'Expired')
  await quiet(shop)
}

test.each(BANKS)(
  'while its bank works (%s) an order neither ends nor can be cancelled or paid again; then it is delivered',
  async (_, paymentId, outcome) => {
    const order = await underWay(paymentId, outcome)
    await timeHasPassed(order)
    const headers = { cookie: order.cookie }
    const cancel = await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers })
    expect([cancel.status, cancel.body.msg]).toEqual([422, 'pay.underWay'])
    const other = paymentId === STRIPE ? PAYSSION : STRIPE
    const again = await shop.call('POST', '/api/pay/toPay', {
      body: { orderId: order.orderId, paymentId: other },
      headers,
    })
    expect([again.status, again.body.msg]).toEqual([422, 'pay.underWay'])
    const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers })
    expect(detail.body.data).toMatchObject({ orderStatus: 'Unpaid', barred: 'underWay', paymentId })
    expect(await effectsOf(shop, order)).toEqual({ ...UNTOUCHED, mails: ['underWay'] })
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, mails: ['underWay', 'delivery'] })
  },
)

test.each(BANKS)(
  'money under way that nobody has told yet (%s) bars another method, and the order stays what it was',
  async (_, paymentId, outcome) => {
    const order = await ordered(shop, paymentId)
    pay(shop, order, { outcome: outcome as 'pending', notify: false })
    const [other, headers] = [paymentId === STRIPE ? PAYSSION : STRIPE, { cookie: order.cookie }]
    const detail = async () => (await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers })).body.data
    const before = await detail()
    const again = await shop.call('POST', '/api/pay/toPay', {
      body: { orderId: order.orderId, paymentId: other },
      headers,
    })
    expect([again.status, again.body.msg]).toEqual([422, 'pay.underWay'])
    const { paymentId: method, amounts } = await detail()
    expect({ method, amounts }).toEqual({ method: paymentId, amounts: before.amounts })
  },
)

test.each(BANKS)(
  'after three days its keys are free (%s), and its money takes others when it comes',
  async (_, paymentId, outcome) => {
    const order = await underWay(paymentId, outcome)
    await shop.db.run(
      sql`update payments set under_way_since = now() - interval '73 hours' where id = ${order.attempt}`,
    )
    await timeHasPassed(order)
    await until(async () => (await effectsOf(shop, order)).reserved === 0, 'its keys are free')
    expect(await statusOf(shop, order.orderId)).toBe('Unpaid')
    expect(await vaultOf(shop, order.product.offerId)).toMatchObject({ available: 2, stock: 2 })
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
  },
)

test('when the bank says no, the order ends as any other', async () => {
  const order = await underWay(STRIPE, 'pending')
  pay(shop, order, { outcome: 'failed' })
  await quiet(shop)
  await letTimePass(shop, order.product.offerId)
  await reaches(shop, order, 'Expired')
})

test('a voucher is no money: its order ends in time, and paid within its life it is honoured days later', async () => {
  const order = await ordered(shop, STRIPE)
  shop.stripe.pay(order.attempt, { outcome: 'boleto' })
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(UNTOUCHED)
  await letTimePass(shop, order.product.offerId)
  await reaches(shop, order, 'Expired')
  await shop.db.run(sql`update orders set expires_at = now() - interval '40 hours' where id = ${order.orderId}`)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
})

test('a voucher of Payssion is honoured within the days that its method gives its payer, and goes back after them', async () => {
  const own = await openTestShop({ PAYSSION_PAYABLE_DAYS: '5' })
  try {
    // A bank has five days more to tell of it.
    for (const [days, end] of [
      [4, 'Delivered'],
      [12, 'Expired'],
    ] as const) {
      const order = await ordered(own, PAYSSION)
      await letTimePass(own, order.product.offerId)
      await reaches(own, order, 'Expired')
      await own.db.run(
        sql`update orders set expires_at = now() - make_interval(days => ${days}) where id = ${order.orderId}`,
      )
      const began = own.payssion.payment(order.attempt)!
      Object.assign(began, { created: began.created - days * 86_400 })
      pay(own, order)
      await until(async () => (await effectsOf(own, order)).mails.length > 0, 'its buyer is told')
      await reaches(own, order, end)
      expect((await effectsOf(own, order)).sold).toBe(end === 'Delivered' ? 1 : 0)
    }
  } finally {
    await own.close()
  }
})

async function delivered(paymentId: typeof STRIPE | typeof PAYSSION = STRIPE): Promise<Bought> {
  const order = await ordered(shop, paymentId)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

test('a part that is refunded at Stripe leaves the order partly refunded, with its keys; a completed order can be refunded', async () => {
  const order = await delivered()
  await shop.db.run(sql`update orders set status = 'Completed' where id = ${order.orderId}`)
  shop.stripe.refund(order.attempt, { amountMinor: 500 })
  await reaches(shop, order, 'PartlyRefunded')
  const keys = () =>
    shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, { headers: { cookie: order.cookie } })
  expect((await keys()).body.data[0].keys).toHaveLength(1)
  shop.stripe.refund(order.attempt)
  await reaches(shop, order, 'Refunded')
  expect((await keys()).status).toBe(422)
})

test('a won dispute leads back to where the order was, a lost one to Refunded', async () => {
  const [won, lost] = [await delivered(), await delivered()]
  await shop.db.run(sql`update orders set status = 'Completed' where id = ${won.orderId}`)
  const disputes = [won, lost].map((order) => shop.stripe.dispute(order.attempt))
  for (const order of [won, lost]) await reaches(shop, order, 'Disputed')
  await quiet(shop)
  shop.stripe.moveDispute(disputes[0]!, 'won')
  shop.stripe.moveDispute(disputes[1]!, 'lost')
  await reaches(shop, won, 'Completed')
  await reaches(shop, lost, 'Refunded')
})

test('a chargeback at Payssion that is taken back leads back, though "completed" was told before', async () => {
  const order = await delivered(PAYSSION)
  shop.payssion.pay(order.attempt, { outcome: 'chargeback' })
  await reaches(shop, order, 'Disputed')
  await quiet(shop)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
})

test('"blocked" holds, and "completed" after it delivers', async () => {
  const order = await ordered(shop, PAYSSION)
  shop.payssion.pay(order.attempt, { outcome: 'blocked' })
  await until(async () => (await effectsOf(shop, order)).alerts.length > 0, 'it is held')
  await quiet(shop)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
})

test('what Stripe’s people review is paid and held, and delivered when they approve', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { notify: false })
  shop.stripe.openReview(order.attempt)
  await reaches(shop, order, 'Processing')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({
    reserved: 1,
    sold: 0,
    mails: ['held'],
    alerts: ['payment.review'],
  })
  shop.stripe.closeReview(order.attempt)
  await reaches(shop, order, 'Delivered')
})

test('a review of Stripe’s people that ends without a notice is found by asking on', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { notify: false })
  shop.stripe.openReview(order.attempt)
  await reaches(shop, order, 'Processing')
  await quiet(shop)
  shop.stripe.closeReview(order.attempt, { notify: false })
  await shop.db.run(
    sql`update payments set poll_at = least(poll_at, now()) where id = ${order.attempt} and poll_at is not null`,
  )
  await looked(shop, order.attempt)
  expect(await statusOf(shop, order.orderId)).toBe('Delivered')
  expect(await shop.db.one(sql`select poll_at from payments where id = ${order.attempt}`)).toEqual({ poll_at: null })
})

test('a review whose opening nobody heard of ends with its closing, and changes nothing of what was delivered', async () => {
  const order = await delivered()
  shop.stripe.openReview(order.attempt, { notify: false })
  shop.stripe.closeReview(order.attempt)
  await shop.stripe.notified()
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
})

test('what waits for keys and is reviewed is told as reviewed, and delivered when both are over', async () => {
  const order = await ordered(shop, STRIPE, { keys: 1 })
  await loseKeys(shop, order.product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  await quiet(shop)
  shop.stripe.openReview(order.attempt)
  const isHeld = sql`select from order_holds where order_id = ${order.orderId} and reason = 'review' and lifted_at is null`
  await until(() => shop.db.query(isHeld), 'it is held')
  await quiet(shop)
  const waits = { sold: 0, mails: ['processing'], alerts: ['order.waitingForKeys', 'payment.review'] }
  expect(await effectsOf(shop, order)).toMatchObject(waits)
  await addKeys(shop, order.product.offerId, 1)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.product.offerId}::int))`,
  )
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject(waits)
  shop.stripe.closeReview(order.attempt)
  await reaches(shop, order, 'Delivered')
})

test('what was held for a review, and is asked about no more, goes on by a person’s release', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { notify: false })
  shop.stripe.openReview(order.attempt)
  await reaches(shop, order, 'Processing')
  await quiet(shop)
  shop.stripe.closeReview(order.attempt, { notify: false })
  await shop.db.run(sql`update payments set poll_at = null where id = ${order.attempt}`)
  const acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
  await acts.release(order.orderId, { actor: 'ada', reason: 'decided at Stripe' })
  await reaches(shop, order, 'Delivered')
})

test('a refund that fails later is told to the operator', async () => {
  const order = await delivered()
  const refund = shop.stripe.refund(order.attempt, { status: 'pending' })
  await quiet(shop)
  shop.stripe.moveRefund(refund, 'failed')
  await until(async () => (await effectsOf(shop, order)).alerts.includes('refund.failed'), 'the operator is told')
})
