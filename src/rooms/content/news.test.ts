import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { EVERY_LANGUAGE } from '#platform/i18n/locales.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { newsFeed } from './rss.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', SHOP_NAME: 'Keys & Co', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`delete from news`))

const get = (path: string, locale = 'en-US') => shop.call('GET', path, { headers: { 'x-locale': locale } })

/** Answers its id. */
async function write(more: {
  title?: Record<string, string>
  content?: Record<string, string>
  abstractInfo?: Record<string, string>
  at?: string
}): Promise<number> {
  const { title = { 'en-US': 'News' }, content = { 'en-US': 'Text' }, abstractInfo = {}, at = '2026-01-01' } = more
  const { id } = await shop.db.one<{ id: number }>(sql`
    insert into news (title, abstract_info, content, author, genre, seed, published_at)
    values (${JSON.stringify(title)}, ${JSON.stringify(abstractInfo)}, ${JSON.stringify(content)}, 'Mara', 'rpg', 'x', ${at})
    returning id`)
  return id
}

describe('the list', () => {
  test('comes newest first, twelve a page, ties by id, no piece twice, with the true total', async () => {
    const ids: number[] = []
    for (let i = 0; i < 14; i++) ids.push(await write({}))
    const newest = await write({ at: '2026-02-01' })
    const pages = await Promise.all([1, 2, 3].map((page) => get(`/api/bottom/news?pageNum=${page}`)))
    expect(pages.map(({ body }) => body.rows.length)).toEqual([12, 3, 0])
    expect(pages.map(({ body }) => body.total)).toEqual([15, 15, 15])
    expect(pages.flatMap(({ body }) => body.rows.map(({ id }: { id: number }) => id))).toEqual([
      newest,
      ...ids.reverse(),
    ])
  })

  test('falls back to English field by field, and says which language a title is in', async () => {
    await write({ title: { 'en-US': 'New', de: 'Neu' }, abstractInfo: { 'en-US': 'Short', fr: 'Court' } })
    expect((await get('/api/bottom/news', 'de')).body.rows).toMatchObject([
      { title: 'Neu', abstractInfo: 'Short', language: 'de', author: 'Mara', comments: 0, isAlone: '0' },
    ])
    expect((await get('/api/bottom/news', 'fr')).body.rows).toMatchObject([
      { title: 'New', abstractInfo: 'Court', language: 'en-US' },
    ])
  })

  test('leaves out what is not published yet', async () => {
    const id = await write({ at: '2999-01-01' })
    expect((await get('/api/bottom/news')).body).toMatchObject({ rows: [], total: 0 })
    expect((await get(`/api/bottom/news/${id}`)).status).toBe(404)
    expect((await shop.call('POST', `/api/bottom/news/${id}/click`)).status).toBe(404)
  })

  test.each(['pageNum=0', 'pageNum=x', 'pageSize=0', 'pageSize=101', 'pageNum=1.5'])(
    'with %s is malformed',
    async (query) => expect((await get(`/api/bottom/news?${query}`)).status).toBe(400),
  )
})

describe('a piece', () => {
  test('has its text as HTML and its neighbours in time', async () => {
    const [older, id, newer] = [
      await write({ at: '2026-01-01', title: { 'en-US': 'Older', de: 'Älter' } }),
      await write({ at: '2026-01-02', content: { 'en-US': '# Head\n\n<script>x</script>' } }),
      await write({ at: '2026-01-03' }),
    ]
    await write({ at: '2999-01-01' })
    const { data } = (await get(`/api/bottom/news/${id}`, 'de')).body
    expect(data).toMatchObject({
      id,
      content: '<h2>Head</h2>\n<p>&lt;script&gt;x&lt;/script&gt;</p>\n',
      language: 'en-US',
      createTime: '2026-01-02T00:00:00.000Z',
      seoTitle: '',
      previous: { id: older, title: 'Älter' },
      next: { id: newer },
    })
    expect((await get(`/api/bottom/news/${newer}`)).body.data.next).toBeNull()
    expect((await get(`/api/bottom/news/${older}`)).body.data.previous).toBeNull()
  })

  test.each([
    ['2147483647', 404],
    ['0', 400],
    ['x', 400],
  ])('%s answers %i', async (id, status) => expect((await get(`/api/bottom/news/${id}`)).status).toBe(status))

  test('counts each reader once, also those of one moment, and no reading', async () => {
    const id = await write({})
    await get(`/api/bottom/news/${id}`)
    const click = (reader: string) =>
      shop.call('POST', `/api/bottom/news/${id}/click`, { headers: { 'x-forwarded-for': reader } })
    const clicks = await Promise.all([1, 2, 3, 4, 5].map((reader) => click(`198.51.100.${reader}`)))
    expect(clicks.map(({ body }) => body.data.comments).sort()).toEqual([1, 2, 3, 4, 5])
    const again = await Promise.all([1, 2, 3, 4, 5].map((reader) => click(`198.51.100.1:${50_000 + reader}`)))
    expect(again.map(({ body }) => body.data.comments)).toEqual([5, 5, 5, 5, 5])
    expect((await get(`/api/bottom/news/${id}`)).body.data.comments).toBe(5)
  })

  test('has a picture of its own, 21:9, under an address that never changes its meaning', async () => {
    const id = await write({})
    const { imgUrl, imgUrlRtl } = (await get(`/api/bottom/news/${id}`)).body.data
    const picture = await fetch(`${shop.shop.origin}${imgUrl.replace('1680.webp', '420.avif')}`)
    expect(picture.headers.get('content-type')).toBe('image/avif')
    expect(picture.headers.get('cache-control')).toContain('immutable')
    expect((await fetch(`${shop.shop.origin}${imgUrlRtl.replace('1680', '420')}`)).status).toBe(200)
    const outdated = await fetch(`${shop.shop.origin}/media/news/${id}-0123456789/420.webp`, { redirect: 'manual' })
    expect(outdated.headers.get('location')).toBe(imgUrl.replace('1680', '420'))
    expect((await fetch(`${shop.shop.origin}${imgUrl.replace('1680', '999')}`)).status).toBe(404)
  })
})

describe('the feed', () => {
  const feed = (query = '', headers = {}) => fetch(`${shop.shop.origin}/news/rss.xml${query}`, { headers })

  test('is RSS with absolute addresses in the language asked for, everything escaped', async () => {
    const id = await write({
      title: { 'en-US': 'A <b> & "c" \u0001', de: 'Ä' },
      abstractInfo: { 'en-US': ']]> & more' },
      at: '2026-01-02T09:00:00Z',
    })
    const { origin } = shop.shop
    const answer = await feed()
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    expect(await answer.text()).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>News from Keys &amp; Co</title>
<link>${origin}/news</link>
<description>New games, price drops and guides to keys, regions and gift cards.</description>
<language>en-US</language>
<atom:link href="${origin}/news/rss.xml" rel="self" type="application/rss+xml"/>
<lastBuildDate>Fri, 02 Jan 2026 09:00:00 GMT</lastBuildDate>
<item>
<title>A &lt;b&gt; &amp; &quot;c&quot; </title>
<link>${origin}/newsInfo?id=${id}</link>
<guid isPermaLink="true">${origin}/newsInfo?id=${id}</guid>
<pubDate>Fri, 02 Jan 2026 09:00:00 GMT</pubDate>
<dc:creator>Mara</dc:creator>
<description>]]&gt; &amp; more</description>
</item>
</channel>
</rss>
`)
    const german = await (await feed('?lang=de')).text()
    expect(german).toContain('<language>de</language>')
    expect(german).toContain('<title>Ä</title>')
    expect(german).toContain(`<link>${origin}/newsInfo?id=${id}&amp;lang=de</link>`)
    expect(await (await feed('?lang=xx')).text()).toContain('<language>en-US</language>')
  })

  test('is not sent again while it is the same', async () => {
    const id = await write({ at: '2026-01-02T09:00:00Z' })
    const first = await feed()
    const etag = first.headers.get('etag')!
    expect(first.headers.get('last-modified')).toBe('Fri, 02 Jan 2026 09:00:00 GMT')
    expect((await feed('', { 'if-none-match': `"other", W/${etag}` })).status).toBe(304)
    await shop.db.run(sql`update news set title = '{"en-US":"Corrected"}' where id = ${id}`)
    expect((await feed('', { 'if-none-match': etag })).status).toBe(200)
  })

  test('is read in turns and so often a minute, and who asks for it without end is told when to come again', async () => {
    const options = { db: shop.db, shopName: () => 'Keys', origin: () => 'http://shop.example' }
    const asked = (perMinute: number, addresses: string[]) => {
      const answer = newsFeed({ ...options, languages: () => EVERY_LANGUAGE, perMinute })
      const request = () => new Request('http://shop.example/news/rss.xml')
      return Promise.all(addresses.map(async (address) => (await answer(request(), { address }))?.status))
    }
    const often = ['203.0.113.9', '203.0.113.9', '203.0.113.9', '203.0.113.10']
    expect(await asked(2, often)).toEqual([200, 200, 429, 200])
    // One of theirs is read, 16 wait.
    const networks = Array.from({ length: 18 }, (_, n) => `2001:db8:1:${n.toString(16)}::1`)
    expect(await asked(100, [...networks, '203.0.113.9'])).toEqual([...Array<number>(17).fill(200), 429, 200])
  })

  test('without news is an empty one', async () => {
    const answer = await feed()
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('<item>')
  })
})
