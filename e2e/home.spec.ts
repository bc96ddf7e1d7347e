// The home page below its banners: side list, shelves that fold, what was seen before; its letters (specification §2, §9).
import { expectDrawn } from './support/checks.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')

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
