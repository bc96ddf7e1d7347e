// /my-notice: unread and read, a second page, the way to what a notice is about (specification §2, §9).
import { sql } from '#platform/database/sql.ts'
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage } from './support/fixtures.ts'
import { memberWordsOf, test } from './support/members.ts'

for (const language of ['en-US', 'ar'])
  test(`a member reads what he is told, page by page (${language})`, async ({ page, member, db }) => {
    const t = memberWordsOf(language)
    await page.goto(inLanguage('/my-notice', language))
    await expect(page.getByRole('heading', { name: t('notices.empty') })).toBeVisible()
    expect(await axe(page)).toEqual([])

    await db.run(sql`
      insert into member_notices (id, member_id, kind, data, created_at)
      select gen_random_uuid(), ${member.id}, 'reviewPublished', jsonb_build_object('excerpt', 'Review number ' || n), now() - make_interval(mins => n)
      from generate_series(2, 12) n`)
    await db.run(sql`
      insert into member_notices (id, member_id, kind, data)
      values (gen_random_uuid(), ${member.id}, 'signedIn', '{"device":"Firefox","system":"Linux","country":"DE"}')`)
    await page.reload()
    const notices = page.getByRole('main').getByRole('article')
    // The page's own line: the menu and the header say it, too.
    const unread = (number: number) =>
      page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: t('notices.unread', { number }) })
    await expect(notices).toHaveCount(10)
    await expect(unread(12)).toBeVisible()
    await expect(notices.first()).toContainText('Firefox, Linux')
    expect(await tooWide(page)).toEqual([])
    expect(await axe(page)).toEqual([])

    // What is pressed is shown before the shop has heard of it; a page that comes by then is counted without it.
    const heard = async (call: string, press: () => Promise<void>) => {
      const answer = page.waitForResponse(`**/api/profile/message/${call}`)
      await press()
      expect((await answer).status()).toBe(200)
    }
    await heard('*/read', () => notices.nth(1).getByRole('button').click())
    await expect(unread(11)).toBeVisible()
    await page.locator('main nav a[rel=next]').click()
    await expect(notices).toHaveCount(2)
    await expect(notices.last()).toContainText('Review number 12')
    await heard('readAll', () => page.getByRole('button', { name: t('notices.readAll') }).click())
    await expect(unread(0)).toBeVisible()
    await page.reload()
    await expect(notices).toHaveCount(2)
    await expect(unread(0)).toBeVisible()
    await page.goBack()
    await expect(notices).toHaveCount(10)
    await notices.first().getByRole('link').click()
    await page.waitForURL(/\/my-security/)
  })

test('notices that cannot be loaded are not those of the page before', { tag: '@once:phone' }, async ({
  page,
  member,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  await db.run(sql`
    insert into member_notices (id, member_id, kind, data, created_at)
    select gen_random_uuid(), ${member.id}, 'reviewPublished', jsonb_build_object('excerpt', 'Review number ' || n), now() - make_interval(mins => n)
    from generate_series(1, 12) n`)
  await page.goto('/my-notice')
  const notices = page.getByRole('main').getByRole('article')
  await expect(notices).toHaveCount(10)
  await page.route('**/api/profile/message?*', (route) => route.abort())
  await page.locator('main nav a[rel=next]').click()
  await expect(page.getByText(t('member.failed'))).toBeVisible()
  await expect(notices).toHaveCount(0)
  await expect(page.locator('main nav a[rel=prev]')).toBeVisible()
  await page.unroute('**/api/profile/message?*')
  await page.getByRole('button', { name: t('member.retry') }).click()
  await expect(notices).toHaveCount(2)
  troubles.splice(0)
})

test('whoever marks notices as read by the keyboard goes on where he was', { tag: '@once:phone' }, async ({
  page,
  member,
  db,
}) => {
  const t = memberWordsOf('en-US')
  await db.run(sql`
    insert into member_notices (id, member_id, kind, data, created_at)
    select gen_random_uuid(), ${member.id}, 'reviewPublished', jsonb_build_object('excerpt', 'Review number ' || n), now() - make_interval(mins => n)
    from generate_series(1, 3) n`)
  await page.goto('/my-notice')
  const notices = page.getByRole('main').getByRole('article')
  const button = notices.nth(1).getByRole('button')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveCount(0)
  await expect(notices.nth(1).getByRole('heading')).toBeFocused()
  await page.getByRole('button', { name: t('notices.readAll') }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: t('notices.readAll') })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('status').first()).toBeFocused()
})
