// What is done to orders in a member's list: deleted, cancelled, refused, over; each question until its answer.
import { sql } from '#platform/database/sql.ts'
import { looksWell } from './support/axe.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { memberWordsOf, test } from './support/members.ts'
import { makeOrder } from './support/shopping.ts'

const t = wordsOf('en-US')
const m = memberWordsOf('en-US')

test('an unpaid order is deleted after a question, and what is gone cannot be bought again', {
  tag: '@once:phone',
}, async ({ page, context, db, member }) => {
  const { orderId, orderNo } = await makeOrder(context, KEYS)
  await page.goto('/my-order')
  const order = page.getByRole('article').filter({ hasText: orderNo })
  await order
    .getByRole('button', { name: m('orders.delete'), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: m('orders.deleteTitle') })
  await looksWell(page)
  await dialog.getByRole('button', { name: t('pay.cancel.keep') }).click()
  await expect(order).toBeVisible()
  await order
    .getByRole('button', { name: m('orders.delete'), exact: true })
    .first()
    .click()
  await dialog.getByRole('button', { name: m('orders.delete'), exact: true }).click()
  await expect(page.getByText(m('orders.deleted'))).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: m('orders.empty') })).toBeVisible()
  const { status } = await db.one<{ status: string }>(sql`select status from orders where id = ${orderId}`)
  expect([status, member.username.length > 0]).toEqual(['Cancelled', true])
})

for (const { act, press, asks, said } of [
  { act: 'cancelled', press: t('pay.cancel.button'), asks: t('pay.cancel.title'), said: m('orders.cancelled') },
  { act: 'deleted', press: m('orders.delete'), asks: m('orders.deleteTitle'), said: m('orders.deleted') },
])
  test(`the checkout keeps no room for an order that is ${act}`, { tag: '@once:phone' }, async ({
    page,
    context,
    member,
  }) => {
    const { orderId, orderNo } = await makeOrder(context, KEYS)
    await page.goto('/my-order')
    // As the checkout leaves it in this tab when an order is made.
    await page.evaluate(
      (order) => {
        sessionStorage.setItem('checkout.order', JSON.stringify(order))
        sessionStorage.setItem('checkout.waits', 'true')
      },
      { orderId, orderNo },
    )
    const waits = () => page.evaluate(() => 'checkout.waits' in sessionStorage)
    const button = page
      .getByRole('article')
      .filter({ hasText: orderNo })
      .getByRole('button', { name: press, exact: true })
      .first()
    const dialog = page.getByRole('dialog', { name: asks })
    await button.click()
    await dialog.getByRole('button', { name: t('pay.cancel.keep') }).click()
    await expect(dialog).toHaveCount(0)
    expect(await waits()).toBe(true)
    await button.click()
    await dialog.getByRole('button', { name: press, exact: true }).click()
    await expect(page.getByText(said)).toBeVisible()
    expect([await waits(), member.username.length > 0]).toEqual([false, true])
  })

test('a payment that is refused loads the list anew, and the order is cancelled after a question', {
  tag: '@once:phone',
}, async ({ page, context, member, troubles }) => {
  const { orderNo } = await makeOrder(context, KEYS)
  await page.goto('/my-order')
  const order = page.getByRole('article').filter({ hasText: orderNo })
  // Its question has a button of the same name.
  const cancel = order.getByRole('button', { name: t('pay.cancel.button') }).first()
  const dialog = page.getByRole('dialog', { name: t('pay.cancel.title') })
  await page.route('**/api/pay/toPay', (route) =>
    route.fulfill({ status: 422, json: { code: 500, msg: 'pay.methodAway' } }),
  )
  await expect(order).toBeVisible()
  const loaded = page.waitForResponse((answer) => answer.url().includes('/api/profile/orders'))
  await order.getByRole('button', { name: m('orders.pay'), exact: true }).click()
  await loaded
  await expect(page.getByText(t('pay.methodAway'))).toBeVisible()
  await cancel.click()
  await dialog.getByRole('button', { name: t('pay.cancel.keep') }).click()
  await expect(order.getByRole('button', { name: m('orders.pay'), exact: true })).toBeVisible()
  await cancel.click()
  await dialog.getByRole('button', { name: t('pay.cancel.button') }).click()
  await expect(page.getByText(m('orders.cancelled'))).toBeVisible()
  await expect(order.getByText('Cancelled')).toBeVisible()
  expect([troubles.splice(0).length, member.username.length > 0]).toEqual([1, true])
})

test('an order whose time is over is asked about once, and again after some seconds while the shop has not ended it', {
  tag: '@once:phone',
}, async ({ page, context, member: _ }) => {
  const { orderNo } = await makeOrder(context, KEYS)
  await page.clock.install()
  const clock = () => page.evaluate(() => Date.now())
  const expiresAt = (await clock()) + 10 * 60_000
  let asked = 0
  let status = 'Unpaid'
  await page.route('**/api/profile/orders?*', async (route) => {
    const answer = await route.fetch()
    const { rows, ...rest } = await answer.json()
    // Each answer is a little longer on its way than the one before.
    const now = (await clock()) + ++asked
    for (const row of rows)
      Object.assign(row, {
        orderStatus: status,
        expiresAt: new Date(expiresAt).toISOString(),
        now: new Date(now).toISOString(),
      })
    await route.fulfill({ response: answer, json: { ...rest, rows } })
  })
  await page.goto('/my-order')
  const order = page.getByRole('article').filter({ hasText: orderNo })
  await expect(order.getByRole('timer')).toBeVisible()
  await page.clock.pauseAt(expiresAt - 2_000)
  expect(asked).toBe(1)
  /** With what an answer leads to at once. */
  const askedAfter = async (ms: number) => {
    await page.clock.runFor(ms)
    for (let more = 0; more < 5; more++) await page.evaluate(() => fetch('/healthz'))
    return asked
  }
  await expect.poll(() => askedAfter(1_000)).toBe(2)
  await expect(order.getByRole('timer')).toContainText('0 min 00 s')
  expect(await askedAfter(3_000)).toBe(2)
  status = 'Expired'
  // The seconds begin with the answer, which may still be on its way.
  await expect.poll(() => askedAfter(1_000)).toBe(3)
  await expect(order.getByText('Expired')).toBeVisible()
  await expect(order.getByRole('timer')).toHaveCount(0)
  expect(await askedAfter(120_000)).toBe(3)
})

test('an order that is being deleted cannot be kept any more: its question stays until the answer', {
  tag: '@once:phone',
}, async ({ page, context, member: _ }) => {
  const { orderNo } = await makeOrder(context, KEYS)
  await page.goto('/my-order')
  const order = page.getByRole('article').filter({ hasText: orderNo })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route(/\/api\/profile\/order[0-9a-f-]{36}$/, async (route) => {
    asked.resolve()
    await answer.promise
    await route.continue()
  })
  await order
    .getByRole('button', { name: m('orders.delete'), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: m('orders.deleteTitle') })
  await dialog.getByRole('button', { name: m('orders.delete'), exact: true }).click()
  await asked.promise
  const keep = dialog.getByRole('button', { name: t('pay.cancel.keep') })
  await keep.click({ force: true })
  await expect(dialog).toHaveJSProperty('open', true)
  await expect(keep).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: t('cart.close') }).click()
  await expect(dialog).toHaveJSProperty('open', true)
  answer.resolve()
  await expect(page.getByText(m('orders.deleted'))).toBeVisible()
  await expect(dialog).toBeHidden()
})
