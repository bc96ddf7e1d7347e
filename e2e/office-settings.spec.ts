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
    await enterDemo(page, '/office/settings')
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
    // Said once, as what is wrong.
    await expect(dialog.getByRole('alert').filter({ hasText: '999,999,999' })).toBeVisible()
    await expect(dialog.getByText('999,999,999')).toHaveCount(1)
    await expect(dialog.getByRole('alert')).toHaveCount(1)
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

test('languages are ticked, what contradicts another setting is refused, and a way to reach the shop is written', async ({
  page,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await enterDemo(page, '/office/settings')
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

  await open('topUp.most')
  await dialog.getByLabel(t('settings.value')).fill('1')
  await send()
  // The least is changed by another test meanwhile.
  const crossed = /“Least top-up, in US dollars” \([\d.]+\) cannot be above “Most of a day, in US dollars” \(1\)/
  await expect(dialog.getByText(crossed)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // What is refused at no field that is there is said all the same.
  await page.route('**/office/settings/topUp.most', (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), seen: null }) }),
  )
  await open('topUp.most')
  await send()
  await expect(dialog.getByRole('alert')).toHaveText(t('error.invalid'))
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
  // A refusal that was read before its question was closed is not said again.
  await expect(page.getByText(t('settings.refused.defaultLanguage'))).toHaveCount(0)
  await looksRight(page)
  expect(troubles.splice(0).every((text) => /40[01]|422/.test(text))).toBe(true)
})

test('of texts and levels that a colleague changed meanwhile, what nobody else touched stays as he left it', async ({
  page,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await enterDemo(page, '/office/settings')
  const dialog = page.getByRole('dialog', { name: t('settings.change') })
  const save = dialog.getByRole('button', { name: t('settings.change') })
  const isNow = (value: string) => dialog.getByText(t('shelves.isNow', { value }), { exact: true })
  const headers = { origin: process.env.SHOP_URL! }
  const ask = async (path: string) => (await (await page.request.get(`/prod-api/office/${path}`)).json()).data
  const tell = async (path: string, body: object) => {
    const answer = await page.request.post(`/prod-api/office/${path}`, {
      data: { reason: 'meanwhile', ...body },
      headers,
    })
    expect(answer.status()).toBe(200)
  }
  async function open(key: string) {
    await page
      .locator(`[data-setting="${key}"]`)
      .getByRole('button', { name: t('settings.change') })
      .click()
    await dialog.getByLabel(t('act.reason')).fill('for a test')
  }
  async function saveTwice() {
    await save.click()
    await expect(dialog.getByRole('alert')).toContainText(t('settings.refused.changed'))
    await looksRight(page)
    await save.click()
    await expect(dialog).toBeHidden()
  }
  const hours = async () => (await ask('contact')).find(({ item }: { item: string }) => item === 'hours')
  const setting = async (key: string): Promise<string> =>
    (await ask('settings')).find((one: { key: string }) => one.key === key).value
  const change = async (key: string, value: string) => tell(`settings/${key}`, { value, seen: await setting(key) })

  const before = await hours()
  await open('hours')
  await dialog.locator('summary').click()
  await dialog.getByLabel('Deutsch').fill('Montag bis Freitag')
  const monday = `Monday ${Date.now()}`
  await tell('contact/hours', { content: { ...before.content, 'en-US': monday, fr: 'Lundi' }, seen: before.seen })
  await saveTwice()
  const after = await hours()
  expect(after.content).toEqual({ ...before.content, 'en-US': monday, fr: 'Lundi', de: 'Montag bis Freitag' })
  await tell('contact/hours', { content: before.content, seen: after.seen })

  const levels = await setting('member.levels')
  const rows = JSON.parse(levels)
  const top = rows.at(-1)
  await open('member.levels')
  await dialog
    .getByLabel(t('settings.levelGrowth'))
    .last()
    .fill(String(top.growth + 1))
  const theirs = [...rows.slice(0, -1), { ...top, discount: 8.5 }, { name: 'Ruby', growth: 1e8, discount: 9 }]
  await change('member.levels', JSON.stringify(theirs))
  await save.click()
  // What it is now the page may see by itself.
  await expect(dialog.getByRole('alert')).toContainText(t('settings.refused.changed'))
  await expect(isNow('8.5')).toBeVisible()
  await expect(dialog.getByText(t('settings.levelsAdded', { levels: `Ruby (${1e8}, 9 %)` }))).toBeVisible()
  await looksRight(page)
  await save.click()
  await expect(dialog).toBeHidden()
  expect(JSON.parse(await setting('member.levels'))).toEqual([
    ...rows.slice(0, -1),
    { ...top, growth: top.growth + 1, discount: 8.5 },
    theirs.at(-1),
  ])
  await change('member.levels', levels)
  expect(troubles.splice(0).every((text) => /40[01]|422/.test(text))).toBe(true)
})
