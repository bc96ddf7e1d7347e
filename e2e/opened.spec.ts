// What opens above a page, and forms with what is wrong in them: accessible on both devices.
import type { Page } from '@playwright/test'
import { axe } from './support/axe.ts'
import { expect, inLanguage, test, wordsOf } from './support/fixtures.ts'
import { fillCart } from './support/shopping.ts'

const LOOKS = [
  ['en-US', 'light'],
  ['ar', 'dark'],
] as const

for (const [language, theme] of LOOKS) {
  const t = wordsOf(language)
  const come = async (page: Page, path: string) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto(inLanguage(path, language))
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
  test(`${path} with its errors, light and dark: nothing for axe to find`, { tag: '@desktop' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(path)
    await page.getByRole('main').locator('form button[type=submit]').last().click()
    await expect(page.locator('main [aria-invalid=true]').first()).toBeFocused()
    expect.soft(await axe(page), 'light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect.soft(await axe(page, { only: 'colours' }), 'dark').toEqual([])
  })
}
