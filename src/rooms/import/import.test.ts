// Feeds of products: what is loaded, changed, kept and told.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { DIRTY, HEADER, loading, many, openEmptyShop } from './loading.testing.ts'

let db: Database
let url: string
beforeEach(async () => {
  const shop = await openEmptyShop()
  ;({ db, url } = shop)
  return shop.close
})

const { load, products, loadBeside } = loading(() => ({ db, url }))
/** Every row of the catalogue with its version: changes when a row is only touched. */
const versions = () =>
  db.query(sql`
    select 'p' as t, id, xmin::text from products union all select 's', id, xmin::text from skus union all select 'o', id, xmin::text from offers
    union all select 'f', id, xmin::text from facet_values union all select 'c', id, xmin::text from categories order by 1, 2`)
async function notified(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = []
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.query('listen catalog')
  await work()
  await client.query(`notify catalog, 'end'`)
  await until(() => heard.includes('end'), 'the end is heard')
  await client.end()
  return heard.slice(0, -1)
}

test('a dirty feed: what can be loaded is, and every refusal and repair is in the report', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const report = join(folder, 'report.csv')
  const summary = await load(DIRTY, { report })
  expect(summary).toMatchObject({
    rows: 10,
    created: 5,
    changed: 0,
    unchanged: 0,
    refused: 5,
    offers: 4,
    prices: 0,
    absent: 0,
    stopped: false,
  })
  expect(await products()).toEqual([
    { ref: '1', slug: 'portal', name: 'Portal', developer: 'Valve', released: '2007-10-10', popularity: 500, category: 'indie-games', sku: 'ACME-1', cents: 959, stock: 0, backing: 'keys', shop: true },
    { ref: '2', slug: 'portal-2', name: 'Portal', developer: 'Valve', released: '2007-10-10', popularity: 10, category: 'indie-games', sku: 'ACME-2', cents: 1333, stock: 0, backing: 'keys', shop: true },
    { ref: '4', slug: 'free-game', name: 'Free Game', developer: 'Valve', released: null, popularity: 1, category: 'rpg-games', sku: 'ACME-4', cents: null, stock: null, backing: null, shop: null },
    { ref: '6', slug: 'acme-6', name: '新流星搜劍錄', developer: 'Valve, Hidden Path', released: '2010-01-01', popularity: 0, category: 'rpg-games', sku: 'ACME-6', cents: 133, stock: 0, backing: 'keys', shop: true },
    { ref: '7', slug: 'starlight', name: 'Starlight™', developer: null, released: '2010-01-01', popularity: 1, category: 'indie-games', sku: 'ACME-7', cents: 133, stock: 0, backing: 'keys', shop: true },
  ]) // biome-ignore format: a table
  const lines = (await readFile(report, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(',').slice(0, 4).join(' '))
  expect(lines.slice(1).sort()).toEqual([
    '10 8 refused columns', '11  refused no-reference', '3 2 repaired name-blanks', '3 2 repaired title-repeated', '4 3 refused no-name',
    '5 1 refused duplicate-reference', '6 4 repaired date', '6 4 repaired price-zero', '7  refused broken', '8 6 repaired popularity',
    '8 6 repaired title-no-ascii', '9 7 repaired name-control-characters', '9 7 repaired title-not-ascii',
  ]) // biome-ignore format: a list
  expect(summary.made).toEqual(['category pc-games', 'category indie-games', 'category rpg-games'])
})

test('a second run touches no row and tells nobody', async () => {
  await load(DIRTY)
  const before = await versions()
  const heard = await notified(async () => {
    expect(await load(DIRTY)).toMatchObject({ created: 0, changed: 0, unchanged: 5, offers: 0, prices: 0, made: [] })
  })
  expect(heard).toEqual([])
  expect(await versions()).toEqual(before)
})

test('a changed price changes exactly that price', async () => {
  await load(many(3))
  const before = (await versions()) as { t: string; id: number; xmin: string }[]
  const summary = await load(many(3).with(1, many(2, '2.50')[1]!))
  expect(summary).toMatchObject({ changed: 1, unchanged: 2, prices: 1 })
  const after = (await versions()) as typeof before
  expect(after.filter((row, i) => row.xmin !== before[i]!.xmin).map(({ t }) => t)).toEqual(['o'])
  expect((await products()).map(({ cents }) => cents)).toEqual([133, 333, 133])
})

test('a changed title changes the name, in English alone, and never the address', async () => {
  await load(['1,Portal,2007-10-10,Valve,1,Action,1'])
  await db.run(sql`update products set name = name || '{"zh-CN":"传送门"}'`)
  expect(await load(['1,Portal One,2007-10-10,Valve,1,Action,1'])).toMatchObject({ changed: 1 })
  expect(await db.one(sql`select slug, name from products`)).toEqual({
    slug: 'portal',
    name: { 'en-US': 'Portal One', 'zh-CN': '传送门' },
  })
})

test('addresses stay with their products when the rows come in another order', async () => {
  await load(['1,Same,,,1,,1', '2,Same,,,1,,1'])
  await load(['2,Same,,,1,,1', '3,Same,,,1,,1', '1,Same,,,1,,1'])
  expect((await products()).map(({ ref, slug }) => [ref, slug])).toEqual([
    ['1', 'same'],
    ['2', 'same-2'],
    ['3', 'same-3'],
  ])
})

test('an address that redirects, or that another shop product has, is not taken', async () => {
  await load(['1,Old Name,,,1,,1', '2,Taken 9,,,1,,1'])
  await db.run(sql`update products set slug = 'new-name' where source_ref = '1'`)
  await load(['1,Old Name,,,1,,1', '2,Taken 9,,,1,,1', '8,Old Name,,,1,,1', '9,Taken,,,1,,1', '10,Taken,,,1,,1'])
  expect((await products()).map(({ slug }) => slug)).toEqual(['new-name', 'taken-9', 'old-name-8', 'taken', 'taken-10'])
})

test('a price that goes away leaves the offer as it is, and is told', async () => {
  await load(many(1))
  expect((await load(many(1, '0'))).reasons).toMatchObject({ 'offer-kept': 1, 'price-zero': 1 })
  expect((await products())[0]).toMatchObject({ cents: 133 })
})

test('the price of an offer for which another is planned stays until that has come, and is told', async () => {
  await load(many(3))
  await db.run(sql`update offers set price_cents = 100`)
  await db.run(sql`
    insert into planned_prices (offer_id, price_cents, at, reason, staff_id, actor, address, state, ended_at)
    select o.id, 133, now() + interval '1 day', 'the sale ends', gen_random_uuid(), 'ada', '', s.state,
      case when s.state <> 'waiting' then now() end
    from (select id, row_number() over (order by id) as n from offers) o
    join (values (1, 'waiting'), (2, 'cancelled'), (3, 'done')) s(n, state) using (n)`)
  const cents = async () => (await products()).map((product) => product.cents)
  const { reasons, ...dry } = await load(many(3, '2.50'), { dryRun: true })
  expect([dry.prices, reasons]).toEqual([2, { 'price-planned': 1 }])
  expect(await load(many(3, '2.50'))).toMatchObject({ prices: 2, reasons: { 'price-planned': 1 } })
  expect(await cents()).toEqual([100, 333, 333])
  await db.run(sql`update planned_prices set state = 'done', ended_at = now() where state = 'waiting'`)
  expect(await load(many(3, '2.50'))).toMatchObject({ prices: 1, reasons: {} })
  expect(await cents()).toEqual([333, 333, 333])
})

test('a price that comes later makes the offer', async () => {
  await load(many(1, '0'))
  expect(await load(many(1))).toMatchObject({ changed: 1, offers: 1 })
  expect((await products())[0]).toMatchObject({ cents: 133 })
})

test('what is to be kept is written once and then the shop decides', async () => {
  await load(many(1), { map: { keep: ['name', 'price'] } })
  const other = ['1,Other,2010-01-01,Dev,5.00,Action,7']
  expect(await load(other, { map: { keep: ['name', 'price'] } })).toMatchObject({ changed: 1, prices: 0 })
  expect((await products())[0]).toMatchObject({ name: 'Game 1', cents: 133, popularity: 7 })
})

test('a dry run says the same and writes nothing', async () => {
  const before = await versions()
  const dry = await load(DIRTY, { dryRun: true })
  expect(await versions()).toEqual(before)
  const { created, refused, offers, made, reasons } = await load(DIRTY)
  expect(dry).toMatchObject({ created, refused, offers, made, reasons })
  expect(await load(many(3, '9'), { dryRun: true })).toMatchObject({ changed: 2, created: 1 })
})

test('products of the source that the file does not hold stay, and are counted', async () => {
  await load(many(5))
  expect(await load(many(2))).toMatchObject({ unchanged: 2, absent: 3 })
  expect(await products()).toHaveLength(5)
})

test('an unknown region is refused rather than made up', async () => {
  expect((await load(many(1), { map: { region: 'atlantis' } })).reasons).toMatchObject({ 'unknown-region': 1 })
  expect(await db.query(sql`select from facet_values where code = 'atlantis'`)).toEqual([])
})

test('a currency without a rate is said at once', async () => {
  await expect(load(many(1), { map: { price: { column: 'price', currency: 'XAU' } } })).rejects.toThrow(
    'no rate for XAU',
  )
})

test('running shops are told product by product, not to read everything again', async () => {
  await load(many(1))
  const heard = await notified(() => load(many(1200)))
  expect(heard.every((payload) => /^\d+(,\d+)*$/.test(payload))).toBe(true)
  expect(new Set(heard.flatMap((payload) => payload.split(','))).size).toBe(1199)
})

test('two imports of one source at once: the second waits, and finds its work done', async () => {
  let waited = 0
  const both = await Promise.all([
    load(many(1500), { onWaiting: () => waited++ }),
    load(many(1500), { onWaiting: () => waited++ }),
  ])
  expect(waited).toBe(1)
  expect(both.map(({ created, unchanged }) => [created, unchanged]).sort((a, b) => a[0]! - b[0]!)).toEqual([
    [0, 1500],
    [1500, 0],
  ])
  expect(await products()).toHaveLength(1500)
})

test('somebody who takes an address between the look and the insert: the import looks again', async () => {
  // The rival's row is there but not committed, so the import cannot see it and then waits for it.
  await load(many(1))
  const rival = `insert into products (category_id, slug, name) values ((select min(id) from categories), 'game-2', '{"en-US":"Rival"}')`
  expect(await loadBeside([rival], () => load(many(2)))).toMatchObject({ created: 1 })
  expect((await products()).map(({ slug }) => slug)).toEqual(['game-1', 'game-2-2'])
})

test('what an editor saves while an import compares is not written back to what it was', async () => {
  const keep = ['developer', 'edition']
  const map = { keep, edition: 'by', platforms: [{ column: 'tags', separator: ';' }], genres: [] }
  await load(['1,One,2010-01-01,Dev,1.00,Steam,1'], { map })
  // As the editor does: the product is locked first, whatever of it changes.
  const rivals = [
    'select from products for no key update',
    `update products set developer = 'Edited', name = name || '{"de":"Eins"}'`,
    `update skus set edition = 'Edited'`,
  ]
  const file = ['1,Other,2010-01-01,Dev,1.00,Epic,1']
  const feed = { ...map, texts: { fr: { name: 'title' } } }
  expect(await loadBeside(rivals, () => load(file, { map: feed }))).toMatchObject({ changed: 1 })
  expect(
    await db.one(sql`select p.name, p.developer, k.edition from products p join skus k on k.product_id = p.id`),
  ).toEqual({ name: { 'en-US': 'Other', de: 'Eins', fr: 'Other' }, developer: 'Edited', edition: 'Edited' })
})

test('a price that the shop decides, changed while an import puts the offer back on sale, stays', async () => {
  const map = { absent: 'off-sale', keep: ['price'] }
  await load(many(30), { map })
  await load(many(29), { map })
  // Changes of many products at once lock offers alone.
  const rival = `update offers set price_cents = 777 where absent_since is not null`
  expect(await loadBeside([rival], () => load(many(30), { map }))).toMatchObject({ returned: 1, prices: 0 })
  expect(await db.one(sql`select price_cents as cents, active from offers order by id desc limit 1`)).toEqual({
    cents: 777,
    active: true,
  })
})

test('bytes that are no UTF-8, and a NUL, cost their own row; the others are loaded', async () => {
  const row = (ref: number, name: Buffer | string) =>
    Buffer.concat([Buffer.from(`${ref},`), Buffer.from(name as string), Buffer.from(',2010-01-01,Dev,1.00,Action,1\n')])
  const good = Array.from({ length: 30 }, (_, i) => row(i + 1, `Game ${i + 1}`))
  const bytes = Buffer.concat([
    Buffer.from(`${HEADER}\n`), ...good.slice(0, 15), row(98, Buffer.from([0x43, 0x61, 0x66, 0xe9])),
    row(99, 'N\0UL'), ...good.slice(15),
  ]) // biome-ignore format: as it stands in the file
  expect(await load([], { bytes })).toMatchObject({ created: 30, refused: 2, reasons: { broken: 2 } })
  const latin = Buffer.from(`${HEADER}\n1,Café,2010-01-01,Dev,"1,50",Action,1\n`, 'latin1')
  expect(await load([], { bytes: latin, map: { encoding: 'latin1', decimal: ',' } })).toMatchObject({ changed: 1 })
  expect((await products())[0]).toMatchObject({ name: 'Café', cents: 200 })
})

test('texts in several languages, publisher, picture, edition, denomination and old price are loaded, changed and kept', async () => {
  const header = 'id,title,titel,text,beschreibung,by,price,rrp,picture,edition,amount'
  const map = {
    releasedOn: undefined, genres: [], popularity: {}, category: { default: 'games' },
    developer: undefined, publisher: { column: 'by' }, oldPrice: { column: 'rrp' }, pictures: { column: 'picture' },
    edition: 'edition', denomination: 'amount',
    texts: { 'en-US': { description: 'text', seoTitle: 'title' }, de: { name: 'titel', description: 'beschreibung' } },
  } // biome-ignore format: a table
  const line = (text: string, de: string, edition = 'Deluxe') =>
    `1,Ring,Der Ring,"${text}",${de},House,7.50,15.00,https://x.example/p.png,${edition},$20`
  const shown = () =>
    db.one(sql`
      select p.name, p.description, p.seo_title as seo, p.publisher, p.ext_img as img, k.edition, k.denomination, o.list_price_cents as listed
      from products p join skus k on k.product_id = p.id join offers o on o.sku_id = k.id`)
  await load([line('First\n\n\n\nsecond', 'Erster')], { header, map })
  const loaded = {
    name: { 'en-US': 'Ring', de: 'Der Ring' },
    description: { 'en-US': 'First\n\nsecond', de: 'Erster' },
    seo: { 'en-US': 'Ring' },
    publisher: 'House',
    img: 'https://x.example/p.png',
    edition: 'Deluxe',
    denomination: '$20',
    listed: 2001,
  }
  expect(await shown()).toEqual(loaded)
  expect(await load([line('First\n\nsecond', 'Erster')], { header, map })).toMatchObject({ unchanged: 1, changed: 0 })
  await db.run(sql`update products set description = description || '{"fr":"Premier"}'`)
  await load([line('New', '', 'Gold')], { header, map: { ...map, keep: ['edition'] } })
  expect(await shown()).toEqual({ ...loaded, description: { 'en-US': 'New', fr: 'Premier' } })
})
