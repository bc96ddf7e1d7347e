// /my-account: a member's card, his own data, and another e-mail address (specification §2, §5; decision F3).
import { sql } from '#platform/database/sql.ts'
import { linkToken } from '#rooms/members/links.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { linkTo, memberWordsOf, test } from './support/members.ts'

for (const language of ['en-US', 'ar'])
  test(`the account shows what the shop knows, and what is changed stays (${language})`, async ({
    page,
    db,
    member,
  }) => {
    const t = memberWordsOf(language)
    await db.run(sql`insert into member_rewards (member_id, points, growth) values (${member.id}, 350, 10000)`)
    await page.goto(inLanguage('/my-account', language))
    await expect(page.getByText(member.email)).toBeVisible()
    await expect(page.getByText(t('account.growthOf', { now: 100, goal: 500 }))).toBeVisible()
    await expect(page.getByRole('row', { name: t('level.silver') })).toHaveAttribute('aria-current', 'true')
    for (const [name, value] of [
      ['account.points', '3.5'],
      ['account.discount', '2 %'],
      ['account.lastTime', t('account.never')],
      ['account.lastIp', t('account.never')],
    ] as const)
      await expect(
        page
          .locator('dl > div')
          .filter({ hasText: t(name) })
          .locator('dd')
          .first(),
      ).toHaveText(value)
    expect(await axe(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    const name = page.getByLabel(t('account.uname'), { exact: true })
    const mobile = page.getByLabel(t('account.umobile'), { exact: true })
    const save = page.getByRole('button', { name: t('account.save') })
    await name.fill('Ada Lovelace')
    await mobile.fill('12a')
    await save.press('Enter')
    await expect(mobile).toBeFocused()
    await expect(page.getByText(t('address.error.digits'))).toBeVisible()
    await page.reload()
    await expect(name).toHaveValue('Ada Lovelace')
    await mobile.fill('0770')
    await save.press('Enter')
    await expect(page.getByText(t('account.saved'))).toBeVisible()
    await page.reload()
    await expect(page.locator('main').getByText('Ada Lovelace', { exact: true })).toBeVisible()
    await expect(mobile).toHaveValue('0770')
  })

test('points are written as the language writes numbers, also where they are turned into balance', async ({
  page,
  db,
  member,
}) => {
  const t = memberWordsOf('de')
  await db.run(sql`insert into member_rewards (member_id, points, growth) values (${member.id}, 123450, 0)`)
  await page.goto(inLanguage('/my-account', 'de'))
  const points = page.locator('dl > div').filter({ hasText: t('account.points') })
  await expect(points.locator('dd').first()).toHaveText('1.234,5')
  await expect(page.getByRole('textbox', { name: t('points.label') })).toHaveValue('1234,5')
})

test('another address is asked for here and waits for its link', async ({ page, member }) => {
  const t = memberWordsOf('en-US')
  await page.goto('/my-account')
  const field = page.getByLabel(t('account.newMail'), { exact: true })
  await field.fill(`new-${member.username}@example.com`)
  await field.press('Enter')
  await expect(page.getByText(t('account.linkSent'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(`new-${member.username}@example.com waits to be confirmed.`)).toBeVisible()
})

test('an address without a link promises nothing and leads on', async ({ page, member }) => {
  const t = memberWordsOf('en-US')
  for (const [path, text] of [
    ['/my-email', 'email.confirmText'],
    ['/email-undo', 'email.undoText'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(t('email.badLink'))).toBeVisible()
    await expect(page.getByText(t(text))).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: t('email.contact') })).toBeVisible()
  }
  expect(member.id).toBeTruthy()
})

test('a link that is none of ours says so, and its token stands in no address', async ({ page, member, troubles }) => {
  const t = memberWordsOf('en-US')
  await page.goto('/my-email#confirm=none-of-ours')
  await page.getByRole('button', { name: t('email.confirm') }).click()
  await expect(page.getByText(t('email.badLink'))).toBeVisible()
  expect(page.url()).not.toContain('none-of-ours')
  await page.goto('/email-undo#token=none-of-ours')
  await page.getByRole('button', { name: t('email.undo') }).click()
  await expect(page.getByText(t('email.badLink'))).toBeVisible()
  expect(await axe(page)).toEqual([])
  expect(page.url()).not.toContain('none-of-ours')
  expect(member.id).toBeTruthy()
  troubles.splice(0)
})

test('a change of address that cannot be taken back says what to do, and can be once the other account lets go', async ({
  page,
  db,
  ground,
  member,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const other = await addMember({ db })
  const { id } = await db.one<{ id: string }>(sql`
    insert into email_changes (id, member_id, email, email_key, old_email, old_email_key, locale, mailed_at, confirmed_at)
    values (gen_random_uuid(), ${member.id}, ${member.email}, ${member.email}, ${other.email}, ${other.email}, 'en-US', now(), now())
    returning id`)
  await page.goto(`/email-undo#token=${linkToken(ground.keyring, 'emailUndo', id)}`)
  const undo = page.getByRole('button', { name: t('email.undo') })
  await undo.click()
  await expect(page.getByText(t('email.addressTaken'))).toBeVisible()
  const way = page.getByRole('main').getByRole('link', { name: t('email.contact') })
  await expect(way).toHaveAttribute('href', '/contact-us')
  expect(await axe(page)).toEqual([])
  await db.run(sql`update members set email = 'x' || email, email_key = 'x' || email_key where id = ${other.id}`)
  await undo.click()
  await expect(page.getByText(t('email.undone'))).toBeVisible()
  expect(troubles.splice(0).filter((text) => !text.includes('422'))).toEqual([])
})

test('the newsletter is wanted, waits for its mail, and ends at once', async ({ page, member, request }) => {
  const t = memberWordsOf('en-US')
  await page.goto('/my-account')
  const choice = page.getByRole('checkbox', { name: t('account.newsletterYes') })
  await expect(choice).not.toBeChecked()
  await choice.check()
  await expect(page.getByText(t('account.newsletterAsked', { email: member.email }))).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.goto(await linkTo(request, member.email, '/newsletter'))
  await page
    .getByRole('main')
    .getByRole('button', { name: wordsOf('en-US')('newsletter.confirm') })
    .click()
  await expect(page.getByRole('main').getByText(wordsOf('en-US')('newsletter.confirmedTitle'))).toBeVisible()
  await page.goto('/my-account')
  await expect(choice).toBeChecked()
  await expect(page.getByText(t('account.newsletterAsked', { email: member.email }))).toHaveCount(0)
  await choice.uncheck()
  await expect(page.getByText(t('account.newsletterOff'))).toBeVisible()
  await page.reload()
  await expect(choice).not.toBeChecked()
})

test('the country is found by code and can be taken back; the table says what was spent', async ({ page, member }) => {
  const t = memberWordsOf('en-US')
  await page.goto('/my-account')
  const country = page.getByRole('combobox', { name: t('address.country') })
  const pick = async (typed: string) => {
    await country.press('Enter')
    const filter = page.getByRole('combobox', { name: wordsOf('en-US')('countries.find') })
    await filter.fill(typed)
    await filter.press('Enter')
    await page.getByRole('button', { name: t('account.save') }).click()
    await expect(page.getByText(t('account.saved')).first()).toBeVisible()
  }
  await pick('at')
  await page.reload()
  await expect(country).toHaveAccessibleName(/Austria/)
  await pick(wordsOf('en-US')('enquiries.chooseRegion'))
  await page.reload()
  await expect(country).not.toHaveAccessibleName(/Austria/)
  const levels = page.getByRole('region', { name: t('account.levels') })
  await expect(levels.getByText('Silver: $ 100.00')).toBeVisible()
  await expect(levels.getByText(t('account.pointsNow'))).toBeVisible()
  expect(member.id).toBeTruthy()
})
