// From page to page: the next one's frame at once, the same one changed in place, a step back without loading.
import { chromium, type Page, type Request } from '@playwright/test'
import { expectAlive } from './support/checks.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')

/** Holds every answer back, of the API or at addresses like this, until the returned function is called. */
async function holdAnswers(page: Page, addresses = '**/prod-api/**'): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('another page shows its frame before its content is there', async ({ page }) => {
  await page.goto('/rpg-games')
  const release = await holdAnswers(page)
  // Past the prefetching that a pointer sets off: as a tap on a slow line.
  await page.getByRole('link', { name: 'Elden Ring' }).first().dispatchEvent('click')
  await expect(page).toHaveURL(/elden-ring/)
  await expect(page.locator('main [aria-busy=true]')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Elden Ring' })).toBeVisible()
})

test('a filter keeps the old list in sight until the new one is there', async ({ page }) => {
  await page.goto('/rpg-games')
  const before = await page.getByRole('region', { name: 'Products' }).getByRole('heading').allInnerTexts()
  const release = await holdAnswers(page)
  await page.getByLabel('Sort by').first().selectOption('3')
  await expect(page.locator('section[aria-busy=true]')).toBeVisible()
  expect(await page.getByRole('region', { name: 'Products' }).getByRole('heading').allInnerTexts()).toEqual(before)
  release()
  await expect(page).toHaveURL(/sort=3/)
  await expect(page.locator('section[aria-busy=true]')).toHaveCount(0)
})

test('who scrolls while the page comes alive stays there, and a reload comes back to it', async ({ page }) => {
  const release = await holdAnswers(page, '**/assets/*.js')
  await page.goto('/rpg-games', { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await page.evaluate(() => scrollTo(0, 700))
  release()
  await expectAlive(page.getByRole('main'))
  await page.waitForLoadState('networkidle')
  const place = () => page.evaluate(() => scrollY)
  // A line more or less above, in another font, moves the window along with what it shows.
  const there = async () => Math.abs((await place()) - 700) < 60
  await expect.poll(there).toBe(true)
  await page.reload()
  await expectAlive(page.getByRole('main'))
  await expect.poll(there).toBe(true)
  // From there on another page begins at its top, and a step back leads to where one was.
  await page.getByRole('main').getByRole('link', { name: 'Elden Ring' }).first().dispatchEvent('click')
  await expect(page.getByRole('heading', { level: 1, name: 'Elden Ring' })).toBeVisible()
  await expect.poll(place).toBe(0)
  await page.goBack()
  await expect.poll(there).toBe(true)
})

test('what is typed before the page is alive counts: a search, and how many', async ({ page }) => {
  const release = await holdAnswers(page, '**/assets/*.js')
  // Of more than ten nobody is told how many there are.
  await page.goto('/horror-games/silent-hill-2', { waitUntil: 'commit' })
  const box = page.getByRole('region', { name: t('product.bestOffer') })
  const [search, quantity] = [page.getByRole('combobox', { name: t('search.label') }), box.getByRole('spinbutton')]
  await search.fill('cyber')
  await quantity.fill('500')
  await quantity.blur()
  release()
  await expect(box.getByText(/only \d+ left/)).toBeVisible()
  await expect(quantity).toHaveValue('500')
  await expect(search).toHaveValue('cyber')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/search\?name=cyber$/)
})

/** In the page: follows a link of the header in the first task after it has come alive. */
function leaveAtFirstSign() {
  const channel = new MessageChannel()
  channel.port1.onmessage = () => {
    const link = document.querySelector<HTMLElement>('header a[href="/gift-cards"]')
    if (link && Object.keys(link).some((key) => key.startsWith('__reactProps'))) link.click()
    else channel.port2.postMessage('')
  }
  channel.port2.postMessage('')
}

test('who leaves a page before all of it has come alive arrives', async ({ page }) => {
  await page.addInitScript(leaveAtFirstSign)
  await page.goto('/rpg-games/elden-ring')
  await expect(page).toHaveURL(/gift-cards/)
  await expect(page.getByRole('heading', { level: 1, name: 'Gift cards' })).toBeVisible()
})

test('a step back comes from the browser’s back/forward cache', async ({ baseURL, viewport }) => {
  // Playwright switches that cache off, and a browser without windows has none; a visitor's browser has it.
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_WHOLE || process.env.CHROMIUM || undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    for (const path of ['/', '/rpg-games', '/rpg-games/elden-ring', '/checkout']) {
      const context = await browser.newContext({ viewport, baseURL })
      const [page, witness] = [await context.newPage(), await context.newPage()]
      await witness.goto('/robots.txt')
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.evaluate(() => {
        addEventListener('pageshow', (event) => localStorage.setItem('shownFromCache', String(event.persisted)))
      })
      await page.goto('/prod-api/docs')
      // A page that comes back from the cache is out of the test's reach; what it wrote is not.
      await page.evaluate(() => history.back()).catch(() => {})
      await expect.poll(() => witness.evaluate(() => localStorage.getItem('shownFromCache')), path).toBe('true')
      await context.close()
    }
  } finally {
    await browser.close()
  }
})

test('a link to a page whose file was replaced by an update leads there all the same', async ({ page, troubles }) => {
  await page.goto('/rpg-games')
  await expectAlive(page.getByRole('main'))
  let missed = 0
  await page.route('**/assets/_category._product-*.js', (route) => (missed++ === 0 ? route.abort() : route.continue()))
  const loaded = page.waitForEvent('load')
  await page.getByRole('main').getByRole('link', { name: 'Elden Ring' }).first().dispatchEvent('click')
  await loaded
  await expect(page).toHaveURL(/elden-ring/)
  await expect(page.getByRole('heading', { level: 1, name: 'Elden Ring' })).toBeVisible()
  await expectAlive(page.getByRole('main'))
  expect(missed).toBeGreaterThan(1)
  troubles.splice(0)
})

test('where no time can be noted, a page whose files are gone stays: nothing would end the loop', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new Error('full')
    }
  })
  await page.goto('/news')
  await expectAlive(page.getByRole('main'))
  const looks: string[] = []
  page.on('request', (request) => request.method() === 'HEAD' && looks.push(request.url()))
  await page.evaluate(() => {
    document.title = 'stays'
    window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
  })
  await page.evaluate(() => fetch('/robots.txt'))
  expect(looks).toEqual([])
  await expect(page).toHaveTitle('stays')
})

test('a page whose files were replaced by an update loads itself anew, once', async ({ page, troubles }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.route('**/assets/**.js', (route) => route.abort())
  const lose = () => page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true })))
  const looks = (request: Request) => request.method() === 'HEAD' && request.url() === page.url()
  const reloaded = page.waitForEvent('framenavigated')
  await lose()
  await reloaded
  await page.unroute('**/assets/**.js')
  await page.reload()
  await expectAlive(page.getByRole('main'))
  // Within the same minute it stays, so that a file which stays lost ends in a message and not in a loop.
  const again: Request[] = []
  page.on('request', (request) => looks(request) && again.push(request))
  await lose()
  await page.evaluate(() => fetch('/robots.txt'))
  expect(again).toEqual([])
  // A minute later it looks whether the shop answers, and stays while it does not, whatever the browser says of its line.
  await page.evaluate(() => {
    const at = Number(sessionStorage.getItem('reloadedAt'))
    if (!(at > Date.now() - 60_000)) throw new Error('the reload was not noted')
    sessionStorage.setItem('reloadedAt', String(Date.now() - 60_001))
  })
  await page.route(page.url(), (route) => route.abort())
  const unanswered = page.waitForEvent('requestfailed', looks)
  await lose()
  await unanswered
  expect(await page.evaluate(() => Date.now() - Number(sessionStorage.getItem('reloadedAt')))).toBeGreaterThan(60_000)
  await page.unroute(page.url())
  const answered = page.waitForEvent('framenavigated')
  await lose()
  await answered
  troubles.splice(0)
})
