// Methods of payment in a browser: tried, taken off and offered again, other terms, one more.
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, wordsOf } from './support/office.ts'

// Of countries in which no other test buys; each is added once.
const CODES = { desktop: { 'en-US': 'mpesa_ke', 'zh-CN': 'airtel_ke' }, phone: { 'en-US': 'redpagos_uy', 'zh-CN': 'vietqr_vn' } } // biome-ignore format: one line

for (const [language, width] of [
  ['en-US', 1280],
  ['zh-CN', 390],
] as const)
  test(`a method is added, tried, changed, offered and taken off (${language}, ${width} px)`, async ({
    page,
    context,
    request,
    db,
    troubles,
  }, { project }) => {
    const t = wordsOf(language)
    const code = `payssion:${CODES[project.name as 'desktop'][language]}`
    await page.setViewportSize({ width, height: 900 })
    await context.addInitScript((chosen) => localStorage.setItem('office-language', chosen), language)
    await enterDemo(page, '/office/settings')
    await page.getByRole('link', { name: t('methods.title') }).click()
    await expect(page.getByRole('heading', { name: t('methods.title'), exact: true })).toBeVisible()
    await expect(page.locator('[data-method="stripe"]')).toBeVisible()
    await looksRight(page)
    const dialog = page.getByRole('dialog')
    const row = page.locator(`[data-method="${code}"]`)
    const press = async (name: string, within = page.locator('main')) =>
      within.getByRole('button', { name, exact: true }).click()
    const why = () => dialog.getByLabel(t('act.reason')).fill('<b>why</b>')

    await press(t('methods.acts.add'))
    await press(t('methods.acts.add'), dialog)
    await expect(dialog.getByLabel(t('methods.method'))).toHaveAccessibleDescription(t('methods.choose'))
    await dialog.getByLabel(t('methods.method')).selectOption(code)
    await why()
    await press(t('methods.acts.add'), dialog)
    await expect(row.getByText(t('methods.states.off'), { exact: true })).toBeVisible()

    await press(t('methods.acts.try'), row)
    await expect(page.getByText(t('methods.tried.answers', { name: '' }).trim())).toBeVisible()

    await press(t('settings.change'), row)
    await dialog.getByLabel(t('methods.fee')).fill('101')
    await why()
    await looksRight(page)
    await press(t('settings.change'), dialog)
    await expect(dialog.getByText(t('methods.wrong.fee'))).toBeVisible()
    // That is said since the field was left; whoever has pressed is led back to it.
    await expect(dialog.getByLabel(t('methods.fee'))).toBeFocused()
    await dialog.getByLabel(t('methods.fee')).fill('2,5')
    await press(t('settings.change'), dialog)
    await expect(dialog).toBeHidden()
    await expect(row.getByText(t('methods.feeOf', { fee: '2.5' }))).toBeVisible()

    const isListed = async () => {
      const { data } = await (await request.get('/prod-api/api/check/paymentlist')).json()
      return data.some(({ fee }: { fee: number }) => fee === 2.5)
    }
    // Who is about to offer what a colleague has just offered takes nothing off by the same press.
    await press(t('methods.acts.enable'), row)
    await why()
    await db.run(sql`update payment_methods set enabled = true where provider || ':' || code = ${code}`)
    await expect(row.getByText(t('methods.states.simulated'), { exact: true })).toBeAttached({ timeout: 20_000 })
    await press(t('methods.acts.enable'), dialog)
    await expect(dialog.getByRole('alert')).toContainText(t('methods.refused.changed'))
    await press(t('methods.acts.enable'), dialog)
    await expect(dialog).toBeHidden()
    await expect(row.getByText(t('methods.states.simulated'), { exact: true })).toBeVisible()
    await expect.poll(isListed).toBe(true)
    await row.locator('summary').click()
    await expect(row.getByText('<b>why</b>').first()).toBeVisible()
    await looksRight(page)
    await press(t('methods.acts.disable'), row)
    await why()
    await press(t('methods.acts.disable'), dialog)
    await expect(dialog).toBeHidden()
    await expect(row.getByText(t('methods.states.off'), { exact: true })).toBeVisible()
    expect(troubles.splice(0).every((text) => /40[01]|422/.test(text))).toBe(true)
  })
