// What the caches of docs/edge tell pages apart by: what a page depends on, and nothing that a client makes up.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIST_PARAMETERS } from '#rooms/search/filters.ts'
import { freePort } from '#test/free-port.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { sql } from '../database/sql.ts'
import { LOCALES } from '../i18n/locales.ts'
import { until } from '../testing.ts'
import {
  type Asked,
  countAsks,
  type Edge,
  getFrom,
  HOST,
  openWay,
  startNginx,
  startVarnish,
  type Way,
} from './edge.testing.ts'

let shop: TestShop
let product: TestProduct
let way: Way
const edges: Record<string, Edge> = {}
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: `http://${HOST}`, TRUSTED_PROXIES: '127.0.0.1' })
  product = await addProduct(shop, { keys: 3, priceCents: 1234 })
  const path = `/prod-api/api/product/info?zhname=${product.slug}&categoryName=games`
  await until(async () => (await fetch(shop.shop.address + path)).ok, 'its shelf is known')
  way = await openWay(shop.shop.address)
  edges.nginx = await startNginx(way.port)
  edges.Varnish = await startVarnish(way.port, await freePort())
  // Kept for as long as the test lasts, whatever the file says: a page is asked for because it is another one.
  way.freshSeconds = 300
})
afterAll(async () => {
  await Promise.all(Object.values(edges).map((edge) => edge.close()))
  await way?.close()
  await shop.close()
})

const get = (name: string, ...asked: Asked) => getFrom(edges[name]!, ...asked)
const asksFor = (path: string | RegExp, work: () => Promise<unknown>) => countAsks(way, path, work)

test.each(['nginx', 'Varnish'])(
  'behind %s what anybody makes up in headers, cookies and addresses makes no page of its own',
  async (name) => {
    const path = `/games/${product.slug}?sku=${product.skuId}`
    const first = await get(name, path, { 'accept-language': 'de', cookie: 'currencyType=EUR' })
    const asks = await asksFor(/./, async () => {
      for (const [language, cookie] of [
        ['DE-de,de;q=0.9,en;q=0.8', 'currencyType=EUR'],
        ['sv-SE,sv;q=0.9,de-x-made-up;q=0.3', 'currencyType=EUR; locale=made-up'],
        ['de,xx-1', 'a=b; currencyType=EUR; b=c'],
      ] as const)
        expect((await get(name, path, { 'accept-language': language, cookie })).text).toBe(first.text)
      for (const made of ['x', 'yy', 'zz-made-up', 'made=up'])
        expect((await get(name, '/', { 'accept-language': made, cookie: `currencyType=${made}` })).status).toBe(200)
    })
    // The home page in no language that is known, once.
    expect(asks).toBeLessThanOrEqual(1)
    // What no page reads, says twice or says in another order is answered, and never kept.
    for (const made of ['made=up', 'sort=1&sort=2', 'page=2&sort=1', 'Sort=1'])
      expect(
        await asksFor(/made|sort|Sort/, async () => {
          for (let time = 0; time < 2; time++) await get(name, `/games?${made}`)
        }),
        made,
      ).toBe(2)
    expect(
      await asksFor(/open/, async () => {
        for (let time = 0; time < 2; time++) await get(name, '/?open=made-up')
        for (let time = 0; time < 2; time++) await get(name, '/?open=hottest')
      }),
    ).toBe(3)
    // Nor is what a currency says that these caches have not been told of.
    const others = await asksFor('/news', async () => {
      for (let time = 0; time < 2; time++) await get(name, '/news', { cookie: 'currencyType=XTS' })
    })
    expect(others).toBe(2)
  },
)

test('behind nginx a host’s name that somebody makes up makes no page of its own', async () => {
  await get('nginx', '/games')
  const asks = await asksFor('/games', () => get('nginx', '/games', { host: 'made-up.example' }))
  expect(asks).toBe(0)
})

test.each(['nginx.conf', 'varnish.vcl'])('%s knows every language, currency and parameter of a list', async (file) => {
  const text = await readFile(new URL(`../../../docs/edge/${file}`, import.meta.url), 'utf8')
  const currencies = await shop.db.query<{ code: string }>(sql`select code from currencies`)
  expect(currencies.length).toBeGreaterThan(10)
  for (const code of [...LOCALES, ...currencies].map(({ code }) => code))
    expect(text).toMatch(new RegExp(`\\b${code}\\b`))
  const names = [...text.matchAll(/\(\?:(\w+)=(?:\[\^&\]\*|\(\?:)/g)].map(([, name]) => name)
  expect(names).toEqual([...LIST_PARAMETERS, 'sku', 'id', 'open', 'lang'])
})
