// What a supplier has in stock is taken for an order that is accepted late, or not, and only what was taken comes back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'the buyer wrote to us' }

/** An order for `count` of what a supplier has, expired and then paid; `left` is what he has when a person accepts it. */
async function acceptedLate({ count, left }: { count: number; left: number }) {
  const order = await ordered(shop, STRIPE, { keys: count, count })
  const { orderId, product } = order
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 minute' where id = ${orderId}`)
  await reaches(shop, order, 'Expired')
  await quiet(shop)
  await shop.db.run(sql`delete from vault_keys where offer_id = ${product.offerId}`)
  await shop.db.run(sql`update offers set backing = 'supplier', stock = ${left} where id = ${product.offerId}`)
  pay(shop, order, { notify: false })
  await shop.db.run(sql`update payments set state = 'completed', paid_amount = amount where id = ${order.attempt}`)
  expect(await acts.accept(orderId, BY)).toMatchObject({ status: 'Processing' })
  return { ...order, stock: () => stockOf(product.offerId) }
}

const stockOf = async (offerId: number) =>
  (await shop.db.one<{ stock: number }>(sql`select stock from offers where id = ${offerId}`)).stock

test('accepted when its supplier had too little, an order took nothing, and its refund brings nothing back', async () => {
  const order = await acceptedLate({ count: 3, left: 2 })
  expect(await order.stock()).toBe(2)
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
  await quiet(shop)
  expect(await order.stock()).toBe(2)
  await acts.refund(order.orderId, BY, null)
  await reaches(shop, order, 'Refunded')
  expect(await order.stock()).toBe(2)
})

test('accepted when he had enough, it took them, and its refund brings them back', async () => {
  const order = await acceptedLate({ count: 3, left: 5 })
  expect(await order.stock()).toBe(2)
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 1 }])
  await quiet(shop)
  expect(await order.stock()).toBe(3)
  await acts.refund(order.orderId, BY, null)
  await reaches(shop, order, 'Refunded')
  expect(await order.stock()).toBe(5)
})
