// How the catalogue in memory follows the database: in pieces, and without reading what has not changed.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { type Listener, listen } from '#platform/database/listen.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { Catalogue, Shelves } from '#rooms/products/hands.ts'
import { productsRoom } from '#rooms/products/room.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { type Finder, openFinder } from './live.ts'

const PRODUCTS = 3_300
/** As many products as are held as rows at any moment. */
const MOST_ROWS = 1_000

let shop: TestShop
let listener: Listener
let finder: Finder
/** What this finder asked: the statement, and how many rows came back. */
let answers: { text: string; rows: number }[] = []
/** How often it asked for products by their ids, and what its answers wait for. */
let asked = 0
let heldBack: Promise<void> | undefined
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  await shop.db.run(
    sql`insert into categories (slug, name) select 'shelf-' || n, jsonb_build_object('en-US', 'Shelf ' || n) from generate_series(1, 3) n`,
  )
  await shop.db.run(sql`
    insert into products (category_id, slug, name, developer, popularity, released_on)
    select c.id, 'many-' || n, jsonb_build_object('en-US', 'Game ' || (n * 7919) % 5003, 'de-DE', 'Spiel ' || n), 'Studio ' || n % 50, n % 97, date '2000-01-01' + n
    from generate_series(1, ${PRODUCTS}) n, categories c where c.slug = 'shelf-' || (1 + n % 2)`)
  const { log } = shop.shop.ground
  listener = await listen(shop.databaseUrl, ['catalog'], { log })
  const db: Database = {
    ...shop.db,
    query: async <R extends object>(statement: Parameters<Database['query']>[0]) => {
      if (statement.text.includes('from products')) asked++
      const rows = await shop.db.query<R>(statement)
      await heldBack
      answers.push({ text: statement.text, rows: rows.length })
      return rows
    },
  }
  finder = await openFinder({ db, listener, catalogue: catalogue(), log })
})
afterAll(async () => {
  await finder.close()
  await listener.close()
  await shop.close()
})
beforeEach(() => {
  answers = []
})

const readings = () => answers.filter(({ text }) => text.includes('from products')).map(({ rows }) => rows)
const catalogue = () => shop.shop.rooms.hands(productsRoom).catalogue
const held = () => finder.index.query({ locale: 'de-DE', sort: 3, offset: 0, limit: 10_000 }).ids

/** What a process that starts now would hold. */
async function expectAsIfReadAnew() {
  const { log } = shop.shop.ground
  const other = await listen(shop.databaseUrl, ['catalog'], { log })
  const fresh = await openFinder({ db: shop.db, listener: other, catalogue: catalogue(), log })
  try {
    const all = { offset: 0, limit: 10_000 }
    for (const locale of ['en-US', 'de-DE'])
      for (const sort of [0, 1, 2, 3, 4, 5] as const)
        expect(finder.index.query({ ...all, locale, sort }), `${locale} ${sort}`).toEqual(
          fresh.index.query({ ...all, locale, sort }),
        )
    for (const name of ['game', 'spiel 33', 'studio 7', 'gmae', 'later'])
      expect(finder.index.suggest(name, 'de-DE', 50), name).toEqual(fresh.index.suggest(name, 'de-DE', 50))
    expect(finder.index.facetCounts({ locale: 'en-US' })).toEqual(fresh.index.facetCounts({ locale: 'en-US' }))
    for (const id of fresh.index.sortedIds()) expect(finder.index.get(id)).toEqual(fresh.index.get(id))
    expect(finder.index.size).toBe(fresh.index.size)
    expect(finder.home).toEqual(fresh.home)
  } finally {
    await fresh.close()
    await other.close()
  }
}

test('thousands of products that come, change and go in one statement are read a thousand at a time into the index that is there', async () => {
  const { index } = finder
  expect(index.size).toBe(PRODUCTS)
  const [first] = index.sortedIds()
  await shop.db.run(sql`delete from products where id % 3 = 0 or id > ${first! + 3_000}`)
  await until(() => held().length < 2_100, 'they are gone')
  await expectAsIfReadAnew()
  await shop.db.run(sql`
    insert into products (category_id, slug, name, popularity)
    select id, 'later-' || n, jsonb_build_object('en-US', 'Later ' || n), n % 89 from generate_series(1, 2500) n, categories where slug = 'shelf-3'`)
  await shop.db.run(
    sql`update products set popularity = popularity + 7, name = name || '{"de-DE": "Neu"}' where id % 2 = 0`,
  )
  const { n } = await shop.db.one<{ n: number }>(
    sql`select count(*)::int as n from products where name ->> 'de-DE' = 'Neu'`,
  )
  await until(() => finder.index.suggest('neu', 'de-DE', 10_000).ids.length === n, 'all are known')
  await expectAsIfReadAnew()
  expect(Math.max(...readings())).toBeLessThanOrEqual(MOST_ROWS)
  expect(finder.index).toBe(index)
})

test('a category that comes is known without a look at any product; one that moves takes its products along', async () => {
  await shop.db.run(sql`insert into categories (slug, name) values ('shelf-4', '{"en-US": "Shelf 4"}')`)
  await until(() => catalogue().shelves.categoryBySlug.has('shelf-4'), 'it is known')
  expect(readings()).toEqual([])

  await shop.db.run(sql`
    update categories set parent_id = (select id from categories where slug = 'shelf-4') where slug = 'shelf-3'`)
  const { id } = catalogue().shelves.categoryBySlug.get('shelf-4')!
  const below = () => finder.index.query({ locale: 'en-US', sort: 0, offset: 0, limit: 1, categoryId: id }).total
  await until(() => below() === 2_500, 'they are found below it')
  await expectAsIfReadAnew()
})

test('a product that is named in one breath with what concerns nobody is read all the same', async () => {
  let tell: (payload: string) => void = () => {}
  const told: Listener = {
    ...listener,
    on(_, receive) {
      tell = receive
    },
  }
  const fresh = await openFinder({ db: shop.db, listener: told, catalogue: catalogue(), log: shop.shop.ground.log })
  try {
    const { id } = await shop.db.one<{ id: number }>(sql`
      insert into products (category_id, slug, name)
      select id, 'at-once', '{"en-US": "At once"}' from categories where slug = 'shelf-1' returning id`)
    tell('small tables')
    tell(String(id))
    await until(() => fresh.index.get(id), 'it is indexed')
  } finally {
    await fresh.close()
  }
})

test('a product that is read before its category is known is found below its category’s parents once that is', async () => {
  const { log } = shop.shop.ground
  const other = await listen(shop.databaseUrl, ['catalog'], { log })
  // The products' room hears of the category only when it is let.
  const then = catalogue().shelves
  const held: ((before: Shelves, now: Shelves) => void)[] = []
  let isKnown = false
  const late: Catalogue = {
    get shelves() {
      return isKnown ? catalogue().shelves : then
    },
    behindSince: undefined,
    onChange: (receive) => void held.push(receive),
  }
  const fresh = await openFinder({ db: shop.db, listener: other, catalogue: late, log })
  try {
    const { id } = await shop.db.one<{ id: number }>(sql`
      insert into categories (slug, name, parent_id)
      select 'deep', '{"en-US": "Deep"}', id from categories where slug = 'shelf-1' returning id`)
    const product = await shop.db.one<{ id: number }>(sql`
      insert into products (category_id, slug, name) values (${id}, 'early', '{"en-US": "Early bird"}') returning id`)
    await until(() => fresh.index.get(product.id), 'it is indexed')
    await until(() => catalogue().shelves.categories.has(id), 'the category is known')
    isKnown = true
    for (const receive of held) receive(then, catalogue().shelves)
    const parent = catalogue().shelves.categoryBySlug.get('shelf-1')!.id
    const below = { locale: 'en-US', sort: 0, offset: 0, limit: 10_000, categoryId: parent } as const
    await until(() => fresh.index.query(below).ids.includes(product.id), 'it is found below the parent')
  } finally {
    await fresh.close()
    await other.close()
  }
})

test('what was read before a change is not entered after what was read since', async () => {
  const [id] = held()
  let arrives = () => {}
  heldBack = new Promise((resolve) => {
    arrives = resolve
  })
  asked = 0
  const [first, second] = [finder.refresh([id!]), finder.refresh([id!])]
  await Promise.resolve()
  expect(asked).toBe(1)
  await shop.db.run(sql`update products set name = name || '{"de-DE": "Umbenannt"}' where id = ${id}`)
  heldBack = undefined
  arrives()
  await Promise.all([first, second])
  expect(finder.index.suggest('Umbenannt', 'de-DE', 50).ids).toEqual([id])
})

test('what is left behind once all was read again is given back to the system', async () => {
  const collected = vi.fn()
  vi.stubGlobal('gc', collected)
  try {
    await shop.db.run(sql`select pg_notify('catalog', 'all')`)
    await until(() => collected.mock.calls.length > 0, 'garbage is collected')
    expect(collected).toHaveBeenLastCalledWith({ type: 'major', execution: 'async' })
  } finally {
    vi.unstubAllGlobals()
  }
})
