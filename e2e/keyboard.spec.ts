// Everything that a pointer can do, by Tab, Enter, Space, Escape and the arrows alone.
import { randomUUID } from 'node:crypto'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { expectFocusSeen, tabTo } from './support/keys.ts'
import { fillCart } from './support/shopping.ts'

const t = wordsOf('en-US')
const GAME = '/rpg-games/baldurs-gate-3'

test('a game is found, bought, paid for, and its key copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const keys = page.keyboard
  await page.goto('/')

  // The first stop leads past the header.
  await keys.press('Tab')
  await expect(page.getByRole('link', { name: t('shell.skip') })).toBeFocused()
  await expectFocusSeen(page)
  await keys.press('Enter')
  await keys.press('Tab')
  expect(await page.evaluate(() => document.activeElement!.closest('main') !== null)).toBe(true)

  // Search: the arrows choose, Escape closes without losing what was typed, Enter follows.
  const search = page.getByRole('combobox', { name: t('search.label') })
  await tabTo(page, search, { back: true })
  // What is offered while one types is the answer to a shorter word, until this comes.
  const answered = page.waitForResponse(/\/home\/queryProducts\?name=baldur$/)
  await keys.type('baldur')
  await (await answered).finished()
  await expect(page.getByRole('option')).toHaveCount(1)
  const found = page.getByRole('option', { name: /Baldur/ })
  await expect(found).toBeVisible()
  await expect(found).toHaveAttribute('id', /-0$/)
  await keys.press('ArrowDown')
  await expect(search).toHaveAttribute('aria-activedescendant', (await found.getAttribute('id'))!)
  await keys.press('Escape')
  await expect(search).toHaveAttribute('aria-expanded', 'false')
  await expect(search).toHaveValue('baldur')
  await keys.press('ArrowDown')
  await expect(found).toBeVisible()
  if ((await search.getAttribute('aria-activedescendant')) === null) await keys.press('ArrowDown')
  await keys.press('Enter')
  await expect(page).toHaveURL(GAME)
  await expect(page.getByRole('heading', { level: 1, name: /Baldur/ })).toBeVisible()

  // The product: another version, whether it works here, the way back to one that does, how many.
  await tabTo(page, page.getByRole('main').getByRole('link', { name: /Turkey/ }))
  await keys.press('Enter')
  await expect(page).toHaveURL(/sku=/)
  const versions = page.getByRole('region', { name: t('product.chooseSku') }).locator('[aria-current]')
  await expect(versions).toHaveText(/Turkey/)
  const country = page.getByRole('combobox', { name: t('product.activation.question') })
  await tabTo(page, country)
  // The names are made when the focus comes.
  await expect(country.locator('option[value=AT]')).toBeAttached()
  await keys.type('Austria')
  await expect(country).toHaveValue('AT')
  await expect(page.getByText(t('product.activation.no', { country: 'Austria' }))).toBeVisible()
  await keys.press('Tab')
  await expectFocusSeen(page)
  await keys.press('Enter')
  await expect(page).not.toHaveURL(/sku=/)
  const offer = page.getByRole('region', { name: t('product.bestOffer') })
  await tabTo(page, offer.getByRole('spinbutton', { name: t('product.quantity') }))
  await keys.press('ArrowUp')
  await expect(offer.getByText(t('product.total'))).toBeVisible()
  await keys.press('ArrowDown')
  await tabTo(page, offer.getByRole('button', { name: t('product.addToCart'), exact: true }))
  await keys.press('Enter')
  await expect(page.getByRole('region', { name: t('shell.messages') })).toContainText(/Baldur/)

  // The cart is in the header, the checkout behind it.
  const cart = page.getByRole('banner').getByRole('link', { name: t('cart.button_one', { count: 1 }) })
  await tabTo(page, cart, { back: true })
  await page.goto('/checkout')

  const pay = page.getByRole('button', { name: /^Pay\s/ }).filter({ visible: true })
  await expect(pay).toBeEnabled()
  await tabTo(page, page.getByRole('main').getByRole('textbox', { name: t('checkout.email.label') }))
  await keys.type(`${randomUUID()}@example.com`)
  await keys.press('Tab')
  await expect(page.getByRole('radio').first()).toBeFocused()
  await expectFocusSeen(page)
  await keys.press('ArrowDown')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await keys.press('Tab')
  await expectFocusSeen(page)
  await keys.press('Enter')
  const note = page.getByRole('textbox', { name: t('checkout.note.label') })
  await expect(note).toBeVisible()
  await keys.press('Tab')
  await expect(note).toBeFocused()
  await keys.type('By keyboard')
  // Taking a line out asks first; no, after all: the focus is where it was.
  const remove = page
    .getByRole('main')
    .getByRole('button', { name: /^Remove Baldur/ })
    .filter({ visible: true })
  await tabTo(page, remove)
  await keys.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await keys.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(remove).toBeFocused()
  const coupon = page.getByRole('textbox', { name: t('checkout.couponField.label') })
  await tabTo(page, coupon)
  await keys.type('welcome10')
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: /^Remove coupon/ })).toBeFocused()
  await expectFocusSeen(page)
  // Paying without the consent leads to it.
  await tabTo(page, pay)
  await keys.press('Enter')
  const waiver = page.getByRole('main').getByRole('checkbox')
  await expect(waiver).toBeFocused()
  await expectFocusSeen(page)
  await keys.press('Space')
  await expect(waiver).toBeChecked()
  await tabTo(page, pay)
  await keys.press('Enter')

  // The provider's page.
  const completed = page.locator('button[name=outcome][value=completed]')
  await expect(completed).toBeVisible()
  await tabTo(page, completed)
  await keys.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: t('pay.state.delivered.title') })).toBeVisible()
  const key = (await page.getByText(/^DEMO[0-9A-Z]-[0-9A-Z]{5}-[0-9A-Z]{5}$/).textContent())!
  await tabTo(
    page,
    page.getByRole('button', { name: t('order.keys.copyName', { name: "Baldur's Gate 3", number: 1 }) }),
  )
  await keys.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: t('order.keys.copied') })).toHaveCount(1)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
})

test('a category is reached by the menu of the header, and Escape leads out of it', async ({ page, isMobile }) => {
  const keys = page.keyboard
  await page.goto('/news')
  if (isMobile) {
    const button = page.getByRole('button', { name: t('shell.menu') })
    await tabTo(page, button)
    await keys.press('Enter')
    const drawer = page.getByRole('dialog', { name: t('shell.menu') })
    await expect(drawer).toBeVisible()
    await keys.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(button).toBeFocused()
    await keys.press('Space')
    await expect(drawer).toBeVisible()
    await tabTo(page, drawer.locator('summary').first())
    await keys.press('Enter')
    await tabTo(page, drawer.getByRole('link', { name: 'Strategy' }))
  } else {
    const button = page.getByRole('button', { name: t('shell.showChildren', { name: 'PC games' }) })
    await tabTo(page, button)
    await keys.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    const child = page.getByRole('banner').getByRole('link', { name: 'Strategy', exact: true })
    await expect(child).toBeVisible()
    await tabTo(page, child)
    await keys.press('Escape')
    await expect(child).toBeHidden()
    await expect(button).toBeFocused()
    await keys.press('Space')
    await expect(child).toBeVisible()
    await tabTo(page, child)
  }
  await keys.press('Enter')
  await expect(page).toHaveURL('/strategy-games')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The next stop is in the page that has come.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
})

test('currency, language and theme: typing filters, arrows choose, Escape gives the focus back', async ({
  page,
  isMobile,
}) => {
  const keys = page.keyboard
  await page.goto('/news')
  const currency = page.getByRole('button', { name: t('shell.currency', { currency: 'USD' }) })
  await tabTo(page, currency)
  await keys.press('Enter')
  const currencies = page.getByRole('listbox', { name: t('shell.chooseCurrency') })
  await expect(currencies.getByRole('option')).not.toHaveCount(0)
  await keys.press('Escape')
  await expect(currencies).toBeHidden()
  await expect(currency).toBeFocused()
  await keys.press('Space')
  const filter = page.getByRole('combobox', { name: t('shell.findCurrency') })
  // With a finger the focus stays on the button, so that no keyboard covers the list.
  if (isMobile) await tabTo(page, filter)
  await expect(filter).toBeFocused()
  await keys.type('euro')
  await expect(currencies.getByRole('option')).toHaveCount(1)
  await keys.press('Enter')
  await expect(page.getByRole('button', { name: t('shell.currency', { currency: 'EUR' }) })).toBeVisible()

  await page.waitForLoadState('networkidle')
  const language = page.getByRole('button', { name: t('shell.language', { language: 'English' }) })
  await tabTo(page, language)
  await keys.press('Enter')
  const languages = page.getByRole('combobox', { name: t('shell.findLanguage') })
  if (isMobile) await tabTo(page, languages)
  await expect(languages).toBeFocused()
  await keys.press('ArrowDown')
  await expect(languages).toHaveAttribute('aria-activedescendant', /./)
  await keys.press('Escape')
  await expect(language).toBeFocused()

  if (isMobile) {
    await tabTo(page, page.getByRole('button', { name: t('shell.menu') }))
    await keys.press('Enter')
  }
  const theme = page.getByRole('button', { name: t('shell.theme') }).filter({ visible: true })
  await tabTo(page, theme)
  await keys.press('Enter')
  await expect(page.getByRole('listbox', { name: t('shell.theme') })).toBeFocused()
  await keys.press('ArrowDown')
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(theme).toBeFocused()
})

test('filters, the price slider, the order and the page size change the list and keep the focus', async ({
  page,
  isMobile,
}) => {
  const keys = page.keyboard
  await page.goto('/pc-games')
  let place = page.getByRole('complementary', { name: t('list.filters') })
  const button = page.getByRole('button', { name: t('list.filters'), exact: true })
  if (isMobile) {
    await tabTo(page, button)
    await keys.press('Enter')
    place = page.getByRole('dialog', { name: t('list.filters') })
    await expect(place).toBeVisible()
  }
  const upper = place.getByRole('slider', { name: t('list.priceTo') })
  await tabTo(page, upper)
  const top = Number(await upper.getAttribute('max'))
  for (let pressed = 0; pressed < 3; pressed++) await keys.press('ArrowLeft')
  await expect(page).toHaveURL(new RegExp(`high=${top - 3}(&|$)`))
  await expect(upper).toBeFocused()
  await expect(upper).toHaveAttribute('aria-valuetext', /\$/)
  const lower = place.getByRole('slider', { name: t('list.priceFrom') })
  await tabTo(page, lower, { back: true })
  await keys.press('ArrowRight')
  await expect(page).toHaveURL(/low=1(&|$)/)
  const stock = place.getByRole('checkbox', { name: t('list.inStock') })
  await tabTo(page, stock)
  await keys.press('Space')
  await expect(page).toHaveURL(/stock=0/)
  await expect(stock).toBeChecked()
  await expect(stock).toBeFocused()
  if (isMobile) {
    await keys.press('Escape')
    await expect(place).toBeHidden()
    await expect(page.getByRole('button', { name: t('list.filtersChosen', { count: 2 }) })).toBeFocused()
  }
  const sort = page.getByRole('combobox', { name: t('list.sort') })
  await tabTo(page, sort)
  for (const value of ['1', '2']) {
    await keys.press('ArrowDown')
    await expect(sort).toHaveValue(value)
  }
  await expect(page).toHaveURL(/sort=2/)
  await expect(sort).toBeFocused()
  // A choice that is taken back is gone; the focus goes to the count.
  await tabTo(page, page.getByRole('link', { name: t('list.remove', { name: t('list.inStock') }) }))
  await keys.press('Enter')
  await expect(page).not.toHaveURL(/stock=/)
  await expect(page.getByRole('main').getByRole('status').first()).toBeFocused()
  const onward = isMobile ? t('list.pages.next') : t('list.pages.page', { page: 2 })
  await tabTo(page, page.getByRole('link', { name: onward }))
  await keys.press('Enter')
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('main').getByRole('status').first()).toBeFocused()
})

test('the tabs of a product, its share buttons and the stars of its form', async ({ page }) => {
  const keys = page.keyboard
  await page.goto('/rpg-games/elden-ring')
  const tab = (key: string) => page.getByRole('tab', { name: t(`product.tabs.${key}`) })
  await tabTo(page, tab('description'))
  await keys.press('ArrowRight')
  await expect(tab('ratings')).toBeFocused()
  await expect(tab('ratings')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: t('product.tabs.ratings') })).toBeVisible()
  await keys.press('End')
  await expect(tab('share')).toBeFocused()
  // One stop for all tabs: the next is in the panel.
  await keys.press('Tab')
  expect(await page.evaluate(() => document.activeElement!.closest('[role=tabpanel]')?.id)).toBe('share')
  await tabTo(page, tab('share'), { back: true })
  await keys.press('Home')
  await keys.press('ArrowRight')
  await tabTo(page, page.getByRole('button', { name: t('feedback.write') }))
  await keys.press('Enter')
  await tabTo(page, page.getByRole('radio', { name: t('feedback.stars_other', { count: 5 }) }))
  await keys.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: t('feedback.stars_other', { count: 4 }) })).toBeChecked()
  await expectFocusSeen(page)
})

test('the banners stop when asked, and rest while the focus is on them', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const banners = page.getByRole('region', { name: t('home.banners') })
  const shown = () => banners.locator('button[aria-current=true]').getAttribute('aria-label')
  const place = () => banners.locator('.slides').evaluate((row) => row.scrollLeft)
  /** The one that is shown once the row stands still: it slides in real time, whatever the clock says. */
  const resting = async () => {
    let now: unknown[] = []
    await expect(async () => {
      const before = [await shown(), await place()]
      await page.waitForTimeout(1000)
      now = [await shown(), await place()]
      expect(now).toEqual(before)
    }).toPass()
    return now[0]
  }
  await tabTo(page, banners.getByRole('button', { name: t('home.pauseSlides') }))
  const first = await resting()
  await page.clock.runFor(20_000)
  expect(await resting()).toBe(first)
  await page.keyboard.press('Enter')
  await expect(banners.getByRole('button', { name: t('home.playSlides') })).toBeFocused()
  const third = t('home.slide', { number: 3, count: 6 })
  await tabTo(page, banners.getByRole('button', { name: third, exact: true }))
  await page.keyboard.press('Enter')
  await expect.poll(shown).toBe(third)
})

test('the cart opens beside the page or over it, and Escape gives the focus back', async ({
  page,
  context,
  isMobile,
}) => {
  const keys = page.keyboard
  await fillCart(context, { '/rpg-games/elden-ring': 1 })
  await page.goto('/news')
  const cart = page.getByRole('banner').getByRole('link', { name: t('cart.button_one', { count: 1 }) })
  await tabTo(page, cart)
  if (isMobile) await keys.press('Enter')
  const place = isMobile
    ? page.getByRole('dialog', { name: t('cart.titleCount', { count: 1 }) })
    : page.getByRole('region', { name: t('cart.title') })
  await expect(place.getByRole('link', { name: 'Elden Ring' })).toBeVisible()
  await keys.press('Escape')
  await expect(place).toBeHidden()
  await expect(cart).toBeFocused()
  if (isMobile) await keys.press('Enter')
  else {
    // Away and back: it is offered again.
    await keys.press('Shift+Tab')
    await keys.press('Tab')
    await expect(place).toBeVisible()
  }
  await tabTo(page, place.getByRole('button', { name: /^Remove Elden Ring/ }).filter({ visible: true }))
  await keys.press('Enter')
  const undo = page.getByRole('button', { name: t('cart.undo') })
  await expect(undo).toBeVisible()
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
})

const WALKED = ['/', '/pc-games', '/rpg-games/elden-ring', '/checkout', '/wholesale', '/newsInfo?id=1']
for (const path of WALKED) {
  test(`${path}: Tab goes through all of it, once, in the order of the page, each stop in sight`, async ({
    page,
    context,
  }) => {
    if (path === '/checkout') await fillCart(context, { '/rpg-games/elden-ring': 1 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    let before = -1
    let stops = 0
    for (; stops < 300; stops++) {
      await page.keyboard.press('Tab')
      const place = await page.evaluate(() => [...document.querySelectorAll('*')].indexOf(document.activeElement!))
      if (place <= before) break
      before = place
      await expectFocusSeen(page)
    }
    // Past the last stop it starts anew: no trap.
    expect(stops).toBeGreaterThan(20)
    expect(stops).toBeLessThan(300)
  })
}
