// A long list of payment methods at the checkout: what can be used here comes first, the rest is folded and can be looked for.
import type { Page } from '@playwright/test'
import { axe } from './support/axe.ts'
import { GAME, toCheckout } from './support/checkout.ts'
import { cutTexts, tooWide } from './support/checks.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'

const OWN = 15
const ELSEWHERE = 105
/** And the balance, which is members'. */
const BARRED = ELSEWHERE + 1

/** The shop's own methods, and after them those of two countries, as a shop has them that offers all of a provider's. */
async function offerMany(page: Page, country: string) {
  await page.addInitScript((code) => localStorage.setItem('country', code), country)
  await page.route('**/api/check/paymentlist', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const local = body.data.find(({ type }: { type: string }) => type === 'payssion')
    for (let n = 1; n <= OWN + ELSEWHERE; n++) {
      const countries = [n > ELSEWHERE ? 'NL' : 'BR']
      body.data.push({ ...local, id: 1000 + n, name: `Pago nº ${n} Ação`, countries, countriesExcluded: false })
    }
    await route.fulfill({ response: answer, json: body })
  })
}

for (const language of ['en-US', 'ar'] as const)
  test(`${language}: of 120 methods the country’s own come first, and what cannot be used is folded, with its reason`, async ({
    page,
  }) => {
    const t = wordsOf(language)
    await offerMany(page, 'NL')
    await toCheckout(page, GAME, language)
    const radios = page.getByRole('radio').filter({ visible: true })
    const barred = page.getByText(t('checkout.method.barred', { number: BARRED }))
    await expect(barred).toBeVisible()
    // Eight and the one that is chosen.
    await expect(radios).toHaveCount(9)
    await expect(radios.first()).toHaveAccessibleName('Pago nº 106 Ação')
    await expect(page.getByRole('radio', { name: /Stripe/ })).toBeChecked()
    await radios.first().check()
    await expect(page.getByRole('radio', { name: /Stripe/ })).toHaveCount(0)
    await expect(radios.first()).toBeChecked()
    for (const width of [320, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      expect.soft([...(await tooWide(page)), ...(await cutTexts(page))], `${width} px`).toEqual([])
    }
    expect(await axe(page)).toEqual([])

    const all = page.getByRole('button', { name: t('home.showMore', { count: OWN + 3 }) })
    await all.click()
    await expect(radios).toHaveCount(OWN + 3)
    await expect(page.getByRole('button', { name: t('home.showLess') })).toBeFocused()
    await barred.click()
    await expect(radios).toHaveCount(OWN + 3 + BARRED)
    await expect(radios.last()).toBeDisabled()
    await expect(radios.last()).toHaveAccessibleDescription(t('pay.notInCountry'))

    const find = page.getByRole('searchbox', { name: t('checkout.method.find', { number: OWN + 3 + BARRED }) })
    await find.fill('nº 77 ACAO')
    await expect(page.getByRole('status').filter({ hasText: t('checkout.method.found', { number: 1 }) })).toBeAttached()
    // The one that is chosen stays in sight.
    await expect(radios).toHaveCount(2)
    await expect(radios.last()).toBeDisabled()
    await find.press('Enter')
    await find.fill('no such way')
    await expect(page.getByText(t('checkout.method.none'))).toBeVisible()
    await find.fill('')
    await expect(radios).toHaveCount(OWN + 3)
    // Nothing was sent by Enter: it would have been refused by now.
    await expect(page).toHaveURL(/\/checkout/)
    await expect(page.getByText(t('checkout.email.required'))).toHaveCount(0)
  })

test('another country brings its own methods to the front; a short list stays as it is', async ({ page }) => {
  const t = wordsOf('en-US')
  await offerMany(page, 'NL')
  await toCheckout(page)
  await page.getByLabel(t('product.activation.choose')).selectOption('BR')
  await expect(page.getByText(t('checkout.method.barred', { number: OWN + 1 }))).toBeVisible()
  await expect(page.getByRole('radio').filter({ visible: true }).first()).toHaveAccessibleName('Pago nº 1 Ação')
  await page.unroute('**/api/check/paymentlist')
  await toCheckout(page)
  await expect(page.getByRole('radio').first()).toHaveAccessibleName(/Stripe/)
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveCount(0)
})
