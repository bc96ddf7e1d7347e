// The product page: what it says, how it is bought, how it is rated and written about.
import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { axe } from './support/axe.ts'
import { expect, inLanguage, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')
const ELDEN_RING = '/rpg-games/elden-ring'

/** Reviews are counted per address (one a minute): each writer has his own. */
async function asNewVisitor(page: Page) {
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': `198.51.${randomInt(256)}.${randomInt(256)}` })
}

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

test('more than there is cannot be bought, and the page says why; 1 to 1000 can be asked for', {
  tag: '@once:phone',
}, async ({ page }) => {
  // Of more than ten nobody is told how many there are.
  await page.goto('/horror-games/silent-hill-2')
  const box = page.getByRole('region', { name: t('product.bestOffer') })
  const quantity = box.getByRole('textbox', { name: t('product.quantity') }).or(box.getByRole('spinbutton'))
  const buttons = [t('product.buyNow'), t('product.addToCart')].map((name) =>
    // Where they are out of sight, the bar at the bottom has them once more.
    box.getByRole('button', { name, exact: true }).first(),
  )
  for (const button of buttons) await expect(button).toBeEnabled()
  await quantity.fill('500')
  await quantity.press('Tab')
  for (const button of buttons) await expect(button).toBeDisabled()
  await expect(box.getByText(/^This seller has only \d+ left/)).toBeVisible()
  await expect(buttons[0]!).toHaveAccessibleDescription(/only \d+ left/)
  await quantity.fill('4000')
  await quantity.press('Tab')
  await expect(quantity).toHaveValue('1000')
  await quantity.fill('0')
  await quantity.press('Tab')
  await expect(quantity).toHaveValue('1')
  for (const button of buttons) await expect(button).toBeEnabled()
})

test('a reduced price stands beside the one before and the lowest of 30 days, in the visitor’s currency', async ({
  page,
  context,
}) => {
  await page.goto('/action-games/red-dead-redemption-2')
  const box = page.getByRole('region', { name: t('product.bestOffer') })
  await expect(box.getByText('$ 17.45').first()).toBeVisible()
  // It was $ 24.99 until it was raised to $ 30.99 and then cut: the percentage counts from the lower one.
  await expect(box.locator('s')).toHaveText(`${t('product.wasPrice')} $ 30.99`)
  await expect(box.getByText(t('product.lowest30', { price: '\u2066$ 24.99\u2069' }))).toBeVisible()
  await expect(box.getByText(t('product.off', { percent: 30 }))).toBeVisible()
  await context.addCookies([{ name: 'currencyType', value: 'EUR', url: process.env.SHOP_URL! }])
  await page.reload()
  await expect(box.getByText(t('product.lowest30', { price: '\u2066€ 21.70\u2069' }))).toBeVisible()
  // Cheaper a fortnight ago than today: nothing to announce.
  await page.goto('/survival-games/valheim')
  await expect(box).toBeVisible()
  await expect(box.getByText('Lowest price of the last 30 days')).toHaveCount(0)
})

test('a product that needs consent asks before it goes into the cart', { tag: '@once:phone' }, async ({ page }) => {
  await page.goto('/nintendo-cards/nintendo-eshop-card-japan')
  await page
    .getByRole('button', { name: t('product.addToCart'), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: t('product.confirm.cancel') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/is in your cart$/)).toHaveCount(0)
  await page
    .getByRole('button', { name: t('product.addToCart'), exact: true })
    .first()
    .click()
  await dialog.getByRole('button', { name: t('product.confirm.agree') }).click()
  await expect(page.getByText(/is in your cart$/).first()).toBeVisible()
})

test('the country says whether it can be activated there, and what to take instead', { tag: '@once:phone' }, async ({
  page,
}) => {
  await page.goto(ELDEN_RING)
  await page
    .getByRole('link', { name: /Europe/ })
    .first()
    .click()
  const country = page.getByRole('combobox', { name: t('product.activation.question') })
  await country.focus()
  await country.selectOption('DE')
  await expect(page.getByText(t('product.activation.yes', { country: 'Germany' }))).toBeVisible()
  await country.selectOption('JP')
  await expect(page.getByText(t('product.activation.no', { country: 'Japan' }))).toBeVisible()
  await page
    .getByRole('link', { name: /^Take .* instead$/ })
    .first()
    .click()
  await expect(page.getByText(t('product.activation.yes', { country: 'Japan' }))).toBeVisible()
})

test.describe('who is somewhere else than the cheapest version', () => {
  test.use({ locale: 'ja-JP' })
  const chosen = (page: Page) => page.locator('section[aria-labelledby="sku-heading"] [aria-current]')
  const regions = (page: Page) => page.locator('main dl dd').nth(1)

  test('gets one that activates there, and its region alone is named', { tag: '@once:phone' }, async ({ page }) => {
    await page.goto(`${ELDEN_RING}?lang=en-US`)
    await expect(chosen(page)).toContainText('Global')
    await expect(regions(page)).toHaveText('Global')
    const country = page.getByRole('combobox', { name: t('product.activation.question') })
    await expect(country).toHaveValue('JP')
    // He may be wrong about him: he says so, and it is kept.
    await country.focus()
    await country.selectOption('DE')
    await expect(chosen(page)).toContainText('Europe')
    await expect(regions(page)).toHaveText('Europe')
    await page.reload()
    await expect(chosen(page)).toContainText('Europe')
  })

  test('is warned in the box, on the phone’s bar, in the cart and at the checkout, where he takes another', {
    tag: '@once:phone',
  }, async ({ page }) => {
    const warning = t('product.activation.notThere', { country: 'Japan' })
    await page.goto(`${ELDEN_RING}?lang=en-US`)
    await expect(chosen(page)).toContainText('Global')
    const box = page.getByRole('region', { name: t('product.bestOffer') })
    await expect(box.getByText(warning)).toHaveCount(0)
    await page
      .getByRole('link', { name: /Europe/ })
      .first()
      .click()
    await expect(chosen(page)).toContainText('Europe')
    await expect(box.getByText(warning).first()).toBeVisible()
    await expect(box.getByRole('link', { name: /^Take .* instead$/ })).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const bar = page.getByRole('region', { name: t('product.quickBuy') })
    if (test.info().project.name === 'phone') await expect(bar.getByText(warning)).toBeVisible()
    await page.evaluate(() => scrollTo(0, 0))
    await box
      .getByRole('button', { name: t('product.buyNow'), exact: true })
      .first()
      .click()
    await expect(page).toHaveURL(/\/checkout/)
    await expect(page.getByRole('main').getByText(warning)).toBeVisible()
  })
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

test('five ratings are shown, five more at each press, and a long one unfolds', { tag: '@once:phone' }, async ({
  page,
}) => {
  await page.goto(`${ELDEN_RING}#ratings`)
  const reviews = page.getByRole('list', { name: t('feedback.list') }).getByRole('article')
  const more = page.getByRole('button', { name: t('feedback.showMore') })
  await expect(reviews).toHaveCount(5)
  await more.click()
  await expect(reviews).toHaveCount(10)
  await expect(reviews.nth(5)).toBeFocused()
  await more.click()
  await expect(reviews).toHaveCount(13)
  await expect(more).toBeHidden()
  await expect(page.getByText(t('feedback.shown', { shown: 13, total: 13 }))).toBeVisible()

  const long = reviews.filter({ hasText: 'The best thing I have played in ten years.' })
  const height = async () => (await long.boundingBox())!.height
  const folded = await height()
  await long.getByRole('button', { name: `${t('feedback.readMore')} (Ines)` }).click()
  expect(await height()).toBeGreaterThan(folded)
  await long.getByRole('button', { name: `${t('feedback.readLess')} (Ines)` }).click()
  expect(await height()).toBe(folded)
  await expect(page.getByRole('button', { name: `${t('feedback.readMore')} (Maya R.)` })).toHaveCount(0)

  const rows = page.getByRole('table', { name: t('feedback.histogram') }).getByRole('row')
  await expect(rows).toHaveCount(5)
  await expect(rows.first()).toContainText(t('feedback.share', { percent: 62 }))
})

test('a review that is published while one reads takes none of the others away', { tag: '@once:phone' }, async ({
  page,
}) => {
  // As the shop answers after a newer one: each page begins with the last of the page before.
  const rowsOf = async (address: string, number: number) => {
    const url = new URL(address)
    url.searchParams.set('pageNum', String(number))
    return (await (await page.request.get(url.href)).json()).rows as object[]
  }
  await page.route('**/api/bottom/feedbacks?*', async (route) => {
    const address = route.request().url()
    const number = Number(new URL(address).searchParams.get('pageNum'))
    const [before, here] = [await rowsOf(address, number - 1), await rowsOf(address, number)]
    await route.fulfill({ json: { code: 200, msg: 'ok', rows: [before.at(-1), ...here].slice(0, 5), total: 14 } })
  })
  await page.goto(`${ELDEN_RING}#ratings`)
  const reviews = page.getByRole('list', { name: t('feedback.list') }).getByRole('article')
  const more = page.getByRole('button', { name: t('feedback.showMore') })
  for (const shown of [5, 9, 13]) {
    await expect(reviews).toHaveCount(shown)
    if (shown < 13) await more.click()
  }
  await expect(more).toBeHidden()
})

for (const [place, path, opens] of [
  ['a product', '/strategy-games/stellaris#ratings', true],
  ['the shop', '/feedback', false],
] as const) {
  test(`a review of ${place} is written by keyboard, keeps what was typed, appears, and the next must wait`, {
    tag: '@once:phone',
  }, async ({ page, troubles }) => {
    await asNewVisitor(page)
    await page.goto(path)
    const write = page.getByRole('button', { name: t('feedback.write') })
    if (opens) {
      await write.focus()
      await page.keyboard.press('Enter')
    }
    const submit = page.getByRole('button', { name: t('feedback.send') })
    const name = page.getByRole('main').getByRole('textbox', { name: t('feedback.name') })
    const email = page.getByRole('main').getByRole('textbox', { name: t('feedback.email') })
    const content = page.getByRole('main').getByRole('textbox', { name: t('feedback.content') })
    const stars = page.getByRole('radiogroup').or(page.getByRole('group', { name: t('feedback.score') }))
    await expect(stars.getByRole('radio', { name: t('feedback.stars_other', { count: 5 }) })).toBeChecked()

    await submit.click()
    await expect(page.getByText(t('feedback.nameShort'))).toBeVisible()
    await expect(page.getByText(t('feedback.emailMissing'))).toBeVisible()
    await expect(page.getByText(t('feedback.contentShort'))).toBeVisible()
    await expect(name).toBeFocused()

    await stars.getByRole('radio', { name: t('feedback.stars_other', { count: 5 }) }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(stars.getByRole('radio', { name: t('feedback.stars_other', { count: 4 }) })).toBeChecked()
    await page.keyboard.press('Tab')
    await expect(name).toBeFocused()
    await page.keyboard.type('Quinn')
    await page.keyboard.press('Tab')
    await page.keyboard.type('quinn@nowhere')
    await page.keyboard.press('Tab')
    await expect(page.getByText(t('feedback.emailFormat'))).toBeVisible()
    const text = `A fine thing, number ${randomInt(1_000_000)}.`
    await page.keyboard.type(text)
    await expect(
      page.getByText(t('feedback.used', { used: text.length, limit: 1000 }).replace('1000', '1,000')),
    ).toBeVisible()

    await page.reload()
    if (opens) await write.click()
    await expect(content).toHaveValue(text)
    await expect(stars.getByRole('radio', { name: t('feedback.stars_other', { count: 4 }) })).toBeChecked()
    await email.fill(`quinn-${randomInt(1_000_000)}@example.com`)
    await submit.click()
    await expect(page.getByText(t('message.submit'))).toBeVisible()
    await expect(page.getByRole('article').first()).toContainText(text)

    await page.reload()
    await expect(page.getByRole('article').first()).toContainText(text)
    if (opens) await write.click()
    await expect(content).toHaveValue('')
    await name.fill('Quinn')
    await email.fill('somebody-else@example.com')
    await content.fill('And another thing, a moment later.')
    await submit.click()
    await expect(page.getByText(t('message.feedbackLimit'))).toBeVisible()
    await expect(content).toHaveValue('And another thing, a moment later.')
    // The browser reports the refusal, which is what is wanted here.
    expect(troubles.splice(0).every((trouble) => trouble.includes('422'))).toBe(true)
  })
}

test('without stock neither button can be pressed, and the page says so', { tag: '@once:phone' }, async ({
  page,
  request,
}) => {
  const list = await request.post('/prod-api/api/product/list', { data: { pageNum: 1, pageSize: 1, stock: '1' } })
  const [{ urlName, zhname }] = (await list.json()).rows
  await page.goto(`/${urlName}/${zhname}`)
  const box = page.getByRole('region', { name: t('product.bestOffer') })
  await expect(box.getByText(t('product.outOfStock')).first()).toBeVisible()
  for (const name of [t('product.buyNow'), t('product.addToCart')])
    await expect(box.getByRole('button', { name, exact: true }).first()).toBeDisabled()
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

test('on a phone the offer follows along the bottom', async ({ page, isMobile }) => {
  await page.goto(ELDEN_RING)
  const bar = page.getByRole('region', { name: t('product.quickBuy') })
  await expect(page.getByRole('tablist')).toBeAttached()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  if (isMobile) await expect(bar.getByRole('button', { name: t('product.buyNow') })).toBeVisible()
  else await expect(bar).toBeHidden()
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
