// An order that the shop made, and whose answer never came: sent again it is that order, whatever the checkout knows by then.
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { depositKeys } from '#rooms/vault/hands.ts'
import { type CartLine, totalCount, writeCart } from '../src/rooms/cart/rules.ts'
import { applyCoupon, payButton, placeOrder, toCheckout, toPay, waiverBox } from './support/checkout.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { loseAnswer } from './support/lost-answer.ts'
import { test } from './support/members.ts'
import type { OpenGround } from './support/shop.ts'

const t = wordsOf('en-US')
const CREATE = '/api/check/createOrder'

const unlessRefused = (troubles: string[]) => troubles.splice(0).filter((said) => !/ERR_FAILED|422|429/.test(said))
const paying = (page: Page) => page.locator('button[name=outcome][value=completed]')
const saysOffline = (page: Page) => page.getByRole('alert').filter({ hasText: t('checkout.problem.offline') })

const ordersOf = (db: Database, email: string) =>
  db.query<{ total: number; coupon: number }>(sql`select total, coupon from orders where delivery_email = ${email}`)

/** A product of its own with one key, in the cart. */
async function lastOne({ db, keyring }: OpenGround, context: BrowserContext): Promise<CartLine> {
  const code = `last-${randomUUID().slice(0, 8)}`
  const ids = await db.one<{ productId: number; skuId: number; offerId: number }>(sql`
    with made as (
      insert into products (category_id, slug, name)
      select id, ${code}, jsonb_build_object('en-US', ${code}::text) from categories order by id limit 1 returning id
    ), version as (insert into skus (product_id, sku_code) select id, ${code} from made returning id, product_id), offer as (
      insert into offers (product_id, sku_id, seller_id, price_cents)
      select product_id, id, (select id from sellers where is_shop), 1000 from version returning id, sku_id, product_id
    ) select product_id as "productId", sku_id as "skuId", id as "offerId" from offer`)
  await db.transaction((tx) => depositKeys(tx, keyring, ids.offerId, 'test', [`KEY-${randomUUID()}`]))
  const line = { ...ids, count: 1 }
  await context.addCookies([
    { name: 'cartList', value: writeCart([line]), url: process.env.SHOP_URL! },
    { name: 'totalCount', value: String(totalCount([line])), url: process.env.SHOP_URL! },
  ])
  return line
}

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
  await loseAnswer(page, CREATE)
  await placeOrder(page, email)
  await expect(saysOffline(page)).toBeVisible()

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
  await expect(paying(page)).toBeVisible()
  const [made, ...more] = await ordersOf(db, member.email)
  expect([made!.coupon > 0, more]).toEqual([true, []])
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

test('what is cheaper by then is ordered at what the page says, not as it was sent before', {
  tag: '@once:phone',
}, async ({ page, context, ground, db, troubles }) => {
  const email = `${randomUUID()}@example.com`
  const { offerId } = await lastOne(ground, context)
  await db.transaction((tx) => depositKeys(tx, ground.keyring, offerId, 'test', [`KEY-${randomUUID()}`]))
  await page.goto('/checkout')
  await loseAnswer(page, CREATE)
  await placeOrder(page, email)
  await expect(saysOffline(page)).toBeVisible()

  await db.run(sql`update offers set price_cents = 500 where id = ${offerId}`)
  await page.reload()
  await waiverBox(page).check()
  const shown = await toPay(page)
  expect(shown).toBeLessThan(10)
  await payButton(page).click()
  await expect(paying(page)).toBeVisible()
  const totals = (await ordersOf(db, email)).map(({ total }) => total).sort((a, b) => a - b)
  expect(totals[0]).toBe(Math.round(shown * 100))
  expect(totals).toHaveLength(2)
  expect(unlessRefused(troubles)).toEqual([])
})
