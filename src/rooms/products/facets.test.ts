// What products can be filtered by, as the back office lists, makes, changes and removes it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'
import { keepFacets } from './facet-store.ts'
import { LONGEST_FACET_NAME, MOST_FACET_VALUES, SHELVES_PER_PAGE } from './limits.ts'
import { readShelves } from './shelves.ts'

let shop: TestShop
let ada: TestStaff
let ben: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  ada = await addStaff(shop, { role: 'catalogue' })
  ben = await addStaff(shop, { role: 'reader' })
})
afterAll(() => shop.close())

/** Whether a statement waits for another transaction. */
const waiting = () =>
  shop.db.query(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)

const as = (who: TestStaff) => (name: string, body?: object) => askAs(shop, who, name, body)
const ask = (name: string, body?: object) => as(ada)(name, body)
const make = (body: object) => ask('POST /office/facets', { kind: 'genre', code: 'tower-defence', name: 'Tower defence', ...body }) // biome-ignore format: one line
const change = (id: number, ...changes: [string, unknown, unknown][]) =>
  ask(`POST /office/facets/${id}`, { changes: changes.map(([field, from, to]) => ({ field, from, to })) })
const remove = async (id: number, seen?: string) =>
  ask(`POST /office/facets/${id}/remove`, { reason: 'unused', seen: seen ?? (await ask(`GET /office/facets/${id}`)).seen }) // biome-ignore format: one line
const audited = (id: number) =>
  shop.db.query<{ act: string; actor: string; reason: string; before: object; after: object }>(
    sql`select act, actor, reason, before, after from audit_log where subject_kind = 'facet' and subject_id = ${String(id)} order by id`,
  )

test('each value of a kind is listed once, in its order, also where places are the same', async () => {
  await shop.db.run(sql`
    insert into facet_values (kind, code, name, position)
    select 'genre', 'listed-' || n, jsonb_build_object('en-US', 'Listed'), 500 + n / 30 from generate_series(1, ${2 * SHELVES_PER_PAGE + 3}) n`)
  const seen: number[] = []
  let after = ''
  do {
    const { rows, next } = await ask(`GET /office/facets?kind=genre${after && `&after=${after}`}`)
    expect(rows.length).toBeLessThanOrEqual(SHELVES_PER_PAGE)
    seen.push(...rows.map(({ id }: { id: number }) => id))
    after = next
  } while (after)
  const all = await shop.db.query<{ id: number }>(
    sql`select id from facet_values where kind = 'genre' order by position, id`,
  )
  expect(seen).toEqual(all.map(({ id }) => id))
  for (const wrong of ['x', '1', '1_', '9999999999_1', "1_1'"])
    expect((await ask(`GET /office/facets?kind=genre&after=${wrong}`)).errors).toEqual([
      { path: 'after', message: 'error.invalid' },
    ])
  expect((await ask('GET /office/facets?kind=colour')).refused).toBe('error.invalid')
})

test('one is made, named, moved and given to a product, and shoppers see its name in their language at once', async () => {
  const { id } = await make({ name: ' Tower defence ' })
  expect((await make({ code: 'tower-defence' })).errors).toEqual([{ path: 'code', message: 'shelves.codeTaken' }])
  expect((await make({ kind: 'platform' })).id).toBeGreaterThan(id)
  const { position } = await ask(`GET /office/facets/${id}`)
  expect(
    await change(id, ['name.de', '', 'Turmverteidigung'], ['position', position, 3], ['name.fr', '', 'x']),
  ).toBeNull()
  expect(await change(id, ['name.fr', 'x', ''])).toBeNull()
  expect(await ask(`GET /office/facets/${id}`)).toMatchObject({
    ...{ kind: 'genre', code: 'tower-defence', position: 3, countries: null, used: { count: 0, isMore: false } },
    name: { 'en-US': 'Tower defence', de: 'Turmverteidigung' },
  })
  const one = await addProduct(shop)
  await until(async () => {
    const given = await ask(`POST /office/products/${one.productId}`, {
      changes: [{ field: 'genreIds', from: [], to: [id] }],
    })
    return given.id === one.productId
  }, 'the shop knows it')
  await until(async () => {
    const { body } = await shop.call('GET', `/api/product/info?zhname=${one.slug}&categoryName=games`, {
      headers: { 'accept-language': 'de' },
    })
    return body.data.theme_info === 'Turmverteidigung'
  }, 'it is said in German')
  expect(await audited(id)).toMatchObject([
    { act: 'facet.create', actor: ada.email, after: { code: 'tower-defence', name: 'Tower defence' } },
    {
      ...{ act: 'facet.change', before: { 'name.de': '', position, 'name.fr': '' } },
      after: { 'name.de': 'Turmverteidigung', position: 3, 'name.fr': 'x' },
    },
    { act: 'facet.change', before: { 'name.fr': 'x' }, after: { 'name.fr': '' } },
  ])
})

test('what somebody else changed meanwhile is not overwritten; what he left alone is put together', async () => {
  const { id } = await make({ code: 'two-hands' })
  expect(await change(id, ['name.de', '', 'Seine'])).toBeNull()
  expect(await change(id, ['name.de', '', 'Meine'], ['name.it', '', 'Mio'])).toMatchObject({
    ...{ refused: 'catalogue.refused.changed' },
    data: { conflicts: [{ field: 'name.de', theirs: 'Seine', mine: 'Meine' }] },
  })
  expect((await ask(`GET /office/facets/${id}`)).name.it).toBeUndefined()
  const all = await Promise.all(
    ['fr', 'it', 'nl', 'pl'].map((language) => change(id, [`name.${language}`, '', language])),
  )
  expect(all).toEqual([null, null, null, null])
  expect((await ask(`GET /office/facets/${id}`)).name).toMatchObject({ de: 'Seine', fr: 'fr', it: 'it', pl: 'pl' })
  // Made twice at once it is there once.
  const made = await Promise.all([make({ code: 'rivals' }), make({ code: 'rivals' }), make({ code: 'rivals' })])
  expect(made.filter((one) => one.id)).toHaveLength(1)
})

test('hostile and overlong texts are text or refused, and no field is changed that is none', async () => {
  const hostile = `<script>alert(1)</script>'"; drop table facet_values; -- \u202e`
  const { id } = await make({ code: 'hostile', name: hostile })
  expect((await ask(`GET /office/facets/${id}`)).name['en-US']).toBe(hostile)
  for (const [field, from, to, message] of [
    ['name.en-US', hostile, ' ', 'catalogue.nameNeeded'],
    ['name.de', '', 'x'.repeat(LONGEST_FACET_NAME + 1), 'catalogue.tooLong'],
    ['name.de', '', 'a\u0007b', 'catalogue.unseen'],
    ['name.de', '', 7, 'error.invalid'],
    ['name.tlh', '', 'x', 'catalogue.gone'],
    ['code', 'hostile', 'other', 'catalogue.gone'],
    ['countries', '', 'DE', 'catalogue.gone'],
    ['__proto__', '', 'x', 'catalogue.gone'],
  ] as const)
    expect([field, (await change(id, [field, from, to])).errors]).toEqual([field, [{ path: field, message }]])
  const { position } = await ask(`GET /office/facets/${id}`)
  for (const to of [-1, 1.5, 2_000_000_000, '4', null])
    expect((await change(id, ['position', position, to])).errors).toEqual([
      { path: 'position', message: 'catalogue.positionShape' },
    ])
  for (const code of ['', 'A-b', 'a--b', 'a b', '../x', 'x'.repeat(61)])
    expect([code, (await make({ code })).refused]).toEqual([code, 'error.invalid'])
  expect((await make({ kind: 'language', code: 'pt-AO', name: 'Angolan' })).id).toBeGreaterThan(0)
  expect((await make({ kind: 'language', code: 'PT-ao' })).errors).toEqual([
    { path: 'code', message: 'shelves.codeShape' },
  ])
  expect((await make({ kind: 'language', code: 'pt-ao' })).errors).toEqual([
    { path: 'code', message: 'shelves.codeTaken' },
  ])
})

test('a region says where its keys work: countries that there are, or everywhere', async () => {
  const { id } = await make({ kind: 'region', code: 'alps', name: 'Alps', countries: 'ch, at;de  AT' })
  expect((await ask(`GET /office/facets/${id}`)).countries).toEqual(['AT', 'CH', 'DE'])
  for (const to of ['UK', 'EU', 'DEU', 'D3', '<b>'])
    expect((await change(id, ['countries', 'AT CH DE', to])).errors).toEqual([
      { path: 'countries', message: 'shelves.countriesShape' },
    ])
  expect(await change(id, ['countries', 'AT CH DE', ''])).toBeNull()
  expect((await ask(`GET /office/facets/${id}`)).countries).toBeNull()
})

test('one is removed only when nothing has it, and not after it changed; until then it says who has it', async () => {
  for (const [kind, give] of [
    [
      'genre',
      (id: number, product: number) =>
        sql`update products set genre_ids = array[${id}::int], is_draft = true where id = ${product}`,
    ],
    [
      'language',
      (id: number, product: number) => sql`update products set language_ids = array[${id}::int] where id = ${product}`,
    ],
    [
      'platform',
      (id: number, product: number) =>
        sql`update skus set platform_ids = array[${id}::int] where product_id = ${product}`,
    ],
    ['region', (id: number, product: number) => sql`update skus set region_id = ${id} where product_id = ${product}`],
  ] as const) {
    // biome-ignore format: one line each
    const code = kind === 'language' ? 'xx' : `gone-${kind}`
    const { id } = await make({ kind, code })
    const one = await addProduct(shop, { name: `Has ${kind}` })
    await shop.db.run(give(id, one.productId))
    expect(await remove(id)).toMatchObject({ refused: 'shelves.refused.used', data: { count: 1 } })
    expect((await ask(`GET /office/facets/${id}`)).used).toEqual({ count: 1, isMore: false })
    expect(await ask(`GET /office/facets/${id}/products`)).toEqual({
      rows: [{ id: one.productId, name: `Has ${kind}`, isDraft: kind === 'genre' }],
      next: null,
    })
    await shop.db.run(sql`update products set genre_ids = '{}', language_ids = '{}' where id = ${one.productId}`)
    await shop.db.run(sql`update skus set platform_ids = '{}', region_id = null where product_id = ${one.productId}`)
    const { seen } = await ask(`GET /office/facets/${id}`)
    expect(await change(id, ['name.de', '', 'Neu'])).toBeNull()
    expect(await remove(id, seen)).toMatchObject({ refused: 'catalogue.refused.changed' })
    expect(await remove(id)).toBeNull()
    expect((await ask(`GET /office/facets/${id}`)).refused).toBe('error.notFound')
    expect((await audited(id)).at(-1)).toMatchObject({ act: 'facet.remove', reason: 'unused', before: { kind, code } })
  }
})

test('nobody removes what is being given to a product, and nothing is given that was removed', async () => {
  const { id } = await make({ code: 'contested' })
  const one = await addProduct(shop)
  let removal: Promise<unknown> | undefined
  await shop.db.transaction(async (tx) => {
    expect(await keepFacets(tx, [id])).toEqual(new Set([id]))
    removal = remove(id)
    await until(waiting, 'the removal waits')
    await tx.run(sql`update products set genre_ids = array[${id}::int] where id = ${one.productId}`)
  })
  expect(await removal).toMatchObject({ refused: 'shelves.refused.used' })
  await shop.db.run(sql`update products set genre_ids = '{}' where id = ${one.productId}`)

  // The memory of this process still has it when it is asked.
  let given: Promise<{ errors: unknown }> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`delete from facet_values where id = ${id}`)
    given = ask(`POST /office/products/${one.productId}`, { changes: [{ field: 'genreIds', from: [], to: [id] }] })
    await until(waiting, 'the change waits')
  })
  expect((await given)?.errors).toEqual([{ path: 'genreIds', message: 'catalogue.gone' }])
})

test('products that have one are paged whole; who may only read changes nothing', async () => {
  const { id } = await make({ kind: 'platform', code: 'paged' })
  await shop.db.run(sql`
    with made as (
      insert into products (category_id, slug, name)
      select (select id from categories limit 1), 'paged-' || n, jsonb_build_object('en-US', 'Paged') from generate_series(1, ${SHELVES_PER_PAGE + 5}) n returning id
    )
    insert into skus (product_id, sku_code, platform_ids)
    select id, 'PAGED-' || id || '-' || n, array[${id}::int] from made, generate_series(1, 2) n`)
  const first = await ask(`GET /office/facets/${id}/products`)
  const second = await ask(`GET /office/facets/${id}/products?after=${first.next}`)
  const ids = [...first.rows, ...second.rows].map((row: { id: number }) => row.id)
  expect(new Set(ids).size).toBe(SHELVES_PER_PAGE + 5)
  expect([first.rows.length, second.rows.length, second.next]).toEqual([SHELVES_PER_PAGE, 5, null])
  expect((await as(ben)(`GET /office/facets/${id}`)).used).toEqual({ count: SHELVES_PER_PAGE + 5, isMore: false })
  for (const [name, body] of [
    ['POST /office/facets', { kind: 'genre', code: 'no', name: 'No' }],
    [`POST /office/facets/${id}`, { changes: [{ field: 'position', from: 1, to: 2 }] }],
    [`POST /office/facets/${id}/remove`, { seen: '', reason: 'no' }],
  ] as const)
    expect([name, (await as(ben)(name, body)).refused]).toEqual([name, 'error.forbidden'])
})

test('the last facet that a shop can have is read with all others, and none more is made', async () => {
  await shop.db.run(sql`
    insert into facet_values (kind, code, name, position) select 'genre', 'many-' || n, '{"en-US":"Many"}', 1000 + n
    from generate_series(1, ${MOST_FACET_VALUES} - 1 - (select count(*)::int from facet_values)) n`)
  const both = await Promise.all([make({ code: 'last-one' }), make({ code: 'last-two' })])
  expect(both.map(({ refused }) => refused).filter(Boolean)).toEqual(['shelves.refused.manyFacets'])
  expect((await readShelves(shop.db)).facets.size).toBe(MOST_FACET_VALUES)
  await shop.db.run(sql`delete from facet_values where code like 'many-%'`)
})
