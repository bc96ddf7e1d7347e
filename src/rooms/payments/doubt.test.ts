// Money that is not exactly what was agreed: held and told, never delivered, never dropped (decision C4).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { alertsOf, letTimePass, makeDue, vaultOf } from '#rooms/orders/making/counting.testing.ts'
import { addKeys, openTestShop, PAYPAL, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import {
  type Bought,
  DELIVERED,
  effectsOf,
  loseKeys,
  ordered,
  PROVIDERS,
  pay,
  post,
  quiet,
  reaches,
  UNTOUCHED,
} from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const HELD = { ...UNTOUCHED, mails: ['held'], alerts: ['payment.doubt'] }

const WRONG = [
  ['a cent too little by Stripe', STRIPE, { amountMinor: 1998 }],
  ['another currency by Stripe', STRIPE, { currency: 'EUR' }],
  ['a cent too little by PayPal', PAYPAL, { amountMinor: 1998, captured: true }],
  ['another currency by PayPal', PAYPAL, { currency: 'EUR', captured: true }],
  ['a cent too little by Payssion', PAYSSION, { amountMinor: 2028 }],
  ['another currency by Payssion', PAYSSION, { currency: 'EUR' }],
  ['a part by Payssion', PAYSSION, { outcome: 'paid_partial', amountMinor: 500 }],
  ['a word by Payssion that nobody knows', PAYSSION, { outcome: 'under_review' }],
] as const

test.each(WRONG)('%s: nothing is delivered, the order is held and the operator told', async (_, paymentId, how) => {
  const order = await ordered(shop, paymentId)
  pay(shop, order, how as Parameters<typeof pay>[2])
  await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'the operator is told')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(HELD)

  // While in doubt it neither expires nor can be cancelled or paid again.
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 hour' where id = ${order.orderId}`)
  // Orders are ended before reservations are: when its keys are free, whether it expires has been looked at.
  await until(async () => (await effectsOf(shop, order)).reserved === 0, 'its keys are free')
  await quiet(shop)
  const cancel = await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  expect([cancel.status, cancel.body.msg]).toEqual([422, 'pay.held'])
  const again = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: order.orderId, paymentId: paymentId === STRIPE ? PAYSSION : STRIPE },
    headers: { cookie: order.cookie },
  })
  expect([again.status, again.body.msg]).toEqual([422, 'pay.held'])
  const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })
  expect(detail.body.data).toMatchObject({ orderStatus: 'Unpaid', barred: 'held' })
  // Its keys are free after the payment time; it waits for a person all the same.
  expect(await effectsOf(shop, order)).toEqual({ ...HELD, reserved: 0 })
})

test.each([PAYSSION, PAYPAL] as const)(
  'a payment in doubt that turns out right is delivered (method %i)',
  async (paymentId) => {
    const order = await ordered(shop, paymentId)
    if (paymentId === PAYSSION) pay(shop, order, { outcome: 'paid_partial' as 'completed', amountMinor: 500 })
    // It waits for what only its seller can do at PayPal.
    else shop.paypal.approve(order.attempt, { status: 'PENDING', reason: 'UNILATERAL' })
    await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'the operator is told')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual(HELD)
    pay(shop, order, { outcome: 'completed' })
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual({
      ...DELIVERED,
      mails: ['held', 'delivery'],
      alerts: ['payment.doubt'],
    })
  },
)

test('a signed notice that names one order and the payment of another delivers neither', async () => {
  const [cheap, dear] = [await ordered(shop, PAYSSION), await ordered(shop, PAYSSION)]
  pay(shop, cheap, { notify: false })
  const { transactionId } = shop.payssion.payment(cheap.attempt)!
  // Payssion's signature does not cover the transaction.
  const webhook = shop.payssion.webhookFor(dear.attempt, {
    fields: { state: 'completed' },
    forged: { transaction_id: transactionId },
  })
  expect(await post(shop, webhook)).toBe(200)
  await quiet(shop)
  expect(await effectsOf(shop, dear)).toEqual(UNTOUCHED)
  expect(await effectsOf(shop, cheap)).toEqual(UNTOUCHED)
})

test.each([STRIPE, PAYPAL] as const)(
  'what a provider says of another order proves nothing (method %i)',
  async (paymentId) => {
    const [victim, other] = [await ordered(shop, paymentId), await ordered(shop, paymentId)]
    // As if the wrong one of its payments had been written down for this attempt.
    const theirs = (paymentId === STRIPE ? shop.stripe : shop.paypal).payment(other.attempt)!.id
    await shop.db.run(sql`update payments set provider_ref = 'set_aside' where id = ${other.attempt}`)
    await shop.db.run(sql`update payments set provider_ref = ${theirs} where id = ${victim.attempt}`)
    pay(shop, other, { notify: false, captured: true })
    pay(shop, victim, { outcome: 'pending' })
    await until(async () => (await alertsOf(shop, victim.orderId)).length > 0, 'the operator is told')
    await quiet(shop)
    expect(await effectsOf(shop, victim)).toEqual(HELD)
  },
)

test.each([
  [PAYSSION, 'paid_more', 471],
  [PAYPAL, 'completed', 501],
] as const)(
  'what is paid too much (method %i) is delivered; operator and buyer are told what is owed back',
  async (paymentId, outcome, owed) => {
    const order = await ordered(shop, paymentId)
    pay(shop, order, { outcome: outcome as 'completed', amountMinor: 2500, captured: true })
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual({
      ...DELIVERED,
      mails: ['overpaid', 'delivery'],
      alerts: ['payment.overpaid'],
    })
    const mail = await shop.db.one<{ id: string }>(
      sql`select id from mails where template = 'overpaid' and data ->> 'orderId' = ${order.orderId}`,
    )
    const text = await (await fetch(`${shop.shop.origin}/sandbox/mail/${mail.id}/text`)).text()
    expect(text).toContain(`$\u00a0${(owed / 100).toFixed(2)}\u00a0USD more came`)
    const { details } = await shop.db.one<{ details: object }>(
      sql`select details from alerts where order_id = ${order.orderId}`,
    )
    expect(details).toMatchObject({ owed, currency: 'USD' })
  },
)

async function giveUp(order: Bought, status: 'Expired' | 'Cancelled') {
  if (status === 'Expired') await letTimePass(shop, order.product.offerId)
  else await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  await reaches(shop, order, status)
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual({ ...UNTOUCHED, status, reserved: 0 })
}

test.each(PROVIDERS)('money for an order that expired is honoured while there are keys (%s)', async (_, paymentId) => {
  const order = await ordered(shop, paymentId)
  await giveUp(order, 'Expired')
  pay(shop, order, { captured: true })
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, alerts: ['payment.late'] })
  expect(await vaultOf(shop, order.product.offerId)).toMatchObject({ available: 2, reserved: 0, sold: 1, stock: 2 })
})

test.each(PROVIDERS)('cancelling asks %s first: who has paid gets his key', async (_, paymentId) => {
  const order = await ordered(shop, paymentId)
  pay(shop, order, { notify: false })
  const answer = await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  expect([answer.status, answer.body.data]).toEqual([422, { orderStatus: 'Delivered' }])
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
})

test.each(PROVIDERS)(
  'money that %s sends back moves a delivered order and tells the operator',
  async (_, paymentId) => {
    const [refunded, disputed] = [await ordered(shop, paymentId), await ordered(shop, paymentId)]
    for (const order of [refunded, disputed]) {
      pay(shop, order)
      await reaches(shop, order, 'Delivered')
    }
    pay(shop, refunded, { outcome: 'refunded' })
    pay(shop, disputed, { outcome: 'disputed' })
    await reaches(shop, refunded, 'Refunded')
    await reaches(shop, disputed, 'Disputed')
    await quiet(shop)
    expect(await effectsOf(shop, refunded)).toEqual({
      ...DELIVERED,
      status: 'Refunded',
      mails: ['delivery', 'refund'],
      alerts: ['payment.refunded'],
    })
    expect(await effectsOf(shop, disputed)).toEqual({ ...DELIVERED, status: 'Disputed', alerts: ['payment.disputed'] })
  },
)

test.each(PROVIDERS)('a refund at %s of an order that waits for keys ends the waiting', async (_, paymentId) => {
  const order = await ordered(shop, paymentId, { keys: 1 })
  await loseKeys(shop, order.product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  pay(shop, order, { outcome: 'refunded' })
  await reaches(shop, order, 'Refunded')
  await addKeys(shop, order.product.offerId, 3)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', ${JSON.stringify({ offerId: order.product.offerId })}::json)`,
  )
  await makeDue(shop, 'order.serveWaiting')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'Refunded', sold: 0, mails: ['processing', 'refund'] })
})
