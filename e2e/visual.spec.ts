// What the key pages look like: pictures of the first screen, kept in e2e/visual. Retaken by `npm run snapshots`.
import type { Page } from '@playwright/test'
import { settled } from './support/checks.ts'
import { expect, KEY_LANGUAGES } from './support/fixtures.ts'
import { FULL } from './support/matrix.ts'
import { test } from './support/members.ts'
import { open, PAGES, type ShopPage } from './support/pages.ts'
import { fillCart } from './support/shopping.ts'

/** What no other test buys or reviews. */
const STILL = '/action-games/grand-theft-auto-v'

const named = (wanted: string) => PAGES.find(({ name }) => name === wanted)!
/** Of which one language of each direction is enough but for the full matrix. */
const OF_MONEY = ['top-up', 'payment from the balance', 'payment by card'].map(named)

const PICTURED: readonly ShopPage[] = [
  { name: 'home', path: '/' },
  { name: 'category', path: '/pc-games' },
  { name: 'product', path: STILL },
  {
    name: 'checkout',
    path: async (page) => {
      await fillCart(page.context(), { [STILL]: 2 })
      return '/checkout'
    },
  },
  { name: 'news', path: '/news' },
  ...OF_MONEY,
]

/** Both themes in both directions; of the other languages one each. */
const THEMES: Record<(typeof KEY_LANGUAGES)[number], ('light' | 'dark')[]> = {
  'en-US': ['light', 'dark'],
  de: ['light'],
  'zh-CN': ['dark'],
  ar: ['light', 'dark'],
}

/** Nothing is still on its way: letters, pictures in sight, colours. */
async function complete(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const inSight = [...document.images].filter((image) => {
      const { top, bottom, left, right } = image.getBoundingClientRect()
      return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    })
    await Promise.all(inSight.map((image) => image.decode().catch(() => undefined)))
  })
  await settled(page)
}

for (const pictured of PICTURED) {
  for (const language of KEY_LANGUAGES) {
    if (!FULL && OF_MONEY.includes(pictured) && language !== 'en-US' && language !== 'ar') continue
    // Letters and words are the same on both devices; how wide they may run, and both directions, are seen on both.
    const tag = FULL || language === 'en-US' || language === 'ar' ? [] : '@phone'
    test(`${pictured.name}, ${language}, looks as it did`, { tag }, async ({ page, db }) => {
      await page.emulateMedia({ colorScheme: THEMES[language][0], reducedMotion: 'reduce' })
      await open(page, db, pictured, language)
      for (const theme of THEMES[language]) {
        await page.emulateMedia({ colorScheme: theme })
        await complete(page)
        // News is dated from the day that the demo shop was made; an order has another number each time.
        const mask = [page.locator('main time'), page.locator('main').getByText(/[0-9A-Z]{10}/)]
        await expect.soft(page).toHaveScreenshot(`${pictured.name}-${language}-${theme}.png`, { mask })
      }
    })
  }
}
