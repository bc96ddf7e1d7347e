// An order whose answer does not come, or breaks off: nobody waits for ever, and sent again it is that order.
import { randomUUID } from 'node:crypto'
import { payButton, placeOrder, toCheckout } from './support/checkout.ts'
import { expect } from './support/fixtures.ts'
import { breakAnswer } from './support/lost-answer.ts'
import { CREATE, ordersOf, paying, saysOffline } from './support/lost-order.ts'
import { test } from './support/members.ts'

test('an order whose answer never comes says so after a while, and sent again it is the same one', {
  tag: '@once:phone',
}, async ({ page, db }) => {
  const email = `${randomUUID()}@example.com`
  await toCheckout(page)
  // What waits is let wait until the test says that it is late.
  await page.evaluate(() => {
    AbortSignal.timeout = () => {
      const late = new AbortController()
      addEventListener('late', () => late.abort())
      return late.signal
    }
  })
  const { promise: never, resolve: giveUp } = Promise.withResolvers<void>()
  const { promise: made, resolve: isMade } = Promise.withResolvers<void>()
  await page.route(`**${CREATE}`, async (route) => {
    await route.fetch()
    isMade()
    await never
  })
  await placeOrder(page, email)
  await made
  await expect(payButton(page)).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => dispatchEvent(new Event('late')))
  await expect(saysOffline(page)).toBeVisible()
  giveUp()
  await page.unrouteAll()
  expect(await ordersOf(db, email)).toHaveLength(1)

  await payButton(page).click()
  await expect(paying(page)).toBeVisible()
  expect(await ordersOf(db, email)).toHaveLength(1)
})

test('an order whose answer breaks off in the middle says that it was not heard, and sent again it is the same one', {
  tag: '@once:phone',
}, async ({ page, db }) => {
  const email = `${randomUUID()}@example.com`
  await toCheckout(page)
  await breakAnswer(page, CREATE)
  await placeOrder(page, email)
  await expect(saysOffline(page)).toBeVisible()
  expect(await ordersOf(db, email)).toHaveLength(1)

  await payButton(page).click()
  await expect(paying(page)).toBeVisible()
  expect(await ordersOf(db, email)).toHaveLength(1)
})
