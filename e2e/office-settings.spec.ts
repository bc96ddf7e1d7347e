// Settings in a browser: each says what it does, and is changed in the control that fits it.
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, wordsOf } from './support/office.ts'

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a number is changed, refused where it cannot be, and changed back (${language})`, async ({
    page,
    context,
    troubles,
  }) => {
    const t = wordsOf(language)
    await context.addInitScript((code) => localStorage.setItem('office-language', code), language)
    await enterDemo(page, '/office/settings', language)
    await expect(page.getByRole('heading', { name: t('settings.title'), exact: true })).toBeVisible()
    const row = page.locator(`[data-setting="${language === 'en-US' ? 'topUp.new.days' : 'topUp.least'}"]`)
    await expect(row).toBeVisible()
    await looksRight(page)
    const was = await row.locator('bdi').first().innerText()
    const dialog = page.getByRole('dialog', { name: t('settings.change') })
    const save = async (value: string) => {
      await row.getByRole('button', { name: t('settings.change') }).click()
      await dialog.getByLabel(t('settings.value')).fill(value)
      await dialog.getByLabel(t('act.reason')).fill('<b>why</b>')
      await dialog.getByRole('button', { name: t('settings.change') }).click()
    }
    await save('-3')
    await expect(dialog.getByText(t('settings.wrong')).first()).toBeVisible()
    await looksRight(page)
    await dialog.getByLabel(t('settings.value')).fill('31,5')
    await dialog.getByRole('button', { name: t('settings.change') }).click()
    await expect(dialog).toBeHidden()
    await expect(row.locator('bdi').first()).toHaveText('31.5')
    await row.locator('summary').click()
    await expect(row.getByText('<b>why</b>').first()).toBeVisible()
    await looksRight(page)
    await save(was)
    await expect(dialog).toBeHidden()
    await expect(row.locator('bdi').first()).toHaveText(was)

    // Levels are rows; what is no number is said beside it, and nothing is saved.
    await page
      .locator('[data-setting="member.levels"]')
      .getByRole('button', { name: t('settings.change') })
      .click()
    await dialog.getByRole('button', { name: t('settings.levelAdd') }).click()
    await dialog.getByLabel(t('settings.levelName')).last().fill('Ruby')
    await dialog.getByLabel(t('settings.levelGrowth')).last().fill('much')
    await dialog.getByLabel(t('act.reason')).fill('x')
    await dialog.getByRole('button', { name: t('settings.change') }).click()
    await expect(dialog.getByText(t('settings.numberWrong')).first()).toBeVisible()
    await looksRight(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(troubles.splice(0).every((text) => /40[01]|422/.test(text))).toBe(true)
  })

test('languages are ticked, a default that would be missing is refused, and a way to reach the shop is written', async ({
  page,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await enterDemo(page, '/office/settings', 'en-US')
  const dialog = page.getByRole('dialog', { name: t('settings.change') })
  const open = (key: string) =>
    page
      .locator(`[data-setting="${key}"]`)
      .getByRole('button', { name: t('settings.change') })
      .click()
  const send = async () => {
    await dialog.getByLabel(t('act.reason')).fill('for a test')
    await dialog.getByRole('button', { name: t('settings.change') }).click()
  }
  await open('shop.languages')
  await dialog.getByRole('checkbox', { name: 'English' }).uncheck()
  await looksRight(page)
  await send()
  await expect(dialog.getByText(t('settings.refused.defaultLanguage')).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await open('social4')
  await dialog.getByLabel(t('settings.contact.text')).fill('somewhere')
  await send()
  await expect(dialog.getByText(t('settings.contact.linkWrong')).first()).toBeVisible()
  const field = dialog.getByLabel(t('settings.contact.text'))
  await field.fill('https://fediverse.example/@keys')
  await dialog.getByRole('button', { name: t('settings.change') }).click()
  await expect(dialog).toBeHidden()
  const row = page.locator('[data-setting="social4"]')
  await expect(row.locator('bdi').first()).toHaveText('https://fediverse.example/@keys')
  await row.locator('summary').click()
  await expect(row.getByText('for a test').first()).toBeVisible()
  await looksRight(page)
  expect(troubles.splice(0).every((text) => /40[01]|422/.test(text))).toBe(true)
})
