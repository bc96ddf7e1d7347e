// What may go wrong between the checkout's button and the order: sold out, dearer by now, a fault.
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { emailField } from './support/checkout.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { type Paying, test } from './support/paying.ts'
import { expectRefused, payButton } from './support/result.ts'
import { fillCart } from './support/shopping.ts'

test.describe.configure({ mode: 'default' })

const t = wordsOf('en-US')
/** With keys enough for all of these. */
const GAME = '/rpg-games/elden-ring'

async function filled(
  page: Page,
  context: BrowserContext,
  { origin }: Paying,
  product: string,
  count = 1,
): Promise<void> {
  await fillCart(context, { [product]: count }, origin)
  await page.goto('/checkout')
  const main = page.getByRole('main')
  await emailField(page).fill(`${randomUUID()}@example.com`)
  await main.getByRole('checkbox').check()
  await expect(payButton(page)).toBeEnabled()
}

test('what was sold meanwhile is refused by name, and nothing is ordered', async ({
  page,
  context,
  paying,
  troubles,
}) => {
  await filled(page, context, paying, GAME, 2)
  const orders = () => paying.db.one<{ n: number }>(sql`select count(*)::int as n from orders`)
  const before = await orders()
  await paying.db.run(sql`
    delete from vault_keys k using offers o, products p
    where k.state = 'available' and o.id = k.offer_id and p.id = o.product_id and p.slug = 'elden-ring'
      and k.id <> (select min(id) from vault_keys where state = 'available' and offer_id = o.id)`)
  await payButton(page).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('alert').filter({ hasText: t('pay.outOfStock') })).toBeVisible()
  await expect(main.getByRole('listitem').filter({ hasText: 'Elden Ring' })).toContainText(
    t('cart.short_one', { count: 1 }),
  )
  expect(await orders()).toEqual(before)
  expectRefused(troubles, 422)
})

test('a price that rose meanwhile is shown and asked about before anything is ordered', async ({
  page,
  context,
  paying,
  troubles,
}) => {
  await filled(page, context, paying, KEYS)
  await paying.db.run(sql`
    update offers set price_cents = price_cents + 100 where product_id = (
      select id from products where slug = 'apple-gift-card-united-states')`)
  await payButton(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(t('pay.priceChanged'))
  expectRefused(troubles, 422)
  await dialog.getByRole('button', { name: /^Pay\s/ }).click()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
})

test('a fault while ordering says so and keeps what was typed', async ({ page, context, paying, troubles }) => {
  await filled(page, context, paying, KEYS)
  const email = emailField(page)
  const typed = await email.inputValue()
  await page.route('**/api/check/createOrder', (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: 'error.unexpected', requestId: 'x' } }),
  )
  await payButton(page).click()
  await expect(
    page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: t('pay.createFailed') }),
  ).toBeVisible()
  await expect(email).toHaveValue(typed)
  expectRefused(troubles, 500)
})
