// A shopper's hands at the checkout.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, inLanguage, type Language, wordsOf } from './fixtures.ts'

const t = wordsOf('en-US')
export const GAME = '/rpg-games/baldurs-gate-3'
/** Of the order that is being made; one that waits has its own above it. */
export const payButton = (page: Page) =>
  page.locator('button[type=submit]').filter({ hasText: /^Pay\s/, visible: true })
export const waiverBox = (page: Page) => page.getByRole('main').getByRole('checkbox')
export const emailField = (page: Page, language: Language = 'en-US') =>
  page.getByRole('main').getByRole('textbox', { name: wordsOf(language)('checkout.email.label'), exact: true })
export const couponField = (page: Page) => page.getByRole('textbox', { name: t('checkout.couponField.label') })

export async function toCheckout(page: Page, product = GAME, language: Language = 'en-US') {
  await page.goto(inLanguage(product, language))
  await page
    .getByRole('button', { name: wordsOf(language)('product.buyNow'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\/checkout/)
}

/** Fills in what an order needs and presses Pay. */
export async function placeOrder(page: Page, email = `${randomUUID()}@example.com`) {
  await emailField(page).fill(email)
  await waiverBox(page).check()
  await payButton(page).click()
}

export async function applyCoupon(page: Page, code: string) {
  await couponField(page).fill(code)
  await page.getByRole('button', { name: t('checkout.couponField.apply') }).click()
}

/** Amount on the Pay button, in dollars. */
export const toPay = async (page: Page) =>
  Number(/([\d,.]+)\D*$/.exec((await payButton(page).textContent()) ?? '')![1]!.replace(',', ''))

/** The browser reports refusals (422) as errors; here they are wanted. */
export const forgetRefusals = (troubles: string[]) => {
  expect(troubles.filter((text) => !text.includes('422'))).toEqual([])
  troubles.splice(0)
}
