// What languages and currency the operator offers is all that visitors are offered, at once; what began in another goes on in it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { chooseLocale, LOCALES } from '#platform/i18n/locales.ts'
import { LANGUAGE, LANGUAGES, languagesIn } from '#platform/settings/languages.ts'
import { until } from '#platform/testing.ts'
import { ordered, pay, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, STRIPE, type TestShop } from '#test/harness.ts'

let shop: TestShop
let owner: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  owner = await addStaff(shop)
})
afterAll(() => shop.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(shop.shop.origin + path, { headers, redirect: 'manual' })
const page = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text()
const set = (key: string, value: string, seen: string) =>
  askAs(shop, owner, `POST /office/settings/${key}`, { value, seen, reason: 'we speak these' })
const languageOf = async (path: string, headers?: Record<string, string>) =>
  /<html lang="([^"]+)"/.exec(await page(path, headers))?.[1]
const ALL = LOCALES.map(({ code }) => code).join(',')

test('a first visit ends in a language that is offered', () => {
  const offered = { locales: LOCALES.filter(({ code }) => ['de', 'zh-CN'].includes(code)), first: LOCALES[4]! }
  expect(offered.first.code).toBe('de')
  const chosen = (from: Parameters<typeof chooseLocale>[0]) => chooseLocale(from, offered).code
  expect(chosen({ lang: 'fr', cookie: 'zh-CN', acceptLanguage: 'de' })).toBe('zh-CN')
  expect(chosen({ lang: 'fr', cookie: 'ja', acceptLanguage: 'en, zh;q=0.1' })).toBe('zh-CN')
  // The other script of Chinese is nearer than a language that he did not name.
  expect(chosen({ acceptLanguage: 'zh-TW' })).toBe('zh-CN')
  expect(chosen({ acceptLanguage: 'en-GB,en' })).toBe('de')
  // What one shop found out of a header is no other's.
  expect(chooseLocale({ acceptLanguage: 'en-GB,en' }).code).toBe('en-US')
})

test('a default that is not offered is refused, and where two left one behind the first that is offered counts', async () => {
  for (const value of ['', 'xx', 'de,de', 'de,', 'DE', 'en-US,xx'])
    expect(await set('shop.languages', value, ALL), value).toMatchObject({ status: 400 })
  expect(await set('shop.languages', 'de,ja', ALL)).toMatchObject({ refused: 'settings.refused.defaultLanguage' })
  expect(await set('shop.currency', 'XTS', 'USD')).toMatchObject({ refused: 'settings.refused.choice' })
  const read = (of: { key: string }) => ({ [LANGUAGES.key]: ['ja', 'de'], [LANGUAGE.key]: 'en-US' })[of.key]
  expect(languagesIn({ read: read as never })().first.code).toBe('de')
})

test('pages, pickers, hreflang, sitemaps, feed and manifest have what is offered, and no other', async () => {
  const order = await ordered(shop, STRIPE)
  expect(await set('shop.language', 'de', 'en-US')).toEqual({ value: 'de' })
  expect(await set('shop.languages', 'de,ja', ALL)).toEqual({ value: 'de,ja' })
  expect(await set('shop.language', 'fr', 'de')).toMatchObject({ refused: 'settings.refused.choice' })
  await until(async () => (await languageOf('/', { 'accept-language': 'en' })) === 'de', 'the shop speaks German')
  expect(await languageOf('/', { cookie: 'locale=fr', 'accept-language': 'fr' })).toBe('de')
  expect(await languageOf('/', { cookie: 'locale=ja' })).toBe('ja')
  expect(await languageOf('/news?lang=ja')).toBe('ja')
  const old = await get('/news?lang=fr&page=2')
  expect([old.status, old.headers.get('location')]).toEqual([301, '/news?page=2'])

  const { origin } = shop.shop
  const html = await page('/news')
  const alternates = [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/gi)]
  expect(alternates.map(([, tag, href]) => [tag, href])).toEqual([
    ...[['de', `${origin}/news`], ['ja', `${origin}/news?lang=ja`]], // biome-ignore format: pairs
    ['x-default', `${origin}/news`],
  ])
  expect(html).toContain(`<link rel="canonical" href="${origin}/news"`)
  expect(await page('/news?lang=ja')).toContain(`<link rel="canonical" href="${origin}/news?lang=ja"`)
  expect([...html.matchAll(/og:locale:alternate" content="([^"]+)"/g)].map(([, tag]) => tag)).toEqual(['ja_JP'])
  expect(html).not.toMatch(/Français|lang=fr/)

  const { body } = await shop.call('GET', '/api/home/language')
  expect(body.data.map(({ id, domain }: { id: number; domain: string }) => [id, domain])).toEqual([
    [LOCALES.findIndex(({ code }) => code === 'de') + 1, 'de'],
    [LOCALES.findIndex(({ code }) => code === 'ja') + 1, 'ja'],
  ])
  const place = await shop.call('GET', '/api/home/location', { headers: { 'accept-language': 'fr-FR' } })
  expect(place.body.data.locale).toBe('de')

  const sitemaps = [...(await page('/sitemap.xml')).matchAll(/\/sitemaps\/pages-([\w-]+)\.xml/g)]
  expect(sitemaps.map(([, code]) => code)).toEqual(['de', 'ja'])
  expect((await get('/sitemaps/pages-fr.xml')).status).toBe(404)
  const listed = await page('/sitemaps/pages-ja.xml')
  expect([...new Set(listed.match(/hreflang="[^"]+"/g))]).toEqual([
    'hreflang="de"',
    'hreflang="ja"',
    'hreflang="x-default"',
  ])
  expect(listed).toContain(`<loc>${origin}/news?lang=ja</loc>`)
  expect(await page('/news/rss.xml?lang=fr')).toContain('<language>de</language>')
  expect(JSON.parse(await page('/manifest.webmanifest?lang=fr'))).toMatchObject({ lang: 'de', start_url: '/' })

  // What somebody began in his language goes on in it.
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  const mails = await shop.db.query<{ id: string; locale: string }>(
    sql`select id, locale from mails where data ->> 'orderId' = ${order.orderId}`,
  )
  expect(mails.map(({ locale }) => locale)).toEqual(['en-US'])
  expect(await page(`/sandbox/mail/${mails[0]!.id}`)).toContain('I expressly agree that delivery begins')
})

test('the default currency is that of whoever’s language has none here', async () => {
  const of = async (lang: string) => /data-currency="([A-Z]{3})"/.exec(await page(`/?lang=${lang}`))?.[1]
  expect(await set('shop.languages', 'en-US,de,ja,ru', 'de,ja')).toEqual({ value: 'en-US,de,ja,ru' })
  await until(async () => (await of('ru')) === 'USD', 'it speaks Russian again')
  expect([await of('de'), await of('ja')]).toEqual(['EUR', 'JPY'])
  expect(await set('shop.currency', 'GBP', 'USD')).toEqual({ value: 'GBP' })
  await until(async () => (await of('ru')) === 'GBP', 'it begins in pounds')
  expect([await of('en-US'), await of('de'), await of('ja')]).toEqual(['GBP', 'EUR', 'JPY'])
  const currencies = await askAs(shop, owner, 'GET /office/currencies')
  const yen = currencies.rows.find(({ code }: { code: string }) => code === 'JPY')
  const { id, seen, symbol, position } = yen
  await askAs(shop, owner, `POST /office/currencies/${id}`, {
    ...{ seen, symbol, position, rate: '150', isOn: false, followsBank: false, isSure: true, reason: 'no yen' },
  })
  await until(async () => (await of('ja')) === 'GBP', 'Japanese begins in pounds')
  const { body } = await shop.call('GET', '/api/home/language')
  const begins = (body.data as { domain: string; currencyName: string }[]).map((row) => [row.domain, row.currencyName])
  expect(Object.fromEntries(begins)).toMatchObject({ ja: 'GBP', de: 'EUR', 'en-US': 'GBP' })
})
