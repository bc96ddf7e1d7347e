// Lists of products: a category's shelf and the results of a search (specification §2, §8, §9).
import type { Page } from '@playwright/test'
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')
const results = (page: Page) => page.getByRole('region', { name: t('list.results') })
const count = (page: Page) => results(page).getByRole('status').first()
const names = (page: Page) => results(page).getByRole('heading', { level: 2 }).allInnerTexts()

/** Filters stand at the side, or in a sheet on phones; answers the place where they are. */
async function openFilters(page: Page, isMobile: boolean) {
  if (!isMobile) return page.getByRole('complementary', { name: t('list.filters') })
  await results(page)
    .getByRole('button', { name: /^Filters/ })
    .click()
  return page.getByRole('dialog', { name: t('list.filters') })
}

test('the breadcrumb leads back to the parent category', { tag: '@once:phone' }, async ({ page }) => {
  await page.goto('/rpg-games')
  const crumbs = page.getByRole('navigation', { name: t('list.breadcrumb') })
  await expect(crumbs.getByRole('link')).toHaveText([t('list.home'), 'PC games'])
  await crumbs.getByRole('link', { name: 'PC games' }).click()
  await expect(page).toHaveURL(/\/pc-games$/)
  await expect(page.getByRole('heading', { level: 1, name: 'PC games' })).toBeVisible()
})

test('every filter is there, each choice with its count', async ({ page, isMobile }) => {
  await page.goto('/pc-games')
  const filters = await openFilters(page, isMobile)
  for (const title of ['price', 'stock', 'platform', 'region', 'genre', 'language'])
    await expect(filters.getByRole('group', { name: t(`list.${title}`), exact: true })).toBeVisible()
  const stock = filters.getByRole('group', { name: t('list.stock') })
  const counts = (texts: string[]) => texts.map((text) => Number(/(\d+)$/.exec(text.trim())?.[1]))
  const all = Number((await count(page).textContent())!.replace(/\D/g, ''))
  for (const title of ['platform', 'region', 'genre', 'language']) {
    const group = filters.getByRole('group', { name: t(`list.${title}`), exact: true })
    const found = counts(await group.locator('label').allTextContents())
    expect(found.length, title).toBeGreaterThan(1)
    for (const one of found) expect(one > 0 && one <= all, `${title}: ${one} of ${all}`).toBe(true)
  }
  const [inStock, out] = counts(await stock.locator('label').allInnerTexts())
  expect(inStock! + out!).toBe(all)
  await stock.getByRole('checkbox', { name: t('list.outOfStock') }).check()
  await expect(page).toHaveURL(/stock=1/)
  await expect(count(page)).toHaveText(t('list.found_other', { count: out! }))
})

test('the price slider goes from 0 to the highest price plus 1, in the visitor’s currency', {
  tag: '@once:phone',
}, async ({ page, context, request, isMobile }) => {
  const read = async (path: string) => (await (await request.get(`/prod-api/api/${path}`)).json()).data
  const { id } = await read('product/category/info/name/rpg-games')
  const { max_price } = await read(`product/condition/list?classId=${id}`)
  const rates: { moneyType: string; moneyRate: number }[] = await read('home/rate')
  for (const currency of ['USD', 'EUR']) {
    await context.addCookies([{ name: 'currencyType', value: currency, url: process.env.SHOP_URL! }])
    await page.goto('/rpg-games')
    const filters = await openFilters(page, isMobile)
    const { moneyRate } = rates.find(({ moneyType }) => moneyType === currency)!
    const top = Math.floor(max_price * moneyRate) + 1
    const thumb = filters.getByRole('slider', { name: t('list.priceTo') })
    await expect(thumb).toHaveAttribute('min', '0')
    await expect(thumb).toHaveAttribute('max', String(top))
    await expect(filters.getByRole('spinbutton', { name: t('list.priceTo') })).toHaveValue(String(top))
  }
})

test('a price that is typed narrows the list, and reset takes every filter off', { tag: '@once:phone' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/pc-games?stock=0&sort=1')
  const filters = await openFilters(page, isMobile)
  const highest = filters.getByRole('spinbutton', { name: t('list.priceTo') })
  await highest.fill('20')
  await highest.press('Enter')
  await expect(page).toHaveURL(/high=20/)
  await expect
    .poll(async () => {
      const prices = await results(page).getByRole('article').allInnerTexts()
      return prices.every((text) => Number(/\$\s([\d.]+)/.exec(text)?.[1]) <= 20)
    })
    .toBe(true)
  await filters.getByRole('link', { name: t('list.reset') }).click()
  await expect(page).toHaveURL(/\/pc-games\?sort=1$/)
  await expect(filters.getByRole('checkbox', { checked: true })).toHaveCount(0)
})

test('sorts: default, high price, low price, name A, name Z, in stock; sizes 10, 20, 50', {
  tag: '@once:phone',
}, async ({ page }) => {
  await page.goto('/pc-games')
  const sort = results(page).getByLabel(t('list.sort'))
  await expect(sort.locator('option')).toHaveText([0, 1, 2, 3, 4, 5].map((number) => t(`list.sorts.${number}`)))
  await expect(sort).toHaveValue('0')
  await expect(results(page).getByRole('article')).toHaveCount(10)
  const size = results(page).getByLabel(t('list.pageSize'))
  await expect(size.locator('option')).toHaveText([10, 20, 50].map((number) => t('list.perPage', { size: number })))
  for (const number of [20, 50]) {
    await size.selectOption(String(number))
    await expect(results(page).getByRole('article')).toHaveCount(number)
  }
  await sort.selectOption('3')
  await expect(page).toHaveURL(/sort=3/)
  await expect(page.locator('section[aria-busy=true]')).toHaveCount(0)
  const upwards = await names(page)
  const order = new Intl.Collator('en', { numeric: true, ignorePunctuation: true })
  expect(order.compare(upwards[0]!, upwards.at(-1)!)).toBeLessThan(0)
  await sort.selectOption('4')
  await expect(page).toHaveURL(/sort=4/)
  await expect(page.locator('section[aria-busy=true]')).toHaveCount(0)
  const downwards = await names(page)
  expect(order.compare(downwards[0]!, downwards.at(-1)!)).toBeGreaterThan(0)
  await sort.selectOption('5')
  await expect(page).toHaveURL(/sort=5/)
})

test('a card has image, name, currency, lowest price and Buy now', async ({ page }) => {
  await page.goto('/rpg-games')
  const card = results(page).getByRole('article').first()
  await expect(card.locator('img')).toBeVisible()
  await expect(card.getByRole('heading', { level: 2 })).not.toBeEmpty()
  // The price; what it was before stands beside it where it is reduced.
  await expect(card.getByText(/^\$\s\d+\.\d\d$/).first()).toBeVisible()
  await expect(card.getByRole('button', { name: t('list.buyNow') })).toBeVisible()
})

test('Buy now on a card buys it: one, however often it is pressed, on the way to the payment', {
  tag: '@once:phone',
}, async ({ page }) => {
  await page.goto('/rpg-games')
  const card = results(page).getByRole('article').first()
  const name = await card.getByRole('heading').innerText()
  await card.getByRole('button', { name: t('list.buyNow') }).dblclick()
  await expect(page).toHaveURL(/\/checkout/)
  const line = page.getByRole('list', { name: t('checkout.lines') }).getByRole('listitem')
  await expect(line).toHaveCount(1)
  await expect(line).toContainText(name)
  await expect(line.getByRole('spinbutton').or(line.getByRole('textbox'))).toHaveValue('1')
})

test('Buy now leads to the product where its code cannot be had', { tag: '@once:phone' }, async ({
  page,
  troubles,
}) => {
  await page.route(/\/assets\/buy-now-(?!button)/, (route) => route.abort())
  await page.goto('/rpg-games')
  const card = results(page).getByRole('article').first()
  const name = await card.getByRole('heading').innerText()
  await card.getByRole('button', { name: t('list.buyNow') }).click()
  await expect(page).toHaveURL(/\/rpg-games\/./)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  expect(troubles.splice(0).filter((text) => !text.includes('ERR_FAILED'))).toEqual([])
})

test('an unknown category leads home', { tag: '@once:phone' }, async ({ page }) => {
  await page.goto('/no-such-shelf')
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('heading', { name: t('home.bestSellers') })).toBeVisible()
})

test('a list that cannot be loaded says so in its place, keeps the filters, and is there on a retry', {
  tag: '@once:phone',
}, async ({ page, troubles }) => {
  await page.goto('/pc-games')
  await page.route('**/prod-api/api/product/**', (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: 'x' } }),
  )
  await results(page).getByLabel(t('list.sort')).selectOption('3')
  const failure = results(page).getByRole('alert')
  await expect(failure).toContainText(t('error.unexpected'))
  await expect(failure.getByRole('link', { name: t('error.support') })).toHaveAttribute('href', /^mailto:/)
  await expect(page.getByRole('heading', { level: 1, name: 'PC games' })).toBeVisible()
  await expect(results(page).getByLabel(t('list.sort'))).toHaveValue('3')
  await page.unroute('**/prod-api/api/product/**')
  await failure.getByRole('button', { name: t('error.retry') }).click()
  await expect(results(page).getByRole('article')).toHaveCount(10)
  troubles.splice(0)
})

test('without a connection the list says so, and comes by itself when the connection is back', {
  tag: '@once:phone',
}, async ({ page, context, troubles }) => {
  await page.goto('/pc-games')
  await context.setOffline(true)
  await results(page).getByLabel(t('list.sort')).selectOption('1')
  await expect(results(page).getByRole('alert')).toContainText(t('error.offline'))
  await context.setOffline(false)
  await expect(results(page).getByRole('article')).toHaveCount(10)
  await expect(results(page).getByRole('alert')).toHaveCount(0)
  troubles.splice(0)
})

test('filters that nothing fits say so and offer to take them off; a page past the end leads to the first', {
  tag: '@once:phone',
}, async ({ page }) => {
  await page.goto('/rpg-games?low=900')
  await expect(page.getByRole('heading', { name: t('list.noMatch.title') })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('list.reset') })
    .last()
    .click()
  await expect(page).toHaveURL(/\/rpg-games$/)
  await page.goto('/rpg-games?page=900')
  await expect(page.getByRole('heading', { name: t('list.pastEnd.title', { page: 900 }) })).toBeVisible()
  await page.getByRole('link', { name: t('list.pastEnd.action') }).click()
  await expect(page).toHaveURL(/\/rpg-games$/)
})

test('a search without a term shows everything; without a result it says what to do', { tag: '@once:phone' }, async ({
  page,
}) => {
  await page.goto('/search')
  await expect(page.getByRole('heading', { level: 1, name: t('list.search.all') })).toBeVisible()
  await expect(results(page).getByRole('article')).toHaveCount(10)
  await page.goto('/search?name=zzzzqqqq')
  await expect(page.getByRole('heading', { name: t('list.search.none', { name: 'zzzzqqqq' }) })).toBeVisible()
  for (const tip of ['tipSpelling', 'tipFewer', 'tipBrowse'])
    await expect(page.getByText(t(`list.search.${tip}`))).toBeVisible()
  await page
    .getByRole('navigation', { name: t('list.search.browse') })
    .getByRole('link', { name: 'PC games' })
    .click()
  await expect(page).toHaveURL(/\/pc-games$/)
})

test('200 % text: nothing of a list is wider than the page', async ({ page }) => {
  await page.goto('/pc-games?stock=0&platform=1')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const outside = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('*')]
      .filter((element) => !element.closest('.overflow-x-auto, .truncate, .sr-only, svg'))
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 100)),
  )
  expect(outside).toEqual([])
})

test('forced colours: chosen page, ticked box and slider stand out from the ground', async ({ page, isMobile }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/pc-games?stock=0')
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const colour = (element: Element) => getComputedStyle(element).backgroundColor
  if (!isMobile) {
    const current = page.locator('[aria-current=page]').last()
    expect(await current.evaluate(colour)).not.toBe(ground)
  }
  const filters = await openFilters(page, isMobile)
  const box = filters.getByRole('checkbox', { name: t('list.inStock') })
  expect(await box.evaluate(colour)).not.toBe(ground)
  const bars = await filters
    .locator('svg rect')
    .evaluateAll((rects) => rects.map((rect) => getComputedStyle(rect).fill))
  expect(new Set([...bars, ground]).size).toBe(3)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('filters are a form whose button leads to the same address, chips are links', { tag: '@once:phone' }, async ({
    page,
  }) => {
    await page.goto('/pc-games')
    const form = page.locator('form#filters')
    await form.getByRole('checkbox', { name: t('list.inStock') }).check()
    await form.getByRole('button', { name: t('list.apply') }).click()
    await expect(page).toHaveURL(/stock=0/)
    await results(page)
      .getByRole('link', { name: t('list.remove', { name: t('list.inStock') }) })
      .click()
    await expect(page).toHaveURL(/\/pc-games$/)
  })
})

test('what is chosen before the page is alive takes effect when it is', { tag: '@once:phone' }, async ({
  page,
  isMobile,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/start-*.js', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/pc-games', { waitUntil: 'commit' })
  await results(page).getByLabel(t('list.sort')).selectOption('3')
  const box = page.getByRole('complementary', { name: t('list.filters') }).getByRole('checkbox', { name: /^GOG/ })
  if (!isMobile) await box.check()
  resolve()
  await expect(page).toHaveURL(isMobile ? /\/pc-games\?sort=3$/ : /\/pc-games\?platform=\d+&sort=3$/)
  if (!isMobile) await expect(box).toBeChecked()
})
