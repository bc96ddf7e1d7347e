// /my-security: the authenticator app from its QR code to the login with it, proving oneself again, sessions and history.
import { createHash } from 'node:crypto'
import type { Route } from '@playwright/test'
import { generateSync } from 'otplib'
import { sql } from '#platform/database/sql.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { loseAnswer, unlessLost } from './support/lost-answer.ts'
import { memberWordsOf, signIn, test } from './support/members.ts'
import { UNSOLVABLE } from './support/unsolvable.ts'

const PASSWORD = 'correct horse'

for (const language of ['en-US', 'ar'])
  test(`an authenticator app is set up, asked for at the login, and turned off by who proves himself (${language})`, async ({
    page,
    context,
    db,
    troubles,
  }) => {
    const t = memberWordsOf(language)
    const member = await addMember({ db }, { password: PASSWORD })
    await signIn(context, member)
    await page.goto(inLanguage('/my-security', language))
    await page.getByRole('button', { name: t('security.turnOn') }).click()
    const qr = page.getByRole('img', { name: t('security.qr') })
    await expect(qr).toBeVisible()
    await expect(page.getByLabel(t('security.code'))).toBeFocused()
    expect(await axe(page)).toEqual([])
    const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent())!
    const code = page.getByLabel(t('security.code'))
    await code.fill('no code')
    await page.getByRole('button', { name: t('security.confirm') }).click()
    await expect(code).toHaveAccessibleDescription(t('totp.wrongCode'))
    await expect(code).toBeFocused()
    await code.fill(generateSync({ secret }))
    await page.getByRole('button', { name: t('security.confirm') }).click()
    await expect(page.getByText(t('security.recoveryText'))).toBeVisible()
    // Nothing says any more that a code was wrong.
    await expect(page.getByText(t('totp.wrongCode'))).toHaveCount(0)
    await expect(page.getByText(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)).toHaveCount(10)
    const recoveryCode = (await page
      .getByText(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
      .first()
      .textContent())!
    expect(await tooWide(page)).toEqual([])
    await page.getByRole('button', { name: t('security.kept') }).click()
    const section = page.getByRole('heading', { name: t('security.app'), exact: true })
    await expect(section).toBeFocused()

    await context.clearCookies()
    await page.goto(inLanguage('/login', language))
    await page.getByLabel(t('login.name')).fill(member.username)
    await page.getByLabel(t('login.password'), { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
    await code.fill('no code')
    await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: t('security.useRecovery') }).click()
    const recovery = page.getByLabel(t('security.recoveryCode'))
    // Nothing was typed in it yet, and nothing is wrong with it.
    await expect(recovery).not.toHaveAttribute('aria-invalid')
    expect(await axe(page)).toEqual([])
    await recovery.fill(recoveryCode)
    await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/')

    await db.run(sql`update sessions set proved_at = now() - interval '1 hour' where member_id = ${member.id}`)
    await db.run(sql`update totp_secrets set last_step = 0 where member_id = ${member.id}`)
    await page.goto('/my-security')
    await page.getByRole('button', { name: t('security.turnOff') }).click()
    const dialog = page.getByRole('dialog', { name: t('security.proveTitle') })
    await dialog.getByLabel(t('login.password'), { exact: true }).fill(PASSWORD)
    await dialog.getByRole('button', { name: t('security.confirm') }).click()
    await dialog.getByLabel(t('security.code')).fill(generateSync({ secret }))
    await dialog.getByRole('button', { name: t('security.confirm') }).click()
    await expect(page.getByRole('button', { name: t('security.turnOn') })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: t('security.turnedOff') })).toBeVisible()
    await expect(section).toBeFocused()
    // The browser itself notes every answer that is none of 200: two refusals that ask for a code, two wrong ones, one for a proof.
    expect(troubles.splice(0)).toHaveLength(5)
  })

test('sessions are listed and ended, and the history is there', async ({ page, member, db }) => {
  const t = memberWordsOf('en-US')
  await db.run(sql`
    insert into sessions (id, token_hash, member_id, seconds, address, system, device, expires_at)
    values (gen_random_uuid(), sha256(convert_to(gen_random_uuid()::text, 'UTF8')), ${member.id}, 3600, '203.0.113.7', 'Android', 'Opera', now() + interval '1 hour')`)
  await page.goto('/my-security')
  const other = page.getByRole('listitem').filter({ hasText: 'Opera, Android' })
  await expect(other).toContainText('203.0.113.*')
  await expect(page.getByText(t('security.historyEmpty'))).toBeVisible()
  await other.getByRole('button', { name: t('security.end'), exact: true }).click()
  await expect(other).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: t('security.ended') })).toBeVisible()
  await expect(page.getByRole('heading', { name: t('security.sessions') })).toBeFocused()
  await expect(page.getByText(t('security.current'))).toBeVisible()
})

test('that a task is being worked out is said where one proves himself, and no longer when it is over', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const member = await addMember({ db }, { password: PASSWORD })
  await db.run(sql`update sessions set proved_at = now() - interval '20 minutes' where member_id = ${member.id}`)
  await signIn(context, member)
  const challenge = { ...UNSOLVABLE, challenge: createHash('sha256').update(`${UNSOLVABLE.salt}7`).digest('hex') }
  const solved = Promise.withResolvers<void>()
  await page.route(/\/api\/security\/prove$/, async (route) => {
    const isSolved = Boolean(route.request().postDataJSON().altcha)
    if (isSolved) await solved.promise
    const data = isSolved ? { reason: 'login.secondFactor' } : { reason: 'login.captcha', challenge }
    await route.fulfill({ status: 422, json: { code: 500, msg: 'error.unexpected', data } })
  })
  await page.goto('/my-account')
  await page.getByRole('button', { name: t('privacy.download'), exact: true }).click()
  const proof = page.getByRole('dialog', { name: t('security.proveTitle') })
  await proof.getByLabel(t('login.password'), { exact: true }).fill(PASSWORD)
  await proof.locator('button[type=submit]').click()
  await expect(proof.getByText(t('login.challenge'))).toBeVisible()
  solved.resolve()
  await expect(proof.getByLabel(t('security.code'))).toBeFocused()
  await expect(proof.getByRole('alert')).toHaveCount(0)
  expect(troubles.splice(0).filter((text) => !/403|422/.test(text))).toEqual([])
})

test('a task that the browser cannot work out is told of: at the login, for its code, and where one proves himself', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const main = page.getByRole('main')
  const field = (key: string) => main.getByLabel(t(key), { exact: true })
  const failed = page.getByRole('alert').filter({ hasText: wordsOf('en-US')('checkout.captcha.failed') })
  const logIn = async () => {
    await field('login.password').fill(PASSWORD)
    await main.getByRole('button', { name: t('login.submit'), exact: true }).click()
  }
  const refuse = (data: object) => (route: Route) =>
    route.fulfill({ status: 422, json: { code: 500, msg: 'error.unexpected', data } })
  await page.route(
    /\/api\/(login|login\/second|security\/prove)$/,
    refuse({ reason: 'login.captcha', challenge: UNSOLVABLE }),
  )
  await page.goto('/login')
  await field('login.name').fill('somebody')
  await logIn()
  await expect(failed).toBeVisible()
  await expect(field('login.password')).toHaveValue('')

  await page.route(/\/api\/login$/, refuse({ reason: 'login.secondFactor', ticket: 'a-ticket' }))
  await logIn()
  await field('security.code').fill('123456')
  await main.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await expect(failed).toBeVisible()

  const member = await addMember({ db }, { password: PASSWORD })
  await db.run(sql`update sessions set proved_at = now() - interval '20 minutes' where member_id = ${member.id}`)
  await signIn(context, member)
  await page.goto('/my-account')
  await page.getByRole('button', { name: t('privacy.download'), exact: true }).click()
  const proof = page.getByRole('dialog', { name: t('security.proveTitle') })
  await proof.getByLabel(t('login.password'), { exact: true }).fill(PASSWORD)
  await proof.locator('button[type=submit]').click()
  await expect(failed).toBeVisible()

  await page.goto('/my-changepwd')
  await field('password.old').fill(PASSWORD)
  for (const key of ['password.new', 'password.confirm']) await field(key).fill('Plum-Engine-9')
  await main.getByRole('button', { name: t('nav.password'), exact: true }).click()
  await expect(failed).toBeVisible()
  expect(troubles.splice(0).filter((text) => !/403|422/.test(text))).toEqual([])
})

test('an app whose confirmation was not answered is known to be on, and new recovery codes are at hand; a QR code can be left', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const member = await addMember({ db }, { password: PASSWORD })
  await signIn(context, member)
  await page.goto('/my-security')
  const turnOn = page.getByRole('button', { name: t('security.turnOn') })
  await turnOn.click()
  await page.getByRole('button', { name: t('security.hintNo') }).click()
  await expect(page.getByRole('heading', { name: t('security.app'), exact: true })).toBeFocused()
  await turnOn.click()
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent())!
  await page.getByLabel(t('security.code')).fill(generateSync({ secret }))
  await loseAnswer(page, '/api/profile/totp/confirm')
  await page.getByRole('button', { name: t('security.confirm') }).click()
  await expect(page.getByText(t('totp.isOn'))).toBeVisible()
  await expect(page.getByLabel(t('security.code'))).toHaveCount(0)
  await page.getByRole('button', { name: t('security.renew') }).click()
  await expect(page.getByText(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)).toHaveCount(10)
  await page.getByRole('button', { name: t('security.kept') }).click()
  await expect(page.getByText(t('totp.isOn'))).toHaveCount(0)
  expect(unlessLost(troubles)).toEqual([])
})

test('an app that was turned off by a call whose answer was lost is known to be off, and begun anew', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  const member = await addMember({ db }, { password: PASSWORD })
  await signIn(context, member)
  await page.goto('/my-security')
  const turnOn = page.getByRole('button', { name: t('security.turnOn') })
  await turnOn.click()
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent())!
  await page.getByLabel(t('security.code')).fill(generateSync({ secret }))
  await loseAnswer(page, '/api/profile/totp/confirm')
  await page.getByRole('button', { name: t('security.confirm') }).click()
  await expect(page.getByText(t('totp.isOn'))).toBeVisible()

  await page.route('**/prod-api/api/profile/totp', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    expect((await route.fetch()).status()).toBe(200)
    await route.abort()
  })
  await page.getByRole('button', { name: t('security.turnOff') }).click()
  await expect(turnOn).toBeVisible()
  await expect(page.getByLabel(t('security.code'))).toHaveCount(0)
  await expect(page.getByText(t('totp.isOn'))).toHaveCount(0)
  await turnOn.click()
  await expect(page.getByText(/^[A-Z2-7]{16,}$/)).not.toHaveText(secret)
  expect(unlessLost(troubles)).toEqual([])
})
