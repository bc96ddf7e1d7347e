// A session that ends while somebody works, and keys of one letter: what a person does alone counts, and nothing typed is lost.
import type { BrowserContext, Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, onlyAtTheDoor, wordsOf } from './support/office.ts'
import { makeDeliveredOrder } from './support/shopping.ts'
import { signInStaff, signOutOnTheWay } from './support/staff.ts'

const PASSWORD = 'Plum-Engine-9'
const t = wordsOf('en-US')
const heading = (page: Page, key: string) => page.getByRole('heading', { level: 1, name: t(key), exact: true })
const over = (page: Page) => page.getByRole('dialog', { name: t('door.overTitle') })

async function signInOver(page: Page, recoveryCode: string) {
  const dialog = over(page)
  await dialog.getByLabel(t('door.password'), { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: t('door.useRecovery') }).click()
  await dialog.getByLabel(t('door.recoveryCode'), { exact: true }).fill(recoveryCode)
  await dialog.getByRole('button', { name: t('door.signIn'), exact: true }).click()
  await expect(dialog).toBeHidden()
}

const usedAt = async (db: Database, staffId: string) =>
  (await db.one<{ at: string }>(sql`select used_at::text as at from staff_sessions where staff_id = ${staffId}`)).at

test('Today asks by itself and renews nothing: after half an hour the session is over, where a press would have renewed it', async ({
  page,
  context,
  ground,
  troubles,
}) => {
  const { db } = ground
  const eve = await signInStaff(context, ground)
  await db.run(sql`update staff_sessions set used_at = now() - interval '20 minutes' where staff_id = ${eve.id}`)
  const before = await usedAt(db, eve.id)
  await page.goto('/office/today')
  await expect(heading(page, 'today.title')).toBeVisible()
  const poll = () => page.waitForResponse((answer) => new URL(answer.url()).pathname === '/prod-api/office/today')
  expect((await poll()).status()).toBe(200)
  expect((await poll()).status()).toBe(200)
  expect(await usedAt(db, eve.id)).toBe(before)
  const renewed = page.waitForResponse('**/office/session/renew')
  await page.keyboard.press('Shift')
  expect((await renewed).status()).toBe(200)
  expect(await usedAt(db, eve.id)).not.toBe(before)

  await db.run(sql`update staff_sessions set used_at = now() - interval '31 minutes' where staff_id = ${eve.id}`)
  await expect(over(page)).toBeVisible()
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})

test('a session that ends while a product is edited in two languages loses nothing that was typed', async ({
  page,
  context,
  ground,
  troubles,
}) => {
  const { db } = ground
  const eve = await signInStaff(context, ground, { password: PASSWORD })
  // Of this test alone: others would save what they type of the same one, too.
  const { id } = await db.one<{ id: number }>(sql`
    insert into products (category_id, slug, name, is_draft)
    select min(id), ${`typed-${eve.id}`}, '{"en-US":"Typed in two languages"}', true from categories returning id`)
  await page.goto(`/office/catalogue/${id}`)
  const field = (kind: string, language: string) =>
    page.getByLabel(`${t(`catalogue.field.${kind}`)} (${language})`, { exact: true })
  const typed = [
    ['description', 'English', `Typed in English ${eve.id}`],
    ['description', 'Deutsch', `Auf Deutsch getippt ${eve.id}`],
    ['explanation', 'English', `Once more ${eve.id}`],
  ] as const
  await field('description', 'English').fill(typed[0][2])
  await page.getByRole('link', { name: 'Deutsch' }).click()
  for (const [kind, language, text] of typed) await field(kind, language).fill(text)
  await signOutOnTheWay(page, `**/prod-api/office/products/${id}`, { db, staffId: eve.id })
  await page.getByRole('button', { name: t('catalogue.save'), exact: true }).click()
  await expect(over(page)).toBeVisible()
  // Who was typing goes on for a letter: it lands in no field of the question.
  const entered = () =>
    over(page)
      .locator('input')
      .evaluateAll((fields: HTMLInputElement[]) => fields.map(({ value }) => value))
  const before = await entered()
  await page.keyboard.type('x')
  expect(await entered()).toEqual(before)
  for (const [kind, language, text] of typed) await expect(field(kind, language)).toHaveValue(text)
  await signInOver(page, eve.recoveryCodes[0]!)
  // The save that came too early is made again by itself.
  await expect(page.getByText(t('catalogue.saved'))).toBeVisible()
  const kept = await db.one(sql`
    select description ->> 'en-US' as english, description ->> 'de' as german, explanation ->> 'en-US' as more
    from products where id = ${id}`)
  expect(kept).toEqual({ english: typed[0][2], german: typed[1][2], more: typed[2][2] })
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})

test('after many wrong tries the browser works for the next one, and the right one opens', async ({
  page,
  context,
  ground,
  troubles,
}) => {
  const eve = await signInStaff(context, ground, { password: PASSWORD })
  await context.clearCookies()
  await page.goto('/office')
  const field = (key: string) => page.getByLabel(t(key), { exact: true })
  const signIn = async (password: string, recoveryCode: string) => {
    await field('door.password').fill(password)
    await field('door.recoveryCode').fill(recoveryCode)
    await page.getByRole('button', { name: t('door.signIn'), exact: true }).click()
  }
  await page.getByRole('button', { name: t('door.useRecovery') }).click()
  await field('door.email').fill(eve.email)
  for (let n = 0; n < 7; n++) {
    await signIn('a wrong one', 'AAAAA-AAAAA')
    await expect(field('door.password')).toHaveValue('')
  }
  await expect(page.getByText(t('office.wrong'))).toBeVisible()
  await signIn(PASSWORD, eve.recoveryCodes[0]!)
  await expect(heading(page, 'today.title')).toBeVisible()
  onlyAtTheDoor(troubles)
})

test('whoever visits a demo enters it again over the page, which stays as it was left', async ({
  page,
  context,
  troubles,
}) => {
  await enterDemo(page, '/office/orders')
  await page.getByLabel(t('orders.search')).fill('as it was')
  await context.clearCookies()
  await expect(over(page)).toBeVisible()
  await looksRight(page)
  await over(page)
    .getByRole('button', { name: t('door.enterDemo') })
    .click()
  await expect(over(page)).toBeHidden()
  await expect(page.getByLabel(t('orders.search'))).toHaveValue('as it was')
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})

test('a tab that waits at the door goes on to what it wanted once another one has come in', async ({
  page,
  context,
  troubles,
}) => {
  const [other] = await others(context, 1)
  await page.goto('/office/inbox')
  await other!.goto('/office/orders')
  for (const tab of [page, other!]) await expect(heading(tab, 'door.title')).toBeVisible()
  await other!.getByRole('button', { name: t('door.enterDemo') }).click()
  await expect(heading(other!, 'orders.title')).toBeVisible()
  await expect(heading(page, 'inbox.title')).toBeVisible()
  await expect(over(page)).toBeHidden()
  await looksRight(page)
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})

test('eight tabs whose session ends are renewed by one sign-in', { tag: '@desktop' }, async ({
  page,
  context,
  ground,
  troubles,
}) => {
  const eve = await signInStaff(context, ground, { password: PASSWORD })
  const tabs = [page, ...(await others(context, 7))]
  for (const tab of tabs) {
    await tab.goto('/office/orders')
    await expect(heading(tab, 'orders.title')).toBeVisible()
    await tab.getByLabel(t('orders.search')).fill(`tab ${tabs.indexOf(tab)}`)
  }
  await ground.db.run(sql`delete from staff_sessions where staff_id = ${eve.id}`)
  for (const tab of tabs) await expect(over(tab)).toBeVisible()
  await signInOver(tabs[3]!, eve.recoveryCodes[0]!)
  for (const tab of tabs) {
    await expect(over(tab)).toBeHidden()
    await expect(tab.getByLabel(t('orders.search'))).toHaveValue(`tab ${tabs.indexOf(tab)}`)
  }
  expect(await ground.db.query(sql`select 1 from staff_sessions where staff_id = ${eve.id}`)).toHaveLength(1)
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})

const others = (context: BrowserContext, count: number) =>
  Promise.all(Array.from({ length: count }, () => context.newPage()))

test('keys of one letter sleep in fields, and can be switched off (WCAG 2.1.4)', { tag: '@desktop' }, async ({
  page,
  context,
  ground,
}) => {
  for (let order = 0; order < 2; order++) await makeDeliveredOrder(context, KEYS)
  await signInStaff(context, ground)
  await page.goto('/office/catalogue')
  const search = page.getByLabel(t('catalogue.search'))
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('j/k')
  await expect(search).toHaveValue('j/k')
  await expect(search).toBeFocused()
  await search.fill('')

  await page.goto('/office/orders')
  const orders = page.locator('a[data-order]:visible')
  await expect(orders.nth(1)).toBeVisible()
  await orders.first().focus()
  await page.keyboard.press('j')
  await expect(orders.nth(1)).toBeFocused()
  await page.getByRole('button', { name: t('frame.shortcutsOff') }).click()
  await orders.first().focus()
  for (const key of ['j', 'k', 'j']) await page.keyboard.press(key)
  await expect(orders.first()).toBeFocused()
  // Arrows are no letters, and Ctrl K is more than one key.
  await page.keyboard.press('ArrowDown')
  await expect(orders.nth(1)).toBeFocused()
  await page.goto('/office/catalogue')
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).not.toBeFocused()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: t('palette.field') })
  await expect(palette).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await page.getByRole('button', { name: t('frame.shortcutsOn') }).click()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
})
