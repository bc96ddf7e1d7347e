// The main job: a visitor buys a game and its key arrives.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { emailField } from './support/checkout.ts'
import { expect, inLanguage, KEY_LANGUAGES, type Language, test, type Words, wordsOf } from './support/fixtures.ts'
import { makeDeliveredOrder } from './support/shopping.ts'

/** `before`: what is looked at before the press on Pay. */
async function buy(
  page: Page,
  language: Language,
  t: Words,
  method: RegExp,
  product: string,
  before: () => Promise<void> = async () => {},
) {
  const email = `${randomUUID()}@example.com`
  await page.goto(inLanguage(product, language))
  await page
    .getByRole('button', { name: t('product.buyNow'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\/checkout/)
  await emailField(page, language).fill(email)
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('main').getByRole('checkbox').check()
  await before()
  await page
    .getByRole('button', { name: new RegExp(t('checkout.pay', { amount: '.+' })) })
    .last()
    .click()
  // The provider's page, on another origin.
  await page.getByRole('button', { name: /./ }).first().waitFor()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  return email
}

for (const language of KEY_LANGUAGES) {
  const t = wordsOf(language)

  test(`a visitor finds a game, pays, and has its key on the page and by mail (${language})`, async ({
    page,
    context,
  }) => {
    await page.goto(inLanguage('/', language))
    await expect(page.getByRole('heading', { name: t('home.bestSellers') })).toBeVisible()
    const product = (await page.locator('main a[href*="baldurs-gate-3"]').first().getAttribute('href'))!.split('?')[0]!
    const email = await buy(page, language, t, /Stripe/, product)
    await page.locator('button[name=outcome][value=completed]').click()

    await expect(page).toHaveURL(/\/success-payment/)
    await expect(page.getByRole('heading', { name: t('pay.state.delivered.title') })).toBeVisible()
    const key = page.getByText(/^DEMO[0-9A-Z]-[0-9A-Z]{5}-[0-9A-Z]{5}$/)
    await expect(key).toHaveCount(1)
    const text = (await key.textContent())!
    const orderNo = new URL(page.url()).searchParams.get('order_no')!
    expect(orderNo).toMatch(/^[0-9A-Z]{10}$/)
    const facts = page.getByRole('region', { name: t('order.title') })
    await expect(facts.getByText(orderNo, { exact: true })).toBeVisible()
    await expect(facts.getByText(email, { exact: true })).toBeVisible()

    const outbox = await context.newPage()
    await outbox.goto('/sandbox/mail')
    await outbox.getByRole('link').filter({ hasText: email }).click()
    await expect(outbox.getByText(text).first()).toBeVisible()
    await outbox.goto(`${outbox.url()}/html`)
    await expect(outbox.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await expect(outbox.getByText(text)).toBeVisible()

    // The link in the mail opens the order in a browser that has never seen it.
    const link = (await outbox.locator('a[href*="/success-payment"]').first().getAttribute('href'))!
    const stranger = await page.context().browser()!.newContext({ baseURL: process.env.SHOP_URL! })
    const there = await stranger.newPage()
    await there.goto(inLanguage(link, 'en-US'))
    await expect(there.getByText(text)).toBeVisible()
    expect(there.url()).not.toContain('access')
    // Without the link there is nothing to see.
    const second = await page.context().browser()!.newContext({ baseURL: process.env.SHOP_URL! })
    const nowhere = await second.newPage()
    await nowhere.goto(link.split('#')[0]!)
    await expect(nowhere.getByRole('heading', { name: wordsOf('en-US')('pay.result.notHereTitle') })).toBeVisible()
    await Promise.all([stranger.close(), second.close()])
  })
}

test('paying by Payssion in euros shows the fee before, and the same total at the provider', async ({
  page,
  context,
}) => {
  const t = wordsOf('en-US')
  await context.addCookies([{ name: 'currencyType', value: 'EUR', url: process.env.SHOP_URL! }])
  const cents = async (label: string) => {
    const row = page
      .getByRole('main')
      .locator('dl > div')
      .filter({ hasText: t(label) })
      .last()
    const [, whole, rest] = /€\D*(\d+)\.(\d\d)/.exec((await row.textContent()) ?? '') ?? []
    return Number(`${whole}${rest}`)
  }
  const seen = { goods: 0, fee: 0, total: 0 }
  await buy(page, 'en-US', t, /Payssion/, '/rpg-games/baldurs-gate-3', async () => {
    for (const part of ['goods', 'fee', 'total'] as const) seen[part] = await cents(`checkout.${part}`)
  })
  expect(seen.fee).toBe(Math.round(seen.goods * 0.015))
  expect(seen.total).toBe(seen.goods + seen.fee)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Pay ${(seen.total / 100).toFixed(2)} EUR`)
  await page.locator('button[name=outcome][value=completed]').click()
  await expect(page.getByRole('heading', { name: t('pay.state.delivered.title') })).toBeVisible()
})

test('a payment that fails leaves the order payable, and the second attempt is delivered once', async ({ page }) => {
  const t = wordsOf('en-US')
  await buy(page, 'en-US', t, /Payssion/, '/rpg-games/baldurs-gate-3')
  await page.locator('button[name=outcome][value=failed]').click()
  await expect(page.getByRole('heading', { name: t('pay.state.failed.title') })).toBeVisible()
  await page.getByRole('button', { name: /^Pay .*\$/ }).click()
  await page.locator('button[name=outcome][value=completed]').click()
  await expect(page.getByRole('heading', { name: t('pay.state.delivered.title') })).toBeVisible()
  await expect(page.getByText(/^DEMO[0-9A-Z]-[0-9A-Z]{5}-[0-9A-Z]{5}$/)).toHaveCount(1)
})

test('the result page believes no address: without an order it says so and returns home, with somebody else’s it shows nothing', async ({
  page,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await page.goto('/success-payment', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('region', { name: t('shell.messages') }).getByText(t('pay.payStatusError'))).toBeVisible()
  await page.goto(`/success-payment?order_id=${randomUUID()}&order_no=ABCDEFGHJK&transaction_id=T1`)
  await expect(page.getByRole('heading', { name: t('pay.result.notHereTitle') })).toBeVisible()
  // The browser reports the 404 of the order, which is what is wanted here.
  troubles.splice(0)
})

test('a wrong e-mail address is said beside its field, and what was typed stays', async ({ page }) => {
  const t = wordsOf('en-US')
  await page.goto('/rpg-games/baldurs-gate-3')
  await page
    .getByRole('button', { name: t('product.buyNow'), exact: true })
    .first()
    .click()
  const email = emailField(page)
  await email.fill('not-an-address')
  await page.getByRole('button', { name: /^Pay/ }).last().click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toBeFocused()
  await expect(page.getByText(t('checkout.email.format'))).toBeVisible()
  await page.reload()
  await expect(email).toHaveValue('not-an-address')
})

test('what is printed of a result is logo, keys, receipt and the seller’s address', async ({ page, context }) => {
  await page.goto(await makeDeliveredOrder(context, '/rpg-games/elden-ring'))
  const t = wordsOf('en-US')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: t('order.keys.title'), exact: true })).toBeVisible()
  await expect(main.getByText(/Latchkey B\.V\./)).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('footer')).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(main.locator('a[href="/"], a[href^="/withdraw"]').filter({ visible: true })).toHaveCount(0)
  await expect(main.getByText(/Latchkey B\.V\./)).toBeVisible()
  await expect(main.getByRole('heading', { name: t('order.title') })).toBeVisible()
})
