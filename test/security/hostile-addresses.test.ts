// Addresses and methods that no page of ours ever links to.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '../harness.ts'
import { type DatabaseView, viewDatabase } from './database.testing.ts'
import { expectNoInsides, send, sendBytes } from './requests.testing.ts'

let shop: TestShop
let view: DatabaseView
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  view = await viewDatabase(shop.databaseUrl)
  product = await addProduct(shop, { keys: 1 })
  const path = `/prod-api/api/product/info?zhname=${product.slug}&categoryName=games`
  await until(async () => (await fetch(shop.shop.origin + path)).ok, 'its shelf is known')
})
afterAll(async () => {
  await view.close()
  await shop.close()
})

const origin = () => shop.shop.origin
const get = (path: string, headers: Record<string, string> = {}) => send(origin(), 'GET', path, { headers })

/** No redirect leads away from this shop. */
function expectStaysHere(location: unknown) {
  if (location === undefined) return
  expect(new URL(String(location), origin()).origin).toBe(origin())
}

const ODD = [
  '/%00', '/games/%00', '/a%00b', '/%ff', '/games/%ff%fe', '/%c0%ae%c0%ae/', '/%ed%a0%80', '/%', '/%zz', '/games/%E0%A4%A', '//evil.example', '//evil.example/games',
  '///evil.example', '/\\evil.example', '/%5cevil.example', '/%2f%2fevil.example', '/..', '/../..', '/..%2f..%2fetc%2fpasswd', '/%2e%2e/%2e%2e/etc/passwd', '/assets/..%2f..%2fpackage.json',
  '/assets/../../package.json', '/assets/%00', '/assets/', '/assets/%ff', '/media/products/1-0000000000/480.webp', '/media/../secrets/vault.keys', '/media/products/..%2f..%2fsecrets', '/media/%ff',
  '/pay-return/x/y', '/pay-return/%00/%ff', '/pay-return//evil.example/A', '/sandbox/mail/..', '/sandbox/mail/%00', `/sandbox/mail/${'-'.repeat(36)}`, '/sandbox/mail/00000000-0000-0000-0000-000000000000',
  '/search?name=%00', '/search?name=%ff', '/search?name=a&name=b', '/search?page=99999999999999999999', '/search?page=-1&size=1e9&sort=x', '/search?platform=1_2_x_-3', '/search?in=%00%00&low=1', '/search?__proto__=1&constructor=2',
  '/games?page=2&page=3', '/games?low=1e400&high=NaN', '/games?%00=%00', '/games?lang=%00', '/?lang=xx', '/?lang=../../etc', '/?lang=ar%00', '/games/x?sku=%00', '/success-payment?order_id=%00&order_no=<script>', '/checkout?%ff', '/?', '/?&&&===', '/index.html', '/favicon.ico',
  '/robots.txt', '/.env', '/.git/config', '/wp-login.php', '/a/b/c/d/e/f', '/games/', '//', '/;/', '/games;x=1', '/%20', '/ⅷ', '/<script>alert(1)</script>', '/{{7*7}}', '/healthz?x', '/readyz/', '/metrics/x',
] // biome-ignore format: a list of words

test.each(ODD)('%s is answered below 500, tells nothing of our insides and leads to nobody else', async (path) => {
  const answer = await get(encodeURI(path).replaceAll('%25', '%'))
  expect(answer.status).toBeGreaterThanOrEqual(200)
  expect(answer.status).toBeLessThan(500)
  expectNoInsides(answer.text)
  expectStaysHere(answer.headers.location)
  expect(answer.text).not.toContain('<script>alert(1)')
  expect(answer.text).not.toContain('root:x:')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('an address above 2 kB is too long, for a page as for a call; one that HTTP does not allow is refused', async () => {
  for (const path of [`/${'a'.repeat(2_048)}`, `/games/${'a'.repeat(8_000)}`, `/?q=${'a'.repeat(15_000)}`]) {
    const answer = await get(path)
    expect(answer.status).toBe(414)
    // Nothing of it comes back.
    expect(answer.text).not.toContain('aaaaaaaa')
    expect(answer.text.length).toBeLessThan(1_000)
  }
  const call = await get(`/prod-api/api/home/rate?x=${'%41'.repeat(2_600)}`)
  expect(call).toMatchObject({ status: 414, text: '{"code":414,"msg":"error.addressTooLong"}' })
  // Specification §8: an unknown category leads home.
  expect(await get(`/${'a'.repeat(1_900)}`)).toMatchObject({ status: 302, headers: { location: '/' } })
  // A name is cut to the 200 characters that a search reads.
  const cut = await get(`/search?name=${'a'.repeat(1_900)}`)
  expect(cut).toMatchObject({ status: 307, headers: { location: `/search?name=${'a'.repeat(200)}` } })
  expect((await get(String(cut.headers.location))).status).toBe(200)
  expect((await get(`/${'a'.repeat(70_000)}`)).status).toBe(431)
})

test.each([
  'http://evil.example/',
  'http://evil.example/games',
  'http://[',
  'ftp://x',
  'javascript:alert(1)',
  '*',
  'games',
  '?lang=ar',
])('a request for "%s", which is no path, is refused or answered as this shop’s own', async (target) => {
  const answer = await sendBytes(origin(), `GET ${target} HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n`)
  expect(answer.status).toBeGreaterThanOrEqual(200)
  expect(answer.status).toBeLessThan(500)
  expectNoInsides(answer.text)
  expect(answer.text).not.toMatch(/evil\.example/)
})

test.each([
  'evil.example',
  'evil.example:80',
  'a b',
  '',
  '[::1',
  '127.0.0.1@evil.example',
  'evil.example/path?',
  '%00',
  'é',
])('a page, the API and a redirect asked with Host "%s" never name that host', async (host) => {
  for (const path of [
    '/',
    '/games',
    `/games/${product.slug}`,
    '/nothing-here',
    '/pay-return/00000000-0000-0000-0000-000000000000/ABC',
    '/prod-api/api/home/rate',
    '/prod-api/docs',
    '/media/products/1-0000000000/480.webp',
    '/sandbox/mail',
  ]) {
    const answer = await sendBytes(
      origin(),
      Buffer.from(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
        'latin1',
      ),
    )
    expect(answer.status, path).toBeGreaterThanOrEqual(200)
    expect(answer.status, path).toBeLessThan(500)
    expect(answer.text).not.toMatch(/evil\.example/)
    expectNoInsides(answer.text)
  }
})

describe('a page', () => {
  const pages = () => [
    '/',
    '/games',
    `/games/${product.slug}`,
    '/search',
    '/checkout',
    '/success-payment',
    '/healthz',
    '/sandbox/mail',
  ]

  test('can only be read: every other method is 405 and writes nothing', async () => {
    const before = await view.picture()
    for (const path of pages()) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
        const answer = await send(origin(), method, path, { body: method === 'POST' ? 'a=1' : undefined })
        expect(answer.status, `${method} ${path}`).toBe(405)
        expect(answer.headers.allow).toBe('GET, HEAD')
      }
    }
    expect(await view.picture()).toEqual(before)
  })

  test('asked by HEAD has the headers of GET and no body', async () => {
    for (const path of ['/', '/games', `/games/${product.slug}`, '/search', '/healthz']) {
      const [whole, head] = [await get(path), await send(origin(), 'HEAD', path)]
      expect(head.status, path).toBe(whole.status)
      expect(head.text).toBe('')
      expect(head.headers['content-type']).toBe(whole.headers['content-type'])
      expect(head.headers.etag).toBe(whole.headers.etag)
    }
  })

  test('asked for a part of itself is answered whole', async () => {
    const whole = await get(`/games/${product.slug}`)
    for (const range of [
      'bytes=0-0',
      'bytes=0-',
      'bytes=999999999-',
      'bytes=-1',
      'bytes=0-1,5-9',
      'lines=1-2',
      'bytes=a-b',
    ]) {
      const answer = await get(`/games/${product.slug}`, { range })
      expect(answer.status, range).toBe(200)
      expect(answer.text).toBe(whole.text)
    }
  })

  test('reads cookies and languages that are none as if there were none', async () => {
    for (const headers of [
      { cookie: 'locale=%00; currencyType=%ff' },
      { cookie: 'locale=<script>; currencyType=EVIL' },
      { cookie: '='.repeat(500) },
      { cookie: 'locale=%E0%A4%A' },
      { 'accept-language': ';;;q=,*;q=9,-----' },
      { 'accept-language': 'x'.repeat(6_000) },
      { 'if-none-match': '"'.repeat(100) },
      { 'accept-encoding': 'br;q=0, \u00ff' },
    ] as Record<string, string>[]) {
      const answer = await get('/games', headers)
      expect(answer.status).toBe(200)
      expect(answer.text).toMatch(/<html[^>]+lang="en-US"/)
    }
  })
})
