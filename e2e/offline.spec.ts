// The connection goes just before code is fetched that a first visit did not bring: the page stays, nothing typed is lost,
// and what was pressed comes with the connection.
import type { Locator, Page, Route } from '@playwright/test'
import { expectAlive } from './support/checks.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { memberWordsOf } from './support/members.ts'
import { button, codeAsked, EMAIL, forgetLost, GAME } from './support/offline.ts'
import { fillCart } from './support/shopping.ts'

const t = wordsOf('en-US')
/** A page that opens at its footer, which is alive then. */
const FOOTER = '/news#categories'

const dialog = (key: string) => (page: Page) => page.getByRole('dialog', { name: t(key) })
const field = (page: Page, key: string) => page.getByRole('main').getByLabel(t(key), { exact: true })

interface Part {
  name: string
  path: string
  only?: 'phone'
  press: (page: Page) => Promise<void>
  comes: (page: Page) => Locator
}

const PARTS: readonly Part[] = [
  {
    name: 'the menu',
    path: '/news',
    only: 'phone',
    press: (page) => button('shell.menu')(page).click(),
    comes: dialog('shell.menu'),
  },
  {
    name: 'the filters',
    path: '/pc-games',
    only: 'phone',
    press: (page) => button('list.filters')(page).click(),
    comes: dialog('list.filters'),
  },
  {
    name: 'the cart',
    path: '/news',
    only: 'phone',
    press: (page) => page.getByRole('banner').locator('a[href="/checkout"]').click(),
    comes: dialog('cart.title'),
  },
  {
    name: 'the footer, with the privacy choices behind its button',
    path: '/news',
    press: (page) => button('shell.footer.privacyChoices')(page).click(),
    comes: dialog('shell.consent.title'),
  },
  {
    name: 'the privacy choices',
    path: FOOTER,
    press: (page) => button('shell.footer.privacyChoices')(page).click(),
    comes: dialog('shell.consent.title'),
  },
  {
    name: 'the question about remembering',
    path: GAME,
    press: (page) => page.keyboard.press('Shift'),
    comes: (page) => page.getByRole('region', { name: t('shell.consent.question') }),
  },
  {
    name: 'the condition of a product',
    path: '/nintendo-cards/nintendo-eshop-card-japan',
    press: (page) => button('product.addToCart')(page).click(),
    comes: (page) => page.getByRole('dialog'),
  },
  {
    name: 'the form for a review',
    path: `${GAME}#ratings`,
    press: (page) => button('feedback.write')(page).click(),
    comes: (page) => page.getByRole('form', { name: t('feedback.formTitle') }),
  },
  {
    name: 'suggestions',
    path: '/news',
    press: (page) => page.getByRole('combobox', { name: t('search.label') }).fill('elden'),
    comes: (page) =>
      page
        .getByRole('listbox', { name: t('search.suggestions') })
        .getByRole('option')
        .first(),
  },
]

for (const { name, path, only, press, comes } of PARTS) {
  // Where there is room, what is only for phones is on the page.
  const tag = only ? `@${only}` : []
  test(`${name}, wanted without a connection, comes with it`, { tag }, async ({ page, context, troubles }) => {
    await fillCart(context, { [GAME]: 1 })
    await page.goto(path, { waitUntil: 'networkidle' })
    await context.setOffline(true)
    const asked = codeAsked(page)
    await press(page)
    await expect(page.getByText(t('shell.offline'))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(t('error.title'))
    await expect(comes(page)).toBeHidden()
    expect(asked).toEqual([])
    await context.setOffline(false)
    await expect(comes(page)).toBeVisible()
    forgetLost(troubles)
  })
}

test('that the connection is away is said in a dialog, too, which lies over the page', async ({ page, context }) => {
  await page.goto(FOOTER, { waitUntil: 'networkidle' })
  await button('shell.footer.privacyChoices')(page).click()
  const choices = dialog('shell.consent.title')(page)
  const away = choices.getByRole('status').filter({ hasText: t('shell.offline') })
  await expect(choices).toBeVisible()
  await context.setOffline(true)
  await expect(away).toBeInViewport()
  await context.setOffline(false)
  await expect(away).toHaveCount(0)
})

test('what was wanted comes when the connection is back unnoticed', async ({ page, context, troubles }) => {
  await page.goto('/news', { waitUntil: 'networkidle' })
  const looks: Route[] = []
  await page.route('**/healthz', (route) => void looks.push(route))
  await context.setOffline(true)
  await button('shell.footer.privacyChoices')(page).click()
  await expect.poll(() => looks.length).toBeGreaterThan(0)
  await context.setOffline(false)
  await expect(page.getByText(t('shell.offline'))).toBeHidden()
  for (const look of looks) await look.abort('internetdisconnected')
  await expect(dialog('shell.consent.title')(page)).toBeVisible()
  forgetLost(troubles)
})

test('the newsletter’s address waits for the connection and is sent then', async ({ page, context, troubles }) => {
  await page.goto(FOOTER, { waitUntil: 'networkidle' })
  const box = page.getByRole('textbox', { name: t('newsletter.email') })
  await context.setOffline(true)
  const asked = codeAsked(page)
  await box.fill(EMAIL)
  await page.getByRole('button', { name: t('newsletter.subscribe') }).click()
  await expect(box).toHaveValue(EMAIL)
  expect(asked).toEqual([])
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: t('newsletter.subscribed') })).toBeVisible()
  forgetLost(troubles)
})

for (const [from, path, title] of [
  [FOOTER, '/order', t('findOrder.title')],
  ['/login', '/register', memberWordsOf('en-US')('register.title')],
] as const)
  test(`a link to ${path} without a connection says so in the shop, and the page comes with the connection`, async ({
    page,
    context,
    troubles,
  }) => {
    await page.goto(from, { waitUntil: 'networkidle' })
    await page.evaluate(() => Object.assign(window, { stays: true }))
    await context.setOffline(true)
    await page.locator(`a[href="${path}"]:visible`).first().click()
    await expect(page.getByRole('heading', { level: 1, name: t('error.title') })).toBeVisible()
    await expect(page.getByText(t('error.offline'))).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(await page.evaluate(() => 'stays' in window)).toBe(true)
    expect(troubles.splice(0).filter((text) => !/ERR_INTERNET_DISCONNECTED|offline: /.test(text))).toEqual([])
  })

test('what came while there was a connection goes on without it', async ({ page, context, troubles }) => {
  await page.goto(FOOTER, { waitUntil: 'networkidle' })
  const box = page.getByRole('textbox', { name: t('newsletter.email') })
  await box.fill('ada')
  await box.blur()
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await context.setOffline(true)
  await box.fill(EMAIL)
  await expect(box).not.toHaveAttribute('aria-invalid')
  await context.setOffline(false)
  forgetLost(troubles)
})

test('a shop on the same machine needs no connection', async ({ page, context }) => {
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }))
  await page.goto(FOOTER)
  const box = page.getByRole('textbox', { name: t('newsletter.email') })
  await expectAlive(box)
  await box.fill(EMAIL)
  await page.getByRole('button', { name: t('newsletter.subscribe') }).click()
  await expect(page.getByRole('status').filter({ hasText: t('newsletter.subscribed') })).toBeVisible()
})

test('a file that could not be had once, though the browser says that it is online, is asked for again; nothing typed is lost', async ({
  page,
  troubles,
}) => {
  await page.goto(FOOTER)
  let lost = 0
  await page.route(/\/assets\/newsletter-send.*\.js$/, (route) =>
    route.request().method() === 'GET' && lost++ === 0 ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.evaluate(() => {
    document.title = 'stays'
  })
  const box = page.getByRole('textbox', { name: t('newsletter.email') })
  await expectAlive(box)
  await box.fill(EMAIL)
  await page.getByRole('button', { name: t('newsletter.subscribe') }).click()
  await expect(page.getByRole('status').filter({ hasText: t('newsletter.subscribed') })).toBeVisible()
  await expect(page).toHaveTitle('stays')
  expect(lost).toBeGreaterThan(0)
  forgetLost(troubles)
})

test('a file that is gone loads the page anew, and what was typed into a form is there again', async ({
  page,
  troubles,
}) => {
  await page.goto('/wholesale')
  await page.evaluate(() => {
    document.title = 'goes'
  })
  await page.route(/\/assets\/form-check.*\.js$/, (route) => route.fulfill({ status: 404 }))
  const reloaded = page.waitForEvent('load')
  await field(page, 'enquiries.email').fill(EMAIL)
  await reloaded
  await expect(page).not.toHaveTitle('goes')
  await expect(field(page, 'enquiries.email')).toHaveValue(EMAIL)
  troubles.splice(0)
})
