// Paying by PayPal: over the shop's own payment page to the approve page, and back.
import { randomUUID } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { emailField } from './support/checkout.ts'
import { expect, inLanguage, type Language, test, wordsOf } from './support/fixtures.ts'

/** Bought by no other test, and with more keys than these take. */
const PRODUCT = '/action-games/grand-theft-auto-v'

/** Up to the shop's hosted payment page. */
async function begin(page: Page, language: Language) {
  const t = wordsOf(language)
  await page.goto(inLanguage(PRODUCT, language))
  await page
    .getByRole('button', { name: t('product.buyNow'), exact: true })
    .first()
    .click()
  await emailField(page, language).fill(`${randomUUID()}@example.com`)
  await page.getByRole('radio', { name: /PayPal/ }).check()
  await page.getByRole('main').getByRole('checkbox').check()
  await page
    .getByRole('button', { name: new RegExp(t('checkout.pay', { amount: '.+' })) })
    .last()
    .click()
  // It goes on by itself after two seconds: noticed when it comes, and not looked for.
  await page.waitForURL(/\/paypal\?/, { waitUntil: 'commit' })
  return t
}

/** The page waits for a press: that it goes on by itself has its own test. */
const stay = (page: Page) =>
  page.addInitScript(() => {
    const later = window.setTimeout
    const much = (after?: number) => (after === 2_000 ? 600_000 : after)
    Object.assign(window, {
      setTimeout: (work: () => void, after?: number, ...more: unknown[]) => later(work, much(after), ...more),
    })
  })

const choose = (page: Page, outcome: string) => page.locator(`button[name=outcome][value=${outcome}]`).click()

for (const language of ['en-US', 'ar'] as const) {
  test(`the payment page says what happens, goes on by itself, and the key is there (${language})`, async ({
    page,
  }) => {
    const isDetail = (request: Request) => request.url().includes('/api/pay/detail/')
    const known = page.waitForEvent('requestfinished', { predicate: isDetail, timeout: 0 })
    // The next page waits until this one was looked at.
    const { promise: looked, resolve: letGo } = Promise.withResolvers<void>()
    let leftAt = 0
    await page.route(/\/sandbox\/pay\/paypal\/hermes/, async (route) => {
      leftAt ||= Date.now()
      await looked
      await route.continue()
    })
    const t = await begin(page, language)
    await expect(page.getByRole('heading', { name: t('pay.hosted.title', { name: 'PayPal' }) })).toBeVisible()
    await expect(page.getByRole('button', { name: t('pay.hosted.button', { name: 'PayPal' }) })).toBeVisible()
    const { searchParams } = new URL(page.url())
    await expect(page.getByRole('main')).toContainText(searchParams.get('order_no')!)
    // Nobody presses anything.
    letGo()
    await expect(page).toHaveURL(/\/sandbox\/pay\/paypal\/hermes\?token=[0-9A-Z]{17}$/)
    const { startTime, responseEnd } = (await known).timing()
    expect(leftAt - startTime - responseEnd).toBeGreaterThan(1_900)
    await choose(page, 'completed')
    await expect(page).toHaveURL(/\/success-payment/)
    await expect(page.getByRole('heading', { name: t('pay.state.delivered.title') })).toBeVisible()
    await expect(page.getByText(/^DEMO[0-9A-Z]-[0-9A-Z]{5}-[0-9A-Z]{5}$/)).toHaveCount(1)
    // The order is paid: its payment page leads to it.
    await page.goto(`/paypal?${searchParams}`)
    await expect(page).toHaveURL(/\/success-payment/)
  })
}

test('who cancels at PayPal finds his order payable, and whose payment is declined too', async ({ page }) => {
  await stay(page)
  const t = await begin(page, 'en-US')
  await page.getByRole('button', { name: t('pay.hosted.button', { name: 'PayPal' }) }).click()
  await choose(page, 'cancelled')
  await expect(page.getByRole('heading', { name: t('pay.state.abandoned.title') })).toBeVisible()
  await page.getByRole('button', { name: /^Pay .*\$/ }).click()
  await page.getByRole('button', { name: t('pay.hosted.button', { name: 'PayPal' }) }).click()
  await choose(page, 'failed')
  await expect(page.getByRole('heading', { name: t('pay.state.failed.title') })).toBeVisible()
  await page.getByRole('button', { name: /^Pay .*\$/ }).click()
  await expect(page.getByRole('heading', { name: t('pay.hosted.title', { name: 'PayPal' }) })).toBeVisible()
})

test('what PayPal still looks at is said, and can be paid no second time', async ({ page }) => {
  await stay(page)
  const t = await begin(page, 'en-US')
  await page.getByRole('button', { name: t('pay.hosted.button', { name: 'PayPal' }) }).click()
  await choose(page, 'pending')
  await expect(page.getByRole('heading', { name: t('pay.state.underWay.title') })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay .*\$/ })).toHaveCount(0)
})

test('who comes back from PayPal by the browser’s Back can stay', async ({ page }) => {
  const t = await begin(page, 'en-US')
  await expect(page).toHaveURL(/\/hermes\?/)
  await page.goBack()
  await expect(page.getByRole('button', { name: t('pay.hosted.button', { name: 'PayPal' }) })).toBeVisible()
  await page.getByRole('link', { name: t('pay.hosted.back') }).click()
  await expect(page.getByRole('heading', { name: t('pay.state.waiting.title') })).toBeVisible()
})

test('the payment page believes no address: markup in it is nothing, and without an order it goes home', async ({
  page,
  troubles,
}) => {
  const markup =
    '<form action="https://evil.example/"><button id="evil">Pay</button></form><img src=x onerror=alert(1)>'
  await page.goto(`/paypal?${new URLSearchParams({ payhtml: markup })}`, { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/$/)
  await page.goto(`/paypal?${new URLSearchParams({ payhtml: markup, order_id: randomUUID() })}`)
  await expect(page.getByRole('heading', { name: wordsOf('en-US')('pay.result.notHereTitle') })).toBeVisible()
  await expect(page.locator('#evil')).toHaveCount(0)
  // The browser reports the 404 of the order, which is what is wanted here.
  troubles.splice(0)
})
