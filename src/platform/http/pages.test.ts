// Pages between the visitors and the renderer: what is rendered, for whom, how often, and what goes out.
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { send } from '#test/security/requests.testing.ts'
import { EVERY_LANGUAGE } from '../i18n/locales.ts'
import { createLog } from '../log.ts'
import { requestScope } from '../request-scope.ts'
import type { Previews } from './page-preview.ts'
import { createPages, type Pages } from './pages.ts'

type Render = (request: Request, nonce: string) => Promise<Response> | Response

let server: Server | undefined
afterEach(() => server?.close())

async function serve(
  render: Render,
  options: { rendersPerMinute?: number; previews?: Previews; now?: () => number } = {},
) {
  const seen = { missed: 0, left: 0 }
  const pages: Pages = createPages(
    {
      previews: options.previews,
      render: async (request) => {
        const scope = requestScope.getStore()!
        scope.tags.add('all')
        return render(request, scope.nonce!)
      },
      ask: async () => ({ status: 200, envelope: { code: 200, msg: 'ok' } }),
      mode: 'demo',
      cookieDomain: undefined,
      site: () => ({ name: 'Keys & <more>', answerDays: 2, alwaysOpen: false, since: 2021 }),
      origin: () => 'http://shop.example',
      firstCurrency: ({ currency }) => currency,
      languages: () => EVERY_LANGUAGE,
      isCurrency: (code) => code === 'EUR',
      personal: ['/success-payment'],
      mixedCase: [],
      properQuery: () => undefined,
      knownQuery: (_, query) => (query.has('page') ? `?page=${query.get('page')}` : ''),
      securityHeaders: {},
      rendersPerMinute: options.rendersPerMinute ?? 1_000,
      addressOf: (req) => String(req.headers['x-client'] ?? '203.0.113.1'),
      isAway: () => false,
      count: (how) => {
        if (how === 'miss') seen.missed++
      },
      log: createLog('silent'),
    },
    options.now,
  )
  server = createServer((req, res) => {
    res.on('close', () => {
      if (!res.writableFinished) seen.left++
    })
    pages.serve(req, res)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    pages,
    get: (path: string, headers: Record<string, string> = {}) => send(origin, 'GET', path, { headers }),
    origin,
    seen,
  }
}

async function until(holds: () => boolean) {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

/** What a cache in front keeps a page by. */
const KEPT_BY = ['surrogate-key', 'surrogate-control', 'cdn-cache-control']

const html = (body: string, status = 200) => new Response(body, { status, headers: { 'content-type': 'text/html' } })

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

test('72 dear requests of one client: few rendered at once, the rest waits or is told when to come again; another is served', async () => {
  const gate = Promise.withResolvers<void>()
  let [now, most, total] = [0, 0, 0]
  const { origin } = await serve(async (request) => {
    total++
    most = Math.max(most, ++now)
    await gate.promise
    now--
    return html(request.url)
  })
  const ask = (path: string, client: string) => fetch(origin + path, { headers: { 'x-client': client } })
  const hostile = Array.from({ length: 72 }, (_, i) => ask(`/search?page=${i}`, '198.51.100.7'))
  // 2 of his are rendered, 16 wait: the other 54 have their answer before any render is done.
  const refused: Response[] = []
  await new Promise<void>((resolve) => {
    for (const one of hostile)
      void one.then((answer) => {
        if (refused.push(answer) === 54) resolve()
      })
  })
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
  expect(refused[0]!.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(total).toBe(2)
  const honest = ask('/games', '203.0.113.5')
  gate.resolve()
  expect((await honest).status).toBe(200)
  const served = (await Promise.all(hostile)).filter(({ status }) => status === 200)
  expect(served).toHaveLength(18)
  expect(most).toBeLessThanOrEqual(4)
})

test('many clients at once: at most four renders, 64 wait, the next is told that the shop is busy, and hits are served', async () => {
  const gate = Promise.withResolvers<void>()
  let total = 0
  const { origin } = await serve(async (request) => {
    if (request.url.endsWith('/home')) return html('home')
    total++
    await gate.promise
    return html(request.url)
  })
  await (await fetch(`${origin}/home`)).text()
  const asked = Array.from({ length: 100 }, (_, i) =>
    fetch(`${origin}/search?page=${i}`, { headers: { 'x-client': `198.51.100.${i}` } }),
  )
  const refused: Response[] = []
  await new Promise<void>((resolve) => {
    for (const one of asked)
      void one.then((answer) => {
        if (refused.push(answer) === 32) resolve()
      })
  })
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  expect(refused[0]!.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(total).toBe(4)
  expect(await (await fetch(`${origin}/home`)).text()).toBe('home')
  gate.resolve()
  expect((await Promise.all(asked)).filter(({ status }) => status === 200)).toHaveLength(68)
})

test('whoever has 256 networks of IPv6 has one line, of pages as of previews, and another visitor is served', async () => {
  const gate = Promise.withResolvers<undefined>()
  const answer = async (request: Request) => {
    await gate.promise
    return html(request.url)
  }
  const { origin } = await serve(answer, { previews: { open: () => gate.promise } })
  const preview = `/?preview=${'A'.repeat(43)}`
  const asked = Array.from({ length: 100 }, (_, i) =>
    fetch(origin + (i % 2 ? preview : `/search?page=${i}`), {
      headers: { 'x-client': `2001:db8:1:${i.toString(16)}::1` },
    }),
  )
  const refused: Response[] = []
  await new Promise<void>((resolve) => {
    for (const one of asked)
      void one.then((answer) => {
        if (refused.push(answer) === 82) resolve()
      })
  })
  const honest = fetch(`${origin}/games`, { headers: { 'x-client': '2001:db8:1:100::1' } })
  gate.resolve(undefined)
  expect((await honest).status).toBe(200)
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200 || status === 404)).toHaveLength(18)
})

test('a crawler who walks through distinct pages is slowed, his hits and other visitors are not', async () => {
  const { get } = await serve((request) => html(request.url), { rendersPerMinute: 5 })
  const crawler = { 'x-client': '2001:db8:1:1::1' }
  const minute = () => Math.floor(Date.now() / 60_000)
  for (;;) {
    const began = minute()
    const statuses: number[] = []
    for (let i = 0; i < 8; i++)
      statuses.push((await get(`/games?page=${began}${i}`, { 'x-client': `2001:db8:1:1::${i}` })).status)
    const other = await get(`/games?page=${began}9`, { 'x-client': '2001:db8:1:2::1' })
    const hit = await get(`/games?page=${began}0`, crawler)
    if (minute() !== began) continue
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    expect(other.status).toBe(200)
    expect(hit.status).toBe(200)
    return
  }
})

test('a page that nobody waits for any more is not rendered, and who asked for the same beside it gets it', async () => {
  const gate = Promise.withResolvers<void>()
  const rendered: string[] = []
  const { origin, seen } = await serve(async (request) => {
    rendered.push(new URL(request.url).search)
    await gate.promise
    return html(request.url)
  })
  const busy = [1, 2].map((page) => fetch(`${origin}/games?page=${page}`))
  await until(() => seen.missed === 2)
  const leaver = new AbortController()
  const left = fetch(`${origin}/games?page=3`, { signal: leaver.signal }).catch(() => 'left')
  const alone = fetch(`${origin}/games?page=4`, { signal: leaver.signal }).catch(() => 'left')
  await until(() => seen.missed === 4)
  const stays = fetch(`${origin}/games?page=3`, { headers: { 'x-client': '198.51.100.200' } })
  await until(() => seen.missed === 5)
  leaver.abort()
  expect([await left, await alone]).toEqual(['left', 'left'])
  await until(() => seen.left === 2)
  gate.resolve()
  await Promise.all(busy)
  expect((await stays).status).toBe(200)
  expect(rendered.sort()).toEqual(['?page=1', '?page=2', '?page=3'])
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
