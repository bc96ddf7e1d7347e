// What is said of an order in each state that it can be in, and of each thing that may go wrong on the way to pay: by a
// provider that does what the test wants.
import { sql } from '#platform/database/sql.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { test } from './support/paying.ts'
import {
  cancelButton,
  delivered,
  expectRefused,
  expectSaid,
  expectState,
  payButton,
  processing,
  unpaid,
} from './support/result.ts'
import { makeOrder } from './support/shopping.ts'

test.describe.configure({ mode: 'default' })

const t = wordsOf('en-US')
const KEY = /^DEMO[0-9A-Z-]{8,}$/

test('an order that waits for its payment says so, and can be paid or cancelled', async ({ page, context, paying }) => {
  const { orderId } = await unpaid(context, paying)
  await expectSaid(page, orderId, 'waiting')
  await expect(payButton(page)).toBeEnabled()
  await cancelButton(page).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('pay.cancel.button') })
    .click()
  await expectState(page, 'cancelled')
  await expect(payButton(page)).toHaveCount(0)
})

for (const [outcome, state] of [
  ['cancelled', 'abandoned'],
  ['expired', 'attemptExpired'],
] as const) {
  test(`back from a payment page that was ${outcome}: nothing was charged, and it can be paid again`, async ({
    page,
    context,
    paying,
  }) => {
    const { url } = await unpaid(context, paying)
    await page.goto(url)
    await page.locator(`button[name=outcome][value=${outcome}]`).click()
    await expect(page).toHaveURL(/success-payment/)
    await expectState(page, state)
    await expect(payButton(page)).toBeEnabled()
  })
}

test('what the provider says only when it is asked again is shown, and it is asked a few times at most', async ({
  page,
  context,
  paying,
}) => {
  const { orderId } = await unpaid(context, paying)
  let asked = 0
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/pay/payssion/state*', async (route) => {
    const answer = await route.fetch()
    asked += 1
    // What is said before it is known stands until it was looked at.
    if (asked === 3) await seen
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), data: asked < 3 ? 'pending' : 'failed' },
    })
  })
  await page.goto(`/success-payment?order_id=${orderId}`)
  await expect(page.getByRole('heading', { name: t('pay.state.waiting.title') })).toBeVisible()
  letGo()
  await expect(page.getByRole('heading', { name: t('pay.state.failed.title') })).toBeVisible()
  expect(asked).toBe(3)
})

test('while the bank works on a payment the order says so, and can be neither paid again nor cancelled', async ({
  page,
  context,
  paying,
}) => {
  const { orderId } = await unpaid(context, paying)
  paying.stripe.pay(await paying.attemptOf(orderId), { outcome: 'pending' })
  await expect.poll(() => processing(paying, orderId)).toBe(1)
  await expectSaid(page, orderId, 'underWay')
  await expect(payButton(page).or(cancelButton(page))).toHaveCount(0)
})

test('what the bank has worked on and refused can be paid again, without a reload', async ({
  page,
  context,
  paying,
}) => {
  const { orderId } = await unpaid(context, paying)
  const attempt = await paying.attemptOf(orderId)
  paying.stripe.pay(attempt, { outcome: 'pending' })
  await expect.poll(() => processing(paying, orderId)).toBe(1)
  await expectSaid(page, orderId, 'underWay')
  paying.stripe.pay(attempt, { outcome: 'failed' })
  await expect.poll(() => processing(paying, orderId)).toBe(0)
  await expectState(page, 'failed')
  await expect(payButton(page)).toBeEnabled()
})

test('an order whose payment is in doubt says that somebody looks at it, and can be neither paid again nor cancelled', async ({
  page,
  context,
  paying,
}) => {
  const { orderId } = await unpaid(context, paying)
  paying.stripe.pay(await paying.attemptOf(orderId), { outcome: 'completed', amountMinor: 1 })
  await expect
    .poll(async () => (await paying.db.query(sql`select 1 from order_holds where order_id = ${orderId}`)).length)
    .toBe(1)
  await expectSaid(page, orderId, 'held')
  await expect(payButton(page).or(cancelButton(page))).toHaveCount(0)
})

test('a paid order that is looked at first says so', async ({ page, context, paying }) => {
  const { orderId } = await unpaid(context, paying)
  const attempt = await paying.attemptOf(orderId)
  paying.stripe.pay(attempt, { outcome: 'completed', notify: false })
  paying.stripe.openReview(attempt)
  await paying.reaches(orderId, 'Processing')
  await expectSaid(page, orderId, 'processing')
  await expect(page.getByText(KEY)).toHaveCount(0)
})

test('who asks for his money back is told that it is on its way until it has gone, and not to wait for keys', async ({
  page,
  context,
  paying,
}) => {
  const { orderId } = await unpaid(context, paying)
  const attempt = await paying.attemptOf(orderId)
  paying.stripe.pay(attempt, { outcome: 'completed', notify: false })
  paying.stripe.openReview(attempt)
  await paying.reaches(orderId, 'Processing')
  await paying.db.run(sql`update orders set paid_at = now() - interval '25 hours' where id = ${orderId}`)
  await expectSaid(page, orderId, 'processing')
  const hold = paying.stripe.hold('/v1/refunds')
  const button = page.getByRole('main').getByRole('button', { name: t('order.moneyBack.button') })
  await button.click()
  await expectState(page, 'goingBack')
  await expect(button).toHaveCount(0)
  await hold.arrived
  await expectSaid(page, orderId, 'goingBack')
  hold.release()
  await expectState(page, 'refunded')
})

test('an order that was not paid in time says so, and is bought again with one press', async ({
  page,
  context,
  paying,
  troubles,
}) => {
  const { orderId } = await unpaid(context, paying)
  await page.goto(`/success-payment?order_id=${orderId}`)
  await expectState(page, 'waiting')
  // It expires after the button was pressed and before the press arrives, so the page learns of it by the answer.
  await page.route('**/api/pay/toPay', async (route) => {
    await paying.db.run(sql`update orders set expires_at = now() - interval '1 second' where id = ${orderId}`)
    await paying.reaches(orderId, 'Expired')
    await route.continue()
  })
  await payButton(page).click()
  await expectState(page, 'expired')
  await expect(page.getByRole('main').getByRole('button', { name: t('order.buyAgain') })).toBeVisible()
  expectRefused(troubles, 422)
})

test('a refunded order shows no key any more; one that was refunded in part shows those that remain', async ({
  page,
  context,
  paying,
}) => {
  const [whole, part] = [await delivered(context, paying), await delivered(context, paying)]
  paying.stripe.refund(whole.attempt)
  paying.stripe.refund(part.attempt, { amountMinor: 100 })
  await paying.reaches(whole.orderId, 'Refunded')
  await paying.reaches(part.orderId, 'PartlyRefunded')
  await expectSaid(page, whole.orderId, 'refunded')
  await expect(page.getByText(KEY)).toHaveCount(0)
  await expectSaid(page, part.orderId, 'partlyRefunded')
  await expect(page.getByText(KEY)).toHaveCount(1)
})

test('an order whose payment is disputed says so and shows no key', async ({ page, context, paying }) => {
  const { orderId, attempt } = await delivered(context, paying)
  paying.stripe.dispute(attempt)
  await paying.reaches(orderId, 'Disputed')
  await expectSaid(page, orderId, 'disputed')
  await expect(page.getByText(KEY)).toHaveCount(0)
})

test('an order that is being cancelled cannot be kept any more; a refusal is forgotten when one asks anew', async ({
  page,
  context,
  paying,
  troubles,
}) => {
  const { orderId } = await unpaid(context, paying)
  await page.goto(`/success-payment?order_id=${orderId}`)
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/pay/cancel/*', async (route) => {
    asked.resolve()
    await answer.promise
    await route.abort()
  })
  await cancelButton(page).click()
  const dialog = page.getByRole('dialog', { name: t('pay.cancel.title') })
  await dialog.getByRole('button', { name: t('pay.cancel.button') }).click()
  await asked.promise
  const keep = dialog.getByRole('button', { name: t('pay.cancel.keep') })
  await keep.click({ force: true })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expect(keep).toHaveAttribute('aria-disabled', 'true')
  answer.resolve()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await keep.click()
  await expect(dialog).toBeHidden()
  await cancelButton(page).click()
  await expect(dialog.getByText(t('pay.cancel.text'))).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  expect(troubles.splice(0).filter((said) => !said.includes('ERR_FAILED'))).toEqual([])
})

test('what a browser may not see any more goes from its screen, is asked for no more, and the login leads back to it', async ({
  page,
  context,
  paying,
  troubles,
}) => {
  const { orderId } = await unpaid(context, paying)
  const path = `/success-payment?order_id=${orderId}`
  await page.clock.install()
  await expectSaid(page, orderId, 'waiting')
  await context.clearCookies()
  await page.clock.runFor(60_000)
  await expect(page.getByRole('heading', { level: 1, name: t('pay.result.notHereTitle') })).toBeVisible()
  const login = page.getByRole('main').getByRole('link', { name: t('shell.logIn') })
  await expect(login).toHaveAttribute('href', `/login?${new URLSearchParams({ to: path })}`)
  await expect(payButton(page)).toHaveCount(0)
  // It was asked for every two seconds, and is not while another page's time passes.
  await page.clock.runFor(60_000)
  // The browser itself notes every answer that is none of 200.
  expect(troubles.splice(0)).toEqual([expect.stringContaining('404')])
})

// The last one: the provider does not come back.
test('while the provider is away the order exists, says that its payment page cannot be reached, and can be paid later', async ({
  page,
  context,
  paying,
  troubles,
}) => {
  await paying.stripe.close()
  const { orderId } = await makeOrder(context, KEYS, paying.origin)
  await page.goto(`/success-payment?order_id=${orderId}`)
  await expectState(page, 'waiting')
  await payButton(page).click()
  await expect(
    page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: t('pay.providerAway') }),
  ).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  expectRefused(troubles, 503)
})
