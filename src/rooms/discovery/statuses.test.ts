// What a crawler is answered when something has moved, is gone or is broken.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { send } from '#test/security/requests.testing.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  product = await addProduct(shop, { keys: 1, name: 'Night </script><b>Drive' })
  await until(async () => (await get(`/games/${product.slug}`)).status === 200, 'its shelf is known')
})
afterAll(() => shop.close())

const get = (path: string) => send(shop.shop.origin, 'GET', path)

test('no text of a product ends the block of structured data', async () => {
  const { text } = await get(`/games/${product.slug}`)
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(blocks).toHaveLength(1)
  const graph = JSON.parse(blocks[0]![1]!)['@graph'] as { '@type': string; name: string }[]
  expect(graph.find((node) => node['@type'] === 'Product')?.name).toBe('Night </script><b>Drive')
})

test('a product that nobody described is described by what is known of it, and the checkout is nothing to be found', async () => {
  const { text } = await get(`/games/${product.slug}`)
  const [, description] = /<meta name="description" content="([^"]*)"/.exec(text)!
  expect(description).toContain(': Games. ')
  const checkout = await get('/checkout')
  expect(checkout.text).toContain('<meta name="robots" content="noindex"')
  expect(checkout.text).not.toContain('rel="canonical"')
})

test('a list of another order or length is the shelf to a search engine: its pages are numbered otherwise', async () => {
  for (let i = 0; i < 21; i++) await addProduct(shop, { name: `Shelf filler ${i}` })
  await until(async () => (await get('/games?size=20&page=2')).text.includes('Shelf filler'), 'they are known')
  const canonical = async (path: string) =>
    /rel="canonical" href="[^"]*?(\/games[^"]*)"/.exec((await get(path)).text)?.[1]
  expect(await canonical('/games?page=2')).toBe('/games?page=2')
  for (const path of ['/games?size=20&page=2', '/games?sort=2&page=2', '/games?sort=2'])
    expect(await canonical(path), path).toBe('/games')
})

test('a product that moved is found at its new address, in the same language, for good', async () => {
  await shop.db.run(sql`update products set slug = slug || '-renamed' where id = ${product.productId}`)
  const answer = await get(`/games/${product.slug}?lang=de`)
  expect([answer.status, answer.headers.location]).toEqual([301, `/games/${product.slug}-renamed?lang=de`])
  expect((await get(String(answer.headers.location))).status).toBe(200)
})

test('so is a category, and every product in it', async () => {
  await shop.db.run(sql`update categories set slug = 'all-games' where slug = 'games'`)
  await until(async () => (await get('/games?page=2')).status === 301, 'the shop knows of the move')
  expect((await get('/games?page=2')).headers.location).toBe('/all-games?page=2')
  const answer = await get(`/games/${product.slug}-renamed`)
  expect([answer.status, answer.headers.location]).toEqual([301, `/all-games/${product.slug}-renamed`])
})

test('news that was taken down is gone', async () => {
  const { id } = await shop.db.one<{ id: number }>(sql`
    insert into news (title, content, author, genre, seed)
    values ('{"en-US":"Sale"}', '{"en-US":"All week."}', 'Latchkey', 'racing', 'sale') returning id`)
  await until(async () => (await get(`/newsInfo?id=${id}`)).status === 200, 'it is up')
  await shop.db.run(sql`delete from news where id = ${id}`)
  await until(async () => (await get(`/newsInfo?id=${id}`)).status === 404, 'it is down')
})

test('a page that cannot be made says so with 500 and says nothing else', async () => {
  const path = `/all-games/${product.slug}-renamed?sku=1`
  await shop.db.run(sql`alter table skus rename to skus_elsewhere`)
  try {
    const { status, text, headers } = await get(path)
    expect(status).toBe(500)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).not.toMatch(/skus|relation|rel="canonical"|ld\+json/)
    expect(text).toContain('<h1')
  } finally {
    await shop.db.run(sql`alter table skus_elsewhere rename to skus`)
  }
  expect((await get(path)).status).toBe(200)
})

test('a content page is not found while nobody has written any', async () => {
  expect((await get('/about-us')).status).toBe(404)
})
