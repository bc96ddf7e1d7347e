// Where a key can be activated: what the product page asks, proposes and warns of.
import type { Page } from '@playwright/test'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { ELDEN_RING } from './support/goods.ts'

const t = wordsOf('en-US')

test('the country says whether it can be activated there, and what to take instead', { tag: '@once:phone' }, async ({
  page,
}) => {
  await page.goto(ELDEN_RING)
  await page
    .getByRole('link', { name: /Europe/ })
    .first()
    .click()
  const country = page.getByRole('combobox', { name: t('product.activation.question') })
  await country.focus()
  await country.selectOption('DE')
  await expect(page.getByText(t('product.activation.yes', { country: 'Germany' }))).toBeVisible()
  await country.selectOption('JP')
  await expect(page.getByText(t('product.activation.no', { country: 'Japan' }))).toBeVisible()
  await page
    .getByRole('link', { name: /^Take .* instead$/ })
    .first()
    .click()
  await expect(page.getByText(t('product.activation.yes', { country: 'Japan' }))).toBeVisible()
})

test('how a key is used is told of the version that is chosen', { tag: '@once:phone' }, async ({ page }) => {
  await page.goto('/rpg-games/the-witcher-3-wild-hunt-complete-edition')
  await page.getByRole('tab', { name: t('product.tabs.activation') }).click()
  const guide = page.locator('[data-activation]:visible')
  await expect(guide).toContainText('gog.com/redeem')
  await page.locator('section[aria-labelledby="sku-heading"]').getByRole('link', { name: 'Steam' }).click()
  await expect(page).toHaveURL(/[?]sku=/)
  await expect(guide).toContainText('Steam')
  await expect(guide).not.toContainText('gog.com')
})

test.describe('who is somewhere else than the cheapest version', () => {
  test.use({ locale: 'ja-JP' })
  const chosen = (page: Page) => page.locator('section[aria-labelledby="sku-heading"] [aria-current]')
  const regions = (page: Page) => page.locator('main dl dd').nth(1)

  test('gets one that activates there, and its region alone is named', { tag: '@once:phone' }, async ({ page }) => {
    await page.goto(`${ELDEN_RING}?lang=en-US`)
    await expect(chosen(page)).toContainText('Global')
    await expect(regions(page)).toHaveText('Global')
    const country = page.getByRole('combobox', { name: t('product.activation.question') })
    await expect(country).toHaveValue('JP')
    // He may be wrong about him: he says so, and it is kept.
    await country.focus()
    await country.selectOption('DE')
    await expect(chosen(page)).toContainText('Europe')
    await expect(regions(page)).toHaveText('Europe')
    await page.reload()
    await expect(chosen(page)).toContainText('Europe')
  })

  test('is warned in the box, on the phone’s bar, in the cart and at the checkout, where he takes another', {
    tag: '@once:phone',
  }, async ({ page }) => {
    const warning = t('product.activation.notThere', { country: 'Japan' })
    await page.goto(`${ELDEN_RING}?lang=en-US`)
    await expect(chosen(page)).toContainText('Global')
    const box = page.getByRole('region', { name: t('product.bestOffer') })
    await expect(box.getByText(warning)).toHaveCount(0)
    await page
      .getByRole('link', { name: /Europe/ })
      .first()
      .click()
    await expect(chosen(page)).toContainText('Europe')
    await expect(box.getByText(warning).first()).toBeVisible()
    await expect(box.getByRole('link', { name: /^Take .* instead$/ })).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const bar = page.getByRole('region', { name: t('product.quickBuy') })
    if (test.info().project.name === 'phone') await expect(bar.getByText(warning)).toBeVisible()
    await page.evaluate(() => scrollTo(0, 0))
    await box
      .getByRole('button', { name: t('product.buyNow'), exact: true })
      .first()
      .click()
    await expect(page).toHaveURL(/\/checkout/)
    await expect(page.getByRole('main').getByText(warning)).toBeVisible()
  })
})
