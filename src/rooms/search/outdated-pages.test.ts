// Which pages are outdated by which change of the catalogue: the tags that they carry, held against those that are told.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Listener, listen } from '#platform/database/listen.ts'
import { sql } from '#platform/database/sql.ts'
import type { AskInProcess } from '#platform/http/contract.ts'
import { askInProcess } from '#platform/http/in-process.ts'
import { type RequestScope, requestScope } from '#platform/request-scope.ts'
import { until } from '#platform/testing.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { CARD, DETAIL } from '#rooms/products/tags.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { searchCalls } from './api.ts'
import { type Finder, openFinder } from './live.ts'
import { EVERY_LIST } from './tags.ts'

let shop: TestShop
let listener: Listener
let finder: Finder
let ask: AskInProcess
let last: TestProduct
let categoryId: number
let told: string[] = []
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  const { log } = shop.shop.ground
  const { catalogue, cards } = shop.shop.rooms.hands(productsRoom)
  listener = await listen(shop.databaseUrl, ['catalog'], { log })
  finder = await openFinder({ db: shop.db, listener, catalogue, log })
  finder.onChange((tags) => void told.push(...tags))
  ask = askInProcess([searchCalls({ catalogue, finder, cardsOf: cards })], { log, observe: () => {} })
  last = await addProduct(shop)
  categoryId = (await shop.db.one<{ id: number }>(sql`select id from categories where slug = 'games'`)).id
  await until(() => finder.index.size === 1 && catalogue.shelves.categories.has(categoryId), 'it is known')
})
afterAll(async () => {
  await finder.close()
  await listener.close()
  await shop.close()
})
beforeEach(everythingIsTold)

/** Whatever was changed before is read. */
async function everythingIsTold() {
  told = []
  await shop.db.run(sql`update products set popularity = popularity + 1 where id = ${last.productId}`)
  await until(() => told.includes(DETAIL(last.productId)), 'the last change is told')
}

const asker = { locale: 'en-US', currency: 'USD' }

/** Answers whether a page that shows this list is outdated by the change. */
async function outdates(change: () => Promise<unknown>, body: object) {
  const tags = new Set<string>()
  const scope = { tags } as Partial<RequestScope> as RequestScope
  const outcome = await requestScope.run(scope, () => ask('POST /api/product/list', { body }, asker))
  expect(outcome.status).toBe(200)
  told = []
  await change()
  await until(() => told.length > 0, 'the change is told')
  return told.some((tag) => tags.has(tag))
}

test('new synonyms outdate every search, in a category too, and no list without words', async () => {
  const change = () => shop.db.run(sql`insert into search_synonyms (words) values (array['terror', 'horror'])`)
  expect(await outdates(change, { name: 'horror' })).toBe(true)
  expect(await outdates(change, { name: 'horror', parentClassId: categoryId })).toBe(true)
  expect(await outdates(change, { parentClassId: categoryId })).toBe(false)
  expect(await outdates(change, {})).toBe(false)
})

/** A product with two versions on different platforms, each sold by the shop and by another seller, all at one price. */
async function fourOffers() {
  const { productId, skuId, offerId, priceCents, slug } = await addProduct(shop)
  const facet = async (code: string) =>
    (await shop.db.one<{ id: number }>(sql`select id from facet_values where kind = 'platform' and code = ${code}`)).id
  await shop.db.run(sql`update skus set platform_ids = array[${await facet('steam')}::int] where id = ${skuId}`)
  const second = await shop.db.one<{ id: number }>(sql`
    insert into skus (product_id, sku_code, platform_ids, position)
    values (${productId}, ${`${slug}-2`}, array[${await facet('gog')}::int], 1) returning id`)
  const { id: sellerId } = await shop.db.one<{ id: number }>(sql`
    insert into sellers (name) values ('Another') on conflict (name) do update set name = excluded.name returning id`)
  const offer = async (sku: number, seller: number | null) =>
    (
      await shop.db.one<{ id: number }>(sql`
        insert into offers (product_id, sku_id, seller_id, price_cents, backing)
        select ${productId}, ${sku}, id, ${priceCents}, 'supplier' from sellers
        where case when ${seller}::int is null then is_shop else id = ${seller} end returning id`)
    ).id
  const others = [await offer(skuId, sellerId), await offer(second.id, null), await offer(second.id, sellerId)]
  await shop.db.run(sql`update offers set backing = 'supplier', stock = 9 where product_id = ${productId}`)
  const [another, version] = others as [number, number, number]
  return { productId, skus: [skuId, second.id], shops: offerId, another, version, offers: [offerId, ...others] }
}

const ofAll = { pageSize: 100 }
const withStock = (stock: number, ...offers: number[]) =>
  shop.db.run(sql`update offers set stock = ${stock} where id = any(${offers}::int[])`)

test('another offer at the same price outdates the cards that show its version and its reduction', async () => {
  const { shops, another, version, productId, skus } = await fourOffers()
  await everythingIsTold()
  expect(await outdates(() => withStock(0, version), ofAll)).toBe(false)
  expect(await outdates(() => withStock(9, version), ofAll)).toBe(false)
  // Of the same version, but another seller's, whose price before was another.
  expect(await outdates(() => withStock(0, shops, version), ofAll)).toBe(true)
  expect(await outdates(() => withStock(9, shops, version), ofAll)).toBe(true)
  expect(await outdates(() => withStock(0, shops, another), ofAll)).toBe(true)

  await shop.db.run(sql`update offers set active = false where product_id = ${productId}`)
  await everythingIsTold()
  const first = () => shop.db.run(sql`update skus set position = 2 where id = ${skus[0]!}`)
  expect(await outdates(first, ofAll)).toBe(true)
})

test('another amount of a version outdates the cards whose drawn cover prints it', async () => {
  const { skus } = await fourOffers()
  await everythingIsTold()
  const amount = () => shop.db.run(sql`update skus set denomination = '50 EUR' where id = ${skus[0]!}`)
  expect(await outdates(amount, ofAll)).toBe(true)
})

test('another address of a product outdates the cards that lead to it', async () => {
  const { productId } = await fourOffers()
  await everythingIsTold()
  const rename = () => shop.db.run(sql`update products set slug = slug || '-renamed' where id = ${productId}`)
  expect(await outdates(rename, ofAll)).toBe(true)
})

test('what no card shows outdates none: a sale, and what an offer that is not promoted costs', async () => {
  const { shops, another } = await fourOffers()
  await everythingIsTold()
  expect(await outdates(() => withStock(8, shops), ofAll)).toBe(false)
  const dearer = () => shop.db.run(sql`update offers set price_cents = price_cents + 100 where id = ${another}`)
  expect(await outdates(dearer, ofAll)).toBe(false)
})

test('how a product sells outdates the lists that are ordered by it, and no page that shows its card alone', async () => {
  const { productId } = last
  for (const change of [
    sql`update products set popularity = popularity + 1 where id = ${productId}`,
    sql`insert into product_sales (product_id, sold) values (${productId}, 7)`,
  ]) {
    told = []
    await shop.db.run(change)
    await until(() => told.includes(DETAIL(productId)), 'the change is told')
    expect(told).toContain(EVERY_LIST)
    expect(told).not.toContain(CARD(productId))
  }
})

test('another version at another price outdates the lists that show it, and no other', async () => {
  const { version, offers } = await fourOffers()
  const { id: gog } = await shop.db.one<{ id: number }>(sql`
    select id from facet_values where kind = 'platform' and code = 'gog'`)
  await everythingIsTold()
  let price = 100_000
  const dearer = () =>
    shop.db.run(sql`update offers set price_cents = ${price++} where id = any(${[version, offers[3]!]}::int[])`)
  expect(await outdates(dearer, ofAll)).toBe(false)
  expect(await outdates(dearer, { ...ofAll, parentClassId: categoryId })).toBe(false)
  expect(await outdates(dearer, { ...ofAll, plat_list: [gog] })).toBe(true)
  expect(await outdates(dearer, { ...ofAll, plat_list: [gog], parentClassId: categoryId })).toBe(true)
})
