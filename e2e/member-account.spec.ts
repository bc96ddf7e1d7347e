// From registering to a new password, by the mails that the shop sends (specification §2, §5, §8; decisions D1 to D3).
import type { Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { linkTo, memberWordsOf, signIn, test } from './support/members.ts'

const FIRST = 'Plum-Engine-9'
const SECOND = 'Pear-Engine-8'
const THIRD = 'Fig-Engine-77'

const newName = () => `ada-${Math.random().toString(36).slice(2, 10)}`

/** Fills in the form of /my-changepwd in English, and sends it. */
async function changePassword(page: Page, old: string) {
  const t = memberWordsOf('en-US')
  const main = page.getByRole('main')
  await main.getByLabel(t('password.old'), { exact: true }).fill(old)
  for (const key of ['password.new', 'password.confirm']) await main.getByLabel(t(key), { exact: true }).fill(SECOND)
  await main.getByRole('button', { name: t('nav.password'), exact: true }).click()
}

async function looksRight(page: Page) {
  expect(await tooWide(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await axe(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await axe(page, { only: 'colours' })).toEqual([])
}

for (const language of ['en-US', 'ar'])
  test(`a visitor registers, confirms, changes his password, forgets it and chooses another (${language})`, async ({
    page,
    request,
  }) => {
    const t = memberWordsOf(language)
    const username = newName()
    const email = `${username}@mail.example`
    const label = (key: string) => page.getByRole('main').getByLabel(t(key), { exact: true })
    const press = (key: string) =>
      page
        .getByRole('main')
        .getByRole('button', { name: t(key), exact: true })
        .click()
    const logIn = async (password: string) => {
      await label('login.name').fill(username)
      await label('login.password').fill(password)
      await press('login.submit')
    }

    await page.goto(inLanguage('/register', language))
    await looksRight(page)
    await label('register.email').fill(email)
    await label('register.username').fill(username)
    await label('login.password').fill(FIRST)
    await expect(page.getByText(t('password.good'), { exact: true })).toBeVisible()
    await label('password.confirm').fill(`${FIRST}x`)
    await press('register.title')
    await expect(page.getByText(t('password.differs'))).toBeVisible()
    await expect(page.getByText(t('register.consent'))).toBeVisible()
    await label('password.confirm').fill(FIRST)
    await page.getByText(t('register.accept'), { exact: true }).click()
    await press('register.title')
    await expect(page.getByText(t('register.sentText', { email }))).toBeVisible()
    await looksRight(page)

    await page.goto(await linkTo(request, email, '/confirm-registration'))
    await looksRight(page)
    await label('login.password').fill(FIRST)
    await press('confirm.submit')
    await page.waitForURL(/\/my-account/)

    await page.goto('/my-changepwd')
    await expect(label('password.old')).toBeVisible()
    await looksRight(page)
    await label('password.old').fill(FIRST)
    await label('password.new').fill(SECOND)
    await label('password.confirm').fill(SECOND)
    await press('nav.password')
    await page.waitForURL(/\/login/)
    await logIn(SECOND)
    await page.waitForURL((url) => url.pathname === '/')
    // The page may still ask something in his name; this one asks nothing.
    await page.goto('/robots.txt')
    await page.context().clearCookies({ name: /^(token|username)$/ })

    await page.goto(inLanguage('/forgot', language))
    await expect(page.getByRole('img', { name: t('forgot.pictureAlt') })).toBeVisible()
    await looksRight(page)
    await label('login.name').fill(username)
    await press('forgot.cannotRead')
    await expect(page.getByText(t('forgot.solved'))).toBeVisible()
    await press('forgot.submit')
    await expect(page.getByText(t('forgot.sentText'))).toBeVisible()

    const link = await linkTo(request, email, '/reset-password')
    await page.goto(link)
    await expect(page.getByText('•••@mail.example')).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await looksRight(page)
    await label('password.new').fill(THIRD)
    await label('password.confirm').fill(THIRD)
    await press('reset.submit')
    await expect(page.getByText(t('reset.done'))).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('link', { name: t('login.submit') })
      .click()
    await logIn(THIRD)
    await page.waitForURL((url) => url.pathname === '/')
  })

test('what is refused is said where it is wrong, and passwords do not stay', async ({ page, db, troubles }) => {
  const t = memberWordsOf('en-US')
  const taken = await addMember({ db })
  const label = (key: string) => page.getByRole('main').getByLabel(t(key), { exact: true })
  await page.goto('/register')
  await label('register.email').fill('ada@mail.example')
  await label('register.username').fill(taken.username.toUpperCase())
  await label('login.password').fill(FIRST)
  await label('password.confirm').fill(FIRST)
  await page.getByText(t('register.accept'), { exact: true }).click()
  await page.getByRole('button', { name: t('register.title'), exact: true }).click()
  await expect(page.getByText(t('register.usernameTaken'))).toBeVisible()
  await expect(label('register.username')).toBeFocused()
  await expect(label('login.password')).toHaveValue('')
  await expect(label('password.confirm')).toHaveValue('')
  await label('register.username').fill(newName())
  await label('login.password').fill('football')
  await label('password.confirm').fill('football')
  await page.getByRole('button', { name: t('register.title'), exact: true }).click()
  await expect(page.getByText(t('password.common'))).toBeVisible()
  // The browser itself notes every answer that is none of 200.
  expect(troubles.splice(0)).toEqual([expect.stringContaining('400'), expect.stringContaining('400')])
})

test('wrong letters bring another picture; a wrong old password empties the three fields', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const label = (key: string) => page.getByRole('main').getByLabel(t(key), { exact: true })
  await page.goto('/forgot')
  const picture = page.getByRole('img', { name: t('forgot.pictureAlt') })
  const before = await picture.getAttribute('src')
  await label('login.name').fill('nobody-here')
  await page.getByRole('button', { name: t('forgot.submit'), exact: true }).click()
  await expect(page.getByText(t('forgot.codeTip'))).toBeVisible()
  await label('forgot.code').fill('00000')
  await page.getByRole('button', { name: t('forgot.submit'), exact: true }).click()
  await expect(page.getByText(t('forgot.codeWrong'))).toBeVisible()
  await expect(label('forgot.code')).toHaveValue('')
  await expect(picture).not.toHaveAttribute('src', before!)

  await signIn(context, await addMember({ db }, { password: FIRST }))
  await page.goto('/my-changepwd')
  await changePassword(page, 'not the old one')
  await expect(page.getByText(t('password.wrongOld'))).toBeVisible()
  for (const key of ['password.old', 'password.new', 'password.confirm']) await expect(label(key)).toHaveValue('')
  expect(troubles.splice(0)).toEqual([expect.stringContaining('400'), expect.stringContaining('422')])
})

test('a link that opens nothing leads home and says so; whoever is logged in has nothing to do here', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  for (const path of ['/reset-password', '/reset-password?code=no-such-code']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page.getByText(t('message.linkErr'))).toBeVisible()
  }
  await page.goto('/confirm-registration')
  await expect(page.getByText(t('message.linkErr'))).toBeVisible()
  expect(troubles.splice(0)).toEqual([expect.stringContaining('422')])
  await signIn(context, await addMember({ db }))
  for (const path of ['/register', '/forgot']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/')
  }
})

test('a mailed link that nobody has used yet is good in another language, and after a reload', async ({
  page,
  request,
  db,
}) => {
  const t = memberWordsOf('en-US')
  await page.goto('/newsletter#token=not-used-yet')
  await page.getByRole('button', { name: wordsOf('en-US')('shell.language', { language: 'English' }) }).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/lang=de.*#token=not-used-yet$/)
  // And back, where the address would differ in nothing.
  await page.goto('/newsletter#token=not-used-yet')
  await page.getByRole('button', { name: wordsOf('de')('shell.language', { language: 'Deutsch' }) }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await expect(
    page.getByRole('button', { name: wordsOf('en-US')('shell.language', { language: 'English' }) }),
  ).toBeVisible()
  await expect(page).toHaveURL(/#token=not-used-yet$/)

  const { email, username } = await addMember({ db })
  await page.goto('/forgot?lang=en-US')
  await page.getByRole('main').getByLabel(t('login.name'), { exact: true }).fill(username)
  await page.getByRole('button', { name: t('forgot.cannotRead'), exact: true }).click()
  await expect(page.getByText(t('forgot.solved'))).toBeVisible()
  await page.getByRole('button', { name: t('forgot.submit'), exact: true }).click()
  await expect(page.getByText(t('forgot.sentText'))).toBeVisible()
  await page.goto(await linkTo(request, email, '/reset-password'))
  const field = page.getByLabel(t('password.new'), { exact: true })
  await expect(field).toBeVisible()
  await expect(page).toHaveURL((url) => url.search === '')
  await page.reload()
  await expect(field).toBeVisible()
})

test('whoever logged in long ago proves himself by the old password as he changes it, also after many wrong ones', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const label = (key: string) => page.getByRole('main').getByLabel(t(key), { exact: true })
  const member = await addMember({ db }, { password: FIRST })
  await db.run(sql`update sessions set proved_at = now() - interval '20 minutes' where member_id = ${member.id}`)
  await signIn(context, member)
  await page.goto('/my-changepwd')
  for (let n = 0; n < 7; n++) {
    await changePassword(page, `${FIRST}x`)
    await expect(label('password.old')).toHaveValue('')
  }
  // From now on a challenge is solved with each.
  await changePassword(page, FIRST)
  await page.waitForURL(/\/login/)
  expect(troubles.splice(0).filter((text) => !/403|422/.test(text))).toEqual([])
})

for (const isLate of [false, true])
  test(`an error that comes when a field is left does not take the pressed button away from under the pointer${isLate ? ', though what checks it arrives only then' : ''}`, async ({
    page,
  }) => {
    const t = memberWordsOf('en-US')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/form-check-*.js', async (route) => {
      if (isLate) await held
      await route.continue()
    })
    await page.goto('/register')
    const main = page.getByRole('main')
    await main.getByLabel(t('login.password'), { exact: true }).fill(FIRST)
    await expect(page.getByText(t('password.good'), { exact: true })).toBeVisible()
    await main.getByLabel(t('password.confirm'), { exact: true }).fill(`${FIRST}x`)
    const button = main.getByRole('button', { name: t('register.title'), exact: true })
    await button.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await button.boundingBox())!
    await page.mouse.move(x + width / 2, y + height - 4)
    await page.mouse.down()
    if (isLate) {
      const arrived = page.waitForResponse('**/assets/form-check-*.js')
      release()
      await (await arrived).finished()
    }
    // What checks the fields is there; an error would be drawn within these frames.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame)
    })
    // A pressed button is a little smaller; an error would move it by a line.
    expect(Math.abs((await button.boundingBox())!.y - y)).toBeLessThan(3)
    await page.mouse.up()
    await expect(page.getByText(t('password.differs'))).toBeVisible()
    await expect(page.getByText(t('register.consent'))).toBeVisible()
  })
