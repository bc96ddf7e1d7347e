// What a product's page and its meta description promise of delivery: at once only what is in the shop's own stock.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

/** Whether it is said by the badge, in the box where one buys, and in the description for search engines. */
async function promised({ slug }: TestProduct, query = ''): Promise<boolean[]> {
  const html = await (await fetch(`${shop.shop.origin}/games/${slug}?lang=en-US${query}`)).text()
  const [, description] = /<meta name="description" content="([^"]*)"/.exec(html)!
  expect(description).toMatch(/^Game \d+(:| –) Games\./)
  return [
    html.includes('Instant delivery by e-mail</'),
    html.includes('The key is sent to your e-mail address as soon as the payment is confirmed.</'),
    description!.endsWith('Sent by e-mail as soon as the payment is confirmed.'),
  ]
}

test('a key that lies in stock comes at once', async () => {
  expect(await promised(await addProduct(shop, { keys: 1 }))).toEqual([true, true, true])
})

test('what is sold out is not said to come at once', async () => {
  expect(await promised(await addProduct(shop))).toEqual([false, true, false])
})

test('nothing of delivery is promised of what a supplier has, and of what nobody sells', async () => {
  const [supplied, off] = [await addProduct(shop), await addProduct(shop, { keys: 1 })]
  await shop.db.run(sql`update offers set backing = 'supplier', stock = 5 where id = ${supplied.offerId}`)
  await shop.db.run(sql`update offers set active = false where id = ${off.offerId}`)
  expect(await promised(supplied)).toEqual([false, false, false])
  expect(await promised(off)).toEqual([false, false, false])
})

test('it is the version that is looked at whose delivery is told', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const { id } = await shop.db.one<{ id: number }>(sql`
    with version as (insert into skus (product_id, sku_code, position) values (${product.productId}, 'ANOTHER', 1) returning id)
    insert into offers (product_id, sku_id, seller_id, price_cents)
    select ${product.productId}, id, (select id from sellers where is_shop), 2999 from version returning sku_id as id`)
  expect(await promised(product, `&sku=${product.skuId}`)).toEqual([true, true, true])
  expect(await promised(product, `&sku=${id}`)).toEqual([false, true, false])
})
