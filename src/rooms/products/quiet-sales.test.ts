// What a change of an offer tells the other processes (migration 0095): a sale that nobody can see tells nothing.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'
import { MOST_SHOWN } from './rules.ts'

let shop: TestShop
let client: pg.Client
const heard: string[] = []
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.query('listen catalog')
})
afterAll(async () => {
  await client.end()
  await shop.close()
})

/** What is told of it, in the order in which it is told: between what was told before and the end. */
async function told(change: () => Promise<unknown>): Promise<string[]> {
  await everythingIsHeard()
  await change()
  return everythingIsHeard()
}

async function everythingIsHeard(): Promise<string[]> {
  await shop.db.run(sql`select pg_notify('catalog', '0')`)
  await until(() => heard.includes('0'), 'the end is told')
  return heard.splice(0).slice(0, -1)
}

test('a sale is told as long as the public can see it', async () => {
  const { offerId, productId } = await addProduct(shop)
  const stockIs = (stock: number) => () => shop.db.run(sql`update offers set stock = ${stock} where id = ${offerId}`)
  expect(await told(stockIs(MOST_SHOWN + 3))).toEqual([`${productId}`])
  expect(await told(stockIs(MOST_SHOWN + 2))).toEqual([])
  expect(await told(stockIs(MOST_SHOWN + 1))).toEqual([])
  expect(await told(stockIs(MOST_SHOWN))).toEqual([`${productId}`])
  expect(await told(stockIs(MOST_SHOWN - 1))).toEqual([`${productId}`])
  expect(await told(stockIs(MOST_SHOWN + 1))).toEqual([`${productId}`])
})

test('whatever else changes of an offer is told, with a sale and without', async () => {
  const [offer, other] = [await addProduct(shop), await addProduct(shop)]
  await shop.db.run(sql`update offers set stock = 50 where id = ${offer.offerId}`)
  expect(
    await told(() => shop.db.run(sql`update offers set stock = 49, price_cents = 5 where id = ${offer.offerId}`)),
  ).toEqual([`${offer.productId}`])
  expect(await told(() => shop.db.run(sql`update offers set active = false where id = ${offer.offerId}`))).toEqual([
    `${offer.productId}`,
  ])
  const moved = await told(() =>
    shop.db.run(sql`update offers set product_id = ${other.productId} where id = ${offer.offerId}`),
  )
  expect(moved).toEqual([`${offer.productId},${other.productId}`])
})
