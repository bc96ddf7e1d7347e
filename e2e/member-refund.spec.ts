// Money that goes back: its member says on the page of his order that he would rather have it on his balance, takes that back,
// says it again, and finds it there; a guest is not asked (decision F7).
import { sql } from '#platform/database/sql.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { looksWell } from './support/axe.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { memberWordsOf, test } from './support/members.ts'
import { makeDeliveredOrder } from './support/shopping.ts'

for (const language of ['en-US', 'ar'] as const)
  test(`${language}: a refund goes where its member says, and he finds it there`, async ({
    page,
    context,
    db,
    member,
  }) => {
    const [t, m] = [wordsOf(language), memberWordsOf(language)]
    const path = await makeDeliveredOrder(context, KEYS)
    const orderId = path.split('=')[1]!
    const { total, orderNo } = await db.one<{ total: number; orderNo: string }>(
      sql`select total, order_no as "orderNo" from orders where id = ${orderId}`,
    )
    const amount = `\u2066$\u00a0${(total / 100).toFixed(2)}\u2069`
    await page.goto(inLanguage(path, language))
    const main = page.getByRole('main')
    const section = main.getByText(m('refundTo.title'), { exact: true })
    await section.click()
    await expect(main.getByText(m('refundTo.source'))).toBeVisible()
    await expect(main.getByText(m('refundTo.offer', { amount }))).toBeVisible()
    await looksWell(page)
    await main.getByRole('button', { name: m('refundTo.choose') }).click()
    await expect(main.getByText(m('refundTo.chosen', { amount }))).toBeVisible()
    await looksWell(page)
    await main.getByRole('button', { name: m('refundTo.undo') }).click()
    await expect(main.getByText(m('refundTo.source'))).toBeVisible()
    await main.getByRole('button', { name: m('refundTo.choose') }).click()
    await expect(main.getByText(m('refundTo.chosen', { amount }))).toBeVisible()
    // It stays so.
    await page.reload()
    await expect(main.getByText(m('refundTo.chosen', { amount }))).toBeVisible()

    const acts = createActs({ db, settling: settlingBesideShop(() => 'shop.test') })
    await acts.refund(orderId, { actor: 'ada', reason: 'he wrote to us' }, null)
    const status = () => db.one<{ status: string }>(sql`select status from orders where id = ${orderId}`)
    await expect.poll(status).toEqual({ status: 'Refunded' })
    await page.reload()
    await expect(main.getByText(t('order.moneyOnBalance'))).toBeVisible()
    await expect(main.getByText(t('order.refundedToBalance'))).toBeVisible()
    await expect(section).toHaveCount(0)
    await looksWell(page)
    await page.goto(inLanguage('/my-account', language))
    const balance = page.getByRole('region', { name: m('nav.balance') })
    await expect(balance.locator('output')).toContainText((total / 100).toFixed(2))
    await expect(balance.getByText(m('balance.kind.refund', { reference: `\u2068${orderNo}\u2069` }))).toBeVisible()
    expect(member.id).toBeTruthy()
  })

test('what it would be is said in dollars at the rate of the order; a guest is not asked', async ({
  page,
  context,
  db,
  member,
}) => {
  const m = memberWordsOf('en-US')
  const path = await makeDeliveredOrder(context, KEYS)
  const orderId = path.split('=')[1]!
  await db.run(sql`update payments set currency = 'EUR' where order_id = ${orderId}`)
  const { total } = await db.one<{ total: number }>(
    sql`update orders set currency = 'EUR', rate_e8 = 90000000 where id = ${orderId} returning total`,
  )
  const worth = (Math.round(total / 0.9) / 100).toFixed(2)
  await page.goto(path)
  const main = page.getByRole('main')
  await main.getByText(m('refundTo.title'), { exact: true }).click()
  await expect(main.getByText(m('refundTo.offer', { amount: `\u2066≈\u00a0$\u00a0${worth}\u2069` }))).toBeVisible()
  await expect(main.getByText(m('refundTo.rate'))).toBeVisible()
  expect(member.id).toBeTruthy()

  await context.clearCookies({ name: /^(token|username)$/ })
  await page.goto(await makeDeliveredOrder(context, KEYS))
  await expect(main.getByText(wordsOf('en-US')('order.access.title'))).toBeVisible()
  await expect(main.getByText(m('refundTo.title'), { exact: true })).toHaveCount(0)
})
