// Money that is not exactly what was agreed: held and told, never delivered, never dropped (decision C4).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { alertsOf, letTimePass, makeDue, vaultOf } from '#shop/orders/counting.testing.ts'
import { addKeys, attemptOf, openTestShop, PAYSSION, STRIPE, type TestShop } from '#src/testing.ts'
import {
  DELIVERED,
  effectsOf,
  ordered,
  type Paying,
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

const HELD = { ...UNTOUCHED, alerts: ['payment.doubt'] }

const WRONG = [
  ['a cent too little by Stripe', STRIPE, { amountMinor: 1998 }],
  ['another currency by Stripe', STRIPE, { currency: 'EUR' }],
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

  // While in doubt nobody takes its keys away: neither time nor the shopper.
  const other = await ordered(shop, paymentId, { product: order.product })
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 hour' where id = ${order.orderId}`)
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 second' where id = ${other.orderId}`)
  // The longest overdue is looked at first: when the other one has expired, this one has been looked at.
  await reaches(shop, other, 'Expired')
  await quiet(shop)
  const cancel = await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  expect([cancel.status, cancel.body.msg]).toEqual([422, 'pay.notUnpaid'])
  expect(await effectsOf(shop, order)).toEqual(HELD)
})

test('a payment in doubt that turns out right is delivered', async () => {
  const order = await ordered(shop, PAYSSION)
  pay(shop, order, { outcome: 'paid_partial' as 'completed', amountMinor: 500 })
  await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'the operator is told')
  pay(shop, order, { outcome: 'completed' })
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, alerts: ['payment.doubt'] })
})

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

test('what Stripe says of another order proves nothing', async () => {
  const [victim, other] = [await ordered(shop, STRIPE), await ordered(shop, STRIPE)]
  // As if the wrong session had been written down for this attempt.
  const theirs = shop.stripe.payment(other.attempt)!.id
  await shop.db.run(sql`update payments set provider_ref = 'cs_set_aside' where id = ${other.attempt}`)
  await shop.db.run(sql`update payments set provider_ref = ${theirs} where id = ${victim.attempt}`)
  pay(shop, other, { notify: false })
  pay(shop, victim, { outcome: 'pending' })
  await until(async () => (await alertsOf(shop, victim.orderId)).length > 0, 'the operator is told')
  await quiet(shop)
  expect(await effectsOf(shop, victim)).toEqual(HELD)
})

test.each(PROVIDERS)('an order paid twice by %s is delivered once, and the operator is told', async (_, paymentId) => {
  const order = await ordered(shop, paymentId)
  const other: Paying = paymentId === STRIPE ? PAYSSION : STRIPE
  const again = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: order.orderId, paymentId: other },
    headers: { cookie: order.cookie },
  })
  expect(again.status).toBe(200)
  const second = { ...order, paymentId: other, attempt: await attemptOf(shop, order.orderId) }
  expect(second.attempt).not.toBe(order.attempt)
  for (const attempt of [order, second]) pay(shop, attempt)
  await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'the operator is told')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, alerts: ['payment.doubt'] })
  const [{ details } = { details: {} }] = await shop.db.query<{ details: object }>(
    sql`select details from alerts where order_id = ${order.orderId}`,
  )
  expect(details).toMatchObject({ reason: 'paid twice' })
})

const LATE = [
  ['expired', 'Stripe', STRIPE, 'Expired'],
  ['expired', 'Payssion', PAYSSION, 'Expired'],
  ['cancelled', 'Payssion', PAYSSION, 'Cancelled'],
] as const

async function giveUp(order: Awaited<ReturnType<typeof ordered>>, status: 'Expired' | 'Cancelled') {
  if (status === 'Expired') await letTimePass(shop, order.product.offerId)
  else await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  await reaches(shop, order, status)
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual({ ...UNTOUCHED, status, reserved: 0 })
}

test.each(LATE)(
  'money for an order that %s is honoured while there are keys (%s)',
  async (_, __, paymentId, status) => {
    const order = await ordered(shop, paymentId)
    await giveUp(order, status)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, alerts: ['payment.late'] })
    expect(await vaultOf(shop, order.product.offerId)).toMatchObject({ available: 2, reserved: 0, sold: 1, stock: 2 })
  },
)

test.each(LATE)(
  'money for an order that %s waits for keys when there are none, and everybody is told (%s)',
  async (_, __, paymentId, status) => {
    const order = await ordered(shop, paymentId, { keys: 1 })
    await giveUp(order, status)
    const rival = await ordered(shop, paymentId, { product: order.product })
    pay(shop, order)
    await reaches(shop, order, 'Processing')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual({
      status: 'Processing',
      sold: 0,
      reserved: 0,
      paidMoves: 1,
      mails: ['processing'],
      alerts: ['payment.late', 'order.waitingForKeys'],
    })
    expect(await effectsOf(shop, rival)).toEqual(UNTOUCHED)

    // The rival does not pay: his key goes to whoever has paid for it.
    await letTimePass(shop, order.product.offerId)
    await reaches(shop, order, 'Delivered')
    expect(await effectsOf(shop, rival)).toMatchObject({ status: 'Expired', reserved: 0 })
    expect((await effectsOf(shop, order)).mails).toEqual(['processing', 'delivery'])
  },
)

test('cancelling asks the provider first: who has paid gets his key', async () => {
  const order = await ordered(shop, STRIPE)
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
    expect(await effectsOf(shop, refunded)).toEqual({ ...DELIVERED, status: 'Refunded', alerts: ['payment.refunded'] })
    expect(await effectsOf(shop, disputed)).toEqual({ ...DELIVERED, status: 'Disputed', alerts: ['payment.disputed'] })
  },
)

test('a refund at the provider of an order that waits for keys ends the waiting', async () => {
  const order = await ordered(shop, PAYSSION, { keys: 1 })
  await giveUp(order, 'Expired')
  await ordered(shop, STRIPE, { product: order.product })
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
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'Refunded', sold: 0, mails: ['processing'] })
})
