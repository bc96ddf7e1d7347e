// The configurations of docs/edge, in real caches before a shop: what is the same for everybody is kept, told apart and
// dropped as it should be, and what belongs to one visitor is nobody else's.
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Shop } from '#server/open-shop.ts'
import { freePort } from '#test/free-port.testing.ts'
import {
  addProduct,
  callShop,
  figuresOf,
  openTestShop,
  orderBody,
  placeOrder,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { sha256 } from '../crypto.ts'
import { sql } from '../database/sql.ts'
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
  VISITOR,
  type Way,
} from './edge.testing.ts'

let shop: TestShop
/** The shop by the address where it listens: its public name is known to nobody here. */
let here: TestShop
let product: TestProduct
let way: Way
const edges: Record<string, Edge> = {}
beforeAll(async () => {
  const varnishPort = await freePort()
  shop = await openTestShop({
    PUBLIC_URL: `http://${HOST}`,
    TRUSTED_PROXIES: '127.0.0.1',
    PURGE_URL: `http://127.0.0.1:${varnishPort}/`,
  })
  here = { ...shop, call: (...asked) => callShop(shop.shop.address, ...asked) }
  product = await addProduct(shop, { keys: 3, priceCents: 1234 })
  const path = `/prod-api/api/product/info?zhname=${product.slug}&categoryName=games`
  await until(async () => (await fetch(shop.shop.address + path)).ok, 'its shelf is known')
  way = await openWay(shop.shop.address)
  edges.nginx = await startNginx(way.port)
  edges.Varnish = await startVarnish(way.port, varnishPort)
  // What was outdated before it was there it is told again, up to half a minute later: not while pages are counted.
  const figures = () => figuresOf({ shop: { origin: shop.shop.address } as Shop })
  const isTold = async () => /^latchkey_purges_total\{outcome="sent"\} [1-9]/m.test(await figures())
  await until(isTold, 'it was told what is outdated', 60_000)
})
afterAll(async () => {
  await Promise.all(Object.values(edges).map((edge) => edge.close()))
  await way?.close()
  await shop.close()
})
beforeEach(() => {
  way.asked.length = 0
})

const get = (name: string, ...asked: Asked) => getFrom(edges[name]!, ...asked)

const asksFor = (path: string | RegExp, work: () => Promise<unknown>) => countAsks(way, path, work)

describe.each(['nginx', 'Varnish'])('behind %s', (name) => {
  test('the second visitor of a page has it from the cache, and its browser is told to ask again', async () => {
    const path = `/games/${product.slug}`
    const first = await get(name, path)
    const second = await get(name, path, { cookie: 'orders=of-somebody; _ga=1' })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(way.asked.filter((asked) => asked.path === path)).toHaveLength(1)
    expect(second.text).toBe(first.text)
    expect(second.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    for (const header of ['set-cookie', 'surrogate-key', 'surrogate-control'])
      expect(second.headers[header], header).toBeUndefined()
  })

  test('language and currency make pages of their own, whether cookie or browser says them', async () => {
    const page = async (headers: Record<string, string>) => (await get(name, `/games/${product.slug}`, headers)).text
    const language = (text: string) => /<html lang="([^"]*)"/.exec(text)?.[1]
    // Twice: as the shop said it, and as it was kept.
    for (let time = 0; time < 2; time++) {
      expect(language(await page({ cookie: 'a=b; locale=de' }))).toBe('de')
      expect(language(await page({ 'accept-language': 'fr' }))).toBe('fr')
      expect(language(await page({ cookie: 'mylocale=de; orders=secret' }))).toBe('en-US')
      const euros = await page({ cookie: 'locale=en-US; currencyType=EUR' })
      expect(euros).toContain('€')
      expect(euros).not.toBe(await page({ cookie: 'locale=en-US; currencyType=USD' }))
    }
  })

  test('a page keeps its validator on the way: 304 to a browser that has it, from the cache', async () => {
    for (const encoding of ['gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding }
      const { headers: had } = await get(name, '/games', headers)
      expect(had.etag, encoding).toMatch(/^(W\/)?"/)
      const asks = await asksFor('/games', async () => {
        const again = await get(name, '/games', { ...headers, 'if-none-match': String(had.etag) })
        expect([again.status, again.text]).toEqual([304, ''])
        expect((await get(name, '/games', { ...headers, 'if-none-match': '"other"' })).status).toBe(200)
      })
      expect(asks, encoding).toBe(0)
    }
  })

  test('what belongs to one visitor is asked for every time', async () => {
    const shown = `/games/${product.slug}`
    await get(name, shown)
    const order = await placeOrder(here, orderBody([{ product }]))
    // One fewer is for sale: the page is dropped before anybody counts again who asks for it.
    if (name === 'Varnish')
      await until(async () => (await asksFor(shown, () => get(name, shown))) === 1, 'it is dropped')
    const orderPath = `/prod-api/api/pay/detail/${order.orderId}`
    for (const path of [
      '/success-payment',
      `/success-payment?order_id=${order.orderId}`,
      '/checkout',
      '/checkout?lang=de',
      '/order',
      '/prod-api/api/home/rate',
      '/prod-api/api/home/location',
      '/healthz',
      '/sandbox/mail',
    ]) {
      const asks = await asksFor(path, async () => {
        for (let time = 0; time < 2; time++) await get(name, path)
      })
      expect(asks, path).toBe(2)
    }
    const own = await get(name, orderPath, { cookie: order.cookie })
    const other = await get(name, orderPath)
    expect(own.status).toBe(200)
    expect(own.text).toContain(order.orderNo)
    expect(other.status).not.toBe(200)
    expect(other.text).not.toContain(order.orderNo)
  })

  // nginx's own patience with a cache that is locked is five seconds.
  test('nobody waits for another’s answer of the API', { timeout: 4_000 }, async () => {
    const path = '/prod-api/api/home/rate'
    const hold = way.hold(path)
    const both = [get(name, path), get(name, path)]
    await hold.arrived(2)
    hold.release()
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  })

  test('a page chosen by ?lang= sets its cookie at each visitor and is not kept with it', async () => {
    for (let time = 0; time < 2; time++) {
      const answer = await get(name, '/games?lang=de')
      expect(String(answer.headers['set-cookie'])).toContain('locale=de')
    }
    expect((await get(name, '/games?lang=de', { cookie: 'locale=de' })).headers['set-cookie']).toBeUndefined()
  })

  test('what advertisers add to an address is the same page', async () => {
    const path = `/games/${product.slug}?sku=${product.skuId}`
    await get(name, path)
    const asks = await asksFor(/./, async () => {
      for (const more of ['&utm_source=x', '&utm_source=y&utm_medium=z&gclid=1', '&fbclid=abc'])
        expect((await get(name, path + more)).status).toBe(200)
      await get(name, `/games/${product.slug}?utm_campaign=1&sku=${product.skuId}`)
    })
    expect(asks).toBe(0)
    await get(name, '/games?sort=2')
    expect(await asksFor(/./, () => get(name, '/games?sort=1&utm_source=x'))).toBe(1)
    await get(name, '/')
    expect(await asksFor(/./, () => get(name, '/?utm_source=x'))).toBe(0)
  })

  test('files whose name carries their content stay for ever, at the browser and in the cache', async () => {
    const page = await get(name, '/')
    const file = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(page.text)![1]!
    const first = await get(name, file)
    expect(first.status).toBe(200)
    expect(String(first.headers['cache-control'])).toMatch(/max-age=31536000.*immutable/)
    expect(first.headers).not.toHaveProperty('last-modified')
    expect(await asksFor(file, () => get(name, file))).toBe(0)
  })

  test('the shop hears the visitor’s address from the cache, and believes nothing that he says himself', async () => {
    const call = 'POST /api/bottom/news/{id}/click'
    await get(name, '/prod-api/api/bottom/news/999/click', { 'x-forwarded-for': '203.0.113.9' }, 'POST')
    const counted = (address: string) =>
      shop.db.query(sql`select 1 from rate_limits where bucket = ${sha256(`${call}\n${address}`)}`)
    expect(await counted(VISITOR)).toHaveLength(1)
    expect(await counted('203.0.113.9')).toHaveLength(0)
    expect(await counted('127.0.0.1')).toHaveLength(0)
    await shop.db.run(sql`delete from rate_limits`)
  })

  test('while the shop is gone or busy, a page past its time is shown; what is not kept is not made up', async () => {
    way.freshSeconds = 1
    try {
      const path = '/games?sort=3'
      const known = await get(name, path)
      expect(known.status).toBe(200)
      for (const trouble of ['gone', 'busy'] as const) {
        way.now = trouble
        way.asked.length = 0
        // The cache asks behind the visitor's back.
        await until(async () => {
          await get(name, path)
          return way.asked.some((asked) => asked.path === path)
        }, 'its time is over')
        const stale = await get(name, path)
        expect([stale.status, stale.text]).toEqual([200, known.text])
      }
      expect((await get(name, '/prod-api/api/home/rate')).status).toBe(503)
      way.now = 'gone'
      expect((await get(name, '/games?sort=4')).status).toBeGreaterThanOrEqual(500)
      way.now = 'open'
      await until(async () => (await get(name, '/games?sort=4')).status === 200, 'it is there again')
    } finally {
      way.now = 'open'
      way.freshSeconds = undefined
    }
  })
})

test.each(['nginx', 'Varnish'])('%s lets through a file as large as the shop takes', async (name) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(5 * 1024 * 1024)]), 'a.png')
  const answer = await fetch(`${edges[name]!.url}/prod-api/api/profile/tickets/files`, { method: 'POST', body: form })
  expect(answer.headers.get('content-type')).toMatch(/json/)
  expect(answer.status).not.toBe(413)
})

describe('behind Varnish the shop says what is outdated', () => {
  const purge = (tags: string, from: string) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(edges.Varnish!.url)
      const headers = { host: HOST, 'surrogate-key': tags }
      request({ hostname, port, localAddress: from, method: 'PURGE', path: '/', headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode!)
      })
        .on('error', reject)
        .end()
    })

  test('by its tags, and nothing else is dropped', async () => {
    const path = `/games/${product.slug}`
    const asked = () => asksFor(path, () => get('Varnish', path))
    await asked()
    expect(await purge('p:999999999 d:999999998', '127.0.0.1')).toBe(200)
    expect(await asked()).toBe(0)
    expect(await purge(`c:home d:${product.productId}`, '127.0.0.1')).toBe(200)
    expect(await asked()).toBe(1)
    expect(await asked()).toBe(0)
    expect(await purge('all', '127.0.0.1')).toBe(200)
    expect(await asked()).toBe(1)
  })

  test('nobody else may', async () => {
    const path = `/games/${product.slug}`
    await get('Varnish', path)
    expect(await purge('all', VISITOR)).toBe(405)
    for (const tags of ['', '.* ) |', 'p:1|all']) expect(await purge(tags, '127.0.0.1'), tags).toBe(400)
    expect(await asksFor(path, () => get('Varnish', path))).toBe(0)
  })

  test('a changed price is on the page at once, without anybody’s help', async () => {
    const path = `/games/${product.slug}`
    expect((await get('Varnish', path)).text).toContain('12.34')
    await shop.db.run(sql`update offers set price_cents = 5678 where id = ${product.offerId}`)
    await until(async () => (await get('Varnish', path)).text.includes('56.78'), 'the page shows the new price')
  })
})
