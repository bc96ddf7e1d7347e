// Pages between the visitors and the renderer: what is rendered, and what goes out.
import { createHash } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { html, pageServers, until } from './pages.testing.ts'

const { serve } = pageServers()

/** What a cache in front keeps a page by. */
const KEPT_BY = ['surrogate-key', 'surrogate-control', 'cdn-cache-control']

test('parameters that a page does not know make no render of their own, and are not in the page', async () => {
  const rendered: string[] = []
  const { get } = await serve((request) => {
    rendered.push(request.url)
    return html(`<a href="${request.url}">`)
  })
  const first = await get('/games?page=2')
  for (const query of ['utm_source=mail&page=2', 'page=2&gclid=x', 'page=2&fbclid=1&utm_x=2', 'q=1&page=2&page=3'])
    expect((await get(`/games?${query}`)).text).toBe(first.text)
  expect(rendered).toEqual(['http://shop.example/games?page=2'])
  await get('/games?utm_source=mail&lang=de')
  expect(rendered.at(-1)).toBe('http://shop.example/games?lang=de')
})

test('the policy allows the scripts that the renderer made, and never one that came with a text', async () => {
  const own = "self.own='yes'"
  const { get } = await serve((_, nonce) =>
    html(
      `<html><head><meta property="csp-nonce" content="${nonce}"/></head><p><script>alert(1)</script></p><script nonce="guess">alert(2)</script><script nonce="${nonce}">${own}</script><link rel="x" nonce="${nonce}"></html>`,
    ),
  )
  const answer = await get('/')
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = String(answer.headers['content-security-policy'])
  expect(/script-src ([^;]*)/.exec(policy)![1]).toBe(`'self' ${hash(own)}`)
  expect(answer.text).toBe(
    `<html><head></head><p><script>alert(1)</script></p><script nonce="guess">alert(2)</script><script>${own}</script><link rel="x"></html>`,
  )
})

test('a validator is recognised alone, weak, in a list and as “any”; another is not', async () => {
  const { get, pages } = await serve((request) => html(request.url))
  const etag = String((await get('/')).headers.etag)
  for (const sent of [etag, `W/${etag}`, `"x", ${etag}`, `W/"a,b" , W/${etag},"c"`, '*'])
    expect((await get('/', { 'if-none-match': sent })).status, sent).toBe(304)
  for (const sent of ['"x"', etag.slice(1, -1), `"x${etag.slice(1)}`, `W/"${etag.slice(1, -1)}x"`, ''])
    expect((await get('/', { 'if-none-match': sent })).status, sent).toBe(200)
  pages.drop(['all'])
  expect((await get('/')).headers.etag).toBe(etag)
})

test('when the renderer fails, the page as it was last known is better than none', async () => {
  let fails = false
  const { get, pages } = await serve(() => (fails ? html('sorry', 500) : html('page')))
  expect((await get('/games')).headers).toMatchObject({ 'surrogate-key': 'all', 'cdn-cache-control': 'max-age=300' })
  pages.drop(['all'])
  fails = true
  const last = await get('/games')
  expect(last).toMatchObject({ status: 200, text: 'page' })
  // A cache in front has been told already that it is over, and would keep it.
  for (const header of KEPT_BY) expect(last.headers[header]).toBeUndefined()
  expect(await get('/others')).toMatchObject({ status: 500, text: 'sorry' })
})

test('a page that was rendered across a change is kept by no cache in front, the next one is', async () => {
  const gate = Promise.withResolvers<void>()
  let body = 'old'
  const { get, pages, seen } = await serve(async () => {
    const shown = body
    await gate.promise
    return html(shown)
  })
  const early = get('/games')
  await until(() => seen.missed === 1)
  body = 'new'
  pages.drop(['all'])
  gate.resolve()
  const old = await early
  expect(old).toMatchObject({ status: 200, text: 'old' })
  expect(old.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  for (const header of KEPT_BY) expect(old.headers[header]).toBeUndefined()
  expect(await get('/games')).toMatchObject({ text: 'new', headers: { 'cdn-cache-control': 'max-age=300' } })
})

test('a page past its age is kept by no cache in front, the fresh one is', async () => {
  let [body, now] = ['old', 0]
  const { get } = await serve(async () => html(body), { now: () => now })
  await get('/games')
  body = 'new'
  now += 61_000
  const old = await get('/games')
  expect(old).toMatchObject({ status: 200, text: 'old' })
  for (const header of KEPT_BY) expect(old.headers[header]).toBeUndefined()
  // It is rendered behind that request.
  let next = old
  while (next.text === 'old') next = await get('/games')
  expect(next).toMatchObject({ text: 'new', headers: { 'cdn-cache-control': 'max-age=300' } })
})

test('a clock that is set back keeps no page any longer', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let body = 'old'
  const { get } = await serve(async () => html(body))
  await get('/games')
  body = 'new'
  vi.advanceTimersByTime(121_000)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(await get('/games')).toMatchObject({ text: 'new' })
})

test.each([
  ['/\\evil.example', 400],
  ['/\\evil.example/checkout', 400],
  ['/%5Cevil.example', 400],
  ['/%zz', 400],
  ['/%', 400],
  ['/?long', 414],
])('%s is refused before it is rendered', async (target, status) => {
  const path = target.replace('long', 'x'.repeat(3_000))
  const { get } = await serve(() => {
    throw new Error('rendered')
  })
  const answer = await get(path)
  expect(answer.status).toBe(status)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a personal page is personal however its address is written', async () => {
  const { get } = await serve((request) => html(request.url))
  const plain = await get('/success-payment?order_id=1')
  expect(plain.headers).toMatchObject({ 'cache-control': 'no-store', 'x-accel-expires': '0' })
  expect(plain.headers['cdn-cache-control']).toBeUndefined()
  expect(await get('/%73uccess-payment?order_id=1')).toMatchObject({
    status: 301,
    headers: { location: '/success-payment?order_id=1' },
  })
  expect((await get('/success-payment%2Fx')).headers['cache-control']).toBe('no-store')
  expect((await get('/games')).headers).toMatchObject({ 'cdn-cache-control': 'max-age=300' })
})

test('where no page can be made its visitor reads why in his language, of what is there without anything else', async () => {
  const { get } = await serve(() => {
    throw new Error('the renderer is broken')
  })
  const broken = await get('/games', { 'accept-language': 'ar' })
  expect([broken.status, broken.headers['content-language']]).toEqual([500, 'ar'])
  expect(broken.text).toContain('<html lang="ar" dir="rtl">')
  expect(broken.text).toContain('<h1>حدث خطأ ما</h1>')
  expect(broken.text).toContain('href="">حاول مرة أخرى</a>')
  expect(broken.text).toContain('Keys &amp; &lt;more&gt;')
  const style = /<style>(.*)<\/style>/.exec(broken.text)![1]!
  const hash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
  expect(broken.headers['content-security-policy']).toContain(`default-src 'none'; style-src ${hash};`)

  const long = await get(`/${'a'.repeat(2_048)}`, { cookie: 'locale=de' })
  expect([long.status, long.headers['content-language']]).toEqual([414, 'de'])
  expect(long.text).toContain('<h1>Diese Adresse ist zu lang</h1>')
  expect((await get('/%zz?lang=ja')).text).toContain('<h1>このショップにないアドレスです</h1>')
})
