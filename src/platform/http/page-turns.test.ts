// Whose page is rendered next: few at once of one client, a bounded line, and whoever stands beside it is served.
import { expect, test } from 'vitest'
import { html, pageServers, until } from './pages.testing.ts'

const { serve } = pageServers()

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
