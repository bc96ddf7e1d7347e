// Products as the back office makes and changes them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addKeys, addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { officeProducts } from './office.testing.ts'

let shop: TestShop
let ada: TestStaff
let ben: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'catalogue' })
  ben = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const { ask, rows, ids, product, save, audited, publicPage } = officeProducts(() => ({ shop, ada }))

test('two people at once: what they did not both touch is put together, what they did is shown and nothing is lost', async () => {
  const one = await addProduct(shop, { name: 'Twice' })
  expect(
    await save(one, [
      ['name.de', '', 'Zweimal'],
      ['developer', '', 'Moss'],
    ]),
  ).toMatchObject({ texts: { name: { 'en-US': 'Twice', de: 'Zweimal' } }, developer: 'Moss' })
  // Ben began before: he touched the maker, too.
  const late = await save(
    one,
    [
      ['name.fr', '', 'Deux fois'],
      ['developer', '', 'Lichen'],
      ['name.de', '', 'Zweimal'],
    ],
    ben,
  )
  expect(late).toEqual({
    ...{ status: 422, refused: 'catalogue.refused.changed' },
    data: { conflicts: [{ field: 'developer', theirs: 'Moss', mine: 'Lichen' }] },
  })
  expect((await product(one)).texts.name).toEqual({ 'en-US': 'Twice', de: 'Zweimal' })
  // He has seen it, and wants his own.
  expect(
    await save(
      one,
      [
        ['name.fr', '', 'Deux fois'],
        ['developer', 'Moss', 'Lichen'],
      ],
      ben,
    ),
  ).toMatchObject({
    texts: { name: { 'en-US': 'Twice', de: 'Zweimal', fr: 'Deux fois' } },
    developer: 'Lichen',
  })
  expect(await audited('product.change', one.productId)).toMatchObject([
    { actor: ada.email, before: { 'name.de': '', developer: '' }, after: { 'name.de': 'Zweimal', developer: 'Moss' } },
    { actor: ben.email, before: { developer: 'Moss', 'name.fr': '' }, after: { developer: 'Lichen' } },
  ])
  // At the very same moment one of both is told.
  const both = await Promise.all([save(one, [['publisher', '', 'A']], ada), save(one, [['publisher', '', 'B']], ben)])
  expect(both.filter((answer) => answer.refused === 'catalogue.refused.changed')).toHaveLength(1)
})

test('the old address leads to the new one; what is taken, reserved or no address is refused', async () => {
  const [one, other] = [await addProduct(shop), await addProduct(shop)]
  const moved = `moved-${one.productId}`
  await save(one, [['slug', one.slug, moved]])
  const info = await shop.call('GET', `/api/product/info?zhname=${one.slug}&categoryName=games`)
  expect(info.body.data.iProductInfo.zhname).toBe(moved)
  const refusal = async (slug: unknown) => (await save(one, [['slug', moved, slug]])).errors
  expect(await refusal(other.slug)).toEqual([{ path: 'slug', message: 'catalogue.slugTaken' }])
  expect(await refusal('office')).toEqual([{ path: 'slug', message: 'catalogue.slugReserved' }])
  for (const wrong of ['', 'A b', '-x', 'ä', '../x', 'a'.repeat(81), 7])
    expect([wrong, (await refusal(wrong))?.length]).toEqual([wrong, 1])
  expect((await save(other, [['slug', other.slug, one.slug]])).errors).toEqual([
    { path: 'slug', message: 'catalogue.slugTaken' },
  ])
  // Its own old one it may have again.
  expect(await save(one, [['slug', moved, one.slug]])).toMatchObject({ slug: one.slug })
})

test('every field has its bounds, and what the shop does not have cannot be chosen', async () => {
  const [one, other] = [await addProduct(shop), await addProduct(shop)]
  const now = (await product(one)).texts.name['en-US']
  const wrong: [string, unknown, unknown, string][] = [
    ['name.en-US', now, ' ', 'catalogue.nameNeeded'],
    ['name.en-US', now, 'x'.repeat(201), 'catalogue.tooLong'],
    ['name.de', '', 'two\nlines', 'catalogue.oneLine'],
    ['description.de', '', 'bell\u0007', 'catalogue.unseen'],
    ['name.xx', '', 'x', 'catalogue.gone'],
    ['__proto__', '', 'x', 'catalogue.gone'],
    [`sku.${other.skuId}.edition`, '', 'x', 'catalogue.gone'],
    [`offer.${other.offerId}.active`, true, false, 'catalogue.gone'],
    ['genreIds', [], [999_999], 'catalogue.gone'],
    [`sku.${one.skuId}.regionId`, 0, 999_999, 'catalogue.gone'],
    ['releasedOn', '', '2026-02-30', 'catalogue.dateShape'],
    [`sku.${one.skuId}.skuCode`, one.slug.toUpperCase(), other.slug.toUpperCase(), 'catalogue.codeTaken'],
  ]
  for (const [field, from, to, message] of wrong)
    expect([field, (await save(one, [[field, from, to]])).errors]).toEqual([field, [{ path: field, message }]])
  // Text stays text.
  const text = '<script>alert(1)</script>\n[x](javascript:1)'
  expect((await save(one, [['description.en-US', '', text]])).texts.description['en-US']).toBe(text)
})

test('a product begins as a draft with one version and a price; its copy has no keys and no feed', async () => {
  const anything: TestProduct = await addProduct(shop)
  const { categoryId } = await product(anything)
  const { slug } = await ask(`GET /office/slug?name=${encodeURIComponent('Größe & Zahl: Ωmega™')}`)
  expect(slug).toBe('grosse-and-zahl-omega')
  const made = await ask('POST /office/products', {
    categoryId,
    name: 'Größe & Zahl',
    slug,
    price: 9.99,
    edition: 'Deluxe',
  })
  const shown = await ask(`GET /office/products/${made.id}`)
  expect(shown).toMatchObject({
    isDraft: true,
    slug,
    skus: [{ edition: 'Deluxe', offers: [{ price: 9.99, active: true, stock: 0, isShop: true }] }],
  })
  expect((await rows('state=draft&sort=changed'))[0]).toMatchObject({ id: made.id, state: 'draft' })
  expect(await publicPage({ slug })).toBe(404)
  expect((await ask(`GET /office/slug?name=${encodeURIComponent('Größe & Zahl Ωmega')}`)).slug).toBe(`${slug}-2`)
  expect((await ask('POST /office/products', { categoryId, name: 'x', slug, price: 1 })).errors).toEqual([
    { path: 'slug', message: 'catalogue.slugTaken' },
  ])
  expect((await ask('POST /office/products', { categoryId: 99999, name: 'x', slug: 'x', price: 1 })).errors).toEqual([
    { path: 'categoryId', message: 'catalogue.gone' },
  ])
  await addKeys(shop, shown.skus[0].offers[0].id, 3)
  await shop.db.run(sql`update products set source = 'feed', source_ref = 'r' where id = ${made.id}`)
  const copy = await ask(`POST /office/products/${made.id}/duplicate`, { name: 'A second one' })
  expect(await ask(`GET /office/products/${copy.id}`)).toMatchObject({
    ...{ isDraft: true, slug: 'a-second-one', texts: { name: { 'en-US': 'A second one' } } },
    skus: [{ edition: 'Deluxe', skuCode: 'A-SECOND-ONE', offers: [{ price: 9.99, stock: 0 }] }],
  })
  expect(await shop.db.one(sql`select source from products where id = ${copy.id}`)).toEqual({ source: null })
  const version = await ask(`POST /office/products/${copy.id}/versions`, { denomination: '$20', price: 20 })
  expect((await ask(`GET /office/products/${copy.id}`)).skus.at(-1)).toMatchObject({
    id: version.id,
    denomination: '$20',
    offers: [{ price: 20 }],
  })
  for (const [act, id] of [
    ['product.create', made.id],
    ['product.duplicate', copy.id],
    ['product.version', copy.id],
  ] as const)
    expect([act, await audited(act, id)]).toMatchObject([act, [{ actor: ada.email }]])
})

test('a copy is told from its original in every language, whatever the original is called there', async () => {
  const one = await addProduct(shop, { name: 'Portal' })
  const names = { 'zh-CN': '传送门', de: 'Portal', fr: 'Portail '.repeat(25).trim() }
  await shop.db.run(sql`update products set name = name || ${JSON.stringify(names)}::jsonb where id = ${one.productId}`)
  const copy = await ask(`POST /office/products/${one.productId}/duplicate`, { name: 'Portal Deluxe' })
  expect((await ask(`GET /office/products/${copy.id}`)).texts.name).toEqual({
    'en-US': 'Portal Deluxe',
    'zh-CN': '传送门 (Portal Deluxe)',
  })
})

test('categories are made, moved and renamed, never below themselves, and never where the shop has a page', async () => {
  const make = (body: object) =>
    ask('POST /office/categories', { parentId: null, type: 0, name: 'Shelf', slug: 'shelf', ...body })
  const change = (id: number, field: string, from: unknown, to: unknown) =>
    ask(`POST /office/categories/${id}`, { changes: [{ field, from, to }] })
  const top = await make({})
  const below = await make({ parentId: top.id, slug: 'shelf-below', name: 'Below' })
  for (const slug of ['cart', 'login', 'office', 'search'])
    expect((await make({ slug })).errors).toEqual([{ path: 'slug', message: 'catalogue.slugReserved' }])
  expect((await make({})).errors).toEqual([{ path: 'slug', message: 'catalogue.slugTaken' }])
  expect((await change(top.id, 'parentId', 0, below.id)).errors).toEqual([
    { path: 'parentId', message: 'catalogue.belowItself' },
  ])
  expect((await change(below.id, 'parentId', top.id, 99_999)).errors).toEqual([
    { path: 'parentId', message: 'catalogue.gone' },
  ])
  expect(await change(below.id, 'name.de', '', 'Darunter')).toBeNull()
  expect(await change(below.id, 'name.de', '', 'Anders')).toMatchObject({
    data: { conflicts: [{ theirs: 'Darunter' }] },
  })
  expect(await change(below.id, 'slug', 'shelf-below', 'shelf-under')).toBeNull()
  await until(
    async () =>
      (await shop.call('GET', '/api/product/category/info/name/shelf-below')).body.data?.urlName === 'shelf-under',
    'the old address leads there',
  )
  expect((await make({ slug: 'shelf-below' })).errors).toEqual([{ path: 'slug', message: 'catalogue.slugTaken' }])
  expect(await audited('category.change', below.id)).toHaveLength(2)
  const { categories } = await ask('GET /office/shelves')
  expect(categories.find(({ id }: { id: number }) => id === below.id)).toMatchObject({
    slug: 'shelf-under',
    parentId: top.id,
    name: { de: 'Darunter' },
  })
  // What stands below is listed with it.
  const one = await addProduct(shop)
  await save(one, [['categoryId', (await product(one)).categoryId, below.id]])
  expect(await ids(`category=${top.id}`)).toEqual([one.productId])
})

test('what people did to a product or a category is seen by whoever may see these', async () => {
  const one = await addProduct(shop, { name: 'Before' })
  await save(one, [['name.en-US', 'Before', 'After']])
  expect((await ask(`GET /office/audit/of/product/${one.productId}`)).rows).toMatchObject([
    { act: 'product.change', actor: ada.email, before: { 'name.en-US': 'Before' }, after: { 'name.en-US': 'After' } },
  ])
  const { id } = await ask('POST /office/categories', { name: 'Seen', slug: 'seen', parentId: null, type: 0 })
  expect((await ask(`GET /office/audit/of/category/${id}`)).rows).toMatchObject([
    { act: 'category.create', actor: ada.email },
  ])
})
