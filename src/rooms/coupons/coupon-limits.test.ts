// A use of a coupon is reserved with its order and given back, and no limit is passed whatever happens at once (decision C10).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { alertsOf, letTimePass } from '#rooms/orders/making/counting.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYSSION,
  type PlacedOrder,
  placeOrder,
  statusOf,
  type TestShop,
} from '#test/harness.ts'
import { coupons } from './coupons.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { addCoupon, ask, applied, order, usesOf, reaches } = coupons(() => shop)

const cancel = ({ orderId, cookie }: PlacedOrder) =>
  shop.call('GET', `/api/pay/cancel/${orderId}`, { headers: { cookie } })
const pay = async ({ orderId }: Pick<PlacedOrder, 'orderId'>) =>
  shop.stripe.pay(await attemptOf(shop, orderId), { outcome: 'completed' })

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
