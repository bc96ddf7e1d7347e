// An order whose answer never came, at a checkout that says another sum by then, and in the cart of this tab.
import { randomUUID } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import { applyCoupon, payButton, placeOrder, toCheckout, toPay, waiverBox } from './support/checkout.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import {
  CREATE,
  isLedToOrderOf,
  lastOne,
  ordersOf,
  orderUnheard,
  paying,
  saysOffline,
  unlessRefused,
} from './support/lost-order.ts'
import { test } from './support/members.ts'

const t = wordsOf('en-US')

test('the last one, which is cheaper by then, is not sold out for whoever has ordered it: he is led to that order and told what it costs', {
  tag: '@once:phone',
}, async ({ page, context, ground, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  const { offerId } = await lastOne(ground, context)
  await page.goto('/checkout')
  await orderUnheard(page, email)

  await db.run(sql`update offers set price_cents = 500 where id = ${offerId}`)
  await page.reload()
  await waiverBox(page).check()
  expect(await toPay(page)).toBeLessThan(10)
  await payButton(page).click()
  await expect(page).toHaveURL(/success-payment/)
  const [made, ...more] = await ordersOf(db, email)
  expect(more).toEqual([])
  await isLedToOrderOf(page, made!.total)
  expect(unlessRefused(troubles)).toEqual([])
})

test('what is cheaper by then and never reached the shop is ordered at what the page says', {
  tag: '@once:phone',
}, async ({ page, context, ground, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  const { offerId } = await lastOne(ground, context)
  await page.goto('/checkout')
  await page.route(`**${CREATE}`, (route) => route.abort(), { times: 1 })
  await placeOrder(page, email)
  await expect(saysOffline(page)).toBeVisible()

  await db.run(sql`update offers set price_cents = 500 where id = ${offerId}`)
  await page.reload()
  await waiverBox(page).check()
  const shown = await toPay(page)
  await payButton(page).click()
  await expect(paying(page)).toBeVisible()
  expect((await ordersOf(db, email)).map(({ total }) => total)).toEqual([Math.round(shown * 100)])
  expect(unlessRefused(troubles)).toEqual([])
})

test('a coupon that is over by then stays with the order that it was sent with, and makes no second one', {
  tag: '@once:phone',
}, async ({ page, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  const code = `OVER${randomUUID().slice(0, 8).toUpperCase()}`
  await db.run(sql`insert into coupons (code, percent_bp) values (${code}, 1000)`)
  await toCheckout(page)
  await applyCoupon(page, code)
  await expect(page.getByRole('button', { name: /Remove coupon/ })).toBeVisible()
  await orderUnheard(page, email)

  await db.run(sql`update coupons set valid_until = now() - interval '1 minute' where code = ${code}`)
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: t('pay.couponExpired') })).toBeVisible()
  await waiverBox(page).check()
  await payButton(page).click()
  await expect(page).toHaveURL(/success-payment/)
  const [made, ...more] = await ordersOf(db, email)
  expect([made!.coupon > 0, more]).toEqual([true, []])
  await isLedToOrderOf(page, made!.total)
  expect(unlessRefused(troubles)).toEqual([])
})

test('a coupon that was taken off is not ordered with, though it was sent before', { tag: '@once:phone' }, async ({
  page,
  db,
  troubles,
}) => {
  const email = `${randomUUID()}@example.com`
  const code = `OFF${randomUUID().slice(0, 8).toUpperCase()}`
  await db.run(sql`insert into coupons (code, percent_bp) values (${code}, 1000)`)
  await toCheckout(page)
  await applyCoupon(page, code)
  const remove = page.getByRole('button', { name: /Remove coupon/ })
  await expect(remove).toBeVisible()
  await orderUnheard(page, email)

  await page.reload()
  await remove.click()
  // Nor when another one is tried in vain.
  await applyCoupon(page, 'NONE-SUCH')
  await expect(page.getByRole('alert').filter({ hasText: t('pay.couponNotExist') })).toBeVisible()
  await waiverBox(page).check()
  await payButton(page).click()
  await expect(paying(page)).toBeVisible()
  expect((await ordersOf(db, email)).map(({ coupon }) => coupon > 0).sort()).toEqual([false, true])
  expect(unlessRefused(troubles)).toEqual([])
})

test('the cart does not call sold out what an unanswered order of this tab holds, and counts it', {
  tag: '@once:phone',
}, async ({ page, context, ground, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  await lastOne(ground, context)
  await page.goto('/checkout')
  await orderUnheard(page, email)
  expect(await ordersOf(db, email)).toHaveLength(1)

  await page.goto('/')
  await page.getByRole('banner').locator('a[href^="/checkout"]').first().tap()
  const cart = page.getByRole('dialog', { name: /^Cart/ })
  await expect(cart.locator('output')).toHaveText('$ 10.00')
  await expect(cart.getByText(t('cart.soldOut'))).toHaveCount(0)
  // Two of it are none that anybody holds.
  await cart.getByRole('button', { name: /^One more of/ }).click()
  await expect(cart.getByText(t('cart.soldOut'))).toBeVisible()
  expect(unlessRefused(troubles)).toEqual([])
})

test('what was ordered unheard and has expired by then is ordered anew, at what the page says', {
  tag: '@once:phone',
}, async ({ page, context, ground, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  const { offerId } = await lastOne(ground, context)
  await page.goto('/checkout')
  await orderUnheard(page, email)

  await db.run(sql`update orders set expires_at = now() where delivery_email = ${email}`)
  await expect
    .poll(() => db.query(sql`select status from orders where delivery_email = ${email}`))
    .toEqual([{ status: 'Expired' }])
  await db.run(sql`update offers set price_cents = 1500 where id = ${offerId}`)
  await payButton(page).click()
  const dialog = page.getByRole('dialog', { name: t('checkout.newPrice.title') })
  await dialog.getByRole('button', { name: /15\./ }).click()
  await expect(paying(page)).toBeVisible()
  expect((await ordersOf(db, email)).map(({ total }) => total).sort()).toEqual([1000, 1500])
  expect(unlessRefused(troubles)).toEqual([])
})

test('the last one that expired unheard and is gone by then is told as sold out, and held for nobody', {
  tag: '@once:phone',
}, async ({ page, context, ground, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  const { offerId } = await lastOne(ground, context)
  await page.goto('/checkout')
  await orderUnheard(page, email)

  await db.run(sql`update orders set expires_at = now() where delivery_email = ${email}`)
  await expect
    .poll(() => db.query(sql`select from vault_keys where offer_id = ${offerId} and state = 'available'`))
    .toHaveLength(1)
  await db.run(sql`update vault_keys set state = 'withheld' where offer_id = ${offerId}`)
  await payButton(page).click()
  await expect(page.getByRole('main').getByText(t('cart.soldOut'))).toBeVisible()
  expect(await ordersOf(db, email)).toHaveLength(1)
  expect(unlessRefused(troubles)).toEqual([])
})
