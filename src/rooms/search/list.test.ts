import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { type Asked, fillShelves, idsBySql, numbersFrom, type Shelf } from '#rooms/products/shelves.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'

const PRODUCTS = 60
const EMPTY: Asked = { plat_list: [], region_list: [], language_list: [], theme_list: [] }

let shop: TestShop
let shelf: Shelf
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  shelf = await fillShelves(shop, PRODUCTS)
})
afterAll(() => shop.close())

const list = (body: object) => shop.call('POST', '/api/product/list', { body })

async function idsOf(body: object): Promise<number[]> {
  const answer = await list({ ...body, pageSize: 100 })
  expect(answer.status).toBe(200)
  const ids = answer.body.rows.map((row: { id: number }) => row.id)
  expect(answer.body.total).toBe(ids.length)
  return ids
}

/** Filters as shoppers combine them; the same ones at every run. */
function asked(seed: number): Asked {
  const next = numbersFrom(seed)
  const some = (ids: number[]) => (next(2) ? [] : ids.filter(() => next(2) === 0))
  const price = () => (next(3) ? undefined : 1 + next(12) * 0.5)
  return {
    classId: next(2) ? undefined : shelf.categories[next(6)]!.id,
    lowerPrice: price(),
    highPrice: price(),
    stock: ([undefined, '0', '1'] as const)[next(3)],
    plat_list: some(shelf.facets.platform),
    region_list: some(shelf.facets.region),
    language_list: some(shelf.facets.language),
    theme_list: some(shelf.facets.genre),
  }
}

test.each([0, 1, 2, 3, 4, 5])('order %i of the whole shop is SQL’s, ties by id', async (orderByColumn) => {
  expect(await idsOf({ orderByColumn })).toEqual(await idsBySql(shop, EMPTY, orderByColumn))
  expect(await idsOf({ orderByColumn: String(orderByColumn) })).toEqual(await idsOf({ orderByColumn }))
})

test('any combination of filters, in any order, finds what SQL finds', async () => {
  const sizes = new Set<number>()
  for (let seed = 0; seed < 150; seed++) {
    const filters = asked(seed)
    const ids = await idsOf({ ...filters, orderByColumn: seed % 6 })
    expect(ids, JSON.stringify(filters)).toEqual(await idsBySql(shop, filters, seed % 6))
    sizes.add(ids.length)
  }
  // Neither all nor nothing every time.
  expect(sizes.size).toBeGreaterThan(10)
})

test('within a list one is enough, between lists each is needed', async () => {
  const [a, b] = shelf.facets.platform
  const [g] = shelf.facets.genre
  const either = await idsOf({ plat_list: [a, b] })
  const each = await Promise.all([a, b].map((id) => idsOf({ plat_list: [id] })))
  expect(new Set(either)).toEqual(new Set(each.flat()))
  const genre = await idsOf({ theme_list: [g] })
  expect(new Set(await idsOf({ plat_list: [a, b], theme_list: [g] }))).toEqual(
    new Set(either).intersection(new Set(genre)),
  )
})

test('a price bound is part of the range, to the cent', async () => {
  const [{ id, low }] = (await shop.db.query<{ id: number; low: number }>(sql`
    select product_id as id, coalesce(min(price_cents) filter (where stock > 0), min(price_cents)) as low
    from offers where active group by product_id order by 1 limit 1`)) as [{ id: number; low: number }]
  const at = low / 100
  expect(await idsOf({ lowerPrice: at, highPrice: at })).toContain(id)
  expect(await idsOf({ lowerPrice: at + 0.01 })).not.toContain(id)
  expect(await idsOf({ highPrice: at - 0.01 })).not.toContain(id)
  // What nobody offers has no price, and is in no price range.
  const priced = await idsOf({ lowerPrice: 0 })
  expect(priced.length).toBeLessThan(PRODUCTS)
  expect(await idsOf({ highPrice: 1_000_000 })).toEqual(priced)
})

test('a category holds what its whole branch holds, by either name of the parameter', async () => {
  const [games, rpg, classic] = shelf.categories.map((row) => row.id)
  const [all, middle, lowest] = [
    await idsOf({ classId: games }),
    await idsOf({ classId: rpg }),
    await idsOf({ classId: classic }),
  ]
  expect(all.length).toBeGreaterThan(middle.length)
  expect(middle.length).toBeGreaterThan(lowest.length)
  expect(new Set(middle).isSubsetOf(new Set(all))).toBe(true)
  expect(new Set(lowest).isSubsetOf(new Set(middle))).toBe(true)
  expect(await idsOf({ parentClassId: games })).toEqual(all)
  expect(await idsOf({ parentClassId: games, classId: rpg })).toEqual(middle)
  expect(await idsOf({ classId: 999_999 })).toEqual([])
})

describe('pages', () => {
  test.each([0, 1, 2, 3, 4, 5])('of order %i never overlap and leave nothing out', async (orderByColumn) => {
    const whole = await idsOf({ orderByColumn })
    for (const pageSize of [1, 7, 50]) {
      const pages: number[] = []
      for (let pageNum = 1; pageNum <= Math.ceil(PRODUCTS / pageSize); pageNum++) {
        const { body } = await list({ orderByColumn, pageSize, pageNum })
        expect(body.total).toBe(PRODUCTS)
        pages.push(...body.rows.map((row: { id: number }) => row.id))
      }
      expect(pages).toEqual(whole)
    }
  })

  test('past the end are empty and know the true total', async () => {
    for (const pageNum of [7, 8, 1_000_000]) {
      const { status, body } = await list({ pageNum, pageSize: 10 })
      expect({ status, body }).toEqual({ status: 200, body: { code: 200, msg: 'ok', rows: [], total: PRODUCTS } })
    }
  })

  test.each([0, -1, 1.5, 1_000_001, 2 ** 31, '1', null, [1]])('with the number %j are 400', async (pageNum) => {
    const { status, body } = await list({ pageNum })
    expect({ status, ...body }).toMatchObject({
      status: 400,
      code: 400,
      msg: 'error.invalid',
      errors: [{ path: 'pageNum' }],
    })
  })

  test.each([0, -10, 101, 9.5, 1e9, '10', null])('of the size %j are 400', async (pageSize) => {
    const { status, body } = await list({ pageSize })
    expect({ status, ...body }).toMatchObject({
      status: 400,
      code: 400,
      msg: 'error.invalid',
      errors: [{ path: 'pageSize' }],
    })
  })

  test('have ten rows unless asked otherwise, and a hundred at most', async () => {
    expect((await list({})).body.rows).toHaveLength(10)
    expect((await list({ pageSize: 100 })).body.rows).toHaveLength(PRODUCTS)
  })
})

describe('the conditions of a list', () => {
  const conditions = async (filters: Asked) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(filters))
      if (value !== undefined && !(Array.isArray(value) && value.length === 0)) query.set(name, String(value))
    const { status, body } = await shop.call('GET', `/api/product/condition/list?${query}`)
    expect(status).toBe(200)
    return body.data
  }

  test('count what SQL counts when each of them is chosen', async () => {
    const lists = [
      ['plat_list', shelf.facets.platform],
      ['region_list', shelf.facets.region],
      ['language_list', shelf.facets.language],
      ['theme_list', shelf.facets.genre],
    ] as const
    for (let seed = 200; seed < 225; seed++) {
      const filters = asked(seed)
      const answer = await conditions(filters)
      for (const [name, ids] of lists) {
        const counted: [number, number][] = []
        for (const id of ids) {
          const count = (await idsBySql(shop, { ...filters, [name]: [id] })).length
          // What is chosen stays to be unchosen.
          if (count > 0 || filters[name].includes(id)) counted.push([id, count])
        }
        expect(
          answer[name].map((facet: { id: number; count: number }) => [facet.id, facet.count]),
          JSON.stringify(filters),
        ).toEqual(counted)
      }
      expect(answer.stock).toEqual({
        in: (await idsBySql(shop, { ...filters, stock: '0' })).length,
        out: (await idsBySql(shop, { ...filters, stock: '1' })).length,
      })
    }
  })

  test('name the highest price of the branch, whatever is narrowed', async () => {
    const { top } = await shop.db.one<{ top: number }>(sql`
      select max(low) as top from (
        select coalesce(min(price_cents) filter (where stock > 0), min(price_cents)) as low from offers where active group by product_id
      ) o`)
    expect((await conditions(EMPTY)).max_price).toBe(top / 100)
    expect((await conditions({ ...EMPTY, highPrice: 1, stock: '1' })).max_price).toBe(top / 100)
    expect((await conditions({ ...EMPTY, classId: shelf.categories[5]!.id })).max_price).toBe(0)
  })
})

test('a card says the lowest price that can be had now, whether it can be had, and where its page is', async () => {
  const { body } = await list({ pageSize: 100 })
  const truth = await shop.db.query<{ id: number }>(sql`
    select p.id, p.name ->> 'en-US' as name, o.low / 100.0::float8 as "lowPrice", coalesce(o.has, false) as "inStock", c.slug as "urlName", p.slug as zhname
    from products p join categories c on c.id = p.category_id
    left join (
      select product_id, coalesce(min(price_cents) filter (where stock > 0), min(price_cents)) as low, bool_or(stock > 0) as has
      from offers where active group by product_id
    ) o on o.product_id = p.id`)
  const byId = new Map(truth.map((row) => [row.id, row]))
  for (const card of body.rows) expect(card).toMatchObject(byId.get(card.id)!)
  expect(truth.some((row) => (row as unknown as { lowPrice: null }).lowPrice === null)).toBe(true)
})
