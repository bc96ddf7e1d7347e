// What the frame around every page shows of a member: what he has not read, the way to his wishes, and once, after a login, what
// would protect his account.
import { sql } from '#platform/database/sql.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { looksWell } from './support/axe.ts'
import { expectAlive } from './support/checks.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { memberWordsOf, signIn, test } from './support/members.ts'

const PASSWORD = 'correct horse'

for (const language of ['en-US', 'ar'])
  test(`unread notices stand beside the way to the account, on pages that are the same for everybody (${language})`, async ({
    page,
    request,
    db,
    member,
  }) => {
    const [t, shop] = [memberWordsOf(language), wordsOf(language)]
    await db.run(sql`
      insert into member_notices (id, member_id, kind, data)
      select gen_random_uuid(), ${member.id}, 'passwordChanged', '{}' from generate_series(1, 120)`)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\/api\/(getInfo|profile)/.test(pathname)) asked.push(pathname)
    })
    await page.goto(inLanguage('/', language), { waitUntil: 'networkidle' })
    const account = page.getByRole('banner').getByRole('link', { name: shop('shell.account') })
    await expect(account).toHaveAccessibleName(`${shop('shell.account')} ${t('notices.unread', { number: '99+' })}`)
    // One answer has all that is personal; the hearts on this page ask for theirs when they are there.
    expect(asked.filter((path) => !/wish/.test(path))).toEqual(['/prod-api/api/getInfo'])
    expect(await (await request.get(inLanguage('/', language))).text()).not.toContain(member.username)
    await looksWell(page)

    await account.click()
    await page.waitForURL(/\/my-account/)
    const notices = page.getByRole('navigation', { name: t('nav.label') }).getByRole('link', { name: t('nav.notices') })
    await expect(notices).toContainText('99+')
    await notices.click()
    await page.getByRole('button', { name: t('notices.readAll') }).click()
    await expect(account).toHaveAccessibleName(shop('shell.account'))
    await expect(notices).not.toContainText('99+')
  })

for (const language of ['en-US', 'ar'])
  test(`@phone the row of pages shows the one where one is, however it was rolled before (${language})`, async ({
    page,
    member: _,
  }) => {
    const t = memberWordsOf(language)
    await page.goto(inLanguage('/my-account', language))
    const row = page.getByRole('navigation', { name: t('nav.label') })
    await row.evaluate((element, by) => element.scrollBy(by, 0), language === 'ar' ? -1 : 1)
    const security = row.getByRole('link', { name: t('nav.security') })
    // A link elsewhere on the page leads there, too: the row is not rolled by hand to press it.
    await security.dispatchEvent('click')
    await page.waitForURL(/\/my-security/)
    await expect(page.getByRole('heading', { level: 1, name: t('nav.security') })).toBeVisible()
    await expect(security).toBeInViewport({ ratio: 1 })
  })

test('@phone the row of pages that was rolled while the page comes alive stays there', async ({ page, member: _ }) => {
  const t = memberWordsOf('en-US')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/my-account', { waitUntil: 'commit' })
  const row = page.getByRole('navigation', { name: t('nav.label') })
  const logOut = row.getByRole('button', { name: t('nav.logout') })
  await logOut.scrollIntoViewIfNeeded()
  release()
  await expect(page.getByLabel(t('account.uname'), { exact: true })).not.toHaveValue('')
  await expectAlive(logOut)
  await expect(logOut).toBeInViewport({ ratio: 1 })
})

test('what comes while a page is open is counted when somebody comes back to it, and said', {
  tag: '@once:phone',
}, async ({ page, db, member }) => {
  const t = memberWordsOf('en-US')
  const tell = () =>
    db.run(sql`
      insert into member_notices (id, member_id, kind, data) values (gen_random_uuid(), ${member.id}, 'passwordChanged', '{}')`)
  await tell()
  await page.clock.install()
  await page.goto('/')
  const said = page.locator('#said').getByRole('status')
  await expect(said).toBeAttached()
  // Who is there is known, with what had come before; that is shown and not said.
  const account = page.getByRole('banner').getByRole('link', { name: t('notices.unread', { number: 1 }) })
  await expect(account).toBeAttached()
  await tell()
  await page.clock.fastForward(61_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(said).toHaveText(t('notices.unread', { number: 2 }))
})

test('the header leads to the wishes; a visitor is asked to log in', { tag: '@once:phone' }, async ({
  page,
  isMobile,
}) => {
  const wishes = wordsOf('en-US')('wishlist.heart')
  await page.goto('/')
  if (isMobile) {
    await page.getByRole('button', { name: wordsOf('en-US')('shell.menu') }).click()
    await page.getByRole('dialog').getByRole('link', { name: wishes, exact: true }).click()
  } else await page.getByRole('banner').getByRole('link', { name: wishes, exact: true }).click()
  await page.waitForURL(/\/login\?to=.*my-wishlist/)
})

test('after a login protection is offered, once, on whatever device; who has it is never asked', {
  tag: '@once:phone',
}, async ({ page, context, db }) => {
  const t = memberWordsOf('en-US')
  const [open, careful] = [await addMember({ db }, { password: PASSWORD }), await addMember({ db })]
  const hint = page.getByRole('complementary', { name: t('security.hintTitle') })
  const logIn = async () => {
    await page.goto('/login')
    await page.getByLabel(t('login.name')).fill(open.username)
    await page.getByLabel(t('login.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')
  }
  await logIn()
  await expect(hint).toBeVisible()
  await expect(hint.getByRole('link', { name: t('security.hintGo') })).toHaveAttribute('href', /\/my-security/)
  await looksWell(page)
  await hint.getByRole('button', { name: t('security.hintNo') }).click()
  await expect(hint).toHaveCount(0)
  await context.clearCookies()
  await logIn()
  await expect(page.getByRole('banner').getByRole('link', { name: wordsOf('en-US')('shell.account') })).toBeVisible()
  await page.goto('/my-security')
  await expect(page.getByRole('button', { name: t('security.turnOn') })).toBeVisible()
  await expect(hint).toHaveCount(0)

  // Who comes by a session that is there already has logged in before.
  await context.clearCookies()
  await signIn(context, careful)
  await page.goto('/my-account')
  await expect(page.getByText(careful.email)).toBeVisible()
  await expect(hint).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const path of ['/my-account', '/login'])
    test(`${path} says what it needs, and waits for nothing`, { tag: '@once:phone' }, async ({ page }) => {
      const t = memberWordsOf('en-US')
      await page.goto(path)
      const main = page.getByRole('main')
      const said = main.locator('noscript > *')
      await expect(said).toHaveText(t('login.noScript'))
      await expect(said).toBeVisible()
      await expect(main.getByRole('status').filter({ visible: true })).toHaveCount(0)
    })
})
