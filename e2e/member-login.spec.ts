// Signing in and out: the login, the way there and back, and what the frame says of a member (specification §2, §5).
import type { Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { axe } from './support/axe.ts'
import { emailField } from './support/checkout.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { memberWordsOf, signIn, test } from './support/members.ts'
import { fillCart } from './support/shopping.ts'

const PASSWORD = 'correct horse'

async function typeNote(page: Page) {
  await page.getByText(wordsOf('en-US')('checkout.note.title')).click()
  await page.getByLabel(wordsOf('en-US')('checkout.note.label')).fill('A gift')
}

/** As it hears of somebody who comes back to it: in tests every page has the focus all the time. */
const comeBack = (page: Page) => page.evaluate(() => void setTimeout(() => dispatchEvent(new Event('focus'))))

for (const language of ['en-US', 'ar'])
  test(`a visitor is sent to the login, signs in and is where he wanted to be (${language})`, async ({ page, db }) => {
    const t = memberWordsOf(language)
    const member = await addMember({ db }, { password: PASSWORD })
    await page.goto(inLanguage('/my-account', language))
    await page.waitForURL(/\/login\?/)
    await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible()
    expect(await tooWide(page)).toEqual([])
    expect(await axe(page)).toEqual([])
    await page.getByLabel(t('login.name')).fill(member.email)
    await page.getByLabel(t('login.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
    await page.waitForURL(/\/my-account/)
    await expect(page.getByText(member.email)).toBeVisible()
    expect(await axe(page)).toEqual([])
    await page
      .getByRole('button', { name: t('nav.logout') })
      .first()
      .click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/my-account')
    await page.waitForURL(/\/login\?/)
  })

test('a refused login says so, keeps the name and empties the password', { tag: '@once:phone' }, async ({
  page,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const member = await addMember({ db }, { password: PASSWORD })
  await page.goto('/login')
  await expect(page.getByLabel(t('login.name'))).toHaveAttribute('maxlength', '50')
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await expect(page.getByText(t('login.nameRequired'))).toBeVisible()
  await expect(page.getByText(t('login.passwordRequired'))).toBeVisible()
  await page.getByLabel(t('login.password'), { exact: true }).fill('12345')
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await expect(page.getByText(t('login.passwordShort'))).toBeVisible()
  // It says so when it is left already; the press was dealt with once it has led to the first that is wrong.
  await expect(page.getByLabel(t('login.name'))).toBeFocused()
  await page.getByLabel(t('login.name')).fill(member.username)
  await page.getByLabel(t('login.password'), { exact: true }).fill('not the one')
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await expect(page.getByText('The name or the password is not right.')).toBeVisible()
  await expect(page.getByLabel(t('login.name'))).toHaveValue(member.username)
  await expect(page.getByLabel(t('login.password'), { exact: true })).toHaveValue('')
  // The browser itself notes every answer that is none of 200.
  expect(troubles.splice(0)).toEqual([expect.stringContaining('422')])
})

test('every page of the member centre, and the one that pays from a balance, sends a visitor to the login', {
  tag: '@once:phone',
}, async ({ page }) => {
  const guarded = ['my-account', 'my-changepwd', 'my-order', 'my-address', 'my-notice', 'my-support']
  for (const name of [...guarded, 'balance-pay?orderId=1']) {
    await page.goto(`/${name}`)
    await page.waitForURL(/\/login\?/)
    expect(new URL(page.url()).searchParams.get('to')).toContain(name.split('?')[0])
  }
})

test('whose session ended meanwhile is sent to the login by the next press, and back', { tag: '@once:phone' }, async ({
  page,
  db,
  context,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const member = await addMember({ db }, { password: PASSWORD })
  await signIn(context, member)
  // What the page asks by itself must not be the first to hear of it.
  const asked = ['email', 'memberGroup', 'balance', 'points'].map((what) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(`/api/profile/${what}`)),
  )
  await page.goto('/my-account')
  const name = page.getByLabel(t('account.uname'), { exact: true })
  await name.fill('Ada Lovelace')
  for (const answer of asked) await (await answer).finished()
  await page.waitForLoadState('networkidle')
  await db.run(sql`delete from sessions where member_id = ${member.id}`)
  await page.getByRole('button', { name: t('account.save') }).click()
  await page.waitForURL(/\/login\?to=.*my-account/)
  await page.getByLabel(t('login.name')).fill(member.username)
  await page.getByLabel(t('login.password'), { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await page.waitForURL(/\/my-account/)
  // What was typed is there still.
  await expect(name).toHaveValue('Ada Lovelace')
  // The browser itself notes every answer that is none of 200.
  expect(troubles.splice(0).every((text) => text.includes('401'))).toBe(true)
})

test('whoever comes back to a page finds the member who has logged in in another tab since, and nothing that the one before typed', {
  tag: '@once:phone',
}, async ({ page, context, db, member }) => {
  const t = memberWordsOf('en-US')
  const name = page.getByLabel(t('account.uname'), { exact: true })
  await page.goto('/my-account')
  await name.fill('Ada Lovelace')
  const next = await addMember({ db })
  await signIn(context, next)
  await comeBack(page)
  await expect(page.getByText(next.email)).toBeVisible()
  await expect(page.getByText(member.email)).toHaveCount(0)
  await expect(name).toHaveValue(next.username)
})

test('whoever comes back to a page is a member once he has logged in in another tab, and none once he has logged out there', {
  tag: '@once:phone',
}, async ({ page, context, db }) => {
  const t = memberWordsOf('en-US')
  await page.goto('/login?to=%2Fmy-order')
  await signIn(context, await addMember({ db }))
  await comeBack(page)
  await page.waitForURL(/\/my-order/)
  await expect(page.getByRole('heading', { name: t('orders.empty') })).toBeVisible()
  await page.goto('/my-order')
  await expect(page.getByRole('heading', { name: t('orders.empty') })).toBeVisible()
  await context.clearCookies({ name: /^(token|username)$/ })
  await comeBack(page)
  await page.waitForURL(/\/login\?/)
})

test('a logout that fails says so, and can be tried again', { tag: '@once:phone' }, async ({
  page,
  member: _,
  troubles,
}) => {
  const logOut = page.getByRole('main').getByRole('button', { name: memberWordsOf('en-US')('nav.logout') })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/logout', async (route) => {
    await held
    await route.abort()
  })
  await page.goto('/my-account')
  await logOut.click()
  await expect(logOut).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByText(wordsOf('en-US')('error.offline'))).toBeVisible()
  await expect(logOut).toHaveAttribute('aria-busy', 'false')
  await page.unroute('**/api/logout')
  await logOut.click()
  await page.waitForURL((url) => url.pathname === '/')
  // The browser itself notes what it could not fetch.
  expect(troubles.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
})

test('the header says who is logged in, leads to every page of his, and logs him out', { tag: '@desktop' }, async ({
  page,
  context,
  member,
}) => {
  const t = memberWordsOf('en-US')
  await page.goto('/')
  const header = page.getByRole('banner')
  await header
    .getByRole('link', { name: wordsOf('en-US')('shell.account') })
    .first()
    .hover()
  await expect(header.getByText(member.username)).toBeVisible()
  for (const name of ['account', 'order', 'address', 'support', 'notice', 'changepwd'])
    await expect(header.locator(`a[href^="/my-${name}"]`).last()).toBeVisible()
  // He wishes for something, where he stays when he has logged out.
  const heart = page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${wordsOf('en-US')('wishlist.heart')}`) })
    .first()
  const wished = page.waitForResponse('**/api/profile/wishlist')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  // A heart is on before the shop has heard of it.
  await (await wished).finished()
  await header
    .getByRole('link', { name: wordsOf('en-US')('shell.account') })
    .first()
    .hover()
  await header.getByRole('button', { name: t('nav.logout') }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('username')
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await page.goto('/my-account')
  await page.waitForURL(/\/login\?/)
})

test('whoever is logged in has nothing to do at the login', { tag: '@once:phone' }, async ({ page, member: _ }) => {
  await page.goto('/login?to=%2Fcontact-us')
  await page.waitForURL(/\/contact-us/)
  await page.goto('/login?to=https://elsewhere.example/')
  await page.waitForURL((url) => url.pathname === '/')
})

test('the checkout offers a member his own address, not that of whoever used the tab before', {
  tag: '@once:phone',
}, async ({ page, context, db, member }) => {
  await fillCart(context, { [KEYS]: 1 })
  await page.goto('/checkout')
  await expect(emailField(page)).toHaveValue(member.email)
  // What is typed elsewhere on the page is kept with what he typed, and only that.
  await typeNote(page)
  const next = await addMember({ db })
  await signIn(context, next)
  await page.goto('/checkout')
  await expect(emailField(page)).toHaveValue(next.email)
})

test('what a member typed is gone with his logout; a form that nobody touched is kept nowhere', {
  tag: '@desktop',
}, async ({ page, context, db, member: _ }) => {
  const t = memberWordsOf('en-US')
  const s = wordsOf('en-US')
  const typed = () => page.evaluate(() => Object.keys(sessionStorage).filter((name) => /^(draft|checkout)/.test(name)))
  const name = page.getByLabel(t('account.uname'), { exact: true })
  await fillCart(context, { [KEYS]: 1 })
  await page.goto('/my-account', { waitUntil: 'networkidle' })
  expect(await typed()).toEqual([])
  await name.fill('Ada Lovelace')
  await page.goto('/checkout')
  await emailField(page).fill('somebody@else.example')
  await typeNote(page)
  await page.goto('/my-account')
  await expect(name).toHaveValue('Ada Lovelace')
  expect(await typed()).toEqual(['checkout', 'draft:profile'])
  const header = page.getByRole('banner')
  await header
    .getByRole('link', { name: s('shell.account') })
    .first()
    .hover()
  await header.getByRole('button', { name: t('nav.logout') }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await typed()).toEqual([])
  const next = await addMember({ db })
  await signIn(context, next)
  await page.goto('/my-account')
  await expect(name).not.toHaveValue('Ada Lovelace')
  await page.goto('/checkout')
  await expect(emailField(page)).toHaveValue(next.email)
})

test('what a member typed before his session ended is not for the next one', { tag: '@once:phone' }, async ({
  page,
  context,
  db,
  member: _,
}) => {
  const t = memberWordsOf('en-US')
  const name = page.getByLabel(t('account.uname'), { exact: true })
  await page.goto('/my-account')
  await name.fill('Ada Lovelace')
  await signIn(context, await addMember({ db }))
  await page.goto('/my-account')
  await expect(page.getByRole('heading', { name: t('account.data') })).toBeVisible()
  await expect(name).not.toHaveValue('Ada Lovelace')
})

test('a visitor of the shop downloads neither code nor words of the member centre', { tag: '@once:phone' }, async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  for (const path of ['/', '/pc-games', '/rpg-games/elden-ring', '/checkout', '/feedback'])
    await page.goto(path, { waitUntil: 'networkidle' })
  expect(fetched.filter((path) => /^\/assets\/members-/.test(path))).toEqual([])
  expect(new Set(fetched.filter((path) => /^\/assets\/en-US-.*\.json$/.test(path))).size).toBe(1)
})
