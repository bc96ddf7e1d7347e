// Currencies in a browser: a rate by hand, the central bank's, one that jumps, one that is off.
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, wordsOf } from './support/office.ts'

// They have one list of rates: one that asks the bank asks for all.
test.describe.configure({ mode: 'default' })

for (const [language, code, width] of [
  ['en-US', 'SGD', 1280],
  ['zh-CN', 'MXN', 390],
] as const)
  test(`a rate is set, refused where it jumps, and follows the bank (${language}, ${width} px)`, async ({
    page,
    context,
    request,
    troubles,
  }) => {
    const t = wordsOf(language)
    await page.setViewportSize({ width, height: 900 })
    await context.addInitScript((chosen) => localStorage.setItem('office-language', chosen), language)
    await enterDemo(page, '/office/settings')
    await page.getByRole('link', { name: t('currencies.title') }).click()
    await expect(page.getByRole('heading', { name: t('currencies.title'), exact: true })).toBeVisible()
    const row = page.locator(`[data-currency="${code}"]`)
    await expect(row).toBeVisible()
    await looksRight(page)
    const shown = async () => {
      const { data } = await (await request.get('/prod-api/api/home/rate')).json()
      return data.find(({ moneyType }: { moneyType: string }) => moneyType === code)?.moneyRate as number | undefined
    }
    const was = (await shown())!
    const dialog = page.getByRole('dialog', { name: t('settings.change') })
    const save = dialog.getByRole('button', { name: t('settings.change') })
    const begin = async () => {
      await row.getByRole('button', { name: t('settings.change') }).click()
      await dialog.getByLabel(t('act.reason')).fill('<b>why</b>')
    }

    // What is wrong is said while it is typed; whoever has pressed is led back to it.
    const isRefused = async (key: string) => {
      await save.click()
      await expect(dialog.getByText(t(key))).toBeVisible()
      await expect(dialog.getByLabel(t('currencies.rate'))).toBeFocused()
    }
    await begin()
    await dialog.getByLabel(t('currencies.rate')).fill('much')
    await isRefused('currencies.rateWrong')
    await looksRight(page)
    await dialog.getByLabel(t('currencies.rate')).fill('7,497')
    await isRefused('currencies.rateComma')
    // Ten times as much, with a comma: asked whether that is meant, and nothing that was typed is lost.
    await dialog.getByLabel(t('currencies.rate')).fill((was * 10).toFixed(4).replace('.', ','))
    await save.click()
    await expect(dialog.getByText('900')).toBeVisible()
    const rate = (was * 1.01).toFixed(4)
    await dialog.getByLabel(t('currencies.rate')).fill(rate)
    await save.click()
    await expect(dialog).toBeHidden()
    await expect.poll(shown).toBe(Number(rate))
    // The next question is asked of what is seen then.
    await expect(row).toContainText(String(Number(rate)))

    await begin()
    await dialog.getByLabel(t('currencies.rateFrom')).selectOption('1')
    await expect(dialog.getByLabel(t('currencies.rate'))).toBeHidden()
    await save.click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: t('currencies.acts.ask') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('currencies.acts.ask') })
      .click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(row.getByText(t('currencies.byBank')).first()).toBeVisible()
    await expect.poll(async () => (await row.innerText()).includes(t('currencies.notSaidYet'))).toBe(false)
    await row.locator('summary').click()
    await expect(row.getByText('<b>why</b>').first()).toBeVisible()
    await looksRight(page)

    await begin()
    await dialog.getByLabel(t('currencies.offered')).selectOption('0')
    await save.click()
    await expect(row.getByText(t('currencies.off'))).toBeVisible()
    await expect.poll(shown).toBeUndefined()
    await begin()
    await dialog.getByLabel(t('currencies.offered')).selectOption('1')
    await dialog.getByLabel(t('currencies.rateFrom')).selectOption('0')
    await dialog.getByLabel(t('currencies.rate')).fill(String(was))
    await save.click()
    await expect(dialog).toBeHidden()
    await expect.poll(shown).toBe(was)
    expect(troubles.splice(0).every((text) => /40[01]|422/.test(text))).toBe(true)
  })

test('of a currency that a colleague changed meanwhile, what nobody else touched stays as he left it', async ({
  page,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const held = () =>
    db.one<{ symbol: string; rate: string; position: number; follows: boolean }>(
      sql`select symbol, rate_e8::text as rate, position, follows_bank as follows from currencies where code = 'SEK'`,
    )
  const was = await held()
  await enterDemo(page, '/office/settings/currencies')
  await page
    .locator('[data-currency="SEK"]')
    .getByRole('button', { name: t('settings.change') })
    .click()
  const dialog = page.getByRole('dialog', { name: t('settings.change') })
  const save = dialog.getByRole('button', { name: t('settings.change') })
  const begin = () => dialog.getByLabel(t('act.reason')).fill('it stands further down')
  await dialog.getByLabel(t('catalogue.field.position')).fill('77')
  await begin()
  await db.run(sql`update currencies set symbol = 'Skr', rate_e8 = 999000000 where code = 'SEK'`)
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText(t('currencies.refused.changed'))
  await expect(dialog.getByText(t('shelves.isNow', { value: 'Skr' }))).toBeVisible()
  await expect(dialog.getByText(t('shelves.isNow', { value: '9.99' }))).toBeVisible()
  await looksRight(page)
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await held()).toEqual({ symbol: 'Skr', rate: '999000000', position: 77, follows: false })

  // Who types a rate means it by hand, though a colleague has let it follow the bank meanwhile.
  await page
    .locator('[data-currency="SEK"]')
    .getByRole('button', { name: t('settings.change') })
    .click()
  await dialog.getByLabel(t('currencies.rate')).fill('9.98')
  await begin()
  await db.run(sql`update currencies set follows_bank = true where code = 'SEK'`)
  await save.click()
  // What it is now the page may see by itself.
  await expect(dialog.getByRole('alert')).toContainText(t('currencies.refused.changed'))
  await expect(dialog.getByText(t('shelves.isNow', { value: t('currencies.byBank') }))).toBeVisible()
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await held()).toEqual({ symbol: 'Skr', rate: '998000000', position: 77, follows: false })
  await db.run(
    sql`update currencies set symbol = ${was.symbol}, rate_e8 = ${was.rate}, position = ${was.position} where code = 'SEK'`,
  )
  expect(troubles.splice(0).every((text) => /40[01]|422/.test(text))).toBe(true)
})
