// Every kind of page: sound, accessible in both themes and directions, no wider than a small phone. One matrix on one
// device: what differs on phones is the width, which is set here, and what opens there (e2e/opened.spec.ts).
import { expectAdaptable } from './support/adaptation.ts'
import { axe } from './support/axe.ts'
import { structure, tooWide } from './support/checks.ts'
import { expect, KEY_LANGUAGES, type Language } from './support/fixtures.ts'
import { FULL } from './support/matrix.ts'
import { test } from './support/members.ts'
import { open, PAGES, type ShopPage } from './support/pages.ts'

/** One language of each direction everywhere, in its first theme wholly; in the full matrix others where it matters most. */
function looksAt({ key, sister }: ShopPage): [Language, ...('light' | 'dark')[]][] {
  if (sister)
    return [
      ['en-US', 'light'],
      ['ar', 'dark'],
    ]
  const others = FULL && key ? KEY_LANGUAGES.filter((language) => language !== 'en-US' && language !== 'ar') : []
  return [
    ['en-US', 'light', 'dark'],
    ['ar', 'dark', 'light'],
    ...others.map((language): [Language, 'light', 'dark'] => [language, 'light', 'dark']),
  ]
}

for (const shown of PAGES) {
  test(`${shown.name}: nothing for axe to find; landmarks, headings, names; fits 320 px, larger letters and wider spacing`, async ({
    page,
    viewport,
    db,
  }) => {
    for (const [language, ...themes] of looksAt(shown)) {
      await page.emulateMedia({ colorScheme: themes[0], reducedMotion: 'reduce' })
      await page.setViewportSize(viewport!)
      await open(page, db, shown, language)
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      for (const role of ['main', 'banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(1)
      await expect(page).toHaveTitle(/Latchkey/)
      expect.soft(await structure(page), language).toEqual([])
      for (const [turn, theme] of themes.entries()) {
        await page.emulateMedia({ colorScheme: theme })
        const only = turn > 0 ? 'colours' : undefined
        expect.soft(await axe(page, { only }), `${language}, ${theme}`).toEqual([])
      }
      await page.setViewportSize({ width: 320, height: 640 })
      expect.soft(await tooWide(page), `${language}, 320 px`).toEqual([])
      if (shown.sister || language !== 'en-US') continue
      await page.setViewportSize(viewport!)
      await expectAdaptable(page)
    }
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

  test('what only scripts can send says so before somebody fills it in', async ({ page }) => {
    for (const path of [
      '/order',
      '/withdraw',
      '/wholesale',
      '/feedback',
      '/register',
      '/forgot',
      '/login',
      '/checkout',
    ]) {
      await page.goto(path)
      // As it is seen: no locator looks for words in `noscript`.
      expect.soft(await page.getByRole('main').innerText(), path).toContain('JavaScript')
    }
  })
})
