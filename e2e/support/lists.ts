// Lists of the back office: what is pressed above them, and the file that they give.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { expect } from './fixtures.ts'
import { wordsOf } from './office.ts'

const t = wordsOf('en-US')

export const press = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true }).click()

/** The file that the button above a list gives. */
export async function takeFile(page: Page): Promise<string[][]> {
  await press(page, 'lists.take')
  const download = page.waitForEvent('download')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('lists.take'), exact: true })
    .click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.charCodeAt(0)).toBe(0xfeff)
  return parse(text, { bom: true })
}
