// Only what needs consent asks for it, nothing is kept before, and the choice can be changed (docs/decisions/012).
import type { Page } from '@playwright/test'
import { axe } from './support/axe.ts'
import { cookieOf } from './support/cookies.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')
const PRODUCT = '/rpg-games/elden-ring'

const question = (page: Page) => page.getByRole('region', { name: t('shell.consent.question') })
const allow = (page: Page) => page.getByRole('button', { name: t('shell.consent.allow'), exact: true })
const refuse = (page: Page) => page.getByRole('button', { name: t('shell.consent.refuse'), exact: true })
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('recentlyViewed'))
const cookie = (page: Page) => cookieOf(page.context(), 'consent')

/** Opens a product and does something there; whoever only opens a page is not asked. */
async function openProduct(page: Page) {
  await page.goto(PRODUCT)
  await expect(async () => {
    await page.keyboard.press('Shift')
    await expect(question(page)).toBeVisible({ timeout: 500 })
  }).toPass()
}

test('nothing asks and nothing is kept where there is nothing to remember', async ({ page }) => {
  await page.goto('/pc-games')
  await page.getByRole('heading', { level: 1 }).click()
  await page.mouse.wheel(0, 400)
  await page.waitForLoadState('networkidle')
  await expect(question(page)).toBeHidden()
  expect(await cookie(page)).toBeUndefined()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('without an answer a product is remembered for this visit only', async ({ page }) => {
  await openProduct(page)
  expect(await kept(page)).toBeNull()
  await page
    .getByRole('banner')
    .getByRole('link', { name: t('shell.homeLink') })
    .filter({ visible: true })
    .click()
  await expect(page.getByRole('heading', { name: t('home.recentlyViewed') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: t('home.bestSellers') })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('heading', { name: t('home.recentlyViewed') })).toBeHidden()
})

test('remembered when allowed, deleted when no longer allowed', async ({ page }) => {
  await openProduct(page)
  await allow(page).click()
  await expect(question(page)).toBeHidden()
  expect(await cookie(page)).toBe('1')
  expect(await kept(page)).toContain('elden-ring')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: t('home.recentlyViewed') })).toBeVisible()

  const choices = page.getByRole('button', { name: t('shell.footer.privacyChoices') })
  await choices.click()
  const dialog = page.getByRole('dialog', { name: t('shell.consent.title') })
  await expect(dialog.getByText(t('shell.consent.nowAllowed'))).toBeVisible()
  await dialog.getByRole('button', { name: t('shell.consent.refuse'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(choices).toBeFocused()
  expect(await cookie(page)).toBe('0')
  expect(await kept(page)).toBeNull()
})

test('refused means refused: nothing is kept, and nobody asks again', async ({ page }) => {
  await openProduct(page)
  await refuse(page).click()
  await expect(question(page)).toBeHidden()
  expect(await cookie(page)).toBe('0')
  await page.goto('/pc-games')
  const link = page.getByRole('main').locator('article').first().getByRole('link').first()
  const name = await link.innerText()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.keyboard.press('Shift')
  await page.waitForLoadState('networkidle')
  await expect(question(page)).toBeHidden()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('a search asks, too', async ({ page }) => {
  // What is searched for before the page is alive is not remembered, so nothing is asked.
  await page.goto('/')
  const box = page.getByRole('combobox', { name: t('search.label') })
  await box.fill('steam')
  await box.press('Enter')
  await expect(question(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('recentSearches'))).toBeNull()
  await allow(page).click()
  expect(await page.evaluate(() => localStorage.getItem('recentSearches'))).toContain('steam')
})

test('the question moves nothing, hides no focus, is heard, and is not at the checkout', async ({ page }) => {
  await openProduct(page)
  await expect(question(page).getByRole('status')).toContainText(t('shell.consent.line'))
  // Both answers are as wide and as high as each other.
  const [no, yes] = [await refuse(page).boundingBox(), await allow(page).boundingBox()]
  expect([yes!.width, yes!.height]).toEqual([no!.width, no!.height])
  // The last thing of the page can be focused in the open.
  const last = page.getByRole('contentinfo').getByRole('link').last()
  await last.focus()
  const [focused, panel] = [await last.boundingBox(), await question(page).boundingBox()]
  const apart = focused!.y + focused!.height <= panel!.y || focused!.y >= panel!.y + panel!.height
  expect(apart).toBe(true)
  expect(await axe(page, { within: ['[aria-describedby=consent-line]'] })).toEqual([])
  // By keyboard.
  await refuse(page).focus()
  await page.keyboard.press('Tab')
  await expect(allow(page)).toBeFocused()

  await page
    .getByRole('button', { name: t('product.addToCart') })
    .filter({ visible: true })
    .first()
    .click()
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a[href="/checkout"]')?.focus())
  await page.goto('/checkout')
  await page.mouse.wheel(0, 300)
  await expect(question(page)).toBeHidden()
})

test('the dialog has nothing for axe to find, in both themes', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/newsletter')
    await page.getByRole('button', { name: t('shell.footer.privacyChoices') }).click()
    await expect(page.getByRole('dialog', { name: t('shell.consent.title') })).toBeVisible()
    expect(await axe(page, { within: ['dialog[open]'] })).toEqual([])
  }
})
