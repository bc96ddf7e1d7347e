// Ways to pay that not everybody can use, as an operator sets them: by currency, by what is in the cart, by country; and
// currencies that he switches off.
import type { APIRequestContext, Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { expectWellMade } from './support/axe.ts'
import { applyCoupon, couponField, emailField, payButton, waiverBox } from './support/checkout.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { expectSent } from './support/html.ts'
import { test } from './support/operator.ts'
import { fillCart } from './support/shopping.ts'

test.describe.configure({ mode: 'default' })

const t = wordsOf('en-US')

test('a method that does not take the currency says so beside it and cannot be chosen, until another currency is', async ({
  page,
  context,
  request,
  operated: { db, origin },
}) => {
  // Stripe charges no Cuban peso.
  await db.run(sql`
    insert into currencies (code, symbol, name, rate_e8, position) values ('CUP', '₱', 'Cuban peso', 2400000000, 99)
    on conflict (code) do nothing`)
  await expectSent(request, '/news', 'CUP')
  await fillCart(context, { '/rpg-games/baldurs-gate-3': 1 }, origin)
  await context.addCookies([{ name: 'currencyType', value: 'CUP', url: origin }])
  await page.goto('/checkout')
  const [card, payssion] = [/Stripe/, 'Payssion'].map((name) => page.getByRole('radio', { name }))
  const refusal = t('pay.noSupport', { currency: 'CUP' })
  await expect(payssion!).toBeChecked()
  await expect(card!).toBeDisabled()
  await expect(card!).toHaveAccessibleDescription(refusal)
  await expect(page.locator('label').filter({ has: card }).getByText(refusal)).toBeVisible()

  await context.addCookies([{ name: 'currencyType', value: 'EUR', url: origin }])
  await page.reload()
  await expect(card!).toBeEnabled()
  await expect(page.getByText(refusal)).toHaveCount(0)
  await expectWellMade(page)
})

test('a method that does not take what is in the cart says so beside it and cannot be chosen, until the cart is another', async ({
  page,
  context,
  request,
  operated: { db, origin },
}) => {
  const takes = async () => {
    const { data } = await (await request.get('/prod-api/api/check/paymentlist')).json()
    return data.find(({ type }: { type: string }) => type === 'stripe').productTypes
  }
  await db.run(sql`update payment_methods set product_types = '{1}' where provider <> 'payssion'`)
  await expect.poll(takes).toEqual([1])
  await fillCart(context, { '/rpg-games/baldurs-gate-3': 1 }, origin)
  await page.goto('/checkout')
  const [card, payssion] = [/Stripe/, 'Payssion'].map((name) => page.getByRole('radio', { name }))
  const refusal = t('pay.notForGoods')
  await expect(card!).toBeDisabled()
  await expect(payssion!).toBeChecked()
  await expect(card!).toHaveAccessibleDescription(refusal)
  await expect(page.locator('label').filter({ has: card }).getByText(refusal)).toBeVisible()
  await expectWellMade(page)

  await fillCart(context, { '/steam-wallet/steam-gift-card-usd': 1 }, origin)
  await page.reload()
  await expect(card!).toBeEnabled()
  await expect(card!).toBeChecked()
  await expect(page.getByText(refusal)).toHaveCount(0)
  await db.run(sql`update payment_methods set product_types = '{}' where provider <> 'payssion'`)
  await expect.poll(takes).toEqual([])
})

test('a method of one country is offered there: the buyer says where he is, and it is remembered', async ({
  page,
  context,
  operated: { db },
}) => {
  await db.run(sql`
    insert into payment_methods (id, provider, code, currencies, countries) values (40, 'payssion', 'pix_br', '{BRL,USD}', '{BR}')`)
  await fillCart(context, { [KEYS]: 1 })
  const pix = page.getByRole('radio', { name: /^Pix/ })
  await expect(async () => {
    await page.goto('/checkout')
    await expect(pix).toBeDisabled({ timeout: 2_000 })
  }).toPass()
  const where = page.getByRole('combobox', { name: t('product.activation.choose') })
  await expect(where).toBeVisible()
  await expect(page.getByText(t('pay.notInCountry')).first()).toBeVisible()
  const first = page
    .locator('label')
    .filter({ has: page.getByRole('radio') })
    .first()
  const place = await first.boundingBox()
  await where.selectOption('BR')
  await expect(pix).toBeEnabled()
  // The methods begin where they did before the question was answered.
  expect((await first.boundingBox())?.y).toBe(place?.y)
  await pix.check()
  await expectWellMade(page)
  await page.reload()
  await expect(where).toHaveValue('BR')
  await expect(pix).toBeEnabled()
  await db.run(sql`delete from payment_methods where id = 40`)
})

async function switchOff(db: Database, request: APIRequestContext, code: string) {
  await db.run(sql`update currencies set is_on = false where code = ${code}`)
  const offered = async () =>
    (await (await request.get('/prod-api/api/home/rate')).json()).data.map(
      (one: { moneyType: string }) => one.moneyType,
    )
  await expect.poll(offered).not.toContain(code)
}

/** The browser itself notes what was refused. */
const expectInvalid = (troubles: string[]) =>
  expect(troubles.splice(0).filter((text) => !text.includes('400'))).toEqual([])

const removeCoupon = (page: Page) => page.getByRole('button', { name: /Remove coupon/ })

test('a currency that is switched off while a checkout is open: Pay shows the prices in another, why, and what was typed', async ({
  page,
  context,
  request,
  operated: { db, origin },
  troubles,
}) => {
  await fillCart(context, { '/rpg-games/baldurs-gate-3': 1 }, origin)
  await context.addCookies([{ name: 'currencyType', value: 'CHF', url: origin }])
  await page.goto('/checkout')
  await expect(payButton(page)).toContainText('CHF')
  await applyCoupon(page, 'WELCOME10')
  await expect(removeCoupon(page)).toBeVisible()
  await emailField(page).fill('anna@example.com')
  await page.getByText(t('checkout.note.title')).click()
  const note = page.getByRole('textbox', { name: t('checkout.note.label') })
  await note.fill('Please hurry')
  await waiverBox(page).check()
  await switchOff(db, request, 'CHF')
  await payButton(page).click()

  const why = page.getByRole('alert').filter({ hasText: t('pay.currencyGone', { currency: 'USD' }) })
  await expect(why).toBeVisible()
  await expect(page.locator('#order-problem')).toBeFocused()
  await expect(payButton(page)).toContainText('$')
  await expect(emailField(page)).toHaveValue('anna@example.com')
  await page.getByText(t('checkout.note.title')).click()
  await expect(note).toHaveValue('Please hurry')
  await expect(removeCoupon(page)).toBeVisible()
  expectInvalid(troubles)
  await expectWellMade(page)
  await waiverBox(page).check()
  await payButton(page).click()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
})

test('a currency that is switched off while a checkout is open: a coupon is taken in another, and the page says why', async ({
  page,
  context,
  request,
  operated: { db, origin },
  troubles,
}) => {
  await fillCart(context, { '/rpg-games/baldurs-gate-3': 1 }, origin)
  await context.addCookies([{ name: 'currencyType', value: 'SEK', url: origin }])
  await page.goto('/checkout')
  await expect(payButton(page)).toContainText('kr')
  await switchOff(db, request, 'SEK')
  await applyCoupon(page, 'WELCOME10')
  await expect(page.getByRole('alert').filter({ hasText: t('pay.currencyGone', { currency: 'USD' }) })).toBeVisible()
  await expect(removeCoupon(page)).toBeVisible()
  await expect(payButton(page)).toContainText('$')
  expectInvalid(troubles)

  // Said once.
  await page.reload()
  await expect(removeCoupon(page)).toBeVisible()
  await expect(page.locator('#order-problem')).toHaveCount(0)
})

test('a page that still comes in a currency that is off is loaded anew once, and not again and again', async ({
  page,
  context,
  operated: { origin },
  troubles,
}) => {
  await fillCart(context, { '/rpg-games/baldurs-gate-3': 1 }, origin)
  // As where another instance has not heard of it yet.
  await page.route('**/api/check/useCoupon', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 400, msg: 'error.invalid', errors: [{ path: 'currencyId', message: 'pay.currencyGone' }] },
    }),
  )
  await page.goto('/checkout')
  await expect(payButton(page)).toBeEnabled()
  // Asked for, and not loaded: what it says may be there before the last of its pictures.
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && loads++)
  await applyCoupon(page, 'WELCOME10')
  await expect(page.getByText(t('error.unexpected'))).toBeVisible()
  await expect(couponField(page)).toBeVisible()
  expect(loads).toBe(1)
  expectInvalid(troubles)
})
