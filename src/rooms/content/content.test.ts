import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { otherMemberSite } from './member-site.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', SUPPORT_EMAIL: 'help@shop.example' })
})
afterAll(() => shop.close())

const get = (path: string, locale = 'en-US') => shop.call('GET', path, { headers: { 'x-locale': locale } })
const write = (type: number, content: Record<string, string>) =>
  shop.db.run(sql`
    insert into website_infos (type, content) values (${type}, ${JSON.stringify(content)})
    on conflict (type) do update set content = excluded.content`)
const aroundPages = async (locale?: string) => (await get('/api/website/shell', locale)).body.data

describe('website info', () => {
  test('of a page is its Markdown as HTML, in the language asked for, else in English', async () => {
    await write(4, { 'en-US': '# About\n\n<b>us</b> & [you](javascript:x)', de: '# Über uns' })
    expect((await get('/api/website/info/4', 'de')).body).toMatchObject({
      code: 200,
      data: { type: 4, content: '<h2>Über uns</h2>\n', language: 'de' },
    })
    expect((await get('/api/website/info/4', 'fr')).body.data).toMatchObject({
      content: '<h2>About</h2>\n<p>&lt;b&gt;us&lt;/b&gt; &amp; [you](javascript:x)</p>\n',
      language: 'en-US',
    })
  })

  test('of an item is plain text, as it was written', async () => {
    await write(15, { 'en-US': '+1 555-0100 *day & night*' })
    expect((await get('/api/website/info/15')).body.data.content).toBe('+1 555-0100 *day & night*')
  })

  test.each([
    ['an unknown id', 99, undefined],
    ['an empty text', 16, { 'en-US': '' }],
    ['an empty text in every language', 3, { de: '', 'en-US': '' }],
  ])('with %s is not found', async (_, type, content) => {
    if (content) await write(type, content)
    expect(await get(`/api/website/info/${type}`)).toMatchObject({ status: 404, body: { msg: 'error.notFound' } })
  })

  test.each(['0', '-1', '1.5', 'x', '99999999999'])('with “%s” is malformed', async (type) => {
    expect((await get(`/api/website/info/${type}`)).status).toBe(400)
  })
})

describe('what stands around every page', () => {
  test('is empty in a new shop, but for the support address of the configuration', async () => {
    await shop.db.run(sql`delete from website_infos`)
    await until(async () => (await aroundPages()).pages.length === 0, 'the pages are gone')
    expect(await aroundPages()).toEqual({
      email: 'help@shop.example',
      phone: null,
      hours: null,
      company: null,
      legal: false,
      chat: null,
      tracking: null,
      social: [],
      memberSite: '',
      pages: [],
      seo: {},
    })
  })

  test('follows what the operator writes, by language, and leads to web addresses only', async () => {
    await write(7, { 'en-US': 'https://www.youtube.example/@shop' })
    await write(8, { 'en-US': 'javascript:alert(1)' })
    await write(10, { 'en-US': 'https://bsky.example/shop' })
    await write(11, { 'en-US': 'us@shop.example' })
    await write(12, { 'en-US': 'data:text/html,x' })
    await write(13, { 'en-US': 'Always', de: 'Immer' })
    await write(19, { 'en-US': ' https://parcels.example/track ' })
    await write(2, { 'en-US': 'Privacy' })
    await until(async () => (await aroundPages()).pages.length === 1, 'the page is there')
    expect(await aroundPages('de')).toEqual({
      email: 'us@shop.example',
      phone: null,
      hours: 'Immer',
      company: null,
      legal: false,
      chat: null,
      tracking: 'https://parcels.example/track',
      social: [
        { name: 'YouTube', url: 'https://www.youtube.example/@shop' },
        { name: 'Bluesky', url: 'https://bsky.example/shop' },
      ],
      memberSite: '',
      pages: [2],
      seo: {},
    })
  })
})

describe('search texts', () => {
  const seo = async (key: string, locale?: string) => (await get(`/api/home/seo/seoIndex/${key}`, locale)).body.data

  test('are empty until the operator writes them, field by field', async () => {
    expect(await seo('page_home')).toEqual({ seoTitle: '', seoKey: '', seoDec: '' })
    await shop.db.run(sql`
      insert into seo_pages (key, seo_title, seo_dec)
      values ('page_home', '{"en-US":"Keys","de":"Schlüssel"}', '{"en-US":"All of them"}')`)
    await until(async () => (await seo('page_home')).seoTitle !== '', 'the text is there')
    const german = { seoTitle: 'Schlüssel', seoKey: '', seoDec: 'All of them' }
    expect(await seo('page_home', 'de')).toEqual(german)
    expect((await aroundPages('de')).seo).toEqual({ page_home: german })
  })

  test.each(['page_nothing', '__proto__', 'constructor', 'page_home%20'])('of “%s” do not exist', async (key) => {
    expect((await get(`/api/home/seo/seoIndex/${key}`)).status).toBe(404)
  })
})

test('the member site itself sends nobody on to itself', () => {
  expect(otherMemberSite('https://members.example/', 'https://www.shop.example')).toBe('https://members.example')
  expect(otherMemberSite('https://members.example/', 'https://members.example/')).toBe('')
  expect(otherMemberSite(undefined, undefined)).toBe('')
})

test('the links to login and registration lead to another member site where there is one', async () => {
  const other = await openTestShop({ MEMBER_SITE_URL: 'https://members.example/', WORKER: 'off' })
  try {
    const linksOf = async ({ shop: { origin } }: TestShop) => {
      const html = await (await fetch(`${origin}/`)).text()
      return [...new Set([...html.matchAll(/href="([^"]*\/(?:login|register))"/g)].map(([, href]) => href))]
    }
    expect(await linksOf(other)).toEqual(['https://members.example/login', 'https://members.example/register'])
    expect(await linksOf(shop)).toEqual(['/login', '/register'])
    // Whatever else leads to these pages (reviews, wishes, what members alone see) leads there by them, with the way back.
    const sentTo = async ({ shop: { origin } }: TestShop, path: string) => {
      const answer = await fetch(origin + path, { redirect: 'manual' })
      return [answer.status, answer.headers.get('location')]
    }
    expect(await sentTo(other, '/login?to=%2Fmy-order')).toEqual([302, 'https://members.example/login?to=%2Fmy-order'])
    expect(await sentTo(other, '/register')).toEqual([302, 'https://members.example/register'])
    expect(await sentTo(other, '/forgot')).toEqual([200, null])
    expect(await sentTo(shop, '/login?to=%2Fmy-order')).toEqual([200, null])
    // What merely begins so is the shop's own: a category may be called anything.
    expect(await sentTo(other, '/login-cards')).toEqual(await sentTo(other, '/other-cards'))
    expect((await sentTo(other, '/login-cards'))[0]).not.toBe(404)
  } finally {
    await other.close()
  }
})
