// The orders of a product and of its versions, in the back office's list.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { ordered } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, STRIPE, type TestProduct, type TestShop } from '#test/harness.ts'
import { LINES_LOOKED_AT, ORDERS_COUNTED, ORDERS_PER_PAGE, RARE_STATUS } from '../limits.ts'
import { rowsRead } from '../making/counting.testing.ts'
import { OrdersQuery } from '../office.ts'
import { countOrders, ordersPage } from './office-list.ts'

let shop: TestShop
let ada: TestStaff
let like: string
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  ada = await addStaff(shop, { role: 'support' })
  like = (await ordered(shop, STRIPE)).orderId
})
afterAll(() => shop.close())

const within = (tx: Transaction) => ({
  db: tx as unknown as Database,
  settings: { read: () => 'UTC' } as unknown as Settings,
})
const ask = (name: string) => askAs(shop, ada, name)

/** Another version of the product; its id. */
async function version({ productId, skuId }: TestProduct): Promise<number> {
  const { id } = await shop.db.one<{ id: number }>(sql`
    insert into skus (product_id, sku_code, edition, position) values (${productId}, ${randomUUID()}, 'Deluxe', 9) returning id`)
  await shop.db.run(sql`
    insert into offers (product_id, sku_id, seller_id, price_cents)
    select product_id, ${id}, seller_id, price_cents from offers where sku_id = ${skuId}`)
  return id
}

/** Seconds: whatever was ordered later has the later lines. */
let placed = 0

/** So many orders, one a second, each with a line of each of these versions. */
async function orders(skuIds: number[], howMany: number, status = 'Expired'): Promise<void> {
  await shop.db.run(sql`
    with made as (
      insert into orders (id, order_no, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
        goods, discount, fee, coupon, freight, service, total)
      select gen_random_uuid(), gen_random_uuid()::text, ${status}, date_trunc('day', now()) + make_interval(secs => n + ${placed}), expires_at, 'p@buyer.example', locale,
        currency, rate_e8, payment_method, goods, discount, fee, coupon, freight, service, total
      from orders, generate_series(1, ${howMany}) n where id = ${like} order by n returning id, placed_at
    )
    insert into order_lines (order_id, position, product_id, sku_id, offer_id, name, sku_code, quantity, unit_usd_cents, unit, total)
    select m.id, s.n - 1, k.product_id, k.id, (select id from offers where sku_id = k.id limit 1), 'One', k.sku_code, 1, 100, 100, 100
    from made m cross join unnest(${skuIds}::int[]) with ordinality as s(id, n) join skus k on k.id = s.id
    order by m.placed_at, s.n`)
  placed += howMany
}

/** Every page of them. */
async function all(search: string): Promise<{ ids: string[]; sizes: number[] }> {
  const ids: string[] = []
  const sizes: number[] = []
  for (let after = ''; ; ) {
    const { rows, next } = await ask(`GET /office/orders?${search}${after}`)
    ids.push(...rows.map(({ id }: { id: string }) => id))
    sizes.push(rows.length)
    if (!next) return { ids, sizes }
    after = `&after=${next}`
  }
}
const inDatabase = async (skuIds: number[], status: string | null = null) =>
  (
    await shop.db.query<{ id: string }>(sql`
      select id from orders o where (${status}::text is null or status = ${status})
        and exists (select from order_lines where order_id = o.id and sku_id = any(${skuIds}::int[]))
      order by placed_at desc, id desc`)
  ).map(({ id }) => id)

test('a product’s orders are listed once each, the newest or the oldest first, also those with several versions of it', async () => {
  const product = await addProduct(shop)
  const [one, two] = [product.skuId, await version(product)]
  await orders([one], 60)
  await orders([one, two], ORDERS_PER_PAGE)
  await orders([two], 33, 'Disputed')
  const wanted = await inDatabase([one, two])
  expect(wanted).toHaveLength(143)
  const found = await all(`product=${product.productId}`)
  expect(found).toEqual({ ids: wanted, sizes: [50, 50, 43] })
  expect((await all(`product=${product.productId}&sort=oldest`)).ids).toEqual(wanted.toReversed())
  expect((await all(`sku=${two}`)).ids).toEqual(await inDatabase([two]))
  expect((await all(`sku=${two}&status=Disputed&sort=oldest`)).ids).toEqual(
    (await inDatabase([two], 'Disputed')).toReversed(),
  )
  expect(await ask(`GET /office/orders/count?product=${product.productId}`)).toEqual({ count: 143, isMore: false })
  expect(await ask(`GET /office/orders/count?sku=${two}&status=Disputed`)).toEqual({ count: 33, isMore: false })
  // Together with what is looked for.
  expect((await all(`product=${product.productId}&q=p@buyer.example`)).ids).toHaveLength(143)
  expect((await all(`product=${product.productId}&q=${like}`)).ids).toEqual([])
  const none = await addProduct(shop)
  expect((await all(`product=${none.productId}&q=p@buyer.example`)).ids).toEqual([])
  expect(await all(`product=${none.productId}`)).toEqual({ ids: [], sizes: [0] })
  expect(await all('product=2147483647')).toEqual({ ids: [], sizes: [0] })
  for (const wrong of ['x', `2026-01-01T00:00:00.000000Z_${like}`, 'line_', 'line_x'])
    expect((await ask(`GET /office/orders?product=${product.productId}&after=${wrong}`)).errors).toEqual([
      { path: 'after', message: 'error.invalid' },
    ])
})

test('the oldest first is the newest first from its other end', async () => {
  for (const search of ['', 'status=Expired', 'q=p@buyer.example', 'q=p@buyer.example&status=Disputed']) {
    const newest = await all(search)
    expect(newest.ids.length).toBeGreaterThan(3)
    expect([search, (await all(`${search}&sort=oldest`)).ids]).toEqual([search, newest.ids.toReversed()])
  }
})

test('an order with many lines of a product counts and is listed as one', async () => {
  const { productId, skuId } = await addProduct(shop)
  await orders(Array(5).fill(skuId), 300)
  const found = await all(`product=${productId}`)
  expect(found).toEqual({ ids: await inDatabase([skuId]), sizes: Array(6).fill(ORDERS_PER_PAGE) })
  expect(await ask(`GET /office/orders/count?product=${productId}`)).toEqual({ count: 300, isMore: false })
})

test('a status that few orders of the shop have is found whole, however many orders the product has', async () => {
  const product = await addProduct(shop)
  const [one, two] = [product.skuId, await version(product)]
  await orders([one, two], ORDERS_PER_PAGE + 3, 'Disputed')
  await orders([one], LINES_LOOKED_AT)
  const search = `product=${product.productId}&status=Disputed`
  const wanted = await inDatabase([one, two], 'Disputed')
  expect(await all(search)).toEqual({ ids: wanted, sizes: [ORDERS_PER_PAGE, 3] })
  expect(await all(`${search}&sort=oldest`)).toEqual({ ids: wanted.toReversed(), sizes: [ORDERS_PER_PAGE, 3] })
  expect(await ask(`GET /office/orders/count?${search}`)).toEqual({ count: wanted.length, isMore: false })
})

test('however rare a status is among them, one look has a bound, and whoever looks on finds them all', async () => {
  const [product, other] = [await addProduct(shop), await addProduct(shop)]
  await orders([other.skuId], RARE_STATUS, 'Disputed')
  await orders([product.skuId], 3, 'Disputed')
  await orders([product.skuId], LINES_LOOKED_AT)
  const { ids, sizes } = await all(`product=${product.productId}&status=Disputed`)
  expect(ids).toEqual(await inDatabase([product.skuId], 'Disputed'))
  expect(sizes).toEqual([0, 3])
  expect(await ask(`GET /office/orders/count?product=${product.productId}&status=Disputed`)).toEqual({
    count: 0,
    isMore: true,
  })
})

// The shop's own server plans once for all values, another one perhaps for each.
test.each(['force_generic_plan', 'force_custom_plan'] as const)(
  'a page of a product with thousands of orders, in a shop of thousands of versions, reads some hundreds of rows: %s',
  async (plans) => {
    const product = await addProduct(shop)
    await orders([product.skuId], 3, 'Processing')
    await orders([product.skuId], LINES_LOOKED_AT)
    const { productId } = await addProduct(shop)
    await shop.db.run(sql`
    insert into skus (product_id, sku_code, edition, position)
    select ${productId}, gen_random_uuid(), n::text, n from generate_series(1, 3000) n`)
    await shop.db.run(sql`analyze orders, order_lines, skus`)
    const { next } = await ask(`GET /office/orders?product=${product.productId}`)
    for (const [search, after] of [
      [{}],
      [{}, next],
      [{ sort: 'oldest' }],
      [{ sku: product.skuId }],
      [{ status: 'Expired' }],
      [{ status: 'Processing' }],
    ] as const) {
      const query = OrdersQuery.parse({ product: product.productId, ...search })
      const read = await rowsRead(shop, plans, async (tx) =>
        expect((await ordersPage(within(tx), query, after)).rows).not.toEqual([]),
      )
      for (const [table, most] of Object.entries({ skus: 2, order_lines: 400, orders: 700 }))
        expect(read[table], `${table} for ${JSON.stringify({ ...search, after })}`).toBeLessThanOrEqual(most)
    }
    const counted = await rowsRead(shop, plans, (tx) => countOrders(within(tx), { product: product.productId }))
    expect(counted).toMatchObject({ skus: 1, order_lines: ORDERS_COUNTED + 1, orders: 0 })
  },
)

test('products are offered by what is typed of them, and by their own id or a version’s', async () => {
  const product = await addProduct(shop)
  const { code } = await shop.db.one<{ code: string }>(
    sql`select sku_code as code from skus where id = ${product.skuId}`,
  )
  // A number may stand in another product's name, too: what was meant by it comes first.
  for (const search of [
    `q=${product.productId}`,
    `q=${encodeURIComponent(code)}`,
    `product=${product.productId}`,
    `sku=${product.skuId}`,
  ])
    expect([search, (await ask(`GET /office/order-products?${search}`)).products.slice(0, 1)]).toEqual([
      search,
      [
        expect.objectContaining({
          id: product.productId,
          versions: [expect.objectContaining({ id: product.skuId, code })],
        }),
      ],
    ])
  expect((await ask('GET /office/order-products')).products).toEqual([])
})
