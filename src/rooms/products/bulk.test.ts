// Changes of many products at once: what is selected is frozen, each row is changed once, and it can be taken back.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'catalogue' })
})
afterAll(() => shop.close())

const ask = (name: string, body?: object, who = ada) => askAs(shop, who, name, body)

/** A category with so many products of $10. */
async function shelf(count: number): Promise<{ category: number; products: TestProduct[] }> {
  const { id } = await shop.db.one<{ id: number }>(
    sql`insert into categories (slug, name) select 'shelf-' || count(*), '{"en-US":"Shelf"}' from categories returning id`,
  )
  const products: TestProduct[] = []
  for (let n = 0; n < count; n++) products.push(await addProduct(shop, { priceCents: 1000 }))
  await move(products, id)
  return { category: id, products }
}
const move = (products: TestProduct[], category: number) =>
  shop.db.run(
    sql`update products set category_id = ${category} where id = any(${products.map(({ productId }) => productId)}::int[])`,
  )
const prices = async (products: TestProduct[]) =>
  (
    await shop.db.query<{ cents: number }>(
      sql`select price_cents as cents from offers where id = any(${products.map(({ offerId }) => offerId)}::int[]) order by id`,
    )
  ).map(({ cents }) => cents)
async function over({ id, ...begun }: { id: string }) {
  // What was refused never begins.
  expect(begun).toEqual({})
  return await until(async () => {
    const edit = await ask(`GET /office/bulk/${id}`)
    return edit.state === 'done' ? edit : undefined
  }, 'it is done')
}
const tenMore = { what: 'price', basisPoints: 1000, cents: 0, ending: null }

test('all but three, frozen when it begins: neither those nor what comes later is touched, and it can be taken back', async () => {
  const { category, products } = await shelf(8)
  const [one, two, three, ...others] = products as [TestProduct, TestProduct, TestProduct, ...TestProduct[]]
  const select = { filter: { category }, except: [one, two, three].map(({ productId }) => productId) }
  const preview = await ask('POST /office/bulk/preview', { select, change: tenMore })
  expect(preview).toMatchObject({
    products: 5,
    rows: 5,
    examples: [{ productId: others[0]!.productId, before: 10, after: 11 }, {}, {}, {}, {}],
  })

  const late = await addProduct(shop, { priceCents: 1000 })
  await move([late], category)
  const start = (seen: number) =>
    ask('POST /office/bulk/prices', { select, change: tenMore, seen, reason: 'spring', id: randomUUID() })
  expect(await start(5)).toEqual({
    ...{ status: 422, refused: 'catalogue.refused.selectionChanged' },
    data: { count: 6 },
  })
  await move([late], (await shelf(0)).category)
  const { id } = await start(5)
  await move([late], category)
  expect(await over({ id })).toMatchObject({
    total: 5,
    changed: 5,
    skipped: 0,
    by: ada.email,
    reason: 'spring',
    left: [],
  })
  expect(await prices([one, two, three, late])).toEqual([1000, 1000, 1000, 1000])
  expect(await prices(others)).toEqual([1100, 1100, 1100, 1100, 1100])
  const audited = await shop.db.query(
    sql`select before, after from audit_log where act = 'product.bulk' and subject_id = ${String(others[0]!.productId)} and actor = ${ada.email}`,
  )
  const field = `offer.${others[0]!.offerId}.price`
  expect(audited).toEqual([{ before: { [field]: 10 }, after: { [field]: 11, bulk: id } }])
  expect(await shop.db.query(sql`select price_cents from past_prices where offer_id = ${others[0]!.offerId}`)).toEqual([
    { price_cents: 1000 },
  ])

  // One was changed by somebody else since: it stays as he left it.
  await shop.db.run(sql`update offers set price_cents = 777 where id = ${others[0]!.offerId}`)
  const undo = await ask(`POST /office/bulk/${id}/undo`, { reason: 'no spring' })
  expect(await over(undo)).toMatchObject({
    changed: 4,
    skipped: 1,
    left: [{ productId: others[0]!.productId, why: 'touched' }],
  })
  expect(await prices(others)).toEqual([777, 1000, 1000, 1000, 1000])
  expect(await ask(`POST /office/bulk/${id}/undo`, { reason: 'again' })).toMatchObject({
    refused: 'catalogue.refused.undone',
  })
  expect(await ask(`GET /office/bulk/${id}`)).toMatchObject({ undoneBy: undo.id })
})

test('taken back by two at once it is taken back once', async () => {
  const { category, products } = await shelf(2)
  const select = { filter: { category }, except: [] }
  const { id } = await ask('POST /office/bulk/prices', {
    id: randomUUID(),
    select,
    change: tenMore,
    seen: 2,
    reason: 'x',
  })
  await over({ id })
  const both = await Promise.all([1, 2].map(() => ask(`POST /office/bulk/${id}/undo`, { reason: 'x' })))
  expect(both.filter(({ refused }) => refused === 'catalogue.refused.undone')).toHaveLength(1)
  await over(both.find((one) => one.id))
  expect(await prices(products)).toEqual([1000, 1000])
})

test('off and on sale, and to another category', async () => {
  const { category, products } = await shelf(3)
  const only = products.slice(0, 2).map(({ productId }) => productId)
  const off = await ask('POST /office/bulk/products', {
    id: randomUUID(),
    select: { only },
    change: { what: 'sale', on: false },
    seen: 2,
    reason: 'x',
  })
  expect(await over(off)).toMatchObject({ changed: 2 })
  const active = async () =>
    (
      await shop.db.query<{ active: boolean }>(
        sql`select active from offers where id = any(${products.map(({ offerId }) => offerId)}::int[]) order by id`,
      )
    ).map((row) => row.active)
  expect(await active()).toEqual([false, false, true])
  const on = await ask('POST /office/bulk/products', {
    id: randomUUID(),
    select: { filter: { category }, except: [] },
    change: { what: 'sale', on: true },
    seen: 3,
    reason: 'x',
  })
  expect(await over(on)).toMatchObject({ changed: 2, skipped: 1, left: [{ why: 'same' }] })
  expect(await active()).toEqual([true, true, true])
  const { category: other } = await shelf(0)
  const moved = await ask('POST /office/bulk/products', {
    id: randomUUID(),
    select: { only },
    change: { what: 'category', categoryId: other },
    seen: 2,
    reason: 'x',
  })
  expect(await over(moved)).toMatchObject({ changed: 2 })
  await until(
    async () => (await ask(`GET /office/products?category=${other}`)).rows.length === 2,
    'they are listed there',
  )
  const back = await ask(`POST /office/bulk/${moved.id}/undo`, { reason: 'x' })
  expect(await over(back)).toMatchObject({ changed: 2 })
  await until(async () => (await ask(`GET /office/products?category=${category}`)).rows.length === 3, 'they are back')
})

/** Three products: the first off sale until its file holds it again, the second until its seller is open, the third for good. */
async function offInThreeWays() {
  const { products } = await shelf(3)
  const [absent, closed, forGood] = products.map(({ offerId }) => offerId) as [number, number, number]
  const { id: seller } = await shop.db.one<{ id: number }>(sql`
    insert into sellers (name, closed_at) select 'Third hand ' || count(*), now() from sellers returning id`)
  await shop.db.run(sql`update offers set active = false, absent_since = now() where id = ${absent}`)
  await shop.db.run(
    sql`update offers set active = false, closed_with_seller = true, seller_id = ${seller} where id = ${closed}`,
  )
  await shop.db.run(sql`update offers set active = false where id = ${forGood}`)
  const states = () =>
    shop.db.query(sql`
      select id, active, absent_since is not null as absent, closed_with_seller as closed from offers
      where id = any(${[absent, closed, forGood]}::int[]) order by id`)
  const sale = async (on: boolean, ...which: TestProduct[]) =>
    over(
      await ask('POST /office/bulk/products', {
        ...{ id: randomUUID(), select: { only: which.map(({ productId }) => productId) } },
        ...{ change: { what: 'sale', on }, seen: which.length, reason: 'taken down' },
      }),
    )
  const undo = async ({ id }: { id: string }) => over(await ask(`POST /office/bulk/${id}/undo`, { reason: 'x' }))
  return { products, absent, closed, forGood, seller, states, sale, undo }
}

test('off sale by hand, what was off only until its file or its seller is back stays off, until that is taken back', async () => {
  const { products, absent, closed, forGood, seller, states, sale, undo } = await offInThreeWays()
  const before = await states()
  const off = await sale(false, ...products)
  expect(off).toMatchObject({ changed: 2, skipped: 1, left: [{ productId: products[2]!.productId, why: 'same' }] })
  const nothingReturns = [absent, closed, forGood].map((id) => ({ id, active: false, absent: false, closed: false }))
  expect(await states()).toEqual(nothingReturns)
  const audited = await shop.db.query(sql`
    select before, after from audit_log where act = 'product.bulk' and subject_id = ${String(products[0]!.productId)}`)
  expect(audited).toEqual([
    {
      before: { [`offer.${absent}.active`]: false, [`offer.${absent}.returns`]: true },
      after: { [`offer.${absent}.active`]: false, [`offer.${absent}.returns`]: false, bulk: off.id },
    },
  ])
  const back = await undo(off)
  expect(back).toMatchObject({ changed: 2, skipped: 0 })
  expect(await states()).toEqual(before)
  expect(await undo(back)).toMatchObject({ changed: 2, skipped: 0 })
  expect(await states()).toEqual(nothingReturns)

  // Taken back when its seller is open again, it is on sale as it would be without that.
  await shop.db.run(sql`update offers set closed_with_seller = true where id = ${closed}`)
  const again = await sale(false, products[1]!)
  await shop.db.run(sql`update sellers set closed_at = null where id = ${seller}`)
  const opened = await undo(again)
  expect((await states())[1]).toEqual({ id: closed, active: true, absent: false, closed: false })
  // Nobody has touched it since, so that can be taken back, too.
  expect(await undo(opened)).toMatchObject({ changed: 1, skipped: 0 })
  expect((await states())[1]).toEqual({ id: closed, active: false, absent: false, closed: false })
})

test('put on sale by hand and taken back, what was off until its file is back waits for it again', async () => {
  const { products, absent, forGood, states, sale, undo } = await offInThreeWays()
  const before = await states()
  const on = await sale(true, products[0]!, products[2]!)
  expect(on).toMatchObject({ changed: 2 })
  expect(await states()).toMatchObject([
    { id: absent, active: true, absent: false },
    {},
    { id: forGood, active: true, absent: false },
  ])
  await undo(on)
  expect(await states()).toEqual(before)
})

test('asked again after an answer that was lost, it is the same change; under its id nothing else begins', async () => {
  const { category, products } = await shelf(1)
  const body = { id: randomUUID(), select: { filter: { category }, except: [] }, change: tenMore, seen: 1, reason: 'x' }
  const bob = await addStaff(shop, { role: 'catalogue' })
  const [first, again] = await Promise.all([1, 2].map(() => ask('POST /office/bulk/prices', body)))
  expect([first, again]).toEqual([{ id: body.id }, { id: body.id }])
  await over({ id: body.id })
  expect(await ask('POST /office/bulk/prices', { ...body, seen: 2 })).toEqual({ id: body.id })
  for (const [other, who] of [
    [{ ...body, change: { ...tenMore, cents: 1 } }, ada],
    [body, bob],
  ] as const)
    expect(await ask('POST /office/bulk/prices', other, who)).toMatchObject({ refused: 'catalogue.refused.changed' })
  expect(await prices(products)).toEqual([1100])
})

test('each kind needs its permission, and what is not possible is refused', async () => {
  const { category, products } = await shelf(1)
  await shop.db.run(sql`insert into staff_roles (name) values ('texts')`)
  await shop.db.run(
    sql`insert into staff_grants (role, permission) values ('texts', 'catalogue.read'), ('texts', 'catalogue.write')`,
  )
  const texts = await addStaff(shop, { role: 'texts' })
  const select = { filter: { category }, except: [] }
  const begin = { id: randomUUID(), select, change: tenMore, seen: 1, reason: 'x' }
  expect(await ask('POST /office/bulk/prices', begin, texts)).toMatchObject({ refused: 'error.forbidden' })
  const { id } = await ask('POST /office/bulk/prices', begin)
  await over({ id })
  expect(await ask(`POST /office/bulk/${id}/undo`, { reason: 'x' }, texts)).toMatchObject({
    refused: 'error.forbidden',
  })
  expect(await prices(products)).toEqual([1100])
  // A price of nothing is none.
  const free = await ask('POST /office/bulk/prices', {
    ...begin,
    id: randomUUID(),
    change: { ...tenMore, basisPoints: 0, cents: -1100 },
  })
  expect(await over(free)).toMatchObject({ changed: 0, skipped: 1, left: [{ why: 'impossible' }] })
  expect(
    await ask('POST /office/bulk/prices', { ...begin, id: randomUUID(), select: { only: [2_000_000_000] }, seen: 0 }),
  ).toMatchObject({ refused: 'catalogue.refused.nothingSelected' })
  expect(
    (await ask('POST /office/bulk/products', { ...begin, change: { what: 'category', categoryId: 99_999 } })).errors,
  ).toEqual([{ path: 'categoryId', message: 'catalogue.gone' }])
  expect((await ask('POST /office/bulk/prices', { ...begin, select: { ...select, only: [1] } })).refused).toBe(
    'error.invalid',
  )
  expect((await ask('POST /office/bulk/prices', { ...begin, reason: ' ' })).errors).toHaveLength(1)
  expect(await ask('POST /office/bulk/3d4a2b10-1111-4222-8333-444455556666/undo', { reason: 'x' })).toMatchObject({
    refused: 'error.notFound',
  })
})
