// Which pages are outdated by which change of the catalogue: the tags that they carry, held against those that are told.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Listener, listen } from '#platform/database/listen.ts'
import { sql } from '#platform/database/sql.ts'
import type { AskInProcess } from '#platform/http/contract.ts'
import { askInProcess } from '#platform/http/in-process.ts'
import { type RequestScope, requestScope } from '#platform/request-scope.ts'
import { until } from '#platform/testing.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { DETAIL } from '#rooms/products/tags.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { searchCalls } from './api.ts'
import { type Finder, openFinder } from './live.ts'

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
