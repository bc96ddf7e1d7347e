// Words of a feed: facets and categories that the shop knows, those that are made, and those for which there is no room.
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { MOST_CATEGORIES, MOST_FACET_VALUES } from '#rooms/products/limits.ts'
import { loading, mapOf, openEmptyShop } from './loading.testing.ts'

let db: Database
let url: string
beforeEach(async () => {
  const shop = await openEmptyShop()
  ;({ db, url } = shop)
  return shop.close
})

const { load, products, loadBeside } = loading(() => ({ db, url }))

const facets = async (kind: string) =>
  (await db.query<{ code: string }>(sql`select code from facet_values where kind = ${kind}`)).map(({ code }) => code)

test('a word that the shop does not know is left out and counted, unless the map wants it made; known codes and names are used', async () => {
  const lines = [
    '1,One,2010-01-01,Dev,1.00,Action;Walking Simulator,1',
    '2,Two,2010-01-01,Dev,1.00,Role-playing;Walking Simulator,1',
    '3,Three,2010-01-01,Dev,1.00,Rollenspiel,1',
  ]
  const before = await facets('genre')
  const first = await load(lines)
  expect(await facets('genre')).toEqual(before)
  expect([...first.skipped]).toEqual([['genre "Walking Simulator"', 2]])
  const genres = await db.query<{ codes: string[] }>(sql`
    select array(select code from facet_values where id = any(genre_ids)) as codes from products order by id`)
  expect(genres.map(({ codes }) => codes)).toEqual([['action'], ['rpg'], ['rpg']])
  const second = await load(lines, { map: { genres: [{ column: 'tags', separator: ';', unknown: 'create' }] } })
  expect(second.made).toEqual(['genre walking-simulator'])
  expect(second).toMatchObject({ changed: 2, unchanged: 1 })
})

test('a region that the feed leaves empty stays unknown, and is not everywhere', async () => {
  await load(['1,One,2010-01-01,europe,1.00,,1', '2,Two,2010-01-01,,1.00,,1'], { map: { region: { column: 'by' } } })
  const rows = await db.query(sql`
    select p.source_ref as ref, f.code from skus k join products p on p.id = k.product_id left join facet_values f on f.id = k.region_id order by 1`)
  expect(rows).toEqual([
    { ref: '1', code: 'europe' },
    { ref: '2', code: null },
  ])
})

test('a category that the shop has given another address is found by the one of before, and what is new stands below it', async () => {
  const map = {
    category: { default: 'other', rules: [{ column: 'tags', levels: '>', unknown: 'create' }] },
    genres: [],
  }
  const first = '1,One,,D,1.00,Games,1'
  await load([first], { map })
  await db.run(sql`update categories set slug = 'pc-games' where slug = 'games'`)
  expect(await load([first], { map })).toMatchObject({ unchanged: 1, made: [] })
  await load([first, '2,Two,,D,1.00,Games > Sports,1'], { map })
  const rows = await db.query(sql`
    select c.slug, p.slug as parent from categories c left join categories p on p.id = c.parent_id order by c.id`)
  expect(rows).toEqual([
    { slug: 'pc-games', parent: null },
    { slug: 'games-sports', parent: 'pc-games' },
  ])
  expect((await products()).map(({ category }) => category)).toEqual(['pc-games', 'games-sports'])
})

test('no category gets the address of a page of the shop', async () => {
  const map = { category: { default: 'other', rules: [{ column: 'tags', unknown: 'create' }] }, genres: [] }
  const lines = ['1,One,,D,1.00,Office,1', '2,Two,,D,1.00,Sale,1']
  await load(lines, { map })
  expect((await products()).map(({ category }) => category)).toEqual(['office-goods', 'sale-goods'])
  expect(await load(lines, { map })).toMatchObject({ unchanged: 2, made: [] })
  expect(() => mapOf({ category: { default: 'office' } })).toThrow(
    'category.default: is the address of a page of the shop',
  )
})

test('a category with levels is made below each other, and found again', async () => {
  const map = {
    category: { default: 'other', parent: 'all', rules: [{ column: 'tags', levels: '>', unknown: 'create' }] },
    genres: [],
  }
  const lines = ['1,One,,D,1.00,Games > Sports > Golf,1', '2,Two,,D,1.00,Cards > Sports,1', '3,Three,,D,1.00,Games,1']
  await load(lines, { map })
  const rows = await db.query(sql`
    select c.slug, p.slug as parent, c.name ->> 'en-US' as name from categories c left join categories p on p.id = c.parent_id order by c.id`)
  expect(rows).toEqual([
    { slug: 'all', parent: null, name: 'all' },
    { slug: 'games', parent: 'all', name: 'Games' },
    { slug: 'games-sports', parent: 'games', name: 'Sports' },
    { slug: 'games-sports-golf', parent: 'games-sports', name: 'Golf' },
    { slug: 'cards', parent: 'all', name: 'Cards' },
    { slug: 'cards-sports', parent: 'cards', name: 'Sports' },
  ])
  expect((await products()).map(({ category }) => category)).toEqual(['games-sports-golf', 'cards-sports', 'games'])
  expect(await load(lines, { map })).toMatchObject({ unchanged: 3, made: [] })
})

test('a row whose category is one more than a shop can have is refused, and its product stays as it is', async () => {
  const map = {
    category: { default: 'other', rules: [{ column: 'tags', unknown: 'create' }] },
    genres: [],
    absent: 'off-sale',
  }
  await load(['1,One,,D,1.00,Games,1'], { map })
  await db.run(sql`
    insert into categories (slug, name) select 'many-' || n, '{"en-US":"Many"}'
    from generate_series(1, ${MOST_CATEGORIES} - 2 - (select count(*)::int from categories)) n`)
  // Somebody in the back office makes one meanwhile.
  const rivals = [
    `select pg_advisory_xact_lock(hashtextextended('categories', 0))`,
    `insert into categories (slug, name) values ('made-meanwhile', '{"en-US":"Meanwhile"}')`,
  ]
  const file = [
    '2,Two,,D,1.00,First,1',
    '1,Renamed,,D,2.00,Second,1',
    '3,Three,,D,1.00,Games,1',
    '4,Four,,D,1.00,First,1',
  ]
  const summary = await loadBeside(rivals, () => load(file, { map, force: true }))
  expect(summary).toMatchObject({ refused: 1, created: 3, changed: 0, offSale: 0, made: ['category first'] })
  expect(summary.reasons).toMatchObject({ 'many-categories': 1 })
  expect((await products()).map(({ ref, name, cents, category }) => [ref, name, cents, category])).toEqual([
    ['1', 'One', 133, 'games'],
    ['2', 'Two', 133, 'first'],
    ['3', 'Three', 133, 'games'],
    ['4', 'Four', 133, 'first'],
  ])
  expect(await db.one(sql`select count(*)::int as count from categories`)).toEqual({ count: MOST_CATEGORIES })
  expect(await load(file, { map, force: true, dryRun: true })).toMatchObject({ refused: 1, unchanged: 3, made: [] })
})

test('a row whose facet is one more than a shop can have is refused, and its product is not told as missing', async () => {
  const map = { genres: [{ column: 'tags', separator: ';', unknown: 'create' }], absent: 'off-sale' }
  await load(['1,One,,D,1.00,Action,1', '2,Two,,D,1.00,Action,1'], { map })
  await db.run(sql`
    insert into facet_values (kind, code, name) select 'language', 'x-many-' || n, '{"en-US":"Many"}'
    from generate_series(1, ${MOST_FACET_VALUES} - 1 - (select count(*)::int from facet_values)) n`)
  const file = ['1,One,,D,1.00,Action;First,1', '2,Renamed,,D,1.00,First;Second,1', '3,Three,,D,1.00,First,1']
  const planned = await load(file, { map, force: true, dryRun: true })
  expect(planned).toMatchObject({ refused: 1, changed: 1, created: 1, absent: 0, offSale: 0, made: ['genre first'] })
  const summary = await load(file, { map, force: true })
  expect(summary).toMatchObject({ refused: 1, changed: 1, created: 1, absent: 0, offSale: 0, made: ['genre first'] })
  expect(summary.reasons).toMatchObject({ 'many-facets': 1 })
  for (const { madeCounts } of [planned, summary]) expect(madeCounts).toEqual({ 'genre first': 2 })
  expect(await db.one(sql`select count(*)::int as count from facet_values`)).toEqual({ count: MOST_FACET_VALUES })
  expect((await products()).map(({ name }) => name)).toEqual(['One', 'Two', 'Three'])
})

test('a facet that is removed while an import runs is given to no product', async () => {
  const map = { genres: [{ column: 'tags', separator: ';', unknown: 'create' }] }
  await load(['1,One,,D,1.00,Old,1', '2,Two,,D,1.00,Other,1'], { map })
  await db.run(sql`update products set genre_ids = '{}'`)
  // As the back office does: locked, nobody has it, removed.
  const rivals = [`delete from facet_values where kind = 'genre' and code = 'old'`]
  await expect(
    loadBeside(rivals, () => load(['1,One,,D,1.00,Old,1', '3,Three,,D,1.00,Old,1'], { map })),
  ).rejects.toThrow('a genre, language, platform or region was removed from the shop meanwhile; run it again')
  expect(
    await db.query(sql`
      select p.id from products p, unnest(p.genre_ids) g where not exists (select from facet_values where id = g)`),
  ).toEqual([])
  expect(await load(['1,One,,D,1.00,Old,1', '3,Three,,D,1.00,Old,1'], { map })).toMatchObject({
    created: 1,
    changed: 1,
  })
})
