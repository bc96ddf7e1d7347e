// The home page's banners: they walk, rest, are swiped, and the first is the largest paint.
import type { Page } from '@playwright/test'
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')
const banners = (page: Page) => page.getByRole('region', { name: t('home.banners') })
const dot = (page: Page, number: number, count: number) =>
  banners(page).getByRole('button', { name: t('home.slide', { number, count }) })

/** The carousel walks. */
const alive = (page: Page) => expect(banners(page).getByRole('button', { name: t('home.pauseSlides') })).toBeVisible()

/** Shows the first banner. From here on time stands still but for what is run of it. */
async function holdFirst(page: Page, count: number) {
  // The carousel may have gone on already; it rests while pointer and focus are on a dot.
  await dot(page, 1, count).click()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await expect
    .poll(() =>
      banners(page)
        .locator('.slides')
        .evaluate((row) => row.scrollLeft),
    )
    .toBe(0)
  await expect(dot(page, 1, count)).toHaveAttribute('aria-current', 'true')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.mouse.move(5, 5)
}

test('the carousel goes on after 5000 ms, and from the last banner to the first', { tag: '@once:phone' }, async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const count = await banners(page).locator('.slides > li').count()
  await alive(page)
  await holdFirst(page, count)
  await page.clock.runFor(4_900)
  await expect(dot(page, 1, count)).toHaveAttribute('aria-current', 'true')
  await page.clock.runFor(200)
  await expect(dot(page, 2, count)).toHaveAttribute('aria-current', 'true')
  await dot(page, count, count).click()
  await expect(dot(page, count, count)).toHaveAttribute('aria-current', 'true')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.mouse.move(5, 5)
  await page.clock.runFor(5_100)
  await expect(dot(page, 1, count)).toHaveAttribute('aria-current', 'true')
})

test('the carousel rests under the pointer, with the focus inside, when told to, and for less motion', async ({
  page,
  isMobile,
}) => {
  await page.clock.install()
  await page.goto('/')
  const count = await banners(page).locator('.slides > li').count()
  await alive(page)
  await holdFirst(page, count)
  const stays = async () => {
    await page.clock.runFor(12_000)
    await expect(dot(page, 1, count)).toHaveAttribute('aria-current', 'true')
  }
  if (!isMobile) {
    await banners(page).hover()
    await stays()
    await page.mouse.move(5, 5)
  }
  await dot(page, 1, count).focus()
  await stays()
  await banners(page)
    .getByRole('button', { name: t('home.pauseSlides') })
    .click()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.mouse.move(5, 5)
  await stays()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // A page comes alive by frames and timers.
  await page.clock.resume()
  await page.reload()
  await expect(banners(page).getByRole('button', { name: t('home.playSlides') })).toBeVisible()
  await stays()
})

test('the carousel that was out of sight goes on when it is seen again', { tag: '@once:phone' }, async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const count = await banners(page).locator('.slides > li').count()
  await alive(page)
  await holdFirst(page, count)
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await page.clock.runFor(12_000)
  await expect(dot(page, 1, count)).toHaveAttribute('aria-current', 'true')
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.clock.runFor(5_100)
  await expect(dot(page, 2, count)).toHaveAttribute('aria-current', 'true')
})

test('the banners are swiped', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const count = await banners(page).locator('.slides > li').count()
  // What a swipe does to a row that snaps.
  await banners(page)
    .locator('.slides')
    .evaluate((row) => row.scrollTo({ left: row.clientWidth * 0.8, behavior: 'instant' }))
  await expect(dot(page, 2, count)).toHaveAttribute('aria-current', 'true')
})

test('the first banner’s picture is the largest paint, asked for in the head', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // The browser tells of each paint that is larger than those before.
  await page.addInitScript(() => {
    new PerformanceObserver((list) => Object.assign(window, { largest: list.getEntries().at(-1) })).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
  await page.goto('/')
  const first = banners(page).locator('.slides > li').first().locator('source')
  const preload = page.locator('head link[rel=preload][as=image]')
  await expect(preload).toHaveCount(1)
  await expect(preload).toHaveAttribute('imagesrcset', (await first.getAttribute('srcset'))!)
  await expect(preload).toHaveAttribute('imagesizes', (await first.getAttribute('sizes'))!)
  const largest = () =>
    page.evaluate(() => {
      const element = (window as { largest?: { element?: Element } }).largest?.element
      const slides = element?.closest('.slides > li')?.parentElement
      return slides?.firstElementChild?.contains(element!) ? element!.tagName : 'elsewhere'
    })
  await expect.poll(largest).toBe('IMG')
})

test('on phones a banner is 280 px high', async ({ page, isMobile }) => {
  await page.goto('/')
  const box = (await banners(page).boundingBox())!
  if (isMobile) expect(box.height).toBe(280)
  else expect(box.width / box.height).toBeCloseTo(21 / 9, 1)
})
