// The order flow with hands on the keyboard alone: found, opened, a unit refunded, and back.
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { expectFocusSeen, tabTo } from './support/keys.ts'
import { test } from './support/members.ts'
import { enterDemo, wordsOf } from './support/office.ts'
import { makeDeliveredOrder, makeOrder } from './support/shopping.ts'

test('an order is found, opened, refunded by a unit and left by the keyboard alone', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const path = await makeDeliveredOrder(context, KEYS)
  await makeDeliveredOrder(context, KEYS)
  const id = new URL(path, 'http://shop').searchParams.get('order_id')!
  const { orderNo } = await db.one<{ orderNo: string }>(sql`select order_no as "orderNo" from orders where id = ${id}`)
  const rows = page.locator('a[data-order]:visible')
  await enterDemo(page)
  await expect(rows.nth(1)).toBeVisible()

  // From the page itself into its rows, up and down, and from the search into what it found.
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await expectFocusSeen(page)
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type(orderNo)
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: orderNo })).toBeVisible()

  // A question that is left changes nothing, and the focus is where it was.
  const refund = page.getByRole('main').getByRole('button', { name: t('order.acts.refund'), exact: true })
  const dialog = page.getByRole('dialog', { name: t('order.acts.refund'), exact: true })
  await expect(refund).toBeVisible()
  await tabTo(page, refund)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(refund).toBeFocused()

  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByLabel(t('order.refundAll', { amount: '' }).trim()))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  if (!(await dialog.getByLabel(t('order.refundUnits'), { exact: true }).isChecked()))
    await page.keyboard.press('ArrowDown')
  await tabTo(page, dialog.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByLabel(t('act.reason')))
  await page.keyboard.type('the buyer asked')
  await tabTo(page, dialog.getByRole('button', { name: t('order.acts.refund') }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(t('order.refundState.done'), { exact: true })).toBeVisible()

  const back = page.getByRole('main').getByRole('link', { name: t('orders.title'), exact: true })
  await tabTo(page, back, { back: true })
  await page.keyboard.press('Enter')
  await expect(rows.first()).toBeVisible()
  await expect(page.getByLabel(t('orders.search'))).toHaveValue(orderNo)
  expect(troubles.splice(0).every((text) => text.includes('401'))).toBe(true)
})

test('an act that is gone once it is done leaves the focus in the page', async ({ page, context, troubles }) => {
  const t = wordsOf('en-US')
  const { orderId } = await makeOrder(context, KEYS)
  await enterDemo(page, `/office/orders/${orderId}`)
  const main = page.getByRole('main')
  const cancel = main.getByRole('button', { name: t('order.acts.cancel'), exact: true })
  const dialog = page.getByRole('dialog', { name: t('order.acts.cancel'), exact: true })
  await expect(cancel).toBeVisible()
  await tabTo(page, cancel)
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByLabel(t('act.reason')))
  await page.keyboard.type('he wrote to us')
  await tabTo(page, dialog.getByRole('button', { name: t('order.acts.cancel') }))
  await page.keyboard.press('Enter')
  await expect(main.getByText(t('orders.status.Cancelled'), { exact: true }).first()).toBeVisible()
  await expect(cancel).toHaveCount(0)
  await expect(main).toBeFocused()
  expect(troubles.splice(0).every((text) => text.includes('401'))).toBe(true)
})
