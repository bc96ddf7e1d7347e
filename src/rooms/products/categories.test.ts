// Categories of more than two levels (decision B4).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, askAs } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'
import { MOST_CATEGORIES } from './limits.ts'

let shop: TestShop
let slug: string
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  const product = await addProduct(shop, { name: 'Deep down' })
  slug = product.slug
  for (const [name, parent] of [
    ['All', null],
    ['Sports', 'all'],
    ['Golf', 'sports'],
    ['Minigolf', 'golf'],
    ['Music', 'all'],
  ])
    await shop.db.run(sql`
      insert into categories (slug, name, parent_id, position) values (${name!.toLowerCase()}, ${JSON.stringify({ 'en-US': name })},
        (select id from categories where slug = ${parent}), (select count(*) from categories))`)
  await shop.db.run(sql`
    update products set category_id = (select id from categories where slug = 'minigolf') where id = ${product.productId}`)
  // A category that is not known yet leads home, where the product may be listed too.
  await until(async () => /<h1[^>]*>Minigolf/.test(await page('/minigolf')), 'it is known')
  await until(async () => (await page('/minigolf')).includes('Deep down'), 'it is listed')
  // Indexed before its category was known, it stands in what is above only once it is read again.
  await until(async () => (await page('/all')).includes('Deep down'), 'it is listed in what is above, too')
})
afterAll(() => shop.close())

const page = async (path: string) => (await fetch(shop.shop.origin + path)).text()
const ABOVE = [
  { name: 'All', urlName: 'all' },
  { name: 'Sports', urlName: 'sports' },
  { name: 'Golf', urlName: 'golf' },
]

test('each know their level and everything above them; a product knows what is above its own', async () => {
  const { body } = await shop.call('GET', '/api/product/category/info/name/minigolf')
  expect(body.data).toMatchObject({ level: '4', pName: 'Golf', ancestors: ABOVE })
  const info = await shop.call('GET', `/api/product/info?zhname=${slug}&categoryName=minigolf`)
  expect(info.body.data.iProductInfo).toMatchObject({ className: 'Minigolf', superClassName: 'Golf', ancestors: ABOVE })
})

test('the navigation holds every level, below each other', async () => {
  const { body } = await shop.call('GET', '/api/home/navigationBar')
  const top = body.data.find((one: { urlName: string }) => one.urlName === 'all')
  expect(top.children.map((one: { name: string; level: number }) => [one.name, one.level])).toEqual([
    ['Sports', 2],
    ['Golf', 3],
    ['Minigolf', 4],
    ['Music', 2],
  ])
})

test('the way to a category and to a product, and the sitemap, name them all; every list above holds the product', async () => {
  for (const path of ['/minigolf', `/minigolf/${slug}`]) {
    const html = await page(path)
    const way =
      /<nav[^>]*aria-label="[^"]*"[^>]*>(?:(?!<\/nav>).)*href="\/golf"(?:(?!<\/nav>).)*<\/nav>/s.exec(html)?.[0] ?? ''
    for (const above of ['/all', '/sports', '/golf']) expect(way, path).toContain(`href="${above}"`)
    expect(html, path).toMatch(/"@type":"BreadcrumbList".*All.*Sports.*Golf.*Minigolf/s)
  }
  const map = await page('/sitemaps/categories-en-US.xml')
  for (const { urlName } of [...ABOVE, { urlName: 'minigolf' }]) {
    expect(map).toContain(`/${urlName}<`)
    expect(await page(`/${urlName}`), urlName).toContain('Deep down')
  }
})

test('a category that was put below itself harms nothing', async () => {
  await shop.db.run(sql`
    update categories set parent_id = (select id from categories where slug = 'minigolf') where slug = 'sports'`)
  await until(async () => {
    const { body } = await shop.call('GET', '/api/home/navigationBar')
    return body.data.every(({ children }: { children: unknown[] }) => children.length < 3)
  }, 'the navigation has changed')
  expect((await shop.call('GET', '/api/product/category/info/name/golf')).status).toBe(200)
})

test('the last category that a shop can have leads to its goods, and none more is made', async () => {
  const ada = await addStaff(shop, { role: 'catalogue' })
  await shop.db.run(sql`
    insert into categories (slug, name, position) select 'many-' || n, '{"en-US":"Many"}', 1000 + n
    from generate_series(1, ${MOST_CATEGORIES} - 1 - (select count(*)::int from categories)) n`)
  const make = (slug: string) =>
    askAs(shop, ada, 'POST /office/categories', { parentId: null, type: 0, name: 'Last', slug })
  const last = await make('last')
  expect(await make('one-too-many')).toMatchObject({ refused: 'catalogue.refused.manyCategories' })
  const one = await addProduct(shop)
  await shop.db.run(sql`update products set category_id = ${last.id} where id = ${one.productId}`)
  await until(async () => (await page('/sitemaps/products-en-US-0.xml')).includes(`/last/${one.slug}<`), 'it is there')
})
