import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { EVERY_LANGUAGE, LOCALES } from '#platform/i18n/locales.ts'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { send } from '#test/security/requests.testing.ts'
import { createSitemap } from './sitemap.ts'
import { urlSet } from './sitemap-xml.ts'

let shop: TestShop
let near: TestProduct
let far: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  near = await addProduct(shop)
  await shop.db.run(sql`alter table products alter column id restart with 5000`)
  far = await addProduct(shop)
  // A stretch of its own, and nobody sees it.
  await shop.db.run(sql`alter table products alter column id restart with 9000`)
  const { productId } = await addProduct(shop)
  await shop.db.run(sql`update products set is_draft = true where id = ${productId}`)
  const path = `/prod-api/api/product/info?zhname=${far.slug}&categoryName=games`
  await until(async () => (await fetch(shop.shop.origin + path)).ok, 'their shelf is known')
})
afterAll(() => shop.close())

const get = (path: string, headers: Record<string, string> = {}) => send(shop.shop.origin, 'GET', path, { headers })
const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc!.replaceAll('&amp;', '&'))
const pathOf = (address: string) => address.slice(shop.shop.origin.length)

test('the index names a file per section and language, and for products one per stretch that holds some', async () => {
  const { status, text, headers } = await get('/sitemap.xml')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  const files = locs(text).map(pathOf)
  expect(files).toHaveLength(LOCALES.length * 5)
  expect(files.filter((file) => file.includes('-zh_tw'))).toEqual([
    '/sitemaps/pages-zh_tw.xml',
    '/sitemaps/categories-zh_tw.xml',
    '/sitemaps/news-zh_tw.xml',
    '/sitemaps/products-zh_tw-0.xml',
    '/sitemaps/products-zh_tw-2.xml',
  ])
})

test('every product stands once in each language, with all its languages beside it', async () => {
  for (const { code, tag } of LOCALES) {
    const files = await Promise.all([0, 2].map((stretch) => get(`/sitemaps/products-${code}-${stretch}.xml`)))
    const lang = code === 'en-US' ? '' : `?lang=${code}`
    expect(files.flatMap(({ text }) => locs(text).map(pathOf))).toEqual([
      `/games/${near.slug}${lang}`,
      `/games/${far.slug}${lang}`,
    ])
    const alternates = [...files[0]!.text.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, tag, href]) => [
      tag,
      pathOf(href!),
    ])
    expect(alternates.map(([tag]) => tag)).toEqual([...LOCALES.map((locale) => locale.tag), 'x-default'])
    expect(alternates.find(([known]) => known === tag)).toEqual([tag, `/games/${near.slug}${lang}`])
    expect(alternates.at(-1)).toEqual(['x-default', `/games/${near.slug}`])
  }
})

test.each([
  '/sitemaps/products-en-US-1.xml',
  '/sitemaps/products-en-US-9999999.xml',
  '/sitemaps/products-en-US-02.xml',
  '/sitemaps/products-en-US.xml',
  '/sitemaps/pages-en-US-0.xml',
  '/sitemaps/pages-xx.xml',
  '/sitemaps/orders-en-US.xml',
  '/sitemaps/',
  '/sitemap.xml.gz',
])('%s does not exist', async (path) => expect((await get(path)).status).toBe(404))

test('a file is sent again only when it says something else', async () => {
  const path = '/sitemaps/products-en-US-0.xml'
  const first = await get(path)
  const etag = String(first.headers.etag)
  expect(await get(path, { 'if-none-match': etag })).toMatchObject({ status: 304, text: '' })
  await shop.db.run(sql`update products set slug = slug || '-moved' where id = ${near.productId}`)
  const again = await get(path, { 'if-none-match': etag })
  expect(again.status).toBe(200)
  expect(locs(again.text).map(pathOf)).toEqual([`/games/${near.slug}-moved`])
})

test('a crawler who reads every file once has them all', async () => {
  const files = locs((await get('/sitemap.xml')).text).map(pathOf)
  for (const file of files) expect((await get(file)).status, file).toBe(200)
})

test('whoever asks for files again and again is slowed down as by pages, others are not', async () => {
  const strict = await openTestShop({ WORKER: 'off', RENDERS_PER_MINUTE: '5', TRUSTED_PROXIES: '127.0.0.1' })
  onTestFinished(() => strict.close())
  const ask = (path: string, address: string) =>
    send(strict.shop.origin, 'GET', path, { headers: { 'x-forwarded-for': address } })
  const minute = () => Math.floor(Date.now() / 60_000)
  // Counting begins anew with each minute; who asks again then is somebody else.
  for (let who = 1; ; who += 2) {
    const began = minute()
    const statuses: number[] = []
    // There or not, each is looked for.
    for (let n = 0; n < 6; n++)
      statuses.push((await ask(`/sitemaps/products-en-US-${n}.xml`, `198.51.100.${who}`)).status)
    const index = await ask('/sitemap.xml', `198.51.100.${who}`)
    const other = await ask('/sitemap.xml', `198.51.100.${who + 1}`)
    if (minute() !== began) continue
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429])
    expect(index.status).toBe(429)
    expect(Number(index.headers['retry-after'])).toBeGreaterThan(0)
    expect(other.status).toBe(200)
    return
  }
})

test('whoever has many networks of IPv6 has one line of those who wait for files', async () => {
  const respond = createSitemap({
    ...{ db: shop.db, catalogue: undefined as never, perMinute: 1_000 },
    ...{ origin: () => 'http://shop.example', languages: () => EVERY_LANGUAGE, isSellerNamed: () => false },
  })
  const ask = (address: string) => respond(new Request('http://shop.example/sitemaps/pages-de.xml'), { address })
  // One of them is read, 16 wait.
  const asked = Array.from({ length: 20 }, (_, n) => ask(`2001:db8:1:${n.toString(16)}::1`))
  const other = ask('2001:db8:1:100::1')
  const statuses = (await Promise.all(asked)).map((answer) => answer?.status)
  expect([statuses.filter((status) => status === 200).length, statuses.slice(17)]).toEqual([17, [429, 429, 429]])
  expect((await other)?.status).toBe(200)
})

test('compressed or not, it is the same file; HEAD says the same without it', async () => {
  const url = `${shop.shop.origin}/sitemaps/products-en-US-2.xml`
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const packed = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
  expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip'])
  expect(await packed.text()).toBe(await plain.text())
  expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
  const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
  expect(head.headers.get('etag')).toBe(packed.headers.get('etag'))
  expect(await head.text()).toBe('')
})

test('a full file stays far below the 50 MB of the protocol, and is never whole in memory', () => {
  const entries = Array.from({ length: 2_000 }, (_, n) => ({ path: `/some-category/${'a'.repeat(60)}-${n}` }))
  let whole = 0
  let longest = 0
  for (const piece of urlSet('https://www.shop.example', LOCALES[1]!, EVERY_LANGUAGE, entries)) {
    whole += piece.length
    longest = Math.max(longest, piece.length)
  }
  expect(whole).toBeLessThan(10_000_000)
  expect(longest).toBeLessThan(250_000)
})

test('robots.txt names the sitemap and hides what belongs to one visitor, no shelf', async () => {
  const { text } = await get('/robots.txt')
  expect(text).toContain(`Sitemap: ${shop.shop.origin}/sitemap.xml`)
  const rules = [...text.matchAll(/^Disallow: (\S+)$/gm)].map(([, rule]) => rule!)
  // RFC 9309 §2.2.3: a rule is a beginning, `$` its end.
  const hidden = (path: string) =>
    rules.some((rule) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)))
  for (const path of [
    '/prod-api/api/home/rate',
    '/success-payment?order_id=1',
    '/search?name=x',
    '/sandbox/mail',
    '/pay-return/x',
  ])
    expect(hidden(path), path).toBe(true)
  for (const path of [
    '/',
    '/pc-games?page=2',
    '/search-and-rescue',
    '/checkout',
    '/media/og/shop/0-0123456789-de.jpg',
    '/newsInfo?id=1',
  ])
    expect(hidden(path), path).toBe(false)
})

test('the manifest speaks the language that it is asked for, and its icons are what it says of them', async () => {
  const arabic = JSON.parse((await get('/manifest.webmanifest?lang=ar')).text)
  expect(arabic).toMatchObject({ lang: 'ar', dir: 'rtl', start_url: '/?lang=ar', id: '/', short_name: 'Latchkey' })
  const english = JSON.parse((await get('/manifest.webmanifest?lang=xx')).text)
  expect(english).toMatchObject({ lang: 'en-US', dir: 'ltr', start_url: '/', id: '/' })
  expect(english.description).not.toBe(arabic.description)
  const { default: sharp } = await import('sharp')
  for (const icon of english.icons) {
    const answer = await fetch(shop.shop.origin + icon.src)
    expect(answer.headers.get('content-type')).toBe(icon.type)
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect(`${width}x${height}`).toBe(icon.sizes)
  }
  expect(english.icons.map((icon: { sizes: string; purpose: string }) => `${icon.sizes} ${icon.purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ])
})

test('favicon.ico is an icon file of three pictures', async () => {
  const answer = await fetch(`${shop.shop.origin}/favicon.ico`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([bytes.readUInt16LE(0), bytes.readUInt16LE(2), bytes.readUInt16LE(4)]).toEqual([0, 1, 3])
  for (let i = 0; i < 3; i++) {
    const offset = bytes.readUInt32LE(6 + 16 * i + 12)
    expect(bytes.subarray(offset + 1, offset + 4).toString()).toBe('PNG')
  }
})
