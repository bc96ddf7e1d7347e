// The connection, or the shop itself, goes before the code of a page of the back office was fetched: the office stays, says so, and goes
// on with it.
import type { Page } from '@playwright/test'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, placeLink, wordsOf } from './support/office.ts'

const t = wordsOf('en-US')

test('a page of the office and the palette, wanted without a connection, say so and come with it', async ({
  page,
  context,
  troubles,
}) => {
  await enterDemo(page, '/office/health')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  await expect(heading(t('health.title'))).toBeVisible()
  await page.waitForLoadState('networkidle')
  const away = page.getByRole('alert').filter({ hasText: t('error.offline') })
  // What lies behind the dialog may say it, too.
  const palette = page.getByRole('dialog', { name: t('palette.title') })
  await context.setOffline(true)
  await page.keyboard.press('Control+k')
  await expect(palette.getByText(t('error.offline'))).toBeVisible()
  await context.setOffline(false)
  const field = palette.getByRole('combobox', { name: t('palette.field') })
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')

  await context.setOffline(true)
  await (await placeLink(page, t('settings.title'))).click()
  await expect(away.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(away.getByRole('button', { name: t('frame.again') })).toBeVisible()
  await expect(page).toHaveURL(/\/office\/settings$/)
  await context.setOffline(false)
  await expect(heading(t('settings.title'))).toBeVisible()
  await expect(away).toHaveCount(0)
  expect(troubles.splice(0).filter((text) => !/401|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([])
})

/** What it waits for before it asks again does not come. */
const neverByItself = (page: Page) =>
  page.evaluate(() => {
    const { setTimeout } = window
    Object.assign(window, {
      setTimeout: (act: () => void, ms: number) => (ms === 5_000 ? 0 : setTimeout(act, ms)),
    })
  })

for (const comes of ['when somebody presses', 'by itself'])
  test(`with a connection and without the shop a page says so, and comes ${comes}`, async ({ page, troubles }) => {
    await enterDemo(page, '/office/health')
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
    await expect(heading(t('health.title'))).toBeVisible()
    await page.waitForLoadState('networkidle')
    if (comes === 'by itself') await page.clock.install()
    else await neverByItself(page)
    // As where the shop's process has ended: not a byte of it can be reached, and the browser has a connection.
    await page.route('**', (route) => route.abort('connectionrefused'))
    await (await placeLink(page, t('settings.title'))).click()
    await expect(heading(t('error.offline'))).toBeVisible()
    await looksRight(page)
    const again = page.getByRole('button', { name: t('frame.again') })
    // It is asked for in vain before the shop is back.
    const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'))
    await again.click()
    await asked
    await expect(again).toBeVisible()
    await expect(page).toHaveURL(/\/office\/settings$/)
    await page.unroute('**')
    if (comes === 'by itself') await page.clock.runFor(5_000)
    else await again.click()
    await expect(heading(t('settings.title'))).toBeVisible()
    await expect(again).toHaveCount(0)
    expect(troubles.splice(0).filter((text) => !/401|ERR_CONNECTION_REFUSED/.test(text))).toEqual([])
  })

test('a shop that takes a question and says nothing is away, too', async ({ page, troubles }) => {
  await enterDemo(page, '/office/health')
  await expect(page.getByRole('heading', { level: 1, name: t('health.title'), exact: true })).toBeVisible()
  await page.route('**/assets/**', (route) => route.abort('connectionrefused'))
  await page.route('**/healthz', () => {})
  await (await placeLink(page, t('settings.title'))).click()
  await expect(page.getByRole('heading', { level: 1, name: t('error.offline'), exact: true })).toBeVisible({
    timeout: 20_000,
  })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByRole('heading', { level: 1, name: t('settings.title'), exact: true })).toBeVisible({
    timeout: 20_000,
  })
  expect(troubles.splice(0).filter((text) => !/401|ERR_CONNECTION_REFUSED/.test(text))).toEqual([])
})
