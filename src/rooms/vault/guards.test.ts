// What the database itself refuses, whoever asks (decisions B6, C3, C5).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { vaultOf } from '#rooms/orders/making/counting.testing.ts'
import { ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addKeys, addProduct, openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { depositKeys, openKeys } from './vault.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const lineOf = async (orderId: string) =>
  (await shop.db.one<{ id: number }>(sql`select id from order_lines where order_id = ${orderId}`)).id

test('a sold key cannot change hands, go back on sale, or be reserved', async () => {
  const [sold, other] = [await ordered(shop, STRIPE), await ordered(shop, STRIPE)]
  pay(shop, sold)
  await reaches(shop, sold, 'Delivered')
  // From its mail on it counts as delivered; before that a refund gives it back.
  await quiet(shop)
  const [line, thief] = [await lineOf(sold.orderId), await lineOf(other.orderId)]
  const before = await openKeys(shop.db, shop.shop.ground.keyring, sold.orderId)
  const attempts = [
    sql`update vault_keys set order_line_id = ${thief} where order_line_id = ${line}`,
    sql`update vault_keys set state = 'available', order_line_id = null where order_line_id = ${line}`,
    sql`update vault_keys set state = 'reserved' where order_line_id = ${line}`,
  ]
  for (const attempt of attempts) await expect(shop.db.run(attempt)).rejects.toThrow('a sold key cannot change hands')
  expect(await openKeys(shop.db, shop.shop.ground.keyring, sold.orderId)).toEqual(before)
})

test('a key is available and nobody’s, or somebody’s and not available', async () => {
  const order = await ordered(shop, STRIPE, { keys: 2 })
  const line = await lineOf(order.orderId)
  const { offerId } = order.product
  const attempts = [
    sql`update vault_keys set order_line_id = null where order_line_id = ${line}`,
    sql`update vault_keys set state = 'available' where order_line_id = ${line}`,
    sql`update vault_keys set state = 'sold' where offer_id = ${offerId} and state = 'available'`,
    sql`update vault_keys set state = 'lost' where order_line_id = ${line}`,
  ]
  for (const attempt of attempts) await expect(shop.db.run(attempt)).rejects.toThrow(/vault_keys_(owner|state)/)
  expect(await vaultOf(shop, offerId)).toMatchObject({ available: 1, reserved: 1, stock: 1 })
})

test('stock cannot go below zero', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const negative = sql`update offers set stock = -1 where id = ${product.offerId}`
  await expect(shop.db.run(negative)).rejects.toThrow('offers_stock_not_negative')
  expect(await vaultOf(shop, product.offerId)).toMatchObject({ stock: 1 })
})

test('stock follows its keys through every statement that adds, claims, frees or removes them', async () => {
  const [a, b] = [await addProduct(shop, { keys: 5 }), await addProduct(shop, { keys: 4 })]
  const stocks = async () => [(await vaultOf(shop, a.offerId)).stock, (await vaultOf(shop, b.offerId)).stock]
  expect(await stocks()).toEqual([5, 4])
  const both = [a.offerId, b.offerId]
  await shop.db.run(
    sql`delete from vault_keys where id in (select min(id) from vault_keys where offer_id = any(${both}) group by offer_id)`,
  )
  expect(await stocks()).toEqual([4, 3])
  await shop.db.run(sql`
    update vault_keys set offer_id = ${b.offerId} where id = (select min(id) from vault_keys where offer_id = ${a.offerId})`)
  expect(await stocks()).toEqual([3, 4])
  await expect(
    shop.db.transaction(async (tx) => {
      await tx.run(sql`delete from vault_keys where offer_id = any(${both})`)
      throw new Error('thought better of it')
    }),
  ).rejects.toThrow('thought better of it')
  expect(await stocks()).toEqual([3, 4])
})

test('the same key is taken in once, whoever brings it and whenever', async () => {
  const product = await addProduct(shop)
  const keys = await addKeys(shop, product.offerId, 20)
  const { keyring } = shop.shop.ground
  const deposits = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      shop.db.transaction((tx) =>
        depositKeys(tx, keyring, product.offerId, 'test', [...keys, ...keys, ` ${keys[0]} `, `NEW-${i % 2}`]),
      ),
    ),
  )
  expect(deposits.reduce((sum, { added }) => sum + added, 0)).toBe(2)
  expect(await vaultOf(shop, product.offerId)).toMatchObject({ available: 22, stock: 22 })
})
