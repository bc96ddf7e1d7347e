import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addMember, openTestShop, type TestShop, withinOneDay, withinOneMinute } from '#test/harness.ts'
import { loseVisitors } from './api.ts'
import { pageOf, referrerOf } from './rules.ts'
import { forgetOldVisits } from './store.ts'

const SHOP = 'https://shop.example'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`truncate visits, rate_limits`))

const visit = (body: object, headers: Record<string, string> = {}) =>
  shop.call('POST', '/api/saveVisit', { body, headers: { 'user-agent': BROWSER, ...headers } })

interface Row {
  page: string
  referrer: string | null
  locale: string
  visitor: Buffer
}
const rows = () => shop.db.query<Row>(sql`select page, referrer, locale, visitor from visits order by id`)

test('a visit keeps page, referrer, language and a hash; nothing of who it was', async () => {
  const answer = await visit(
    {
      toUrl: '/rpg-games?name=secret#access=abc',
      fromUrl: 'https://search.example/q?w=me',
      memberId: 7,
      memberName: 'Ada',
    },
    { 'x-locale': 'fr', 'x-forwarded-for': '203.0.113.9' },
  )
  expect(answer).toMatchObject({ status: 200, body: { data: null } })
  const all = await shop.db.query(sql`select * from visits`)
  expect(all).toMatchObject([{ page: '/rpg-games', referrer: 'search.example', locale: 'fr' }])
  const text = JSON.stringify(all)
  for (const trace of ['203.0.113.9', 'Firefox', 'secret', 'abc', 'Ada', 'w=me']) expect(text).not.toContain(trace)
  expect(Object.keys(all[0]!).sort()).toEqual(['at', 'by_member', 'id', 'locale', 'page', 'referrer', 'visitor'])
})

test('of a member it keeps that he was one, found from his session and never from what he says', async () => {
  const [ada, ben] = [await addMember(shop), await addMember(shop)]
  await visit({ toUrl: '/', memberId: ada.id, memberName: ada.username })
  await visit({ toUrl: '/', memberId: ada.id, memberName: ada.username }, { cookie: ben.cookie })
  const all = await shop.db.query(sql`select * from visits order by id`)
  expect(all).toMatchObject([{ by_member: false }, { by_member: true }])
  const text = JSON.stringify(all)
  for (const { id, username, email } of [ada, ben])
    for (const trace of [id, username, email]) expect(text).not.toContain(trace)
  // The same browser at the same address is one visitor, signed in or not.
  const [guest, member] = await rows()
  expect(guest!.visitor).toEqual(member!.visitor)
})

test('every navigation is one visit, a page that is opened again another', async () => {
  const way = ['/', '/rpg-games', '/', '/rpg-games', '/rpg-games']
  for (const [at, page] of way.entries()) await visit({ toUrl: page, fromUrl: way[at - 1] ?? '' })
  const kept = (await rows()).map(({ page, referrer }) => [referrer, page])
  expect(kept).toEqual(way.map((page, at) => [way[at - 1] ?? null, page]))
})

// At addresses of its own, others when it is done anew: whoever is over is refused from memory, whatever becomes of the count.
let busy = 0
test('an address has 120 visits a minute; what is more is refused and not kept, and others are not held up', async () => {
  await withinOneMinute(shop, async () => {
    await shop.db.run(sql`truncate visits`)
    busy += 2
    const from = (host: number) => visit({ toUrl: '/' }, { 'x-forwarded-for': `198.51.100.${host}` })
    const answers = await Promise.all(Array.from({ length: 125 }, () => from(busy)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(refused[0]!.body).toEqual({ code: 429, msg: 'error.tooMany' })
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from(busy + 1)).status).toBe(200)
    expect(await rows()).toHaveLength(121)
  })
})

test('one visitor is one hash for a day; another address or browser is another', () =>
  withinOneDay(shop, async () => {
    await shop.db.run(sql`truncate visits`)
    const from = (address: string, browser = BROWSER) =>
      visit({ toUrl: '/' }, { 'x-forwarded-for': address, 'user-agent': browser })
    await from('203.0.113.9')
    await from('203.0.113.9')
    await from('203.0.113.10')
    await from('203.0.113.9', `${BROWSER} Other`)
    const hashes = (await rows()).map(({ visitor }) => visitor.toString('hex'))
    expect(hashes[0]).toBe(hashes[1])
    expect(new Set(hashes).size).toBe(3)
  }))

test('after its day a hash is replaced by one that nobody can compute, and visitors can still be counted', () =>
  withinOneDay(shop, async () => {
    await shop.db.run(sql`truncate visits`)
    for (const address of ['203.0.113.9', '203.0.113.9', '203.0.113.10'])
      await visit({ toUrl: '/' }, { 'x-forwarded-for': address })
    const before = (await rows()).map(({ visitor }) => visitor.toString('hex'))
    await loseVisitors(shop.db)
    expect((await rows()).map(({ visitor }) => visitor.toString('hex'))).toEqual(before)
    await shop.db.run(sql`update visits set at = at - interval '1 day'`)
    await loseVisitors(shop.db)
    const after = (await rows()).map(({ visitor }) => visitor.toString('hex'))
    expect(after[0]).toBe(after[1])
    expect(after[0]).not.toBe(after[2])
    for (const hash of after) expect(before.some((old) => old.includes(hash))).toBe(false)
    expect(after.length).toBe(3)
    // A second run leaves them as they are.
    await loseVisitors(shop.db)
    expect((await rows()).map(({ visitor }) => visitor.toString('hex'))).toEqual(after)
  }))

test('however many they are: in batches, a visitor with one hash in all of them', async () => {
  for (const address of ['203.0.113.9', '203.0.113.10', '203.0.113.9', '203.0.113.9'])
    await visit({ toUrl: '/' }, { 'x-forwarded-for': address })
  await shop.db.run(sql`update visits set at = at - interval '1 day'`)
  await loseVisitors(shop.db, 1)
  const after = (await rows()).map(({ visitor }) => visitor)
  expect(after.map(({ length }) => length)).toEqual([8, 8, 8, 8])
  expect(new Set(after.map((hash) => hash.toString('hex'))).size).toBe(2)
})

test('visits older than 90 days are deleted', async () => {
  await visit({ toUrl: '/old' })
  await shop.db.run(sql`update visits set at = now() - interval '91 days'`)
  await visit({ toUrl: '/new' })
  expect(await forgetOldVisits(shop.db, 90, 500)).toBe(1)
  expect((await rows()).map(({ page }) => page)).toEqual(['/new'])
})

test.each([
  ['who asked not to be followed', { 'sec-gpc': '1' }],
  ['who asked not to be tracked', { dnt: '1' }],
  ['a page that was loaded in advance', { 'sec-purpose': 'prefetch' }],
  ['a machine', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
])('%s is not noted', async (_, headers) => {
  expect((await visit({ toUrl: '/' }, headers)).status).toBe(200)
  expect(await rows()).toEqual([])
})

test('bad input is refused, foreign pages are not ours', async () => {
  expect((await visit({})).status).toBe(400)
  expect((await visit({ toUrl: `/${'x'.repeat(2_000)}` })).status).toBe(400)
  expect((await visit({ toUrl: '/', fromUrl: 'x'.repeat(2_001) })).status).toBe(400)
  expect((await visit({ toUrl: 'https://evil.example/' })).status).toBe(200)
  expect(await rows()).toEqual([])
})

test('addresses are cut down to what may be kept', () => {
  expect(pageOf('/a/b?c=d#e', SHOP)).toBe('/a/b')
  expect(pageOf('https://shop.example/x?y', SHOP)).toBe('/x')
  expect(pageOf('//evil.example/x', SHOP)).toBeUndefined()
  expect(pageOf('https://[', SHOP)).toBeUndefined()
  expect(pageOf(`/${'x'.repeat(900)}`, SHOP)).toHaveLength(300)
  expect(referrerOf('', SHOP)).toBeNull()
  expect(referrerOf('/cart?x', SHOP)).toBe('/cart')
  expect(referrerOf('https://user:pass@other.example:8443/path?q', SHOP)).toBe('other.example:8443')
  expect(referrerOf('android-app://com.example', SHOP)).toBeNull()
  expect(referrerOf('javascript:alert(1)', SHOP)).toBeNull()
})
