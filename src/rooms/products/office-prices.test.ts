// Who may change the catalogue and no prices names none, wherever one could be named.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addStaff, askAs } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

test('a new product and a new version have a price: they are for who may change prices', async () => {
  const { productId } = await addProduct(shop, {})
  const { categoryId } = await shop.db.one<{ categoryId: number }>(
    sql`select category_id as "categoryId" from products where id = ${productId}`,
  )
  await shop.db.run(sql`insert into staff_roles (name) values ('writer')`)
  await shop.db.run(
    sql`insert into staff_grants (role, permission) values ('writer', 'catalogue.write'), ('writer', 'catalogue.read')`,
  )
  const [writer, manager] = [await addStaff(shop, { role: 'writer' }), await addStaff(shop, { role: 'catalogue' })]
  const count = async () =>
    (await shop.db.one<{ n: number }>(sql`select count(*)::int as n from offers where price_cents = 1`)).n
  const product = { categoryId, name: 'Cheap', slug: 'cheap-thing', price: 0.01 }
  const version = { edition: 'Deluxe', price: 0.01 }
  expect(await askAs(shop, writer, 'POST /office/products', product)).toMatchObject({ refused: 'error.forbidden' })
  expect(await askAs(shop, writer, `POST /office/products/${productId}/versions`, version)).toMatchObject({
    refused: 'error.forbidden',
  })
  expect(await count()).toBe(0)
  expect(await askAs(shop, manager, 'POST /office/products', product)).toMatchObject({ id: expect.any(Number) })
  expect(await askAs(shop, manager, `POST /office/products/${productId}/versions`, version)).toMatchObject({
    id: expect.any(Number),
  })
  expect(await count()).toBe(2)
})

test('a price that falls by more than half asks who sets it for a proof, also for a plan and for many; others do not', async () => {
  const ed = await addStaff(shop, { role: 'catalogue' })
  const { productId, offerId } = await addProduct(shop, { priceCents: 6_000 })
  const field = `offer.${offerId}.price`
  const at = new Date(Date.now() + 3_600_000).toISOString()
  const price = (to: number) => ({ changes: [{ field, from: 60, to }] })
  const many = (basisPoints: number, cents: number) => ({
    ...{ id: randomUUID(), select: { only: [productId] }, seen: 1, reason: 'sale' },
    change: { what: 'price', basisPoints, cents, ending: null },
  })
  const deep: [string, object][] = [
    [`POST /office/products/${productId}/prices`, price(29.99)],
    [
      `POST /office/products/${productId}`,
      { changes: [{ field: 'developer', from: '', to: 'Moss' }], prices: price(0.01).changes },
    ],
    [`POST /office/offers/${offerId}/plans`, { price: 29.99, at, reason: 'sale' }],
    ['POST /office/bulk/prices', many(-5_001, 0)],
    ['POST /office/bulk/prices', many(0, -1)],
  ]
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${ed.id}`)
  for (const [call, body] of deep)
    expect([call, await askAs(shop, ed, call, body)]).toMatchObject([
      call,
      { status: 403, refused: 'login.proveAgain' },
    ])
  expect(
    await askAs(shop, ed, `POST /office/offers/${offerId}/plans`, { price: 30, at, reason: 'sale' }),
  ).toMatchObject({
    id: expect.any(Number),
  })
  expect(await askAs(shop, ed, 'POST /office/bulk/prices', many(-5_000, 0))).not.toMatchObject({ status: 403 })
  await shop.db.run(sql`update offers set price_cents = 6000 where id = ${offerId}`)
  expect(await askAs(shop, ed, `POST /office/products/${productId}/prices`, price(30))).toMatchObject({ id: productId })
  await shop.db.run(sql`update staff_sessions set proved_at = now() where staff_id = ${ed.id}`)
  const last = { changes: [{ field, from: 30, to: 0.01 }] }
  expect(await askAs(shop, ed, `POST /office/products/${productId}/prices`, last)).toMatchObject({ id: productId })
})

test('a plan is measured by the dearest price that stands before it: of now, or of a plan that begins earlier', async () => {
  const ed = await addStaff(shop, { role: 'catalogue' })
  const { offerId } = await addProduct(shop, { priceCents: 6_000 })
  const plan = (price: number, hours: number) =>
    askAs(shop, ed, `POST /office/offers/${offerId}/plans`, {
      ...{ price, at: new Date(Date.now() + hours * 3_600_000).toISOString(), reason: 'sale' },
    })
  const made = { id: expect.any(Number) }
  const doubted = { status: 403, refused: 'login.proveAgain' }
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${ed.id}`)
  expect(await plan(31, 1)).toMatchObject(made)
  expect(await plan(16, 2)).toMatchObject(doubted)
  expect(await plan(100, 4)).toMatchObject(made)
  expect(await plan(49.99, 5)).toMatchObject(doubted)
  expect(await plan(50, 5)).toMatchObject(made)
  expect(await plan(49.99, 3)).toMatchObject(made)
})
