// Coupons through the public API: what they are worth, and that an order uses them up.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { rowCounts } from '#rooms/orders/making/counting.testing.ts'
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
import { coupons, type Terms } from './coupons.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { addCoupon, ask, applied, order, usesOf, reaches } = coupons(() => shop)

test('a code is worth the same however it is typed, by the shop’s own prices, in the currency', async () => {
  const product = await addProduct(shop, { priceCents: 2000 })
  const code = await addCoupon({ percentBp: 1000 })
  const dollars = await ask(` ${code.toLowerCase()} `, [{ product, count: 2 }])
  expect([dollars.status, dollars.body.data]).toEqual([
    200,
    { not_exist: false, is_forbidden: false, totalDiscount: 4, couponId: expect.any(String) },
  ])
  const euros = await ask(code, [{ product }], { currencyId: 2 })
  expect(euros.body.data.totalDiscount).toBe(1.74)
})

test('a coupon for a category, for what lies below it, or for a seller is good for their products alone', async () => {
  const product = await addProduct(shop)
  const [above, beside] = await shop.db.query<{ id: number }>(sql`
    insert into categories (slug, name) values ('everything', '{"en-US":"Everything"}'), ('nothing', '{"en-US":"Nothing"}') returning id`)
  const { id, seller } = await shop.db.one<{ id: number; seller: number }>(sql`
    select p.category_id as id, o.seller_id as seller from products p join offers o on o.product_id = p.id
    where o.id = ${product.offerId}`)
  await shop.db.run(sql`update categories set parent_id = ${above!.id} where id = ${id}`)
  await until(async () => {
    const { body } = await shop.call('GET', '/api/product/category/info/name/everything')
    return body.data?.children?.length > 0
  }, 'the shelf is known')
  const today = { percentBp: 1000, validFrom: new Date(0) }
  for (const terms of [{ categoryIds: [id] }, { categoryIds: [above!.id] }, { sellerIds: [seller] }])
    expect([terms, (await applied(await addCoupon({ ...today, ...terms }), product)).cents]).toEqual([terms, 200])
  const { body } = await ask(await addCoupon({ ...today, categoryIds: [beside!.id] }), [{ product }])
  expect(body.msg).toBe('pay.couponForbidden')
})

test.each<[string, Terms | undefined, string, object]>([
  ['that nobody made', undefined, 'pay.couponNotExist', { not_exist: true, is_forbidden: false }],
  ['that is switched off', { percentBp: 500, active: false }, 'pay.couponNotExist', { not_exist: true }],
  ['that is over', { percentBp: 500, validUntil: new Date(0) }, 'pay.couponExpired', { is_forbidden: true }],
  ['for other products', { percentBp: 500, productIds: [2_000_000] }, 'pay.couponForbidden', { is_forbidden: true }],
  ['for other categories', { percentBp: 500, categoryIds: [2_000_000] }, 'pay.couponForbidden', { is_forbidden: true }],
  ['for other sellers', { percentBp: 500, sellerIds: [2_000_000] }, 'pay.couponForbidden', { is_forbidden: true }],
  ['of next week', { percentBp: 500, validFrom: new Date(Date.now() + 604_800_000) }, 'pay.couponForbidden', {}],
  ['for larger carts', { percentBp: 500, minimumUsdCents: 5000 }, 'pay.couponForbidden', { minimum: 50 }],
  [
    'that is used up',
    { percentBp: 500, totalUses: 0 },
    'pay.couponForbidden',
    { not_exist: false, is_forbidden: true },
  ],
])('a coupon %s is refused by name', async (_, terms, msg, data) => {
  const product = await addProduct(shop)
  const answer = await ask(terms ? await addCoupon(terms) : 'NOSUCHCODE', [{ product }])
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ code: 500, msg, data: { totalDiscount: 0, couponId: null, ...data } })
})

test.each<[string, object]>([
  ['lists of unequal length', { productClassId: [] }],
  ['no lines', { productId: [], productCount: [], productPrice: [], supplyProductId: [], productClassId: [] }],
  ['no code', { couponCode: '  ' }],
  ['a code of 41 letters', { couponCode: 'x'.repeat(41) }],
  ['an unknown currency', { currencyId: 9_999 }],
])('%s is no question', async (_, change) => {
  const product = await addProduct(shop)
  const answer = await ask('ANY', [{ product }], change)
  expect([answer.status, answer.body.msg]).toEqual([400, 'error.invalid'])
})

test('an order reserves its use, keeps the price, and paying uses it up', async () => {
  const product = await addProduct(shop, { keys: 1, priceCents: 4000 })
  const code = await addCoupon({ amountUsdCents: 500, totalUses: 3 })
  const coupon = await applied(code, product)
  const placed = await placeOrder(shop, orderBody([{ product }], { coupon, paymentId: PAYSSION }))
  // 40.00 − 5.00 + 1.5 % of 40.00
  expect(placed.amount).toBe(35.6)
  expect(await usesOf(code)).toEqual({ uses: 1, states: ['reserved'] })
  const { body } = await shop.call('GET', `/api/pay/detail/${placed.orderId}`, { headers: { cookie: placed.cookie } })
  expect(body.data.amounts).toMatchObject({ goods: 40, coupon: 5, fee: 0.6, total: 35.6 })
  shop.payssion.pay(await attemptOf(shop, placed.orderId), { outcome: 'completed' })
  await reaches(placed.orderId, 'Delivered')
  expect(await usesOf(code)).toEqual({ uses: 1, states: ['used'] })
})

test('an order does not take the shopper’s word for what a coupon is worth, and then writes nothing', async () => {
  const product = await addProduct(shop, { keys: 2, priceCents: 4000 })
  const coupon = await applied(await addCoupon({ amountUsdCents: 500 }), product)
  const before = await rowCounts(shop)
  const dearer = await order(product, { ...coupon, cents: 600 })
  expect([dearer.status, dearer.body.msg]).toEqual([422, 'pay.priceChanged'])
  expect(dearer.body.data).toMatchObject({ coupon: 5, total: 35 })
  const body = orderBody([{ product }], { coupon })
  const shown = { ...body, orderList: { ...body.orderList, couponAmount: 4 } }
  expect((await shop.call('POST', '/api/check/createOrder', { body: shown })).body.msg).toBe('pay.priceChanged')
  expect(await rowCounts(shop)).toEqual(before)
})

test.each(['1', '1-AAAAAAAAAAAAAAAA', 'x', '999999999-AAAAAAAAAAAAAAAA'])(
  'a reference that this shop did not write (%s) is no coupon',
  async (couponId) => {
    const product = await addProduct(shop, { keys: 1 })
    await addCoupon({ percentBp: 5000 })
    const answer = await order(product, { couponId, cents: 0 })
    expect([answer.status, answer.body.msg]).toEqual([422, 'pay.couponNotExist'])
  },
)

test('an order that a coupon pays in full is delivered at once, and no provider hears of it', async () => {
  const product = await addProduct(shop, { keys: 1, priceCents: 1500 })
  const code = await addCoupon({ percentBp: 10_000 })
  const placed = await placeOrder(shop, orderBody([{ product }], { coupon: await applied(code, product) }))
  expect(placed).toMatchObject({ amount: 0, url: null })
  expect(await statusOf(shop, placed.orderId)).toBe('Delivered')
  expect(await shop.db.query(sql`select 1 from payments where order_id = ${placed.orderId}`)).toEqual([])
  expect(await usesOf(code)).toEqual({ uses: 1, states: ['used'] })
})

test('an order that costs nothing with another method is paid by choosing it, once, whoever presses how often', async () => {
  const product = await addProduct(shop, { keys: 2 })
  const coupon = await applied(await addCoupon({ percentBp: 10_000 }), product)
  const body = orderBody([{ product }], { coupon, paymentId: PAYSSION })
  const placed = await placeOrder(shop, body)
  expect(placed.amount).toBe(0.3)
  const press = () =>
    shop.call('POST', '/api/pay/toPay', {
      body: { orderId: placed.orderId, paymentId: STRIPE },
      headers: { cookie: placed.cookie },
    })
  const answers = await Promise.all([press(), press(), press()])
  for (const { status, body: answer } of answers)
    expect([
      [200, 0],
      [422, undefined],
    ]).toContainEqual([status, answer.data?.amount])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(await statusOf(shop, placed.orderId)).toBe('Delivered')
  expect((await shop.db.query(sql`select 1 from mails where data ->> 'orderId' = ${placed.orderId}`)).length).toBe(1)
  const keys = await shop.call('GET', `/api/profile/order/pointCode/${placed.orderId}`, {
    headers: { cookie: placed.cookie },
  })
  expect(keys.body.data[0].keys).toHaveLength(1)
})

test('an order that a person holds while its buyer chooses a method by which it costs nothing is not paid by that', async () => {
  const product = await addProduct(shop, { keys: 2 })
  const coupon = await applied(await addCoupon({ percentBp: 10_000 }), product)
  const { orderId, cookie } = await placeOrder(shop, orderBody([{ product }], { coupon, paymentId: PAYSSION }))
  const person = await shop.db.pool.connect()
  try {
    // Whoever holds it comes after the look at what bars its payment, and before the method is changed.
    await shop.db.pool.query(`
      create function wait_for_person() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(4711); return null; end';
      create trigger wait_for_person before update of payment_method on orders execute function wait_for_person()`)
    await person.query('select pg_advisory_lock(4711)')
    const pressed = shop.call('POST', '/api/pay/toPay', { body: { orderId, paymentId: STRIPE }, headers: { cookie } })
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory' and query like '%update orders set payment_method%'`
    await until(async () => (await shop.db.query(waits)).length > 0, 'its method is about to be changed')
    await person.query(`insert into order_holds (order_id, reason, details) values ($1, 'person', '{}')`, [orderId])
    await person.query('select pg_advisory_unlock(4711)')
    expect(await pressed).toMatchObject({ status: 422, body: { msg: 'pay.held' } })
  } finally {
    await person.query('select pg_advisory_unlock_all()')
    person.release()
    await shop.db.pool.query('drop trigger wait_for_person on orders; drop function wait_for_person')
  }
  const order = sql`select status, payment_method as method from orders where id = ${orderId}`
  expect(await shop.db.one(order)).toEqual({ status: 'Unpaid', method: PAYSSION })
})
