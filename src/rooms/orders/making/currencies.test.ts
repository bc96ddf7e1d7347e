// Orders in currencies that are sold in whole units only (decision F15): the same whole amount on the page, in the
// database and at the provider, and paid in full by it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { sellingUnit } from '#platform/money.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import { effectsOf, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYSSION,
  placeOrder,
  STRIPE,
  type TestShop,
} from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const RATES = { JPY: 160.77, KRW: 1529.4619, TWD: 31.6195, EUR: 0.8684 }
type Code = keyof typeof RATES

/** By the schoolbook, in major units: the fee is 1.5 % at Payssion. */
function expected(code: Code, usd: number, count: number, paymentId: number) {
  const digits = code === 'EUR' ? 2 : 0
  const round = (amount: number) => Math.round(amount * 10 ** digits + 1e-9) / 10 ** digits
  const goods = round(round(usd * RATES[code]) * count)
  const fee = paymentId === PAYSSION ? round(goods * 0.015) : 0
  return { goods, fee, total: round(goods + fee) }
}

async function bodyIn(code: Code, paymentId: number) {
  const product = await addProduct(shop, { keys: 5, priceCents: 1999 })
  const { id } = await shop.db.one<{ id: number }>(sql`select id from currencies where code = ${code}`)
  const body = orderBody([{ product, count: 3 }], { paymentId, realAmount: expected(code, 19.99, 3, paymentId).total })
  body.orderList.currencyId = id
  return body
}

const CASES = (['JPY', 'KRW', 'TWD', 'EUR'] as const).flatMap((code) => [
  [code, 'Stripe', STRIPE] as const,
  [code, 'Payssion', PAYSSION] as const,
])

test.each(CASES)('an order in %s is paid by %s to the last unit', async (code, _, paymentId) => {
  const { goods, fee, total } = expected(code, 19.99, 3, paymentId)
  const placed = await placeOrder(shop, await bodyIn(code, paymentId))
  expect(placed.amount).toBe(total)
  const row = await shop.db.one(sql`select goods, fee, total, currency from orders where id = ${placed.orderId}`)
  expect(row).toEqual({
    goods: Math.round(goods * 100),
    fee: Math.round(fee * 100),
    total: Math.round(total * 100),
    currency: code,
  })
  const attempt = await attemptOf(shop, placed.orderId)
  if (paymentId === STRIPE) {
    const wire = code === 'JPY' || code === 'KRW' ? total : Math.round(total * 100)
    expect(shop.stripe.payment(attempt)).toMatchObject({ amount: wire, currency: code.toLowerCase() })
  } else expect(shop.payssion.payment(attempt)).toMatchObject({ amountMinor: Math.round(total * 100), currency: code })
  const order = { ...placed, attempt, paymentId }
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'Delivered', sold: 3, alerts: [] })
})

test('what costs a US cent costs a whole dollar where only these are sold, and is not given away', async () => {
  const product = await addProduct(shop, { keys: 5, priceCents: 1 })
  const { id } = await shop.db.one<{ id: number }>(sql`select id from currencies where code = 'TWD'`)
  // A dollar each, and the service charge of 0.30 US dollars.
  const body = orderBody([{ product, count: 2 }], { paymentId: PAYSSION, realAmount: 2 + 9 })
  body.orderList.currencyId = id
  const placed = await placeOrder(shop, body)
  expect(await shop.db.one(sql`select goods, total from orders where id = ${placed.orderId}`)).toEqual({
    goods: 200,
    total: 1100,
  })
})

test('another method’s fee is rounded to whole yen too', async () => {
  const placed = await placeOrder(shop, await bodyIn('JPY', STRIPE))
  const again = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: placed.orderId, paymentId: PAYSSION },
    headers: { cookie: placed.cookie },
  })
  expect([again.status, again.body.data.amount]).toEqual([200, expected('JPY', 19.99, 3, PAYSSION).total])
})

test('an order in yen says whose ¥ it is, on its page, among its member’s and in its mail, whose moments are to the minute', async () => {
  const member = await addMember(shop)
  const headers = { authorization: `Bearer ${member.token}` }
  const body = await bodyIn('JPY', STRIPE)
  body.orderList.deliveryEmail = member.email
  const order = await placeOrder(shop, body, headers)
  const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers })
  expect(detail.body.data).toMatchObject({ currencyName: 'JP¥', currencyType: 'JPY' })
  const mine = await shop.call('GET', '/api/profile/orders?productType=0', { headers })
  expect(mine.body.rows).toMatchObject([{ currencyName: 'JP¥', currencyType: 'JPY' }])
  shop.stripe.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const mails = await shop.db.query<{ id: string; sealed: Buffer }>(
    sql`select id, sealed from mails where recipient = ${member.email} and template = 'delivery'`,
  )
  const [text] = mails.map((mail) => openMail(shop.shop.ground.keyring, mail).text)
  expect(text).toMatch(/JP¥\s9,642\.00\sJPY/)
  expect(text).not.toMatch(/(?<!JP)¥/)
  expect(text).toMatch(/\b20\d\d at \d{1,2}:\d\d\s[AP]M UTC/)
})

test('no fraction of a yen is sent back, a whole one is', async () => {
  const acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
  const by = { actor: 'ada', reason: 'the buyer wrote to us' }
  const order = await placeOrder(shop, await bodyIn('JPY', STRIPE))
  shop.stripe.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })
  await reaches(shop, order, 'Delivered')
  await expect(acts.refund(order.orderId, by, 10_050)).rejects.toThrow('JPY is paid and sent back in whole units')
  await acts.refund(order.orderId, by, 10_000)
  await quiet(shop)
  const back = sql`select amount, state from refunds where order_id = ${order.orderId}`
  expect(await shop.db.query(back)).toEqual([{ amount: 10_000, state: 'done' }])
})

test('the database takes no fraction of a yen, and old rows that have one can still be moved', async () => {
  const { orderId } = await placeOrder(shop, await bodyIn('JPY', STRIPE))
  const change = shop.db.run(sql`update orders set goods = goods + 1, total = total + 1 where id = ${orderId}`)
  await expect(change).rejects.toMatchObject({ code: '23514' })
  const line = shop.db.run(sql`
    insert into order_lines (order_id, position, product_id, sku_id, offer_id, name, sku_code, quantity, unit_usd_cents, unit, total)
    select order_id, 99, product_id, sku_id, offer_id, name, sku_code, 1, unit_usd_cents, unit + 1, unit + 1 from order_lines where order_id = ${orderId}`)
  await expect(line).rejects.toMatchObject({ code: '23514' })
  await shop.db.run(sql`alter table orders disable trigger orders_in_selling_units`)
  await shop.db.run(sql`update orders set goods = goods + 1, total = total + 1 where id = ${orderId}`)
  await shop.db.run(sql`alter table orders enable trigger orders_in_selling_units`)
  expect(await shop.db.run(sql`update orders set status = 'Cancelled' where id = ${orderId}`)).toBe(1)
})

test('the unit of the database is the unit of the program', async () => {
  const codes = Intl.supportedValuesOf('currency')
  const rows = await shop.db.query<{ code: string; unit: number }>(
    sql`select code, selling_unit(code) as unit from unnest(${codes}::text[]) as code`,
  )
  expect(rows.map(({ unit }) => unit)).toEqual(rows.map(({ code }) => sellingUnit(code)))
})
