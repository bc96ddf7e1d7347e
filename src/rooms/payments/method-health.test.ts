// A method that refuses what it is set up to do: told once, not offered meanwhile, tried again later (decisions C4, E7).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addProduct,
  BALANCE,
  openTestShop,
  orderBody,
  PAYPAL,
  PAYSSION,
  placeOrder,
  STRIPE,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'

let shop: TestShop
let product: TestProduct
let whole: string
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 200, priceCents: 1999 })
  whole = JSON.stringify(await list())
})
beforeEach(async () => {
  shop.payssion.refuseNext()
  shop.stripe.account = 'good'
  await shop.db.run(sql`delete from method_refusals`)
  await shop.db.run(sql`delete from alerts`)
  await until(async () => JSON.stringify(await list()) === whole, 'nothing is refused any more')
})
afterAll(() => shop.close())

interface Listed {
  id: number
  currency: string[]
  minimum: Record<string, number>
}
const list = async (): Promise<Listed[]> => (await shop.call('GET', '/api/check/paymentlist')).body.data
const order = (paymentId: number, of = product) =>
  shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product: of }], { paymentId }) })
const alerts = () =>
  shop.db.query(sql`
    select subject, details ->> 'code' as code, money, resolved_at is null as open from alerts where kind = 'payment.methodRefused' order by id`)
test.each([
  ['405, a method that it does not have', 405],
  ['491, a method that is not enabled', 491],
  ['401, an unknown merchant', 401],
  ['402, a wrong signature', 402],
  ['441, an inactive app', 441],
])('Payssion refuses with %s: one alert, not offered, refused by name', async (_, code) => {
  shop.payssion.refuseNext(code, 1)
  const first = await order(PAYSSION)
  // The order is made and can be paid by another method.
  expect([first.status, first.body.data.url]).toEqual([200, null])
  expect(await alerts()).toEqual([{ subject: 'payssion', code: String(code), money: true, open: true }])
  expect((await list()).map(({ id }) => id)).toEqual([STRIPE, PAYPAL, BALANCE])
  const second = await order(PAYSSION)
  expect([second.status, second.body.msg]).toEqual([422, 'pay.methodAway'])
  const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!
  const pay = (paymentId: number) =>
    shop.call('POST', '/api/pay/toPay', { body: { orderId: first.body.data.orderId, paymentId }, headers: { cookie } })
  expect((await pay(PAYSSION)).body.msg).toBe('pay.methodAway')
  expect((await pay(STRIPE)).body.data.url).toMatch(/^http/)
})

test('Stripe refuses the key’s permissions: not offered; later it is tried again, and what was mended is told as over', async () => {
  shop.stripe.account = 'restricted'
  expect((await order(STRIPE)).body.data.url).toBeNull()
  expect(await alerts()).toEqual([{ subject: 'stripe', code: 'permission', money: true, open: true }])
  expect((await list()).map(({ id }) => id)).toEqual([PAYPAL, PAYSSION, BALANCE])

  // Five minutes later somebody tries it again, in vain; then it waits for twice as long.
  const later = () => shop.db.run(sql`update method_refusals set retry_at = now() - interval '1 second'`)
  await later()
  await until(async () => (await list()).length === 4, 'it is offered again')
  expect((await order(STRIPE)).body.data.url).toBeNull()
  const { minutes } = await shop.db.one<{ minutes: number }>(
    sql`select round(extract(epoch from retry_at - now()) / 60)::int as minutes from method_refusals`,
  )
  expect(minutes).toBe(10)
  expect(await alerts()).toHaveLength(1)

  shop.stripe.account = 'good'
  await later()
  await until(async () => (await list()).length === 4, 'it is offered again')
  expect((await order(STRIPE)).body.data.url).toMatch(/^http/)
  expect(await alerts()).toMatchObject([{ open: false }])
  expect(await shop.db.query(sql`select 1 from method_refusals`)).toEqual([])
})

test('Stripe’s account names no terms that its payers could tick: not offered, and the operator is told', async () => {
  shop.stripe.account = 'noTerms'
  expect((await order(STRIPE)).body.data.url).toBeNull()
  expect(await alerts()).toEqual([{ subject: 'stripe', code: 'invalid_request_error', money: true, open: true }])
  expect((await list()).map(({ id }) => id)).not.toContain(STRIPE)
})

test('openings of one method that are refused one after another, whatever for, are told; one that succeeds ends it', async () => {
  const told = () =>
    shop.db.query(sql`
      select subject, details ->> 'code' as code, money, resolved_at is null as open from alerts where kind = 'payment.notOpened' order by id`)
  expect((await order(PAYSSION)).body.data.url).toMatch(/^http/)
  // One order that is tried again is one refusal.
  shop.payssion.refuseNext(413, 100)
  const placed = await placeOrder(shop, orderBody([{ product }], { paymentId: PAYSSION }))
  for (let i = 0; i < 5; i++)
    await shop.call('POST', '/api/pay/toPay', {
      body: { orderId: placed.orderId },
      headers: { cookie: placed.cookie },
    })
  for (let orders = 2; orders < 5; orders++) await order(PAYSSION)
  expect(await told()).toEqual([])
  await order(PAYSSION)
  await order(PAYSSION)
  expect(await told()).toEqual([{ subject: 'payssion', code: '413', money: true, open: true }])
  expect(await alerts()).toEqual([])
  // It is an alert and nothing more.
  expect((await list()).map(({ id }) => id)).toContain(PAYSSION)
  shop.payssion.refuseNext()
  expect((await order(PAYSSION)).body.data.url).toMatch(/^http/)
  expect(await told()).toMatchObject([{ open: false }])

  // A success between them begins the count anew.
  for (const refused of [4, 4]) {
    shop.payssion.refuseNext(413, refused)
    for (let i = 0; i < refused; i++) await order(PAYSSION)
    expect((await order(PAYSSION)).body.data.url).toMatch(/^http/)
  }
  expect(await told()).toHaveLength(1)
})

test('a currency that is refused (406) is not offered with that method; the others are', async () => {
  shop.payssion.refuseNext(406, 1)
  await order(PAYSSION)
  const payssion = (await list()).find(({ id }) => id === PAYSSION)!
  expect(payssion.currency).not.toContain('USD')
  expect(payssion.currency).toContain('EUR')
  const again = await order(PAYSSION)
  expect([again.status, again.body.msg]).toEqual([422, 'pay.noSupport'])
  expect(await alerts()).toMatchObject([{ subject: 'payssion USD', money: false }])
})

test('below a provider’s minimum it is refused by name, before anything is made', async () => {
  const cheap = await addProduct(shop, { keys: 3, priceCents: 15 })
  expect((await list()).find(({ id }) => id === STRIPE)!.minimum).toMatchObject({ USD: 0.5, JPY: 50, HKD: 4 })
  // 0.15 and the service charge of 0.30.
  const refusal = await order(STRIPE, cheap)
  expect([refusal.status, refusal.body.msg]).toEqual([422, 'pay.belowMinimum'])
  expect(await shop.db.query(sql`select 1 from order_lines where product_id = ${cheap.productId}`)).toEqual([])

  const placed = await placeOrder(shop, orderBody([{ product: cheap }], { paymentId: PAYSSION }))
  const changed = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: placed.orderId, paymentId: STRIPE },
    headers: { cookie: placed.cookie },
  })
  expect([changed.status, changed.body.msg]).toEqual([422, 'pay.belowMinimum'])
})

test('a minimum that Payssion tells by refusing (417) is learned', async () => {
  const cheap = await addProduct(shop, { keys: 3, priceCents: 600 })
  shop.payssion.refuseNext(417, 1)
  await order(PAYSSION, cheap)
  expect((await list()).find(({ id }) => id === PAYSSION)!.minimum).toEqual({ USD: 6.1 })
  expect((await order(PAYSSION, cheap)).body.msg).toBe('pay.belowMinimum')
  expect((await order(PAYSSION)).body.data.url).toMatch(/^http/)
})

test('a refusal that is about one payment changes nothing', async () => {
  shop.payssion.refuseNext(413, 1)
  expect((await order(PAYSSION)).body.data.url).toBeNull()
  expect((await list()).map(({ id }) => id)).toEqual([STRIPE, PAYPAL, PAYSSION, BALANCE])
  expect(await alerts()).toEqual([])
})
