import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addKeys, addProduct, openTestShop, orderBody, type TestProduct, type TestShop } from '#test/harness.ts'
import { letTimePass, vaultOf } from './counting.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Another seller's offer of the same SKU, dearer, with keys of its own. */
async function addDearerOffer(product: TestProduct, priceCents: number, keys: number): Promise<number> {
  const { id } = await shop.db.one<{ id: number }>(sql`
    with s as (insert into sellers (name) values (${`Seller of ${product.slug}`}) returning id)
    insert into offers (product_id, sku_id, seller_id, price_cents)
    select ${product.productId}, ${product.skuId}, id, ${priceCents} from s returning id`)
  await addKeys(shop, id, keys)
  return id
}

interface Shown {
  inStock: boolean
  lowPrice: number
}

async function card({ productId }: TestProduct, stock?: '0' | '1'): Promise<Shown | undefined> {
  const { body } = await shop.call('POST', '/api/product/list', { body: { pageSize: 100, stock } })
  return body.rows.find((row: { id: number }) => row.id === productId)
}

async function info({ slug }: TestProduct): Promise<{ lowPrice: number; offers: { price: number; stock: number }[] }> {
  return (await shop.call('GET', `/api/product/info?categoryName=games&zhname=${slug}`)).body.data
}

test('while orders run, price and stock are never at odds with each other, and the next offer takes over', async () => {
  const product = await addProduct(shop, { keys: 25, priceCents: 1000 })
  const dearer = await addDearerOffer(product, 1200, 5)
  await until(async () => (await card(product))?.lowPrice === 10, 'the list has heard of the product')
  let running = true
  const seen: Awaited<ReturnType<typeof info>>[] = []
  const cards: Shown[] = []
  const watching = (async () => {
    while (running || seen.length < 2) {
      seen.push(await info(product))
      cards.push((await card(product))!)
    }
  })()
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) })),
  )
  running = false
  await watching
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(25)

  expect(seen.length).toBeGreaterThan(1)
  for (const { lowPrice, offers } of seen) {
    const prices = offers.filter(({ stock }) => stock > 0).map(({ price }) => price)
    expect(lowPrice).toBe(Math.min(...prices))
    expect(offers.every(({ stock }) => stock >= 0 && stock <= 25)).toBe(true)
  }
  // It never sold out as a whole, and never cost anything but one of its two prices; once dearer, it stays so.
  for (const shown of cards) expect([true, 10, 12]).toEqual(expect.arrayContaining([shown.inStock, shown.lowPrice]))
  const lows = cards.map((shown) => shown.lowPrice)
  expect(lows).toEqual(lows.toSorted((a, b) => a - b))
  expect(await card(product)).toMatchObject({ inStock: true, lowPrice: 12 })
  expect(await info(product)).toMatchObject({ lowPrice: 12 })

  const last = { ...product, offerId: dearer, priceCents: 1200 }
  await Promise.all(
    Array.from({ length: 8 }, () =>
      shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product: last }]) }),
    ),
  )
  // Nobody has it any more: the list says so at once, with the lowest price among all.
  expect(await card(product)).toMatchObject({ inStock: false, lowPrice: 10 })
  expect(await card(product, '0')).toBeUndefined()
  const soldOut = await until(() => card(product, '1'), 'the list of what is sold out has heard of it')
  expect(soldOut).toMatchObject({ inStock: false })

  await letTimePass(shop, dearer)
  await until(async () => (await vaultOf(shop, dearer)).available === 5, 'the reservations expire')
  const shown = await until(() => card(product, '0'), 'the list has heard of it')
  expect(shown).toMatchObject({ inStock: true, lowPrice: 12 })
})

test('no list shows a product in stock that the database knows to be sold out, whatever runs', async () => {
  const products = await Promise.all(Array.from({ length: 12 }, () => addProduct(shop, { keys: 4 })))
  const buyers = products.flatMap((product) =>
    Array.from({ length: 6 }, () => shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) })),
  )
  await Promise.all(buyers)
  const { body } = await shop.call('POST', '/api/product/list', { body: { pageSize: 100, stock: '0' } })
  const offered = new Set(body.rows.map((row: { id: number }) => row.id))
  expect(products.filter(({ productId }) => offered.has(productId))).toEqual([])
  for (const { offerId } of products)
    expect(await vaultOf(shop, offerId)).toEqual({ available: 0, reserved: 4, sold: 0, stock: 0, oddLines: 0 })
})

test('a list that has not heard of a sale yet asks again instead of showing what is gone', async () => {
  const product = await addProduct(shop, { keys: 1, priceCents: 700 })
  await until(async () => (await card(product, '0'))?.lowPrice === 7, 'the list has heard of the product')
  // Triggers off: the stock is gone, and the message that says so is still on its way.
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`)
    await tx.run(sql`update offers set stock = 0 where id = ${product.offerId}`)
  })
  expect(await card(product, '0')).toBeUndefined()
  expect(await card(product)).toMatchObject({ inStock: false })
})

test.each([
  [10, 10, false],
  [11, 10, true],
  [37, 10, true],
])('of %i the public is told %i, and whether there is more: %s', async (keys, stock, stockIsMore) => {
  const product = await addProduct(shop, { keys })
  await until(async () => (await card(product)) !== undefined, 'the list has heard of the product')
  const { productId, skuId, offerId, slug } = product
  const line = { productId, extId: skuId, supplyProductId: offerId, productCount: keys }
  const answers = [
    await shop.call('GET', `/api/product/info?categoryName=games&zhname=${slug}`),
    await shop.call('POST', '/api/product/list', { body: { pageSize: 100 } }),
    await shop.call('POST', '/api/product/syncStock', { body: { lines: [line] } }),
  ]
  const [info, , sync] = answers.map(({ body }) => body.data)
  expect(info.offers[0]).toMatchObject({ stock, stockIsMore })
  expect(info.skus[0]).toMatchObject({ stock, stockIsMore })
  expect(sync.lines[0]).toMatchObject({ stock, stockIsMore })
  const told = JSON.stringify(answers.map(({ body }) => body)).match(/"stock\w*":\d+/g)!
  expect(told.every((one) => Number(one.split(':')[1]) <= 10)).toBe(true)
})
