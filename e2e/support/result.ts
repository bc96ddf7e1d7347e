// An order at a provider that does what the test wants, and what its page says of it.
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { looksWell } from './axe.ts'
import { expect, wordsOf } from './fixtures.ts'
import { KEYS } from './goods.ts'
import type { Paying } from './paying.ts'
import { makePayableOrder } from './shopping.ts'

const t = wordsOf('en-US')

/** Opens the order's page: its heading and sentence are this state's, and the page is well made. */
export async function expectSaid(page: Page, orderId: string, state: string): Promise<void> {
  await page.goto(`/success-payment?order_id=${orderId}`)
  await expectState(page, state)
  await looksWell(page)
}

export async function expectState(page: Page, state: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1, name: t(`pay.state.${state}.title`), exact: true })
  await expect(title).toBeVisible()
  const said = page.getByRole('main').getByRole('status').filter({ has: title })
  // The address within is set apart.
  const [before] = t(`pay.state.${state}.text`, { email: '|' }).split('|')
  await expect(said).toContainText(before!.trim())
}

export const unpaid = (context: BrowserContext, { origin }: Paying) => makePayableOrder(context, KEYS, origin)

export async function delivered(context: BrowserContext, paying: Paying) {
  const order = await unpaid(context, paying)
  const attempt = await paying.attemptOf(order.orderId)
  paying.stripe.pay(attempt, { outcome: 'completed' })
  await paying.reaches(order.orderId, 'Delivered')
  return { ...order, attempt }
}

/** How many of its payments a bank works on. */
export const processing = async ({ db }: Paying, orderId: string) =>
  (await db.query(sql`select 1 from payments where order_id = ${orderId} and state = 'processing'`)).length

export const payButton = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Pay\s/ })
    .filter({ visible: true })

export const cancelButton = (page: Page) => page.getByRole('main').getByRole('button', { name: t('pay.cancel.button') })

/** The browser reports refusals as errors; here they are wanted. */
export function expectRefused(troubles: string[], status: number): void {
  expect(troubles.splice(0).filter((text) => !text.includes(String(status)))).toEqual([])
}
