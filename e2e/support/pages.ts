// Every kind of page that a visitor can reach, for the tests that look at all of them.
import type { Page } from '@playwright/test'
import { expect, inLanguage } from './fixtures.ts'
import { fillCart, makeDeliveredOrder, makeOrder } from './shopping.ts'

export interface ShopPage {
  name: string
  path: string | ((page: Page) => Promise<string>)
  /** Looked at in more languages than the two directions. */
  key?: true
  /** Of the same form as another; only what depends on the text is looked at again. */
  sister?: true
}

const CART = { '/strategy-games/stellaris': 2, '/rpg-games/elden-ring': 1 }

export const PAGES: readonly ShopPage[] = [
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
  { name: 'withdrawal', path: '/withdraw' },
  { name: 'about us', path: '/about-us', sister: true },
  { name: 'contact', path: '/contact-us' },
  { name: 'shipping', path: '/shipping', sister: true },
  { name: 'refund policy', path: '/refund-policy', sister: true },
  { name: 'conditions', path: '/condition', sister: true },
  { name: 'privacy policy', path: '/privacy-policy' },
  { name: 'affiliate', path: '/affiliate', sister: true },
  { name: 'accessibility statement', path: '/accessibility', sister: true },
]

/** Bought by no other test, and with more keys than these take. */
const KEYS = '/mobile-cards/apple-gift-card-united-states'

/** Opens a page in a language, and waits until it is alive and has what it asks for. */
export async function open(page: Page, { path }: ShopPage, language = 'en-US'): Promise<void> {
  const address = typeof path === 'string' ? path : await path(page)
  await page.goto(inLanguage(address, language))
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}
