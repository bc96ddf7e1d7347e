// A whole purchase by keyboard alone.
import { randomUUID } from 'node:crypto'
import { emailField } from './support/checkout.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { expectFocusSeen, tabTo } from './support/keys.ts'

const t = wordsOf('en-US')
const GAME = '/rpg-games/baldurs-gate-3'

test('a game is found, bought, paid for, and its key copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const keys = page.keyboard
  await page.goto('/')

  // The first stop leads past the header.
  await keys.press('Tab')
  await expect(page.getByRole('link', { name: t('shell.skip') })).toBeFocused()
  await expectFocusSeen(page)
  await keys.press('Enter')
  await keys.press('Tab')
  expect(await page.evaluate(() => document.activeElement!.closest('main') !== null)).toBe(true)

  // Search: the arrows choose, Escape closes without losing what was typed, Enter follows.
  const search = page.getByRole('combobox', { name: t('search.label') })
  await tabTo(page, search, { back: true })
  // What is offered while one types is the answer to a shorter word, until this comes.
  const answered = page.waitForResponse(/\/home\/queryProducts\?name=baldur$/)
  await keys.type('baldur')
  await (await answered).finished()
  await expect(page.getByRole('option')).toHaveCount(1)
  const found = page.getByRole('option', { name: /Baldur/ })
  await expect(found).toBeVisible()
  await expect(found).toHaveAttribute('id', /-0$/)
  await keys.press('ArrowDown')
  await expect(search).toHaveAttribute('aria-activedescendant', (await found.getAttribute('id'))!)
  await keys.press('Escape')
  await expect(search).toHaveAttribute('aria-expanded', 'false')
  await expect(search).toHaveValue('baldur')
  await keys.press('ArrowDown')
  await expect(found).toBeVisible()
  if ((await search.getAttribute('aria-activedescendant')) === null) await keys.press('ArrowDown')
  await keys.press('Enter')
  await expect(page).toHaveURL(GAME)
  await expect(page.getByRole('heading', { level: 1, name: /Baldur/ })).toBeVisible()

  // The product: another version, whether it works here, the way back to one that does, how many.
  await tabTo(page, page.getByRole('main').getByRole('link', { name: /Turkey/ }))
  await keys.press('Enter')
  await expect(page).toHaveURL(/sku=/)
  const versions = page.getByRole('region', { name: t('product.chooseSku') }).locator('[aria-current]')
  await expect(versions).toHaveText(/Turkey/)
  const country = page.getByRole('combobox', { name: t('product.activation.question') })
  await tabTo(page, country)
  // The names are made when the focus comes.
  await expect(country.locator('option[value=AT]')).toBeAttached()
  await keys.type('Austria')
  await expect(country).toHaveValue('AT')
  await expect(page.getByText(t('product.activation.no', { country: 'Austria' }))).toBeVisible()
  await keys.press('Tab')
  await expectFocusSeen(page)
  await keys.press('Enter')
  await expect(page).not.toHaveURL(/sku=/)
  const offer = page.getByRole('region', { name: t('product.bestOffer') })
  await tabTo(page, offer.getByRole('spinbutton', { name: t('product.quantity') }))
  await keys.press('ArrowUp')
  await expect(offer.getByText(t('product.total'))).toBeVisible()
  await keys.press('ArrowDown')
  await tabTo(page, offer.getByRole('button', { name: t('product.addToCart'), exact: true }))
  await keys.press('Enter')
  await expect(page.getByRole('region', { name: t('shell.messages') })).toContainText(/Baldur/)

  // The cart is in the header, the checkout behind it.
  const cart = page.getByRole('banner').getByRole('link', { name: t('cart.button_one', { count: 1 }) })
  await tabTo(page, cart, { back: true })
  await page.goto('/checkout')

  const pay = page.getByRole('button', { name: /^Pay\s/ }).filter({ visible: true })
  await expect(pay).toBeEnabled()
  await tabTo(page, emailField(page))
  await keys.type(`${randomUUID()}@example.com`)
  await keys.press('Tab')
  await expect(page.getByRole('radio').first()).toBeFocused()
  await expectFocusSeen(page)
  await keys.press('ArrowDown')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await keys.press('Tab')
  await expectFocusSeen(page)
  await keys.press('Enter')
  const note = page.getByRole('textbox', { name: t('checkout.note.label') })
  await expect(note).toBeVisible()
  await keys.press('Tab')
  await expect(note).toBeFocused()
  await keys.type('By keyboard')
  // Taking a line out asks first; no, after all: the focus is where it was.
  const remove = page
    .getByRole('main')
    .getByRole('button', { name: /^Remove Baldur/ })
    .filter({ visible: true })
  await tabTo(page, remove)
  await keys.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await keys.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(remove).toBeFocused()
  const coupon = page.getByRole('textbox', { name: t('checkout.couponField.label') })
  await tabTo(page, coupon)
  await keys.type('welcome10')
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: /^Remove coupon/ })).toBeFocused()
  await expectFocusSeen(page)
  // Paying without the consent leads to it.
  await tabTo(page, pay)
  await keys.press('Enter')
  const waiver = page.getByRole('main').getByRole('checkbox')
  await expect(waiver).toBeFocused()
  await expectFocusSeen(page)
  await keys.press('Space')
  await expect(waiver).toBeChecked()
  await tabTo(page, pay)
  await keys.press('Enter')

  // The provider's page.
  const completed = page.locator('button[name=outcome][value=completed]')
  await expect(completed).toBeVisible()
  await tabTo(page, completed)
  await keys.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: t('pay.state.delivered.title') })).toBeVisible()
  const key = (await page.getByText(/^DEMO[0-9A-Z]-[0-9A-Z]{5}-[0-9A-Z]{5}$/).textContent())!
  await tabTo(
    page,
    page.getByRole('button', { name: t('order.keys.copyName', { name: "Baldur's Gate 3", number: 1 }) }),
  )
  await keys.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: t('order.keys.copied') })).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
})
