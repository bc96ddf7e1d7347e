// An order that the shop made, and whose answer never came: sent again it is that order, whatever the checkout knows by then.
import { randomUUID } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import { applyCoupon, payButton, placeOrder, toCheckout, toPay, waiverBox } from './support/checkout.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { loseAnswer } from './support/lost-answer.ts'
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

test('after a lost answer and a reload it is the same order, though where the shopper is became unknown; the next is another', {
  tag: '@once:phone',
}, async ({ page, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  // Ways to pay that differ by country; a page that is loaded anew has not found out yet where he is.
  await page.route('**/api/check/paymentlist', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    for (const method of body.data) method.countries = ['US']
    await route.fulfill({ response: answer, json: body })
  })
  const located = page.waitForResponse('**/api/home/location')
  await toCheckout(page)
  await located
  const sent = page.waitForRequest(`**${CREATE}`)
  await loseAnswer(page, CREATE)
  await placeOrder(page, email)
  expect((await sent).postDataJSON().orderList.country).toBe('US')
  await expect(saysOffline(page)).toBeVisible()

  await page.reload()
  await waiverBox(page).check()
  await payButton(page).click()
  await expect(paying(page)).toBeVisible()
  expect(await ordersOf(db, email)).toHaveLength(1)

  await toCheckout(page)
  await placeOrder(page, email)
  await expect(paying(page)).toBeVisible()
  expect(await ordersOf(db, email)).toHaveLength(2)
  expect(unlessRefused(troubles)).toEqual([])
})

test('after a lost answer and a reload the last one is not sold out for whoever has ordered it', {
  tag: '@once:phone',
}, async ({ page, context, ground, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  await lastOne(ground, context)
  await page.goto('/checkout')
  await orderUnheard(page, email)

  await page.reload()
  await waiverBox(page).check()
  await payButton(page).click()
  await expect(paying(page)).toBeVisible()
  expect(await ordersOf(db, email)).toHaveLength(1)
  expect(unlessRefused(troubles)).toEqual([])
})

test('after a lost answer and a reload a coupon that can be used once stays with its order', {
  tag: '@once:phone',
}, async ({ page, db, member, troubles }) => {
  await toCheckout(page)
  await applyCoupon(page, 'WELCOME10')
  await expect(page.getByRole('button', { name: /Remove coupon/ })).toBeVisible()
  await loseAnswer(page, CREATE)
  await placeOrder(page, member.email)
  await expect(saysOffline(page)).toBeVisible()

  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: t('pay.couponForbidden') })).toBeVisible()
  await waiverBox(page).check()
  // One that is too busy says nothing about the order.
  const busy = { status: 429, headers: { 'retry-after': '1' }, json: { code: 500, msg: 'error.tooManyRequests' } }
  await page.route(`**${CREATE}`, (route) => route.fulfill(busy), { times: 1 })
  await payButton(page).click()
  await expect(page.locator('#order-problem')).toBeVisible()
  await payButton(page).click()
  await expect(page).toHaveURL(/success-payment/)
  const [made, ...more] = await ordersOf(db, member.email)
  expect([made!.coupon > 0, more]).toEqual([true, []])
  await isLedToOrderOf(page, made!.total)
  expect(unlessRefused(troubles)).toEqual([])
})

test('what never reached the shop is ordered as it stands there by then', { tag: '@once:phone' }, async ({
  page,
  context,
  ground,
  db,
  troubles,
}) => {
  const email = `${randomUUID()}@example.com`
  const { offerId } = await lastOne(ground, context)
  await page.goto('/checkout')
  await page.route(`**${CREATE}`, (route) => route.abort(), { times: 1 })
  await placeOrder(page, email)
  await expect(saysOffline(page)).toBeVisible()

  await db.run(sql`update offers set price_cents = 1500 where id = ${offerId}`)
  await page.reload()
  await waiverBox(page).check()
  const shown = await toPay(page)
  expect(shown).toBeGreaterThanOrEqual(15)
  await payButton(page).click()
  await expect(paying(page)).toBeVisible()
  expect((await ordersOf(db, email)).map(({ total }) => total)).toEqual([Math.round(shown * 100)])
  expect(unlessRefused(troubles)).toEqual([])
})

test('who leaves this computer in another tab takes no answer from a checkout that waits for one: it is the same order', {
  tag: '@once:phone',
}, async ({ page, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  await toCheckout(page)
  await orderUnheard(page, email)
  await page.evaluate(() => localStorage.setItem('typed-left', String(Date.now())))
  await payButton(page).click()
  await expect(paying(page)).toBeVisible()
  expect(await ordersOf(db, email)).toHaveLength(1)
  expect(unlessRefused(troubles)).toEqual([])
})
