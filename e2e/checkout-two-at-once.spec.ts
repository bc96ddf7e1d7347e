// A price that rises in the moment in which something else is sold out or runs short: each is told, and neither hides the other.
import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { depositKeys } from '#rooms/vault/hands.ts'
import { type CartLine, totalCount, writeCart } from '../src/rooms/cart/rules.ts'
import { placeOrder, toPay } from './support/checkout.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { lastOne, ordersOf, paying, saysOffline, unlessRefused } from './support/lost-order.ts'
import { test } from './support/members.ts'
import { makeOrder } from './support/shopping.ts'

const t = wordsOf('en-US')
const question = (page: Page) => page.getByRole('dialog', { name: t('checkout.newPrice.title') })

async function cartOf(context: BrowserContext, lines: CartLine[]) {
  await context.addCookies([
    { name: 'cartList', value: writeCart(lines), url: process.env.SHOP_URL! },
    { name: 'totalCount', value: String(totalCount(lines)), url: process.env.SHOP_URL! },
  ])
}

/** Somebody else orders one of it. */
async function takenByOther(browser: Browser, db: Database, { productId }: CartLine) {
  const { path } = await db.one<{ path: string }>(sql`
    select '/' || c.slug || '/' || p.slug as path from products p join categories c on c.id = p.category_id where p.id = ${productId}`)
  const other = await browser.newContext()
  await makeOrder(other, path)
  await other.close()
}

test('what is sold out when a price rises is told in the same question, and what is agreed to is the rest', {
  tag: '@once:phone',
}, async ({ page, context, browser, ground, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  const dearer = await lastOne(ground, context)
  const last = await lastOne(ground, context)
  await cartOf(context, [dearer, last])
  await page.goto('/checkout')
  await expect.poll(() => toPay(page)).toBe(20)
  await takenByOther(browser, db, last)
  await db.run(sql`update offers set price_cents = 1500 where id = ${dearer.offerId}`)
  await placeOrder(page, email)
  // Heard, too: it comes into a region that is live.
  const told = question(page).locator('[aria-live=polite]')
  await expect(told.getByText(t('cart.soldOut'))).toBeVisible()
  await expect(told.getByText('$ 15.00').first()).toBeVisible()
  await question(page)
    .getByRole('button', { name: /^Pay\s/ })
    .click()
  await expect(paying(page)).toBeVisible()
  expect(await ordersOf(db, email)).toEqual([{ total: 1500, coupon: 0 }])
  expect(unlessRefused(troubles)).toEqual([])
})

test('where all of it is sold out when its price rises, the question says so and asks for nothing', {
  tag: '@once:phone',
}, async ({ page, context, browser, ground, db, troubles }) => {
  const last = await lastOne(ground, context)
  await page.goto('/checkout')
  await expect.poll(() => toPay(page)).toBe(10)
  await takenByOther(browser, db, last)
  await db.run(sql`update offers set price_cents = 1500 where id = ${last.offerId}`)
  await placeOrder(page)
  await expect(question(page).getByText(t('cart.soldOut'))).toBeVisible()
  await expect(question(page).getByRole('button', { name: /^Pay\s/ })).toHaveCount(0)
  await question(page)
    .getByRole('button', { name: t('checkout.newPrice.back') })
    .click()
  await expect(question(page)).toBeHidden()
  expect(unlessRefused(troubles)).toEqual([])
})

test('what runs short when a price rises is told after the question, and not behind it', {
  tag: '@once:phone',
}, async ({ page, context, browser, ground, db, troubles }) => {
  const dearer = await lastOne(ground, context)
  const short = await lastOne(ground, context)
  await db.transaction((tx) => depositKeys(tx, ground.keyring, short.offerId, 'test', [`KEY-${randomUUID()}`]))
  await cartOf(context, [dearer, { ...short, count: 2 }])
  await page.goto('/checkout')
  await expect.poll(() => toPay(page)).toBe(30)
  await takenByOther(browser, db, short)
  await db.run(sql`update offers set price_cents = 1500 where id = ${dearer.offerId}`)
  await placeOrder(page)
  const takes = page.getByRole('button', { name: /^Take \d/ })
  await expect(takes).toBeAttached()
  await question(page)
    .getByRole('button', { name: /^Pay\s/ })
    .click()
  await expect(question(page)).toBeHidden()
  await expect(page.locator(':focus').filter({ has: takes })).toBeVisible()
  expect(unlessRefused(troubles)).toEqual([])
})

test('what is said of a lost connection is looked at, and not the line that is sold out', {
  tag: '@once:phone',
}, async ({ page, context, browser, ground, db, troubles }) => {
  const fine = await lastOne(ground, context)
  const last = await lastOne(ground, context)
  await cartOf(context, [fine, last])
  await takenByOther(browser, db, last)
  await page.goto('/checkout')
  await expect.poll(() => toPay(page)).toBe(10)
  await expect(page.getByText(t('cart.soldOut'))).toBeAttached()
  await context.setOffline(true)
  await placeOrder(page)
  await expect(page.locator(':focus').filter({ has: saysOffline(page) })).toBeInViewport()
  await context.setOffline(false)
  expect(troubles.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
