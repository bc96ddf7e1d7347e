// What was sold in the last 30 days: it orders lists and the home page.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addProduct, openTestShop, STRIPE, type TestProduct, type TestShop } from '#test/harness.ts'
import { createActs } from './acts/acts.ts'
import { settlingBesideShop } from './beside-shop.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'a test' }

async function bought(product: TestProduct, count: number): Promise<Bought> {
  const order = await ordered(shop, STRIPE, { product, count })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

/** As the clock does once an hour. */
async function counted(): Promise<void> {
  await shop.db.run(sql`select graphile_worker.add_job('order.countSales', '{}'::json)`)
  const done = () => shop.db.query(sql`select 1 from graphile_worker.jobs where task_identifier = 'order.countSales'`)
  await until(async () => (await done()).length === 0, 'the sales are counted')
}

const soldOf = async ({ productId }: TestProduct) =>
  (await shop.db.query<{ sold: number }>(sql`select sold from product_sales where product_id = ${productId}`))[0]?.sold

const best = async () =>
  (await shop.call('GET', '/api/home/products')).body.data.bestSellersList.map(({ id }: { id: number }) => id)

test('what sells most stands first, and popularity only decides among equals; what is a draft does not stand there', async () => {
  const [first, second, third, draft] = [
    await addProduct(shop, { keys: 9 }),
    await addProduct(shop, { keys: 9 }),
    await addProduct(shop, { keys: 9 }),
    await addProduct(shop, { keys: 9 }),
  ]
  await shop.db.run(sql`update products set popularity = 50 where id = ${third.productId}`)
  await shop.db.run(sql`update products set popularity = 10 where id = ${second.productId}`)
  await until(
    async () => `${await best()}` === `${[third, second, first, draft].map((one) => one.productId)}`,
    'nothing was sold: popularity orders them',
  )
  await bought(first, 2)
  await bought(second, 2)
  await bought(draft, 5)
  await shop.db.run(sql`update products set is_draft = true where id = ${draft.productId}`)
  await counted()
  expect(await soldOf(draft)).toBe(5)
  await until(
    async () => `${await best()}` === `${[second, first, third].map((one) => one.productId)}`,
    'what was sold orders them',
  )
})

test('only what was delivered, is not refunded nor disputed and was bought in the last 30 days counts', async () => {
  const product = await addProduct(shop, { keys: 20 })
  const order = await bought(product, 4)
  const waits = await ordered(shop, STRIPE, { product, count: 3 })
  await counted()
  expect(await soldOf(product)).toBe(4)

  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 2 }])
  await reaches(shop, order, 'PartlyRefunded')
  await counted()
  expect(await soldOf(product)).toBe(3)

  pay(shop, waits)
  await reaches(shop, waits, 'Delivered')
  await counted()
  expect(await soldOf(product)).toBe(6)
  pay(shop, waits, { outcome: 'disputed' })
  await reaches(shop, waits, 'Disputed')
  await counted()
  expect(await soldOf(product)).toBe(3)

  await shop.db.run(sql`update orders set placed_at = now() - interval '31 days' where id = ${order.orderId}`)
  await counted()
  expect(await soldOf(product)).toBe(0)
})

test('a figure that is as it was is not written again', async () => {
  const product = await addProduct(shop, { keys: 2 })
  await bought(product, 1)
  await counted()
  const row = () =>
    shop.db.one<{ xmin: string }>(sql`select xmin::text from product_sales where product_id = ${product.productId}`)
  const written = await row()
  await bought(await addProduct(shop, { keys: 1 }), 1)
  await counted()
  expect(await row()).toEqual(written)
})
