import { afterAll, beforeAll, expect, test } from 'vitest'
import { posterSvg } from '#art/poster.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { Picture } from '#rooms/pictures/hands.ts'
import { addProduct, openTestShop, orderBody, placeOrder, type TestShop } from '#test/harness.ts'
import { productPicture, skuPicture } from './product-picture.ts'
import { productsRoom } from './room.ts'
import type { Catalogue } from './shelves.ts'

let shop: TestShop
let catalogue: Catalogue
let region: number
beforeAll(async () => {
  shop = await openTestShop()
  const { id } = await shop.db.one<{ id: number }>(sql`
    insert into facet_values (kind, code, name) values ('region', 'de', '{"en-US":"Germany"}') returning id`)
  region = id
  catalogue = shop.shop.rooms.hands(productsRoom).catalogue
  await until(() => catalogue.shelves.facets.has(region), 'the region is known')
})
afterAll(() => shop.close())

const svgOf = (picture: Picture | undefined) => (picture && 'svg' in picture ? picture.svg() : undefined)

test.each([
  ['Wallet Card', 'Germany'],
  ['Wallet Card (Germany)', undefined],
])('the poster of a %s for Germany says the region once', async (name, subtitle) => {
  const { productId, slug } = await addProduct(shop, { name })
  await shop.db.run(sql`update products set type = 1 where id = ${productId}`)
  await shop.db.run(sql`update skus set region_id = ${region}, denomination = '€20' where product_id = ${productId}`)
  const poster = await productPicture(shop.db, catalogue, productId)
  const expected = posterSvg({ title: name, subtitle, figure: '€20', genre: '', kind: 'card', seed: slug })
  expect(await svgOf(poster)).toBe(expected)
})

test('a card that comes in several amounts shows the one that is chosen, and none where nothing is chosen', async () => {
  const product = await addProduct(shop, { name: 'Coin Card', keys: 1 })
  const { productId, slug, offerId, skuId } = product
  await shop.db.run(sql`update products set type = 1 where id = ${productId}`)
  await shop.db.run(sql`update skus set denomination = '$10' where id = ${skuId}`)
  const other = await shop.db.one<{ id: number }>(sql`
    insert into skus (product_id, sku_code, denomination, position) values (${productId}, 'COIN-50', '$50', 2) returning id`)
  const subject = { title: 'Coin Card', genre: '', kind: 'card' as const, seed: slug }
  expect(await svgOf(await productPicture(shop.db, catalogue, productId))).toBe(posterSvg(subject))
  const ten = await skuPicture(shop.db, catalogue, skuId)
  const fifty = await skuPicture(shop.db, catalogue, other.id)
  expect(await svgOf(ten)).toBe(posterSvg({ ...subject, figure: '$10' }))
  expect(await svgOf(fifty)).toBe(posterSvg({ ...subject, figure: '$50' }))

  // Page, cart and order name these pictures, and they can be had.
  const path = `/api/product/info?zhname=${slug}&categoryName=games`
  await until(async () => (await shop.call('GET', path)).body.data?.skus.length === 2, 'the product is known')
  const { skus } = (await shop.call('GET', path)).body.data
  expect(skus.map((sku: { img: string }) => sku.img)).toEqual([ten!.path, fifty!.path])
  const lines = [{ productId, extId: skuId, supplyProductId: offerId, productCount: 1 }]
  const cart = await shop.call('POST', '/api/product/syncStock', { body: { lines } })
  expect(cart.body.data.lines[0].productImg).toBe(ten!.path)
  const order = await placeOrder(shop, orderBody([{ product }]))
  const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })
  expect(detail.body.data.goods[0].imgUrl).toBe(ten!.path)
  const picture = await fetch(shop.shop.origin + fifty!.path.replace('480', '180'))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('another amount, region or platform is another address, on page, card, cart and order alike', async () => {
  const product = await addProduct(shop, { name: 'Harvest Card', keys: 3 })
  const { productId, slug, offerId, skuId } = product
  await shop.db.run(sql`update products set type = 1 where id = ${productId}`)
  await shop.db.run(sql`update skus set denomination = '$20', region_id = ${region} where id = ${skuId}`)
  const order = await placeOrder(shop, orderBody([{ product }]))
  const lines = [{ productId, extId: skuId, supplyProductId: offerId, productCount: 1 }]
  const info = async () => (await shop.call('GET', `/api/product/info?zhname=${slug}&categoryName=games`)).body.data
  const list = async () => (await shop.call('POST', '/api/product/list', { body: { name: 'harvest' } })).body.rows
  await until(async () => (await list()).length === 1, 'it is found')
  const shown = async () => {
    const { iProductInfo, skus } = await info()
    const cart = await shop.call('POST', '/api/product/syncStock', { body: { lines } })
    const { body } = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })
    return {
      cover: [iProductInfo.img, (await list())[0].img],
      version: [skus[0].img, cart.body.data.lines[0].productImg, body.data.goods[0].imgUrl],
    }
  }
  const seen = { covers: new Set<string>(), versions: new Set<string>() }
  async function look() {
    const { cover, version } = await shown()
    const [drawn, amount] = [
      await productPicture(shop.db, catalogue, productId),
      await skuPicture(shop.db, catalogue, skuId),
    ]
    expect(cover).toEqual([drawn!.path, drawn!.path])
    const own = amount?.path ?? drawn!.path
    expect(version).toEqual([amount?.path ?? null, own, own])
    seen.covers.add(drawn!.path)
    seen.versions.add(own)
  }
  await look()
  const { id: turkey } = await shop.db.one<{ id: number }>(sql`
    insert into facet_values (kind, code, name) values ('region', 'turkey-2', '{"en-US":"Turkey"}') returning id`)
  const { id: console } = await shop.db.one<{ id: number }>(sql`
    insert into facet_values (kind, code, name) values ('platform', 'console-2', '{"en-US":"Console"}') returning id`)
  await until(() => catalogue.shelves.facets.has(console), 'the platform is known')
  await shop.db.run(sql`update skus set region_id = ${turkey} where id = ${skuId}`)
  await look()
  await shop.db.run(sql`update skus set denomination = '$25' where id = ${skuId}`)
  await look()
  expect([seen.covers.size, seen.versions.size]).toEqual([3, 3])
  // One more amount: the version has its own, the cover none.
  await shop.db.run(sql`
    insert into skus (product_id, sku_code, denomination, region_id, position) values (${productId}, 'HARVEST-50', '$50', ${turkey}, 2)`)
  await look()
  expect([seen.covers.size, seen.versions.size]).toEqual([4, 3])
  await shop.db.run(sql`update products set type = 0 where id = ${productId}`)
  await look()
  await shop.db.run(sql`update skus set platform_ids = ${[console]}::int[] where id = ${skuId}`)
  await look()
  expect(seen.covers.size).toBe(6)
})
