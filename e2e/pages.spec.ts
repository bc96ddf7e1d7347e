// Every kind of page: sound, accessible in both themes and directions, no wider than a small phone.
import type { Page } from '@playwright/test'
import { axe, structure, tooWide } from './support/checks.ts'
import { expect, inLanguage, KEY_LANGUAGES, type Language, test, wordsOf } from './support/fixtures.ts'
import { open, PAGES, type ShopPage } from './support/pages.ts'
import { fillCart } from './support/shopping.ts'

/** One language of each direction everywhere; the others where it matters most. On phones the colours are the same. */
function looksAt({ key, sister }: ShopPage, isMobile: boolean): [Language, ...('light' | 'dark')[]][] {
  if (isMobile || sister)
    return [
      ['en-US', 'light'],
      ['ar', 'dark'],
    ]
  return (key ? KEY_LANGUAGES : ['en-US', 'ar']).map((language) => [language, 'light', 'dark'])
}

for (const shown of PAGES) {
  test(`${shown.name}: nothing for axe to find; landmarks, headings, names; fits 320 px`, async ({
    page,
    isMobile,
    viewport,
  }) => {
    for (const [language, ...themes] of looksAt(shown, isMobile)) {
      await page.emulateMedia({ colorScheme: themes[0], reducedMotion: 'reduce' })
      await page.setViewportSize(viewport!)
      await open(page, shown, language)
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      for (const role of ['main', 'banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toHaveCount(1)
      await expect(page).toHaveTitle(/Latchkey/)
      expect.soft(await structure(page), language).toEqual([])
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        expect.soft(await axe(page), `${language}, ${theme}`).toEqual([])
      }
      await page.setViewportSize({ width: 320, height: 640 })
      expect.soft(await tooWide(page), `${language}, 320 px`).toEqual([])
    }
  })
}

test.describe('what opens, and what is wrong', () => {
  const LOOKS = [
    ['en-US', 'light'],
    ['ar', 'dark'],
  ] as const

  for (const [language, theme] of LOOKS) {
    const t = wordsOf(language)
    const come = async (page: Page, path: string) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.goto(inLanguage(path, language), { waitUntil: 'networkidle' })
    }

    test(`menus, pickers and the cart, ${language}, ${theme}: nothing for axe to find`, async ({
      page,
      context,
      isMobile,
    }) => {
      await fillCart(context, { '/rpg-games/elden-ring': 1 })
      await come(page, '/news')
      if (isMobile) {
        await page.getByRole('button', { name: t('shell.menu') }).click()
        await page.getByRole('dialog').locator('summary').first().click()
        expect.soft(await axe(page), 'menu').toEqual([])
        await page.keyboard.press('Escape')
        await page.getByRole('banner').locator('a[href="/checkout"]').click()
        await expect(
          page
            .getByRole('dialog')
            .getByRole('link', { name: /Elden Ring|.../ })
            .first(),
        ).toBeVisible()
        expect.soft(await axe(page), 'cart').toEqual([])
        await page.keyboard.press('Escape')
      } else {
        await page.getByRole('banner').locator('button[aria-controls]').first().click()
        expect.soft(await axe(page), 'menu').toEqual([])
        await page.getByRole('banner').locator('a[href="/checkout"]').hover()
        await expect(page.getByRole('region', { name: t('cart.title') }).getByRole('spinbutton')).toBeVisible()
        expect.soft(await axe(page), 'cart').toEqual([])
      }
      for (const label of ['shell.chooseCurrency', 'shell.chooseLanguage']) {
        const list = page.getByRole('listbox', { name: t(label), includeHidden: true })
        const id = await list.evaluate((element) => element.closest('[popover]')!.id)
        await page.locator(`[popovertarget="${id}"]`).click()
        await expect(page.getByRole('listbox', { name: t(label) })).toBeVisible()
        expect.soft(await axe(page), label).toEqual([])
        await page.keyboard.press('Escape')
      }
      const search = page.getByRole('combobox', { name: t('search.label') })
      await search.pressSequentially('witch')
      await expect(
        page
          .getByRole('listbox', { name: t('search.suggestions') })
          .getByRole('option')
          .first(),
      ).toBeVisible()
      expect.soft(await axe(page), 'suggestions').toEqual([])
    })

    test(`filters, a dialog and a checkout with errors, ${language}, ${theme}: nothing for axe to find`, async ({
      page,
      context,
      isMobile,
      troubles,
    }) => {
      await come(page, '/pc-games')
      if (isMobile) await page.getByRole('button', { name: t('list.filters'), exact: true }).click()
      await page.locator('summary').filter({ visible: true }).first().click()
      await page
        .getByRole('checkbox', { name: t('list.inStock') })
        .filter({ visible: true })
        .check()
      await expect(page).toHaveURL(/stock=0/)
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      expect.soft(await axe(page), 'filters').toEqual([])

      await fillCart(context, { '/rpg-games/elden-ring': 1000 })
      await come(page, '/checkout')
      const pay = page.locator('button[type=submit]').filter({ visible: true, hasText: /\d/ })
      await expect(pay).toBeEnabled()
      await page.locator('main summary').first().click()
      const coupon = page.getByRole('textbox', { name: t('checkout.couponField.label') })
      await coupon.fill('NOSUCHCODE')
      await coupon.press('Enter')
      await expect(coupon).toHaveAttribute('aria-invalid', 'true')
      await pay.click()
      await expect(page.locator('input[type=email][aria-invalid=true]')).toBeVisible()
      expect.soft(await axe(page), 'errors').toEqual([])
      await page
        .locator('main li')
        .getByRole('button', { name: new RegExp(t('cart.remove', { name: '.*' })) })
        .filter({ visible: true })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect.soft(await axe(page), 'dialog').toEqual([])
      expect(troubles.splice(0).filter((trouble) => !trouble.includes('422'))).toEqual([])
    })
  }

  for (const path of ['/wholesale', '/sale', '/withdraw', '/feedback', '/newsletter']) {
    test(`${path} with its errors, light and dark: nothing for axe to find`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.getByRole('main').locator('form button[type=submit]').last().click()
      await expect(page.locator('main [aria-invalid=true]').first()).toBeFocused()
      expect.soft(await axe(page), 'light').toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect.soft(await axe(page), 'dark').toEqual([])
    })
  }
})

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
