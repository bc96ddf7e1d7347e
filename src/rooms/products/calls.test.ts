import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addKeys, addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  product = await addProduct(shop, { keys: 3, name: 'Elden Ring' })
  await addProduct(shop, { keys: 1, name: 'Stardew Valley' })
  await addProduct(shop, { name: 'Hollow Knight' })
  await until(
    async () => (await shop.call('POST', '/api/product/list', { body: {} })).body.total === 3,
    'all are listed',
  )
})
afterAll(() => shop.close())

const get = (path: string) => shop.call('GET', path)
const infoOf = (zhname: string, categoryName: string) =>
  get(`/api/product/info?zhname=${zhname}&categoryName=${categoryName}`)
const expectMissing = ({ status, body }: { status: number; body: unknown }) =>
  expect({ status, body }).toEqual({ status: 404, body: { code: 404, msg: 'error.notFound' } })

describe('a product by its address', () => {
  test('is answered with its category, SKUs, offers and stock', async () => {
    const { body } = await infoOf(product.slug, 'games')
    expect(body).toMatchObject({
      code: 200,
      data: {
        iProductInfo: {
          id: product.productId,
          name: 'Elden Ring',
          urlName: 'games',
          zhname: product.slug,
          className: 'Games',
        },
        extInfo: { id: product.skuId, skuCode: product.slug.toUpperCase(), stock: 3 },
        offers: [{ id: product.offerId, extId: product.skuId, isShop: true, price: 19.99, stock: 3 }],
        lowPrice: 19.99,
      },
    })
  })

  test('is not found under another product’s or category’s name, or without one', async () => {
    expectMissing(await infoOf('nothing', 'games'))
    expectMissing(await infoOf(product.slug, 'nothing'))
    expect((await get(`/api/product/info?zhname=${product.slug}`)).status).toBe(400)
    expect((await get(`/api/product/info?zhname=&categoryName=games`)).status).toBe(400)
  })

  test('promotes the cheapest offer that has stock, of equal ones the shop’s own', async () => {
    const { productId, skuId, offerId, slug } = await addProduct(shop, { keys: 1, name: 'Hades' })
    const rival = await shop.db.one<{ id: number }>(sql`
      with s as (insert into sellers (name) values ('Rival') returning id)
      insert into offers (product_id, sku_id, seller_id, price_cents, backing, stock) select ${productId}, ${skuId}, id, 1999, 'supplier', 5 from s returning id`)
    const order = async () => (await infoOf(slug, 'games')).body.data.offers.map((offer: { id: number }) => offer.id)
    expect(await order()).toEqual([offerId, rival.id])
    await shop.db.run(sql`update offers set price_cents = 1998 where id = ${rival.id}`)
    expect(await order()).toEqual([rival.id, offerId])
    await shop.db.run(sql`update offers set stock = 0 where id = ${rival.id}`)
    expect(await order()).toEqual([offerId, rival.id])
    expect((await infoOf(slug, 'games')).body.data.lowPrice).toBe(19.99)
    await shop.db.run(sql`update offers set active = false where id = ${offerId}`)
    expect((await infoOf(slug, 'games')).body.data).toMatchObject({ lowPrice: 19.98, extInfo: { stock: 0 } })
    await shop.db.run(sql`update offers set active = false where product_id = ${productId}`)
    expect((await infoOf(slug, 'games')).body.data).toMatchObject({ lowPrice: null, extInfo: null, offers: [] })
  })
})

describe('a slug that moved', () => {
  test('of a product answers with the product under its new one, and its page redirects for good', async () => {
    const { productId, skuId, slug } = await addProduct(shop, { name: 'Celeste' })
    await shop.db.run(sql`update products set slug = 'celeste-anew' where id = ${productId}`)
    expect((await infoOf(slug, 'games')).body.data.iProductInfo).toMatchObject({
      id: productId,
      zhname: 'celeste-anew',
    })
    const page = await fetch(`${shop.shop.origin}/games/${slug}?sku=${skuId}`, { redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([301, `/games/celeste-anew?sku=${skuId}`])

    // The old one is given to another product: it is that product's from now on.
    const other = await addProduct(shop, { name: 'Another' })
    await shop.db.run(sql`update products set slug = ${slug} where id = ${other.productId}`)
    expect((await infoOf(slug, 'games')).body.data.iProductInfo.id).toBe(other.productId)
  })

  test('of a category answers with the category under its new one, and both pages redirect for good', async () => {
    const category = await shop.db.one<{ id: number }>(
      sql`insert into categories (slug, name) values ('old-shelf', '{"en-US":"Shelf"}') returning id`,
    )
    const { productId, slug } = await addProduct(shop, { name: 'Moved' })
    await shop.db.run(sql`update products set category_id = ${category.id} where id = ${productId}`)
    await shop.db.run(sql`update categories set slug = 'new-shelf' where id = ${category.id}`)
    const byName = (name: string) => get(`/api/product/category/info/name/${name}`)
    await until(async () => (await byName('new-shelf')).status === 200, 'the new name is known')
    expect((await byName('old-shelf')).body.data).toMatchObject({ id: category.id, urlName: 'new-shelf' })
    expect((await infoOf(slug, 'old-shelf')).body.data.iProductInfo).toMatchObject({
      id: productId,
      urlName: 'new-shelf',
    })
    for (const [from, to] of [
      ['/old-shelf', '/new-shelf'],
      [`/old-shelf/${slug}`, `/new-shelf/${slug}`],
    ]) {
      const page = await fetch(shop.shop.origin + from, { redirect: 'manual' })
      expect([page.status, page.headers.get('location')]).toEqual([301, to])
    }
  })
})

describe('a version in the address of a product', () => {
  test('that the product has not leads to the product, in the language that is asked for', async () => {
    const { slug, skuId } = await addProduct(shop, { name: 'Gris' })
    const page = (query: string) => fetch(`${shop.shop.origin}/games/${slug}?${query}`, { redirect: 'manual' })
    expect((await page(`sku=${skuId}`)).status).toBe(200)
    for (const [asked, then] of [
      [`sku=${skuId + 1}`, ''],
      [`lang=de&sku=${skuId + 1}`, '?lang=de'],
    ]) {
      const answer = await page(asked!)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `/games/${slug}${then}`])
    }
  })
})

describe('a category', () => {
  test('is answered by its id and its name, with its parent and its children', async () => {
    const [parent, child] = await shop.db.query<{ id: number }>(sql`
      insert into categories (slug, name) values ('consoles', '{"en-US":"Consoles"}'), ('handhelds', '{"en-US":"Handhelds"}') returning id`)
    await shop.db.run(sql`update categories set parent_id = ${parent!.id} where id = ${child!.id}`)
    const answer = await until(async () => {
      const { body } = await get('/api/product/category/info/name/consoles')
      return body.data?.children?.length > 0 && body
    }, 'the category is known')
    expect(answer.data).toMatchObject({
      id: parent!.id,
      pid: -1,
      pName: null,
      level: '1',
      children: [{ id: child!.id, urlName: 'handhelds' }],
    })
    const { body } = await get(`/api/product/category/info/${child!.id}`)
    expect(body.data).toMatchObject({
      id: child!.id,
      pid: parent!.id,
      pName: 'Consoles',
      pUrlName: 'consoles',
      level: '2',
      children: [],
    })
  })

  test('that does not exist is 404; an id that is none is 400', async () => {
    expectMissing(await get('/api/product/category/info/name/nothing'))
    expectMissing(await get('/api/product/category/info/999999'))
    for (const id of ['0', '-1', '1.5', 'x', '99999999999'])
      expect((await get(`/api/product/category/info/${id}`)).status).toBe(400)
  })
})

test('suggestions match words, beginnings and a small typing error, in ten rows at most', async () => {
  for (const [typed, name] of [
    ['elden', 'Elden Ring'],
    ['eld', 'Elden Ring'],
    ['ring elden', 'Elden Ring'],
    ['edlen ring', 'Elden Ring'],
    ['stardw', 'Stardew Valley'],
    ['HOLLOW', 'Hollow Knight'],
  ]) {
    const { body } = await get(`/api/home/queryProducts?name=${encodeURIComponent(typed!)}`)
    expect(body.data[0]?.name, typed).toBe(name)
    expect(body.data.length).toBeLessThanOrEqual(10)
  }
  for (const typed of ['', ' ', 'zzzzzz'])
    expect((await get(`/api/home/queryProducts?name=${encodeURIComponent(typed)}`)).body.data).toEqual([])
  expect((await get('/api/home/queryProducts')).status).toBe(400)
  expect((await get(`/api/home/queryProducts?name=${'x'.repeat(201)}`)).status).toBe(400)
})

test('recommended are up to ten others of the same shelf, those in stock first', async () => {
  const { id } = await shop.db.one<{ id: number }>(sql`select id from categories where slug = 'games'`)
  for (let n = 0; n < 12; n++) await addProduct(shop, { name: `Filler ${n}`, keys: n % 2 })
  await until(
    async () => (await shop.call('POST', '/api/product/list', { body: { classId: id } })).body.total >= 15,
    'all are listed',
  )
  const { body } = await get(`/api/product/recommends?classId=${id}&id=${product.productId}`)
  expect(body.data).toHaveLength(10)
  const inStock = body.data.map((card: { inStock: boolean }) => card.inStock)
  expect(inStock).toEqual([...inStock].sort((a, b) => Number(b) - Number(a)))
  expect(body.data.map((card: { id: number }) => card.id)).not.toContain(product.productId)
  expect((await get(`/api/product/recommends?classId=999999&id=1`)).body.data).toEqual([])
})

describe('the lines of a cart', () => {
  const sync = (lines: object[]) => shop.call('POST', '/api/product/syncStock', { body: { lines } })
  const lineOf = (of: TestProduct, productCount = 1) => ({
    productId: of.productId,
    extId: of.skuId,
    supplyProductId: of.offerId,
    productCount,
  })

  test('say what is true now: price, stock, and whether the count can be had', async () => {
    const own = await addProduct(shop, { keys: 2, name: 'Now' })
    const ask = async (count: number) => (await sync([lineOf(own, count)])).body.data.lines[0]
    expect(await ask(2)).toMatchObject({
      exists: true,
      productName: 'Now',
      productPrice: 19.99,
      stock: 2,
      available: true,
      zhname: own.slug,
      urlName: 'games',
      productCount: 2,
    })
    expect(await ask(3)).toMatchObject({ stock: 2, available: false, productCount: 3 })
    await shop.db.run(sql`update offers set price_cents = 2500 where id = ${own.offerId}`)
    await addKeys(shop, own.offerId, 1)
    expect(await ask(3)).toMatchObject({ productPrice: 25, stock: 3, available: true })
  })

  test('that name no offer, or one of another product, are said to be gone, in their places', async () => {
    const other = await addProduct(shop, { keys: 1 })
    const { body } = await sync([
      lineOf(product),
      { ...lineOf(product), supplyProductId: 999_999 },
      { ...lineOf(product), productId: other.productId },
      { ...lineOf(product), extId: other.skuId },
      lineOf(other),
    ])
    expect(body.data.lines.map((line: { exists: boolean }) => line.exists)).toEqual([true, false, false, false, true])
    await shop.db.run(sql`update offers set active = false where id = ${other.offerId}`)
    expect((await sync([lineOf(other)])).body.data.lines[0]).toMatchObject({
      exists: false,
      available: false,
      productPrice: 0,
    })
  })

  test('are a hundred at most, and none at all is fine', async () => {
    expect((await sync([])).body.data.lines).toEqual([])
    expect((await sync(Array(100).fill(lineOf(product)))).body.data.lines).toHaveLength(100)
    expect((await sync(Array(101).fill(lineOf(product)))).status).toBe(400)
  })
})

test('a configuration key that the specification does not name is not answered, whatever the shop keeps under it', async () => {
  expect((await get('/api/home/config/configKey/order.threshold.amount')).body.data).toBe('5')
  expectMissing(await get('/api/home/config/configKey/order.payment.minutes'))
  expectMissing(await get('/api/home/config/configKey/feedback.type'))
})
