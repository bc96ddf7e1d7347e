// A list that is narrowed to platforms and regions: one version of a product must be for both, and is what the list shows and leads to.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { fillShelves, type Shelf } from '#rooms/products/shelves.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
let shelf: Shelf
let steam: number
let gog: number
let turkey: number
let world: number
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  shelf = await fillShelves(shop, 0)
  ;[steam, gog] = shelf.facets.platform as [number, number]
  ;[turkey, world] = shelf.facets.region as [number, number]
})
afterAll(() => shop.close())

interface Version {
  platform: number
  region: number
  cents: number
  stock?: number
}

/** In a category of its own; answers the versions' ids. */
async function sell(category: number, slug: string, versions: Version[]) {
  // All at once: a list that has one of its versions knows the others.
  const made = await shop.db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into products (category_id, slug, name) values (${category}, ${slug}, ${JSON.stringify({ 'en-US': slug })}) returning id`)
    const skus: number[] = []
    for (const [n, { platform, region, cents, stock = 5 }] of versions.entries()) {
      const sku = await tx.one<{ id: number }>(sql`
        insert into skus (product_id, sku_code, platform_ids, region_id, position)
        values (${id}, ${`${slug}-${n}`}, ${[platform]}, ${region}, ${n}) returning id`)
      await tx.run(sql`
        insert into offers (product_id, sku_id, seller_id, price_cents, backing, stock)
        values (${id}, ${sku.id}, 1, ${cents}, 'supplier', ${stock})`)
      skus.push(sku.id)
    }
    return { id, skus }
  })
  const isListed = async () =>
    (await list({ classId: category, plat_list: versions.map(({ platform }) => platform) })).some(
      (row) => row.id === made.id,
    )
  await until(isListed, `${slug} is listed`)
  return made
}

interface Row {
  id: number
  lowPrice: number
  inStock: boolean
  platforms: string[]
  region: string
  sku?: number
}

const list = async (body: object): Promise<Row[]> =>
  (await shop.call('POST', '/api/product/list', { body: { pageSize: 100, ...body } })).body.rows

const conditions = async (query: string) =>
  (await shop.call('GET', `/api/product/condition/list?${query}`)).body.data as Record<
    'plat_list' | 'region_list',
    { id: number; count: number }[]
  > & { stock: { in: number; out: number }; max_price: number }

describe('a product for Steam everywhere and for GOG in one region', () => {
  let product: { id: number; skus: number[] }
  let classId: number
  beforeAll(async () => {
    classId = shelf.categories[3]!.id
    product = await sell(classId, 'two-places', [
      { platform: steam, region: world, cents: 1000 },
      { platform: gog, region: turkey, cents: 2500, stock: 0 },
    ])
  })

  test('is not for Steam in that region', async () => {
    expect(await list({ classId, plat_list: [steam], region_list: [turkey] })).toEqual([])
    expect((await list({ classId, plat_list: [gog], region_list: [turkey] })).map((row) => row.id)).toEqual([
      product.id,
    ])
  })

  test('is shown by the version that was asked for, and leads to it', async () => {
    const [card] = await list({ classId, region_list: [turkey] })
    expect(card).toMatchObject({
      lowPrice: 25,
      inStock: false,
      platforms: ['platform 2'],
      region: 'region 1',
      sku: product.skus[1],
    })
    expect((await list({ classId, plat_list: [steam, gog] }))[0]).toMatchObject({ lowPrice: 10, sku: product.skus[0] })
  })

  test('is shown as ever where nothing of its versions is asked', async () => {
    const [card] = await list({ classId, stock: '0' })
    expect(card).toMatchObject({ lowPrice: 10, inStock: true, platforms: ['platform 1'], region: 'region 2' })
    expect(card).not.toHaveProperty('sku')
  })

  test('costs and is in stock as that version is', async () => {
    const ask = async (more: object) => (await list({ classId, plat_list: [gog], ...more })).length
    expect([await ask({ highPrice: 10 }), await ask({ lowerPrice: 25 })]).toEqual([0, 1])
    expect([await ask({ stock: '0' }), await ask({ stock: '1' })]).toEqual([0, 1])
  })

  test('has the price that is shown as the end of the prices to choose from', async () => {
    const end = async (more: string) => (await conditions(`classId=${classId}${more}`)).max_price
    expect([await end(''), await end(`&plat_list=${steam}`), await end(`&plat_list=${gog}`)]).toEqual([10, 10, 25])
    expect(await end(`&region_list=${turkey}&highPrice=1.00`)).toBe(25)
    expect(await end(`&plat_list=${steam}&region_list=${turkey}`)).toBe(0)
  })

  test('is counted for a choice only where choosing it leaves the product', async () => {
    const only = (id: number) => [expect.objectContaining({ id, count: 1 })]
    expect((await conditions(`classId=${classId}&region_list=${turkey}`)).plat_list).toEqual(only(gog))
    expect((await conditions(`classId=${classId}&plat_list=${steam}`)).region_list).toEqual(only(world))
    expect((await conditions(`classId=${classId}&stock=0`)).plat_list).toEqual(only(steam))
    expect((await conditions(`classId=${classId}&plat_list=${gog}`)).stock).toEqual({ in: 0, out: 1 })
  })
})

test('products are in the order of the prices that are shown, page by page', async () => {
  const classId = shelf.categories[4]!.id
  const dear = await sell(classId, 'dear-on-gog', [
    { platform: steam, region: world, cents: 100 },
    { platform: gog, region: world, cents: 900 },
  ])
  const middle = await sell(classId, 'only-gog', [{ platform: gog, region: world, cents: 500 }])
  const cheap = await sell(classId, 'cheap-on-gog', [
    { platform: steam, region: world, cents: 50, stock: 5 },
    { platform: gog, region: world, cents: 300 },
  ])
  const pages = async (body: object) => {
    const ids: number[] = []
    for (const pageNum of [1, 2, 3])
      ids.push(...(await list({ classId, ...body, pageNum, pageSize: 1 })).map(({ id }) => id))
    return ids
  }
  expect(await pages({ plat_list: [gog], orderByColumn: 2 })).toEqual([cheap.id, middle.id, dear.id])
  expect(await pages({ plat_list: [gog], orderByColumn: 1 })).toEqual([dear.id, middle.id, cheap.id])
  expect(await pages({ orderByColumn: 2 })).toEqual([cheap.id, dear.id, middle.id])
})

test('a version whose price has just changed is listed at once where it belongs', async () => {
  const classId = shelf.categories[5]!.id
  const { id, skus } = await sell(classId, 'changes', [
    { platform: steam, region: world, cents: 100 },
    { platform: gog, region: world, cents: 900 },
  ])
  await shop.db.run(sql`update offers set price_cents = 700 where sku_id = ${skus[1]!}`)
  expect(await list({ classId, plat_list: [gog] })).toMatchObject([{ id, lowPrice: 7, sku: skus[1] }])
  await until(
    async () => (await list({ classId, plat_list: [gog], highPrice: 7 })).length === 1,
    'the new price is known',
  )
})
