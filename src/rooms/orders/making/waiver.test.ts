// The waiver of the right of withdrawal: asked for by the shop's setting, kept with the order word for word, repeated in
// the delivery mail (docs/decisions/010).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { formatMoment } from '#platform/i18n/moment.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { until } from '#platform/testing.ts'
import { addProduct, attemptOf, openTestShop, orderBody, placeOrder, type TestShop } from '#test/harness.ts'
import { rowCounts } from './counting.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

type Body = ReturnType<typeof orderBody>
const create = (body: unknown, locale = 'en-US') =>
  shop.call('POST', '/api/check/createOrder', { body, headers: { 'x-locale': locale } })
const withWaiver = (body: Body, waiver: object | undefined) => ({ ...body, orderList: { ...body.orderList, waiver } })

const storedWaiver = async (orderId: string) =>
  (
    await shop.db.one<{ waiver: { version: string; locale: string; text: string; at: string } | null }>(
      sql`select waiver from orders where id = ${orderId}`,
    )
  ).waiver

test.each<[string, object | undefined, string]>([
  ['not sent', undefined, 'pay.waiverRequired'],
  ['not accepted', { version: 'any', accepted: false }, 'pay.waiverRequired'],
  ['accepted in another text', { version: 'of-yesterday', accepted: true }, 'pay.waiverChanged'],
])('an order whose waiver was %s is refused with the present text, and nothing is written', async (_, waiver, msg) => {
  const product = await addProduct(shop, { keys: 1 })
  const before = await rowCounts(shop)
  const answer = await create(withWaiver(orderBody([{ product }]), waiver))
  const current = await shop.call('GET', '/api/check/waiver')
  expect([answer.status, answer.body.msg, answer.body.data]).toEqual([422, msg, current.body.data])
  expect(current.body.data.text).toBe(serverWords('en-US')('waiver.text'))
  expect(await rowCounts(shop)).toEqual(before)
})

test('what was accepted is kept with the order in its language, and stands in the delivery mail', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const placed = await placeOrder(shop, orderBody([{ product }]))
  const stored = (await storedWaiver(placed.orderId))!
  const { version, text } = (await shop.call('GET', '/api/check/waiver')).body.data
  expect(stored).toEqual({ version, text, locale: 'en-US', at: expect.any(String) })
  expect(Math.abs(Date.parse(stored.at) - Date.now())).toBeLessThan(60_000)

  shop.stripe.pay(await attemptOf(shop, placed.orderId), { outcome: 'completed' })
  const [written] = await until(
    () =>
      shop.db.query<{ id: string }>(
        sql`select id from mails where data ->> 'orderId' = ${placed.orderId} and state = 'kept'`,
      ),
    'the mail is written',
  )
  const mail = await (await fetch(`${shop.shop.origin}/sandbox/mail/${written!.id}`)).text()
  expect(mail).toContain(text)
  expect(mail).toContain(formatMoment(stored.at, 'en-US'))
})

test('a waiver read in one language is not taken for another', async () => {
  const product = await addProduct(shop, { keys: 2 })
  const answer = await create(orderBody([{ product }]), 'de')
  expect(answer.body.msg).toBe('pay.waiverChanged')
  const german = await create(orderBody([{ product }], { locale: 'de' }), 'de')
  expect(german.status).toBe(200)
  expect(await storedWaiver(german.body.data.orderId)).toMatchObject({
    locale: 'de',
    text: serverWords('de')('waiver.text'),
  })
})

test('a shop that does not ask for it takes orders without', async () => {
  const product = await addProduct(shop, { keys: 1 })
  await shop.db.run(sql`update settings set value = '0' where key = 'law.withdrawal'`)
  try {
    await until(async () => (await shop.call('GET', '/api/check/waiver')).body.data === null, 'the setting is known')
    const answer = await create(withWaiver(orderBody([{ product }]), undefined))
    expect(answer.status).toBe(200)
    expect(await storedWaiver(answer.body.data.orderId)).toBeNull()
  } finally {
    await shop.db.run(sql`update settings set value = '1' where key = 'law.withdrawal'`)
  }
})

test('an order tells what is needed to buy its goods again', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const placed = await placeOrder(shop, orderBody([{ product }]))
  const { body } = await shop.call('GET', `/api/pay/detail/${placed.orderId}`, { headers: { cookie: placed.cookie } })
  expect(body.data.goods[0]).toMatchObject({
    productId: product.productId,
    extId: product.skuId,
    supplyProductId: product.offerId,
    urlName: 'games',
    zhname: product.slug,
  })
})
