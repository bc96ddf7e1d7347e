// Menus, lists and the cart of the header by keyboard alone.
import { expectAlive } from './support/checks.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { tabTo } from './support/keys.ts'
import { fillCart } from './support/shopping.ts'

const t = wordsOf('en-US')

test('a category is reached by the menu of the header, and Escape leads out of it', async ({ page, isMobile }) => {
  const keys = page.keyboard
  await page.goto('/news')
  if (isMobile) {
    const button = page.getByRole('button', { name: t('shell.menu') })
    await tabTo(page, button)
    await keys.press('Enter')
    const drawer = page.getByRole('dialog', { name: t('shell.menu') })
    await expect(drawer).toBeVisible()
    await keys.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(button).toBeFocused()
    await keys.press('Space')
    await expect(drawer).toBeVisible()
    await tabTo(page, drawer.locator('summary').first())
    await keys.press('Enter')
    await tabTo(page, drawer.getByRole('link', { name: 'Strategy' }))
  } else {
    const button = page.getByRole('button', { name: t('shell.showChildren', { name: 'PC games' }) })
    await tabTo(page, button)
    await keys.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    const child = page.getByRole('banner').getByRole('link', { name: 'Strategy', exact: true })
    await expect(child).toBeVisible()
    await tabTo(page, child)
    await keys.press('Escape')
    await expect(child).toBeHidden()
    await expect(button).toBeFocused()
    await keys.press('Space')
    await expect(child).toBeVisible()
    await tabTo(page, child)
  }
  await keys.press('Enter')
  await expect(page).toHaveURL('/strategy-games')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The next stop is in the page that has come.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
})

test('currency, language and theme: typing filters, arrows choose, Escape gives the focus back', async ({
  page,
  isMobile,
}) => {
  const keys = page.keyboard
  await page.goto('/news')
  const currency = page.getByRole('button', { name: t('shell.currency', { currency: 'USD' }) })
  await tabTo(page, currency)
  await keys.press('Enter')
  const currencies = page.getByRole('listbox', { name: t('shell.chooseCurrency') })
  await expect(currencies.getByRole('option')).not.toHaveCount(0)
  await keys.press('Escape')
  await expect(currencies).toBeHidden()
  await expect(currency).toBeFocused()
  await keys.press('Space')
  const filter = page.getByRole('combobox', { name: t('shell.findCurrency') })
  // With a finger the focus stays on the button, so that no keyboard covers the list.
  if (isMobile) await tabTo(page, filter)
  await expect(filter).toBeFocused()
  await keys.type('euro')
  await expect(currencies.getByRole('option')).toHaveCount(1)
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: t('shell.currency', { currency: 'EUR' }) })).toBeVisible()

  const language = page.getByRole('button', { name: t('shell.language', { language: 'English' }) })
  await expectAlive(language)
  await tabTo(page, language)
  await keys.press('Enter')
  const languages = page.getByRole('combobox', { name: t('shell.findLanguage') })
  if (isMobile) await tabTo(page, languages)
  await expect(languages).toBeFocused()
  await keys.press('ArrowDown')
  await expect(languages).toHaveAttribute('aria-activedescendant', /./)
  await keys.press('Escape')
  await expect(language).toBeFocused()

  if (isMobile) {
    await tabTo(page, page.getByRole('button', { name: t('shell.menu') }))
    await keys.press('Enter')
  }
  const theme = page.getByRole('button', { name: t('shell.theme') }).filter({ visible: true })
  await tabTo(page, theme)
  await keys.press('Enter')
  await expect(page.getByRole('listbox', { name: t('shell.theme') })).toBeFocused()
  await keys.press('ArrowDown')
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(theme).toBeFocused()
})

test('the cart opens beside the page or over it, and Escape gives the focus back', async ({
  page,
  context,
  isMobile,
}) => {
  const keys = page.keyboard
  await fillCart(context, { '/rpg-games/elden-ring': 1 })
  await page.goto('/news')
  const cart = page.getByRole('banner').getByRole('link', { name: t('cart.button_one', { count: 1 }) })
  await tabTo(page, cart)
  if (isMobile) await keys.press('Enter')
  const place = isMobile
    ? page.getByRole('dialog', { name: t('cart.titleCount', { count: 1 }) })
    : page.getByRole('region', { name: t('cart.title') })
  await expect(place.getByRole('link', { name: 'Elden Ring' })).toBeVisible()
  await keys.press('Escape')
  await expect(place).toBeHidden()
  await expect(cart).toBeFocused()
  if (isMobile) await keys.press('Enter')
  else {
    // Away and back: it is offered again.
    await keys.press('Shift+Tab')
    await keys.press('Tab')
    await expect(place).toBeVisible()
  }
  await tabTo(page, place.getByRole('button', { name: /^Remove Elden Ring/ }).filter({ visible: true }))
  await keys.press('Enter')
  const undo = page.getByRole('button', { name: t('cart.undo') })
  await expect(undo).toBeVisible()
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})
