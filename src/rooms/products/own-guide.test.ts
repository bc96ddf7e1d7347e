// The guide that a product has as its own, chosen in the back office.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { activationSteps } from '#rooms/content/hands.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', DEMO: 'off' })
  ada = await addStaff(shop, { role: 'catalogue' })
})
afterAll(() => shop.close())

const change = (from: unknown, to: unknown) => ({ changes: [{ field: 'activation', from, to }] })
const save = (one: TestProduct, from: unknown, to: unknown) =>
  askAs(shop, ada, `POST /office/products/${one.productId}`, change(from, to))
const page = async (path: string) => (await fetch(shop.shop.origin + path)).text()
const [gog, xbox] = ['gog', 'xbox'].map((code) => activationSteps(code, 'en-US')[0]!)

test('what is chosen is on the product’s page, once it is saved, and who chose it is known', async () => {
  const one = await addProduct(shop)
  const address = `/games/${one.slug}`
  await until(async () => (await fetch(shop.shop.origin + address)).status === 200, 'its shelf is known')
  expect(await save(one, '', 'gog')).toMatchObject({ activation: 'gog' })
  await until(async () => (await page(address)).includes(gog!), 'its page tells the guide')

  const typed = { language: 'en-US', ...change('gog', 'xbox') }
  const { path } = await askAs(shop, ada, `POST /office/products/${one.productId}/preview`, typed)
  const previewed = await page(path)
  expect([previewed.includes(xbox!), previewed.includes(gog!)]).toEqual([true, false])
  expect(await page(address)).not.toContain(xbox)

  expect(await save(one, 'gog', '')).toMatchObject({ activation: null })
  await until(async () => !(await page(address)).includes(gog!), 'its page tells no guide')
  expect(
    await shop.db.query(
      sql`select actor, act, before, after from audit_log where subject_id = ${String(one.productId)} order by id`,
    ),
  ).toEqual([
    { actor: ada.email, act: 'product.change', before: { activation: '' }, after: { activation: 'gog' } },
    { actor: ada.email, act: 'product.change', before: { activation: 'gog' }, after: { activation: '' } },
  ])
})

test('nothing is chosen that is no guide of a product', async () => {
  const one = await addProduct(shop)
  for (const wrong of ['account', 'constructor', 'Steam', 7, true])
    expect((await save(one, '', wrong)).errors, String(wrong)).toMatchObject([{ path: 'activation' }])
  expect(await shop.db.one(sql`select activation from products where id = ${one.productId}`)).toEqual({
    activation: null,
  })
})
