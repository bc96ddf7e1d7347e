import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listener, listen } from '#platform/database/listen.ts'
import { sql } from '#platform/database/sql.ts'
import { posterSvg } from '#platform/posters/poster.ts'
import { addProduct, openTestShop, type TestShop } from '#src/testing.ts'
import { type Catalogue, openCatalogue } from './live.ts'
import { productPoster } from './product-poster.ts'

let shop: TestShop
let listener: Listener
let catalogue: Catalogue
let region: number
beforeAll(async () => {
  shop = await openTestShop()
  const { id } = await shop.db.one<{ id: number }>(sql`
    insert into facet_values (kind, code, name) values ('region', 'de', '{"en-US":"Germany"}') returning id`)
  region = id
  const { log } = shop.shop.ground
  listener = await listen(shop.databaseUrl, ['catalog'], { log })
  catalogue = await openCatalogue(shop.db, listener, log)
})
afterAll(async () => {
  await catalogue.close()
  await listener.close()
  await shop.close()
})

test.each([
  ['Wallet Card', 'Germany'],
  ['Wallet Card (Germany)', undefined],
])('the poster of a %s for Germany says the region once', async (name, subtitle) => {
  const { productId, slug } = await addProduct(shop, { name })
  await shop.db.run(sql`update products set type = 1 where id = ${productId}`)
  await shop.db.run(sql`update skus set region_id = ${region}, denomination = '€20' where product_id = ${productId}`)
  const poster = await productPoster(shop.db, catalogue, productId)
  const expected = posterSvg({ title: name, subtitle, figure: '€20', genre: '', kind: 'card', seed: slug })
  expect(await poster?.svg()).toBe(expected)
})
