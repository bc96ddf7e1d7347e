// What was bought goes into the cart again, from a member's list and from the page of an order: what there is too little of and
// what is sold out, too, for the cart says so; what is no longer sold is named, and so is a cart that is full.
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { TestMember } from '#rooms/sessions/member.testing.ts'
import { type CartLine, readCart } from '../src/rooms/cart/rules.ts'
import { cookieOf } from './support/cookies.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { memberWordsOf, test } from './support/members.ts'
import { fillWithOthers } from './support/shopping.ts'

const t = wordsOf('en-US')
const m = memberWordsOf('en-US')

interface Line extends CartLine {
  name: string
}

/** Of the offers that the demo shop has: the first that is on sale, with so many left. */
const offered = (db: Database, { least, most, count }: { least: number; most: number; count: number }, skip = 0) =>
  db.one<Line>(sql`
    select o.product_id as "productId", o.sku_id as "skuId", o.id as "offerId", ${count}::int as count, p.name ->> 'en-US' as name
    from offers o join products p on p.id = o.product_id
    where o.active and not p.is_draft and o.stock between ${least} and ${most} order by o.stock desc, o.id limit 1 offset ${skip}`)

/** An offer of a seller who has nothing on sale. */
const noLongerSold = (db: Database) =>
  db.one<Line>(sql`
    with s as (insert into sellers (name) values (${`Gone ${randomUUID()}`}) returning id)
    insert into offers (product_id, sku_id, seller_id, price_cents, active)
    select k.product_id, k.id, s.id, 999, false from s, (select id, product_id from skus order by id limit 1) k
    returning product_id as "productId", sku_id as "skuId", id as "offerId", 1 as count, 'A game of long ago' as name`)

/** An order of these lines that was cancelled. */
async function ordered(db: Database, { id, email }: TestMember, lines: Line[]): Promise<string> {
  const orderId = randomUUID()
  await db.run(sql`
    insert into orders (id, order_no, member_id, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
      goods, discount, fee, coupon, freight, service, total)
    values (${orderId}, upper(left(md5(${orderId}), 8)), ${id}, 'Cancelled', now(), now(),
      ${email}, 'en-US', 'USD', 100000000, 1, 1999, 0, 0, 0, 0, 0, 1999)`)
  for (const [position, { productId, skuId, offerId, count, name }] of lines.entries())
    await db.run(sql`
      insert into order_lines (order_id, position, product_id, sku_id, offer_id, name, sku_code, quantity, unit_usd_cents, unit, total)
      values (${orderId}, ${position}, ${productId}, ${skuId}, ${offerId}, ${name}, 'OLD', ${count}, 1999, 1999, 1999)`)
  return orderId
}

const inCart = async (context: BrowserContext) => readCart(await cookieOf(context, 'cartList'))
const lineOf = ({ name: _, ...line }: Line): CartLine => line
const buyAgain = (page: Page) => page.getByRole('main').getByRole('button', { name: t('order.buyAgain') })

test('from the list: what is short or sold out is in the cart, which says so, and what is no longer sold is named', {
  tag: '@once:phone',
}, async ({ page, context, db, member }) => {
  const short = await offered(db, { least: 1, most: 10, count: 1000 })
  const soldOut = await offered(db, { least: 0, most: 0, count: 1 })
  const gone = await noLongerSold(db)
  await ordered(db, member, [short, soldOut, gone])
  await page.goto('/my-order')
  await buyAgain(page).click()
  await page.waitForURL(/\/checkout/)
  await expect(page.getByText(m('orders.gone', { names: `\u2068${gone.name}\u2069` }), { exact: true })).toBeVisible()
  expect(await inCart(context)).toEqual([short, soldOut].map(lineOf))
  await expect(page.getByText(t('cart.soldOut'))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Take \d/ })).toBeVisible()
})

test('from the list: of an order of which nothing is sold any more nothing is in the cart', {
  tag: '@once:phone',
}, async ({ page, context, db, member }) => {
  const gone = await noLongerSold(db)
  await ordered(db, member, [gone])
  await page.goto('/my-order')
  await buyAgain(page).click()
  await expect(page.getByText(m('orders.gone', { names: `\u2068${gone.name}\u2069` }), { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/my-order/)
  await expect(buyAgain(page)).toBeEnabled()
  expect(await inCart(context)).toEqual([])
})

for (const { from, path } of [
  { from: 'the list', path: () => '/my-order' },
  { from: 'the page of the order', path: (orderId: string) => `/success-payment?order_id=${orderId}` },
])
  test(`from ${from}: a cart that is full says so, and one with room for a part of it too`, {
    tag: '@once:phone',
  }, async ({ page, context, db, member }) => {
    const first = await offered(db, { least: 11, most: 1e6, count: 1 })
    const second = await offered(db, { least: 11, most: 1e6, count: 1 }, 1)
    const address = path(await ordered(db, member, [first, second]))
    await fillWithOthers(context, 100)
    const full = await inCart(context)
    await page.goto(address)
    await buyAgain(page).click()
    await expect(page.getByText(t('product.cartFull'))).toBeVisible()
    await expect(buyAgain(page)).toBeEnabled()
    expect(new URL(page.url()).pathname).toBe(address.split('?')[0])
    expect(await inCart(context)).toEqual(full)

    await fillWithOthers(context, 99)
    await page.goto(address)
    await buyAgain(page).click()
    await page.waitForURL(/\/checkout/)
    await expect(page.getByText(t('product.cartFull'))).toBeVisible()
    expect(await inCart(context)).toEqual([...full.slice(0, 99), lineOf(first)])
  })
