// The shop's own pages, as people of the office write them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContent } from '#demo/content.ts'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { CONTENT_PAGES } from '#rooms/content/rules.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { LONGEST_PAGE } from './limits.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ DEMO: 'off' })
  ada = await addStaff(shop, { role: 'catalogue' })
})
afterAll(() => shop.close())

const write = (page: string, changes: [language: string, from: string, to: unknown][], who = ada) =>
  askAs(shop, who, `POST /office/pages/${page}`, {
    changes: changes.map(([language, from, to]) => ({ field: `text.${language}`, from, to })),
  })
const read = async (path: string) => {
  const answer = await fetch(`${shop.shop.origin}${path}`, { redirect: 'manual' })
  return { status: answer.status, text: await answer.text() }
}
/** Every process has heard of the change. */
const shows = (path: string, status: number) =>
  until(async () => (await read(path)).status === status, `${path} answers ${status}`)
const legalIsDone = async () => {
  const owner = await addStaff(shop)
  const steps = (await askAs(shop, owner, 'GET /office/first-steps')) as { step: string; isDone: boolean }[]
  return steps.find(({ step }) => step === 'legal')?.isDone
}

test('an empty shop has its legal pages written in the office, and they are there at once', async () => {
  expect((await read('/privacy-policy')).status).toBe(404)
  expect(await legalIsDone()).toBe(false)
  for (const page of ['conditions', 'privacy', 'refunds', 'contact'])
    expect(await write(page, [['en-US', '', `# Of ${page}\n\nWhat holds <script>alert(1)</script>.`]])).toMatchObject({
      isLegal: true,
      changedBy: ada.email,
    })
  expect(await legalIsDone()).toBe(true)
  await shows('/privacy-policy', 200)
  const { text } = await read('/privacy-policy')
  expect(text).toContain('Of privacy</h2>')
  expect(text).not.toContain('<script>alert(1)')
  await write('privacy', [['de', '', '# Datenschutz']])
  expect((await read('/privacy-policy?lang=de')).text + (await read('/de/privacy-policy')).text).toContain(
    'Datenschutz',
  )
  const listed = (await askAs(shop, ada, 'GET /office/pages')) as { page: string; languages: string[] }[]
  expect(listed.find(({ page }) => page === 'privacy')?.languages.sort()).toEqual(['de', 'en-US'])
  expect(listed.find(({ page }) => page === 'affiliate')?.languages).toEqual([])
})

test('English comes first, what is too long or no text is refused, and a page without a text is gone', async () => {
  expect(await write('about', [['de', '', 'Über uns']])).toMatchObject({
    status: 400,
    errors: [{ path: 'text.en-US', message: 'pages.english' }],
  })
  expect(await shop.db.query(sql`select 1 from website_infos where type = 4`)).toEqual([])
  await write('about', [
    ['en-US', '', 'About us'],
    ['de', '', 'Über uns'],
  ])
  const errors = (of: unknown) =>
    (of as { errors?: { path: string; message: string }[] }).errors?.map(({ path }) => path)
  expect(await write('about', [['de', 'Über uns', 'x'.repeat(LONGEST_PAGE)]])).toMatchObject({ page: 'about' })
  expect(await write('about', [['de', 'x'.repeat(LONGEST_PAGE), 'x'.repeat(LONGEST_PAGE + 1)]])).toMatchObject({
    status: 400,
  })
  await write('about', [['de', 'x'.repeat(LONGEST_PAGE), 'Über uns']])
  expect(errors(await write('about', [['de', 'Über uns', 7]]))).toEqual(['text.de'])
  expect(errors(await write('about', [['xx', '', 'x']]))).toEqual(['text.xx'])
  expect(errors(await write('about', [['en-US', 'About us', '  ']]))).toEqual(['text.en-US'])
  await shows('/about-us', 200)
  await write('about', [
    ['en-US', 'About us', ''],
    ['de', 'Über uns', ''],
  ])
  await shows('/about-us', 404)
})

test('two who write different languages are put together; of the same one the later sees what is there now', async () => {
  const bob = await addStaff(shop, { role: 'manager' })
  await write('shipping', [['en-US', '', 'At once']])
  // What is so already changes nothing, and nobody is said to have done it.
  await write('shipping', [['en-US', 'At once', 'At once']], bob)
  expect(await askAs(shop, ada, 'GET /office/pages/shipping')).toMatchObject({ changedBy: ada.email })
  await write('accessibility', [['en-US', '', '  ']])
  expect(await shop.db.query(sql`select 1 from website_infos where type = 18`)).toEqual([])
  const both = await Promise.all([
    write('shipping', [['de', '', 'Sofort']]),
    write('shipping', [['es', '', 'Al instante']], bob),
  ])
  expect(both.map((one) => (one as { refused?: string }).refused)).toEqual([undefined, undefined])
  expect(await write('shipping', [['de', '', 'Gleich']], bob)).toMatchObject({
    refused: 'catalogue.refused.changed',
    data: { conflicts: [{ field: 'text.de', theirs: 'Sofort', mine: 'Gleich' }] },
  })
  const begun = await Promise.all([1, 2].map((n) => write('affiliate', [['en-US', '', `Written by ${n}`]])))
  expect(begun.filter((one) => (one as { refused?: string }).refused).length).toBe(1)
  const rows = await shop.db.query(sql`
    select before, after from audit_log where act = 'page.change' and subject_id = 'shipping' and after ? 'text.de'`)
  expect(rows).toEqual([{ before: { 'text.de': '' }, after: { 'text.de': 'Sofort' } }])
})

test('what the demo says is not written by a comma more, nor by another language; other words are', async () => {
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`delete from website_infos`)
    await insertContent(tx, { shopName: 'Ada’s Keys', supportEmail: 'ada@shop.example' })
  })
  const pages = ['conditions', 'privacy', 'refunds', 'contact'] as const
  const said = new Map<string, { english: string; dutch: string }>()
  for (const page of pages) {
    const { type } = CONTENT_PAGES.find(({ name }) => name === page)!
    const texts = await shop.db.one<{ english: string; dutch: string }>(
      sql`select content ->> 'en-US' as english, content ->> 'nl' as dutch from website_infos where type = ${type}`,
    )
    said.set(page, texts)
    expect(await write(page, [['en-US', texts.english, `${texts.english},`]])).toMatchObject({ changedBy: ada.email })
  }
  expect(await legalIsDone()).toBe(false)
  for (const page of pages)
    expect(await write(page, [['nl', said.get(page)!.dutch, 'Verkocht door Ada B.V.']])).toMatchObject({
      isLegal: true,
    })
  expect(await legalIsDone()).toBe(false)
  for (const page of pages) {
    expect(await legalIsDone(), page).toBe(false)
    await write(page, [['en-US', `${said.get(page)!.english},`, 'Sold by Ada GmbH, Berlin']])
  }
  expect(await legalIsDone()).toBe(true)
})
