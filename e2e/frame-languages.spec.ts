// Languages and currencies: how they are chosen, what is kept of the choice, and the letters that a language brings.
import type { Page } from '@playwright/test'
import { cookieOf } from './support/cookies.ts'
import { expect, inLanguage, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')

/** Chooses by the list in the top bar; the page comes anew. */
async function chooseLanguage(page: Page, from: string, search: string) {
  const words = wordsOf(from)
  const own = { 'en-US': 'English', de: 'Deutsch' }[from]!
  await page.getByRole('button', { name: words('shell.language', { language: own }) }).click()
  await page.getByRole('combobox', { name: words('shell.findLanguage') }).fill(search)
  // What is typed before the page is alive filters once it is.
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.getByRole('option').click()
}

test('all 18 languages can be chosen, and found by their English names', async ({ page }) => {
  await page.goto('/news')
  await page.getByRole('button', { name: t('shell.language', { language: 'English' }) }).click()
  const list = page.getByRole('listbox', { name: t('shell.chooseLanguage') })
  await expect(list.getByRole('option')).toHaveCount(18)
  await page.getByRole('combobox', { name: t('shell.findLanguage') }).fill('czech')
  await expect(list.getByRole('option')).toHaveCount(1)
  await list.getByRole('option').click()
  await expect(page).toHaveURL(/lang=cz/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'cs')
})

test('a language brings its currency, the address says it, and in English the address is clean', {
  tag: '@once:phone',
}, async ({ page, context }) => {
  await page.goto('/news')
  await chooseLanguage(page, 'en-US', 'german')
  await expect(page).toHaveURL(/\/news\?lang=de$/)
  await expect(page.locator('html')).toHaveAttribute('data-currency', 'EUR')
  expect(await cookieOf(context, 'locale')).toBe('de')
  expect(await cookieOf(context, 'currencyType')).toBe('EUR')
  await expect(page.getByRole('button', { name: wordsOf('de')('shell.currency', { currency: 'EUR' }) })).toBeVisible()
  await chooseLanguage(page, 'de', 'english')
  await expect(page).toHaveURL(/\/news$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  // It was kept with the first language, and a later one leaves it alone.
  await expect(page.locator('html')).toHaveAttribute('data-currency', 'EUR')
})

test.describe('whose browser speaks German and refuses cookies', () => {
  test.use({ locale: 'de-DE' })
  test('finds every language in the address, and is asked once', {
    tag: '@once:phone',
  }, async ({ page }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setDocumentCookieDisabled', { disabled: true })
    await page.goto('/news')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await chooseLanguage(page, 'de', 'english')
    await expect(page).toHaveURL(/\?lang=en-US$/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
    await page.goto('/rpg-games/elden-ring?lang=en-US')
    const question = page.getByRole('region', { name: t('shell.consent.question') })
    await expect(async () => {
      await page.keyboard.press('Shift')
      await expect(question).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.getByRole('button', { name: t('shell.consent.refuse'), exact: true }).click()
    await expect(question).toBeHidden()
    // On the same page, as its browser counts: over the list to another product, which is remembered, too.
    const main = page.getByRole('main')
    await main.locator('a[href^="/rpg-games"]').first().click()
    await expect(main.getByRole('article').first()).toBeVisible()
    await main
      .getByRole('article')
      .getByRole('link', { name: /Baldur/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1, name: /Baldur/ })).toBeVisible()
    await page.keyboard.press('Shift')
    await page.waitForLoadState('networkidle')
    await expect(question).toBeHidden()
  })
})

test('a currency that was chosen stays in another language', { tag: '@once:phone' }, async ({ page, context }) => {
  await context.addCookies([{ name: 'currencyType', value: 'GBP', url: process.env.SHOP_URL! }])
  await page.goto('/news')
  await chooseLanguage(page, 'en-US', 'german')
  await expect(page).toHaveURL(/lang=de/)
  await expect(page.locator('html')).toHaveAttribute('data-currency', 'GBP')
  expect(await cookieOf(context, 'currencyType')).toBe('GBP')
})

for (const [language, faces] of Object.entries({
  cz: ['central-europe', 'latin'],
  fr: ['latin'],
  ru: ['cyrillic', 'latin'],
})) {
  test(`a page in ${language} brings the letters it needs, and no more`, { tag: '@once:phone' }, async ({ page }) => {
    const names: string[] = []
    page.on('response', (response) => {
      const name = /\/inter-([a-z-]+?)(-wght-normal)?-[\w-]{8}\.woff2$/.exec(response.url())?.[1]
      if (name) names.push(name)
    })
    await page.goto(inLanguage('/', language))
    expect(names.sort()).toEqual(faces)
  })
}
