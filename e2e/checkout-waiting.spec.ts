// An order that was made and not paid: it waits at the checkout, and one that was cancelled is bought again.
import { randomUUID } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import { placeOrder, toCheckout } from './support/checkout.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { test } from './support/members.ts'

const t = wordsOf('en-US')

test('an order that was cancelled is bought again with one press', { tag: '@once:phone' }, async ({ page }) => {
  await toCheckout(page)
  await placeOrder(page)
  await page.locator('button[name=outcome][value=cancelled]').click()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('button', { name: t('pay.cancel.button') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('pay.cancel.button') })
    .click()
  await page.getByRole('button', { name: t('order.buyAgain') }).click()
  await expect(page).toHaveURL(/\/checkout/)
  await expect(
    page
      .getByRole('link', { name: /Baldur/ })
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})

test('back at the checkout while an order waits, its time left is counted down', { tag: '@once:phone' }, async ({
  page,
}) => {
  await toCheckout(page)
  await placeOrder(page)
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  await page.goto('/checkout')
  const secondsLeft = async () => {
    const [, minutes, seconds] = /(\d+) min (\d\d) s/.exec((await page.getByRole('timer').textContent()) ?? '') ?? []
    return Number(minutes) * 60 + Number(seconds)
  }
  // 30 minutes, less what it took to come here.
  await expect.poll(secondsLeft).toBeGreaterThan(25 * 60)
  const first = await secondsLeft()
  expect(first).toBeLessThanOrEqual(30 * 60)
  await expect.poll(secondsLeft).toBeLessThan(first)

  // Sent to the provider and back from the browser's memory, it can be paid again, and has no more time than before.
  const away = Promise.withResolvers<void>()
  await page.route('**/api/pay/toPay', async (route) => {
    await away.promise
    await route.fulfill({ json: { code: 200, msg: 'ok', data: { url: '#away', amount: 1 } } })
  })
  const pay = page.getByRole('button', { name: new RegExp(`^${t('pay.again.button', { amount: '.*' })}$`) })
  await pay.click()
  await expect(pay).toHaveAttribute('aria-busy', 'true')
  const pressed = await secondsLeft()
  await expect.poll(secondsLeft).toBeLessThan(pressed - 2)
  away.resolve()
  await expect(page).toHaveURL(/#away$/)
  await expect(pay).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(pay).not.toHaveAttribute('aria-busy', 'true')
  expect(await secondsLeft()).toBeLessThan(pressed - 2)
})

test('who presses Back at the provider has the order that waits in sight, and not what was below a long checkout', {
  tag: '@once:phone',
}, async ({ page }) => {
  await toCheckout(page)
  await placeOrder(page)
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  await page.goBack()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: t('checkout.waiting.title') })).toBeInViewport({ ratio: 1 })
  await expect(main.getByRole('timer')).toBeInViewport()
})

test('back from the provider without having paid, the checkout shows the order that waits', {
  tag: '@once:phone',
}, async ({ page }) => {
  await toCheckout(page)
  await placeOrder(page)
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  await page.goto('/checkout')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: t('checkout.waiting.title') })).toBeVisible()
  await expect(main.getByText(t('pay.productNull'))).toHaveCount(0)
  await expect(main.getByRole('timer')).toHaveText(/\d+ min \d\d s/)
  await expect(main.getByRole('link', { name: t('checkout.waiting.see') })).toHaveAttribute('href', /order_id=/)
  // What is put into the cart meanwhile is another order; the one that waits stands above it.
  await toCheckout(page, '/rpg-games/elden-ring')
  await expect(main.getByRole('heading', { level: 2, name: t('checkout.waiting.title') })).toBeVisible()
  await main
    .getByRole('region', { name: t('checkout.waiting.title') })
    .getByRole('button', { name: /^Pay/ })
    .click()
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
})

test('back at the checkout while the bank works on the payment, nothing is asked for once more', {
  tag: '@once:phone',
}, async ({ page, db }) => {
  const email = `${randomUUID()}@example.com`
  await toCheckout(page)
  await placeOrder(page, email)
  await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
  await db.run(sql`
    update payments set state = 'processing' where order_id = (select id from orders where delivery_email = ${email})`)
  await page.goto('/checkout')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /order/i }).first()).toHaveAttribute('href', /order_id=/)
  await expect(main.getByText(t('pay.productNull'))).toBeVisible()
  await expect(main.getByRole('heading', { name: t('checkout.waiting.title') })).toHaveCount(0)
  await expect(main.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})
