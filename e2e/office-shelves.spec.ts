// Facets, sellers and banners in the back office, in a browser. What is made here is gone again, for others count and show the same.
import type { Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, wordsOf } from './support/office.ts'

const fresh = () => Math.random().toString(36).slice(2, 8)

/** In the question that is open. */
function questions(page: Page, t: ReturnType<typeof wordsOf>) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    open: (key: string) => page.getByRole('button', { name: t(key), exact: true }).click(),
    fill: (key: string, text: string) => dialog.getByLabel(t(key), { exact: true }).fill(text),
    send: (key: string) => dialog.getByRole('button', { name: t(key), exact: true }).click(),
    /** Only then is the page below to be looked at. */
    over: () => expect(dialog).toBeHidden(),
  }
}

const known = (troubles: string[]) => troubles.splice(0).filter((text) => !/40[01]|404|422/.test(text))

test('a genre is made, named beside somebody else, seen where it is used, and removed when it is not', async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const { dialog, open, fill, send, over } = questions(page, t)
  const code = `moss-${fresh()}`
  await enterDemo(page, '/office/catalogue')
  await page.getByRole('link', { name: t('shelves.facets'), exact: true }).click()
  await expect(page.locator('a[data-facet]').first()).toBeVisible()
  await looksRight(page)
  for (const kind of ['platform', 'region', 'language'] as const) {
    await page.getByRole('link', { name: t(`shelves.kinds.${kind}`), exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`kind=${kind}`))
    await expect(page.locator('a[data-facet]').first()).toBeVisible()
  }
  await page.getByRole('link', { name: t('shelves.kinds.genre'), exact: true }).click()

  await open('shelves.acts.new.genre')
  await fill('catalogue.field.nameEnglish', 'Moss <b>')
  await fill('shelves.code', 'Moss!')
  await send('shelves.acts.new.genre')
  await expect(dialog.getByText(t('shelves.codeShape'))).toBeVisible()
  await expect(dialog.getByLabel(t('shelves.code'), { exact: true })).toBeFocused()
  await fill('shelves.code', code)
  await looksRight(page)
  await send('shelves.acts.new.genre')
  await expect(page.getByRole('heading', { name: 'Moss <b>', level: 1 })).toBeVisible()
  const id = Number(/facets\/(\d+)/.exec(page.url())![1])
  await expect(page.getByText(t('catalogue.isMissing')).first()).toBeVisible()
  await expect(page.getByText(t('shelves.unused'))).toBeVisible()
  await looksRight(page)

  // Somebody else gives it a French name, and another German one, while this one types.
  await open('catalogue.acts.change')
  await dialog.getByText(t('catalogue.otherNames')).click()
  await dialog.getByLabel('Deutsch').fill('Moos')
  await db.run(sql`update facet_values set name = name || '{"fr":"Mousse","de":"Flechte"}' where id = ${id}`)
  await send('catalogue.acts.change')
  await expect(dialog.getByText(t('catalogue.refused.changed'))).toBeVisible()
  await expect(dialog.getByText(t('shelves.isNow', { value: 'Flechte' }))).toBeVisible()
  await expect(dialog.getByLabel('Deutsch')).toHaveValue('Moos')
  await looksRight(page)
  await send('catalogue.acts.change')
  await over()
  expect(await db.one(sql`select name - 'en-US' as name from facet_values where id = ${id}`)).toEqual({
    name: { de: 'Moos', fr: 'Mousse' },
  })

  // Given to a product it says so, and cannot be removed.
  const { product } = await db.one<{ product: number }>(sql`select min(id) as product from products where not is_draft`)
  await db.run(sql`update products set genre_ids = genre_ids || ${id}::int where id = ${product}`)
  await page.reload()
  await expect(page.locator(`a[href$="/catalogue/${product}"]`)).toBeVisible()
  await expect(page.getByRole('button', { name: t('shelves.acts.remove') })).toHaveCount(0)
  await looksRight(page)
  await db.run(sql`update products set genre_ids = array_remove(genre_ids, ${id}::int) where id = ${product}`)
  await page.reload()
  await open('shelves.acts.remove')
  await fill('act.reason', 'nobody wants moss')
  await send('shelves.acts.remove')
  await expect(page).toHaveURL(/facets\?kind=genre/)
  await expect(page.locator(`a[data-facet="${id}"]`)).toHaveCount(0)
  expect(known(troubles)).toEqual([])
})

test('a seller is made, renamed, closed and opened', async ({ page, db, troubles }) => {
  const t = wordsOf('en-US')
  const { dialog, open, fill, send, over } = questions(page, t)
  const name = `Heron ${fresh()}`
  await enterDemo(page, '/office/catalogue/sellers')
  await expect(page.locator('a[data-seller]').first()).toBeVisible()
  await looksRight(page)
  await open('shelves.acts.seller')
  await fill('catalogue.field.name', name)
  await send('shelves.acts.seller')
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const id = Number(/sellers\/(\d+)/.exec(page.url())![1])
  await open('catalogue.acts.change')
  await fill('catalogue.field.name', `${name} & Sons`)
  await looksRight(page)
  await send('catalogue.acts.change')
  await over()
  await expect(page.getByRole('heading', { name: `${name} & Sons`, level: 1 })).toBeVisible()
  await open('shelves.acts.close')
  await send('shelves.acts.close')
  await expect(dialog.getByText(t('act.reasonRequired'))).toBeVisible()
  await fill('act.reason', 'sent keys twice')
  await send('shelves.acts.close')
  await over()
  // The history below has the word, too.
  const badge = page.getByText(t('shelves.closed'), { exact: true }).and(page.locator('span'))
  await expect(badge).toBeVisible()
  await expect(page.getByText(/sent keys twice/)).toBeVisible()
  await looksRight(page)
  await open('shelves.acts.open')
  await fill('act.reason', 'all is well')
  await send('shelves.acts.open')
  await over()
  await expect(badge).toHaveCount(0)

  // The shop itself.
  const own = await db.one<{ id: number }>(sql`select id from sellers where is_shop`)
  await page.goto(`/office/catalogue/sellers/${own.id}`)
  await expect(page.getByText(t('shelves.ownSeller'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('shelves.acts.close') })).toHaveCount(0)
  await looksRight(page)
  await db.run(sql`delete from sellers where id = ${id}`)
  expect(known(troubles)).toEqual([])
})

test('what somebody else does to a category while one types stays as he did it', async ({ page, db, troubles }) => {
  const t = wordsOf('en-US')
  const { dialog, send, over } = questions(page, t)
  const slug = `quiet-${fresh()}`
  const name = `Quiet ${slug}`
  const { id } = await db.one<{ id: number }>(sql`
    insert into categories (slug, name, position) values (${slug}, jsonb_build_object('en-US', ${name}::text), 9000) returning id`)
  await enterDemo(page, '/office/catalogue/categories')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: t('catalogue.acts.change') }).click()
  await dialog.getByText(t('catalogue.otherNames')).click()
  await dialog.getByLabel('Deutsch').fill('Leise')
  await db.run(sql`update categories set position = 9001, name = name || '{"fr":"Calme"}' where id = ${id}`)
  // The page below has heard of it; the question has it as it was, and says what it is now.
  await expect(dialog.getByText(t('shelves.isNow', { value: '9001' }))).toBeVisible()
  await looksRight(page)
  await send('catalogue.acts.change')
  await over()
  expect(await db.one(sql`select position, name - 'en-US' as name from categories where id = ${id}`)).toEqual({
    ...{ position: 9001, name: { de: 'Leise', fr: 'Calme' } },
  })
  await db.run(sql`delete from categories where id = ${id}`)
  expect(known(troubles)).toEqual([])
})

test.describe('on a phone, in Chinese', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' })

  test('a banner is made, timed for later, switched on without being shown yet, and removed', async ({
    page,
    db,
    troubles,
  }) => {
    const t = wordsOf('zh-CN')
    const { dialog, open, fill, send, over } = questions(page, t)
    await enterDemo(page, '/office/catalogue/banners')
    await expect(page.locator('a[data-banner]').first()).toBeVisible()
    await looksRight(page)
    await open('shelves.acts.banner')
    await fill('shelves.banner.title', 'Quiet mornings')
    await fill('shelves.banner.link', 'javascript:alert(1)')
    await dialog.getByLabel(t('shelves.banner.motif')).selectOption('adventure')
    await send('shelves.acts.banner')
    await expect(dialog.getByText(t('shelves.linkShape'))).toBeVisible()
    // That is said since the field was left; whoever has pressed is led back to it.
    await expect(dialog.getByLabel(t('shelves.banner.link'), { exact: true })).toBeFocused()
    await looksRight(page)
    await fill('shelves.banner.link', '/pc-games')
    await send('shelves.acts.banner')
    await expect(page.getByRole('heading', { name: 'Quiet mornings', level: 1 })).toBeVisible()
    const id = Number(/banners\/(\d+)/.exec(page.url())![1])
    await expect(page.getByText(t('shelves.banner.off'), { exact: true })).toBeVisible()
    await looksRight(page)

    const year = new Date().getFullYear() + 1
    await open('catalogue.acts.change')
    await dialog.getByText(t('shelves.banner.titleOthers')).click()
    await dialog.getByLabel('简体中文').first().fill('安静的早晨')
    await fill('shelves.banner.from', `${year}-03-01T10:00`)
    await fill('shelves.banner.until', `${year}-02-01T10:00`)
    await send('catalogue.acts.change')
    await expect(dialog.getByText(t('shelves.untilBefore'))).toBeVisible()
    await looksRight(page)
    await fill('shelves.banner.until', `${year}-04-01T10:00`)
    await send('catalogue.acts.change')
    await over()
    await expect(page.getByRole('heading', { name: '安静的早晨', level: 1 })).toBeVisible()
    await open('shelves.acts.show')
    await send('shelves.acts.show')
    await over()
    await expect(page.getByText(t('shelves.banner.ahead'), { exact: true })).toBeVisible()
    expect(await db.one(sql`select is_on as "isOn", is_shown as "isShown" from banners where id = ${id}`)).toEqual({
      ...{ isOn: true, isShown: false },
    })
    await looksRight(page)
    await open('shelves.acts.remove')
    await fill('act.reason', '不需要了')
    await send('shelves.acts.remove')
    await expect(page).toHaveURL(/catalogue\/banners$/)
    await expect(page.locator(`a[data-banner="${id}"]`)).toHaveCount(0)
    expect(known(troubles)).toEqual([])
  })
})
