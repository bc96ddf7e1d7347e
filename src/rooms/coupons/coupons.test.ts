// Coupons through the public API: what they are worth, that a use is reserved with its order and given back, and that no
// limit is passed whatever happens at once (decision C10).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { alertsOf, letTimePass, rowCounts } from '#rooms/orders/making/counting.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYSSION,
  type PlacedOrder,
  placeOrder,
  STRIPE,
  statusOf,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

let made = 0

interface Terms {
  percentBp?: number
  amountUsdCents?: number
  minimumUsdCents?: number
  totalUses?: number
  perMemberUses?: number
  validFrom?: Date
  validUntil?: Date
  active?: boolean
  productIds?: number[]
  categoryIds?: number[]
  sellerIds?: number[]
}

async function addCoupon(terms: Terms): Promise<string> {
  const code = `TEST${++made}`
  await shop.db.run(sql`
    insert into coupons (code, percent_bp, amount_usd_cents, minimum_usd_cents, total_uses, per_member_uses, valid_from, valid_until, active, product_ids,
      category_ids, seller_ids)
    values (${code}, ${terms.percentBp ?? null}, ${terms.amountUsdCents ?? null}, ${terms.minimumUsdCents ?? 0}, ${terms.totalUses ?? null},
      ${terms.perMemberUses ?? null}, ${terms.validFrom ?? null}, ${terms.validUntil ?? null}, ${terms.active ?? true}, ${terms.productIds ?? null},
      ${terms.categoryIds ?? null}, ${terms.sellerIds ?? null})`)
  return code
}

const ask = (code: string, lines: { product: TestProduct; count?: number }[], more: object = {}) =>
  shop.call('POST', '/api/check/useCoupon', {
    body: {
      couponCode: code,
      currencyId: 1,
      productId: lines.map(({ product }) => product.productId),
      productCount: lines.map(({ count = 1 }) => count),
      productPrice: lines.map(() => 0),
      supplyProductId: lines.map(({ product }) => product.offerId),
      productClassId: lines.map(() => 1),
      ...more,
    },
  })

async function applied(code: string, product: TestProduct) {
  const { body } = await ask(code, [{ product }])
  if (body.code !== 200) throw new Error(body.msg)
  return { couponId: body.data.couponId as string, cents: Math.round(body.data.totalDiscount * 100) }
}

const order = (product: TestProduct, coupon: { couponId: string; cents: number }, email?: string) =>
  shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product }], { coupon, email }) })

const usesOf = async (code: string) => {
  const { uses } = await shop.db.one<{ uses: number }>(sql`select uses from coupons where code = ${code}`)
  const rows = await shop.db.query<{ state: string }>(sql`
    select u.state from coupon_uses u join coupons c on c.id = u.coupon_id where c.code = ${code} order by u.created_at`)
  return { uses, states: rows.map((row) => row.state).sort() }
}

const cancel = ({ orderId, cookie }: PlacedOrder) =>
  shop.call('GET', `/api/pay/cancel/${orderId}`, { headers: { cookie } })
const pay = async ({ orderId }: Pick<PlacedOrder, 'orderId'>) =>
  shop.stripe.pay(await attemptOf(shop, orderId), { outcome: 'completed' })
const reaches = (orderId: string, status: string) =>
  until(async () => (await statusOf(shop, orderId)) === status, `the order is ${status}`)

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

test('of many buyers at once for the last use exactly one has it, and the others are told', async () => {
  const product = await addProduct(shop, { keys: 12 })
  const code = await addCoupon({ amountUsdCents: 100, totalUses: 1 })
  const coupon = await applied(code, product)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => order(product, coupon, `buyer${i}@example.com`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 422)
  expect(refused.map(({ body }) => body.msg)).toEqual(Array(11).fill('pay.couponForbidden'))
  expect(await usesOf(code)).toEqual({ uses: 1, states: ['reserved'] })
  const { reserved } = await shop.db.one<{ reserved: number }>(
    sql`select count(*) as reserved from vault_keys where offer_id = ${product.offerId} and state = 'reserved'`,
  )
  expect(reserved).toBe(1)
})

test('somebody who orders many times at once uses a coupon no oftener than he may, however he writes his address', async () => {
  const product = await addProduct(shop, { keys: 10 })
  const code = await addCoupon({ amountUsdCents: 100, perMemberUses: 2 })
  const coupon = await applied(code, product)
  const emails = ['ada@example.com', 'Ada@example.com', 'ADA@EXAMPLE.COM']
  const answers = await Promise.all(Array.from({ length: 9 }, (_, i) => order(product, coupon, emails[i % 3])))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect((await order(product, coupon, 'bob@example.com')).status).toBe(200)
  expect((await usesOf(code)).uses).toBe(3)
})

test('the same order sent twice reserves one use', async () => {
  const product = await addProduct(shop, { keys: 2 })
  const code = await addCoupon({ amountUsdCents: 100, totalUses: 5 })
  const body = orderBody([{ product }], { coupon: await applied(code, product) })
  const headers = { 'idempotency-key': 'coupon-once-1-coupon-once' }
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => shop.call('POST', '/api/check/createOrder', { body, headers })),
  )
  expect(new Set(answers.map((answer) => answer.body.data.orderId)).size).toBe(1)
  expect(await usesOf(code)).toEqual({ uses: 1, states: ['reserved'] })
})

test('a cancelled order and an expired one give their use back, once', async () => {
  const product = await addProduct(shop, { keys: 2 })
  const code = await addCoupon({ amountUsdCents: 100, totalUses: 2, perMemberUses: 2 })
  const coupon = await applied(code, product)
  const first = await placeOrder(shop, orderBody([{ product }], { coupon }))
  await placeOrder(shop, orderBody([{ product }], { coupon }))
  expect((await ask(code, [{ product }])).body.msg).toBe('pay.couponForbidden')
  await Promise.all([cancel(first), cancel(first), cancel(first)])
  expect(await usesOf(code)).toEqual({ uses: 1, states: ['reserved', 'returned'] })
  await letTimePass(shop, product.offerId)
  await until(async () => (await usesOf(code)).uses === 0, 'the other expires')
  expect((await usesOf(code)).states).toEqual(['returned', 'returned'])
  expect((await order(product, coupon)).status).toBe(200)
})

test('whoever wins when an order is paid and cancelled at once, its use is either used or free', async () => {
  for (let round = 0; round < 6; round++) {
    const product = await addProduct(shop, { keys: 1 })
    const code = await addCoupon({ amountUsdCents: 100, totalUses: 1 })
    const placed = await placeOrder(shop, orderBody([{ product }], { coupon: await applied(code, product) }))
    await Promise.all([cancel(placed), pay(placed)])
    // Money for an order that its buyer cancelled goes back (decision C4).
    const end = await until(async () => {
      const { status, returned } = await shop.db.one<{ status: string; returned: boolean }>(sql`
        select status, exists (select from refunds where order_id = o.id and state = 'done') as returned
        from orders o where id = ${placed.orderId}`)
      return status === 'Delivered' || (status === 'Cancelled' && returned) ? status : undefined
    }, 'it is delivered, or cancelled and paid back')
    expect(await usesOf(code)).toEqual(
      end === 'Delivered' ? { uses: 1, states: ['used'] } : { uses: 0, states: ['returned'] },
    )
  }
})

test('a late payment whose coupon somebody else has used up by then goes back', async () => {
  const product = await addProduct(shop, { keys: 3 })
  const code = await addCoupon({ amountUsdCents: 100, totalUses: 1 })
  const coupon = await applied(code, product)
  const late = await placeOrder(shop, orderBody([{ product }], { coupon, paymentId: PAYSSION }))
  await letTimePass(shop, product.offerId)
  await reaches(late.orderId, 'Expired')
  const other = await placeOrder(shop, orderBody([{ product }], { coupon, email: 'other@example.com' }))
  shop.payssion.pay(await attemptOf(shop, late.orderId), { outcome: 'completed' })
  await until(async () => (await alertsOf(shop, late.orderId)).length > 0, 'the operator is told')
  expect(await alertsOf(shop, late.orderId)).toEqual(['payment.sentBack'])
  expect(await statusOf(shop, late.orderId)).toBe('Expired')
  expect(await usesOf(code)).toEqual({ uses: 1, states: ['reserved', 'returned'] })
  await pay(other)
  await reaches(other.orderId, 'Delivered')
  expect(await usesOf(code)).toEqual({ uses: 1, states: ['returned', 'used'] })
})

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

test('a use for each member is one for each mailbox, however its address is written', async () => {
  const product = await addProduct(shop, { keys: 10 })
  const code = await addCoupon({ percentBp: 1000, perMemberUses: 1 })
  const coupon = await applied(code, product)
  const addresses = ['o.n.e@gmail.com', 'one+2@gmail.com', 'ONE@GoogleMail.com', 'two@example.com', 'two+b@example.com']
  const answers = []
  for (const email of addresses) answers.push((await order(product, coupon, email)).body.msg)
  expect(answers).toEqual(['ok', 'pay.couponForbidden', 'pay.couponForbidden', 'ok', 'pay.couponForbidden'])
})

test('a member who has had his uses of a coupon is told so when he applies it, as the order tells him; nobody learns of another', async () => {
  const product = await addProduct(shop, { keys: 5 })
  const code = await addCoupon({ percentBp: 1000, perMemberUses: 1 })
  const [ada, bob] = [await addMember(shop), await addMember(shop)]
  const coupon = await applied(code, product)
  const askAs = (cookie?: string) =>
    shop.call('POST', '/api/check/useCoupon', {
      headers: cookie ? { cookie } : {},
      body: {
        couponCode: code,
        currencyId: 1,
        productId: [product.productId],
        productCount: [1],
        productPrice: [0],
        supplyProductId: [product.offerId],
        productClassId: [1],
        deliveryEmail: ada.email,
      },
    })
  // As a guest, with his own address: it is his, too.
  const first = await placeOrder(shop, orderBody([{ product }], { coupon, email: ada.email }))
  const told = await askAs(ada.cookie)
  const refused = await shop.call('POST', '/api/check/createOrder', {
    headers: { cookie: ada.cookie },
    body: orderBody([{ product }], { coupon, email: ada.email }),
  })
  expect([told.status, told.body]).toEqual([422, refused.body])
  expect(told.body.msg).toBe('pay.couponForbidden')
  for (const cookie of [undefined, bob.cookie]) expect((await askAs(cookie)).status).toBe(200)
  await cancel(first)
  expect((await askAs(ada.cookie)).status).toBe(200)
})
