// The last one of its goods, ordered by whoever does not hear of it, and what became of that.
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { depositKeys } from '#rooms/vault/hands.ts'
import { type CartLine, totalCount, writeCart } from '../../src/rooms/cart/rules.ts'
import { placeOrder } from './checkout.ts'
import { expect, wordsOf } from './fixtures.ts'
import { loseAnswer } from './lost-answer.ts'
import type { OpenGround } from './shop.ts'

const t = wordsOf('en-US')
export const CREATE = '/api/check/createOrder'

export const unlessRefused = (troubles: string[]) =>
  troubles.splice(0).filter((said) => !/ERR_FAILED|422|429/.test(said))
export const paying = (page: Page) => page.locator('button[name=outcome][value=completed]')
export const saysOffline = (page: Page) => page.getByRole('alert').filter({ hasText: t('checkout.problem.offline') })

/** The order is made, and this page does not hear of it. */
export async function orderUnheard(page: Page, email: string) {
  await loseAnswer(page, CREATE)
  await placeOrder(page, email)
  await expect(saysOffline(page)).toBeVisible()
}

export const ordersOf = (db: Database, email: string) =>
  db.query<{ total: number; coupon: number }>(sql`select total, coupon from orders where delivery_email = ${email}`)

/** A product of its own with one key, in the cart. */
export async function lastOne({ db, keyring }: OpenGround, context: BrowserContext): Promise<CartLine> {
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

/** Its page says what it costs, and offers to pay just that; the checkout holds it no more. */
export async function isLedToOrderOf(page: Page, cents: number) {
  const amount = `\u2066$ ${(cents / 100).toFixed(2)}\u2069`
  await expect(page).toHaveURL(/success-payment\?order_id=/)
  await expect(page.getByRole('main').getByText(t('pay.sentBefore', { amount }))).toBeVisible()
  await expect(page.getByRole('button', { name: t('pay.again.button', { amount }) })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('checkout.sent'))).toBeNull()
}
