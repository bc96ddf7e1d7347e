// Finding things: filters, sorts, pages, search, languages, currencies, themes.
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')

test('filters stand in the address, survive a reload, and the way back takes them off', async ({ page, isMobile }) => {
  // No other test puts a product here, so there are as many of them before and after.
  await page.goto('/rpg-games')
  const before = await page.getByRole('main').getByRole('status').first().textContent()
  if (isMobile)
    await page
      .getByRole('button', { name: /filter/i })
      .first()
      .click()
  const box = page.getByRole('checkbox', { name: /^GOG/ }).first()
  await box.check()
  await expect(page).toHaveURL(/platform=/)
  await page.reload()
  if (isMobile)
    await page
      .getByRole('button', { name: /filter/i })
      .first()
      .click()
  await expect(page.getByRole('checkbox', { name: /^GOG/ }).first()).toBeChecked()
  await page.goBack()
  await expect(page).toHaveURL(/\/rpg-games$/)
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(before!)
})

test('sorting by price puts the cheapest first', async ({ page }) => {
  await page.goto('/pc-games?sort=2&size=50')
  const prices = await page
    .getByRole('main')
    // What it costs, not what it cost before.
    .locator('article .figures > [dir=ltr]')
    .allTextContents()
  const numbers = prices.map((text) => Number(text.replace(/[^\d.]/g, '')))
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
})

test('suggestions come while typing, forgive a typing error, and the arrows choose', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('combobox').or(page.getByRole('searchbox')).first()
  await box.click()
  // What is shown for a beginning of it is not what the arrows choose from.
  const answered = page.waitForResponse((answer) => /queryProducts\?.*name=witchr(&|$)/.test(answer.url()))
  await box.pressSequentially('witchr', { delay: 20 })
  await answered
  const option = page.getByRole('option', { name: /Witcher 3/ })
  await expect(option).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/witcher/)
})

test('enter opens the results', async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('combobox').or(page.getByRole('searchbox')).first()
  await box.fill('steam')
  await box.press('Enter')
  await expect(page).toHaveURL(/\/search\?name=steam/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('steam')
})

test('the language of the address, and the one that was chosen, change everything', async ({ page, context }) => {
  await page.goto('/?lang=ar')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.getByRole('heading', { name: wordsOf('ar')('home.bestSellers') })).toBeVisible()
  await context.addCookies([{ name: 'locale', value: 'zh-CN', url: process.env.SHOP_URL! }])
  await page.goto('/')
  await expect(page.getByRole('heading', { name: wordsOf('zh-CN')('home.bestSellers') })).toBeVisible()
})

test('a chosen theme is there before the first paint', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('the cart counts, survives a reload, and takes a removal back', async ({ page }) => {
  await page.goto('/rpg-games/baldurs-gate-3')
  await page
    .getByRole('button', { name: t('product.addToCart'), exact: true })
    .first()
    .click()
  const name = t('cart.button_one', { count: 1 })
  // A button that opens the drawer, or a link to the checkout where the dropdown opens by itself.
  const cart = page
    .getByRole('banner')
    .getByRole('button', { name })
    .or(page.getByRole('banner').getByRole('link', { name }))
  await expect(cart.first()).toBeVisible()
  await page.reload()
  await expect(cart.first()).toBeVisible()
  await page.goto('/checkout')
  await page
    .getByRole('button', { name: /^Remove Baldur/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('checkout.remove.confirm') })
    .click()
  await expect(page.getByText(t('cart.emptyTitle')).first()).toBeVisible()
})
