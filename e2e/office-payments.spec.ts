// What about money waits for a person, in a browser.
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, onlyAtTheDoor, placeLink, wordsOf } from './support/office.ts'
import { makeDeliveredOrder, makeOrder } from './support/shopping.ts'

test('a held order and a difference stand there with their ways out, and are gone when they are dealt with', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const path = await makeDeliveredOrder(context, KEYS)
  const id = new URL(path, 'http://shop').searchParams.get('order_id')!
  const { orderNo, payment } = await db.one<{ orderNo: string; payment: string }>(
    sql`select order_no as "orderNo", paid_payment_id as payment from orders where id = ${id}`,
  )
  await db.run(sql`
    insert into order_holds (order_id, payment_id, reason, details) values (${id}, ${payment}, 'warning', '{"actor":"ada","reason":"<b>look</b>"}')`)
  await db.run(sql`
    insert into payment_differences (provider, what, ref, payment_id, details, told_at)
    values ('payssion', 'amount', ${`ref ${orderNo}`}, ${payment}, '{"theirs":{"paid":500,"currency":"USD"},"ours":{"paid":725,"currency":"EUR","back":100}}', now())`)
  await enterDemo(page, '/office/payments')
  await expect(page.getByRole('heading', { name: t('payments.title'), exact: true })).toBeVisible()
  await expect(await placeLink(page, t('payments.title'))).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  const difference = page.getByRole('listitem').filter({ hasText: `ref ${orderNo}` })
  await expect(difference.getByText(t('payments.differs.amount'))).toBeVisible()
  await expect(difference.getByText('USD 5.00')).toBeVisible()
  await expect(difference.getByText('EUR 7.25')).toBeVisible()
  await looksRight(page)
  await difference.getByRole('button', { name: t('payments.settle'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('payments.settle') })
  await dialog.getByLabel(t('act.reason')).fill('it was cash')
  await dialog.getByRole('button', { name: t('payments.settle'), exact: true }).click()
  await expect(page.getByText(t('payments.settleDone'))).toBeVisible()
  await expect(difference).toBeHidden()

  const held = page.getByRole('listitem').filter({ hasText: orderNo })
  await expect(held.getByText('<b>look</b>')).toBeVisible()
  await held.getByRole('link', { name: orderNo }).click()
  await page.getByRole('button', { name: t('order.acts.release'), exact: true }).click()
  const release = page.getByRole('dialog', { name: t('order.acts.release') })
  await release.getByLabel(t('act.reason')).fill('all is well')
  await release.getByRole('button', { name: t('order.acts.release'), exact: true }).click()
  await expect(page.getByText(t('order.acts.releaseDone'))).toBeVisible()
  await looksRight(page)

  // What answers a dispute is saved as a file, and opened as nothing.
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: t('payments.evidence'), exact: true }).click()
  const evidence = page.getByRole('dialog', { name: t('payments.evidence') })
  await evidence.getByLabel(t('act.reason')).fill('the bank asks')
  await evidence.getByRole('button', { name: t('payments.evidence'), exact: true }).click()
  expect((await saved).suggestedFilename()).toBe(`evidence-${orderNo}.html`)
  expect(troubles.splice(0).every((text) => text.includes('401'))).toBe(true)
})

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a disputed order whose money is gone ends by a person’s word, in ${language}`, async ({
    page,
    context,
    db,
    troubles,
  }) => {
    const t = wordsOf(language)
    await context.addInitScript((tag) => localStorage.setItem('office-language', tag), language)
    const path = await makeDeliveredOrder(context, KEYS)
    const id = new URL(path, 'http://shop').searchParams.get('order_id')!
    await db.run(sql`update payments set state = 'disputed', raw_state = 'chargeback' where order_id = ${id}`)
    await db.run(sql`update orders set status = 'Disputed', status_before_dispute = 'Delivered' where id = ${id}`)
    await enterDemo(page, `/office/orders/${id}`)
    const act = page.getByRole('button', { name: t('order.acts.lost'), exact: true })
    await act.click()
    const dialog = page.getByRole('dialog', { name: t('order.acts.lost') })
    await expect(dialog.getByText(t('order.acts.lostWhat'))).toBeVisible()
    await dialog.getByLabel(t('act.reason')).fill('Payssion wrote to us')
    await looksRight(page)
    await dialog.getByRole('button', { name: t('order.acts.lost'), exact: true }).click()
    await expect(page.getByText(t('order.acts.lostDone'))).toBeVisible()
    await expect(act).toBeHidden()
    await expect(page.getByText(t('order.act.lost'))).toBeVisible()
    await expect
      .poll(async () => (await db.one<{ status: string }>(sql`select status from orders where id = ${id}`)).status)
      .toBe('Refunded')
    await looksRight(page)
    expect(troubles.splice(0).every((text) => /401/.test(text))).toBe(true)
  })

test('an order that was paid by bank transfer is marked as paid, in Chinese', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = wordsOf('zh-CN')
  await context.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
  const { orderId: id } = await makeOrder(context, KEYS)
  await enterDemo(page, `/office/orders/${id}`)
  await page.getByRole('button', { name: t('order.acts.markPaid'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('order.acts.markPaid') })
  const press = () => dialog.getByRole('button', { name: t('order.acts.markPaid') }).click()
  await press()
  await expect(dialog.getByText(t('order.bankReferenceRequired'))).toBeVisible()
  await dialog.getByLabel(t('order.bankReference')).fill('银行转账')
  await press()
  await expect(dialog.getByText(t('order.referencePlain'))).toBeVisible()
  // That is said while it is typed; whoever has pressed is led back to it.
  await expect(dialog.getByLabel(t('order.bankReference'))).toBeFocused()
  await dialog.getByLabel(t('order.bankReference')).fill(`SEPA-${id.slice(0, 8)}`)
  await dialog.getByLabel(t('act.reason')).fill('已到账')
  await looksRight(page)
  await press()
  await expect(page.getByText(t('order.acts.markPaidDone'))).toBeVisible()
  await expect(page.getByText(t('order.act.mark-paid'))).toBeVisible()
  await expect
    .poll(async () => (await db.one<{ status: string }>(sql`select status from orders where id = ${id}`)).status)
    .toBe('Delivered')
  await expect(page.getByRole('button', { name: t('order.acts.markPaid'), exact: true })).toBeHidden()
  await looksRight(page)
  expect(troubles.splice(0).every((text) => /401/.test(text))).toBe(true)
})

test('a refund that a person makes names the payment on its order’s page, is recorded once over a lost answer, and can’t be given up then', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const { orderId: id } = await makeOrder(context, KEYS)
  await enterDemo(page, `/office/orders/${id}`)
  const reference = `SEPA-${id.slice(0, 8)}`
  const asks = async (act: string, what: object) => {
    const { seen } = (await (await page.request.get(`/prod-api/office/orders/${id}`)).json()).data
    return (
      await page.request.post(`/prod-api/office/orders/${id}/${act}`, { data: { reason: 'x', seen, ...what } })
    ).ok()
  }
  const { total } = await db.one<{ total: number }>(sql`select total from orders where id = ${id}`)
  const paid = { amount: total / 100, reference, unanswered: true }
  expect(await asks('mark-paid', paid)).toBe(true)
  // Its mail is written meanwhile, and the order is another one.
  await expect.poll(() => asks('refund', { amount: 1 })).toBe(true)
  await page.reload()
  const task = page.getByRole('listitem').filter({ hasText: t('order.byHand') })
  await expect(async () => {
    await page.reload()
    await expect(task.getByText(reference)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await looksRight(page)
  const other = await context.newPage()
  await other.goto(`/office/orders/${id}`)
  await other.getByRole('button', { name: t('order.acts.giveUp'), exact: true }).click()
  const late = other.getByRole('dialog', { name: t('order.acts.giveUp') })
  await late.getByLabel(t('act.reason')).fill('could not be done')

  await task.getByRole('button', { name: t('order.acts.made'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('order.acts.made') })
  const press = () => dialog.getByRole('button', { name: t('order.acts.made'), exact: true }).click()
  await press()
  await expect(dialog.getByText(t('order.referenceRequired'))).toBeVisible()
  await dialog.getByLabel(t('order.reference')).fill('RF 1')
  await dialog.getByLabel(t('act.reason')).fill('made there')
  await page.route(
    '**/refunds/*/made',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await press()
  await expect(dialog.getByText(t('act.unknown'))).toBeVisible()
  await press()
  const over = t('order.refused.taskMade', { reference: ' (RF 1)' })
  await expect(dialog.getByText(over)).toBeVisible()
  await late.getByRole('button', { name: t('order.acts.giveUp'), exact: true }).click()
  await expect(late.getByText(over)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(task).toBeHidden()
  const back = sql`select refunded_amount as back from payments where order_id = ${id} and provider = 'hand'`
  expect(await db.query(back)).toEqual([{ back: 100 }])
  expect(troubles.splice(0).filter((text) => !/401|422|ERR_FAILED/.test(text))).toEqual([])
})

test('who marks an order as paid decides without an answer of its provider, and hears that its buyer has paid meanwhile', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const { orderId: id } = await makeOrder(context, KEYS)
  await enterDemo(page, `/office/orders/${id}`)
  const act = page.getByRole('button', { name: t('order.acts.markPaid'), exact: true })
  await act.click()
  const dialog = page.getByRole('dialog', { name: t('order.acts.markPaid') })
  const box = dialog.getByRole('checkbox', { name: t('order.acts.markPaidUnanswered') })
  const refuse = (msg: string, data: object) =>
    page.route('**/mark-paid', (route) => route.fulfill({ status: 422, json: { code: 500, msg, data } }), { times: 1 })
  const press = () => dialog.getByRole('button', { name: t('order.acts.markPaid') }).click()
  await dialog.getByLabel(t('order.bankReference')).fill(`SEPA-${id.slice(0, 8)}`)
  await dialog.getByLabel(t('act.reason')).fill('on our account')
  await expect(box).toBeHidden()
  await refuse('order.refused.noAnswer', { providers: 'stripe' })
  await press()
  await box.check()
  await looksRight(page)
  // The order is another by then, and has no such act any more.
  await refuse('order.refused.paidMeanwhile', { status: 'Delivered' })
  await db.run(sql`update orders set status = 'Delivered', delivered_at = now() where id = ${id}`)
  const sent = page.waitForRequest('**/mark-paid')
  await press()
  expect((await sent).postDataJSON()).toMatchObject({ unanswered: true })
  await expect(dialog.getByRole('alert')).toContainText(t('order.refused.paidMeanwhile').split('{{')[0]!)
  await expect(dialog.getByLabel(t('act.reason'))).toHaveValue('on our account')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(act).toHaveCount(0)
  onlyAtTheDoor(troubles)
})

test('what was paid stands beside the total where both differ', async ({ page, context, db }) => {
  const t = wordsOf('en-US')
  const path = await makeDeliveredOrder(context, KEYS)
  const id = new URL(path, 'http://shop').searchParams.get('order_id')!
  await enterDemo(page, `/office/orders/${id}`)
  const bought = page.locator('dl').filter({ hasText: t('orders.total') })
  await expect(bought).toBeVisible()
  await expect(bought.getByText(t('order.paid'), { exact: true })).toBeHidden()
  await db.run(sql`update payments set paid_amount = 123456 where order_id = ${id}`)
  await page.reload()
  await expect(bought.getByText(t('order.paid'), { exact: true })).toBeVisible()
  await expect(bought.getByText('1,234.56')).toBeVisible()
  await looksRight(page)
})
