// A member's orders and keys: what he bought as a guest, paying, getting keys, the second page (specification §2).
import type { BrowserContext } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { joinAgain } from '#rooms/orders/buyer/join.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { looksWell } from './support/axe.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { memberWordsOf, signIn, test } from './support/members.ts'
import { makeDeliveredOrder, makeOrder } from './support/shopping.ts'

const KEY = /^DEMO[0-9A-Z-]{8,}$/

const t = wordsOf('en-US')
const m = memberWordsOf('en-US')

const forgetComputer = (context: BrowserContext) => context.clearCookies()

for (const language of ['en-US', 'ar'])
  test(`what a guest bought is there once he has an account, with its keys (${language})`, async ({
    page,
    context,
    db,
  }) => {
    const mine = memberWordsOf(language)
    const path = await makeDeliveredOrder(context, KEYS)
    const orderId = path.split('=')[1]!
    const { email, orderNo } = await db.one<{ email: string; orderNo: string }>(
      sql`select delivery_email as email, order_no as "orderNo" from orders where id = ${orderId}`,
    )
    await forgetComputer(context)
    const member = await addMember({ db }, { email })
    await signIn(context, member)
    await page.goto(inLanguage('/my-order', language))
    await expect(page.getByRole('heading', { level: 2, name: mine('orders.empty') })).toBeVisible()
    await looksWell(page)

    await joinAgain(db, member.id)
    await page.goto(inLanguage('/my-order', language))
    const order = page.getByRole('article').filter({ hasText: orderNo })
    await expect(order).toBeVisible()
    await looksWell(page)
    await order.getByRole('button', { name: mine('orders.getKey') }).click()
    await expect(order.getByText(KEY)).toBeVisible()
    await looksWell(page)
    await order.getByRole('button', { name: mine('orders.track') }).click()
    const dialog = page.getByRole('dialog', { name: mine('orders.trackTitle') })
    await expect(dialog.getByText(mine('orders.mail.delivery'), { exact: true })).toBeVisible()
    await expect(dialog.getByText(email)).toBeVisible()
    await looksWell(page)
    await page.keyboard.press('Escape')

    await page.goto(inLanguage('/my-keys', language))
    await expect(page.getByText(KEY)).toHaveCount(0)
    await page.getByRole('button', { name: mine('keys.show_one') }).click()
    await expect(page.getByText(KEY)).toBeVisible()
    await looksWell(page)
    await page.getByRole('button', { name: mine('keys.hide') }).click()
    await expect(page.getByText(KEY)).toHaveCount(0)
    const shown = await db.query(sql`
      select distinct at from key_reveals where order_id = ${orderId} and actor = ${`member ${member.id}`}`)
    expect(shown).toHaveLength(2)
    await expect(page.getByRole('link', { name: orderNo })).toBeVisible()
  })

test('an order that lacks its buyer’s consent is paid on its own page, where the list leads', async ({
  page,
  context,
  db,
  member,
  troubles,
}) => {
  const { orderId, orderNo } = await makeOrder(context, KEYS)
  await db.run(sql`update orders set waiver = null where id = ${orderId} and member_id = ${member.id}`)
  await page.goto('/my-order')
  const order = page.getByRole('article').filter({ hasText: orderNo })
  await order.getByRole('button', { name: m('orders.pay'), exact: true }).click()
  await page.waitForURL(/\/success-payment/)
  await expect(page.getByRole('main').getByRole('checkbox')).not.toBeChecked()
  // The browser itself notes every answer that is none of 200.
  expect(troubles.splice(0)).toEqual([expect.stringContaining('422')])
})

test('an order is paid from the list, its receipt confirmed, and bought again', async ({ page, context, member }) => {
  const { orderNo } = await makeOrder(context, KEYS)
  await page.goto('/my-order')
  const order = page.getByRole('article').filter({ hasText: orderNo })
  await expect(order.getByRole('timer')).toBeVisible()
  await order.getByRole('button', { name: m('orders.pay'), exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/my-order')
  await page.locator('button[value=completed]').click()
  await page.waitForURL(/\/success-payment/)
  await expect(page.getByText(KEY)).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shell.account') })
    .click()
  await page.waitForURL(/\/my-order/)
  await order.getByRole('button', { name: m('orders.receive') }).click()
  const dialog = page.getByRole('dialog', { name: m('orders.receiveTitle') })
  await dialog.getByRole('button', { name: m('orders.receive') }).click()
  await expect(page.getByText(m('orders.received'))).toBeVisible()
  await expect(order.getByText('Completed')).toBeVisible()
  await expect(order.getByRole('button', { name: m('orders.receive') })).toHaveCount(0)
  await order.getByRole('button', { name: t('order.buyAgain') }).click()
  await page.waitForURL(/\/checkout/)
  await expect(page.getByLabel(t('checkout.email.label'), { exact: true })).toHaveValue(member.email)
})

test('orders come in pages, by status and by what is looked for', async ({ page, db, member }) => {
  await db.run(sql`
    with o as (
      insert into orders (id, order_no, member_id, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
        goods, discount, fee, coupon, freight, service, total)
      select gen_random_uuid(), upper(left(md5(${member.id} || n), 8)), ${member.id}, 'Cancelled', now() - n * interval '1 hour', now() - n * interval '1 hour',
        ${member.email}, 'en-US', 'USD', 100000000, 1, 1999, 0, 0, 0, 0, 0, 1999 from generate_series(1, 12) n returning id
    )
    insert into order_lines (order_id, position, product_id, sku_id, offer_id, name, sku_code, quantity, unit_usd_cents, unit, total)
    select o.id, 0, f.product_id, f.sku_id, f.id, 'A game of long ago', 'OLD', 1, 1999, 1999, 1999
    from o, (select id, product_id, sku_id from offers order by id limit 1) f`)
  await page.goto('/my-order')
  await expect(page.getByRole('article')).toHaveCount(10)
  await looksWell(page)
  await page.getByRole('link', { name: t('list.pages.next') }).click()
  await page.waitForURL(/page=2/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByLabel(m('orders.status')).selectOption('Delivered')
  await page.waitForURL(/status=Delivered/)
  await expect(page.getByRole('heading', { level: 2, name: m('orders.noMatch') })).toBeVisible()
  await page.getByRole('link', { name: m('orders.all') }).click()
  await page.getByLabel(m('orders.search')).fill('LONG AGO')
  await page
    .getByRole('main')
    .getByRole('button', { name: m('orders.find') })
    .click()
  await page.waitForURL(/name=/)
  await expect(page.getByText(m('orders.count_other', { count: 12 }))).toBeVisible()

  // The list has become shorter: nothing was looked for, so nothing fails to match it.
  await page.goto('/my-order?page=3')
  await page.getByRole('link', { name: m('wishes.firstPage') }).click()
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect(page.getByText(m('orders.noMatch'))).toHaveCount(0)
})

test('a visitor is sent to the login and comes back', { tag: '@once:phone' }, async ({ page }) => {
  await page.goto('/my-order?status=Unpaid')
  await page.waitForURL(/\/login\?/)
  expect(new URL(page.url()).searchParams.get('to')).toContain('/my-order')
})

test('what cannot be loaded says so and is asked for again', { tag: '@once:phone' }, async ({
  page,
  member,
  troubles,
}) => {
  let away = true
  await page.route(/\/api\/profile\/orders/, (route) => (away ? route.abort() : route.continue()))
  await page.goto('/my-order')
  await expect(page.getByRole('heading', { name: m('member.failed') })).toBeVisible()
  away = false
  await page.getByRole('button', { name: m('member.retry') }).click()
  await expect(page.getByRole('heading', { level: 2, name: m('orders.empty') })).toBeVisible()
  // The browser itself notes what it could not fetch.
  expect(troubles.splice(0).length).toBeGreaterThan(0)
  expect(member.username).toBeTruthy()
})
