// A demo shop visited from another machine of the house: by a name, over plain http, where browsers keep back what they
// give only to https and to localhost.
import { chromium } from '@playwright/test'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { memberWordsOf } from './support/members.ts'
import { startShop } from './support/shop.ts'

const t = wordsOf('en-US')

test('a visitor from another machine buys: Pay works without https, the test payment page is below the shop’s address, and the login says that it needs https', async ({
  launchOptions,
}) => {
  const shop = await startShop('insecure', { HOST: '0.0.0.0' })
  const { port } = new URL(shop.origin)
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP latchkey.test 127.0.0.1']
  const browser = await chromium.launch({ ...launchOptions, args })
  try {
    const page = await browser.newPage({ baseURL: `http://latchkey.test:${port}` })
    await page.goto('/login')
    await expect(page.getByText(memberWordsOf('en-US')('login.insecure'))).toBeVisible()
    await page.goto('/rpg-games/elden-ring')
    expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto])).toEqual([false, false])
    await page
      .getByRole('button', { name: t('product.buyNow'), exact: true })
      .first()
      .click()
    await expect(page).toHaveURL(/\/checkout/)
    const form = page.getByRole('main')
    await form.getByRole('textbox', { name: t('checkout.email.label') }).fill('buyer@example.com')
    await page.getByRole('radio', { name: /Stripe/ }).check()
    await form.getByRole('checkbox').check()
    await page
      .getByRole('button', { name: new RegExp(t('checkout.pay', { amount: '.+' })) })
      .last()
      .click()
    await expect(page).toHaveURL(new RegExp(`^http://latchkey\\.test:${port}/sandbox/pay/stripe/`))
    await page.locator('button[name=outcome][value=completed]').click()
    await expect(page).toHaveURL(new RegExp(`^http://latchkey\\.test:${port}/success-payment`))
    await expect(page.getByRole('heading', { name: t('pay.state.delivered.title') })).toBeVisible()
  } finally {
    await browser.close()
    await shop.close()
  }
})
