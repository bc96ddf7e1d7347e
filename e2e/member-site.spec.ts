// Where members log in at another site, whatever leads to logging in here leads there, with the way back.
import { test as base, expect, wordsOf } from './support/fixtures.ts'
import { startShop } from './support/shop.ts'

const t = wordsOf('en-US')
const MEMBERS = 'https://members.example'

const test = base.extend<object, { origin: string }>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    async ({}, use) => {
      const shop = await startShop('elsewhere', { MEMBER_SITE_URL: MEMBERS })
      await use(shop.origin)
      await shop.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ origin }, use) => use(origin),
})

test('a page of members and the header lead to the other site', async ({ page, isMobile }) => {
  await page.route(`${MEMBERS}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Members</h1>' }))
  const isThere = (path: string, to: string) =>
    expect(page).toHaveURL(({ origin, pathname, searchParams }) => {
      return origin === MEMBERS && pathname === path && searchParams.get('to') === to
    })
  await page.goto('/my-order')
  await isThere('/login', '/my-order')
  await page.goto('/')
  // On a phone one icon is the way to both.
  if (isMobile) {
    await page
      .getByRole('banner')
      .getByRole('link', { name: t('shell.account') })
      .click()
    await isThere('/login', '/my-account')
  } else {
    const signUp = page.getByRole('link', { name: t('shell.signUp') }).first()
    await expect(signUp).toHaveAttribute('href', `${MEMBERS}/register`)
  }
  const answer = await page.request.get('/register', { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([302, `${MEMBERS}/register`])
})
