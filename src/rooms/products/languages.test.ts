import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let both: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  both = await addProduct(shop, { keys: 1, name: 'The Long Road' })
  // Name in Chinese only, description in Arabic only: each text falls back by itself.
  await shop.db.run(sql`
    update products set
      name = name || '{"zh-CN":"漫漫长路"}', description = '{"en-US":"In English","ar":"بالعربية"}', explanation = '{"en-US":"Short"}'
    where id = ${both.productId}`)
  await shop.db.run(sql`update categories set name = name || '{"zh-CN":"游戏"}'`)
  const path = `/api/product/info?zhname=${both.slug}&categoryName=games`
  await until(async () => (await shop.call('GET', path)).status === 200, 'its shelf is known')
  await until(async () => (await names({ 'x-locale': 'zh-CN' })).category === '游戏', 'the new names are known')
  const listed = () => shop.call('POST', '/api/product/list', { body: {}, headers: { 'x-locale': 'zh-CN' } })
  await until(async () => (await listed()).body.rows[0]?.name === '漫漫长路', 'the lists know them, too')
})
afterAll(() => shop.close())

async function names(headers: Record<string, string>) {
  const { body } = await shop.call('GET', `/api/product/info?zhname=${both.slug}&categoryName=games`, { headers })
  const { name, description, explanation, className } = body.data.iProductInfo
  return { name, description, explanation, category: className }
}

describe('texts are in the language of the request, and in English field by field where it has none', () => {
  const chinese = { name: '漫漫长路', description: 'In English', explanation: 'Short', category: '游戏' }
  const arabic = { name: 'The Long Road', description: 'بالعربية', explanation: 'Short', category: 'Games' }
  const english = { name: 'The Long Road', description: 'In English', explanation: 'Short', category: 'Games' }
  test.each<[string, Record<string, string>, object]>([
    ['by x-locale', { 'x-locale': 'zh-CN' }, chinese],
    ['by x-locale before the cookie', { 'x-locale': 'ar', cookie: 'locale=zh-CN' }, arabic],
    ['by the cookie before the browser’s', { cookie: 'a=1; locale=ar', 'accept-language': 'zh' }, arabic],
    ['by the browser’s', { 'accept-language': 'zh-SG, en;q=0.5' }, chinese],
    ['in English when nothing is said', {}, english],
    ['in English when nonsense is said', { 'x-locale': 'xx', cookie: 'locale=%00', 'accept-language': ';;q' }, english],
  ])('%s', async (_, headers, expected) => expect(await names(headers)).toEqual(expected))
})

test('each text of a product says which language it is in', async () => {
  const path = `/api/product/info?zhname=${both.slug}&categoryName=games`
  const { body } = await shop.call('GET', path, { headers: { 'x-locale': 'ar' } })
  const { explanationLanguage, descriptionLanguage } = body.data.iProductInfo
  expect({ explanationLanguage, descriptionLanguage }).toEqual({
    explanationLanguage: 'en-US',
    descriptionLanguage: 'ar',
  })
})

test('lists, suggestions, carts and navigation say the same name', async () => {
  const headers = { 'x-locale': 'zh-CN' }
  const list = await shop.call('POST', '/api/product/list', { body: {}, headers })
  const found = await shop.call('GET', `/api/home/queryProducts?name=${encodeURIComponent('漫漫')}`, { headers })
  const line = { productId: both.productId, extId: both.skuId, supplyProductId: both.offerId, productCount: 1 }
  const cart = await shop.call('POST', '/api/product/syncStock', { body: { lines: [line] }, headers })
  const navigation = await shop.call('GET', '/api/home/navigationBar', { headers })
  expect([list.body.rows[0].name, found.body.data[0].name, cart.body.data.lines[0].productName]).toEqual(
    Array(3).fill('漫漫长路'),
  )
  expect(navigation.body.data[0].name).toBe('游戏')
  // English words find it in every language.
  const english = await shop.call('GET', '/api/home/queryProducts?name=long%20road', { headers })
  expect(english.body.data[0].name).toBe('漫漫长路')
})

describe('a page', () => {
  const page = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${shop.shop.origin}/games/${both.slug}${query}`, { headers })
    return { html: await answer.text(), cookies: answer.headers.getSetCookie() }
  }

  test.each([
    ['en-US', 'en-US', 'ltr', 'The Long Road'],
    ['zh-CN', 'zh-Hans-CN', 'ltr', '漫漫长路'],
    ['ar', 'ar', 'rtl', 'The Long Road'],
  ])('in %s says so to its reader', async (code, tag, dir, name) => {
    const { html } = await page(`?lang=${code}`)
    expect(html).toMatch(new RegExp(`<html[^>]* lang="${tag}"[^>]* dir="${dir}"`))
    expect(html).toContain(name)
  })

  test('in a chosen language keeps the choice; a page of nonsense keeps none', async () => {
    expect((await page('?lang=zh-CN')).cookies).toEqual(['locale=zh-CN; Path=/; Max-Age=31536000; SameSite=Lax'])
    expect((await page('?lang=zh-CN', { cookie: 'locale=zh-CN' })).cookies).toEqual([])
    expect((await page('')).cookies).toEqual([])
  })

  test('is kept apart by language and currency, never by who asked first', async () => {
    const dollars = await page('', { cookie: 'currencyType=USD' })
    const euros = await page('', { cookie: 'currencyType=EUR' })
    const chinese = await page('', { 'accept-language': 'zh-CN' })
    expect(dollars.html).toMatch(/data-currency="USD"/)
    expect(euros.html).toMatch(/data-currency="EUR"/)
    expect(chinese.html).toMatch(/data-currency="CNY"/)
    expect((await page('', { cookie: 'currencyType=EVIL' })).html).toMatch(/data-currency="USD"/)
    expect((await page('', { cookie: 'currencyType=EUR' })).html).toBe(euros.html)
  })
})
