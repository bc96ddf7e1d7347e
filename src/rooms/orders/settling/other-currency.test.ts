// Money that came in another currency than the order's and that a person accepted: what came is the price, and all that is
// reckoned of it is of that (decision C4).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { zoneWhereItIs } from '#platform/settings/time-zone.testing.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { writeSetting } from '#platform/settings/write.ts'
import { until } from '#platform/testing.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import { type Bought, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYSSION,
  placeOrder,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
  ada = await addStaff(shop)
  // No day ends while its figures are looked at.
  const zone = zoneWhereItIs(12)
  await shop.db.transaction((tx) => writeSetting(tx, TIME_ZONE, zone))
  await until(async () => (await goes()).zone === zone, 'the setting is heard')
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'the buyer wrote to us' }
const as = ({ cookie }: { cookie: string }) => ({ headers: { cookie } })
type Ordered = Pick<Bought, 'orderId' | 'cookie' | 'attempt'>

/** Paid with so many hundredths of another currency, and accepted. */
async function accepted(order: Ordered, amountMinor: number, currency: string) {
  shop.payssion.pay(order.attempt, { outcome: 'completed', amountMinor, currency })
  const held = sql`select 1 from order_holds where order_id = ${order.orderId} and lifted_at is null`
  await until(async () => (await shop.db.query(held)).length > 0, 'it is held')
  await quiet(shop)
  await acts.accept(order.orderId, BY)
  await quiet(shop)
  return order
}

/** Two units of 10.00 US dollars, for which 3,000 yen came. */
async function inYen(member?: TestMember): Promise<Ordered> {
  const product = await addProduct(shop, { keys: 2, priceCents: 1000 })
  const body = orderBody([{ product, count: 2 }], { paymentId: PAYSSION, ...(member && { email: member.email }) })
  const placed = await placeOrder(shop, body, member && { cookie: member.cookie })
  return accepted({ ...placed, attempt: await attemptOf(shop, placed.orderId) }, 300_000, 'JPY')
}

const detail = async (order: Ordered) =>
  (await shop.call('GET', `/api/pay/detail/${order.orderId}`, as(order))).body.data
/** How the day goes. */
const goes = async () => (await shop.call('GET', '/office/today', as(ada))).body.data
const look = async ({ orderId }: Ordered) => (await shop.call('GET', `/office/orders/${orderId}`, as(ada))).body.data

test('a unit’s refund is its share of what came', async () => {
  const order = await inYen()
  expect((await look(order)).units.map(({ amount }: { amount: number }) => amount)).toEqual([1500, 1500])
  expect((await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])).did).toContain('1500.00 JPY')
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect((await look(order)).can.refund).toEqual({ left: 1500, currency: 'JPY' })
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 2 }])
  await reaches(shop, order, 'Refunded')
})

test('a part that goes back is a part of its price: the order is partly refunded, and its points go with it', async () => {
  const member = await addMember(shop)
  const order = await inYen(member)
  const points = async () => (await shop.call('GET', '/api/profile/memberGroup', as(member))).body.data.pendingPoints
  expect(await points()).toBe(0.2)
  await acts.refund(order.orderId, BY, 150_000)
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect(await points()).toBe(0.1)
  // Half of what it cost, in the currency that its page is in.
  const { refunded, amounts } = await detail(order)
  expect(refunded).toBe(Math.round(amounts.total * 50) / 100)
  const { rows } = (await shop.call('GET', '/api/profile/orders', as(member))).body
  expect(rows).toMatchObject([{ refunded, currencyType: 'USD' }])
})

test.each([
  ['more than the order’s total, and a part by its amount', 5_000, 'amount'],
  ['more than the order’s total, and a part by its unit', 5_000, 'unit'],
  ['less than the order’s total, and a part by its amount', 1_000, 'amount'],
  ['less than the order’s total, and a part by its unit', 1_000, 'unit'],
])('of what came the day’s figures take as price what the order’s page does: %s', async (_, came, part) => {
  await shop.db.run(sql`update orders set placed_at = now() - interval '30 days'`)
  const product = await addProduct(shop, { keys: 2, priceCents: 1000 })
  const { id } = await shop.db.one<{ id: number }>(sql`select id from currencies where code = 'JPY'`)
  const body = orderBody([{ product, count: 2 }], { paymentId: PAYSSION })
  Object.assign(body.orderList, { currencyId: id, realAmount: 3216 + 48 })
  const placed = await placeOrder(shop, body)
  const order = await accepted({ ...placed, attempt: await attemptOf(shop, placed.orderId) }, came, 'USD')
  await reaches(shop, order, 'Delivered')
  await shop.db.run(sql`
    update key_batches set cost_minor = 300, cost_currency = 'USD' where id in (
      select k.batch_id from vault_keys k join order_lines l on l.id = k.order_line_id where l.order_id = ${order.orderId})`)
  const today = async () => {
    const { revenue, refunded, margin } = (await goes()).today
    return { revenue, refunded, margin }
  }
  // 3,264 yen at 160.77 a dollar, of which 48 are the method's fee.
  const [price, fee] = [Math.min(3264, came * 1.6077), 48]
  const usd = (yen: number) => Math.round((yen * 100) / 160.77) / 100
  expect(await today()).toEqual({ revenue: usd(price), refunded: 0, margin: usd(price - fee - 6 * 160.77) })
  if (part === 'unit') await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
  else await acts.refund(order.orderId, BY, came / 2)
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  const half = { refunded: usd(price / 2), margin: usd((price - fee) / 2 - 6 * 160.77) }
  expect(await today()).toEqual({ revenue: usd(price), ...half })
  await acts.refund(order.orderId, BY, null)
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  expect(await today()).toMatchObject({ revenue: usd(price), refunded: usd(price) })
})

test('a refund asks for a proof by what it is worth in its own currency', async () => {
  const product = await addProduct(shop, { keys: 1, priceCents: 2000 })
  const { id } = await shop.db.one<{ id: number }>(sql`select id from currencies where code = 'JPY'`)
  // 20 dollars at 160.77 yen, and the fee.
  const goods = Math.round(20 * 160.77)
  const body = orderBody([{ product }], { paymentId: PAYSSION, realAmount: goods + Math.round(goods * 0.015) })
  body.orderList.currencyId = id
  const placed = await placeOrder(shop, body)
  const order = await accepted({ ...placed, attempt: await attemptOf(shop, placed.orderId) }, 500_000, 'USD')
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${ada.id}`)
  const refund = async (amount?: number) => {
    const { seen } = await look(order)
    return shop.call('POST', `/office/orders/${order.orderId}/refund`, {
      ...as(ada),
      body: { reason: 'x', seen, amount },
    })
  }
  expect(await refund()).toMatchObject({ status: 403, body: { msg: 'login.proveAgain' } })
  expect(await refund(100.01)).toMatchObject({ status: 403, body: { msg: 'login.proveAgain' } })
  expect((await refund(100)).status).toBe(200)
})

test('in a currency that the shop has no rate of any refund asks for a proof', async () => {
  const product = await addProduct(shop, { keys: 1, priceCents: 1000 })
  const placed = await placeOrder(shop, orderBody([{ product }], { paymentId: PAYSSION }))
  const order = await accepted({ ...placed, attempt: await attemptOf(shop, placed.orderId) }, 100, 'XAU')
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${ada.id}`)
  const refund = async () =>
    shop.call('POST', `/office/orders/${order.orderId}/refund`, {
      ...as(ada),
      body: { reason: 'x', seen: (await look(order)).seen },
    })
  expect(await refund()).toMatchObject({ status: 403, body: { msg: 'login.proveAgain' } })
  await shop.db.run(sql`update staff_sessions set proved_at = now() where staff_id = ${ada.id}`)
  expect((await refund()).status).toBe(200)
})

test('a top-up brings its own amount, and a part that goes back takes its share of that', async () => {
  const member = await addMember(shop)
  const list: { id: number; fee: number }[] = (await shop.call('GET', '/api/check/paymentlist')).body.data
  const fee = list.find(({ id }) => id === PAYSSION)!.fee
  const body = { amount: 100, realAmount: 100 + fee, paymentId: PAYSSION, requestId: randomUUID() }
  const { orderId } = (await shop.call('POST', '/api/profile/topUp', { body, ...as(member) })).body.data
  const attempt = await attemptOf(shop, orderId)
  const order = await accepted({ orderId, cookie: member.cookie, attempt }, 9_200, 'EUR')
  const balance = async () => (await shop.call('GET', '/api/getInfo', as(member))).body.data.amount
  expect(await balance()).toBe(100)
  expect((await look(order)).can.refund).toEqual({ left: 92, currency: 'EUR' })
  await acts.refund(orderId, BY, 4_600)
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect(await balance()).toBe(50)
  const mail = await shop.db.one<{ id: string; sealed: Buffer }>(
    sql`select id, sealed from mails where template = 'topUpRefund' and data ->> 'orderId' = ${orderId}`,
  )
  expect(openMail(shop.shop.ground.keyring, mail).text).toContain('46.00\u00a0EUR')
})
