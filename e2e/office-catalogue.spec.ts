// The back office's catalogue in a browser: finding a product, changing it beside somebody else, making one; categories.
import english from '#locales/server/en-US.json' with { type: 'json' }
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { loseAnswer, unlessLost } from './support/lost-answer.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, picture, wordsOf } from './support/office.ts'

const fresh = () => Math.random().toString(36).slice(2, 8)

test('a product is found, changed and published; what somebody else did meanwhile is shown', async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const name = `Lantern ${fresh()}`
  const field = (key: string, language = 'English') =>
    page.getByLabel(`${t(`catalogue.field.${key}`)} (${language})`, { exact: true })
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
  await enterDemo(page, '/office/catalogue')
  await expect(page.getByRole('heading', { name: t('catalogue.title'), exact: true })).toBeVisible()
  await expect(page.locator('a[data-product]:visible').first()).toBeVisible()
  await looksRight(page)

  // From nothing.
  await press('catalogue.acts.create')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('catalogue.field.nameEnglish')).fill(name)
  await dialog.getByLabel(t('catalogue.field.nameEnglish')).blur()
  await expect(dialog.getByLabel(t('catalogue.field.slug'))).toHaveValue(name.toLowerCase().replace(' ', '-'))
  await dialog.getByLabel(t('catalogue.field.price')).fill('12,5')
  await looksRight(page)
  await dialog.getByRole('button', { name: t('catalogue.acts.create') }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText(t('catalogue.is.draft'), { exact: true })).toBeVisible()
  const id = Number(/catalogue\/(\d+)/.exec(page.url())![1])
  await looksRight(page)

  // Somebody else names the maker and the Chinese name while this one types.
  await page.getByLabel(t('catalogue.field.developer')).fill('Moss Foundry')
  await field('explanation').fill('Light in the dark.')
  await page.getByLabel(t('catalogue.field.activation')).selectOption(t('catalogue.guide.gog'))
  await page.getByLabel(t('catalogue.field.price')).fill('9.99')
  await db.run(sql`update products set developer = 'Lichen House', name = name || '{"zh-CN":"灯笼"}' where id = ${id}`)
  await press('catalogue.save')
  // Whoever has pressed below is led there, and back.
  await expect(page.getByText(t('catalogue.conflict'))).toBeInViewport()
  await expect(page.getByText('Lichen House')).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: `${t('catalogue.take.mine')}: ${t('catalogue.field.developer')}` }).click()
  await expect(page.getByRole('button', { name: t('catalogue.save'), exact: true })).toBeFocused()
  await press('catalogue.save')
  await expect(page.getByText(t('catalogue.saved'))).toBeVisible()
  await expect(field('name', '简体中文')).toHaveValue('灯笼')
  await expect(page.getByLabel(t('catalogue.field.price'))).toHaveValue('9.99')
  expect(
    await db.one(
      sql`select developer, activation, explanation ->> 'en-US' as explanation from products where id = ${id}`,
    ),
  ).toEqual({
    ...{ developer: 'Moss Foundry', activation: 'gog', explanation: 'Light in the dark.' },
  })

  // What is typed while it is being saved is left to save.
  const developer = page.getByLabel(t('catalogue.field.developer'))
  await page.route(`**/office/products/${id}`, async (route) => {
    if (route.request().method() === 'POST') await developer.fill('Fern House')
    await route.continue()
  })
  await developer.fill('Moss House')
  await press('catalogue.save')
  await expect
    .poll(async () => (await db.one(sql`select developer from products where id = ${id}`)).developer)
    .toBe('Moss House')
  await expect(developer).toHaveValue('Fern House')
  await page.unroute(`**/office/products/${id}`)
  await press('catalogue.save')
  await expect
    .poll(async () => (await db.one(sql`select developer from products where id = ${id}`)).developer)
    .toBe('Fern House')

  // What is wrong is said beside the field, and what was typed stays.
  await page.getByLabel(t('catalogue.field.slug')).fill('office')
  await press('catalogue.save')
  await expect(page.getByText(t('catalogue.slugReserved')).first()).toBeVisible()
  await expect(page.getByLabel(t('catalogue.field.slug'))).toHaveValue('office')
  await press('catalogue.discard')

  await press('catalogue.acts.publish')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('catalogue.acts.publish') })
    .click()
  await expect(page.getByText(t('catalogue.is.out'), { exact: true })).toBeVisible()
  const inShop = (await page.getByRole('link', { name: t('catalogue.inShop') }).getAttribute('href'))!
  for (const said of ['Light in the dark.', english.guides.gog.steps[0]])
    await expect.poll(async () => (await page.request.get(inShop)).text()).toContain(said)

  // The way back, and the search.
  await page
    .getByRole('link', { name: t('catalogue.title') })
    .first()
    .click()
  await page.getByLabel(t('catalogue.search')).fill(name)
  await page.keyboard.press('Enter')
  await expect(page.locator(`a[data-product="${id}"]:visible`)).toBeVisible()
  expect(troubles.splice(0).filter((text) => !/40[01]|422/.test(text))).toEqual([])
})

test('a version whose answer was lost is the same one when it is sent again', async ({ page, db, troubles }) => {
  const t = wordsOf('en-US')
  const { id } = await db.one<{ id: number }>(sql`select product_id as id from skus group by 1 order by 1 limit 1`)
  const edition = `Edition ${fresh()}`
  await enterDemo(page, `/office/catalogue/${id}`)
  await page.getByRole('button', { name: t('catalogue.acts.version'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('catalogue.field.edition')).fill(edition)
  await dialog.getByLabel(t('catalogue.field.price')).fill('12.5')
  const send = dialog.getByRole('button', { name: t('catalogue.acts.version') })
  await loseAnswer(page, `/office/products/${id}/versions`)
  await send.click()
  await expect(dialog.getByText(t('act.unknown'))).toBeVisible()
  await send.click()
  await expect(dialog).toBeHidden()
  expect(await db.query(sql`select edition from skus where product_id = ${id} and edition = ${edition}`)).toHaveLength(
    1,
  )
  expect(unlessLost(troubles).filter((said) => !/401/.test(said))).toEqual([])
})

test('in Chinese, on a phone: a category is made, renamed and moved', async ({ page, context, troubles }) => {
  const t = wordsOf('zh-CN')
  await context.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
  await page.setViewportSize({ width: 390, height: 844 })
  const slug = `shelf-${fresh()}`
  await page.goto('/office/catalogue')
  await page.getByRole('button', { name: t('door.enterDemo') }).click()
  await expect(page.locator('a[data-product]:visible').first()).toBeVisible()
  await looksRight(page)
  await picture(page, 'catalogue-phone')
  // All that belongs to the list stands behind one button.
  await expect(page.getByRole('link', { name: t('catalogue.categories') })).toHaveCount(0)
  await page.getByRole('button', { name: t('catalogue.morePages') }).click()
  await expect(page.getByRole('group', { name: t('catalogue.morePages') }).getByRole('link')).toHaveCount(6)
  await looksRight(page)
  await picture(page, 'catalogue-phone-more')
  await page.getByRole('link', { name: t('catalogue.categories') }).click()
  await page.getByRole('button', { name: t('catalogue.acts.category') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('catalogue.field.nameEnglish')).fill(`Shelf ${slug}`)
  // What is proposed comes when she is there already: what she types takes its place.
  await dialog.getByLabel(t('catalogue.field.slug')).focus()
  await expect(dialog.getByLabel(t('catalogue.field.slug'))).toHaveValue(`shelf-${slug}`)
  await page.keyboard.type('cart')
  await expect(dialog.getByLabel(t('catalogue.field.slug'))).toHaveValue('cart')
  await dialog.getByRole('button', { name: t('catalogue.acts.category') }).click()
  await expect(dialog.getByText(t('catalogue.slugReserved'))).toBeVisible()
  await expect(dialog.getByLabel(t('catalogue.field.slug'))).toBeFocused()
  await dialog.getByLabel(t('catalogue.field.slug')).fill(slug)
  await dialog.getByRole('button', { name: t('catalogue.acts.category') }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: slug })
  await row.getByRole('button', { name: t('catalogue.acts.change') }).click()
  await dialog.getByText(t('catalogue.otherNames')).click()
  await dialog.getByLabel('简体中文').fill('架子')
  await looksRight(page)
  await dialog.getByRole('button', { name: t('catalogue.acts.change') }).click()
  await expect(row.getByRole('link', { name: '架子' })).toBeVisible()
  await looksRight(page)
  expect(troubles.splice(0).filter((text) => !/40[01]|422/.test(text))).toEqual([])
})
