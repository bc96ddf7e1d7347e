// What somebody changes in the database, from wherever, is what the API and the kept pages say.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverWords } from '#platform/i18n/server-words.ts'
import { until } from '#platform/testing.ts'
import { addKeys, addProduct, figuresOf, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let product: TestProduct
/** Another program: it knows nothing of the shop’s code. */
let outside: pg.Client
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  outside = new pg.Client({ connectionString: shop.databaseUrl })
  await outside.connect()
  product = await addProduct(shop, { keys: 1, name: 'Before' })
  await until(async () => (await page('/games')).includes('Before'), 'it is listed')
})
afterAll(async () => {
  await outside.end()
  await shop.close()
})

const page = async (path: string) => (await fetch(shop.shop.origin + path)).text()
const pages = () => Promise.all(['/', '/games', `/games/${product.slug}`, '/search?name=game'].map(page))

test('a price that changes is at once the API’s, and soon that of every kept page', async () => {
  await pages()
  await outside.query('update offers set price_cents = 4321 where id = $1', [product.offerId])
  const info = await shop.call('GET', `/api/product/info?zhname=${product.slug}&categoryName=games`)
  expect(info.body.data.lowPrice).toBe(43.21)
  const list = await shop.call('POST', '/api/product/list', { body: {} })
  expect(list.body.rows[0].lowPrice).toBe(43.21)
  for (const path of ['/', '/games', `/games/${product.slug}`]) {
    await until(async () => {
      const html = await page(path)
      return html.includes('43.21') && !html.includes('19.99')
    }, `${path} says the new price`)
  }
})

test('a list is soon sorted by the new price, and never says the old one', async () => {
  const cheap = await addProduct(shop, { keys: 1, priceCents: 500, name: 'Cheap' })
  await until(
    async () => (await shop.call('POST', '/api/product/list', { body: { highPrice: 6 } })).body.total === 1,
    'it is listed',
  )
  await outside.query('update offers set price_cents = 9900 where id = $1', [cheap.offerId])
  await until(async () => {
    const { body } = await shop.call('POST', '/api/product/list', { body: { orderByColumn: 1 } })
    const rows = body.rows.map((row: { id: number; lowPrice: number }) => [row.id, row.lowPrice])
    expect(rows).toContainEqual([cheap.productId, 99])
    return rows[0][0] === cheap.productId
  }, 'the dearer one comes first')
})

test('a new name, a new product and one that is gone are soon what pages and suggestions say', async () => {
  await outside.query(`update products set name = '{"en-US":"Afterwards"}' where id = $1`, [product.productId])
  for (const path of ['/', '/games', `/games/${product.slug}`])
    await until(async () => (await page(path)).includes('Afterwards'), `${path} says the new name`)
  const suggested = (name: string) => shop.call('GET', `/api/home/queryProducts?name=${name}`)
  // A page that is made anew has the name at once; what is found by it is told.
  await until(async () => (await suggested('afterw')).body.data[0]?.id === product.productId, 'it is found by it')

  const { rows } = await outside.query(
    `insert into products (category_id, slug, name) select id, 'brand-new', '{"en-US":"Brandnew"}' from categories limit 1 returning id`,
  )
  await until(async () => (await suggested('brandnew')).body.data.length === 1, 'the new product is found')
  expect(await page('/games/brand-new')).toContain('Brandnew')
  await outside.query('delete from products where id = $1', [rows[0].id])
  await until(async () => (await suggested('brandnew')).body.data.length === 0, 'it is found no more')
  await until(async () => (await fetch(`${shop.shop.origin}/games/brand-new`)).status === 404, 'its page is gone')
})

test('the last key that is sold empties the stock that is shown; a key that is added fills it', async () => {
  const stock = async () =>
    (await shop.call('GET', `/api/product/info?zhname=${product.slug}&categoryName=games`)).body.data.offers[0].stock
  expect(await stock()).toBe(1)
  await outside.query('delete from vault_keys where offer_id = $1', [product.offerId])
  expect(await stock()).toBe(0)
  const listed = () => shop.call('POST', '/api/product/list', { body: { stock: '1' } })
  await until(
    async () => (await listed()).body.rows.some((row: { id: number }) => row.id === product.productId),
    'it is listed as sold out',
  )
  await addKeys(shop, product.offerId, 2)
  expect(await stock()).toBe(2)
})

test('a rate, a setting and a category’s name that change are soon what is said', async () => {
  await outside.query(`update currencies set rate_e8 = 90000000 where code = 'EUR'`)
  await outside.query(`update settings set value = '7.5' where key = 'order.threshold.amount'`)
  await outside.query(`update categories set name = '{"en-US":"All games"}' where slug = 'games'`)
  await until(async () => {
    const rates = await shop.call('GET', '/api/home/rate')
    return rates.body.data.find((row: { moneyType: string }) => row.moneyType === 'EUR').moneyRate === 0.9
  }, 'the rate is known')
  const threshold = () => shop.call('GET', '/api/home/config/configKey/order.threshold.amount')
  await until(async () => (await threshold()).body.data === '7.5', 'the setting is known')
  await until(async () => (await page('/games')).includes('All games'), 'the page says the new name')
})

test('the kept checkout soon asks for what the shop asks for: its charge, and no waiver any more', async () => {
  const waiver = serverWords('en-US')('waiver.text')
  const before = await fetch(`${shop.shop.origin}/checkout`)
  expect(before.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(await before.text()).toContain(waiver)
  await outside.query(`update settings set value = '0.85' where key = 'order.service.charge'`)
  await outside.query(`update settings set value = '0' where key = 'law.withdrawal'`)
  await until(async () => {
    const html = await page('/checkout')
    return html.includes('serviceCharge:0.85') && !html.includes(waiver)
  }, 'the checkout has changed')
})

test('what a transaction takes back was never shown', async () => {
  await outside.query('begin')
  await outside.query('update offers set price_cents = 1 where id = $1', [product.offerId])
  const info = () => shop.call('GET', `/api/product/info?zhname=${product.slug}&categoryName=games`)
  expect((await info()).body.data.lowPrice).toBe(43.21)
  await outside.query('rollback')
  expect((await info()).body.data.lowPrice).toBe(43.21)
})

test('a SKU that is deleted takes its platform out of the filters at once; one that moves gives it to the other product', async () => {
  const [{ id: platformId }] = (
    await outside.query(
      `insert into facet_values (kind, code, name) values ('platform', 'moonbase', '{"en-US":"Moonbase"}') returning id`,
    )
  ).rows
  const owner = await addProduct(shop, { name: 'Lunar' })
  const { rows } = await outside.query(
    `insert into skus (product_id, sku_code, platform_ids) values ($1, 'moon', $2) returning id`,
    [owner.productId, [platformId]],
  )
  const listed = async () => {
    const { body } = await shop.call('POST', '/api/product/list', { body: { plat_list: [platformId] } })
    return body.rows.map((row: { id: number }) => row.id)
  }
  await until(async () => (await listed()).includes(owner.productId), 'the platform is known')
  await outside.query('update skus set product_id = $1 where id = $2', [product.productId, rows[0].id])
  await until(async () => String(await listed()) === String(product.productId), 'the other product has it alone')
  await outside.query('delete from skus where id = $1', [rows[0].id])
  await until(async () => (await listed()).length === 0, 'nothing has it')
})

test('a product that comes into stock or is newly made stands on the kept home page', async () => {
  const quiet = await addProduct(shop, { name: 'Quietly waiting', priceCents: 700 })
  await until(async () => (await page('/')).includes('Quietly waiting'), 'too few products: all are on the home page')
  // 20 newer ones that sell better push it from every list.
  await outside.query(`
    insert into products (category_id, slug, name, popularity, released_on)
    select category_id, 'crowd-' || n, jsonb_build_object('en-US', 'Crowd ' || n), 1000 + n, '2026-01-01' from products, generate_series(1, 25) n where id = ${product.productId}`)
  await outside.query(`
    insert into skus (product_id, sku_code) select id, slug from products where slug like 'crowd-%'`)
  await outside.query(`
    insert into offers (product_id, sku_id, seller_id, price_cents, backing, stock)
    select product_id, id, 1, 1500, 'supplier', 5 from skus where sku_code like 'crowd-%'`)
  await until(async () => !(await page('/')).includes('Quietly waiting'), 'it is on the home page no more')
  await outside.query(`update products set popularity = 5000, released_on = '2026-02-01' where id = $1`, [
    quiet.productId,
  ])
  await until(async () => (await page('/')).includes('Quietly waiting'), 'the hottest list has it')
})

test('a catalogue that could not be read again is read as soon as it can be, though nothing more is heard', async () => {
  await outside.query('alter table facet_values rename to facet_values_away')
  await outside.query(`update categories set name = '{"en-US":"Later games"}' where slug = 'games'`)
  const behind = async () => {
    const text = await figuresOf(shop)
    return Number(/^latchkey_catalogue_behind_since_seconds (\S+)$/m.exec(text)?.[1])
  }
  await until(async () => (await behind()) > 0, 'the figures say that it is behind')
  await outside.query('alter table facet_values_away rename to facet_values')
  await until(async () => (await page('/games')).includes('Later games'), 'the page says the new name')
  expect(await behind()).toBe(0)
})

test('what the operator says means the same is searched for at once; who made a game is found', async () => {
  const made = await addProduct(shop, { name: 'Stoneworld IV', keys: 1 })
  await outside.query(`update products set developer = 'Moss Foundry', publisher = 'Lichen House' where id = $1`, [
    made.productId,
  ])
  const found = async (name: string) => {
    const { body } = await shop.call('GET', `/api/home/queryProducts?name=${encodeURIComponent(name)}`)
    return body.data.map((row: { id: number; similar?: boolean }) => [row.id, row.similar])
  }
  await until(async () => (await found('lichen')).length === 1, 'the publisher is known')
  expect(await found('moss foundry stoneworld 4')).toEqual([[made.productId, undefined]])
  expect(await found('sw4')).toEqual([])
  await outside.query(`insert into search_synonyms (words) values ('{sw,stoneworld}')`)
  await until(async () => (await found('sw4')).length === 1, 'the abbreviation is known')
  await outside.query(`delete from search_synonyms`)
  await until(async () => (await found('sw4')).length === 0, 'it is known no more')
})

test('where nothing has all words, list, page and suggestions have what comes close and say that it is similar', async () => {
  const text = encodeURIComponent('stoneworld iv zebrafish')
  const { body } = await shop.call('POST', '/api/product/list', { body: { name: 'stoneworld iv zebrafish' } })
  expect(body.rows).toMatchObject([{ name: 'Stoneworld IV', similar: true }])
  expect((await shop.call('GET', `/api/home/queryProducts?name=${text}`)).body.data).toMatchObject([{ similar: true }])
  const html = await page(`/search?name=${text}`)
  expect(html).toContain('Stoneworld IV')
  expect(html).toContain('Nothing has all of these words')
  expect(await page('/search?name=stoneworld')).not.toContain('Nothing has all of these words')
})
