// The first shopper of a new shop: what she buys, and what she writes to the shop afterwards.
import type { Page } from '@playwright/test'
import { expectAlive } from './checks.ts'
import { GAMES, slugOf } from './first-goods.ts'
import { expect, wordsOf as shopWordsOf } from './fixtures.ts'

export const BUYER = 'grace@mail.example'
const shop = shopWordsOf('en-US')

/** A shopper in a browser of her own buys two of the first game. `payment`: what Stripe calls it. */
export async function buyTwo(her: Page): Promise<{ orderNo: string; payment: string }> {
  const main = her.getByRole('main')
  await her.goto(`/indie-games/${slugOf(GAMES[0]!)}`)
  const more = main.getByRole('button', { name: shop('product.increase') }).first()
  await expectAlive(more)
  await more.click()
  await main
    .getByRole('button', { name: shop('product.buyNow'), exact: true })
    .first()
    .click()
  await her.waitForURL(/\/checkout/)
  await main.getByRole('textbox', { name: shop('checkout.email.label') }).fill(BUYER)
  await main.getByRole('radio', { name: /Stripe/ }).check()
  await main.getByRole('checkbox').check()
  await main
    .getByRole('button', { name: new RegExp(shop('checkout.pay', { amount: '.+' })) })
    .last()
    .click()
  await her.waitForURL(/\/c\/pay\//)
  const payment = new URL(her.url()).pathname.split('/').pop()!
  await her.locator('button[name=outcome][value=completed]').click()
  await her.waitForURL(/\/success-payment/)
  await expect(main.getByText(/^MOSS0-/)).toHaveCount(2)
  return { orderNo: new URL(her.url()).searchParams.get('order_no')!, payment }
}

/** What she writes to the shop afterwards. */
export async function complain(her: Page, orderNo: string) {
  const main = her.getByRole('main')
  await her.goto(`/indie-games/${slugOf(GAMES[0]!)}#ratings`)
  await main.getByRole('button', { name: shop('feedback.write') }).click()
  const form = main.getByRole('form', { name: shop('feedback.formTitle') })
  await form.getByRole('radio', { name: shop('feedback.stars_other', { count: 2 }) }).check({ force: true })
  await form.getByLabel(shop('feedback.name')).fill('Grace')
  await form.getByLabel(shop('feedback.email')).fill(BUYER)
  await form.getByLabel(shop('feedback.content')).fill('Cheaper at other-keys.example, buy there!')
  await form.getByRole('button', { name: shop('feedback.send') }).click()
  await expect(her.getByText(shop('feedback.pending'))).toBeVisible()
  await her.goto(`/withdraw?order_no=${orderNo}`)
  await main.getByRole('textbox', { name: shop('withdrawal.email.label') }).fill(BUYER)
  await main.getByRole('textbox', { name: shop('withdrawal.name.label') }).fill('Grace Hopper')
  await main.getByRole('button', { name: shop('withdrawal.next') }).click()
  await main.getByRole('button', { name: shop('withdrawal.review.confirm'), exact: true }).click()
  await expect(main.getByRole('heading', { name: shop('withdrawal.done.title') })).toBeVisible()
}
