// The back office in a browser, for its tests.
import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { tooWide } from './checks.ts'
import { expect, wordsIn } from './fixtures.ts'

export const wordsOf = (language: 'en-US' | 'zh-CN') => wordsIn(`src/locales/office/${language}.json`, language)

/** No sideways scrolling, and axe finds nothing in light and dark. */
export async function looksRight(page: Page) {
  expect(await tooWide(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await axe(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await axe(page, { only: 'colours' })).toEqual([])
}

/** Signed in as the visitor of the demo's office. */
export async function enterDemo(page: Page, path = '/office/orders', language: 'en-US' | 'zh-CN' = 'en-US') {
  await page.goto(path)
  await page.getByRole('button', { name: wordsOf(language)('door.enterDemo') }).click()
}
