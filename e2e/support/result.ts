// What the page of an order says of it.
import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { tooWide } from './checks.ts'
import { expect, wordsOf } from './fixtures.ts'

const t = wordsOf('en-US')

/** Opens the order's page: its heading and sentence are this state's, and the page is well made. */
export async function expectSaid(page: Page, orderId: string, state: string): Promise<void> {
  await page.goto(`/success-payment?order_id=${orderId}`)
  await expectState(page, state)
  expect([...(await axe(page)), ...(await tooWide(page))]).toEqual([])
}

export async function expectState(page: Page, state: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: t(`pay.state.${state}.title`), exact: true })
  await expect(title).toBeVisible()
  const said = page.getByRole('main').getByRole('status').filter({ has: title })
  // The address within is set apart.
  const [before] = t(`pay.state.${state}.text`, { email: '|' }).split('|')
  await expect(said).toContainText(before!.trim())
}
