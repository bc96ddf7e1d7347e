// The shop's colour with a browser: chosen in the office, seen before it is saved, and worn by every page, light and dark.
import type { Page } from '@playwright/test'
import { accentOf } from '#art/accent.ts'
import { axe } from './support/axe.ts'
import { expect } from './support/fixtures.ts'
import { enterDemo, looksRight, picture, wordsOf } from './support/office.ts'
import { test } from './support/operator.ts'

/** What the page paints with a token, as #rrggbb. */
const painted = (page: Page, token: string) =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(--color-${name})`
    const [, ...channels] = /(\d+), (\d+), (\d+)/.exec(getComputedStyle(probe).color) ?? []
    probe.remove()
    return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
  }, token)

test.describe.configure({ mode: 'default' })

const sheets = (page: Page) => page.locator('link[rel="stylesheet"][href^="/media/colours/"]')

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a colour is chosen, seen before it is saved, worn by the shop and taken off again (${language})`, async ({
    page,
    troubles,
  }) => {
    const t = wordsOf(language)
    const chosen = language === 'en-US' ? '#facc15' : '#0f766e'
    await page.addInitScript((code) => localStorage.setItem('office-language', code), language)
    await enterDemo(page, '/office/settings')
    const row = page.locator('[data-setting="shop.colour"]')
    await expect(row.locator('bdi').first()).toHaveText(t('settings.colour.house'))
    const dialog = page.getByRole('dialog', { name: t('settings.change') })
    const change = row.getByRole('button', { name: t('settings.change') })
    const send = () => dialog.getByRole('button', { name: t('settings.change') }).click()
    await change.click()
    await dialog.getByLabel(t('settings.value')).fill('blue')
    await dialog.getByLabel(t('act.reason')).fill('our own colour')
    await send()
    await expect(dialog.getByText(t('settings.wrong')).first()).toBeVisible()
    await dialog.getByLabel(t('settings.value')).fill(chosen.toUpperCase())
    // What the shop will make of it stands beside what was typed, in both themes.
    const samples = dialog.getByText(t('settings.colour.button'))
    for (const [index, theme] of (['light', 'dark'] as const).entries())
      await expect(samples.nth(index)).toHaveCSS('background-color', rgb(accentOf(chosen)[theme].accent))
    await looksRight(page)
    await picture(page, `colour-dialog-${language}`)
    await send()
    await expect(dialog).toBeHidden()
    await expect(row.locator('bdi').first()).toHaveText(chosen)
    await looksRight(page)

    for (const [path, scheme] of [
      ['/', 'light'],
      ['/', 'dark'],
      ['/rpg-games', 'light'],
      ['/login?lang=ar', 'dark'],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await page.goto(path)
      await expect(sheets(page)).toHaveCount(1)
      for (const [token, colour] of Object.entries(accentOf(chosen)[scheme]))
        expect(await painted(page, token), `${path} ${scheme} ${token}`).toBe(colour)
      expect(await axe(page, { only: 'colours' })).toEqual([])
      await picture(page, `colour-${language}-${path.replaceAll(/\W/g, '_')}-${scheme}`)
    }
    // Whoever chose a theme by himself has its colours, too.
    await page.goto('/')
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'))
    expect(await painted(page, 'accent')).toBe(accentOf(chosen).light.accent)

    await page.goto('/office/settings')
    await change.click()
    await dialog.getByRole('button', { name: t('settings.colour.none') }).click()
    await dialog.getByLabel(t('act.reason')).fill('as it was')
    await send()
    await expect(dialog).toBeHidden()
    await expect(row.locator('bdi').first()).toHaveText(t('settings.colour.house'))
    // A page that is there already keeps what it began with.
    await expect(async () => {
      await page.goto('/')
      await expect(page.locator('h1').first()).toBeAttached()
      await expect(sheets(page)).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
    expect(troubles.splice(0).every((text) => /40[01]/.test(text))).toBe(true)
  })

function rgb(hex: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${channels.join(', ')})`
}
