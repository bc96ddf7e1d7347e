// The shop's colour: chosen in the back office, on every page of every process, and gone again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accentSheet } from '#art/accent.ts'
import { until } from '#platform/testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
let other: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  other = await openTestShop({ DATABASE_URL: shop.databaseUrl, WORKER: 'off' })
  ada = await addStaff(shop, { role: 'manager' })
})
afterAll(async () => {
  await other.close()
  await shop.close()
})

const SHEET = /<link (?=[^>]*rel="stylesheet")[^>]*href="(\/media\/colours\/[^"]+)"/
const choose = (value: string, seen: string) =>
  shop.call('POST', '/office/settings/shop.colour', {
    headers: { cookie: ada.cookie },
    body: { value, seen, reason: 'our house is green' },
  })
const sheetOn = async (of: TestShop, path = '/') => SHEET.exec(await (await fetch(of.shop.origin + path)).text())?.[1]
test('until somebody chooses one no page asks for a sheet', async () => {
  expect(await sheetOn(shop)).toBeUndefined()
  expect(await sheetOn(other, '/checkout')).toBeUndefined()
})

test('what is no colour is refused', async () => {
  for (const value of ['green', '#15803', '15803d', '#15803d;}', '#15803dff'])
    expect(await choose(value, ''), value).toMatchObject({ status: 400 })
})

test('one that is chosen comes with the pages of every process, as a file that never changes, and goes again', async () => {
  expect(await choose('#15803D', '')).toMatchObject({ status: 200 })
  for (const of of [shop, other]) await until(async () => (await sheetOn(of)) !== undefined, 'its pages have the sheet')
  const path = (await sheetOn(other, '/news'))!
  const answer = await fetch(other.shop.origin + path)
  expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await answer.text()).toBe(accentSheet('#15803d'))

  expect(await choose('', '#15803D')).toMatchObject({ status: 200 })
  for (const of of [shop, other]) await until(async () => (await sheetOn(of)) === undefined, 'its pages have none')
  // Whoever still has the page of before has its colours.
  expect((await fetch(shop.shop.origin + path)).status).toBe(200)
  for (const wrong of [path.replace('15803d', '15803e'), path.replace('.css', '.js'), '/media/colours/'])
    expect((await fetch(shop.shop.origin + wrong)).status, wrong).toBe(404)
})
