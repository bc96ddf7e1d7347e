// What reading an order's lines costs in a large shop, by how many rows the database says it read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import {
  addProduct,
  openTestShop,
  orderBody,
  PAYSSION,
  placeOrder,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { rowsRead } from '../making/counting.testing.ts'
import { settlePlainly } from '../settling/settle-store.ts'
import { orderLines } from './line-store.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const order = (product: TestProduct) => placeOrder(shop, orderBody([{ product }], { paymentId: PAYSSION }))

test('an order of the newest product reads that product, also when only the oldest had been bought until then', async () => {
  const oldest = await addProduct(shop, { keys: 20 })
  for (let n = 0; n < 20; n++) await order(oldest)
  await shop.db.run(sql`
    insert into products (category_id, slug, type, key_type, name)
    select category_id, slug || n, type, key_type, name from products, generate_series(1, 3000) n where id = ${oldest.productId}`)
  await shop.db.run(sql`
    insert into skus (product_id, sku_code, position) select id, gen_random_uuid(), 0 from products
    where not exists (select from skus where product_id = products.id)`)
  await shop.db.run(sql`analyze order_lines, products, skus, categories`)
  const { orderId } = await order(await addProduct(shop, { keys: 1 }))
  const payment = await shop.db.one<{ id: string; version: string }>(
    sql`select id, extract(epoch from updated_at)::text as version from payments where order_id = ${orderId}`,
  )

  // The shop's own server plans once for all values.
  const plans = 'force_generic_plan'
  const shown = await rowsRead(shop, plans, async (tx) => expect(await orderLines(tx, orderId)).toHaveLength(1))
  // The version that was bought, and those of the product, which its picture is about.
  expect(shown).toMatchObject({ products: 1, skus: 2, categories: 1 })
  const settled = await rowsRead(shop, plans, async (tx) => {
    const { lines } = (await settlePlainly(tx, {
      orderId,
      payment: { ...payment, provider: 'payssion' },
      state: { rawState: 'completed', amountMinor: 1, providerRef: 'one', payableUntil: null },
      confirmed: [],
      wanted: 1,
      shownTo: null,
      happened: [],
    }))!
    expect(lines).toHaveLength(1)
  })
  expect(settled).toMatchObject({ products: 1, skus: 2, categories: 1 })
})
