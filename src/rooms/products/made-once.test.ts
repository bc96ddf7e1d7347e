// What is made is made once, although an answer was lost and it was asked for again.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
let ben: TestStaff
let one: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'catalogue' })
  ben = await addStaff(shop, { role: 'catalogue' })
  one = await addProduct(shop, { name: 'Portal', priceCents: 1000 })
})
afterAll(() => shop.close())

const ask = (name: string, body: object, who = ada) => askAs(shop, who, name, body)
const count = async (what: 'skus' | 'offers' | 'products' | 'planned_prices' | 'audit_log') =>
  (
    await shop.db.one<Record<string, number>>(sql`
      select (select count(*)::int from skus) as skus, (select count(*)::int from offers) as offers,
        (select count(*)::int from products) as products, (select count(*)::int from planned_prices) as planned_prices,
        (select count(*)::int from audit_log where act in ('product.version', 'product.duplicate', 'price.plan')) as audit_log`)
  )[what]!

const at = new Date(Date.now() + 3_600_000).toISOString()
const wantedAs = () =>
  ({
    'a version': [`POST /office/products/${one.productId}/versions`, { edition: 'Deluxe', price: 20 }, { price: 21 }],
    'a copy': [`POST /office/products/${one.productId}/duplicate`, { name: 'Portal again' }, { name: 'Portal 2' }],
    'a planned price': [`POST /office/offers/${one.offerId}/plans`, { price: 8, at, reason: 'sale' }, { price: 7 }],
  }) as const
const tables = ['skus', 'offers', 'products', 'planned_prices', 'audit_log'] as const
const counts = async () => Promise.all(tables.map(count))

test.each(['a version', 'a copy', 'a planned price'] as const)(
  'asked again after an answer that was lost, %s is the one that was made',
  async (what) => {
    const [call, body, other] = wantedAs()[what]
    const wanted = { ...body, attempt: randomUUID() }
    const [first, again] = await Promise.all([1, 2].map(() => ask(call, wanted)))
    expect([first, again]).toEqual([{ id: expect.any(Number) }, first])
    const made = await counts()
    expect(await ask(call, wanted)).toEqual(first)
    // Under its id nothing else is made; under another one the same is made once more.
    const refused = { refused: 'catalogue.refused.changed' }
    expect(await ask(call, { ...wanted, ...other })).toMatchObject(refused)
    expect(await counts()).toEqual(made)
    expect((await ask(call, { ...body, attempt: randomUUID() })).id).toBeGreaterThan(first.id)
    expect((await ask(call, wanted, ben)).id).toBeGreaterThan(first.id)
    expect((await ask(call, body)).id).toBeGreaterThan(first.id)
    const audited = made[4]!
    expect(await count('audit_log')).toBe(audited + 3)
  },
)

test('a plan whose moment has come meanwhile is answered with all the same', async () => {
  const call = `POST /office/offers/${one.offerId}/plans`
  const wanted = { price: 6, at, reason: 'sale', attempt: randomUUID() }
  const { id } = await ask(call, wanted)
  await shop.db.run(sql`update planned_prices set state = 'done', ended_at = now() where id = ${id}`)
  expect(await ask(call, wanted)).toEqual({ id })
})

test('an id of an attempt under one product makes nothing of another', async () => {
  const other = await addProduct(shop)
  const body = { edition: 'Gold', price: 30, attempt: randomUUID() }
  await ask(`POST /office/products/${one.productId}/versions`, body)
  expect(await ask(`POST /office/products/${other.productId}/versions`, body)).toMatchObject({
    refused: 'catalogue.refused.changed',
  })
})
