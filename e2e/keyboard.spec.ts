// Pages and what is on them, by Tab, Enter, Space, Escape and the arrows alone.
import { expect, test, wordsOf } from './support/fixtures.ts'
import { expectFocusSeen, tabTo } from './support/keys.ts'
import { fillCart } from './support/shopping.ts'

const t = wordsOf('en-US')

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
  // They move from the moment the page is alive, not from its first picture.
  await expect(banners.getByRole('button', { name: t('home.pauseSlides') })).toBeVisible()
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
