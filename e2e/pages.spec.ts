// Every kind of page: sound, accessible in both themes and directions, no wider than a small phone.
import AxeBuilder from '@axe-core/playwright'
import { expect, inLanguage, type Language, test } from './support/fixtures.ts'

const PAGES: [name: string, path: string][] = [
  ['home', '/'],
  ['category', '/pc-games'],
  ['search', '/search?name=witcher'],
  ['search without a result', '/search?name=zzzzqqqq'],
  ['product', '/rpg-games/elden-ring'],
  ['feedback', '/feedback'],
  ['checkout, empty', '/checkout'],
  ['payment result without an order', '/success-payment'],
  ['withdrawal', '/withdraw'],
  ['wholesale', '/wholesale'],
  ['sell to us', '/sale'],
  ['newsletter', '/newsletter'],
  ['content page', '/privacy-policy'],
  ['contact', '/contact-us'],
  ['news', '/news'],
  ['news past their end', '/news?page=9'],
  ['one piece of news', '/newsInfo?id=15'],
]
const LOOKS: [Language, 'light' | 'dark'][] = [
  ['en-US', 'light'],
  ['en-US', 'dark'],
  ['ar', 'light'],
  ['ar', 'dark'],
  ['zh-CN', 'light'],
]

for (const [name, path] of PAGES) {
  for (const [language, theme] of LOOKS) {
    test(`${name}, ${language}, ${theme}: nothing for axe to find, one main heading`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.goto(inLanguage(path, language), { waitUntil: 'networkidle' })
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual([])
    })
  }

  test(`${name}: fits a phone of 320 px`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path, { waitUntil: 'networkidle' })
    const { wide, client } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }))
    expect(wide).toBeLessThanOrEqual(client)
  })
}

test('an unknown address is answered 404 with a way home, an unknown shelf leads home', async ({
  page,
  request,
  troubles,
}) => {
  const answer = await page.goto('/rpg-games/no-such-game')
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: 'Back to home' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  expect((await request.get('/no-such-shelf', { maxRedirects: 0 })).status()).toBe(302)
  troubles.splice(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages can be read, searched and filtered', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Best sellers' })).toBeVisible()
    await page.goto('/search?name=witcher')
    await expect(page.getByRole('link', { name: /Witcher/ }).first()).toBeVisible()
    await page.goto('/rpg-games?sort=2')
    await page.locator('a[href*="page=2"]').last().click()
    await expect(page).toHaveURL(/page=2/)
  })
})
