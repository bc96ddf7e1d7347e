// A list is sorted by the prices that it shows, also when they changed a moment before it was asked for.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, type TestShop } from '#src/testing.ts'

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
