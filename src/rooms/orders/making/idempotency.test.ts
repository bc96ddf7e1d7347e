import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addKeys,
  addProduct,
  openTestShop,
  orderBody,
  PAYSSION,
  STRIPE,
  type TestShop,
  withinOneMinute,
} from '#test/harness.ts'
import { rowCounts, vaultOf } from './counting.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const METHODS = [
  ['Stripe', STRIPE, '/v1/checkout/sessions'],
  ['Payssion', PAYSSION, '/payment/create'],
] as const

const simulatorOf = (paymentId: number) => (paymentId === STRIPE ? shop.stripe : shop.payssion)

const countedCalls = async () =>
  (await shop.db.one<{ n: number }>(sql`select coalesce(sum(calls), 0) as n from rate_limits`)).n

test.each(METHODS)(
  'the same request 20 times at once makes one order and one payment at %s, and answers all alike',
  (_, paymentId, path) =>
    withinOneMinute(shop, async () => {
      const product = await addProduct(shop, { keys: 30 })
      const { requests } = simulatorOf(paymentId)
      const [before, asked] = [await rowCounts(shop), requests.create]
      // The provider takes its time: the others arrive while the first one is still being made.
      const hold = simulatorOf(paymentId).hold(path)
      const headers = { 'idempotency-key': randomUUID() }
      const body = orderBody([{ product }], { paymentId })
      const answers = Array.from({ length: 20 }, () => shop.call('POST', '/api/check/createOrder', { body, headers }))
      try {
        await hold.arrived
        await until(async () => (await countedCalls()) >= 20, 'all of them are here')
        await shop.call('GET', '/api/check/paymentlist')
      } finally {
        hold.release()
      }

      const bodies = (await Promise.all(answers)).map((answer) => answer.body)
      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
      expect(bodies[0]).toMatchObject({ code: 200, data: { url: expect.stringMatching(/^http/) } })
      expect(await rowCounts(shop)).toEqual({
        ...before,
        orders: before.orders! + 1,
        lines: before.lines! + 1,
        events: before.events! + 1,
        payments: before.payments! + 1,
        taken: before.taken! + 1,
      })
      expect(requests.create - asked).toBe(1)
      expect(await vaultOf(shop, product.offerId)).toMatchObject({ available: 29, reserved: 1, stock: 29 })
    }),
)

test('a key that was used for one order is refused for another, and nothing is written', async () => {
  const product = await addProduct(shop, { keys: 5 })
  const headers = { 'idempotency-key': randomUUID() }
  const place = (count: number) =>
    shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product, count }]), headers })
  expect((await place(1)).status).toBe(200)
  const before = await rowCounts(shop)
  const answer = await place(2)
  expect([answer.status, answer.body.msg]).toEqual([422, 'error.idempotencyReused'])
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await rowCounts(shop)).toEqual(before)
})

test('a refused order leaves its key free: the same request succeeds once there is stock', async () => {
  const product = await addProduct(shop)
  const headers = { 'idempotency-key': randomUUID() }
  const place = () => shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]), headers })
  const before = await rowCounts(shop)
  expect((await place()).body.msg).toBe('pay.outOfStock')
  expect(await rowCounts(shop)).toEqual(before)
  await addKeys(shop, product.offerId, 1)
  expect((await place()).status).toBe(200)
})

test.each(METHODS)(
  'pressing "pay" ten times at once after a lost answer of %s makes one more attempt at most',
  async (_, paymentId, path) => {
    const product = await addProduct(shop, { keys: 1 })
    const simulator = simulatorOf(paymentId)
    // Stripe's SDK tries once more by itself when the connection breaks.
    for (let lost = 0; lost < (paymentId === STRIPE ? 2 : 1); lost++)
      simulator.failNext({ how: 'reset', on: path, processed: true })
    const placed = await shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product }], { paymentId }) })
    expect(placed.body.data.url).toBeNull()
    const cookie = placed.headers
      .getSetCookie()
      .map((text) => text.split(';')[0])
      .join('; ')
    const { orderId } = placed.body.data
    const presses = Array.from({ length: 10 }, () =>
      shop.call('POST', '/api/pay/toPay', { body: { orderId }, headers: { cookie } }),
    )
    const urls = new Set((await Promise.all(presses)).map((answer) => answer.body.data.url))
    expect([...urls]).toEqual([expect.stringMatching(/^http/)])
    const attempts = await shop.db.query<{ state: string }>(
      sql`select state from payments where order_id = ${orderId} order by created_at`,
    )
    // Stripe answers the first attempt again; Payssion knows it, but nobody knows its page any more.
    expect(attempts.map(({ state }) => state)).toEqual(paymentId === STRIPE ? ['pending'] : ['pending', 'pending'])
  },
)

test('a price that changed since the page was shown is refused with the fresh amounts, and nothing is written', async () => {
  const product = await addProduct(shop, { keys: 3, priceCents: 2000 })
  const seen = orderBody([{ product, count: 2 }], { paymentId: PAYSSION })
  await shop.db.run(sql`update offers set price_cents = 2500 where id = ${product.offerId}`)
  const before = await rowCounts(shop)
  const answer = await shop.call('POST', '/api/check/createOrder', { body: seen })
  expect(answer.status).toBe(422)
  expect(answer.body).toEqual({
    code: 500,
    msg: 'pay.priceChanged',
    data: {
      goods: 50, discount: 0, fee: 0.75, coupon: 0, freight: 0, service: 0, total: 50.75, currencyType: 'USD', units: [25],
    }, // biome-ignore format: one row of amounts
  })
  expect(await rowCounts(shop)).toEqual(before)
  expect(await vaultOf(shop, product.offerId)).toMatchObject({ available: 3, stock: 3 })

  // With what the shop just said it goes through; a price that somebody made up does not.
  const withAmount = (realAmount: number) =>
    shop.call('POST', '/api/check/createOrder', {
      body: { ...seen, orderList: { ...seen.orderList, realAmount } },
    })
  expect((await withAmount(0.01)).body.msg).toBe('pay.priceChanged')
  expect((await withAmount(50.75)).status).toBe(200)
})

test('of many who order while the price changes, each pays what he was shown or is told the new price', async () => {
  const product = await addProduct(shop, { keys: 100, priceCents: 2000 })
  const orders = Array.from({ length: 60 }, async (_, i) => {
    if (i === 20) await shop.db.run(sql`update offers set price_cents = 3000 where id = ${product.offerId}`)
    return shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) })
  })
  const answers = await Promise.all(orders)
  for (const { status, body } of answers) {
    if (status === 200) expect(body.data.amount).toBe(20)
    else expect([status, body.msg, body.data.total]).toEqual([422, 'pay.priceChanged', 30])
  }
  const totals = await shop.db.query<{ total: number; quantity: number }>(
    sql`select o.total, l.quantity from orders o join order_lines l on l.order_id = o.id where l.offer_id = ${product.offerId}`,
  )
  expect(totals.every(({ total }) => total === 2000)).toBe(true)
  expect(totals).toHaveLength(answers.filter(({ status }) => status === 200).length)
})

test('the same request is known again though where the shopper is became known or unknown meanwhile', async () => {
  const product = await addProduct(shop, { keys: 5 })
  const headers = { 'idempotency-key': randomUUID() }
  const place = (country?: string) =>
    shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product }], { country }), headers })
  const [first, ...again] = [await place('DE'), await place(), await place('FR')]
  expect(first.status).toBe(200)
  for (const answer of again) expect(answer.body.data.orderId).toBe(first.body.data.orderId)
  expect(await vaultOf(shop, product.offerId)).toMatchObject({ available: 4, reserved: 1 })
})

test('a repetition gets the first answer though the goods have become cheaper and the coupon is over; another request is told so', async () => {
  const product = await addProduct(shop, { keys: 1, priceCents: 2000 })
  await shop.db.run(sql`insert into coupons (code, percent_bp) values ('OVERSOON', 1000)`)
  const lists = { productId: [product.productId], productCount: [1], supplyProductId: [product.offerId] }
  const applied = await shop.call('POST', '/api/check/useCoupon', {
    body: { couponCode: 'OVERSOON', currencyId: 1, ...lists, productPrice: [20], productClassId: [1] },
  })
  const { couponId, totalDiscount: couponAmount } = applied.body.data
  const headers = { 'idempotency-key': randomUUID() }
  const body = orderBody([{ product }], { realAmount: 18 })
  Object.assign(body.orderList, { couponId, couponAmount })
  const first = await shop.call('POST', '/api/check/createOrder', { body, headers })
  expect(first.status).toBe(200)
  await shop.db.run(sql`update offers set price_cents = 500 where id = ${product.offerId}`)
  await shop.db.run(sql`update coupons set valid_until = now() - interval '1 minute' where code = 'OVERSOON'`)
  const before = await rowCounts(shop)
  const again = await shop.call('POST', '/api/check/createOrder', { body, headers })
  expect([again.status, again.body.data]).toEqual([200, first.body.data])
  expect(await rowCounts(shop)).toEqual(before)
  const other = await shop.call('POST', '/api/check/createOrder', {
    body,
    headers: { 'idempotency-key': randomUUID() },
  })
  expect([other.status, other.body.msg]).toEqual([422, 'pay.couponExpired'])
})
