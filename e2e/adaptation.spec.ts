// The page as its reader needs it: larger text, wider spacing, no motion, few colours, fingers, long words. Larger letters on
// every page are looked at by e2e/pages.spec.ts, which has it open.
import type { Page } from '@playwright/test'
import { enlarge, expectRoom, spaceText } from './support/adaptation.ts'
import { cutTexts, outOfReach, settled, smallTargets, tooWide } from './support/checks.ts'
import { expect, inLanguage, type Words, wordsOf } from './support/fixtures.ts'
import { FULL } from './support/matrix.ts'
import { test } from './support/members.ts'
import { open, PAGES } from './support/pages.ts'
import { fillCart } from './support/shopping.ts'

const t = wordsOf('en-US')

for (const shown of PAGES.filter(({ sister }) => !sister)) {
  const { name, key } = shown

  test(`${name}: what fingers meet is large, and wider spacing cuts nothing`, { tag: '@phone' }, async ({
    page,
    db,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, db, shown)
    expect.soft(await smallTargets(page, 24), 'targets').toEqual([])
    // The dots under the banners are not needed: there one swipes.
    const narrow = (await smallTargets(page, 44)).filter((target) => !/aria-label="\d of \d"/.test(target))
    expect.soft(narrow, 'targets for fingers').toEqual([])
    expect
      .soft(await page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=viewport]')!.content))
      .toBe('width=device-width, initial-scale=1')
    await spaceText(page)
    await expectRoom(page, 'text spacing')
  })

  test(`${name}: nothing of long words is cut`, { tag: '@desktop' }, async ({ page, viewport, db }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const language of key || FULL ? ['de', 'ru'] : ['de']) {
      await page.setViewportSize(viewport!)
      await open(page, db, shown, language)
      await expectRoom(page, language)
      await page.setViewportSize({ width: 320, height: 640 })
      await expectRoom(page, `${language}, 320 px`)
    }
  })
}

test('200 % text on a phone: no page is wider than the screen, and no price than its card', { tag: '@phone' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of ['/', '/pc-games', '/register', '/forgot', '/feedback', '/withdraw'])
      for (const language of ['de', 'ru']) {
        await page.goto(inLanguage(path, language))
        await enlarge(page, 200)
        const place = `${path}, ${language}, ${width} px`
        await expectRoom(page, place)
        expect.soft(await outOfCards(page), place).toEqual([])
      }
  }
})

/** Prices that stick out of the product that they belong to, also where its row is swiped. */
const outOfCards = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main article .figures [dir=ltr]')]
      .filter((price) => {
        const card = price.closest('article')!.getBoundingClientRect()
        const { left, right } = price.getBoundingClientRect()
        return left < card.left || right > card.right
      })
      .map((price) => price.textContent),
  )

interface Part {
  name: string
  path: string
  only?: 'phone' | 'desktop'
  /** What it lies in once it is open. */
  selector: string
  open?: (page: Page, t: Words) => Promise<void>
}

const GAME = '/rpg-games/elden-ring'
/** The smallest window and the longest words of each direction; in the full matrix what lies between. */
const WINDOWS = { phone: FULL ? ['390×844', '320×640'] : ['320×640'], desktop: ['1280×900'] }
const LONGEST = FULL ? ['en-US', 'de', 'ar'] : ['de', 'ar']

/** What stands around a page, and what opens above it. */
const PARTS: readonly Part[] = [
  { name: 'header and footer', path: '/news', selector: 'header > *, footer' },
  {
    name: 'the choice of a language',
    path: '/news',
    selector: '.popover:popover-open',
    // The first is the currency's.
    open: (page) => page.getByRole('banner').locator('[popovertarget]').nth(1).click(),
  },
  {
    name: 'the menu',
    path: '/news',
    only: 'phone',
    selector: 'dialog[open]',
    open: (page, t) => page.getByRole('button', { name: t('shell.menu') }).click(),
  },
  {
    name: 'the cart as a drawer',
    path: '/news',
    only: 'phone',
    selector: 'dialog[open]',
    open: (page) => page.getByRole('banner').locator('a[href^="/checkout"]').click(),
  },
  {
    name: 'the cart as a dropdown',
    path: '/news',
    only: 'desktop',
    selector: '.hover-panel',
    open: (page) => page.getByRole('banner').locator('a[href^="/checkout"]').hover(),
  },
  {
    name: 'the filters',
    path: '/pc-games',
    only: 'phone',
    selector: 'dialog[open]',
    open: (page, t) => page.getByRole('button', { name: t('list.filters'), exact: true }).click(),
  },
  {
    name: 'the question about remembering',
    path: GAME,
    selector: '[aria-labelledby=consent-question]',
    // What hears a visitor's first sign may come after the page.
    open: (page) =>
      expect(async () => {
        await page.keyboard.press('Shift')
        await expect(page.locator('[aria-labelledby=consent-question]')).toBeVisible({ timeout: 500 })
      }).toPass(),
  },
  {
    name: 'the privacy choices',
    path: '/news',
    selector: 'dialog[open]',
    open: (page, t) => page.getByRole('button', { name: t('shell.footer.privacyChoices') }).click(),
  },
  {
    name: 'a message',
    path: GAME,
    selector: '.toast',
    open: async (page, t) => {
      await page
        .getByRole('button', { name: t('product.addToCart'), exact: true })
        .first()
        .click()
      await page.locator('.toast').hover()
    },
  },
]

for (const { name, path, only, selector, open: openPart } of PARTS) {
  const tag = only ? `@${only}` : []
  test(`${name}: at 200 % nothing is cut or covered, and all of it is in reach`, { tag }, async ({
    page,
    context,
    isMobile,
  }) => {
    const device = isMobile ? 'phone' : 'desktop'
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await fillCart(context, { '/strategy-games/stellaris': 2, [GAME]: 1 })
    if (!selector.includes('consent'))
      await context.addCookies([{ name: 'consent', value: '0', url: process.env.SHOP_URL! }])
    for (const language of LONGEST) {
      for (const size of WINDOWS[device]) {
        const [width, height] = size.split('×').map(Number) as [number, number]
        await page.setViewportSize({ width, height })
        await page.goto(inLanguage(path, language))
        await enlarge(page, 200)
        await openPart?.(page, wordsOf(language))
        await expect(page.locator(selector).first()).toBeVisible()
        await expect(page.locator(`:is(${selector}) [aria-busy=true]`)).toHaveCount(0)
        await settled(page)
        const place = `${language}, ${size}`
        expect.soft(await tooWide(page), place).toEqual([])
        expect.soft(await cutTexts(page), place).toEqual([])
        expect.soft(await outOfReach(page, selector), place).toEqual([])
      }
    }
  })
}

test('who wants no motion sees none', async ({ page, context, isMobile }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const long: string[] = []
    const look = () => {
      for (const animation of document.getAnimations()) {
        const { duration = 0, iterations = 1 } = animation.effect?.getComputedTiming() ?? {}
        const name = (animation as CSSTransition).transitionProperty ?? (animation as CSSAnimation).animationName
        if (Number(duration) > 17 || Number(iterations) > 1) long.push(`${name} ${duration} ms × ${iterations}`)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { long })
  })
  const moved = () => page.evaluate(() => (window as unknown as { long: string[] }).long)
  await page.goto('/')
  // The banners wait to be asked.
  await expect(page.getByRole('button', { name: t('home.playSlides') })).toBeVisible()
  expect(await moved()).toEqual([])
  await fillCart(context, { '/rpg-games/elden-ring': 1 })
  await page.goto('/rpg-games/elden-ring')
  if (isMobile) await page.getByRole('button', { name: t('shell.menu') }).click()
  else await page.getByRole('button', { name: t('shell.language', { language: 'English' }) }).click()
  const opened = page.getByRole(isMobile ? 'dialog' : 'listbox').filter({ visible: true })
  await expect(opened).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await page.getByRole('tab').nth(1).click()
  await page
    .getByRole('button', { name: t('product.addToCart'), exact: true })
    .first()
    .click()
  await expect(page.getByRole('button', { name: t('product.checkout') })).toBeVisible()
  expect(await moved()).toEqual([])
})

test('few colours: what is focused, chosen or ticked is still told apart', async ({ page, context, isMobile }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  /** Whether two elements can be told apart by what forced colours leave: borders, outlines, system colours, drawings. */
  const look = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderWidth, borderColor, backgroundColor, color, outlineStyle, textDecorationLine, fontWeight } =
          getComputedStyle(element)
        return JSON.stringify({
          borderWidth,
          borderColor,
          backgroundColor,
          color,
          outlineStyle,
          textDecorationLine,
          fontWeight,
        })
      })

  await page.goto('/rpg-games/baldurs-gate-3')
  const buy = page.getByRole('button', { name: t('product.buyNow'), exact: true }).first()
  await buy.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(buy).toBeFocused()
  await expect(buy).toHaveCSS('outline-style', 'solid')
  await expect(buy).toHaveCSS('border-top-style', 'solid')
  expect(await look('[role=tab][aria-selected=true]')).not.toBe(await look('[role=tab][aria-selected=false]'))
  const versions = 'section[aria-labelledby=sku-heading] a'
  expect(await look(`${versions}[aria-current]`)).not.toBe(await look(`${versions}:not([aria-current])`))

  if (!isMobile) {
    await page.getByRole('button', { name: t('shell.currency', { currency: 'USD' }) }).click()
    await page.keyboard.press('ArrowDown')
    const active = page.locator('[role=option].forced-colors\\:outline-2')
    await expect(active).toHaveCSS('outline-style', 'solid')
    await page.keyboard.press('Escape')
  }

  await page.goto('/pc-games')
  if (isMobile) await page.getByRole('button', { name: t('list.filters'), exact: true }).click()
  const box = page.getByRole('checkbox', { name: t('list.inStock') }).filter({ visible: true })
  const unticked = await box.evaluate((element) => getComputedStyle(element).backgroundColor)
  await box.check()
  await settled(page)
  expect(await box.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(unticked)

  await fillCart(context, { '/rpg-games/elden-ring': 1 })
  await page.goto('/checkout')
  await expect(page.getByRole('button', { name: /^Pay\s/ }).filter({ visible: true })).toBeEnabled()
  expect(await look('[type=radio]:checked')).not.toBe(await look('[type=radio]:not(:checked)'))
})

for (const width of [500, 768, 1024])
  test(`beside a price with its conditions the words of a button stay on one line (${width} px)`, {
    tag: '@once:desktop',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const language of ['en-US', 'de']) {
      await page.goto(inLanguage('/rpg-games', language))
      const buy = page
        .getByRole('main')
        .getByRole('article')
        .getByText(wordsOf(language)('list.buyNow'), { exact: true })
      await expect(buy.first()).toBeVisible()
      const heights = await buy.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().height)))
      expect(new Set(heights).size).toBe(1)
    }
  })
