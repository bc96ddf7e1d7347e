// What every answer carries, and what each page allows its browser.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#test/free-port.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { type RawAnswer, send } from '#test/security/requests.testing.ts'
import { sql } from '../database/sql.ts'
import { until } from '../testing.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  product = await addProduct(shop, { keys: 1 })
  const path = `/prod-api/api/product/info?zhname=${product.slug}&categoryName=games`
  await until(async () => (await fetch(shop.shop.origin + path)).ok, 'its shelf is known')
})
afterAll(() => shop.close())

const get = (path: string, headers: Record<string, string> = {}) => send(shop.shop.origin, 'GET', path, { headers })

const PAGES: [string, () => string][] = [
  ['home', () => '/'],
  ['a category', () => '/games'],
  ['a narrowed category', () => '/games?stock=0&high=30&sort=2'],
  ['a product', () => `/games/${product.slug}`],
  ['a search', () => '/search?name=game'],
  ['a search without a hit', () => '/search?name=zzzzqqqq'],
  ['checkout', () => '/checkout'],
  ['the result page', () => '/success-payment'],
  ['a page that is not there', () => '/games/nothing'],
  ['a path of no page', () => '/a/b/c/d'],
]

function directives(answer: RawAnswer): Map<string, string[]> {
  return new Map(
    String(answer.headers['content-security-policy'])
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name, ...sources]) => [name!, sources]),
  )
}

describe.each(PAGES)('%s', (_, path) => {
  test.each(['en-US', 'ar'])(
    'allows exactly its own inline scripts in %s, and no other source of code',
    async (lang) => {
      const address = path()
      const answer = await get(`${address}${address.includes('?') ? '&' : '?'}lang=${lang}`)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      const inline = [...answer.text.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
        .filter(([, attributes]) => !/\bsrc=/.test(attributes!) && !/type="application\//.test(attributes!))
        .map(([, , body]) => `'sha256-${createHash('sha256').update(body!).digest('base64')}'`)
      const policy = directives(answer)
      expect(new Set(policy.get('script-src'))).toEqual(new Set(["'self'", ...inline]))
      expect(inline.length).toBeGreaterThan(0)
      expect(policy.get('default-src')).toEqual(["'none'"])
      for (const name of ['base-uri', 'frame-ancestors']) expect(policy.get(name)).toEqual(["'none'"])
      expect(String(answer.headers['content-security-policy'])).not.toMatch(/unsafe|\*|http:|https:/)
      // What the policy would block must not be asked for.
      expect(answer.text).not.toMatch(/<[^>]+\son[a-z]+=/i)
      for (const [, source] of answer.text.matchAll(/<script[^>]*\ssrc="([^"]+)"/g))
        expect(source).toMatch(/^\/assets\//)
      for (const [, href] of answer.text.matchAll(
        /<link[^>]*rel="(?:stylesheet|preload|modulepreload)"[^>]*href="([^"]+)"/g,
      ))
        expect(href).toMatch(/^\/(assets|media)\//)
      expect(answer.text).not.toMatch(/<style[ >]/)
    },
  )
})

const EVERYTHING = [
  '/',
  '/checkout',
  '/nothing/here',
  '/healthz',
  '/readyz',
  '/prod-api/api/home/rate',
  '/prod-api/none',
  '/prod-api/openapi.json',
  '/prod-api/docs',
  '/assets/none.js',
  '/media/none',
  '/pay-return/x',
  '/sandbox/mail',
]

test.each(EVERYTHING)('%s carries the headers that protect its reader', async (path) => {
  const { headers } = await get(path)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers['permissions-policy']).toContain('camera=()')
  expect(headers['x-powered-by']).toBeUndefined()
  expect(headers.server).toBeUndefined()
  expect(headers['access-control-allow-origin']).toBeUndefined()
  // Over plain http there is nothing to be strict about.
  expect(headers['strict-transport-security']).toBeUndefined()
})

test('nobody frames the shop; the sandbox frames its own mails', async () => {
  for (const path of EVERYTHING.filter((path) => path !== '/sandbox/mail'))
    expect((await get(path)).headers['x-frame-options'], path).toBe('DENY')
  const sandbox = await get('/sandbox/mail')
  expect(sandbox.headers['x-frame-options']).toBe('SAMEORIGIN')
  expect(directives(sandbox).get('frame-ancestors')).toEqual(["'self'"])
})

test('answers of the API are kept by nobody, personal pages neither, others are asked about again', async () => {
  for (const path of [
    '/prod-api/api/home/rate',
    '/prod-api/none',
    '/success-payment?order_id=1',
    '/sandbox/mail',
    '/healthz',
  ])
    expect((await get(path)).headers['cache-control'], path).toBe('no-store')
  const page = await get('/games')
  expect(page.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(page.headers.vary).toBe('accept-encoding, accept-language, cookie')
  expect(page.headers['surrogate-key']).toContain(`p:${product.productId}`)
  // The server's part of a checkout is everybody's: the browser fills in the cart, and a step back finds it as it was left.
  expect((await get('/checkout')).headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect((await get('/success-payment')).headers['surrogate-key']).toBeUndefined()
})

describe('a page is sent', () => {
  const fetchRaw = async (acceptEncoding: string, path = '/games') => {
    const answer = await fetch(shop.shop.origin + path, { headers: { 'accept-encoding': acceptEncoding } })
    await answer.arrayBuffer()
    return answer.headers
  }

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000,gzip;q=0.0', null],
    ['br ; q=0', null],
    ['brotli', null],
    ['x-gzip', null],
    ['identity', null],
    ['deflate', null],
  ])('to one who accepts “%s” as %s', async (accepted, encoding) => {
    await get('/games')
    expect((await fetchRaw(accepted)).get('content-encoding')).toBe(encoding)
  })

  test.each(['/success-payment', '/checkout', '/not/there'])(
    'compressed where it is not kept either: %s',
    async (path) => {
      expect((await fetchRaw('br', path)).get('content-encoding')).toBe('br')
      expect((await fetchRaw('gzip', path)).get('content-encoding')).toBe('gzip')
    },
  )

  test('in three forms that are one page, each with a validator of its own, answered 304 to who has it', async () => {
    const whole = await get('/games')
    const tags = new Set<string>()
    for (const encoding of ['identity', 'gzip', 'br']) {
      const etag = (await fetchRaw(encoding)).get('etag')!
      tags.add(etag)
      const again = await get('/games', { 'accept-encoding': encoding, 'if-none-match': etag })
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
      expect(again.headers.etag).toBe(etag)
    }
    expect(tags.size).toBe(3)
    const other = await get('/games', { 'if-none-match': '"something else"' })
    expect(other.status).toBe(200)
    expect(other.text).toBe(whole.text)
  })
})

describe('with subdomains that share language and currency', () => {
  let shared: TestShop
  let port: number
  beforeAll(async () => {
    port = await freePort()
    const address = { PORT: String(port), PUBLIC_URL: 'http://www.shop.example', COOKIE_DOMAIN: 'shop.example' }
    shared = await openTestShop({ WORKER: 'off', ...address })
  })
  afterAll(() => shared.close())

  test('a language chosen by the address is kept for all of them, and the page knows their domain', async () => {
    const answer = await send(`http://127.0.0.1:${port}`, 'GET', '/?lang=de', {})
    expect(answer.headers['set-cookie']).toEqual([expect.stringContaining('Domain=shop.example')])
    expect(answer.text).toContain('data-cookie-domain="shop.example"')
  })
})

test('a call that fails for the frame takes nothing else away, and what was sent then is not kept', async () => {
  await shop.db.run(sql`alter table website_infos rename to website_infos_gone`)
  try {
    await shop.db.run(sql`select pg_notify('pages', 'all,content')`)
    const broken = await until(async () => {
      const answer = await get(`/games/${product.slug}`)
      return answer.headers['cache-control'] === 'no-store' ? answer : undefined
    }, 'the page is made without the texts of its frame')
    expect(broken.status).toBe(200)
    expect(broken.text).toContain('<h1')
    expect(broken.headers['surrogate-key']).toBeUndefined()
  } finally {
    await shop.db.run(sql`alter table website_infos_gone rename to website_infos`)
  }
  const whole = await get(`/games/${product.slug}`)
  expect(whole.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(whole.text).toContain('mailto:')
})
