// Prices that people change in the back office: kept, planned, and told with who changed them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestShop } from '#test/harness.ts'
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

const { as, noneWaits, product, audited } = officeProducts(() => ({ shop, ada }))

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
