// The checkout's fields and messages: the waiver, the note, methods and currencies, lines that go; and how it looks.
import { randomUUID } from 'node:crypto'
import { readCart } from '../src/rooms/cart/rules.ts'
import { axe } from './support/axe.ts'
import {
  applyCoupon,
  emailField,
  GAME,
  payButton,
  placeOrder,
  toCheckout,
  toPay,
  waiverBox,
} from './support/checkout.ts'
import { expectDrawn } from './support/checks.ts'
import { cookieOf } from './support/cookies.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { fillCart } from './support/shopping.ts'

const t = wordsOf('en-US')

test('each way to pay shows the marks of what it takes, and says their names', { tag: '@once:phone' }, async ({
  page,
}) => {
  await toCheckout(page)
  for (const [method, taken] of [
    ['You pay on Stripe’s secure page.', 'Visa, Mastercard, American Express, Apple Pay, Google Pay'],
    ['on Payssion’s page.', 'Payssion'],
  ] as const) {
    const choice = page.getByRole('radio').and(page.locator('[name=payment]')).filter({ visible: true })
    const card = page.locator('label').filter({ has: choice, hasText: method })
    await expect(card.getByRole('radio')).toHaveAccessibleDescription(new RegExp(taken))
    await expectDrawn(card)
  }
})

test('the waiver is never ticked beforehand, and nothing is ordered without it', { tag: '@once:phone' }, async ({
  page,
}) => {
  await toCheckout(page)
  await emailField(page).fill(`${randomUUID()}@example.com`)
  await expect(waiverBox(page)).not.toBeChecked()
  await payButton(page).click()
  await expect(page.getByText(t('pay.waiverRequired'))).toBeVisible()
  await expect(waiverBox(page)).toBeFocused()
  await expect(page).toHaveURL(/\/checkout/)
  await waiverBox(page).press('Space')
  await expect(page.getByText(t('pay.waiverRequired'))).toBeHidden()
  await payButton(page).click()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
})

test('a note is counted and kept, and leads to no order by itself', { tag: '@once:phone' }, async ({ page }) => {
  await toCheckout(page)
  await page.getByText(t('checkout.note.title')).click()
  const note = page.getByRole('textbox', { name: t('checkout.note.label') })
  await note.fill('Please hurry')
  await expect(page.getByText(t('checkout.note.count', { used: 12, limit: '1,000' }))).toBeVisible()
  await expect(note).toHaveAttribute('maxlength', '1000')
  await page.reload()
  await page.getByText(t('checkout.note.title')).click()
  await expect(note).toHaveValue('Please hurry')
})

test('a line is removed only after asking, and an empty cart says so', { tag: '@once:phone' }, async ({ page }) => {
  await toCheckout(page)
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('checkout.remove.keep') })
    .click()
  await expect(payButton(page)).toBeEnabled()
  await page
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('checkout.remove.confirm') })
    .click()
  await expect(page.getByRole('heading', { name: t('pay.productNull') })).toBeVisible()
})

for (const [code, amount] of [
  ['KRW', /₩\s[\d,]+\.00/],
  ['JPY', /¥\s[\d,]+\.00/],
] as const)
  test(`${code} is asked for in whole units, by card as well`, { tag: '@once:phone' }, async ({ page, context }) => {
    await context.addCookies([{ name: 'currencyType', value: code, url: process.env.SHOP_URL! }])
    await toCheckout(page)
    await expect(payButton(page)).toHaveText(amount)
    await expect(page.getByRole('radio', { name: /Stripe/ })).toBeChecked()
    await page.getByRole('radio', { name: 'Payssion' }).check()
    await expect(payButton(page)).toHaveText(amount)
  })

test('a method that does not take so little, or not this currency, says so beside it and cannot be chosen', {
  tag: '@once:phone',
}, async ({ page, context }) => {
  await context.addCookies([{ name: 'currencyType', value: 'EUR', url: process.env.SHOP_URL! }])
  let change: (method: { type: string; currency: string[]; minimum: Record<string, number> }) => void
  await page.route('**/api/check/paymentlist', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.data.forEach(change)
    await route.fulfill({ response: answer, json: body })
  })
  const [card, payssion] = [page.getByRole('radio', { name: /Stripe/ }), page.getByRole('radio', { name: 'Payssion' })]

  change = ({ type, minimum }) => {
    if (type !== 'payssion') minimum.EUR = 10_000
  }
  await toCheckout(page)
  await expect(payssion).toBeChecked()
  await expect(card).toBeDisabled()
  await expect(card).toHaveAccessibleDescription(/For payments of .*10,000\.00.* or more/)
  await expect(payButton(page)).toBeEnabled()

  change = (method) => {
    if (method.type === 'payssion') method.currency = ['USD']
  }
  await toCheckout(page)
  await expect(card).toBeChecked()
  await expect(payssion).toBeDisabled()
  await expect(payssion).toHaveAccessibleDescription(t('pay.noSupport', { currency: 'EUR' }))
})

test('an order takes out of the cart what it was made of, and nothing that another tab has put there meanwhile', {
  tag: '@once:phone',
}, async ({ page, context }) => {
  const [ordered] = await fillCart(context, { [GAME]: 2 })
  await page.goto('/checkout')
  await expect(payButton(page)).toBeEnabled()
  const other = await context.newPage()
  await other.goto(GAME)
  await page.route('**/api/check/createOrder', async (route) => {
    const add = other
      .locator('main')
      .getByRole('button', { name: t('product.addToCart'), exact: true })
      .first()
    await add.click()
    await expect.poll(() => cookieOf(context, 'totalCount')).toBe('3')
    await route.continue()
  })
  await placeOrder(page)
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  expect(readCart(await cookieOf(context, 'cartList'))).toEqual([{ ...ordered, count: 1 }])
  expect(await cookieOf(context, 'totalCount')).toBe('1')
  await expect(other.getByRole('banner').locator('a[href^="/checkout"]').first()).toHaveAccessibleName(/1/)
})

test('what is sold out is no part of what is paid', { tag: '@once:phone' }, async ({ page, context }) => {
  const list = await context.request.post('/prod-api/api/product/list', { data: { stock: '1' } })
  const [gone] = (await list.json()).rows as { urlName: string; zhname: string }[]
  await fillCart(context, { [GAME]: 1 })
  await page.goto('/checkout')
  await expect(payButton(page)).toBeEnabled()
  const alone = await toPay(page)
  await fillCart(context, { [GAME]: 1, [`/${gone!.urlName}/${gone!.zhname}`]: 2 })
  await page.reload()
  await expect(page.getByText(t('cart.soldOut'))).toBeVisible()
  expect(await toPay(page)).toBe(alone)
  await placeOrder(page)
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
})

for (const [language, ...themes] of [
  ['en-US', 'light', 'dark'],
  ['ar', 'light'],
] as const) {
  test(`a full checkout, ${language}, ${themes.join(' and ')}: nothing for axe to find`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: themes[0], reducedMotion: 'reduce' })
    await toCheckout(page, GAME, language)
    await expect(waiverBox(page)).toBeVisible()
    await expect(page.locator('aside button[type=button]').first()).toBeEnabled()
    await page.locator('main form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    for (const [turn, theme] of themes.entries()) {
      await page.emulateMedia({ colorScheme: theme })
      expect(await axe(page, { only: turn > 0 ? 'colours' : undefined }), theme).toEqual([])
    }
  })
}

test('a full checkout fits a phone of 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await toCheckout(page)
  await applyCoupon(page, 'WELCOME10')
  await expect(page.getByRole('button', { name: /Remove coupon/ })).toBeVisible()
  const { wide, client } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }))
  expect(wide).toBeLessThanOrEqual(client)
})
