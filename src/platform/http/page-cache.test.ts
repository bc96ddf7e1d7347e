import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { until } from '../testing.ts'
import { PageCache, type RenderedPage } from './page-cache.ts'

const page = (html: string, tags: string[] = ['p:1'], status = 200): RenderedPage => ({
  status,
  html,
  headers: {},
  tags,
})
const now = () => 1_000

function cacheOf(maxBytes = 1_000_000) {
  return new PageCache({ maxBytes, maxAgeMs: 500, otherMaxBytes: 100_000, otherMaxAgeMs: 50, atOnce: 4 })
}

test('of many who ask for the same page at once one renders, and all get it', async () => {
  const cache = cacheOf()
  const gate = Promise.withResolvers<void>()
  let renders = 0
  const render = async () => {
    renders++
    await gate.promise
    return page('hello')
  }
  const waiting = Array.from({ length: 20 }, () => cache.render('a', render, now))
  const other = cache.render('b', async () => page('other'), now)
  gate.resolve()
  const pages = await Promise.all(waiting)
  expect(renders).toBe(1)
  expect(new Set(pages).size).toBe(1)
  expect((await other).plain.body.toString()).toBe('other')
})

test('a page that was dropped while it was rendered is not kept, and who comes after the drop does not get it', async () => {
  const cache = cacheOf()
  const gate = Promise.withResolvers<void>()
  const early = cache.render('a', () => gate.promise.then(() => page('old')), now)
  cache.drop(['p:1'])
  const late = cache.render('a', async () => page('new'), now)
  gate.resolve()
  expect(await early).toMatchObject({ outdated: true })
  expect((await early).plain.body.toString()).toBe('old')
  expect(await late).toMatchObject({ outdated: false })
  expect((await late).plain.body.toString()).toBe('new')
  expect(cache.peek('a', 1_000)?.page.plain.body.toString()).toBe('new')
})

test('the same holds for a clearing', async () => {
  const cache = cacheOf()
  const gate = Promise.withResolvers<void>()
  const early = cache.render('a', () => gate.promise.then(() => page('old')), now)
  cache.clear()
  gate.resolve()
  await early
  expect(cache.peek('a', 1_000)).toBeUndefined()
})

test('a page past its age is still there, and said to be stale', async () => {
  const cache = cacheOf()
  await cache.render('a', async () => page('x'), now)
  expect(cache.peek('a', 1_500)).toMatchObject({ stale: false })
  expect(cache.peek('a', 1_501)).toMatchObject({ stale: true })
  await cache.render(
    'a',
    async () => page('y'),
    () => 1_501,
  )
  expect(cache.peek('a', 1_501)).toMatchObject({ stale: false })
  expect(cache.peek('a', 1_501)?.page.plain.body.toString()).toBe('y')
})

test('a page is served past its age for as long again, and then only where no other can be had', async () => {
  const cache = cacheOf()
  await cache.render('a', async () => page('x'), now)
  expect(cache.peek('a', 2_000)).toMatchObject({ stale: true })
  expect(cache.peek('a', 2_001)).toBeUndefined()
  expect(cache.lastKnown('a')?.plain.body.toString()).toBe('x')
})

test('a drop takes every page with one of the tags and no other', async () => {
  const cache = cacheOf()
  for (const [key, tags] of [
    ['one', ['p:1', 'c:1']],
    ['two', ['p:2', 'c:1']],
    ['three', ['p:3']],
  ] as const)
    await cache.render(key, async () => page(key, [...tags]), now)
  cache.drop(['p:1', 'p:9'])
  expect(['one', 'two', 'three'].map((key) => Boolean(cache.peek(key, 1_000)))).toEqual([false, true, true])
  cache.drop(['c:1'])
  expect(['one', 'two', 'three'].map((key) => Boolean(cache.peek(key, 1_000)))).toEqual([false, false, true])
})

test('a page without tags is never kept, a failure neither', async () => {
  const cache = cacheOf()
  await cache.render('personal', async () => page('x', []), now)
  await cache.render('failed', async () => page('x', ['p:1'], 500), now)
  for (const key of ['personal', 'failed']) expect(cache.peek(key, 1_000)).toBeUndefined()
})

test('what is no page is kept briefly, and only until something changes', async () => {
  const cache = cacheOf()
  const keep = async () => {
    await cache.render('missing', async () => page('x', ['all'], 404), now)
    await cache.render('moved', async () => page('x', ['all'], 301), now)
  }
  await keep()
  for (const key of ['missing', 'moved']) {
    expect(cache.peek(key, 1_050)).toMatchObject({ stale: false })
    expect(cache.peek(key, 1_051)).toBeUndefined()
  }
  await keep()
  cache.drop(['p:77'])
  for (const key of ['missing', 'moved']) expect(cache.peek(key, 1_000)).toBeUndefined()
})

test('addresses that somebody makes up drive out no page', async () => {
  const cache = cacheOf(500_000)
  await cache.render('home', async () => page(randomBytes(50_000).toString('hex')), now)
  const bytes = cache.bytes
  for (let i = 0; i < 40; i++)
    await cache.render(`x${i}`, async () => page(randomBytes(10_000).toString('hex'), ['all'], 404), now)
  expect(cache.peek('home', 1_000)).toBeDefined()
  expect(cache.bytes - bytes).toBeLessThanOrEqual(100_000)
})

test('what is asked for stays, what is not goes first', async () => {
  const cache = cacheOf(100_000)
  const bulk = () => randomBytes(8_000).toString('hex')
  await cache.render('hot', async () => page(bulk()), now)
  for (let i = 0; i < 12; i++) {
    await cache.render(`cold${i}`, async () => page(bulk()), now)
    expect(cache.peek('hot', 1_000)).toBeDefined()
  }
  expect(cache.peek('cold0', 1_000)).toBeUndefined()
})

test('an outdated page is last known until there is another, and counts against the bytes', async () => {
  const cache = cacheOf()
  await cache.render('a', async () => page('old'), now)
  const { bytes } = cache
  cache.drop(['p:1'])
  expect(cache.peek('a', 1_000)).toBeUndefined()
  expect(cache.lastKnown('a')?.plain.body.toString()).toBe('old')
  expect(cache.bytes).toBe(bytes)
  await cache.render('a', async () => page('new'), now)
  expect(cache.lastKnown('a')?.plain.body.toString()).toBe('new')
  cache.clear()
  expect(cache.peek('a', 1_000)).toBeUndefined()
  expect(cache.lastKnown('a')?.plain.body.toString()).toBe('new')
})

test('a rendering that fails fails for those who waited, and the next one starts anew', async () => {
  const cache = cacheOf()
  const fails = () => cache.render('a', async () => Promise.reject(new Error('no')), now)
  await expect(Promise.allSettled([fails(), fails()])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  expect((await cache.render('a', async () => page('yes'), now)).plain.body.toString()).toBe('yes')
})

test('the oldest pages go when the bytes of all, compressed forms included, would be too many', async () => {
  const cache = cacheOf(100_000)
  const bulk = () => randomBytes(10_000).toString('hex')
  for (let i = 0; i < 12; i++) await cache.render(`k${i}`, async () => page(bulk(), [`p:${i}`]), now)
  const kept = Array.from({ length: 12 }, (_, i) => cache.peek(`k${i}`, 1_000)?.page).filter((one) => one !== undefined)
  const gzips = await Promise.all(kept.map((one) => one.gzip!()))
  const bytes = kept.reduce(
    (sum, { plain, br }, i) => sum + plain.body.length + br!.body.length + gzips[i]!.body.length,
    0,
  )
  expect(bytes).toBeLessThanOrEqual(100_000)
  expect(kept.length).toBeGreaterThan(0)
  expect(cache.peek('k0', 1_000)).toBeUndefined()
  expect(cache.peek('k11', 1_000)).toBeDefined()
  // A page that was refreshed is the youngest: it outlives those that came after its first time.
  const oldest = Array.from({ length: 12 }, (_, i) => `k${i}`).find((key) => cache.peek(key, 1_000))!
  await cache.render(oldest, async () => page(bulk()), now)
  await cache.render('last', async () => page(bulk()), now)
  expect(cache.peek(oldest, 1_000)).toBeDefined()
})

test('while pages wait for each other brotli is quick; who asks for one later has the small form, made once', async () => {
  const cache = cacheOf()
  const html = Array.from({ length: 3_000 }, (_, n) => `<li class="p-${n % 7}">${(n * 7_919) % 1_009}</li>`).join('')
  const gate = Promise.withResolvers<void>()
  const render = (key: number) => cache.render(`${key}`, () => gate.promise.then(() => page(`${html}${key}`)), now)
  const many = Array.from({ length: 5 }, (_, key) => render(key))
  gate.resolve()
  const [first] = await Promise.all(many)
  const quick = first!.br!
  expect(brotliDecompressSync(quick.body).toString()).toBe(`${html}0`)

  const look = () => cache.peek('0', 1_000)!.page.br!
  expect(look()).toBe(quick)
  await until(() => look() !== quick, 'it is packed')
  const small = look()
  expect(small.body.length).toBeLessThan(quick.body.length)
  expect(small.etag).not.toBe(quick.etag)
  expect(brotliDecompressSync(small.body).toString()).toBe(`${html}0`)
  // As of one that nobody waited for.
  expect(small.etag).toBe((await cache.render('alone', async () => page(`${html}0`), now)).br!.etag)
  expect(first!.pack).toBeUndefined()
})

test('a page larger than the whole cache is served and not kept', async () => {
  const cache = cacheOf(1_000)
  expect((await cache.render('a', async () => page('x'.repeat(5_000)), now)).plain.body).toHaveLength(5_000)
  expect(cache.peek('a', 1_000)).toBeUndefined()
})

test('the three forms are the same page, and the validator changes with it', async () => {
  const cache = cacheOf()
  const html = '<p>héllo 你好</p>'.repeat(50)
  const kept = await cache.render('a', async () => page(html), now)
  const { plain, br } = kept
  // Made once, when it is first asked for.
  const gzip = await kept.gzip!()
  expect(await kept.gzip!()).toBe(gzip)
  for (const text of [plain.body, brotliDecompressSync(br!.body), gunzipSync(gzip.body)])
    expect(text.toString()).toBe(html)
  const { etag } = plain
  expect(new Set([etag, br!.etag, gzip.etag]).size).toBe(3)
  expect(etag).toMatch(/^"[\w-]+"$/)
  expect((await cache.render('b', async () => page(html), now)).plain.etag).toBe(etag)
  expect((await cache.render('c', async () => page(`${html} `), now)).plain.etag).not.toBe(etag)
})
