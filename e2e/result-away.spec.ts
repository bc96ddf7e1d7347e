// What is said below Pay on an order's page while the shop is away.

import { expect, wordsOf } from './support/fixtures.ts'
import { unlessLost } from './support/lost-answer.ts'
import { test } from './support/paying.ts'
import { expectState, payButton, unpaid } from './support/result.ts'

test.describe.configure({ mode: 'default' })

const t = wordsOf('en-US')

test('that the shop is away is said until the order was read again or another method is chosen', {
  tag: '@once:phone',
}, async ({ page, context, paying, troubles }) => {
  const { orderId } = await unpaid(context, paying)
  await page.goto(`/success-payment?order_id=${orderId}`)
  await expectState(page, 'waiting')
  const main = page.getByRole('main')
  const away = main.getByRole('alert').filter({ hasText: t('error.offline') })
  await page.route('**/api/pay/**', (route) => route.abort())
  await payButton(page).click()
  await expect(away).toBeVisible()

  await main.getByText(t('pay.again.otherMethod')).first().click()
  await main.getByRole('radio').nth(1).check({ force: true })
  await expect(away).toHaveCount(0)

  await payButton(page).click()
  await expect(away).toBeVisible()
  await page.unroute('**/api/pay/**')
  await expect(away).toHaveCount(0)
  expect(unlessLost(troubles.splice(0))).toEqual([])
})
