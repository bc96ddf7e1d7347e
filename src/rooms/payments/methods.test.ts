// What one can pay by are rows that the operator changes while the shop runs.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Statement, sql } from '#platform/database/sql.ts'
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
  statusOf,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { ordered, pay, reaches } from './scene.testing.ts'

/** Methods that only these tests have. */
const [DEBIT, NOBODYS] = [31, 41]

let shop: TestShop
let product: TestProduct
let first: string
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 50, priceCents: 1999 })
  await shop.db.run(sql`create table first_methods as select * from payment_methods`)
  first = JSON.stringify(await list())
})
afterEach(async () => {
  await shop.db.run(sql`update payment_methods m set label = f.label, fee_bp = f.fee_bp, currencies = f.currencies, minimum = f.minimum,
    product_types = f.product_types, position = f.position, enabled = f.enabled from first_methods f where f.id = m.id`)
  await shop.db.run(sql`update payment_methods set enabled = false where id not in (select id from first_methods)`)
  await until(async () => JSON.stringify(await list()) === first, 'the methods are those of before')
})
afterAll(() => shop.close())

interface Listed {
  id: number
  name: string
  fee: number
  currency: string[]
  minimum: Record<string, number>
}
const list = async (): Promise<Listed[]> => (await shop.call('GET', '/api/check/paymentlist')).body.data
const order = (body: Parameters<typeof orderBody>[1]) =>
  shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product }], body) })

/** A change by SQL, until this shop has heard it. */
async function change(statement: Statement): Promise<void> {
  const before = JSON.stringify(await list())
  await shop.db.run(statement)
  await until(async () => JSON.stringify(await list()) !== before, 'the change is heard')
}

test('a new shop begins with what its providers declare, numbered as orders have always named them', async () => {
  expect(await list()).toMatchObject([
    {
      id: STRIPE,
      type: 'stripe',
      name: 'Card, Apple Pay, Google Pay (Stripe)',
      fee: 0,
      minimum: { USD: 0.5, JPY: 50 },
    },
    { id: PAYPAL, type: 'paypal', name: 'PayPal', fee: 0, minimum: {} },
    { id: PAYSSION, type: 'payssion', name: 'Payssion', fee: 1.5, currency: ['*'], minimum: {} },
    { id: BALANCE, type: 'balance', name: 'Your balance', fee: 0, currency: ['USD'], forMembers: true },
  ])
})

test('fee and name are the row’s: the next order pays the new fee, and one who saw the old one is told', async () => {
  await change(sql`update payment_methods set fee_bp = 250, label = '{"en-US": "By card"}' where id = ${STRIPE}`)
  expect((await list())[0]).toMatchObject({ id: STRIPE, fee: 2.5, name: 'By card' })
  const old = await order({ realAmount: 19.99 })
  expect([old.status, old.body.msg, old.body.data.fee]).toEqual([422, 'pay.priceChanged', 0.5])
  const placed = await order({ realAmount: 20.49 })
  expect(placed.status).toBe(200)
  const { body } = await shop.call('GET', `/api/pay/detail/${placed.body.data.orderId}`, {
    headers: {
      cookie: placed.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    },
  })
  expect(body.data).toMatchObject({ paymentName: 'By card', amounts: { fee: 0.5, total: 20.49 } })
})

test('currencies and minimum are the row’s', async () => {
  await change(sql`update payment_methods set currencies = '{EUR}' where id = ${STRIPE}`)
  expect((await order({})).body.msg).toBe('pay.noSupport')
  await change(sql`update payment_methods set currencies = '{*}', minimum = '{"USD": 2000}' where id = ${STRIPE}`)
  expect((await order({})).body.msg).toBe('pay.belowMinimum')
})

test('one that is switched off is not offered, its orders are paid by another, and money that comes still counts', async () => {
  const [waiting, paid] = [await ordered(shop, STRIPE, { product }), await ordered(shop, STRIPE, { product })]
  await change(sql`update payment_methods set enabled = false where id = ${STRIPE}`)
  expect((await list()).map(({ id }) => id)).toEqual([PAYPAL, PAYSSION, BALANCE])
  expect((await order({})).body.msg).toBe('pay.methodAway')
  const headers = { cookie: waiting.cookie }
  const toPay = (paymentId?: number) =>
    shop.call('POST', '/api/pay/toPay', { body: { orderId: waiting.orderId, paymentId }, headers })
  const refusal = await toPay()
  expect([refusal.status, refusal.body.msg]).toEqual([422, 'pay.methodAway'])
  const detail = await shop.call('GET', `/api/pay/detail/${waiting.orderId}`, { headers })
  expect(detail.body.data.paymentName).toMatch(/Stripe/)

  expect((await toPay(PAYSSION)).body.data.url).toMatch(/^http/)
  pay(shop, paid)
  await reaches(shop, paid, 'Delivered')
})

test('the repetition of an order whose method is off meanwhile opens nothing', async () => {
  const headers = { 'idempotency-key': 'a-key-of-22-characters-1' }
  const body = orderBody([{ product }])
  const placed = await placeOrder(shop, body, headers)
  await change(sql`update payment_methods set enabled = false where id = ${STRIPE}`)
  const again = await shop.call('POST', '/api/check/createOrder', {
    body,
    headers: { ...headers, cookie: placed.cookie },
  })
  expect(again.body.data).toMatchObject({ orderId: placed.orderId, url: null })
  expect(await statusOf(shop, placed.orderId)).toBe('Unpaid')
})

test('a method for some types of products refuses others, also when an order changes to it', async () => {
  const card = await addProduct(shop, { keys: 3, priceCents: 1999 })
  await shop.db.run(sql`update products set type = 1 where id = ${card.productId}`)
  await shop.db.run(sql`update payment_methods set product_types = '{1}', position = 1 where id = ${PAYSSION}`)
  await until(async () => (await list())[0]!.id === PAYSSION, 'the change is heard')
  const refusal = await order({ paymentId: PAYSSION })
  expect([refusal.status, refusal.body.msg]).toEqual([422, 'pay.notForGoods'])
  const key = await ordered(shop, STRIPE, { product })
  const changed = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: key.orderId, paymentId: PAYSSION },
    headers: { cookie: key.cookie },
  })
  expect(changed.body.msg).toBe('pay.notForGoods')
  expect((await ordered(shop, PAYSSION, { product: card })).url).toMatch(/^http/)
})

test('two methods of one provider are offered, paid and refused each by itself', async () => {
  await change(sql`insert into payment_methods (id, provider, label, fee_bp, minimum, position)
    values (${DEBIT}, 'stripe', '{"en-US": "Bank debit"}', 100, '{"USD": 50}', 15)`)
  expect((await list()).map(({ id, name }) => [id, name])).toEqual([
    [STRIPE, 'Card, Apple Pay, Google Pay (Stripe)'],
    [PAYPAL, 'PayPal'],
    [DEBIT, 'Bank debit'],
    [PAYSSION, 'Payssion'],
    [BALANCE, 'Your balance'],
  ])
  const placed = await placeOrder(shop, orderBody([{ product }], { paymentId: DEBIT, realAmount: 20.19 }))
  const attempts = () =>
    shop.db.query<{ id: string; methodId: number; state: string }>(
      sql`select id, method_id as "methodId", state from payments where order_id = ${placed.orderId} order by created_at`,
    )
  const [attempt] = await attempts()
  expect(attempt).toMatchObject({ methodId: DEBIT })
  // Changed to the provider's other method: another attempt, and the first page is closed.
  await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: placed.orderId, paymentId: STRIPE },
    headers: { cookie: placed.cookie },
  })
  expect(await attempts()).toMatchObject([{ methodId: DEBIT, state: 'expired' }, { methodId: STRIPE }])

  shop.stripe.account = 'restricted'
  await order({ paymentId: DEBIT, realAmount: 20.19 })
  shop.stripe.account = 'good'
  expect((await list()).map(({ id }) => id)).toEqual([STRIPE, PAYPAL, PAYSSION, BALANCE])
  await shop.db.run(sql`delete from method_refusals`)
})

test('one whose provider is not connected is not offered', async () => {
  await shop.db.run(
    sql`insert into payment_methods (id, provider, label, position) values (${NOBODYS}, 'nobody', '{"en-US": "Nobody"}', 1)`,
  )
  await change(sql`update payment_methods set fee_bp = 10 where id = ${STRIPE}`)
  expect((await list()).map(({ id }) => id)).toEqual([STRIPE, PAYPAL, PAYSSION, BALANCE])
  expect((await order({ paymentId: NOBODYS, realAmount: 19.99 })).body.msg).toBe('pay.methodAway')
})

test.each([
  ['a fee above all goods', sql`update payment_methods set fee_bp = 10001`],
  ['a currency that is none', sql`update payment_methods set currencies = '{EUR,dollars}'`],
  ['no currency', sql`update payment_methods set currencies = '{}'`],
  ['any currency beside one', sql`update payment_methods set currencies = '{*,EUR}'`],
  ['a minimum in words', sql`update payment_methods set minimum = '{"USD": "fifty"}'`],
  ['a minimum of half a cent', sql`update payment_methods set minimum = '{"USD": 0.5}'`],
  ['a name that is no text', sql`update payment_methods set label = '{"en-US": 5}'`],
])('the table refuses %s', async (_, mistake) => {
  await expect(shop.db.run(mistake)).rejects.toThrow('payment_methods_')
})

test('a method that was paid by cannot be deleted', async () => {
  await ordered(shop, STRIPE, { product })
  await expect(shop.db.run(sql`delete from payment_methods where id = ${STRIPE}`)).rejects.toThrow('foreign key')
})
