// What a wide screen gains, and what must never be covered: decisions and interface rules that are about room alone.
import type { Locator, Page } from '@playwright/test'
import { outOfReach, settled } from './support/checks.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')

/** How many of these stand in the first row. */
async function inFirstRow(cards: Locator): Promise<number> {
  await expect(cards.first()).toBeVisible()
  const tops = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().top)))
  return tops.filter((top) => top === tops[0]).length
}

const widen = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 900 })
  await settled(page)
}

test('a category’s row is five products from 1200 px on, and fewer below', async ({ page }) => {
  await page.goto('/pc-games')
  const cards = page.getByRole('main').locator('article')
  await widen(page, 1200)
  expect(await inFirstRow(cards)).toBe(5)
  await widen(page, 1199)
  expect(await inFirstRow(cards)).toBeLessThan(5)
})

test('from 1680 px on the page is wider, and the rows of the home page hold more', async ({ page }) => {
  await page.goto('/')
  const width = () => page.getByRole('main').evaluate((main) => main.getBoundingClientRect().width)
  const cards = page.getByRole('region', { name: t('home.bestSellers'), exact: true }).locator('article')
  await widen(page, 1679)
  const [before, row] = [await width(), await inFirstRow(cards)]
  await widen(page, 1680)
  expect(await width()).toBeGreaterThan(before + 100)
  expect(await inFirstRow(cards)).toBeGreaterThan(row)
})

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 720 },
]) {
  test(`the question about remembering and a message cover nothing that buys, ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/rpg-games/elden-ring')
    const question = page.locator('[aria-labelledby=consent-question]')
    // What hears a visitor's first sign may come after the page.
    await expect(async () => {
      await page.keyboard.press('Shift')
      await expect(question).toBeVisible({ timeout: 500 })
    }).toPass()
    // On a wide screen the box goes along at the top, where a message comes.
    await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
    const box = page.getByRole('region', { name: t('product.bestOffer') })
    await box
      .getByRole('button', { name: t('product.addToCart'), exact: true })
      .first()
      .click()
    await expect(page.locator('.toast').first()).toBeVisible()
    await expect(question).toBeVisible()
    await settled(page)
    expect(await outOfReach(page, `[aria-label="${t('product.bestOffer')}"]`)).toEqual([])
    if (size.width < 1000) {
      // The bar that follows along the bottom once the box is out of sight.
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect(page.locator('[data-buying-bar]')).toBeVisible()
      await settled(page)
      expect(await outOfReach(page, '[data-buying-bar]')).toEqual([])
    }
  })
}
