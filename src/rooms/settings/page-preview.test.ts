// A page of the shop seen there before it is saved.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', DEMO: 'off' })
  ada = await addStaff(shop, { role: 'catalogue' })
})
afterAll(() => shop.close())

const preview = (page: string, texts: Record<string, unknown>, language = 'en-US', who = ada) =>
  askAs(shop, who, `POST /office/pages/${page}/preview`, {
    language,
    changes: Object.entries(texts).map(([code, to]) => ({ field: `text.${code}`, from: '', to })),
  })
const page = async (path: string) => {
  const answer = await fetch(shop.shop.origin + path, { redirect: 'manual' })
  return { status: answer.status, text: await answer.text() }
}

test('a page that the shop does not have yet is seen with what is typed, and in its menu; nothing is saved', async () => {
  const { path } = await preview('shipping', { 'en-US': '# Typed\n\nOnly **here**.' })
  expect(path).toMatch(/^\/shipping\?preview=[\w-]{43}$/)
  const { status, text } = await page(path)
  expect(status).toBe(200)
  expect(text).toContain('<strong>here</strong>')
  expect(text).toMatch(/<a[^>]+href="\/shipping"[^>]+aria-current="page"/)
  expect((await page('/shipping')).status).toBe(404)
  expect(await shop.db.query(sql`select from website_infos where type = 16`)).toEqual([])
})

test('it is in the language that is edited; what that lacks is said in English', async () => {
  const { path } = await preview('about', { 'en-US': 'About us', de: 'Über uns', fr: 'Qui sommes-nous' }, 'de')
  const german = await page(path)
  expect(german.text).toMatch(/<html lang="de"/)
  expect(german.text).toContain('Über uns')
  const { path: instead } = await preview('about', { 'en-US': 'Nobody translated this' }, 'de')
  expect((await page(instead)).text).toContain('Nobody translated this')
  // What is typed is laid over what is saved when it is looked at.
  await askAs(shop, ada, 'POST /office/pages/about', {
    changes: [{ field: 'text.en-US', from: '', to: 'Saved since' }],
  })
  const { path: unchanged } = await preview('about', {}, 'de')
  expect((await page(unchanged)).text).toContain('Saved since')
  expect((await page(path)).text).toContain('Über uns')
})

test('what may not be saved is refused, and nobody previews what he may not write', async () => {
  const errors = async (texts: Record<string, unknown>) => (await preview('contact', texts)).errors
  expect(await errors({ de: 'Ohne Englisch' })).toEqual([{ path: 'text.en-US', message: 'pages.english' }])
  expect(await errors({ xx: 'x' })).toEqual([{ path: 'text.xx', message: 'error.invalid' }])
  expect(await errors({ 'en-US': 7 })).toEqual([{ path: 'text.en-US', message: 'error.invalid' }])
  expect((await preview('contact', { 'en-US': 'x'.repeat(20_001) })).status).toBe(400)
  expect((await preview('nothing', { 'en-US': 'x' })).status).toBe(400)
  expect((await preview('contact', { 'en-US': 'x' }, 'en-US', await addStaff(shop, { role: 'support' }))).status).toBe(
    403,
  )
  const { text } = await page((await preview('contact', { 'en-US': '<script>alert(1)</script>' })).path)
  expect(text).not.toContain('<script>alert(1)')
})
