// How often one address may ask for goods and for what else the database is asked (decision A9): far more than anybody who shops does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct, openTestShop, type TestShop, withinOneMinute } from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ CATALOGUE_PER_MINUTE: '3', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())

let visitors = 0

test.each([
  ['GET', '/api/home/queryProducts?name=ring', undefined],
  ['POST', '/api/product/list', {}],
  ['GET', '/api/product/condition/list?name=ring', undefined],
  ['POST', '/api/product/syncStock', { lines: [] }],
  ['GET', '/api/home/products', undefined],
  ['GET', '/api/home/navigationBar', undefined],
  ['GET', '/api/product/recommends?classId=1&id=1', undefined],
  ['GET', '/api/product/info?zhname=gone&categoryName=gone', undefined],
  ['GET', '/api/product/category/info/name/gone', undefined],
  ['GET', '/api/bottom/feedbacks?pid=0', undefined],
  ['GET', '/api/bottom/feedbackSummary?pid=0', undefined],
  ['GET', '/api/bottom/news', undefined],
  ['GET', '/api/bottom/news/1', undefined],
  ['GET', '/api/website/info/1', undefined],
  ['GET', '/api/website/shell', undefined],
  ['GET', '/api/check/paymentlist', undefined],
] as const)('%s %s: so many a minute are answered to one address', async (method, path, body) => {
  await withinOneMinute(shop, async () => {
    // What was counted in memory stays: who asks again in the next minute is somebody else.
    const headers = { 'x-forwarded-for': `198.51.100.${++visitors}` }
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await shop.call(method, path, { body, headers })).status)
    const found = statuses[0]
    expect([200, 404]).toContain(found)
    expect(statuses).toEqual([found, found, found, 429])
  })
})

test('pages that the shop renders itself are counted by their own limit alone', async () => {
  await addProduct(shop)
  for (let page = 1; page <= 5; page++)
    expect((await fetch(`${shop.shop.origin}/search?name=ring${page}`)).status).toBe(200)
})
