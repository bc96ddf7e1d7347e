// The product page: what it says, its tabs, and that it can be shared.
import type { Page } from '@playwright/test'
import { brokenWords, enlarge, expectRoom } from './support/adaptation.ts'
import { axe } from './support/axe.ts'
import { expect, inLanguage, test, wordsOf } from './support/fixtures.ts'
import { ELDEN_RING } from './support/goods.ts'

const t = wordsOf('en-US')

test('what is sold is said: type, delivery, marks, five languages and the rest, price, sellers', async ({ page }) => {
  await page.goto(ELDEN_RING)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Elden Ring' })).toBeVisible()
  await expect(main.getByText('A vast, broken kingdom that tells you little and forgives less').first()).toBeVisible()
  await expect(main.getByText(t('product.type.key')).first()).toBeVisible()
  await expect(main.getByText(t('product.instant'))).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: t('list.breadcrumb') })
  await expect(crumbs.getByRole('link')).toHaveText([t('list.home'), 'PC games', 'Role-playing'])

  const languages = main.locator('dl dd').nth(2)
  await expect(languages.locator('> span')).toHaveCount(5)
  await languages.locator('summary').click()
  await expect(languages.locator('details bdi').last()).toBeVisible()
  await expect(languages.locator('bdi')).toHaveCount(14)

  const box = page.getByRole('region', { name: t('product.bestOffer') })
  // The European version is cheaper; this visitor could not activate it.
  await expect(box.getByText('$ 42.90').first()).toBeVisible()
  await expect(box.getByText('Kestrel Games')).toBeVisible()
  await expect(box.getByText(t('product.inStock'))).toBeVisible()
  await expect(box.getByText(t('product.licence'))).toBeVisible()
  await expect(box.getByRole('link', { name: t('product.licenceTerms') })).toHaveAttribute('href', '/condition')

  await main
    .getByRole('link', { name: /Standard.*Global/ })
    .first()
    .click()
  const sellers = page.getByRole('region', { name: t('product.otherSellers') })
  await expect(sellers.getByRole('listitem')).toHaveCount(2)
  await sellers.getByRole('button', { name: t('product.addFrom', { seller: 'Copperline Codes' }) }).click()
  await expect(page.getByText(t('product.added', { name: 'Elden Ring' })).first()).toBeVisible()
})

const addToCart = (page: Page) =>
  page
    .getByRole('button', { name: t('product.addToCart'), exact: true })
    .first()
    .click()
const inCart = (page: Page) => page.getByRole('banner').locator('a[href="/checkout"]')
const messages = (page: Page) => page.getByRole('region', { name: t('shell.messages') })

test('what is added twice is said once', { tag: '@once:phone' }, async ({ page }) => {
  await page.goto(ELDEN_RING)
  for (const count of [1, 2]) {
    await addToCart(page)
    await expect(inCart(page)).toHaveAccessibleName(t(count === 1 ? 'cart.button_one' : 'cart.button_other', { count }))
    await expect(messages(page).getByRole('listitem')).toHaveCount(1)
  }
})

test('messages never cover the bar with the cart, at the top of a page and further down', {
  tag: '@once:desktop',
}, async ({ page }) => {
  await page.goto(ELDEN_RING)
  await addToCart(page)
  await expect(messages(page).getByRole('listitem')).toBeVisible()
  const below = async () => {
    const { y, height } = (await inCart(page).boundingBox())!
    return (await messages(page).boundingBox())!.y - y - height
  }
  for (const y of [0, 30, 600]) {
    await page.evaluate((to) => scrollTo(0, to), y)
    await expect.poll(below, `scrolled to ${y}`).toBeGreaterThan(0)
  }
})

test('tabs are chosen by keyboard, and the rating beside the name leads to the ratings', async ({ page }) => {
  await page.goto(ELDEN_RING)
  const tabs = page.getByRole('tab')
  const names = ['description', 'ratings', 'activation', 'recommendations', 'information', 'share']
  await expect(tabs).toHaveCount(names.length)
  const shown = page.getByRole('tabpanel')
  await tabs.first().focus()
  for (const name of names.slice(1)) {
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('tab', { selected: true })).toHaveText(new RegExp(`^${t(`product.tabs.${name}`)}`))
    await expect(page.getByRole('tab', { selected: true })).toBeFocused()
    await expect(shown).toHaveCount(1)
    await expect(shown).toHaveAttribute('id', name)
  }
  await page.keyboard.press('ArrowRight')
  await expect(shown).toHaveAttribute('id', 'description')
  const rating = page.getByRole('link', { name: /4\.4 out of 5 stars.*13 ratings/ })
  for (let times = 0; times < 2; times++) {
    await rating.click()
    await expect(shown).toHaveAttribute('id', 'ratings')
    await expect(page.getByRole('tab', { selected: true })).toBeInViewport()
    await tabs.first().click()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every tab has an address, and long reviews are there in full', { tag: '@once:phone' }, async ({ page }) => {
    await page.goto(ELDEN_RING)
    await expect(page.getByText('Ride out from a quiet graveyard')).toBeVisible()
    await page.getByRole('link', { name: /13 ratings/ }).click()
    await expect(page.getByText('Key arrived before I had closed the tab.')).toBeVisible()
    await expect(page.getByText(t('feedback.needsScript'))).toBeVisible()
    await page.getByRole('link', { name: t('product.tabs.activation') }).click()
    await expect(page.locator('#activation li').first()).toBeVisible()
    await page.getByRole('link', { name: t('product.tabs.recommendations') }).click()
    await expect(page.locator('#recommendations').getByRole('link')).toHaveCount(4)
    await page.getByRole('link', { name: t('product.tabs.share') }).click()
    await expect(page.locator('#share').getByRole('link')).toHaveCount(6)
  })
})

test('the description stands in its tab, opened at once', { tag: '@once:phone' }, async ({ page, request }) => {
  const info = await request.get('/prod-api/api/product/info?zhname=elden-ring&categoryName=rpg-games')
  const { description } = (await info.json()).data.iProductInfo
  await page.goto(ELDEN_RING)
  await expect(page.getByRole('tab', { selected: true })).toHaveText(t('product.tabs.description'))
  const shown = await page.getByRole('tabpanel', { name: t('product.tabs.description') }).innerText()
  const words = (text: string) =>
    text
      .replace(/<[^>]+>/g, ' ')
      .replace(/&\w+;/g, ' ')
      .replace(/[^\p{L}]+/gu, ' ')
      .trim()
  expect(words(shown).length).toBeGreaterThan(200)
  expect(words(shown)).toContain(words(description).slice(0, 120))
})

test('the page is shared by its link, without anything of a network on it', { tag: '@once:phone' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(process.env.SHOP_URL!) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  await page.goto(`${ELDEN_RING}#share`)
  await page.getByRole('button', { name: t('product.share.copy') }).click()
  await expect(page.getByRole('button', { name: t('product.share.copied') })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${process.env.SHOP_URL}${ELDEN_RING}`)
  const link = page.getByRole('link', { name: 'Telegram' })
  await expect(link).toHaveAttribute('href', /^https:\/\/t\.me\/share\/url\?url=http/)
  expect(foreign).toEqual([])
})

for (const [language, ...themes] of [
  ['en-US', 'light', 'dark'],
  ['ar', 'light'],
] as const) {
  test(`ratings with the form open, every tab, ${language}: nothing for axe to find`, { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: themes[0], reducedMotion: 'reduce' })
    await page.goto(inLanguage(ELDEN_RING, language))
    const tabs = page.getByRole('tab')
    await expect(tabs).toHaveCount(6)
    for (let at = 0; at < 6; at++) {
      await tabs.nth(at).click()
      if (at === 1) {
        await page.locator('#ratings button').first().click()
        await page.locator('#ratings form button[type=submit]').click()
      }
      for (const [turn, theme] of themes.entries()) {
        await page.emulateMedia({ colorScheme: theme })
        // What the sticky header half covers after scrolling is e2e/pages.spec.ts's, which looks from the top.
        const within = ['[role=tablist]', '[role=tabpanel]']
        expect(await axe(page, { within, only: turn > 0 ? 'colours' : undefined }), theme).toEqual([])
      }
    }
  })
}

test('a recommended game has room for its name beside the long note of a reduced price', async ({ page }) => {
  await page.goto(inLanguage('/rpg-games/baldurs-gate-3#recommendations', 'de'))
  const rows = page.locator('#recommendations').getByRole('link')
  await expect(rows).toHaveCount(4)
  const reduced = rows.filter({ hasText: wordsOf('de')('product.wasPrice') })
  expect(await reduced.count()).toBeGreaterThan(0)
  for (const row of await reduced.all()) {
    const name = await row.locator('bdi').first().locator('..').boundingBox()
    expect(name!.width).toBeGreaterThan(100)
  }
})

test('200 % text on a phone: beside a scrollbar the product page has room, and its name breaks between words', {
  tag: '@phone',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // What a scrollbar leaves of 320 px.
  await page.setViewportSize({ width: 305, height: 844 })
  for (const language of ['de', 'ar', 'ja']) {
    await page.goto(inLanguage('/action-games/monster-hunter-wilds', language))
    await enlarge(page, 200)
    await expectRoom(page, language)
    expect.soft(await brokenWords(page.locator('h1 bdi')), language).toEqual([])
  }
})
