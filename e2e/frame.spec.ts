// What stands around every page: header, footer, the visit log; and that it is of use without JavaScript.
import type { Page } from '@playwright/test'
import { categories } from '../src/demo/catalogue/categories.ts'
import { expectAlive } from './support/checks.ts'
import { cookieOf } from './support/cookies.ts'
import { expect, inLanguage, LANGUAGES, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')
const footer = (page: Page) => page.getByRole('contentinfo')

test('the header stays from 48 px of scroll on, at every width', async ({ page }) => {
  await page.goto('/pc-games')
  const search = page.getByRole('search')
  const y = async (scroll: number) => {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scroll)
    return (await search.boundingBox())!.y
  }
  for (const width of [390, 576, 768, 992, 1200, 1400]) {
    await page.setViewportSize({ width, height: 800 })
    const stuck = await y(900)
    expect([await y(0), await y(47), await y(48), await y(49)], `${width} px`).toEqual([
      stuck + 48,
      stuck + 1,
      stuck,
      stuck,
    ])
    await expect(search).toBeInViewport()
  }
})

test('what the search field asks for is whole on the narrowest phone, in every language', {
  tag: '@once:phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const language of LANGUAGES) {
    await page.goto(inLanguage('/about-us', language))
    const field = page.getByRole('search').getByRole('combobox')
    const room = await field.evaluate((input: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      const paper = document.createElement('canvas').getContext('2d')!
      paper.font = font
      const inside = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      return inside - paper.measureText(input.placeholder).width
    })
    expect.soft(room, language).toBeGreaterThanOrEqual(0)
  }
})

test('the header has the shop’s contact and the links to its other pages', async ({ page, isMobile }) => {
  await page.goto('/')
  if (isMobile) await page.getByRole('button', { name: t('shell.menu') }).click()
  const place = isMobile ? page.getByRole('dialog', { name: t('shell.menu') }) : page.getByRole('banner')
  for (const [key, href] of [
    ['shell.news', '/news'],
    ['shell.wholesale', '/wholesale'],
    ['shell.sellToUs', '/sale'],
    ['shell.feedback', '/feedback'],
  ] as const)
    await expect(place.getByRole('link', { name: t(key) })).toHaveAttribute('href', href)
  await expect(place.locator('a[href="mailto:support@latchkey.example"]')).toBeVisible()
  await expect(place.getByRole('link', { name: t('shell.chat') })).toHaveAttribute('href', /^https:/)
})

test('from 992 px on the header itself has the links and the categories', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByText(t('shell.welcome'))).toBeVisible()
  // Specification §9; a menu button was there before.
  for (const width of [992, 1199]) {
    await page.setViewportSize({ width, height: 800 })
    for (const key of ['shell.news', 'shell.wholesale', 'shell.sellToUs', 'shell.feedback'])
      await expect(header.getByRole('link', { name: t(key) }), `${key} at ${width} px`).toBeVisible()
  }
  // Whoever works in the back office meanwhile may have made more.
  const shelves = header.getByRole('navigation', { name: t('shell.categories') }).locator('> ul > li')
  const tops = categories.filter(({ parent }) => parent === null)
  expect(tops).toHaveLength(5)
  for (const { slug } of tops) await expect(shelves.locator(`> a[href="/${slug}"]`)).toBeVisible()
})

test('where in the categories one is stands in the cookie navIndex', { tag: '@once:phone' }, async ({
  page,
  context,
}) => {
  await page.goto('/')
  expect(await cookieOf(context, 'navIndex')).toBeUndefined()
  for (const path of ['/pc-games', '/nintendo-cards']) {
    await page.goto(path)
    await expect.poll(() => cookieOf(context, 'navIndex')).toMatch(/^[1-9]$/)
  }
  await page.goto('/news')
  await expect.poll(() => cookieOf(context, 'navIndex')).toBe('0')
})

test('ten suggestions at most, four in sight, fifty characters', { tag: '@once:phone' }, async ({ page }) => {
  await page.goto('/')
  const box = page.getByRole('combobox', { name: t('search.label') })
  await expect(box).toHaveAttribute('maxlength', '50')
  await box.pressSequentially('s', { delay: 10 })
  const list = page.getByRole('listbox', { name: t('search.suggestions') })
  await expect(list.getByRole('option').first()).toBeVisible()
  const count = await list.getByRole('option').count()
  expect(count).toBeGreaterThan(4)
  expect(count).toBeLessThanOrEqual(10)
  const frame = (await list.boundingBox())!
  const bottoms = await list
    .getByRole('option')
    .evaluateAll((options) => options.map((o) => o.getBoundingClientRect().bottom))
  expect(bottoms.filter((bottom) => bottom <= frame.y + frame.height)).toHaveLength(4)
})

test('what is suggested stands in 550 px', { tag: '@once:desktop' }, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: t('search.label') }).pressSequentially('s')
  const list = page.getByRole('listbox', { name: t('search.suggestions') })
  await expect(list.getByRole('option').first()).toBeVisible()
  expect((await list.boundingBox())!.width).toBeGreaterThan(540)
  expect((await list.boundingBox())!.width).toBeLessThanOrEqual(550)
})

test('the cart: 400 px under the pointer, a drawer on phones, and only when something is in it', async ({
  page,
  isMobile,
}) => {
  await page.goto('/')
  const button = page.getByRole('banner').locator('a[href="/checkout"]')
  const panel = page.getByRole('region', { name: t('cart.title') })
  await button.hover()
  await page.waitForLoadState('networkidle')
  await expect(panel).toBeHidden()
  await page.goto('/rpg-games/elden-ring')
  await page
    .getByRole('button', { name: t('product.addToCart') })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page.getByRole('link', { name: t('cart.button_one', { count: 1 }) })).toBeVisible()
  if (isMobile) {
    await button.click()
    await expect(page.getByRole('dialog', { name: t('cart.title') })).toBeVisible()
  } else {
    await page.mouse.move(600, 600)
    await button.hover()
    await expect(panel).toBeVisible()
    await expect.poll(async () => (await panel.locator('> div').boundingBox())?.width).toBe(400)
  }
})

test('the footer names the shop, its hours, its networks and every page there is', { tag: '@once:phone' }, async ({
  page,
  request,
}) => {
  await page.goto('/')
  const { data } = await (await request.get('/prod-api/api/website/shell')).json()
  for (const text of [data.phone, data.hours, data.company, t('shell.footer.refunds')])
    await expect(footer(page).getByText(text, { exact: true })).toBeVisible()
  await expect(footer(page).locator(`a[href="mailto:${data.email}"]`)).toBeVisible()
  for (const { name, url } of data.social)
    await expect(footer(page).getByRole('link', { name: `${name} ${t('shell.footer.elsewhere')}` })).toHaveAttribute(
      'href',
      url,
    )
  await expect(
    footer(page).getByRole('link', { name: `${t('shell.footer.track')} ${t('shell.footer.elsewhere')}` }),
  ).toHaveAttribute('href', data.tracking)
  await expect(footer(page).getByRole('link', { name: t('shell.footer.withdraw') })).toHaveAttribute(
    'href',
    '/withdraw',
  )
  await expect(footer(page).getByText(`© 2021–${new Date().getUTCFullYear()} Latchkey`)).toBeVisible()

  const inside = await footer(page)
    .locator('a[href^="/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')!))])
  for (const path of [
    '/about-us',
    '/contact-us',
    '/privacy-policy',
    '/news',
    '/wholesale',
    '/sale',
    '/feedback',
    '/accessibility',
  ])
    expect(inside).toContain(path)
  for (const path of inside) expect((await request.get(path)).status(), path).toBe(200)
})

test('payment marks are those of the connected providers', { tag: '@once:phone' }, async ({ page, request }) => {
  await page.goto('/pc-games')
  const { data } = await (await request.get('/prod-api/api/check/paymentlist')).json()
  const marks = footer(page).getByRole('list', { name: t('shell.payWith') })
  for (const [type, mark] of [
    ['stripe', 'Visa'],
    ['payssion', 'Payssion'],
  ])
    await expect(marks.getByText(new RegExp(`^${mark}`))).toHaveCount(
      data.some((method: { type: string }) => method.type === type) ? 1 : 0,
    )
  // A balance is no way to pay for who has no account.
  const open: { type: string }[] = data.filter(({ forMembers }: { forMembers: boolean }) => !forMembers)
  expect(data.length).toBeGreaterThan(open.length)
  await expect(marks.getByRole('listitem')).toHaveCount(new Set(open.map(({ type }) => type)).size)
})

test('every page that is opened is told once, by its path alone, and never by a program', {
  tag: '@once:phone',
}, async ({ page }) => {
  const visits: unknown[] = []
  page.on('request', (request) => request.url().endsWith('/saveVisit') && visits.push(request.postDataJSON()))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(visits).toEqual([])
  await page.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }))
  await page.goto('/search?name=secret')
  await expect.poll(() => visits).toEqual([{ toUrl: '/search', fromUrl: '' }])
  const wholesale = footer(page).getByRole('link', { name: t('shell.wholesale') })
  await expectAlive(wholesale)
  await wholesale.click()
  await expect.poll(() => visits.slice(1)).toEqual([{ toUrl: '/wholesale', fromUrl: '/search' }])
  await page.goBack()
  await expect.poll(() => visits.slice(2)).toEqual([{ toUrl: '/search', fromUrl: '/wholesale' }])
  // Another search is another navigation; a jump within the page is none.
  const search = page.getByRole('search').getByRole('combobox')
  await search.fill('ring')
  await search.press('Enter')
  await expect.poll(() => visits.slice(3)).toEqual([{ toUrl: '/search', fromUrl: '/search' }])
})

test('who asked not to be followed is not', { tag: '@once:phone' }, async ({ page }) => {
  const visits: unknown[] = []
  page.on('request', (request) => request.url().endsWith('/saveVisit') && visits.push(1))
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'webdriver', { get: () => false })
    Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true })
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(visits).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the links of header and footer lead where they say, and forms say what else one can do', async ({
    page,
    isMobile,
  }) => {
    await page.goto('/')
    await footer(page)
      .getByRole('link', { name: t('shell.wholesale') })
      .click()
    await expect(page).toHaveURL(/\/wholesale$/)
    await expect(page.getByText(t('enquiries.noScript', { email: 'support@latchkey.example' }))).toBeVisible()
    await expect(page.getByRole('textbox', { name: t('enquiries.name') })).toBeHidden()
    await expect(footer(page).getByRole('textbox', { name: t('newsletter.email') })).toBeHidden()
    await expect(footer(page).getByRole('button', { name: t('shell.footer.privacyChoices') })).toBeHidden()
    if (isMobile) {
      await page.getByRole('button', { name: t('shell.menu') }).click()
      await expect(page).toHaveURL(/#categories$/)
      await footer(page).getByRole('link', { name: 'Gift cards' }).click()
    } else await page.getByRole('banner').getByRole('link', { name: 'Gift cards' }).click()
    await expect(page).toHaveURL(/\/gift-cards$/)
  })

  for (const path of ['/order', '/withdraw', '/login', '/register', '/forgot', '/confirm-registration'])
    test(`nothing at ${path} can be filled in and sent to nobody`, { tag: '@once:phone' }, async ({ page }) => {
      await page.goto(path)
      const main = page.getByRole('main')
      await expect(main.locator('noscript > *')).toContainText('JavaScript')
      await expect(main.locator('form, button').filter({ visible: true })).toHaveCount(0)
    })
})
