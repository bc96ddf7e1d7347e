// The home page: banners, side list, shelves that fold, what was seen before (specification §2, §9).
import type { Page } from '@playwright/test'
import { expectDrawn } from './support/checks.ts'
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

test('the side list shows four products at a time, on three pages with three dots', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const list = page.getByRole('region', { name: t('home.justIn') })
  const dots = list.getByRole('button')
  await expect(dots).toHaveCount(3)
  const pages = list.locator('.slides > li')
  for (const number of [0, 1, 2]) await expect(pages.nth(number).getByRole('article')).toHaveCount(4)
  await dots.nth(2).click()
  await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true')
  await expect(pages.nth(2).getByRole('article').first()).toBeInViewport()
})

for (const [title, id] of [
  [t('home.bestSellers'), 'best-sellers'],
  [t('home.hottestGames'), 'hottest'],
  [t('home.latestReleases'), 'latest-releases'],
] as const) {
  test(`${title}: five, all of them on a press, five again on another`, { tag: '@once:phone' }, async ({ page }) => {
    await page.goto('/')
    const shelf = page.getByRole('region', { name: title, exact: true })
    const cards = shelf.getByRole('article')
    await expect(cards).toHaveCount(5)
    // Each card has a heart.
    const button = shelf.locator('button[aria-expanded]')
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(button).toHaveAttribute('aria-controls', `${id}-list`)
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    expect(await cards.count()).toBeGreaterThan(5)
    await button.click()
    await expect(cards).toHaveCount(5)
    await expect(shelf.getByRole('heading').first()).toBeInViewport()
  })
}

test('the hottest games are a ranking, whose numbers stand on one line', async ({ page }) => {
  await page.goto('/?open=hottest')
  const shelf = page.getByRole('region', { name: t('home.hottestGames') })
  await expect(shelf.getByRole('list').locator('> li').nth(9)).toContainText(/^10/)
  const heights = await shelf
    .locator('li > article > span')
    .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().height))
  expect(new Set(heights).size).toBe(1)
})

test('four advantages and the ways to pay are named', { tag: '@once:phone' }, async ({ page }) => {
  await page.goto('/')
  const advantages = page.getByRole('region', { name: t('home.advantages') })
  await expect(advantages.getByRole('listitem')).toHaveCount(4)
  const payment = page.getByRole('region', { name: t('home.payment') })
  await expectDrawn(payment.getByText(/^Visa, Mastercard/).locator('..'))
})

test('what was looked at stands on the home page until it is forgotten', { tag: '@once:phone' }, async ({ page }) => {
  const home = page.getByRole('link', { name: t('list.home'), exact: true }).first()
  await page.goto('/rpg-games/elden-ring')
  await home.click()
  const recent = page.getByRole('region', { name: t('home.recentlyViewed') })
  await expect(recent.getByRole('link', { name: 'Elden Ring' })).toHaveAttribute('href', '/rpg-games/elden-ring')
  await recent.getByRole('button', { name: t('home.clearViewed') }).click()
  await expect(recent).toHaveCount(0)
  await page.reload()
  await expect(recent).toHaveCount(0)
})

test('a card’s cover becomes the product’s in 180 ms, and not at all for less motion', async ({ page }) => {
  await page.addInitScript(() => {
    const start = document.startViewTransition?.bind(document)
    if (!start) return
    const seen: number[] = []
    Object.assign(window, { transitions: seen })
    document.startViewTransition = ((update: () => void) => {
      const transition = start(update)
      transition.ready.then(
        () => {
          const [one] = document
            .getAnimations()
            .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement === '::view-transition-group(cover)')
          seen.push(Number(one?.effect?.getTiming().duration ?? 0))
        },
        () => seen.push(-1),
      )
      return transition
    }) as typeof document.startViewTransition
  })
  const transitions = () => page.evaluate(() => (window as unknown as { transitions: number[] }).transitions)
  const follow = async () => {
    await page.goto('/')
    const card = page.getByRole('region', { name: t('home.bestSellers') }).getByRole('link', { name: 'Elden Ring' })
    // A hand that comes near fetches the page ahead.
    const fetched = page.waitForResponse(/product\/recommends/)
    await card.dispatchEvent('touchstart')
    await (await fetched).finished()
    await card.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Elden Ring' })).toBeVisible()
  }
  await follow()
  await expect.poll(transitions).toEqual([180])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await follow()
  expect(await transitions()).toEqual([])
})

test('200 % text: nothing of the home page is cut off or wider than the page', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const outside = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('*')]
      .filter((element) => !element.closest('.slides, .overflow-x-auto, .sr-only'))
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 100)),
  )
  expect(outside).toEqual([])
})

test('forced colours: the chosen dot and the other dots are drawn', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto('/')
  const dots = page.getByRole('region', { name: t('home.justIn') }).locator('button > span')
  const look = await dots.evaluateAll((spans) =>
    spans.map((span) => getComputedStyle(span).backgroundColor !== getComputedStyle(document.body).backgroundColor),
  )
  expect(look).toEqual([true, true, true])
})

for (const [language, fonts] of [
  ['en-US', ['latin']],
  ['pl', ['latin', 'central-europe']],
  ['ru', ['cyrillic', 'latin']],
  ['ja', []],
  ['ar', []],
] as const) {
  test(`the faces of the first lines are asked for in the head: ${language}`, { tag: '@once:phone' }, async ({
    request,
  }) => {
    const html = await (await request.get(`/?lang=${language}`)).text()
    const links = html.match(/<link[^>]+as="font"[^>]*>/g) ?? []
    expect(links.map((link) => /inter-(.+)-[\w-]{8}\.woff2/.exec(link)?.[1])).toEqual(fonts)
  })
}

for (const [language, first] of [
  ['zh-CN', 'PingFang SC'],
  ['zh_tw', 'PingFang TC'],
  ['ja', 'Hiragino Sans'],
  ['ko', 'Apple SD Gothic Neo'],
] as const) {
  test(`ideographs are drawn as ${language} writes them, upright and not squeezed`, { tag: '@once:phone' }, async ({
    page,
  }) => {
    await page.goto(`/?lang=${language}`)
    const look = await page
      .locator('main h2')
      .first()
      .evaluate((heading) => {
        const { fontFamily, letterSpacing } = getComputedStyle(heading)
        const slanted = document.createElement('em')
        heading.append(slanted)
        return { fontFamily, letterSpacing, slant: getComputedStyle(slanted).fontStyle }
      })
    expect(look.fontFamily).toContain(first)
    expect(look.fontFamily.startsWith(`"${first}"`)).toBe(true)
    expect(look.letterSpacing).toMatch(/^(normal|0px)$/)
    expect(look.slant).toBe('normal')
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a shelf is unfolded by a link, and buttons that could do nothing are not shown', {
    tag: '@once:phone',
  }, async ({ page }) => {
    await page.goto('/')
    const shelf = page.getByRole('region', { name: t('home.bestSellers') })
    await expect(shelf.getByRole('article')).toHaveCount(5)
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await shelf.getByRole('link', { name: /^Show all/ }).click()
    await expect(page).toHaveURL(/open=best-sellers#best-sellers$/)
    // The address is there before all of the page is.
    await expect(shelf.getByRole('article').nth(5)).toBeVisible()
    await shelf.getByRole('link', { name: t('home.showLess') }).click()
    await expect(shelf.getByRole('article')).toHaveCount(5)
  })
})
