// Wholesale and sell to us: every message, what is kept, what is mailed.
import type { Page } from '@playwright/test'
import { expectAlive, settled } from './support/checks.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { loseAnswer, unlessLost } from './support/lost-answer.ts'
import { mailTo, newAddress } from './support/sent-mail.ts'

const t = wordsOf('en-US')

const field = (page: Page, key: string) => page.getByRole('main').getByLabel(t(key), { exact: true })

const country = (page: Page) => page.getByRole('combobox', { name: t('enquiries.region') })

/** Something has been typed: the picker is on its way, and takes the place of the browser's own select. */
async function chooseCountry(page: Page, typed: string, name: string) {
  await country(page).and(page.locator('button')).click()
  const filter = page.getByRole('combobox', { name: t('countries.find') })
  await filter.fill(typed)
  await expect(page.getByRole('option').first()).toContainText(name)
  await filter.press('Enter')
  await expect(country(page)).toHaveAccessibleName(`${t('enquiries.region')}: ${name}`)
}

async function fillWholesale(page: Page, email: string) {
  await field(page, 'enquiries.name').fill('Ada Lovelace')
  await field(page, 'enquiries.email').fill(email)
  await field(page, 'enquiries.confirmEmail').fill(email)
  await field(page, 'enquiries.skype').fill('ada.l')
  await chooseCountry(page, '+49', 'Germany')
  await field(page, 'enquiries.wholesale.message').fill('500 keys a month')
}

test('a wholesale enquiry reaches the operator and its sender, and a copy stays on the screen', async ({
  page,
  request,
}) => {
  const email = newAddress('ada')
  await page.goto('/wholesale')
  await fillWholesale(page, email)
  await page.getByRole('button', { name: t('enquiries.wholesale.send') }).click()
  const heading = page.getByRole('heading', { name: t('enquiries.sentTitle') })
  await expect(heading).toBeFocused()
  await expect(page.getByText(t('enquiries.sentLine', { email }))).toBeVisible()
  for (const text of ['Ada Lovelace', 'ada.l', 'Germany', '500 keys a month'])
    await expect(page.getByRole('definition').filter({ hasText: text })).toBeVisible()
  expect(await mailTo(request, email)).toContain('Thank you for writing to us')
  // Others write to the operator meanwhile.
  const operator = await mailTo(request, 'support@latchkey.example', email)
  expect(operator).toContain('Ada Lovelace')
  // What was sent is no draft any more.
  await page.getByRole('button', { name: t('enquiries.another') }).click()
  await expect(field(page, 'enquiries.name')).toBeFocused()
  await expect(field(page, 'enquiries.name')).toHaveValue('')
})

test('pressing twice sends one wholesale enquiry', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/saveDeal') && sent.push(request.postData() ?? ''))
  await page.goto('/wholesale')
  await fillWholesale(page, newAddress('twice'))
  await page.getByRole('button', { name: t('enquiries.wholesale.send') }).dblclick()
  await expect(page.getByRole('heading', { name: t('enquiries.sentTitle') })).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('an offer to sell needs every field; errors stand beside them and the first gets the focus', async ({ page }) => {
  await page.goto('/sale')
  await page.getByRole('button', { name: t('enquiries.sale.send') }).click()
  const errors: [string, string][] = [
    ['enquiries.name', 'enquiries.error.name'],
    ['enquiries.email', 'enquiries.error.email'],
    ['enquiries.confirmEmail', 'enquiries.error.confirm'],
    ['enquiries.sale.message', 'enquiries.error.description'],
  ]
  await expect(country(page)).toHaveAccessibleDescription(new RegExp(t('enquiries.error.region')))
  for (const [name, error] of errors) await expect(field(page, name)).toHaveAccessibleDescription(new RegExp(t(error)))
  await expect(field(page, 'enquiries.name')).toBeFocused()

  await field(page, 'enquiries.name').fill('A')
  await expect(page.getByText(t('enquiries.error.nameShort'))).toBeVisible()
  await field(page, 'enquiries.email').fill('grace@')
  await expect(page.getByText(t('enquiries.error.emailFormat'))).toBeVisible()
  await field(page, 'enquiries.email').fill('grace@supply.example')
  await field(page, 'enquiries.confirmEmail').fill('other@supply.example')
  await expect(page.getByText(t('enquiries.error.confirmDiffers'))).toBeVisible()
  await field(page, 'enquiries.confirmEmail').fill('grace@supply.example')
  await expect(page.getByText(t('enquiries.error.confirmDiffers'))).toBeHidden()
})

test('an offer to sell is sent', async ({ page }) => {
  const email = newAddress('grace')
  await page.goto('/sale')
  await field(page, 'enquiries.name').fill('Grace Hopper')
  await field(page, 'enquiries.email').fill(email)
  await field(page, 'enquiries.confirmEmail').fill(email)
  await chooseCountry(page, 'us', 'United States')
  await field(page, 'enquiries.sale.message').fill('Steam keys of our own games')
  await page.getByRole('button', { name: t('enquiries.sale.send') }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Steam keys of our own games' })).toBeVisible()
})

test.describe('the country', () => {
  const select = (page: Page) => field(page, 'enquiries.region')

  test('is the browser’s own choice until somebody does anything, then the picker of addresses', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => request.url().includes('country-field') && scripts.push(request.url()))
    await page.goto('/wholesale', { waitUntil: 'networkidle' })
    await expect(select(page)).toHaveJSProperty('tagName', 'SELECT')
    expect(scripts).toEqual([])
    await field(page, 'enquiries.name').focus()
    await expect(country(page)).toHaveAccessibleName(`${t('enquiries.region')}: ${t('enquiries.chooseRegion')}`)
    expect(scripts).not.toEqual([])
    // By its name in Chinese, by keyboard alone.
    await country(page).press('Enter')
    const filter = page.getByRole('combobox', { name: t('countries.find') })
    await filter.fill('德国')
    await filter.press('Enter')
    await expect(country(page)).toHaveAccessibleName(`${t('enquiries.region')}: Germany`)
    await page.reload()
    await expect(select(page)).toHaveValue('DE')
  })

  test('is typed for at once where keys opened the picker, which covers nothing that one goes on to', async ({
    page,
  }) => {
    await page.goto('/sale')
    await field(page, 'enquiries.name').focus()
    await expect(country(page)).toHaveAccessibleName(`${t('enquiries.region')}: ${t('enquiries.chooseRegion')}`)
    const filter = page.getByRole('combobox', { name: t('countries.find') })
    for (const [key, next] of [
      ['Tab', field(page, 'enquiries.sale.message')],
      ['Shift+Tab', country(page)],
    ] as const) {
      await country(page).press('Enter')
      await expect(filter).toBeFocused()
      await page.keyboard.press(key)
      await expect(next).toBeFocused()
      // Back at what opened it, it still stands open.
      await expect(filter).toBeVisible({ visible: key !== 'Tab' })
    }
  })

  test('that is being chosen while the picker comes is kept', async ({ page }) => {
    await page.goto('/sale')
    await expectAlive(select(page))
    const isPicker = (of: { url(): string }) => of.url().includes('country-field')
    const picker = page.waitForResponse(isPicker)
    let isAskedFor = false
    page.on('request', (request) => {
      isAskedFor ||= isPicker(request)
    })
    // The first thing that is done on the page: the focus itself may scroll it, which is a sign of life too.
    await select(page).focus()
    // What hears it may come after the page.
    await expect
      .poll(async () => {
        await page.keyboard.press('Shift')
        return isAskedFor
      })
      .toBe(true)
    await (await picker).finished()
    await settled(page)
    await select(page).selectOption('FR')
    await expect(select(page)).toBeFocused()
    await field(page, 'enquiries.name').focus()
    await expect(country(page)).toHaveAccessibleName(`${t('enquiries.region')}: France`)
  })
})

test('the fields take no more characters than may be sent', async ({ page }) => {
  for (const [path, name, most] of [
    ['/wholesale', 'enquiries.name', 50],
    ['/wholesale', 'enquiries.email', 50],
    ['/wholesale', 'enquiries.skype', 50],
    ['/wholesale', 'enquiries.wholesale.message', 150],
    ['/sale', 'enquiries.sale.message', 1000],
  ] as const) {
    await page.goto(path)
    await expect(field(page, name)).toHaveAttribute('maxlength', String(most))
  }
})

test('what was typed survives a reload and a lost connection', async ({ page, context, troubles }) => {
  const email = newAddress('lost')
  await page.goto('/wholesale')
  await fillWholesale(page, email)
  await page.reload()
  await expect(field(page, 'enquiries.email')).toHaveValue(email)
  await expect(field(page, 'enquiries.region')).toHaveValue('DE')
  await context.setOffline(true)
  await page.getByRole('button', { name: t('enquiries.wholesale.send') }).click()
  await expect(page.getByRole('alert').filter({ hasText: t('error.offline') })).toBeVisible()
  await expect(field(page, 'enquiries.wholesale.message')).toHaveValue('500 keys a month')
  await context.setOffline(false)
  troubles.splice(0)
})

test('an enquiry whose answer was lost is the same one when it is sent again, also after a reload', async ({
  page,
  troubles,
}) => {
  const ids: string[] = []
  page.on('request', (request) => request.url().endsWith('/saveDeal') && ids.push(request.postDataJSON().id))
  await page.goto('/wholesale')
  await fillWholesale(page, newAddress('again'))
  const send = page.getByRole('button', { name: t('enquiries.wholesale.send') })
  await loseAnswer(page, '/api/bottom/saveDeal')
  await send.click()
  await expect(page.getByRole('alert').filter({ hasText: t('error.offline') })).toBeVisible()
  await page.reload()
  await send.click()
  await expect(page.getByRole('heading', { name: t('enquiries.sentTitle') })).toBeVisible()
  expect(ids).toEqual([ids[0], ids[0]])
  expect(unlessLost(troubles)).toEqual([])
})

for (const known of [false, true])
  test(`a form sent before the page is alive${known ? ', and known to it already,' : ''} is sent once it is`, async ({
    page,
  }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/sale', { waitUntil: 'commit' })
    const send = page.getByRole('button', { name: t('enquiries.sale.send') })
    // As React marks what it has looked at and does not hear yet.
    if (known) await send.evaluate((button: HTMLButtonElement) => Object.assign(button.form!, { __reactProps$: {} }))
    await send.click({ noWaitAfter: true })
    release()
    await expect(page.getByText(t('enquiries.error.name'))).toBeVisible()
    await expect(page).toHaveURL(/\/sale$/)
  })
