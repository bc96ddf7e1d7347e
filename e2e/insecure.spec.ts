// A demo shop visited from another machine of the house: by a name, over plain http, where browsers keep back what they
// give only to https and to localhost.
import { chromium } from '@playwright/test'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { memberWordsOf } from './support/members.ts'
import { wordsOf as officeWordsOf } from './support/office.ts'
import { startShop } from './support/shop.ts'

const t = wordsOf('en-US')
const w = officeWordsOf('en-US')

test('a visitor from another machine buys: Pay works without https, the test payment page is below the shop’s address, the login says that it needs https, and the back office opens by the printed address alone', async ({
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

    // Its office is for whoever has the address that it printed at its start.
    await page.goto('/office')
    await expect(page.getByText(w('door.demoForOthers'))).toBeVisible()
    await expect(page.getByRole('button', { name: w('door.enterDemo') })).toHaveCount(0)
    const printed = () => /(\/office\/sign-in#[\w-]+)\n/.exec(shop.said())?.[1]
    await expect.poll(printed).toBeDefined()
    await page.goto(`${printed()!.slice(0, -1)}?`)
    await page.getByRole('button', { name: w('door.enterDemo') }).click()
    await expect(page.getByText(w('office.demoToken'))).toBeVisible()
    await page.goto(printed()!)
    await page.getByRole('button', { name: w('door.enterDemo') }).click()
    await expect(page.getByRole('heading', { name: w('today.title'), exact: true })).toBeVisible()
  } finally {
    await browser.close()
    await shop.close()
  }
})
