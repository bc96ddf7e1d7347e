// A provider's many methods, each a row of its own: offered where its countries, currencies and types of products allow it,
// by one rule for the browser and the server; with a fee, a health and a history of its own.
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
import { reaches } from './scene.testing.ts'

const [PIX, IDEAL] = [71, 72]

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 80, priceCents: 1999 })
  Object.assign(shop.payssion.methods, { pix_br: { currencies: ['USD', 'BRL'] }, ideal_nl: { currencies: ['EUR'] } })
  await shop.db.run(sql`insert into payment_methods (id, provider, code, fee_bp, currencies, countries, position) values
    (${PIX}, 'payssion', 'pix_br', 200, '{BRL,USD}', '{BR}', 30), (${IDEAL}, 'payssion', 'ideal_nl', 0, '{EUR}', '{NL}', 31)`)
  await until(async () => (await list()).some(({ id }) => id === IDEAL), 'they are offered')
})
beforeEach(async () => {
  shop.payssion.refuseNext()
  await shop.db.run(sql`delete from method_refusals`)
  await shop.db.run(sql`delete from alerts`)
})
afterAll(() => shop.close())

interface Listed {
  id: number
  name: string
  hint: string
  countries: string[]
  countriesExcluded: boolean
}
const list = async (locale = 'en-US'): Promise<Listed[]> =>
  (await shop.call('GET', '/api/check/paymentlist', { headers: { 'x-locale': locale } })).body.data

const order = (paymentId: number, country?: string, headers: Record<string, string> = {}) =>
  shop.call('POST', '/api/check/createOrder', {
    body: orderBody([{ product }], {
      paymentId,
      country,
      realAmount: paymentId === PIX ? 20.39 : undefined,
    }),
    headers,
  })

test('each is listed with its countries and called as it is called there, in every language', async () => {
  const [pix] = (await list()).filter(({ id }) => id === PIX)
  expect(pix).toMatchObject({
    name: 'Pix',
    hint: 'On Payssion’s secure page.',
    countries: ['BR'],
    countriesExcluded: false,
  })
  expect((await list('de')).find(({ id }) => id === PIX)).toMatchObject({
    name: 'Pix',
    hint: 'Auf der sicheren Seite von Payssion.',
  })
})

test('a buyer from its country pays by it: Payssion is asked for exactly that method', async () => {
  const placed = await order(PIX, 'BR')
  expect(placed.status).toBe(200)
  const attempt = await shop.db.one<{ id: string; fee: number }>(
    sql`select id, fee::int from payments where order_id = ${placed.body.data.orderId}`,
  )
  expect(attempt.fee).toBe(40)
  expect(shop.payssion.payment(attempt.id)).toMatchObject({ pmId: 'pix_br', amountMinor: 2039, currency: 'USD' })
  shop.payssion.complete(attempt.id)
  await reaches(shop, placed.body.data, 'Delivered')
})

test('elsewhere it is refused by name; where nobody knows where the buyer is, it is not', async () => {
  const refusal = await order(PIX, 'DE')
  expect([refusal.status, refusal.body.msg]).toEqual([422, 'pay.notInCountry'])
  expect((await order(PIX)).status).toBe(200)
})

test('without a country in the request the shop’s guess counts, and what the buyer says goes before it', async () => {
  const german = { 'accept-language': 'de-DE', 'x-locale': 'en-US' }
  expect((await order(PIX, undefined, german)).body.msg).toBe('pay.notInCountry')
  expect((await order(PIX, 'BR', german)).status).toBe(200)
})

test('what is no country is invalid', async () => {
  for (const country of ['br', 'BRA', '', 'B\u0000']) expect((await order(PIX, country)).status).toBe(400)
})

test('a currency that it does not take is refused before anybody is asked', async () => {
  const refusal = await order(IDEAL, 'NL')
  expect([refusal.status, refusal.body.msg]).toEqual([422, 'pay.noSupport'])
})

test('a list of countries may be those where it is not offered', async () => {
  await shop.db.run(
    sql`update payment_methods set countries = '{RU,BY}', countries_excluded = true where id = ${PAYSSION}`,
  )
  await until(async () => (await list()).find(({ id }) => id === PAYSSION)!.countriesExcluded, 'it is heard')
  expect((await order(PAYSSION, 'BY')).body.msg).toBe('pay.notInCountry')
  expect((await order(PAYSSION, 'DE')).body.msg).not.toBe('pay.notInCountry')
  await shop.db.run(sql`update payment_methods set countries = '{}', countries_excluded = false where id = ${PAYSSION}`)
  await until(async () => (await list()).find(({ id }) => id === PAYSSION)!.countries.length === 0, 'it is heard')
})

test('an order that waits changes to it with its fee, and back; where it is not offered it stays as it was', async () => {
  const placed = await placeOrder(shop, orderBody([{ product }], { paymentId: STRIPE }))
  const headers = { cookie: placed.cookie }
  const toPay = (paymentId: number, country: string) =>
    shop.call('POST', '/api/pay/toPay', { body: { orderId: placed.orderId, paymentId, country }, headers })
  const amounts = async () =>
    (await shop.call('GET', `/api/pay/detail/${placed.orderId}`, { headers })).body.data.amounts

  const refusal = await toPay(PIX, 'DE')
  expect([refusal.status, refusal.body.msg]).toEqual([422, 'pay.notInCountry'])
  expect(await amounts()).toMatchObject({ fee: 0, total: 19.99 })
  expect((await toPay(PIX, 'BR')).body.data).toMatchObject({ amount: 20.39, url: expect.stringMatching(/^http/) })
  expect(await amounts()).toMatchObject({ goods: 19.99, fee: 0.4, total: 20.39 })
  // Paid again by the method that it has, wherever the shop takes its buyer to be.
  const again = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: placed.orderId },
    headers: { ...headers, 'accept-language': 'de-DE' },
  })
  expect(again.body.data.amount).toBe(20.39)
  expect((await toPay(STRIPE, 'BR')).body.data.amount).toBe(19.99)
  expect(await amounts()).toMatchObject({ fee: 0, total: 19.99 })
})

test('what Payssion refuses of one is told of that one alone, and the others stay', async () => {
  shop.payssion.refuseNext(491, 1)
  expect((await order(PIX, 'BR')).body.data.url).toBe(null)
  expect((await list()).map(({ id }) => id)).toEqual([STRIPE, PAYPAL, PAYSSION, IDEAL, BALANCE])
  expect(await shop.db.query(sql`select kind, subject from alerts where resolved_at is null`)).toEqual([
    { kind: 'payment.methodRefused', subject: 'payssion pix_br' },
  ])
  expect((await order(PIX, 'BR')).body.msg).toBe('pay.methodAway')
})

test('who changed what of a method, and when, stays', async () => {
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`select set_config('latchkey.actor', 'anna', true)`)
    await tx.run(sql`update payment_methods set fee_bp = 300, countries = '{BR,PT}' where id = ${PIX}`)
  })
  const changes = await shop.db.query(
    sql`select field, before, after, actor from payment_method_changes where method_id = ${PIX} and actor = 'anna' order by id`,
  )
  expect(changes).toEqual([
    { field: 'countries', before: ['BR'], after: ['BR', 'PT'], actor: 'anna' },
    { field: 'fee_bp', before: 200, after: 300, actor: 'anna' },
  ])
  await shop.db.run(sql`update payment_methods set fee_bp = 200, countries = '{BR}' where id = ${PIX}`)
})

test.each([
  ['a country that is none', sql`update payment_methods set countries = '{Brazil}'`],
  ['a second row for the same method', sql`update payment_methods set code = 'ideal_nl' where id = ${PIX}`],
  ['a name that no provider gives', sql`update payment_methods set code = 'pix br' where id = ${PIX}`],
])('the table refuses %s', async (_, mistake) => {
  await expect(shop.db.run(mistake)).rejects.toThrow('payment_methods_')
})
