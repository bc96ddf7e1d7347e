// What a first visit fetches when: what is seen first, then what brings the page to life.
import type { Page } from '@playwright/test'
import { expectAlive } from './support/checks.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')

const BANNER = '**/media/banners/1-*/**'

/** The addresses of scripts and words that the page has asked for so far. */
function watchCode(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/[^/]+\.js(on)?$/.test(request.url())) asked.push(request.url())
  })
  return asked
}

test('code and words wait until the urgent picture is there', async ({ page }) => {
  // A slow machine may need longer than the seconds that are waited for pictures and frames: here they never end.
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((work: () => void, ms = 0) => (ms >= 1000 ? 0 : setTimeout(work, ms))) as typeof setTimeout
  })
  const code = watchCode(page)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let before: string[] | undefined
  await page.route(BANNER, async (route) => {
    await held
    before ??= [...code]
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  // Long past the frame after which code would be asked for if nothing else were waited for.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 5; frames++)
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
  })
  release()
  await expectAlive(page.getByRole('main'))
  expect(before).toEqual([])
  expect(code.some((address) => address.endsWith('.json'))).toBe(true)
})

test('a picture that does not come holds nothing up', async ({ page }) => {
  const { promise: never, resolve: giveUp } = Promise.withResolvers<void>()
  await page.route(BANNER, () => never)
  await page.goto('/', { waitUntil: 'commit' })
  await expectAlive(page.getByRole('main'))
  giveUp()
})

test('a page that opens in the background, where nothing is drawn, comes alive there', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/rpg-games')
  await expectAlive(page.getByRole('main'))
})

test('a window that says it is visible and draws nothing comes alive, too', async ({ page }) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/rpg-games')
  await expectAlive(page.getByRole('main'))
})

// Each as early as can be: while the page is there, and the code that answers is not.
test.describe('what is done before the page is alive is done once it is', () => {
  let come: () => void
  test.beforeEach(async ({ page }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    come = resolve
    await page.route('**/assets/*.js', async (route) => {
      await promise
      await route.continue()
    })
  })

  test('the menu of a phone opens', async ({ page, isMobile }) => {
    if (!isMobile) await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('button', { name: t('shell.menu') }).click()
    expect(page.url()).not.toContain('#')
    come()
    await expect(
      page.getByRole('dialog', { name: t('shell.menu') }).getByRole('link', { name: t('shell.news') }),
    ).toBeVisible()
  })

  test('the list of countries fills for whoever is in its field', async ({ page }) => {
    await page.goto('/rpg-games/elden-ring', { waitUntil: 'commit' })
    const country = page.getByRole('combobox', { name: t('product.activation.question') })
    await country.focus()
    come()
    await country.selectOption('DE')
    await expect(page.getByText(t('product.activation.yes', { country: 'Germany' }))).toBeVisible()
  })

  test('the languages are found by what was typed', async ({ page }) => {
    await page.goto('/news', { waitUntil: 'commit' })
    await page.getByRole('button', { name: t('shell.language', { language: 'English' }) }).click()
    await page.getByRole('combobox', { name: t('shell.findLanguage') }).fill('czech')
    come()
    const options = page.getByRole('listbox', { name: t('shell.chooseLanguage') }).getByRole('option')
    await expect(options).toHaveText([/Čeština/])
  })

  test('a list that was opened is filled', async ({ page }) => {
    await page.goto('/news', { waitUntil: 'commit' })
    const button = page.getByRole('button', { name: t('shell.currency', { currency: 'USD' }) })
    // As a browser does that leaves the focus where it was when a button is pressed.
    await button.evaluate((element: HTMLElement) => element.click())
    come()
    const list = page.getByRole('listbox', { name: t('shell.chooseCurrency') })
    await expect(list.getByRole('option').first()).toBeVisible()
  })

  test.describe('in a country where the version that is shown activates', () => {
    test.use({ locale: 'en-IE' })
    test('who reads on stays there: neither tabs nor the answer about a country move the page', async ({ page }) => {
      await page.goto('/rpg-games/elden-ring#ratings', { waitUntil: 'commit' })
      const more = page.getByRole('button', { name: t('feedback.showMore') })
      await page.waitForFunction(() => document.readyState !== 'loading')
      await more.scrollIntoViewIfNeeded()
      // Letters that come late are of another height.
      await page.evaluate(async () => void (await document.fonts.ready))
      const [place, height] = await page.evaluate(() => [scrollY, document.querySelector('main')!.offsetHeight])
      come()
      await expect(page.getByText(t('product.activation.yes', { country: 'Ireland' }))).toBeVisible()
      await expect(page.getByRole('tab', { selected: true })).toHaveText(new RegExp(t('product.tabs.ratings')))
      await expectAlive(more)
      expect(await page.evaluate(() => [scrollY, document.querySelector('main')!.offsetHeight])).toEqual([
        place,
        height,
      ])
    })
  })

  test('what is typed into a form survives a reload', async ({ page }) => {
    await page.goto('/wholesale', { waitUntil: 'commit' })
    const email = page.getByRole('main').getByLabel(t('enquiries.email'), { exact: true })
    await email.fill('early@trade.example')
    come()
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('early@trade.example')
    await page.reload()
    await expect(email).toHaveValue('early@trade.example')
  })

  test('more reviews come', async ({ page }) => {
    await page.goto('/rpg-games/elden-ring#ratings', { waitUntil: 'commit' })
    const reviews = page.getByRole('list', { name: t('feedback.list') }).getByRole('article')
    await page.getByRole('button', { name: t('feedback.showMore') }).click()
    await expect(reviews).toHaveCount(5)
    come()
    await expect(reviews).toHaveCount(10)
  })
})

/** Half a minute is a hundredth of it here while the shop is silent, and only then: a slow one has its time. */
async function silences(page: Page) {
  await page.addInitScript(() => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / ((window as { haste?: number }).haste ?? 1))
  })
  const hasten = (haste: number) => page.evaluate((by) => Object.assign(window, { haste: by }), haste)
  let giveUp = () => {}
  return {
    async fallSilent() {
      const { promise: never, resolve } = Promise.withResolvers<void>()
      giveUp = resolve
      await page.route('**/prod-api/**', () => never)
      await hasten(100)
    },
    async speak() {
      giveUp()
      await page.unrouteAll()
      await hasten(1)
    },
  }
}

test('where the shop says nothing any more, a product and what is looked for can be asked for again', async ({
  page,
  troubles,
}) => {
  const { fallSilent, speak } = await silences(page)
  await page.goto('/rpg-games')
  const main = page.getByRole('main')
  await expectAlive(main)
  const again = main.getByRole('button', { name: t('error.retry') })
  await fallSilent()
  await main
    .getByRole('link', { name: /Elden Ring/ })
    .first()
    .click()
  await expect(again).toBeVisible()
  await speak()
  await again.click()
  await expect(main.getByRole('heading', { level: 1, name: 'Elden Ring' })).toBeVisible()

  await fallSilent()
  const search = page.getByRole('combobox', { name: t('search.label') })
  await search.fill('witcher')
  await search.press('Enter')
  await expect(again).toBeVisible()
  await speak()
  await again.click()
  await expect(main.getByRole('link', { name: /Witcher/ }).first()).toBeVisible()
  expect(troubles.splice(0).filter((text) => !text.includes('error.offline'))).toEqual([])
})

test('where the shop says nothing any more, the checkout can be asked for again, and has what was to be bought', async ({
  page,
  troubles,
}) => {
  const { fallSilent, speak } = await silences(page)
  await page.goto('/rpg-games/elden-ring')
  const main = page.getByRole('main')
  await main.getByRole('spinbutton').first().fill('3')
  const asked = page.waitForRequest('**/prod-api/api/check/paymentlist*')
  await fallSilent()
  await main
    .getByRole('button', { name: t('product.buyNow'), exact: true })
    .first()
    .click()
  await asked
  const again = page.getByRole('button', { name: t('error.retry') })
  await expect(again).toBeVisible()
  await expect(page.getByText(t('error.offline'))).toBeVisible()
  await speak()
  await again.click()
  await expect(main.getByRole('spinbutton').first()).toHaveValue('3')
  expect(troubles.splice(0).filter((text) => !text.includes('error.offline'))).toEqual([])
})
