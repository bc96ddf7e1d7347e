// Who works here, in a browser: invited, begun, changed, blocked; roles; the audit log; one's own account.
import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { loseAnswer } from './support/lost-answer.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, onlyAtTheDoor, picture, placeLink, wordsOf } from './support/office.ts'
import { inviteOwner } from './support/staff.ts'

const PASSWORD = 'Plum-Engine-9'
const some = () => Math.random().toString(36).slice(2, 10)

type Words = ReturnType<typeof wordsOf>

const account = (page: Page) => page.locator('a[href="/office/me"]')

/** Uses a link, and is in. */
async function begin(page: Page, t: Words, link: string, name: string): Promise<{ secret: string }> {
  const field = (key: string) => page.getByLabel(t(key), { exact: true })
  await page.goto(link)
  await field('welcome.name').fill(name)
  await field('door.password').fill(PASSWORD)
  const secret = (await page.locator('code').textContent())!
  await field('door.code').fill(generateSync({ secret }))
  await page.getByRole('button', { name: t('welcome.begin'), exact: true }).click()
  await page.getByRole('button', { name: t('welcome.kept') }).click()
  await expect(account(page)).toContainText(name)
  return { secret }
}

for (const language of ['en-US', 'zh-CN'] as const)
  test(`somebody is invited, begins, gets another role and is blocked (${language})`, async ({
    page,
    context,
    browser,
    db,
    troubles,
  }) => {
    const t = wordsOf(language)
    await context.addInitScript((code) => localStorage.setItem('office-language', code), language)
    await begin(page, t, await inviteOwner(db, `owner-${some()}@shop.example`), 'Ada')
    // Of those with her role: others of the same shop may fill the list's first page.
    await page.goto('/office/staff?role=support')
    const dialog = (key: string) => page.getByRole('dialog', { name: t(key), exact: true })
    const press = (key: string, within: Pick<Page, 'getByRole'> = page) =>
      within.getByRole('button', { name: t(key), exact: true }).click()

    await expect(page.getByRole('heading', { name: t('staff.title'), exact: true })).toBeVisible()
    await press('staff.invite')
    const email = `eve-${some()}@shop.example`
    const asking = dialog('staff.invite')
    await asking.getByLabel(t('door.email')).fill('no address')
    await asking.getByLabel(t('act.reason'), { exact: true }).fill('we need help')
    await press('staff.invite', asking)
    await expect(asking.getByText(t('door.emailWrong'))).toBeVisible()
    // That is said since the field was left; whoever has pressed is led back to it.
    await expect(asking.getByLabel(t('door.email'))).toBeFocused()
    await asking.getByLabel(t('door.email')).fill(email)
    await looksRight(page)
    await press('staff.invite', asking)
    await expect(dialog('staff.link.title')).toBeVisible()
    await looksRight(page)
    await picture(page, `link-${language}`)
    const link = (await page.locator('[data-link]').textContent())!
    await page.keyboard.press('Escape')
    await expect(dialog('staff.link.title')).toBeHidden()
    const row = page.locator(`a[data-person="${email}"]:visible`)
    await expect(row).toBeVisible()
    await looksRight(page)
    await picture(page, `people-${language}`)

    const other = await browser.newContext()
    await other.addInitScript((code) => localStorage.setItem('office-language', code), language)
    const her = await other.newPage()
    await begin(her, t, new URL(link).pathname + new URL(link).hash, 'Eve <b>x</b>')
    await expect(her.getByRole('heading', { name: t('today.title'), exact: true })).toBeVisible()
    // Her role lets her see orders, and nobody.
    await expect(her.locator('a[href="/office/staff"]')).toBeHidden()
    // Nor may she make one, though she knows the page's address.
    await her.goto('/office/orders/new')
    await expect(her.getByText(t('frame.notAllowed'))).toBeVisible()

    await row.click()
    await expect(page.getByRole('heading', { name: 'Eve <b>x</b>' })).toBeVisible()
    await expect(page.getByText(t('audit.acts.staff.begin'))).toBeVisible()
    await looksRight(page)
    await picture(page, `person-${language}`)
    await press('staff.changeRole')
    const role = dialog('staff.changeRole')
    await role.getByLabel(t('staff.role')).selectOption('catalogue')
    await role.getByLabel(t('act.reason'), { exact: true }).fill('she writes the texts')
    await press('staff.changeRole', role)
    await expect(page.getByText(t('staff.roleChanged'))).toBeVisible()
    await expect(page.getByText('she writes the texts')).toBeVisible()
    // At her next step she may not do what she could a moment before.
    await her.goto('/office/orders')
    await expect(her.getByText(t('frame.notAllowed'))).toBeVisible()

    await press('staff.block')
    await dialog('staff.block').getByLabel(t('act.reason'), { exact: true }).fill('she left')
    await press('staff.block', dialog('staff.block'))
    await expect(page.locator('h1 + span').getByText(t('staff.state.blocked'), { exact: true })).toBeVisible()
    await expect(page.getByText(t('staff.noSessions'))).toBeVisible()
    await her.reload()
    await expect(her.getByRole('heading', { name: t('door.title') })).toBeVisible()
    await other.close()

    await page.getByRole('link', { name: t('staff.whatHeDid') }).click()
    await expect(page.getByRole('heading', { name: t('audit.title') })).toBeVisible()
    await expect(page.locator('li').filter({ hasText: t('audit.acts.staff.begin') })).toHaveCount(1)
    // The browser itself notes every answer that is none of 200.
    expect(troubles.splice(0).filter((text) => !/40[013]|422/.test(text))).toEqual([])
  })

test('with many roles their table scrolls by itself, and not the page', async ({ page, db, troubles }) => {
  const t = wordsOf('en-US')
  const of = `Shift ${some()}`
  await db.run(sql`insert into staff_roles (name) select ${of} || n from generate_series(1, 20) as n`)
  await enterDemo(page, '/office/staff/roles')
  await expect(page.locator(`[data-role="${of}20"]`)).toBeVisible()
  await looksRight(page)
  const table = page.getByRole('region', { name: t('staff.matrix') })
  expect(await table.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
  await db.run(sql`delete from staff_roles where name like ${`${of}%`}`)
  onlyAtTheDoor(troubles)
})

test('a role is made, allowed something and removed, by whoever has proved himself', async ({ page, db, troubles }) => {
  const t = wordsOf('en-US')
  const email = `owner-${some()}@shop.example`
  const { secret } = await begin(page, t, await inviteOwner(db, email), 'Ada')
  await page.goto('/office/staff/roles')
  const name = `Night shift ${some()}`
  const press = (key: string, within: Pick<Page, 'getByRole'> = page) =>
    within.getByRole('button', { name: t(key), exact: true }).click()
  await press('staff.newRole')
  const making = page.getByRole('dialog', { name: t('staff.newRole') })
  await making.getByLabel(t('staff.roleName')).fill(name)
  await making.getByLabel(t('act.reason'), { exact: true }).fill('somebody is here at night')
  await press('staff.newRole', making)
  const card = page.locator(`[data-role="${name}"]`)
  await expect(card.getByText(t('staff.mayCount_other', { count: 0 }))).toBeVisible()

  // What he signed in with is a while ago: he is asked over the page, and what he ticked stays.
  await db.run({
    text: `update staff_sessions set proved_at = now() - interval '1 hour' where staff_id = (select id from staff where email_key = $1)`,
    values: [email],
    name: 'age-proof',
  })
  await db.run({
    text: 'update staff_authenticators set last_step = 0 where staff_id = (select id from staff where email_key = $1)',
    values: [email],
    name: 'free-code',
  })
  await press('staff.changeGrants', card)
  const granting = page.getByRole('dialog', { name: t('staff.changeGrants'), exact: true })
  await granting.getByLabel(t('staff.may.orders.read')).check()
  await granting.getByLabel(t('act.reason'), { exact: true }).fill('to look orders up')
  await looksRight(page)
  await picture(page, 'grants')
  await press('staff.changeGrants', granting)
  const proof = page.getByRole('dialog', { name: t('door.proveTitle') })
  await proof.getByLabel(t('door.password'), { exact: true }).fill(PASSWORD)
  await proof.getByLabel(t('door.code'), { exact: true }).fill(generateSync({ secret }))
  await press('door.proveDo', proof)
  await expect(card.getByText(t('staff.mayCount_one', { count: 1 }))).toBeVisible()
  await looksRight(page)
  await picture(page, 'roles')
  await press('staff.removeRole', card)
  const removing = page.getByRole('dialog', { name: t('staff.removeRole') })
  await removing.getByLabel(t('act.reason'), { exact: true }).fill('nobody wants it')
  await press('staff.removeRole', removing)
  await expect(card).toBeHidden()

  await page.goto(`/office/audit?kind=role&id=${encodeURIComponent(name)}`)
  await expect(page.getByText('to look orders up')).toBeVisible()
  await expect(page.locator('main ol > li')).toHaveCount(3)
  await expect(page.getByLabel(t('audit.id'))).toHaveValue(name)
  await looksRight(page)
  await picture(page, 'audit')
  await page.getByLabel(t('audit.act'), { exact: true }).selectOption('role.remove')
  await press('audit.find')
  await expect(page.locator('main ol > li')).toHaveCount(1)
  await page.reload()
  await expect(page.locator('main ol > li')).toHaveCount(1)
  await expect(page.getByLabel(t('audit.act'), { exact: true })).toHaveValue('role.remove')
  await page.goBack()
  await expect(page.locator('main ol > li')).toHaveCount(3)
  await page.getByLabel(t('days.fromIn', { zone: 'UTC' })).fill('2001-01-01')
  await page.getByLabel(t('days.toIn', { zone: 'UTC' })).fill('2001-01-02')
  await press('audit.find')
  await expect(page.getByText(t('audit.nothingFound'))).toBeVisible()
  expect(troubles.splice(0).filter((text) => !/40[013]|422/.test(text))).toEqual([])
})

test('one’s own account: name, password, new recovery codes, another session ended', async ({ page, db, troubles }) => {
  const t = wordsOf('en-US')
  const email = `owner-${some()}@shop.example`
  const { secret } = await begin(page, t, await inviteOwner(db, email), 'Ada')
  await db.run({
    text: `insert into staff_sessions (id, staff_id, token_hash, address, system, device)
      select gen_random_uuid(), id, $2, '203.0.113.9', 'macOS', 'Safari' from staff where email_key = $1`,
    values: [email, Buffer.from(email)],
    name: 'another-session',
  })
  await account(page).click()
  await expect(page.getByRole('heading', { name: t('staff.me.title') })).toBeVisible()
  await looksRight(page)
  await picture(page, 'me')
  await page.getByLabel(t('welcome.name'), { exact: true }).fill('Ada Byron')
  await page.getByRole('button', { name: t('staff.me.save'), exact: true }).click()
  await expect(account(page)).toContainText('Ada Byron')

  const press = (key: string, within: Pick<Page, 'getByRole'> = page) =>
    within.getByRole('button', { name: t(key), exact: true }).click()
  const other = page.locator('li').filter({ hasText: '203.0.113.9' })
  await press('staff.endSession', other)
  await press('staff.endSession', page.getByRole('dialog', { name: t('staff.endSession'), exact: true }))
  await expect(other).toBeHidden()

  await press('staff.me.newCodes')
  await press('staff.me.newCodes', page.getByRole('dialog', { name: t('staff.me.newCodes') }))
  await expect(page.locator('[role=status] li')).toHaveCount(10)
  await looksRight(page)

  await db.run({
    text: 'update staff_authenticators set last_step = 0 where staff_id = (select id from staff where email_key = $1)',
    values: [email],
    name: 'free-code',
  })
  await page.getByLabel(t('staff.me.current'), { exact: true }).fill('a wrong one')
  await page.getByLabel(t('staff.me.new'), { exact: true }).fill('Pear-Engine-8')
  const password = page.getByRole('region', { name: t('staff.me.password'), exact: true })
  await password.getByLabel(t('door.code'), { exact: true }).fill(generateSync({ secret }))
  await press('staff.me.passwordDo')
  await expect(page.getByText(t('office.wrong'))).toBeVisible()
  await page.getByLabel(t('staff.me.current'), { exact: true }).fill(PASSWORD)
  await press('staff.me.passwordDo')
  await expect(page.getByText(t('staff.me.passwordDone'))).toBeVisible()
  expect(troubles.splice(0).filter((text) => !/40[013]|422/.test(text))).toEqual([])
})

test('a visitor of the demo looks at people, roles and the log, and is offered nothing to change', async ({
  page,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await enterDemo(page, '/office/staff')
  await expect(page.getByText(t('staff.demoOnly'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('staff.invite') })).toBeHidden()
  const people = page.locator('a[data-person]:visible')
  await expect(people.nth(1)).toBeVisible()
  await page.keyboard.press('j')
  await expect(people.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(people.nth(1)).toBeFocused()
  await page.getByRole('link', { name: t('staff.roles'), exact: true }).click()
  await expect(page.getByRole('heading', { name: t('staff.roles'), exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: t('staff.newRole') })).toBeHidden()
  await (await placeLink(page, t('audit.title'))).click()
  await expect(page.getByText(t('audit.values.proof.demo')).first()).toBeVisible()
  await page.goto('/office/staff/3d4a2b10-1111-4222-8333-444455556666')
  await expect(page.getByRole('heading', { name: t('staff.noPerson') })).toBeVisible()
  expect(troubles.splice(0).filter((text) => !/40[014]/.test(text))).toEqual([])
})

for (const language of ['en-US', 'zh-CN'] as const)
  test(`who has begun and did not hear of it is told to sign in and to make new recovery codes (${language})`, {
    tag: '@once:desktop',
  }, async ({ page, context, db, troubles }) => {
    const t = wordsOf(language)
    await context.addInitScript((code) => localStorage.setItem('office-language', code), language)
    const field = (key: string) => page.getByLabel(t(key), { exact: true })
    const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()
    await loseAnswer(page, '/office/invitation/accept')
    await page.goto(await inviteOwner(db, `owner-${some()}@shop.example`))
    await field('welcome.name').fill('Ada')
    await field('door.password').fill(PASSWORD)
    await field('door.code').fill(generateSync({ secret: (await page.locator('code').textContent())! }))
    await press('welcome.begin')
    await expect(page.getByRole('alert')).toContainText(t('error.offline'))
    await press('welcome.begin')
    const told = page.getByText(t('welcome.used'))
    await expect(told).toBeVisible()
    await looksRight(page)
    await picture(page, `begun-${language}`)
    await page.reload()
    await expect(told).toBeVisible()
    await context.clearCookies()
    await press('door.signIn')
    await expect(page).toHaveURL(/\/office\/sign-in\?to=%2Fme$/)
    expect(troubles.splice(0).filter((text) => !/401|422|ERR_FAILED/.test(text))).toEqual([])
  })
