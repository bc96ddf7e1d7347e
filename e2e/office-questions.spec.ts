// Questions and pages that cannot be drawn, and questions whose act went away and is back.
import type { Locator, Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { looksRight, placeLink, wordsOf } from './support/office.ts'
import { signInStaff } from './support/staff.ts'

const some = () => Math.random().toString(36).slice(2, 10)

/** Answers of this call lack what a newer page expects of them. */
const lackIn = (page: Page, address: RegExp, name: string, instead: unknown = null) =>
  page.route(address, async (route) => {
    const answer = await route.fetch()
    const { data, ...envelope } = await answer.json()
    await route.fulfill({ response: answer, json: { ...envelope, data: { ...data, [name]: instead } } })
  })

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a question that cannot be drawn says so and can be closed, and the page below stays (${language})`, async ({
    page,
    context,
    ground,
    db,
    troubles,
  }) => {
    const t = wordsOf(language)
    if (language === 'zh-CN') await page.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
    await signInStaff(context, ground)
    const { id } = await addStaff({ db, shop: { ground } }, { role: 'catalogue' })
    await lackIn(page, new RegExp(`/prod-api/office/staff/${id}$`), 'roles')
    await page.goto(`/office/staff/${id}`)
    await page.getByRole('button', { name: t('staff.changeRole'), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: t('staff.changeRole'), exact: true })
    await expect(dialog.getByText(t('error.notShown'))).toBeVisible()
    await expect(page.locator('main h1')).toBeVisible()
    await looksRight(page)
    await dialog.getByRole('button', { name: t('frame.close') }).click()
    await expect(dialog).toBeHidden()
    // Another one is asked as ever, and so is this one once it can be drawn.
    await page.getByRole('button', { name: t('staff.block'), exact: true }).click()
    await page
      .getByRole('dialog', { name: t('staff.block'), exact: true })
      .getByLabel(t('act.reason'))
      .fill('left')
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'wait' })
    // What shows this was asked for after that.
    const name = `Whole ${some()}`
    await db.run(sql`update staff set name = ${name} where id = ${id}`)
    await expect(page.locator('main h1')).toHaveText(name)
    await page.getByRole('button', { name: t('staff.changeRole'), exact: true }).click()
    await expect(dialog.getByLabel(t('staff.role'), { exact: true })).toBeVisible()
    expect(troubles.splice(0).length).toBeGreaterThan(0)
  })

test('a page that cannot be drawn says so within the frame, and is tried again', async ({
  page,
  context,
  ground,
  isMobile,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground)
  await lackIn(page, /\/prod-api\/office\/roles$/, 'roles')
  await page.goto('/office/staff/roles')
  await expect(page.locator('main').getByRole('heading', { name: t('error.unexpected') })).toBeVisible()
  await looksRight(page)
  await expect(await placeLink(page, t('orders.title'))).toBeVisible()
  if (isMobile) await page.keyboard.press('Escape')
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: t('frame.again') }).click()
  await expect(page.locator('[data-role="support"]')).toBeVisible()
  expect(troubles.splice(0).length).toBeGreaterThan(0)
})

test('a page that cannot be drawn of what the frame is drawn of, too, is tried again with all of it', {
  tag: '@once:desktop',
}, async ({ page, context, ground, troubles }) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground)
  // The frame draws it where there is another one for light grounds alone.
  await lackIn(page, /\/prod-api\/office\/logo$/, 'dark', { style: 'of another version' })
  await page.goto('/office/settings')
  await expect(page.locator('main').getByRole('heading', { name: t('error.unexpected') })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: t('frame.again') }).click()
  await expect(page.locator('#logo').getByText(t('logo.choose.dark'))).toBeVisible()
  expect(troubles.splice(0).length).toBeGreaterThan(0)
})

test('a page whose code did not come comes when it is tried again', { tag: '@once:desktop' }, async ({
  page,
  context,
  ground,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground)
  await page.route(/\/roles-page-[0-9a-f]+\.js$/, (route) => route.abort())
  await page.goto('/office/staff/roles')
  await expect(page.locator('main').getByRole('heading', { name: t('error.unexpected') })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: t('frame.again') }).click()
  await expect(page.locator('[data-role="support"]')).toBeVisible()
  expect(troubles.splice(0).length).toBeGreaterThan(0)
})

test('a question whose act went away and is back goes on with what the page shows by then', async ({
  page,
  context,
  ground,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground)
  const { id } = await addStaff({ db, shop: { ground } }, { role: 'catalogue' })
  const role = `Night shift ${some()}`
  await db.run(sql`insert into staff_roles (name) values (${role})`)
  await page.goto(`/office/staff/${id}`)
  const act = page.locator('main').getByRole('button', { name: t('staff.newLink'), exact: true })
  await act.click()
  const dialog = page.getByRole('dialog', { name: t('staff.newLink'), exact: true })
  const send = dialog.getByRole('button', { name: t('staff.newLink'), exact: true })
  const reason = dialog.getByLabel(t('act.reason'), { exact: true })
  await reason.fill('a new phone')
  await db.run(sql`update staff set blocked_at = now() where id = ${id}`)
  await expect(page.locator('h1 + span').getByText(t('staff.state.blocked'), { exact: true })).toBeAttached()
  await db.run(sql`update staff set blocked_at = null, role = ${role} where id = ${id}`)
  await expect(page.locator('main').getByText(role).first()).toBeAttached()
  await expect(reason).toHaveValue('a new phone')
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText(t('staff.refused.changed'))
  await send.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('dialog').getByText(/\/office\/welcome#/)).toBeVisible()
  expect(troubles.splice(0).filter((text) => !/401|422/.test(text))).toEqual([])
})

test('what was typed in a question is there again when it was closed, and not once its subject has changed', {
  tag: '@once:desktop',
}, async ({ page, context, ground, db, troubles }) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground)
  const { id } = await addStaff({ db, shop: { ground } }, { role: 'catalogue' })
  const role = `Night shift ${some()}`
  await db.run(sql`insert into staff_roles (name) values (${role})`)
  await page.goto(`/office/staff/${id}`)
  const act = page.locator('main').getByRole('button', { name: t('staff.newLink'), exact: true })
  const dialog = page.getByRole('dialog', { name: t('staff.newLink'), exact: true })
  const reason = dialog.getByLabel(t('act.reason'), { exact: true })
  await act.click()
  await reason.fill('a new phone')
  for (const _ of [1, 2]) {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await act.click()
    await expect(reason).toHaveValue('a new phone')
  }
  await page.keyboard.press('Escape')
  await db.run(sql`update staff set role = ${role} where id = ${id}`)
  await expect(page.locator('main').getByText(role).first()).toBeVisible()
  await act.click()
  await expect(reason).toHaveValue('')
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})

test('a question closes when the page shows what was done, so that the next one is asked about that', {
  tag: '@once:desktop',
}, async ({ page, context, ground, db, troubles }) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground)
  const { id } = await addStaff({ db, shop: { ground } }, { role: 'catalogue' })
  await page.goto(`/office/staff/${id}`)
  const open = async (label: string) => {
    await page.locator('main').getByRole('button', { name: label, exact: true }).click()
    return page.getByRole('dialog', { name: label, exact: true })
  }
  const send = async (dialog: Locator, label: string) => {
    await dialog.getByLabel(t('act.reason'), { exact: true }).fill('a new shift')
    await dialog.getByRole('button', { name: label, exact: true }).click()
  }
  const change = await open(t('staff.changeRole'))
  await change.getByLabel(t('staff.role'), { exact: true }).selectOption('support')
  // What the page shows of it is read late.
  await page.route(new RegExp(`/prod-api/office/staff/${id}$`), async (route) => {
    if (route.request().method() === 'GET') {
      const answer = await route.fetch()
      await new Promise((read) => setTimeout(read, 700))
      return route.fulfill({ response: answer })
    }
    return route.continue()
  })
  await send(change, t('staff.changeRole'))
  await expect(change).toBeHidden()
  const link = await open(t('staff.newLink'))
  await send(link, t('staff.newLink'))
  await expect(page.getByRole('dialog').getByText(/\/office\/welcome#/)).toBeVisible()
  await expect(link).toBeHidden()
  await page.unrouteAll({ behavior: 'wait' })
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})
