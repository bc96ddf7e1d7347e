// The checkout's fields and messages: coupons, the waiver, the note, methods and currencies, what is kept over a reload.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { axe } from './support/axe.ts'
import { expectDrawn } from './support/checks.ts'
import { expect, inLanguage, test, wordsOf } from './support/fixtures.ts'
import { fillCart } from './support/shopping.ts'

const t = wordsOf('en-US')
const GAME = '/rpg-games/baldurs-gate-3'
/** Of the order that is being made; one that waits has its own above it. */
const payButton = (page: Page) => page.locator('button[type=submit]').filter({ hasText: /^Pay\s/, visible: true })
const waiverBox = (page: Page) => page.getByRole('main').getByRole('checkbox')
const couponField = (page: Page) => page.getByRole('textbox', { name: t('checkout.couponField.label') })

async function toCheckout(page: Page, product = GAME, language: 'en-US' | 'ar' = 'en-US') {
  await page.goto(inLanguage(product, language))
  await page
    .getByRole('button', { name: wordsOf(language)('product.buyNow'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\/checkout/)
}

async function applyCoupon(page: Page, code: string) {
  await couponField(page).fill(code)
  await page.getByRole('button', { name: t('checkout.couponField.apply') }).click()
}

/** Amount on the Pay button, in dollars. */
const toPay = async (page: Page) =>
  Number(/([\d,.]+)\D*$/.exec((await payButton(page).textContent()) ?? '')![1]!.replace(',', ''))

/** The browser reports refusals (422) as errors; here they are wanted. */
const forgetRefusals = (troubles: string[]) => {
  expect(troubles.filter((text) => !text.includes('422'))).toEqual([])
  troubles.splice(0)
}

test('a coupon takes its part off, says so, survives a reload, follows the quantity, and can be removed', {
  tag: '@once:phone',
}, async ({ page }) => {
  await toCheckout(page)
  await expect(payButton(page)).toBeEnabled()
  const full = await toPay(page)
  await applyCoupon(page, ' welcome10 ')
  await expect(page.getByRole('status').filter({ hasText: t('checkout.couponField.success') })).toBeVisible()
  const remove = page.getByRole('button', { name: /Remove coupon/ })
  await expect(remove).toBeFocused()
  await expect.poll(() => toPay(page)).toBeCloseTo(full - Math.round(full * 10) / 100, 2)
  await page.reload()
  await expect(remove).toBeVisible()
  await page.getByRole('button', { name: /^One more of/ }).click()
  await expect.poll(() => toPay(page)).toBeCloseTo(full * 2 - Math.round(full * 20) / 100, 2)
  await remove.click()
  await expect(couponField(page)).toBeFocused()
  await expect.poll(() => toPay(page)).toBeCloseTo(full * 2, 2)
})

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

test('every refusal of a coupon is said beside its field, and takes nothing off', { tag: '@once:phone' }, async ({
  page,
  troubles,
}) => {
  await toCheckout(page)
  await expect(payButton(page)).toBeEnabled()
  const full = await toPay(page)
  const refusals: [string, string][] = [
    ['NOSUCHCODE', t('pay.couponNotExist')],
    ['SUMMER25', t('pay.couponExpired')],
    ['GIFT3', t('pay.couponForbidden')],
  ]
  for (const [code, words] of refusals) {
    await couponField(page).fill(code)
    // Enter means the coupon, and not the order.
    await couponField(page).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(couponField(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(couponField(page)).toBeFocused()
    expect(await toPay(page)).toBe(full)
  }
  await couponField(page).fill('')
  await page.getByRole('button', { name: t('checkout.couponField.apply') }).click()
  await expect(page.getByText(t('checkout.couponField.empty'))).toBeVisible()
  await expect(page).toHaveURL(/\/checkout/)
  forgetRefusals(troubles)
})

test('a coupon that the order is refused for is taken off, and the order can be made without it', {
  tag: '@once:phone',
}, async ({ page, troubles }) => {
  const email = `${randomUUID()}@example.com`
  const order = async () => {
    await toCheckout(page)
    await applyCoupon(page, 'WELCOME10')
    await expect(page.getByRole('button', { name: /Remove coupon/ })).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('textbox', { name: t('checkout.email.label') })
      .fill(email)
    await waiverBox(page).check()
    await payButton(page).click()
  }
  await order()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  // Once per member; guests are known by their address.
  await order()
  await expect(page.getByRole('alert').filter({ hasText: t('pay.couponForbidden') })).toBeVisible()
  await expect(couponField(page)).toBeFocused()
  await payButton(page).click()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  forgetRefusals(troubles)
})

test('the waiver is never ticked beforehand, and nothing is ordered without it', { tag: '@once:phone' }, async ({
  page,
}) => {
  await toCheckout(page)
  await page
    .getByRole('main')
    .getByRole('textbox', { name: t('checkout.email.label') })
    .fill(`${randomUUID()}@example.com`)
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

test('an order that was cancelled is bought again with one press', { tag: '@once:phone' }, async ({ page }) => {
  await toCheckout(page)
  await page
    .getByRole('main')
    .getByRole('textbox', { name: t('checkout.email.label') })
    .fill(`${randomUUID()}@example.com`)
  await waiverBox(page).check()
  await payButton(page).click()
  await page.locator('button[name=outcome][value=cancelled]').click()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('button', { name: t('pay.cancel.button') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('pay.cancel.button') })
    .click()
  await page.getByRole('button', { name: t('order.buyAgain') }).click()
  await expect(page).toHaveURL(/\/checkout/)
  await expect(
    page
      .getByRole('link', { name: /Baldur/ })
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})

test('back at the checkout while an order waits, its time left is counted down', { tag: '@once:phone' }, async ({
  page,
}) => {
  await toCheckout(page)
  await page
    .getByRole('main')
    .getByRole('textbox', { name: t('checkout.email.label') })
    .fill(`${randomUUID()}@example.com`)
  await waiverBox(page).check()
  await payButton(page).click()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  await page.goto('/checkout')
  const secondsLeft = async () => {
    const [, minutes, seconds] = /(\d+) min (\d\d) s/.exec((await page.getByRole('timer').textContent()) ?? '') ?? []
    return Number(minutes) * 60 + Number(seconds)
  }
  // 30 minutes, less what it took to come here.
  await expect.poll(secondsLeft).toBeGreaterThan(25 * 60)
  const first = await secondsLeft()
  expect(first).toBeLessThanOrEqual(30 * 60)
  await expect.poll(secondsLeft).toBeLessThan(first)

  // Sent to the provider and back from the browser's memory, it can be paid again, and has no more time than before.
  const away = Promise.withResolvers<void>()
  await page.route('**/api/pay/toPay', async (route) => {
    await away.promise
    await route.fulfill({ json: { code: 200, msg: 'ok', data: { url: '#away', amount: 1 } } })
  })
  const pay = page.getByRole('button', { name: new RegExp(`^${t('pay.again.button', { amount: '.*' })}$`) })
  await pay.click()
  await expect(pay).toHaveAttribute('aria-busy', 'true')
  const pressed = await secondsLeft()
  await expect.poll(secondsLeft).toBeLessThan(pressed - 2)
  away.resolve()
  await expect(page).toHaveURL(/#away$/)
  await expect(pay).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(pay).not.toHaveAttribute('aria-busy', 'true')
  expect(await secondsLeft()).toBeLessThan(pressed - 2)
})

test('back from the provider without having paid, the checkout shows the order that waits', {
  tag: '@once:phone',
}, async ({ page }) => {
  await toCheckout(page)
  await page
    .getByRole('main')
    .getByRole('textbox', { name: t('checkout.email.label') })
    .fill(`${randomUUID()}@example.com`)
  await waiverBox(page).check()
  await payButton(page).click()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  await page.goto('/checkout')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: t('checkout.waiting.title') })).toBeVisible()
  await expect(main.getByText(t('pay.productNull'))).toHaveCount(0)
  await expect(main.getByRole('timer')).toHaveText(/\d+ min \d\d s/)
  await expect(main.getByRole('link', { name: t('checkout.waiting.see') })).toHaveAttribute('href', /order_id=/)
  // What is put into the cart meanwhile is another order; the one that waits stands above it.
  await toCheckout(page, '/rpg-games/elden-ring')
  await expect(main.getByRole('heading', { level: 2, name: t('checkout.waiting.title') })).toBeVisible()
  await main
    .getByRole('region', { name: t('checkout.waiting.title') })
    .getByRole('button', { name: /^Pay/ })
    .click()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
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
  await page
    .getByRole('main')
    .getByRole('textbox', { name: t('checkout.email.label') })
    .fill(`${randomUUID()}@example.com`)
  await waiverBox(page).check()
  await payButton(page).click()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
})

for (const [language, theme] of [
  ['en-US', 'light'],
  ['en-US', 'dark'],
  ['ar', 'light'],
] as const) {
  test(`a full checkout, ${language}, ${theme}: nothing for axe to find`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await toCheckout(page, GAME, language)
    await expect(waiverBox(page)).toBeVisible()
    await expect(page.locator('aside button[type=button]').first()).toBeEnabled()
    await page.locator('main form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    expect(await axe(page)).toEqual([])
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
