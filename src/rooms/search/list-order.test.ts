// A list is sorted by the prices that it shows, also when they changed a moment before it was asked for.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
let outside: pg.Client
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  outside = new pg.Client({ connectionString: shop.databaseUrl })
  await outside.connect()
})
afterAll(async () => {
  await outside.end()
  await shop.close()
})

test('a list that was asked for right after a change is sorted by what is true now', async () => {
  const steady = await addProduct(shop, { keys: 1, priceCents: 5000 })
  const moving = await addProduct(shop, { keys: 1, priceCents: 500 })
  const list = async () => {
    const answer = await shop.call('POST', '/api/product/list', { body: { orderByColumn: 1 } })
    return (answer.body.rows as { id: number; lowPrice: number }[]).map((row) => [row.id, row.lowPrice])
  }
  await until(async () => (await list()).length === 2, 'both are listed')
  for (let round = 0; round < 100; round++) {
    const dear = round % 2 === 0
    await outside.query('update offers set price_cents = $2 where id = $1', [moving.offerId, dear ? 9900 : 500])
    const other = [steady.productId, 50]
    expect(await list(), `round ${round}`).toEqual(
      dear ? [[moving.productId, 99], other] : [other, [moving.productId, 5]],
    )
  }
})

test('of two offers at one price the card shows the version that the shop itself sells', async () => {
  const tied = await addProduct(shop, { name: 'Tied' })
  await outside.query('delete from offers where id = $1', [tied.offerId])
  await outside.query(
    `insert into facet_values (kind, code, name) values ('region', 'here', '{"en-US":"Here"}'), ('region', 'there', '{"en-US":"There"}')`,
  )
  await outside.query(`insert into sellers (name) values ('Rival')`)
  await outside.query(
    `insert into skus (product_id, sku_code, region_id) values ($1, 'tied-there', (select id from facet_values where code = 'there'))`,
    [tied.productId],
  )
  await outside.query(`update skus set region_id = (select id from facet_values where code = 'here') where id = $1`, [
    tied.skuId,
  ])
  // The rival's offer is the older one.
  for (const [seller, code] of [
    ['not is_shop', 'tied-there'],
    ['is_shop', tied.slug.toUpperCase()],
  ])
    await outside.query(
      `insert into offers (product_id, sku_id, seller_id, price_cents, backing, stock)
       select product_id, id, (select id from sellers where ${seller}), 1000, 'supplier', 3 from skus where sku_code = $1`,
      [code],
    )
  const region = async () => {
    const { body } = await shop.call('GET', '/api/home/queryProducts?name=tied')
    return body.data[0]?.region
  }
  await until(region, 'its versions are known')
  expect(await region()).toBe('Here')
})
