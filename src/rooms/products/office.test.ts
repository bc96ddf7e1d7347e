// Products as the back office lists, finds and changes them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addKeys, addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { PRODUCTS_COUNTED, PRODUCTS_PER_PAGE } from './limits.ts'

let shop: TestShop
let ada: TestStaff
let ben: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'catalogue' })
  ben = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const as = (who: TestStaff) => (name: string, body?: object) => askAs(shop, who, name, body)
const ask = (name: string, body?: object) => as(ada)(name, body)

interface Row {
  id: number
  name: string
  state: string
}
const noneWaits = () =>
  until(async () => (await shop.db.query(sql`select from listing_checks`)).length === 0, 'the list has followed')
const rows = async (query: string): Promise<Row[]> => (await ask(`GET /office/products?${query}`)).rows
const ids = async (query: string) => (await rows(query)).map(({ id }) => id)
const product = (one: { productId: number }) => ask(`GET /office/products/${one.productId}`)
const save = (one: { productId: number }, changes: [string, unknown, unknown][], who = ada) =>
  as(who)(`POST /office/products/${one.productId}`, {
    changes: changes.map(([field, from, to]) => ({ field, from, to })),
  })
const audited = (act: string, id: number) =>
  shop.db.query<{ actor: string; before: Record<string, unknown>; after: Record<string, unknown>; reason: string }>(
    sql`select actor, before, after, reason from audit_log where act = ${act} and subject_id = ${String(id)} order by id`,
  )
const publicPage = async ({ slug }: { slug: string }) =>
  (await shop.call('GET', `/api/product/info?zhname=${slug}&categoryName=games`)).status

test('the list has every product once, by its last change and by name, narrowed by state and category', async () => {
  const category = await shop.db.one<{ id: number }>(
    sql`insert into categories (slug, name) values ('many', '{"en-US":"Many"}') returning id`,
  )
  await shop.db.run(sql`
    insert into products (category_id, slug, name)
    select ${category.id}, 'many-' || n, jsonb_build_object('en-US', 'Same name ' || n / 100)
    from generate_series(1, ${2 * PRODUCTS_PER_PAGE + 7}) n`)
  await noneWaits()
  for (const sort of ['changed', 'name']) {
    const seen: Row[] = []
    for (let after = ''; ; ) {
      const page = await ask(`GET /office/products?category=${category.id}&state=withoutPrice&sort=${sort}${after}`)
      seen.push(...page.rows)
      if (!page.next) break
      expect(page.rows).toHaveLength(PRODUCTS_PER_PAGE)
      after = `&after=${encodeURIComponent(page.next)}`
    }
    expect(seen).toHaveLength(2 * PRODUCTS_PER_PAGE + 7)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    if (sort === 'name') expect(seen.map(({ name }) => name)).toEqual(seen.map(({ name }) => name).sort())
  }
  for (const wrong of ['x', '1_yesterday', '2026-13-45T00:00:00.000000Z_1'])
    expect((await ask(`GET /office/products?after=${wrong}`)).errors).toEqual([
      { path: 'after', message: 'error.invalid' },
    ])
  expect(await ask(`GET /office/products/count?category=${category.id}`)).toEqual({ count: 107, isMore: false })
  await shop.db.run(sql`
    insert into products (category_id, slug, name) select ${category.id}, 'more-' || n, '{"en-US":"More"}' from generate_series(1, ${PRODUCTS_COUNTED}) n`)
  await noneWaits()
  expect(await ask(`GET /office/products/count?category=${category.id}`)).toEqual({
    count: PRODUCTS_COUNTED,
    isMore: true,
  })
  await shop.db.run(sql`delete from products where slug like 'more-%'`)
  await noneWaits()
  expect(await ask(`GET /office/products/count?category=${category.id}`)).toEqual({ count: 107, isMore: false })
})

test('a product moves between the states as its offers do; a sale is no change of it', async () => {
  const one = await addProduct(shop, { name: 'Wanderer' })
  const stateOf = async () => {
    await noneWaits()
    const states: string[] = []
    for (const state of ['onSale', 'withoutKeys', 'off', 'draft', 'withoutPrice'])
      if ((await ids(`state=${state}&sort=changed`)).includes(one.productId)) states.push(state)
    return states
  }
  expect(await stateOf()).toEqual(['onSale', 'withoutKeys'])
  const changedAt = async () => (await rows(`q=${one.slug}`))[0]
  const before = await changedAt()
  await addKeys(shop, one.offerId, 1)
  expect(await stateOf()).toEqual(['onSale'])
  expect(await changedAt()).toMatchObject({
    changedAt: (before as unknown as { changedAt: string }).changedAt,
    state: 'on',
  })
  expect(await save(one, [[`offer.${one.offerId}.active`, true, false]])).toMatchObject({ id: one.productId })
  expect(await stateOf()).toEqual(['off'])
  expect(await publicPage(one)).toBe(200)
  await save(one, [['isDraft', false, true]])
  expect(await stateOf()).toEqual(['draft'])
  expect(await publicPage(one)).toBe(404)
  expect(await save(one, [['isDraft', true, false]])).toMatchObject({ refused: 'catalogue.refused.noOffer' })
  await save(one, [
    ['isDraft', true, false],
    [`offer.${one.offerId}.active`, false, true],
  ])
  expect(await stateOf()).toEqual(['onSale'])
  expect(await publicPage(one)).toBe(200)
})

test('a draft is nowhere in the shop: not in lists, searches, carts or orders', async () => {
  const one = await addProduct(shop, { name: 'Zanzibarian Quest', keys: 2 })
  const listed = async () => {
    const list = await shop.call('POST', '/api/product/list', { body: { name: 'zanzibarian' } })
    const suggested = await shop.call('GET', '/api/home/queryProducts?name=zanzibarian')
    return [list.body.total, suggested.body.data.length]
  }
  const line = { productId: one.productId, extId: one.skuId, supplyProductId: one.offerId, productCount: 1 }
  const inCart = async () =>
    (await shop.call('POST', '/api/product/syncStock', { body: { lines: [line] } })).body.data.lines[0].exists
  await until(async () => (await listed()).join() === '1,1', 'it is found')
  expect(await inCart()).toBe(true)
  await save(one, [['isDraft', false, true]])
  await until(async () => (await listed()).join() === '0,0', 'it is found no more')
  expect(await inCart()).toBe(false)
  // But by whoever works here, by its name.
  expect(await ids('q=quest+zanzi')).toContain(one.productId)
})

test('a product is found by name, id, address and the code of a version, whatever else is typed finds nothing', async () => {
  const one = await addProduct(shop, { name: 'Ünderfound Citadel' })
  await until(async () => (await ids('q=citadel')).includes(one.productId), 'the search knows it')
  for (const q of ['underfound', `${one.productId}`, `%23${one.productId}`, one.slug, one.slug.toUpperCase()])
    expect([q, (await ids(`q=${q}`))[0]]).toEqual([q, one.productId])
  expect(await ids('q=citadel&state=draft')).toEqual([])
  for (const q of ['%25', "';drop", '%D8%9C', '=1%2B1', '%00x'])
    expect([q, await ids(`q=${q}`).catch(() => undefined)]).not.toContain(one.productId)
})

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

test('a price that is changed here is kept as a feed’s is, and only by whoever may', async () => {
  const one = await addProduct(shop, { priceCents: 2000 })
  const field = `offer.${one.offerId}.price`
  const price = (from: number, to: number, who = ada) =>
    as(who)(`POST /office/products/${one.productId}/prices`, { changes: [{ field, from, to }], reason: 'spring' })
  const support = await addStaff(shop, { role: 'support' })
  expect(await price(20, 15, support)).toMatchObject({ refused: 'error.forbidden' })
  expect(await as(support)(`POST /office/products/${one.productId}`, { changes: [] })).toMatchObject({
    refused: 'error.forbidden',
  })
  expect(await as(support)(`GET /office/products/${one.productId}`)).toMatchObject({ id: one.productId })
  expect(await price(20, 15)).toMatchObject({
    skus: [{ offers: [{ price: 15, lowest30: 15 }] }],
    pastPrices: [{ price: 20 }],
  })
  expect(await price(20, 12, ben)).toMatchObject({ data: { conflicts: [{ field, theirs: 15, mine: 12 }] } })
  for (const wrong of [0, -1, 0.001, 1e9])
    expect([wrong, (await price(15, wrong)).refused]).toEqual([wrong, 'error.invalid'])
  const { body } = await shop.call('GET', `/api/product/info?zhname=${one.slug}&categoryName=games`)
  expect(body.data.offers[0].reduction).toEqual({ priceBefore: 20, lowestPrice30: 20, percent: 25 })
  expect(await audited('product.price', one.productId)).toEqual([
    { actor: ada.email, before: { [field]: 20 }, after: { [field]: 15 }, reason: 'spring' },
  ])
})

test('put on sale at a new price in one call, it was never sold at the old one: no reduction is announced', async () => {
  const one = await addProduct(shop, { priceCents: 5000 })
  await shop.db.run(sql`update offers set active = false where id = ${one.offerId}`)
  await shop.db.run(sql`update past_prices set until = until - interval '60 days' where offer_id = ${one.offerId}`)
  const [sale, price] = [`offer.${one.offerId}.active`, `offer.${one.offerId}.price`]
  const both = (from: number, to: number, who = ada) =>
    as(who)(`POST /office/products/${one.productId}`, {
      changes: [{ field: sale, from: false, to: true }],
      prices: [{ field: price, from, to }],
    })
  const offer = () => shop.db.one(sql`select active, price_cents as "priceCents" from offers where id = ${one.offerId}`)
  // Both or nothing: not on sale at a price that somebody else has changed, nor by whoever may not change prices.
  expect(await both(60, 40)).toMatchObject({ data: { conflicts: [{ field: price, theirs: 50, mine: 40 }] } })
  await shop.db.run(sql`insert into staff_roles (name) values ('texts')`)
  await shop.db.run(sql`insert into staff_grants (role, permission) values ('texts', 'catalogue.write')`)
  expect(await both(50, 40, await addStaff(shop, { role: 'texts' }))).toMatchObject({ refused: 'error.forbidden' })
  expect(await offer()).toEqual({ active: false, priceCents: 5000 })

  expect(await both(50, 40)).toMatchObject({ skus: [{ offers: [{ active: true, price: 40 }] }] })
  const { body } = await shop.call('GET', `/api/product/info?zhname=${one.slug}&categoryName=games`)
  expect(body.data.offers[0]).toMatchObject({ price: 40, reduction: null })
  expect(await audited('product.change', one.productId)).toMatchObject([{ after: { [sale]: true } }])
  expect(await audited('product.price', one.productId)).toMatchObject([
    { before: { [price]: 50 }, after: { [price]: 40 } },
  ])
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

test('a planned price comes once, in the name of who planned it, and not when it was cancelled', async () => {
  const one = await addProduct(shop, { priceCents: 1000 })
  const plan = (price: number, ms: number, who = ada) =>
    as(who)(`POST /office/offers/${one.offerId}/plans`, {
      price,
      at: new Date(Date.now() + ms).toISOString(),
      reason: 'sale',
    })
  expect((await plan(5, -1)).errors).toEqual([{ path: 'at', message: 'catalogue.notAhead' }])
  expect(await plan(5, 60_000, await addStaff(shop, { role: 'support' }))).toMatchObject({ refused: 'error.forbidden' })
  const cancelled = await plan(3, 3_600_000)
  const never = await plan(2, 7_200_000)
  await plan(7.5, 3_600_000)
  expect((await product(one)).plans).toMatchObject([
    { state: 'waiting' },
    { state: 'waiting' },
    { state: 'waiting', by: ada.email },
  ])
  expect(await as(ben)(`POST /office/plans/${cancelled.id}/cancel`, { reason: 'no' })).toBeNull()
  expect(await as(ben)(`POST /office/plans/${cancelled.id}/cancel`, { reason: 'no' })).toMatchObject({
    refused: 'catalogue.refused.planOver',
  })
  await shop.db.run(
    sql`update planned_prices set at = now() where offer_id = ${one.offerId} and price_cents in (300, 750)`,
  )
  await until(async () => (await product(one)).skus[0].offers[0].price === 7.5, 'its moment has come')
  const shown = await product(one)
  expect(shown.pastPrices).toMatchObject([{ price: 10 }])
  expect(shown.plans.map(({ state, before }: { state: string; before: number }) => [state, before])).toEqual([
    ['waiting', null],
    ['done', 10],
    ['cancelled', null],
  ])
  expect(shown.plans[0].id).toBe(never.id)
  expect(await audited('product.price', one.productId)).toMatchObject([
    { actor: ada.email, reason: 'sale', before: { [`offer.${one.offerId}.price`]: 10 } },
  ])
  expect(await audited('price.planCancel', one.productId)).toMatchObject([{ actor: ben.email, reason: 'no' }])
  for (let n = 1; n < 20; n++) await plan(4, 7_200_000)
  expect(await plan(4, 7_200_000)).toMatchObject({ refused: 'catalogue.refused.manyPlans' })
})

test('the list is narrowed to what lacks words of a language, and says in how many languages each has all', async () => {
  const one = await addProduct(shop, { name: 'Wordless game' })
  await save(one, [
    ['explanation.en-US', '', 'A game.'],
    ['name.de', '', 'Spiel ohne Worte'],
    ['name.fr', '', 'Jeu sans mots'],
    ['explanation.fr', '', 'Un jeu.'],
  ])
  await noneWaits()
  const lacks = async (language: string) => (await ids(`q=${one.slug}&lacks=${language}`)).includes(one.productId)
  expect([await lacks('de'), await lacks('fr'), await lacks('ja')]).toEqual([true, false, true])
  const languages = async () =>
    (await ask(`GET /office/products?q=${one.slug}`)).rows.find(({ id }: Row) => id === one.productId).languages
  expect(await languages()).toBe(2)
  await save(one, [['explanation.de', '', 'Ein Spiel.']])
  expect([await lacks('de'), await languages()]).toEqual([false, 3])
  await save(one, [['seoTitle.en-US', '', 'Wordless']])
  expect([await lacks('de'), await lacks('fr')]).toEqual([true, true])
  for (const sort of ['changed', 'name']) {
    const all = await ids(`state=withoutKeys&lacks=de&sort=${sort}`)
    expect(all).toContain(one.productId)
  }
  expect(await ask('GET /office/products?lacks=xx')).toMatchObject({ status: 400 })
  expect((await ask(`GET /office/products/count?state=withoutKeys&lacks=de`)).count).toBeGreaterThan(0)
})

test('what lacks a language is found in the index, however few there are', async () => {
  await shop.db.run(sql`
    insert into product_listings (product_id, category_id, state, name_key, changed_at, worded)
    select 1000000 + n, 1, 'on', 'made up ' || n, now() - n * interval '1 second', '{de}' from generate_series(1, 20000) n`)
  await shop.db.run(sql`vacuum analyze product_listings`)
  const plan = await shop.db.transaction(async (tx) => {
    // Few rows that are not made up are read as they come; whether the index suffices is what is asked.
    await tx.run(sql`set local enable_seqscan = off`)
    await tx.run(sql`set local enable_bitmapscan = off`)
    return tx.query<{ 'QUERY PLAN': string }>(sql`
      explain (costs off) select l.product_id from unnest('{on}'::text[]) as s(state) cross join lateral (
        select product_id, changed_at from product_listings l
        where l.state = s.state and (l.changed_at, l.product_id) < ('infinity'::timestamptz, 2147483647) and 'de' <> all(l.worded)
        order by l.changed_at desc, l.product_id desc limit 51) l`)
  })
  const text = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(text).toMatch(/Index (Only )?Scan (Backward )?using product_listings_worded_/)
  await shop.db.run(sql`delete from product_listings where product_id > 1000000`)
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

test('what a price was is told with who changed it and how: by hand, planned, with many others, by a feed', async () => {
  const one = await addProduct(shop, { priceCents: 2000 })
  const field = `offer.${one.offerId}.price`
  await as(ben)(`POST /office/products/${one.productId}/prices`, {
    ...{ changes: [{ field, from: 20, to: 18 }], reason: 'a sale' },
  })
  await as(ben)(`POST /office/offers/${one.offerId}/plans`, {
    ...{ price: 15, at: new Date(Date.now() + 60_000).toISOString(), reason: 'black friday' },
  })
  await shop.db.run(sql`update planned_prices set at = now() where offer_id = ${one.offerId}`)
  const offer = async () => (await product(one)).skus[0].offers[0]
  await until(async () => (await offer()).price === 15, 'the planned price has come')
  await noneWaits()
  await as(ben)('POST /office/bulk/prices', {
    ...{ id: randomUUID(), select: { only: [one.productId] }, seen: 1, reason: 'all of them' },
    change: { what: 'price', basisPoints: -2000, cents: 0, ending: null },
  })
  await until(async () => (await offer()).price === 12, 'the change of many has come')
  await shop.db.run(sql`update offers set price_cents = 1100 where id = ${one.offerId}`)
  const { pastPrices } = await product(one)
  const by = ben.email
  expect(pastPrices).toMatchObject([
    { price: 12, next: 11, how: 'feed', by: '', reason: '' },
    { price: 15, next: 12, how: 'bulk', by, reason: 'all of them' },
    { price: 18, next: 15, how: 'plan', by, reason: 'black friday' },
    { price: 20, next: 18, how: 'hand', by, reason: 'a sale' },
  ])
  // Within a month of each other: shoppers are told of the last step alone, counted from the lowest before it.
  expect(await offer()).toMatchObject({ lowest30: 11, reduced: { lowest: 12, percent: 8 } })
})
