// Payments by card of which nobody knows yet what became, which are notified untruly, or which their holder contests.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { TEST_CARDS } from '#simulators/eecpay.ts'
import {
  addProduct,
  attemptOf,
  openTestShop,
  PAYPAL,
  statusOf,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { cardOrders, offerCards } from './cards.testing.ts'
import { effectsOf, post, quiet } from './scene.testing.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 40 })
  await offerCards(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`delete from rate_limits`))

const { order, payBy, reaches, stateOf } = cardOrders(() => ({ shop, product }))

test('while only the bank works, the order neither ends nor can be paid again', async () => {
  const placed = await order()
  expect((await payBy(placed, TEST_CARDS.processing)).body.data).toMatchObject({ status: '-1', redirectURL: null })
  const again = await payBy(placed, TEST_CARDS.paid)
  expect([again.status, again.body.msg]).toEqual([422, 'pay.underWay'])
  shop.eecpay.pay(await attemptOf(shop, placed.orderId), { outcome: 'completed', times: 3 })
  await reaches(placed, 'Delivered')
})

test('a status that nobody knows is held, never delivered, and told to the operator', async () => {
  const placed = await order()
  expect((await payBy(placed, TEST_CARDS.strange)).body.data).toMatchObject({ status: '-1', redirectURL: null })
  const again = await payBy(placed, TEST_CARDS.paid)
  expect([again.status, again.body.msg]).toEqual([422, 'pay.held'])
  expect(await statusOf(shop, placed.orderId)).toBe('Unpaid')
})

test('an answer that is lost is asked for, and the card is sent once', async () => {
  const placed = await order()
  shop.eecpay.failNext({ how: 'reset', on: '/payment/card', processed: true })
  const sent = shop.eecpay.requests.charge
  expect((await payBy(placed, TEST_CARDS.paid)).body.data.status).toBe('1')
  expect(shop.eecpay.requests.charge - sent).toBe(1)
  expect(await statusOf(shop, placed.orderId)).toBe('Delivered')
})

test('a request of which nobody knows whether it arrived bars every other payment until it can’t arrive any more', async () => {
  const placed = await order()
  shop.eecpay.failNext({ how: 'reset', on: '/payment/card' })
  expect((await payBy(placed, TEST_CARDS.paid)).body.data).toMatchObject({ status: '-1', redirectURL: null })
  const sent = shop.eecpay.requests.charge
  const other = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: placed.orderId, paymentId: PAYPAL },
    headers: { cookie: placed.cookie },
  })
  expect([other.status, other.body.msg]).toEqual([422, 'pay.underWay'])
  expect(await stateOf(placed)).toBe('processing')
  const attempt = await attemptOf(shop, placed.orderId)
  const wasAsked = (ago: string) =>
    shop.db.run(
      sql`update card_charges set asked_at = clock_timestamp() - ${ago}::interval where payment_id = ${attempt}`,
    )
  // The time goes on while it is looked at.
  await wasAsked('9 minutes')
  expect(await stateOf(placed)).toBe('processing')
  await wasAsked('10 minutes')
  expect(await stateOf(placed)).toBe('failed')
  expect(shop.eecpay.requests.charge).toBe(sent)
  expect((await payBy(placed, TEST_CARDS.paid)).body.data.status).toBe('1')
})

test('the keys of an order whose card is being charged stay reserved over its end', async () => {
  const [placed, other] = [await order(), await order()]
  const bank = shop.eecpay.hold('/payment/card')
  const answer = payBy(placed, TEST_CARDS.paid)
  await bank.arrived
  await shop.db.run(sql`
    update orders set expires_at = now() - interval '1 minute' where id = any(${[placed.orderId, other.orderId]}::uuid[])`)
  await reaches(other, 'Expired')
  // The same look that ended the other order goes on to this one; the next has done both.
  const last = await order()
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 minute' where id = ${last.orderId}`)
  await reaches(last, 'Expired')
  const reserved = await shop.db.query(sql`
    select 1 from vault_keys k join order_lines l on l.id = k.order_line_id
    where l.order_id = ${placed.orderId} and k.state = 'reserved'`)
  expect([await statusOf(shop, placed.orderId), reserved.length]).toEqual(['Unpaid', 1])
  bank.release()
  expect((await answer).body.data.status).toBe('1')
  expect(await statusOf(shop, placed.orderId)).toBe('Delivered')
})

test('where nobody knows yet what became of a charge, its holder still comes to his bank', async () => {
  const placed = await order()
  shop.eecpay.failNext({ how: 'error', on: '/payment/query' })
  const { data } = (await payBy(placed, TEST_CARDS.threeDSecure)).body
  expect(data).toMatchObject({ status: '-1', redirectURL: expect.stringContaining('/pay/') })
})

test('notifications that are forged, doubled, out of order or not true: only what the gateway answers counts', async () => {
  const placed = await order()
  await payBy(placed, TEST_CARDS.threeDSecure)
  const attempt = await attemptOf(shop, placed.orderId)
  const { eecpay } = shop
  expect(await post(shop, eecpay.webhookFor(attempt, { secretKey: 'another' }))).toBe(403)
  expect(await post(shop, eecpay.webhookFor(attempt, { fields: { status: '1' }, forged: { amount: '0.01' } }))).toBe(
    403,
  )
  // Rightly signed, and not what the gateway says when it is asked.
  const untrue = eecpay.webhookFor(attempt, { fields: { status: '1' } })
  expect(await post(shop, untrue)).toBe(200)
  await until(async () => (await stateOf(placed)) === 'pending', 'the gateway was asked')
  expect(await statusOf(shop, placed.orderId)).toBe('Unpaid')
  const late = eecpay.webhookFor(attempt, { fields: { status: '0' } })
  eecpay.pay(attempt, { outcome: 'completed', times: 3 })
  await reaches(placed, 'Delivered')
  expect(await post(shop, late)).toBe(200)
  expect(await post(shop, untrue)).toBe(200)
  await eecpay.notified()
  await stateOf(placed)
  expect(await effectsOf(shop, placed)).toMatchObject({
    status: 'Delivered',
    sold: 1,
    paidMoves: 1,
    mails: ['delivery'],
  })
})

test('a dispute holds the order until it is won, and one that is lost takes the money back', async () => {
  const placed = await order()
  await payBy(placed, TEST_CARDS.paid)
  const attempt = await attemptOf(shop, placed.orderId)
  shop.eecpay.dispute(attempt, 'open')
  await reaches(placed, 'Disputed')
  shop.eecpay.dispute(attempt, 'won')
  await reaches(placed, 'Delivered')
  shop.eecpay.dispute(attempt, 'lost')
  await reaches(placed, 'Refunded')
})

test.each([
  ['open', 'won'],
  ['won', 'open'],
] as const)('a dispute that is won before the gateway is asked leaves no notice open: %s, %s', async (...told) => {
  const placed = await order()
  await payBy(placed, TEST_CARDS.paid)
  await reaches(placed, 'Delivered')
  await shop.eecpay.notified()
  await quiet(shop)
  const attempt = await attemptOf(shop, placed.orderId)
  shop.eecpay.dispute(attempt, 'won', { notify: false })
  for (const dispute of told)
    expect(await post(shop, shop.eecpay.webhookFor(attempt, { fields: { dispute } }))).toBe(200)
  await quiet(shop)
  const open = sql`select kind from payment_events where payment_id = ${attempt} and handled_at is null`
  expect(await shop.db.query(open)).toEqual([])
  const again = sql`select from payments where id = ${attempt} and poll_at < now() + interval '12 hours'`
  expect(await shop.db.query(again)).toEqual([])
  expect(await statusOf(shop, placed.orderId)).toBe('Delivered')
})

test('a loss that is told before the gateway’s own answer knows of it is asked about until it does', async () => {
  const placed = await order()
  await payBy(placed, TEST_CARDS.paid)
  await reaches(placed, 'Delivered')
  await shop.eecpay.notified()
  const attempt = await attemptOf(shop, placed.orderId)
  shop.eecpay.dispute(attempt, 'won', { notify: false })
  expect(await post(shop, shop.eecpay.webhookFor(attempt, { fields: { dispute: 'lost' } }))).toBe(200)
  await quiet(shop)
  const open = sql`select kind from payment_events where payment_id = ${attempt} and handled_at is null`
  expect(await shop.db.query(open)).toEqual([{ kind: 'status 1 dispute lost' }])
})

test('too little, or in another currency, is held and never delivered', async () => {
  for (const how of [{ amountMinor: 100 }, { currency: 'EUR' }]) {
    const placed = await order()
    await payBy(placed, TEST_CARDS.threeDSecure)
    shop.eecpay.pay(await attemptOf(shop, placed.orderId), { outcome: 'completed', ...how })
    await until(
      async () =>
        (await shop.db.query(sql`select 1 from order_holds where order_id = ${placed.orderId} and lifted_at is null`))
          .length === 1,
      'the order is held',
    )
    expect(await statusOf(shop, placed.orderId)).toBe('Unpaid')
  }
})
