// An order whose answer never came, in the cart of this tab and at a checkout that says another sum by then.
import { randomUUID } from 'node:crypto'
import { placeOrder } from './support/checkout.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { loseAnswer } from './support/lost-answer.ts'
import { CREATE, lastOne, ordersOf, saysOffline, unlessRefused } from './support/lost-order.ts'
import { test } from './support/members.ts'

const t = wordsOf('en-US')

test('the cart does not call sold out what an unanswered order of this tab holds, and counts it', {
  tag: '@once:phone',
}, async ({ page, context, ground, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  await lastOne(ground, context)
  await page.goto('/checkout')
  await loseAnswer(page, CREATE)
  await placeOrder(page, email)
  await expect(saysOffline(page)).toBeVisible()
  expect(await ordersOf(db, email)).toHaveLength(1)

  await page.goto('/')
  await page.getByRole('banner').locator('a[href^="/checkout"]').first().tap()
  const cart = page.getByRole('dialog', { name: /^Cart/ })
  await expect(cart.getByRole('status')).toHaveText('$ 10.00')
  await expect(cart.getByText(t('cart.soldOut'))).toHaveCount(0)
  // Two of it are none that anybody holds.
  await cart.getByRole('button', { name: /^One more of/ }).click()
  await expect(cart.getByText(t('cart.soldOut'))).toBeVisible()
  expect(unlessRefused(troubles)).toEqual([])
})
