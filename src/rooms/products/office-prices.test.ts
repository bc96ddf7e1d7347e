// Who may change the catalogue and no prices names none, wherever one could be named.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addStaff, askAs } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

test('a new product and a new version have a price: they are for who may change prices', async () => {
  const { productId } = await addProduct(shop, {})
  const { categoryId } = await shop.db.one<{ categoryId: number }>(
    sql`select category_id as "categoryId" from products where id = ${productId}`,
  )
  await shop.db.run(sql`insert into staff_roles (name) values ('writer')`)
  await shop.db.run(
    sql`insert into staff_grants (role, permission) values ('writer', 'catalogue.write'), ('writer', 'catalogue.read')`,
  )
  const [writer, manager] = [await addStaff(shop, { role: 'writer' }), await addStaff(shop, { role: 'catalogue' })]
  const count = async () =>
    (await shop.db.one<{ n: number }>(sql`select count(*)::int as n from offers where price_cents = 1`)).n
  const product = { categoryId, name: 'Cheap', slug: 'cheap-thing', price: 0.01 }
  const version = { edition: 'Deluxe', price: 0.01 }
  expect(await askAs(shop, writer, 'POST /office/products', product)).toMatchObject({ refused: 'error.forbidden' })
  expect(await askAs(shop, writer, `POST /office/products/${productId}/versions`, version)).toMatchObject({
    refused: 'error.forbidden',
  })
  expect(await count()).toBe(0)
  expect(await askAs(shop, manager, 'POST /office/products', product)).toMatchObject({ id: expect.any(Number) })
  expect(await askAs(shop, manager, `POST /office/products/${productId}/versions`, version)).toMatchObject({
    id: expect.any(Number),
  })
  expect(await count()).toBe(2)
})
