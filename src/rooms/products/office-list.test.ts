// Products as the back office lists and finds them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addKeys, addProduct, openTestShop, type TestShop } from '#test/harness.ts'
import { PRODUCTS_COUNTED, PRODUCTS_PER_PAGE } from './limits.ts'
import { officeProducts, type Row } from './office.testing.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'catalogue' })
})
afterAll(() => shop.close())

const { ask, noneWaits, rows, ids, save, publicPage } = officeProducts(() => ({ shop, ada }))

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

test('the list says categories in the reader’s language, where they have a name in it', async () => {
  await shop.db.run(sql`
    with made as (
      insert into categories (slug, name)
      values ('named', '{"en-US":"Mobile points","zh-CN":"手游点数"}'), ('nameless', '{"en-US":"Sundries"}') returning id, slug)
    insert into products (category_id, slug, name) select id, 'of-' || slug, '{"en-US":"Of a shelf"}' from made`)
  await noneWaits()
  const said = async (language: string) => {
    const headers = { cookie: ada.cookie, 'x-locale': language }
    const answer = await shop.call('GET', '/office/products?q=Of+a+shelf', { headers })
    return answer.body.data.rows.map(({ category }: { category: string }) => category).sort()
  }
  await until(async () => (await said('en-US')).length === 2, 'both are found')
  expect(await said('en-US')).toEqual(['Mobile points', 'Sundries'])
  expect(await said('zh-CN')).toEqual(['Sundries', '手游点数'])
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
