// Coupons at the checkout: taken, refused, taken off again.
import { randomUUID } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import {
  applyCoupon,
  couponField,
  forgetRefusals,
  payButton,
  placeOrder,
  toCheckout,
  toPay,
} from './support/checkout.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { test } from './support/members.ts'

const t = wordsOf('en-US')

test('a coupon takes its part off, says so, survives a reload, follows the quantity, and can be removed', {
  tag: '@once:phone',
}, async ({ page }) => {
  await toCheckout(page)
  await expect(payButton(page)).toBeEnabled()
  const full = await toPay(page)
  await applyCoupon(page, ' welcome10 ')
  await expect(page.getByRole('status').filter({ hasText: t('checkout.couponField.success') })).toBeVisible()
  const remove = page.getByRole('button', { name: /Remove coupon/ })
  await expect(remove).toBeFocused()
  await expect.poll(() => toPay(page)).toBeCloseTo(full - Math.round(full * 10) / 100, 2)
  await page.reload()
  await expect(remove).toBeVisible()
  await page.getByRole('button', { name: /^One more of/ }).click()
  await expect.poll(() => toPay(page)).toBeCloseTo(full * 2 - Math.round(full * 20) / 100, 2)
  await remove.click()
  await expect(couponField(page)).toBeFocused()
  await expect.poll(() => toPay(page)).toBeCloseTo(full * 2, 2)
})

test('a coupon that could not be asked about again is asked about when the connection is back', {
  tag: '@once:phone',
}, async ({ page, context, troubles }) => {
  await toCheckout(page)
  await expect(payButton(page)).toBeEnabled()
  const full = await toPay(page)
  await applyCoupon(page, 'WELCOME10')
  const remove = page.getByRole('button', { name: /Remove coupon/ })
  await expect(remove).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: /^One more of/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: t('error.offline') })).toBeVisible()
  await context.setOffline(false)
  await expect(remove).toBeVisible()
  await expect.poll(() => toPay(page)).toBeCloseTo(full * 2 - Math.round(full * 20) / 100, 2)
  expect(troubles.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('every refusal of a coupon is said beside its field, and takes nothing off', { tag: '@once:phone' }, async ({
  page,
  troubles,
}) => {
  await toCheckout(page)
  await expect(payButton(page)).toBeEnabled()
  const full = await toPay(page)
  const refusals: [string, string][] = [
    ['NOSUCHCODE', t('pay.couponNotExist')],
    ['SUMMER25', t('pay.couponExpired')],
    ['GIFT3', t('pay.couponForbidden')],
  ]
  for (const [code, words] of refusals) {
    await couponField(page).fill(code)
    // Enter means the coupon, and not the order.
    await couponField(page).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await expect(couponField(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(couponField(page)).toBeFocused()
    expect(await toPay(page)).toBe(full)
  }
  await couponField(page).fill('')
  await page.getByRole('button', { name: t('checkout.couponField.apply') }).click()
  await expect(page.getByText(t('checkout.couponField.empty'))).toBeVisible()
  await expect(page).toHaveURL(/\/checkout/)
  forgetRefusals(troubles)
})

test('a coupon that the order is refused for is taken off, and the order can be made without it', {
  tag: '@once:phone',
}, async ({ page, troubles }) => {
  const email = `${randomUUID()}@example.com`
  const order = async () => {
    await toCheckout(page)
    await applyCoupon(page, 'WELCOME10')
    await expect(page.getByRole('button', { name: /Remove coupon/ })).toBeVisible()
    await placeOrder(page, email)
  }
  await order()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  // Once per member; guests are known by their address.
  await order()
  await expect(page.getByRole('alert').filter({ hasText: t('pay.couponForbidden') })).toBeVisible()
  await expect(couponField(page)).toBeFocused()
  await payButton(page).click()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  forgetRefusals(troubles)
})

test('an order that a coupon makes free is spoken of without a payment', { tag: '@once:phone' }, async ({
  page,
  db,
}) => {
  const code = `FREE${randomUUID().slice(0, 8).toUpperCase()}`
  await db.run(sql`insert into coupons (code, percent_bp) values (${code}, 10000)`)
  await toCheckout(page)
  const main = page.getByRole('main')
  await expect(main.getByText(t('checkout.obligation'))).toBeVisible()
  await expect(main.getByText(t('checkout.obligationNext'))).toBeVisible()
  await applyCoupon(page, code)
  await expect(main.getByText(t('checkout.obligationNext'))).toHaveCount(0)
  await expect(main.getByText(t('checkout.obligation'))).toHaveCount(0)
  await expect(main.getByText(t('checkout.obligationFree'))).toBeVisible()
  // Playwright finds nothing on a page that is about to be left: it says by itself what it shows then.
  const leaving = Promise.withResolvers<string>()
  await page.exposeFunction('heard', leaving.resolve)
  await page.evaluate(() => {
    const look = () => {
      const said = document.querySelector('main > [role=status]')?.textContent
      if (said) Reflect.get(window, 'heard')(said)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  await page.route(/\/success-payment/, async (route) => {
    await leaving.promise
    await route.continue()
  })
  await placeOrder(page)
  const said = await leaving.promise
  expect(said).toContain(t('checkout.leaving.toOrder'))
  for (const key of ['title', 'text']) expect(said).not.toContain(t(`checkout.leaving.${key}`))
  await expect(page).toHaveURL(/\/success-payment/)
})
