// An order is paid by card on the shop's own page: what is checked there, the bank's page, and a card that is not taken.

import { sql } from '#platform/database/sql.ts'
import { axe } from './support/axe.ts'
import { HOLDER } from './support/card-holder.ts'
import { test as base, expect, inLanguage } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { memberWordsOf } from './support/members.ts'
import { withSecondShop } from './support/second-shop.ts'
import { makeOrder, makePayableOrder } from './support/shopping.ts'

const KEY = /^DEMO[0-9A-Z-]{8,}$/

/** A shop that takes nothing but cards. */
const test = base.extend<object, { cards: { origin: string } }>({
  cards: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    ({}, use) =>
      withSecondShop('cards', {}, async ({ origin, db }) => {
        await db.run(sql`update settings set value = '1' where key = 'payment.card.saqDAccepted'`)
        await db.run(sql`update payment_methods set enabled = provider = 'eecpay'`)
        const methods = async () =>
          (await (await fetch(`${origin}/prod-api/api/check/paymentlist`)).json()).data.map(
            ({ type }: { type: string }) => type,
          )
        await expect.poll(methods).toEqual(['eecpay'])
        await use({ origin })
      }),
    { scope: 'worker' },
  ],
  baseURL: ({ cards }, use) => use(cards.origin),
})

for (const language of ['en-US', 'ar'] as const)
  test(`${language}: what is missing is said at its field, and the bank’s page leads to the paid order; nothing of the card stays`, async ({
    page,
    cards,
  }) => {
    const t = memberWordsOf(language)
    const { url } = await makePayableOrder(page.context(), KEYS, cards.origin)
    expect(new URL(url).pathname).toBe('/bill-pay')
    await page.goto(inLanguage(url.slice(cards.origin.length), language))
    const main = page.getByRole('main')
    const field = (name: string) => main.locator(`input[name=${name}]`)
    const button = main.getByRole('button', { name: t('card.pay') })
    await button.click()
    for (const key of ['number', 'expire', 'code', 'firstName', 'country', 'zip', 'phone', 'email'] as const)
      await expect(main.getByText(t(`card.error.${key}`))).toBeVisible()
    expect(await axe(page)).toEqual([])
    await field('cardNo').pressSequentially('4000000000003221')
    await field('cardExpire').pressSequentially('1239')
    await expect(field('cardNo')).toHaveValue('4000 0000 0000 3221')
    await expect(field('cardExpire')).toHaveValue('12/39')
    await expect(main.getByText(t('card.error.numberFormat'))).toBeVisible()
    await field('cardNo').fill('4000 0000 0000 3220')
    await field('cardSecurityCode').fill('123')
    for (const [name, value] of Object.entries(HOLDER)) await field(name).fill(value)
    await main.locator('select[name=billCountry]').selectOption('US', { force: true })
    // Off shows where to send instead; on again takes the bill's.
    const same = main.getByRole('checkbox', { name: t('card.same') })
    await expect(same).toBeChecked()
    await same.uncheck()
    await expect(field('shipCity')).toBeVisible()
    await same.check()
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, location.href]),
    )
    expect(kept).not.toContain('4000 0000')
    expect(kept).not.toContain('400000')
    await button.click()
    await page.waitForURL(/\/sandbox\/pay\/eecpay\//)
    await page.locator('button[value=completed]').click()
    await page.waitForURL(/\/success-payment/)
    await expect(main.getByText(KEY)).toHaveCount(1)
    // Back leads past the form, not to what was typed in it.
    expect(page.url()).not.toContain('4000')
  })

test('a card that is not taken leaves everything but its code, and another one pays', async ({ page, cards }) => {
  const t = memberWordsOf('en-US')
  const { url, orderId } = await makePayableOrder(page.context(), KEYS, cards.origin)
  await page.goto(`/bill-pay?orderId=${orderId}&currencyType=USD&amount=0.01`)
  const main = page.getByRole('main')
  const field = (name: string) => main.locator(`input[name=${name}]`)
  expect(url).toContain(orderId)
  await field('cardNo').fill('4000000000000002')
  await field('cardExpire').fill('12/2039')
  await field('cardSecurityCode').fill('123')
  for (const [name, value] of Object.entries(HOLDER)) await field(name).fill(value)
  // With the fields came what the order costs, whatever the address says.
  await expect(main.getByText('$ 0.01')).toHaveCount(0)
  await main.locator('select[name=billCountry]').selectOption('US', { force: true })
  const button = main.getByRole('button', { name: t('card.pay') })
  await button.click()
  await expect(main.getByText(t('card.unsupported'))).toBeVisible()
  await expect(field('cardNo')).not.toHaveValue('')
  await expect(field('billAddress')).toHaveValue(HOLDER.billAddress)
  await expect(field('cardSecurityCode')).toHaveValue('')
  await field('cardNo').fill('4111111111111111')
  await field('cardSecurityCode').fill('123')
  await button.click()
  await page.waitForURL(/\/success-payment/)
  await expect(main.getByText(KEY)).toHaveCount(1)
  await page.goto('/bill-pay')
  await page.waitForURL((address) => address.pathname === '/')
})

test('a payment that the shop cannot make says so, and what was typed stays', async ({ page, cards, troubles }) => {
  const t = memberWordsOf('en-US')
  const { orderId } = await makeOrder(page.context(), KEYS, cards.origin)
  await page.goto(`/bill-pay?orderId=${orderId}`)
  const main = page.getByRole('main')
  const field = (name: string) => main.locator(`input[name=${name}]`)
  await field('cardNo').fill('4111111111111111')
  await field('cardExpire').fill('12/2039')
  await field('cardSecurityCode').fill('123')
  for (const [name, value] of Object.entries(HOLDER)) await field(name).fill(value)
  await main.locator('select[name=billCountry]').selectOption('US', { force: true })
  await page.route('**/api/pay/eecpay', (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: 'error.unexpected', requestId: '1' } }),
  )
  await main.getByRole('button', { name: t('card.pay') }).click()
  await expect(main.getByText(t('card.problem'))).toBeVisible()
  await expect(field('billAddress')).toHaveValue(HOLDER.billAddress)
  await expect(field('cardSecurityCode')).toHaveValue('')
  troubles.splice(0)
})
