// Every kind of page that a visitor can reach, for the tests that look at all of them.
import type { Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { addMember, type TestMember } from '#rooms/sessions/member.testing.ts'
import { expect, inLanguage } from './fixtures.ts'
import { KEYS } from './goods.ts'
import { FULL } from './matrix.ts'
import { signIn } from './members.ts'
import { giveBalance, paidBy } from './money.ts'
import { fillCart, makeDeliveredOrder, makeOrder, makePayableOrder } from './shopping.ts'

export interface ShopPage {
  name: string
  path: string | ((page: Page, db: Database) => Promise<string>)
  /** Looked at in more languages than the two directions. */
  key?: true
  /** Of the same form as another; only what depends on the text is looked at again. */
  sister?: true
  /** Has tests of its own that look at it; here in the full matrix alone. */
  rare?: true
}

const CART = { '/strategy-games/stellaris': 2, '/rpg-games/elden-ring': 1 }

const ALL: readonly ShopPage[] = [
  { name: 'home', path: '/', key: true },
  { name: 'category', path: '/pc-games', key: true },
  { name: 'category with filters', path: '/pc-games?stock=0&sort=2&high=40' },
  { name: 'search', path: '/search?name=witcher' },
  { name: 'search without a result', path: '/search?name=zzzzqqqq' },
  { name: 'product', path: '/rpg-games/elden-ring', key: true },
  { name: 'ratings of a product', path: '/rpg-games/elden-ring#ratings' },
  { name: 'checkout, empty', path: '/checkout' },
  {
    name: 'checkout',
    key: true,
    path: async (page) => {
      await fillCart(page.context(), CART)
      return '/checkout'
    },
  },
  {
    name: 'payment result, unpaid',
    path: async (page) => `/success-payment?order_id=${(await makeOrder(page.context(), KEYS)).orderId}`,
  },
  { name: 'payment result with keys', path: (page) => makeDeliveredOrder(page.context(), KEYS) },
  { name: 'news', path: '/news' },
  { name: 'news past their end', path: '/news?page=9', sister: true },
  { name: 'news item', path: '/newsInfo?id=15' },
  { name: 'feedback', path: '/feedback' },
  { name: 'wholesale', path: '/wholesale' },
  { name: 'sell to us', path: '/sale' },
  { name: 'newsletter', path: '/newsletter' },
  { name: 'conversation about an enquiry', path: '/enquiry', sister: true },
  { name: 'withdrawal', path: '/withdraw' },
  { name: 'about us', path: '/about-us', sister: true },
  { name: 'contact', path: '/contact-us' },
  { name: 'shipping', path: '/shipping', sister: true },
  { name: 'refund policy', path: '/refund-policy', sister: true },
  { name: 'conditions', path: '/condition', sister: true },
  { name: 'privacy policy', path: '/privacy-policy' },
  { name: 'affiliate', path: '/affiliate', sister: true },
  { name: 'accessibility statement', path: '/accessibility', sister: true },
  { name: 'top-up', path: (page, db) => asMember(page, db, '/my-balance') },
  {
    name: 'payment from the balance',
    path: async (page, db) => {
      const member = await newMember(page, db)
      const { orderId } = await makeOrder(page.context(), KEYS)
      await giveBalance(db, member.id, (await paidBy(db, orderId, 'balance')) - 1)
      return `/balance-pay?orderId=${orderId}`
    },
  },
  {
    name: 'payment by card',
    path: async (page, db) => {
      const { orderId } = await makeOrder(page.context(), KEYS)
      await paidBy(db, orderId, 'eecpay')
      return `/bill-pay?orderId=${orderId}`
    },
  },
  { name: 'payment by PayPal', path: paypalPage },
  { name: 'login', path: '/login', rare: true },
  { name: 'registration', path: '/register', rare: true },
  { name: 'forgotten password', path: '/forgot', rare: true },
  { name: 'account', path: (page, db) => asMember(page, db, '/my-account'), rare: true },
  {
    name: 'orders of a member',
    path: async (page, db) => {
      const path = await asMember(page, db, '/my-order')
      await makeOrder(page.context(), KEYS)
      return path
    },
    rare: true,
  },
  {
    name: 'keys of a member',
    path: async (page, db) => {
      const path = await asMember(page, db, '/my-keys')
      await makeDeliveredOrder(page.context(), KEYS)
      return path
    },
    rare: true,
  },
  ...['wishlist', 'address', 'support', 'notice', 'security', 'changepwd'].map(
    (name): ShopPage => ({ name: `my-${name}`, path: (page, db) => asMember(page, db, `/my-${name}`), rare: true }),
  ),
]

export const PAGES = ALL.filter(({ rare }) => FULL || !rare)

async function newMember(page: Page, db: Database): Promise<TestMember> {
  const member = await addMember({ db })
  await signIn(page.context(), member)
  return member
}

/** Somebody who has balance, points and a level, and something in each history. */
async function asMember(page: Page, db: Database, path: string): Promise<string> {
  const { id } = await newMember(page, db)
  // New ones have limits that end on a day which is another each time.
  await db.run(sql`update members set created_at = now() - interval '1 year' where id = ${id}`)
  await giveBalance(db, id, 12_345)
  await db.run(sql`insert into member_rewards (member_id, points, pending, growth) values (${id}, 350, 75, 42500)`)
  await db.run(
    sql`insert into reward_entries (member_id, reason, points, pending, growth) values (${id}, 'order', 350, 75, 42500)`,
  )
  return path
}

/** As for who has come back to it: else it leaves in two seconds. */
async function paypalPage(page: Page): Promise<string> {
  const { orderId, url } = await makePayableOrder(page.context(), KEYS, undefined, 'paypal')
  const answer = await page.context().request.get(`${process.env.SHOP_URL}/prod-api/api/pay/detail/${orderId}`)
  const { action, fields } = (await answer.json()).data.form
  await page.goto('/robots.txt')
  await page.evaluate(
    (form) => sessionStorage.setItem('submittedPayment', form),
    `${action}?${new URLSearchParams(fields)}`,
  )
  return url.slice(new URL(url).origin.length)
}

/** Opens a page in a language, and waits until it is alive and has what it asks for. */
export async function open(page: Page, db: Database, { path }: ShopPage, language = 'en-US'): Promise<void> {
  const address = typeof path === 'string' ? path : await path(page, db)
  await page.goto(inLanguage(address, language))
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}
