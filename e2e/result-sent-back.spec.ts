// What an order's page says of money that came for it and did not pay it.
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { looksWell } from './support/axe.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { type Paying, test } from './support/paying.ts'
import { expectState, unpaid } from './support/result.ts'

test.describe.configure({ mode: 'default' })

const t = wordsOf('en-US')
/** A method of another provider. */
const PAYSSION = 1

/** An order that was cancelled while its payment page stayed open. */
async function cancelled(context: BrowserContext, paying: Paying) {
  const order = await unpaid(context, paying)
  const attempt = await paying.attemptOf(order.orderId)
  paying.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions/' })
  const answer = await context.request.get(`${paying.origin}/prod-api/api/pay/cancel/${order.orderId}`, {
    headers: { origin: paying.origin },
  })
  expect(answer.ok()).toBe(true)
  await paying.reaches(order.orderId, 'Cancelled')
  return { ...order, attempt }
}

const sent = ({ db }: Paying, orderId: string) =>
  expect.poll(() => db.query(sql`select 1 from refunds where order_id = ${orderId} and state = 'done'`)).toHaveLength(1)

async function expectTold(page: Page, orderId: string, came: 'late' | 'again', now: 'going' | 'gone') {
  const [before, after] = t(`pay.sentBack.${came}`, { amount: '|' }).split('|') as [string, string]
  await page.goto(`/success-payment?order_id=${orderId}`)
  const said = page
    .getByRole('main')
    .getByRole('status')
    .filter({ has: page.getByRole('heading', { level: 1 }) })
  await expect(said).toContainText(before)
  await expect(said).toContainText(after)
  await expect(said).toContainText(t(`pay.sentBack.${now}`))
  await looksWell(page)
}

test('a payment that came after the order was cancelled is told, and never that nothing was charged', async ({
  page,
  context,
  paying,
}) => {
  const { orderId, attempt } = await cancelled(context, paying)
  await page.goto(`/success-payment?order_id=${orderId}`)
  await expectState(page, 'cancelled')
  const hold = paying.stripe.hold('/v1/refunds')
  paying.stripe.pay(attempt, { outcome: 'completed' })
  await hold.arrived
  await expectTold(page, orderId, 'late', 'going')
  await expect(page.getByText(t('pay.state.cancelled.text'))).toHaveCount(0)
  hold.release()
  await sent(paying, orderId)
  // The page that is open says so by itself.
  await expect(page.getByText(t('pay.sentBack.gone'))).toBeVisible({ timeout: 20_000 })
  await expectTold(page, orderId, 'late', 'gone')
  await expect(page.getByText(t('pay.state.cancelled.text'))).toHaveCount(0)
})

/** What the provider itself is said to answer, for as long as it is not asked. */
const stillOpen = (page: Page) =>
  page.route('**/api/pay/payssion/state*', (route) =>
    route.fulfill({ json: { code: 200, msg: 'ok', data: 'pending' } }),
  )

test('who comes back from the page of an order that is over is not told that nothing was charged before that is known', async ({
  page,
  context,
  paying,
}) => {
  const { orderId, orderNo, attempt } = await cancelled(context, paying)
  await stillOpen(page)
  await page.goto(`/pay-return/${orderId}/${orderNo}`)
  await expectState(page, 'looking')
  await looksWell(page)
  await expect(page.getByText(t('pay.state.cancelled.text'))).toHaveCount(0)
  paying.stripe.pay(attempt, { outcome: 'completed' })
  // The page that is open says so by itself.
  await expect(page.getByText(t('pay.sentBack.gone'))).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(t('pay.state.cancelled.text'))).toHaveCount(0)
})

test('the provider is asked when somebody comes back to an order that is over, and the page looks for a minute at most', {
  tag: '@once:phone',
}, async ({ page, context, paying }) => {
  const paid = await cancelled(context, paying)
  paying.stripe.pay(paid.attempt, { outcome: 'completed', notify: false })
  await page.goto(`/pay-return/${paid.orderId}/${paid.orderNo}`)
  await expect(page.getByText(t('pay.sentBack.gone')).or(page.getByText(t('pay.sentBack.going')))).toBeVisible()

  const unpaidOne = await cancelled(context, paying)
  await page.clock.install()
  await stillOpen(page)
  await page.goto(`/pay-return/${unpaidOne.orderId}/${unpaidOne.orderNo}`)
  await expectState(page, 'looking')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/pay/detail/')) asked += 1
  })
  await expect(async () => {
    await page.clock.runFor(10_000)
    await expectState(page, 'cancelled')
  }).toPass()
  expect(asked).toBeLessThan(20)
})

test('a second payment of a delivered order is told beside its keys', async ({ page, context, paying }) => {
  const { orderId } = await unpaid(context, paying)
  const first = await paying.attemptOf(orderId)
  // Its page stays open in another tab.
  paying.stripe.failNext({ how: 'error', on: '/v1/checkout/sessions/' })
  const again = await context.request.post(`${paying.origin}/prod-api/api/pay/toPay`, {
    headers: { origin: paying.origin },
    data: { orderId, paymentId: PAYSSION },
  })
  const { url } = (await again.json()).data
  paying.stripe.pay(first, { outcome: 'completed' })
  await paying.reaches(orderId, 'Delivered')
  await page.goto(url)
  await page.locator('button[name=outcome][value=completed]').click()
  await expect(page).toHaveURL(/success-payment/)
  await sent(paying, orderId)
  await expectTold(page, orderId, 'again', 'gone')
  await expectState(page, 'delivered')
  await expect(page.getByText(/^DEMO[0-9A-Z-]{8,}$/)).toHaveCount(1)
})
