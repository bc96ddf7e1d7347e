// A product seen in the shop before it is saved.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', DEMO: 'off' })
  ada = await addStaff(shop, { role: 'catalogue' })
})
afterAll(() => shop.close())

type Typed = [field: string, to: unknown][]
const preview = (one: TestProduct, typed: Typed, more: object = {}, who = ada) =>
  askAs(shop, who, `POST /office/products/${one.productId}/preview`, {
    ...{ language: 'en-US', changes: typed.map(([field, to]) => ({ field, from: '', to })) },
    ...more,
  })
const page = async (path: string) => {
  const answer = await fetch(shop.shop.origin + path, { redirect: 'manual' })
  return { status: answer.status, text: await answer.text() }
}
const info = async (one: TestProduct, path = '') => {
  const token = path.split('preview=')[1]
  const query = `zhname=${one.slug}&categoryName=games`
  return (await shop.call('GET', `/api/product/info?${query}`, token ? { headers: { 'x-preview': token } } : {})).body
}
const shelved = async (name: string) => {
  const one = await addProduct(shop, { name, keys: 2 })
  await until(async () => (await page(`/games/${one.slug}`)).status === 200, 'its shelf is known')
  return one
}

test('what is typed stands on the page of the preview, and nowhere else', async () => {
  const one = await shelved('Moss Keep')
  const before = await page(`/games/${one.slug}`)
  const { path } = await preview(one, [
    ['name.en-US', 'Lichen Keep'],
    ['description.en-US', 'Typed and not saved.'],
    ['developer', 'Moss & Sons'],
    [`sku.${one.skuId}.edition`, 'Deluxe Unsaved'],
  ])
  expect(path).toMatch(new RegExp(`^/games/${one.slug}\\?preview=[\\w-]{43}$`))
  const seen = await page(path)
  expect(seen.status).toBe(200)
  for (const said of ['Lichen Keep', 'Typed and not saved.', 'Moss &amp; Sons', 'Deluxe Unsaved'])
    expect(seen.text).toContain(said)
  // It is seen as often as somebody looks, and everybody else gets the page as it was.
  expect((await page(path)).text).toContain('Lichen Keep')
  expect((await page(`/games/${one.slug}`)).text).toBe(before.text)
  expect((await info(one)).data.iProductInfo).toMatchObject({ name: 'Moss Keep', description: '', developer: null })
  expect(await shop.db.one(sql`select name, developer from products where id = ${one.productId}`)).toEqual({
    name: { 'en-US': 'Moss Keep' },
    developer: null,
  })
  expect(await shop.db.query(sql`select from audit_log where subject_id = ${String(one.productId)}`)).toEqual([])
})

test('what the page asks again names the preview, and is answered by it for this product alone', async () => {
  const [one, other] = [await shelved('Fern'), await shelved('Reed')]
  const { path } = await preview(one, [['name.en-US', 'Fern unsaved']])
  expect((await info(one, path)).data.iProductInfo.name).toBe('Fern unsaved')
  expect((await info(other, path)).data.iProductInfo.name).toBe('Reed')
  expect((await info(one)).data.iProductInfo.name).toBe('Fern')
})

test('a price, an offer and an address are as they would be', async () => {
  const one = await shelved('Sedge')
  const prices = [{ field: `offer.${one.offerId}.price`, from: 19.99, to: 9.99 }]
  const cheaper = (await info(one, (await preview(one, [], { prices })).path)).data
  expect(cheaper.lowPrice).toBe(9.99)
  expect(cheaper.offers).toMatchObject([{ price: 9.99, stock: 2, reduction: { lowestPrice30: 19.99, percent: 50 } }])
  const off = await preview(one, [[`offer.${one.offerId}.active`, false]])
  expect((await info(one, off.path)).data.offers).toEqual([])
  // Whoever returns is reduced by what was asked last.
  await shop.db.run(sql`update offers set active = false where id = ${one.offerId}`)
  const back = await preview(one, [[`offer.${one.offerId}.active`, true]], { prices })
  expect((await info(one, back.path)).data.offers).toMatchObject([
    { price: 9.99, reduction: { lowestPrice30: 19.99, percent: 50 } },
  ])
  await shop.db.run(sql`update offers set active = true where id = ${one.offerId}`)
  const moved = await preview(one, [['slug', `${one.slug}-moved`]])
  expect(moved.path).toMatch(new RegExp(`^/games/${one.slug}-moved\\?`))
  expect((await page(moved.path)).text).toContain('Sedge')
  expect((await page(`/games/${one.slug}-moved`)).status).toBe(404)
  expect((await info(one)).data.lowPrice).toBe(19.99)
})

test('it is in the language that is edited, and says of others only what stands in for it', async () => {
  const one = await shelved('Heather')
  const typed: Typed = [
    ['name.de', 'Heide'],
    ['name.fr', 'Bruyère'],
    ['explanation.en-US', 'In English'],
  ]
  const { path } = await preview(one, typed, { language: 'de' })
  const { text } = await page(path)
  expect(text).toMatch(/<html lang="de"/)
  expect(text).toContain('Heide')
  expect(text).toMatch(/lang="en-US"[^>]*>In English/)
  const kept = await shop.db.one<{ said: object }>(sql`select said from previews order by made_at desc limit 1`)
  expect(Object.keys(kept.said).sort()).toEqual(['explanation.en-US', 'name.de'])
})

test('a draft is seen, and neither found nor bought', async () => {
  const one = await shelved('Bracken')
  await shop.db.run(sql`update products set is_draft = true where id = ${one.productId}`)
  await until(async () => (await page(`/games/${one.slug}`)).status === 404, 'it is away')
  const { path } = await preview(one, [])
  const { status, text } = await page(path)
  expect(status).toBe(200)
  expect(text).toContain('Bracken')
  expect(text).toContain('Preview of a draft: nobody else sees this, and nobody can buy it.')
  expect((await info(one, path)).data.offers).toMatchObject([{ stock: 0, price: 19.99 }])
  const line = { productId: one.productId, extId: one.skuId, supplyProductId: one.offerId, productCount: 1 }
  const headers = { 'x-preview': path.split('preview=')[1] }
  const synced = await shop.call('POST', '/api/product/syncStock', { headers, body: { lines: [line] } })
  expect(synced.body.data.lines).toMatchObject([{ exists: false }])
  expect((await page('/sitemap.xml')).text + (await page('/games')).text).not.toContain(one.slug)
})

test('what may not be saved is not shown, and is said beside its field', async () => {
  const [one, other] = [await shelved('Rush'), await shelved('Moor')]
  const errors = async (typed: Typed, more: object = {}) => (await preview(one, typed, more)).errors
  expect(await errors([['name.en-US', ' ']])).toEqual([{ path: 'name.en-US', message: 'catalogue.nameNeeded' }])
  expect(await errors([['slug', 'office']])).toEqual([{ path: 'slug', message: 'catalogue.slugReserved' }])
  expect(await errors([['slug', other.slug]])).toEqual([{ path: 'slug', message: 'catalogue.slugTaken' }])
  expect(await errors([['categoryId', 999_999]])).toEqual([{ path: 'categoryId', message: 'catalogue.gone' }])
  expect(await errors([['offer.999999.active', true]])).toEqual([
    { path: 'offer.999999.active', message: 'catalogue.gone' },
  ])
  const stranger = [{ field: `offer.${other.offerId}.price`, from: 1, to: 2 }]
  expect(await errors([], { prices: stranger })).toEqual([
    { path: `offer.${other.offerId}.price`, message: 'catalogue.gone' },
  ])
  for (const hostile of ['__proto__', 'constructor', 'name.__proto__', 'id', 'pictureId'])
    expect([hostile, (await errors([[hostile, 'x']]))?.[0]?.path]).toEqual([hostile, hostile])
  expect((await preview(one, [], { language: 'xx' })).status).toBe(400)
  expect((await preview({ ...one, productId: 999_999 }, [])).status).toBe(404)
  const { text } = await page((await preview(one, [['description.en-US', '</script><script>alert(1)</script>']])).path)
  expect(text).not.toContain('<script>alert(1)')
})

test('who may not change products may not preview them', async () => {
  const one = await shelved('Gorse')
  for (const role of ['support', 'reader', 'bookkeeper'])
    expect([role, (await preview(one, [], {}, await addStaff(shop, { role }))).status]).toEqual([role, 403])
  expect((await shop.call('POST', `/office/products/${one.productId}/preview`, { body: { language: 'en-US' } })).status).toBe(401) // biome-ignore format: one line
})
