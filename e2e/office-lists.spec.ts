// Lists of the back office in a browser: columns, views with a name, files, what narrows them.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { press, takeFile } from './support/lists.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, onlyAtTheDoor, wordsOf } from './support/office.ts'
import { makeDeliveredOrder, makeOrder } from './support/shopping.ts'

const t = wordsOf('en-US')
const heads = (page: Page) => page.locator('main thead th').allTextContents()

test('columns are chosen and kept, a view is kept under a name and opened from the palette, and the file has what is seen', {
  tag: '@desktop',
}, async ({ page, context, db, troubles }) => {
  // Of a run that was cut off.
  await db.run(sql`delete from list_views where name like '<i>Mine</i>%'`)
  const { orderNo } = await makeOrder(context, KEYS)
  await enterDemo(page)
  await expect(page.locator('a[data-order]:visible').first()).toBeVisible()
  // Whoever tried it before has left nothing.
  await press(page, 'lists.columns')
  let dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('lists.columnsReset') }).click()
  await dialog.getByRole('button', { name: t('lists.save'), exact: true }).click()
  await expect(dialog).toBeHidden()
  const all = ['number', 'placed', 'buyer', 'bought', 'version', 'statusColumn', 'total'].map((name) =>
    t(`orders.${name}`),
  )
  await expect.poll(() => heads(page)).toEqual(all)

  await press(page, 'lists.columns')
  await looksRight(page)
  await dialog.getByLabel(t('orders.version'), { exact: true }).uncheck()
  await dialog.getByRole('button', { name: t('lists.columnUp', { column: t('orders.total') }) }).click()
  await dialog.getByRole('button', { name: t('lists.save'), exact: true }).click()
  await expect(dialog).toBeHidden()
  const [number, placed, buyer, bought, , status, total] = all
  const chosen = [number, placed, buyer, bought, total, status]
  await expect.poll(() => heads(page)).toEqual(chosen)
  await page.reload()
  await expect.poll(() => heads(page)).toEqual(chosen)

  const oldest = page.getByRole('link', { name: t('orders.oldest') })
  await oldest.click()
  await expect(oldest).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: t('orders.status.Unpaid'), exact: true }).click()
  await expect(page).toHaveURL(/status=Unpaid/)
  await expect(page).toHaveURL(/sort=oldest/)
  const name = `<i>Mine</i> ${randomUUID().slice(0, 8)}`
  await press(page, 'lists.views')
  await press(page, 'lists.saveView')
  dialog = page.getByRole('dialog').last()
  await dialog.getByRole('button', { name: t('lists.saveView'), exact: true }).click()
  await expect(dialog.getByText(t('lists.viewNameWrong'))).toBeVisible()
  await dialog.getByLabel(t('lists.viewName')).fill(name)
  await dialog.getByRole('button', { name: t('lists.saveView'), exact: true }).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await looksRight(page)
  await page.keyboard.press('Escape')
  // The list's head says which view it is.
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()

  const rows = await takeFile(page)
  expect(rows[0]!.map((head) => head.replace(/ \(.*\)$/, ''))).toEqual([
    ...[
      number,
      placed,
      buyer,
      t('lists.email'),
      bought,
      t('lists.units'),
      total,
      t('lists.currency'),
      status,
      t('orders.held'),
    ],
  ])
  // Others' orders are paid and given up between the list and the file: what both have stands in one order.
  const shown = await page.locator('a[data-order]:visible').allTextContents()
  const listed = rows.slice(1).map(([cell]) => cell!)
  expect(listed).toContain(orderNo)
  const both = shown.filter((number) => listed.includes(number))
  const left = shown.filter((number) => !listed.includes(number))
  const unpaid = sql`select order_no from orders where order_no = any(${left}::text[]) and status = 'Unpaid'`
  expect(await db.query(unpaid)).toEqual([])
  // The oldest come first: what is new comes behind them.
  expect(both.length).toBeGreaterThan(0)
  expect(listed.slice(0, both.length)).toEqual(both)

  await page.goto('/office/today')
  await page
    .getByRole('button', { name: t('palette.title') })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('combobox').fill(name)
  await page.getByRole('option', { name: t('palette.view', { list: t('lists.names.orders'), name }) }).click()
  await expect(page).toHaveURL(/\/office\/orders\?.*status=Unpaid/)
  await page.getByRole('button', { name, exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: t('lists.delete') })
    .click()
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: t('lists.delete'), exact: true })
    .click()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  // Visitors of the demo's office are one person: his columns are those of the beginning again.
  await page.keyboard.press('Escape')
  await press(page, 'lists.columns')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('lists.columnsReset') })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('lists.save'), exact: true })
    .click()
  await expect.poll(() => heads(page)).toEqual(all)
  onlyAtTheDoor(troubles)
})

test('orders are narrowed to a product and to one version of it, by what is typed of it', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const { orderId: id } = await makeOrder(context, KEYS)
  const line = await db.one<{ no: string; sku: number; product: number; name: string }>(sql`
    select o.order_no as no, l.sku_id as sku, l.product_id as product, text_in(p.name, 'en-US') as name
    from orders o join order_lines l on l.order_id = o.id join products p on p.id = l.product_id where o.id = ${id}`)
  await enterDemo(page)
  await press(page, 'orders.anyProduct')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(String(line.product))
  await dialog.getByRole('button', { name: t('orders.find'), exact: true }).click()
  await expect(dialog.getByRole('link', { name: line.name, exact: true })).toBeVisible()
  await looksRight(page)
  await dialog.getByRole('link', { name: line.name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`product=${line.product}`))
  await expect(page.getByRole('link', { name: line.no })).toBeVisible()
  await expect(page.getByRole('button', { name: line.name })).toBeVisible()
  await looksRight(page)
  await page.getByRole('link', { name: t('orders.offProduct') }).click()
  await expect(page).not.toHaveURL(/product=/)
  onlyAtTheDoor(troubles)
})

test('orders are narrowed to the days on which they were placed, however long ago', async ({
  page,
  context,
  db,
  troubles,
}) => {
  // Paid: the list of unpaid ones, which another test reads from its oldest on, does not begin with it.
  const path = await makeDeliveredOrder(context, KEYS)
  const id = new URL(path, 'http://shop').searchParams.get('order_id')!
  const { orderNo } = await db.one<{ orderNo: string }>(sql`select order_no as "orderNo" from orders where id = ${id}`)
  const { orderNo: today } = await makeOrder(context, KEYS)
  // A day of its own for each run.
  const day = new Date(Date.UTC(2001, 0, 1 + Math.floor(Math.random() * 7_000))).toISOString().slice(0, 10)
  await db.run(sql`update orders set placed_at = ${`${day}T12:00:00Z`}::timestamptz where id = ${id}`)
  await enterDemo(page)
  await expect(page.getByRole('link', { name: today })).toBeVisible()
  await press(page, 'orders.anyDay')
  const dialog = page.getByRole('dialog')
  const [first, last] = [t('days.fromIn', { zone: 'UTC' }), t('days.toIn', { zone: 'UTC' })].map((label) =>
    dialog.getByLabel(label),
  )
  const show = dialog.getByRole('button', { name: t('orders.showDays'), exact: true })
  await first!.fill(day)
  await last!.fill('2000-12-31')
  await show.click()
  await expect(last!).toHaveAccessibleDescription(t('days.reversed'))
  await expect(first!).toHaveValue(day)
  await last!.fill(day)
  await looksRight(page)
  await show.click()
  await expect(page).toHaveURL(new RegExp(`from=.*${day}.*to=.*${day}`))
  await expect(page.getByRole('link', { name: today })).toBeHidden()
  await expect(page.getByRole('link', { name: orderNo })).toBeVisible()
  await expect(page.getByRole('button', { name: t('orders.anyDay'), exact: true })).toBeHidden()
  await looksRight(page)
  // A link of a status keeps the days.
  await page.getByRole('link', { name: t('orders.status.Unpaid'), exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`status=Unpaid.*from=.*${day}`))
  await page.getByRole('link', { name: t('orders.offDays') }).click()
  await expect(page).not.toHaveURL(/from=/)
  await expect(page.getByRole('link', { name: today })).toBeVisible()
  // What is no day narrows nothing.
  await page.goto('/office/orders?from=2024-13-01&to=abc')
  await expect(page.getByRole('link', { name: today })).toBeVisible()
  await expect(page.getByRole('button', { name: t('orders.anyDay'), exact: true })).toBeVisible()
  onlyAtTheDoor(troubles)
})

test('an address of a place in a list that there is not leads to the list’s beginning, and one of no change of many to the list', {
  tag: '@desktop',
}, async ({ page, context, troubles }) => {
  await makeOrder(context, KEYS)
  await enterDemo(page, '/office/orders?status=Unpaid&after=zzz')
  await expect(page.getByRole('heading', { name: t('frame.noSuchPage') })).toBeVisible()
  await expect(page.getByRole('button', { name: t('frame.again') })).toHaveCount(0)
  await looksRight(page)
  await page.getByRole('link', { name: t('frame.firstPage'), exact: true }).click()
  await expect(page).toHaveURL((url) => url.search === '?status=Unpaid')
  await expect(page.locator('a[data-order]:visible').first()).toBeVisible()

  await page.goto('/office/catalogue/bulk/x')
  await expect(page.getByRole('heading', { level: 1, name: t('catalogue.bulk.noEdit') })).toBeVisible()
  await expect(page.getByRole('button', { name: t('frame.again') })).toHaveCount(0)
  await looksRight(page)
  await page.getByRole('link', { name: t('catalogue.bulk.title'), exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/office/catalogue/bulk')
  expect(troubles.splice(0).filter((text) => !/40[0134]/.test(text))).toEqual([])
})
