// What the operator writes: content pages, contact data, news, the feed.
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')

const PAGES: [path: string, name: string, heading: string][] = [
  ['/about-us', 'about', 'Where the keys come from'],
  ['/contact-us', 'contact', 'Before you write'],
  ['/shipping', 'shipping', 'How your order reaches you'],
  ['/refund-policy', 'refunds', 'When you get your money back'],
  ['/condition', 'conditions', 'How a contract comes about'],
  ['/privacy-policy', 'privacy', 'What is kept in your browser'],
  ['/affiliate', 'affiliate', 'What you get'],
  ['/accessibility', 'accessibility', 'Tell us about a barrier'],
]

for (const [path, name, heading] of PAGES) {
  test(`${path} shows its text beside the menu of its sisters`, async ({ page, baseURL }) => {
    const title = t(`content.pages.${name}`)
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible()
    await expect(page).toHaveTitle(t('content.headTitle', { name: title }))
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${path}`)
    const menu = page.getByRole('main').getByRole('navigation', { name: t('content.menu') })
    await expect(menu.getByRole('link')).toHaveText(PAGES.map(([, sister]) => t(`content.pages.${sister}`)))
    await expect(menu.getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page')
  })
}

for (const language of ['en-US', 'ar']) {
  test(`in ${language} the menu shows which page this is, and the page stays at its top`, async ({ page }) => {
    await page.goto(`/accessibility?lang=${language}`)
    const menu = page.getByRole('main').getByRole('navigation').last()
    await expect(menu.locator('[aria-current]')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
}

test('from one page to the next, the frame is there before the text', async ({ page }) => {
  await page.goto('/about-us')
  await page.route('**/api/website/info/16', async (route) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('content.pages.shipping'))
    await route.continue()
  })
  await page
    .getByRole('main')
    .getByRole('link', { name: t('content.pages.shipping') })
    .click()
  await expect(page.getByRole('heading', { name: 'How your order reaches you' })).toBeVisible()
  await expect(page).toHaveTitle(t('content.headTitle', { name: t('content.pages.shipping') }))
})

test('the contact page says every way to reach the shop', async ({ page }) => {
  await page.goto('/contact-us')
  const facts = page.getByRole('region', { name: t('content.contact.title') })
  await expect(facts.getByRole('link', { name: 'support@latchkey.example' })).toHaveAttribute('href', /^mailto:/)
  await expect(facts.getByRole('link', { name: '+1 555-0100' })).toHaveAttribute('href', 'tel:+15550100')
  await expect(facts.getByText('24 hours a day, every day')).toBeVisible()
  await expect(facts.getByText('Latchkey B.V.')).toBeVisible()
  await expect(facts.getByRole('link', { name: 'Discord' })).toHaveAttribute('href', 'https://discord.example/latchkey')
})

test.describe('news', () => {
  test('come twelve a page, the newest first, with real links to the next', async ({ page }) => {
    await page.goto('/news')
    const main = page.getByRole('main')
    await expect(main.getByRole('article')).toHaveCount(12)
    await expect(main.getByRole('article').first()).toContainText('Silksong')
    const times = await main
      .locator('article time')
      .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))
    expect(times).toEqual([...times].sort().reverse())
    await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute('href', '/news/rss.xml')
    await main.getByRole('link', { name: t('content.news.nextPage') }).click()
    await expect(page).toHaveURL(/\/news\?page=2$/)
    await expect(main.getByRole('article')).toHaveCount(4)
    await expect(page).toHaveTitle(t('content.news.headTitlePage', { page: 2 }))
  })

  test('past their end, or with no page number, lead back', async ({ page }) => {
    await page.goto('/news?page=9')
    await expect(page.getByRole('heading', { name: t('content.news.pastEndTitle', { page: 9 }) })).toBeVisible()
    await page.getByRole('link', { name: t('content.news.firstPage') }).click()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(12)
    await page.goto('/news?page=x')
    await expect(page).toHaveURL(/\/news$/)
  })

  test('are read with author, date and count, and lead on to their neighbours', async ({ page }) => {
    await page.goto('/news')
    const counted = page.waitForResponse((response) => response.url().endsWith('/click') && response.ok())
    await page.getByRole('link', { name: 'Which region do I need?' }).click()
    await expect(page).toHaveURL(/\/newsInfo\?id=\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Which region do I need/)
    await expect(page.getByText(t('content.news.by', { author: 'Tomás Ferreira' }))).toBeVisible()
    const date = page.getByRole('article').locator('time').first()
    const written = new Date((await date.getAttribute('datetime'))!)
    expect(written.getTime()).toBeLessThan(Date.now())
    const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(written)
    await expect(date).toHaveText(long)
    await expect(page.getByRole('heading', { level: 2, name: 'How to check' })).toBeVisible()
    const { data } = await (await counted).json()
    expect(data.comments).toBeGreaterThan(0)
    await expect(page.getByText(new RegExp(`^${data.comments} reads?$`))).toBeVisible()
    const around = page.getByRole('navigation', { name: t('content.news.goOn') })
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await expect(around.getByRole('link', { name: /Silksong/ })).toBeVisible()
    await around.getByRole('link', { name: /Clair Obscur/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Clair Obscur/)
    await page
      .getByRole('article')
      .getByRole('link', { name: /Expedition 33/ })
      .click()
    await expect(page).toHaveURL(/\/rpg-games\/clair-obscur-expedition-33$/)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  for (const path of ['/newsInfo', '/newsInfo?id=999999', '/newsInfo?id=x', '/newsInfo?id=1%27']) {
    test(`${path} is not found`, async ({ page, troubles }) => {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('error.notFound'))
      troubles.splice(0)
    })
  }

  test('are shared by their address', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/news')
    await page.getByRole('link', { name: 'Which region do I need?' }).click()
    await page.getByRole('button', { name: t('content.news.share') }).click()
    await expect(page.getByText(t('content.news.linkCopied'))).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  })

  test('come as a feed that a reader understands', async ({ page, request }) => {
    await page.goto('/news')
    const feed = await request.get(
      (await page.getByRole('link', { name: t('content.news.feedLink') }).getAttribute('href'))!,
    )
    expect(feed.headers()['content-type']).toContain('application/rss+xml')
    const read = await page.evaluate(
      (text) => {
        const xml = new DOMParser().parseFromString(text, 'application/xml')
        return {
          broken: xml.querySelector('parsererror') !== null,
          links: [...xml.querySelectorAll('item > link')].map((link) => link.textContent),
        }
      },
      await feed.text(),
    )
    expect(read.broken).toBe(false)
    expect(read.links).toHaveLength(16)
    for (const link of read.links.slice(0, 2)) expect((await request.get(link!)).status()).toBe(200)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages and news are read, page by page', async ({ page }) => {
    await page.goto('/refund-policy')
    await expect(page.getByRole('heading', { name: 'How to ask' })).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: t('content.pages.privacy') })
      .click()
    await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible()
    await page.goto('/news')
    await page
      .getByRole('main')
      .getByRole('link', { name: t('content.news.nextPage') })
      .click()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(4)
    await page.getByRole('main').getByRole('article').getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: t('content.news.share') })).toBeHidden()
  })
})
