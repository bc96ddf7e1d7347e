// An order that cost nothing is taken back as a paid one, without money (decision F7): in the back office and by the command.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { auditRows } from '#rooms/audit/rows.testing.ts'
import { applyCoupon, effectsOf, quiet } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addProduct,
  openTestShop,
  orderBody,
  placeOrder,
  statusOf,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'made with forty mailboxes' }

/** All of it is paid by a coupon of its own. */
async function free(...products: TestProduct[]) {
  const code = `ALL${products[0]!.offerId}`
  await shop.db.run(sql`insert into coupons (code, percent_bp) values (${code}, 10000)`)
  const { couponId } = (await applyCoupon(shop, code, products[0]!)).body.data
  const lines = products.map((product) => ({ product }))
  const order = await placeOrder(shop, orderBody(lines, { coupon: { couponId, cents: 600 * products.length } }))
  await quiet(shop)
  return order
}

const keyOf = ({ offerId }: TestProduct) =>
  shop.db.one(sql`
    select state, refunded_at is not null as back, order_line_id is not null as "ofOrder" from vault_keys where offer_id = ${offerId}`)

const useOf = (orderId: string) =>
  shop.db.one(
    sql`select c.uses, u.state from coupons c join coupon_uses u on u.coupon_id = c.id where u.order_id = ${orderId}`,
  )

const look = async (orderId: string) =>
  (await shop.call('GET', `/office/orders/${orderId}`, { headers: { cookie: ada.cookie } })).body.data

const refund = (orderId: string, seen: string, more: object = {}) =>
  shop.call('POST', `/office/orders/${orderId}/refund`, {
    headers: { cookie: ada.cookie },
    body: { reason: BY.reason, seen, ...more },
  })

test('in the office: its keys are shown no more and sold to nobody else, its coupon’s use is free, no money moves, and its buyer is told by mail', async () => {
  const product = await addProduct(shop, { keys: 1, priceCents: 600 })
  const { orderId, cookie } = await free(product)
  const { seen, can } = await look(orderId)
  expect([can.takeBack, can.refund]).toEqual([true, null])
  expect(await refund(orderId, seen, { amount: 1 })).toMatchObject({
    status: 422,
    body: { msg: 'order.refused.noMoney' },
  })
  expect(await statusOf(shop, orderId)).toBe('Delivered')

  expect(await refund(orderId, seen)).toMatchObject({ status: 200, body: { data: { status: 'Refunded' } } })
  await quiet(shop)
  expect(await keyOf(product)).toEqual({ state: 'sold', back: true, ofOrder: true })
  expect(await useOf(orderId)).toEqual({ uses: 0, state: 'returned' })
  const keys = await shop.call('GET', `/api/profile/order/pointCode/${orderId}`, { headers: { cookie } })
  expect(keys.body.msg).toBe('order.notDelivered')
  expect((await effectsOf(shop, { orderId })).mails).toEqual(['delivery', 'takenBack'])
  const after = await look(orderId)
  expect([after.refunds, after.can.takeBack, after.can.refund]).toEqual([[], false, null])
  expect(await auditRows(shop.db, { subject: { kind: 'order', id: orderId }, act: 'order.refund' })).toMatchObject([
    { actor: ada.email, reason: BY.reason, after: { status: 'Refunded', did: [['tookBack']] } },
  ])
  expect(await refund(orderId, after.seen)).toMatchObject({ status: 422, body: { msg: 'order.refused.noMoney' } })
})

test('by the command: a key that nobody has seen is for sale again', async () => {
  const here = await addProduct(shop, { keys: 1, priceCents: 600 })
  const missing = await addProduct(shop, { priceCents: 600 })
  await shop.db.run(sql`update offers set backing = 'supplier', stock = 3 where id = ${missing.offerId}`)
  const { orderId } = await free(here, missing)
  expect(await statusOf(shop, orderId)).toBe('Processing')
  expect(await keyOf(here)).toMatchObject({ ofOrder: true })

  const acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
  expect(await acts.refund(orderId, BY, null)).toMatchObject({ status: 'Refunded' })
  expect(await keyOf(here)).toEqual({ state: 'available', back: false, ofOrder: false })
  expect(await shop.db.one(sql`select stock from offers where id = ${missing.offerId}`)).toEqual({ stock: 3 })
  expect((await effectsOf(shop, { orderId })).mails).toEqual(['processing', 'takenBack'])
  expect(await useOf(orderId)).toEqual({ uses: 0, state: 'returned' })
})
