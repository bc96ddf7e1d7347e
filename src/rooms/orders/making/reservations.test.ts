// What can be reserved without paying, at the defaults, over HTTP (decision C3).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { solveForTest } from '#rooms/captcha/solving.testing.ts'
import { applyCoupon } from '#rooms/payments/scene.testing.ts'
import { type Answer, addProduct, attemptOf, openTestShop, orderBody, statusOf, type TestShop } from '#test/harness.ts'
import { mayReserve } from '../reservation-rules.ts'
import { letTimePass, rowCounts, vaultOf } from './counting.testing.ts'
import { DEFAULTS, env, reserving, said } from './reservations.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ ...env(DEFAULTS), TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())

const { newClient, order } = reserving(() => shop)
const cookieOf = (answer: Answer) => ({
  cookie: answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; '),
})

test('the defaults are those that were decided', () => {
  expect(DEFAULTS).toEqual({
    perMailbox: 3,
    perAddress: 10,
    stockPercent: 20,
    leastUnits: 2,
    firstUnits: 10,
    solvedTimes: 3,
    hours: 24,
  })
})

test('one address takes a fifth of the shelf and what a first order takes, not all of it, however it asks', async () => {
  const product = await addProduct(shop, { keys: 100 })
  const from = newClient()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => order({ from, product, count: 10, email: `b${i}@example.com` })),
  )
  expect(answers.filter((answer) => said(answer) === 'made').length).toBe(2)
  expect(await vaultOf(shop, product.offerId)).toMatchObject({ available: 80, reserved: 20, oddLines: 0 })
})

test('of 20 orders at once from one address exactly 3 are made for one mailbox, however it is spelled', async () => {
  const product = await addProduct(shop, { keys: 200 })
  const from = newClient()
  const spelled = (i: number) => ['b.uyer@gmail.com', 'buyer+x@gmail.com', 'BUYER@googlemail.com'][i % 3]!
  const before = await rowCounts(shop)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => order({ from, product, email: spelled(i) })))
  expect(answers.map(said).sort()).toEqual([...Array(3).fill('made'), ...Array(17).fill('pay.tooManyUnpaid')])
  expect((await rowCounts(shop)).orders).toBe(before.orders! + 3)
  expect(answers.every(({ status, body }) => status === 200 || (status === 422 && body.data.challenge))).toBe(true)
})

test('of 30 orders at once from one address exactly 10 are made, whatever addresses mail goes to', async () => {
  const products = await Promise.all([1, 2, 3].map(() => addProduct(shop, { keys: 100 })))
  const from = newClient()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => order({ from, product: products[i % 3]!, email: `b${i}@example.com` })),
  )
  expect(answers.map(said).sort()).toEqual([...Array(10).fill('made'), ...Array(20).fill('pay.tooManyUnpaid')])
})

test('IPv6 counts by its /64, and what another network has reserved bars nobody', async () => {
  const product = await addProduct(shop, { keys: 100 })
  const inNetwork = (net: string) =>
    Promise.all([1, 2, 3, 4].map((host) => order({ from: `2001:db8:${net}::${host}:${host}`, product })))
  expect((await inNetwork('7:7')).map(said).filter((answer) => answer === 'made')).toHaveLength(3)
  expect((await inNetwork('7:8')).map(said).filter((answer) => answer === 'made')).toHaveLength(3)
})

describe('what counts', () => {
  test('are orders that ended unpaid within 24 hours: to cancel and order anew reserves no more', async () => {
    const product = await addProduct(shop, { keys: 50 })
    const from = newClient()
    for (let i = 0; i < 3; i++) {
      const made = await order({ from, product })
      expect(said(made)).toBe('made')
      await shop.call('GET', `/api/pay/cancel/${made.body.data.orderId}`, { headers: cookieOf(made) })
    }
    expect(said(await order({ from, product }))).toBe('pay.tooManyUnpaid')
    await shop.db.run(sql`
      update order_events set at = at - interval '25 hours'
      where order_id in (select order_id from order_lines where offer_id = ${product.offerId})`)
    expect(said(await order({ from, product }))).toBe('made')
  })

  test('are orders that expired, too', async () => {
    const product = await addProduct(shop, { keys: 50 })
    const from = newClient()
    for (let i = 0; i < 3; i++) await order({ from, product })
    await letTimePass(shop, product.offerId)
    await until(async () => (await vaultOf(shop, product.offerId)).reserved === 0, 'all have expired')
    expect(said(await order({ from, product }))).toBe('pay.tooManyUnpaid')
  })

  test('are orders that cost nothing: a coupon that pays for all of it empties no shelf', async () => {
    const product = await addProduct(shop, { keys: 50, priceCents: 600 })
    await shop.db.run(sql`insert into coupons (code, percent_bp) values (${`ALL${product.offerId}`}, 10000)`)
    const { couponId } = (await applyCoupon(shop, `ALL${product.offerId}`, product)).body.data
    const free = (from: string, email: string, count = 1) =>
      shop.call('POST', '/api/check/createOrder', {
        body: orderBody([{ product, count }], { email, coupon: { couponId, cents: 600 * count } }),
        headers: { 'x-forwarded-for': from },
      })
    const from = newClient()
    for (let i = 0; i < 3; i++) {
      const made = await free(from, 'one@example.com')
      expect(said(made)).toBe('made')
      expect(await statusOf(shop, made.body.data.orderId)).toBe('Delivered')
    }
    expect(said(await free(from, 'one@example.com'))).toBe('pay.tooManyUnpaid')
    expect(said(await order({ from, product, email: 'one@example.com' }))).toBe('pay.tooManyUnpaid')
    expect(await vaultOf(shop, product.offerId)).toMatchObject({ available: 47, reserved: 0 })
    // With other mailboxes the address has a fifth of the 50, no more.
    expect(said(await free(from, 'two@example.com', 7))).toBe('made')
    expect(said(await free(from, 'three@example.com'))).toBe('pay.tooManyUnpaid')
    expect(said(await free(newClient(), 'one@example.com'))).toBe('made')
    await shop.db.run(sql`
      update orders set placed_at = placed_at - interval '25 hours'
      where id in (select order_id from order_lines where offer_id = ${product.offerId})`)
    expect(said(await free(from, 'one@example.com'))).toBe('made')
  })

  test('are not orders that were paid', async () => {
    const product = await addProduct(shop, { keys: 50 })
    const from = newClient()
    for (let i = 0; i < 5; i++) {
      const { orderId } = (await order({ from, product })).body.data
      shop.stripe.pay(await attemptOf(shop, orderId), { outcome: 'completed' })
      await until(async () => (await statusOf(shop, orderId)) === 'Delivered', 'it is paid')
    }
    expect(said(await order({ from, product }))).toBe('made')
  })
})

describe('of one offer', () => {
  test('a first order for more than a fifth and more than 10 needs a solved captcha, and may then have all', async () => {
    const product = await addProduct(shop, { keys: 40 })
    const from = newClient()
    const refused = await order({ from, product, count: 11 })
    expect(said(refused)).toBe('pay.tooManyUnpaid')
    const altcha = solveForTest(refused.body.data.challenge)
    expect(said(await order({ from, product, count: 40, altcha }))).toBe('made')
    expect(said(await order({ from: newClient(), product: await addProduct(shop, { keys: 60 }), count: 12 }))).toBe(
      'made',
    )
  })

  test('later ones have a fifth of the stock together, two at least', async () => {
    const [many, few] = [await addProduct(shop, { keys: 50 }), await addProduct(shop, { keys: 5 })]
    const from = newClient()
    const email = (i: number) => `b${i}@example.com`
    expect(said(await order({ from, product: many, count: 10, email: email(1) }))).toBe('made')
    expect(said(await order({ from, product: many, count: 1, email: email(2) }))).toBe('pay.tooManyUnpaid')
    expect(said(await order({ from, product: few, count: 3, email: email(3) }))).toBe('pay.tooManyUnpaid')
    expect(said(await order({ from, product: few, count: 2, email: email(4) }))).toBe('made')
  })

  test('what is not there is said before anybody works for it', async () => {
    const product = await addProduct(shop, { keys: 30 })
    const answer = await order({ from: newClient(), product, count: 31 })
    expect(said(answer)).toBe('pay.outOfStock')
    expect(answer.body.data.lines).toEqual([
      { position: 0, productName: expect.any(String), wanted: 31, stock: 10, stockIsMore: true },
    ])
  })
})

test('a refusal leaves the idempotency key free, and the solution is no part of what is repeated', async () => {
  const product = await addProduct(shop, { keys: 50 })
  const from = newClient()
  for (let i = 0; i < 3; i++) await order({ from, product })
  const send = (altcha?: string) =>
    shop.call('POST', '/api/check/createOrder', {
      body: { ...orderBody([{ product }]), altcha },
      headers: { 'x-forwarded-for': from, 'idempotency-key': 'a-key-that-is-long-enough' },
    })
  const altcha = solveForTest((await send()).body.data.challenge)
  const made = await send(altcha)
  expect(said(made)).toBe('made')
  for (const again of [await send(altcha), await send()]) expect(again.body).toEqual(made.body)
})

test('no client address and no mailbox stands in the database', async () => {
  const product = await addProduct(shop, { keys: 5 })
  await order({ from: '203.0.113.199', product, email: 'some.body+tag@gmail.com' })
  const rows = JSON.stringify(await shop.db.query(sql`select * from orders`))
  expect(rows).not.toContain('203.0.113.199')
  expect(rows).not.toContain('somebody@gmail.com')
})

test.each([
  [0, 0, 0, true],
  [0, 2, 9, true],
  [0, 3, 3, false],
  [3, 0, 9, true],
])(
  'a limit of 0 is none: %i per mailbox, %i per address, with %i orders: %s',
  (perMailbox, perAddress, orders, may) => {
    const limits = { ...DEFAULTS, perMailbox, perAddress: perAddress === 2 ? 0 : perAddress, stockPercent: 0 }
    const reserved = { orders, ofMailbox: perMailbox ? 2 : orders, offers: [{ wanted: 999, stock: 1000, held: 900 }] }
    expect(mayReserve(reserved, limits, false)).toBe(may)
  },
)
