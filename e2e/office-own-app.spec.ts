// Another authenticator app for oneself, on one's own page of the back office.
import { generateSync } from 'otplib'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { looksRight, onlyAtTheDoor, picture, wordsOf } from './support/office.ts'
import { signInStaff } from './support/staff.ts'

const PASSWORD = 'Plum-Engine-9'

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a new telephone takes the place of the one before, which holds until then (${language})`, async ({
    page,
    context,
    ground,
    troubles,
  }) => {
    const t = wordsOf(language)
    await context.addInitScript((code) => localStorage.setItem('office-language', code), language)
    const { id, email, secret } = await signInStaff(context, ground, { password: PASSWORD })
    const unused = () => ground.db.run(sql`update staff_authenticators set last_step = 0 where staff_id = ${id}`)
    await page.goto('/office/me')
    const own = page.getByRole('region', { name: t('welcome.app') })
    const field = (key: string) => own.getByLabel(t(key), { exact: true })
    const press = (key: string) => own.getByRole('button', { name: t(key), exact: true }).click()
    const begin = async (code: string) => {
      await unused()
      await field('door.password').fill(PASSWORD)
      await field('door.code').fill(code)
      await press('staff.me.appDo')
    }

    await begin('000000')
    await expect(own.getByText(t('office.wrong'))).toBeVisible()
    await expect(field('door.password')).toHaveValue(PASSWORD)
    await begin(generateSync({ secret }))
    await expect(own.getByRole('img', { name: t('welcome.qrAlt') })).toBeVisible()
    const first = (await own.locator('code').textContent())!
    await looksRight(page)
    await picture(page, `own-app-${language}`)
    // He thinks better of it, and begins again.
    await press('staff.me.appKeep')
    await begin(generateSync({ secret }))
    const next = (await own.locator('code').textContent())!
    expect([first, secret]).not.toContain(next)
    await field('staff.me.appCode').fill('000000')
    await press('staff.me.appUse')
    await expect(own.getByText(t('totp.wrongCode'))).toBeVisible()
    await field('staff.me.appCode').fill(generateSync({ secret: next }))
    await press('staff.me.appUse')
    await expect(page.getByText(t('staff.me.appDone'))).toBeVisible()
    await expect(field('door.password')).toHaveValue('')

    await page.getByRole('button', { name: t('frame.signOut') }).click()
    const enter = async (code: string) => {
      await page.getByLabel(t('door.email'), { exact: true }).fill(email)
      await page.getByLabel(t('door.password'), { exact: true }).fill(PASSWORD)
      await page.getByLabel(t('door.code'), { exact: true }).fill(code)
      await page.getByRole('button', { name: t('door.signIn'), exact: true }).click()
    }
    await unused()
    await enter(generateSync({ secret }))
    await expect(page.getByText(t('office.wrong'))).toBeVisible()
    await enter(generateSync({ secret: next }))
    await expect(page.getByRole('heading', { name: t('today.title'), exact: true })).toBeVisible()
    await page.goto('/office/audit')
    await expect(page.locator('li').filter({ hasText: t('audit.acts.staff.authenticator') })).not.toHaveCount(0)
    onlyAtTheDoor(troubles, /40[01]|422/)
  })
