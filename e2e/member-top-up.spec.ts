// A balance is topped up by a provider, and what has become of it is said wherever it stands; what a bank took back is a
// debt in words.
import type { Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { TestMember } from '#rooms/sessions/member.testing.ts'
import { axe } from './support/axe.ts'
import { expect, inLanguage } from './support/fixtures.ts'
import { loseAnswer, OFFLINE, unlessLost } from './support/lost-answer.ts'
import { memberWordsOf, test } from './support/members.ts'

for (const language of ['en-US', 'ar'] as const) {
  test(`${language}: an amount is chosen within the limits, paid, and on the balance`, async ({ page, member }) => {
    const t = memberWordsOf(language)
    await page.goto(inLanguage('/my-account', language))
    await page.getByRole('link', { name: t('topUp.open'), exact: true }).click()
    await expect(page).toHaveURL(/\/my-balance/)
    const main = page.getByRole('main')
    const field = main.getByRole('textbox', { name: t('topUp.amount') })
    await field.fill('200.01')
    await expect(main.getByText(t('topUp.limit'))).toBeVisible()
    const press = main.locator('form button[type=submit]')
    await expect(press).toBeDisabled()
    await field.fill(language === 'ar' ? '٣٧٫٥' : '37.5')
    await expect(main.getByText(t('topUp.limit'))).toHaveCount(0)
    await main.getByRole('radio', { name: /Stripe/ }).check()
    expect(await axe(page)).toEqual([])
    await press.click()
    await page.locator('button[name=outcome][value=completed]').click()
    await expect(page).toHaveURL(/\/success-payment/)
    await expect(page.getByRole('heading', { name: t('topUp.done') })).toBeVisible()
    expect(await axe(page)).toEqual([])
    await main.getByRole('link', { name: t('nav.balance'), exact: true }).click()
    await expect(page.getByRole('region', { name: t('nav.balance') }).locator('output')).toContainText('37.50')
    await page.goto(inLanguage('/my-order', language))
    await expect(main.getByText(t('topUp.goods', { amount: '\u2066$ 37.50\u2069' }))).toBeVisible()
    // It has no keys, and nothing on its way that could be tracked.
    for (const key of ['orders.getKey', 'orders.track'])
      await expect(main.getByRole('button', { name: t(key) })).toHaveCount(0)
    expect(member.id).toBeTruthy()
  })
}

test('a balance below zero is said with the way out of it; who can top up no more today reads so', async ({
  page,
  db,
  member,
}) => {
  const t = memberWordsOf('en-US')
  await db.run(sql`
    with m as (insert into ledger_movements (cause, kind) values (gen_random_uuid()::text, 'topUpBack') returning id),
      b as (insert into member_balances (member_id, cents) values (${member.id}, -4000) returning cents)
    insert into ledger_entries (movement_id, account, member_id, cents, balance)
    select m.id, 'member', ${member.id}::uuid, -4000, b.cents from m, b union all select m.id, 'clearing', null, 4000, null from m`)
  await db.run(sql`
    insert into orders (id, order_no, member_id, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
      goods, discount, fee, coupon, freight, service, total, top_up_cents)
    values (gen_random_uuid(), left(md5(random()::text), 10), ${member.id}, 'Completed', now(), now(), ${member.email}, 'en-US', 'USD', 100000000, 1,
      19800, 0, 0, 0, 0, 0, 19800, 19800)`)
  await page.goto('/my-balance')
  await expect(page.getByText(t('topUp.debt', { amount: '\u2066$ 40.00\u2069' }))).toBeVisible()
  await expect(page.getByText(t('topUp.full'))).toBeVisible()
})

/** Asks for a top-up of 20 dollars whose answer is lost. `ask` does it once more; `topUps`: how many there are. */
async function loseTopUp(page: Page, db: Database, member: TestMember) {
  const t = memberWordsOf('en-US')
  const main = page.getByRole('main')
  async function ask() {
    await main.getByRole('textbox', { name: t('topUp.amount') }).fill('20')
    await main.getByRole('radio', { name: /Stripe/ }).check()
    await main.locator('form button[type=submit]').click()
  }
  await page.goto('/my-balance')
  await loseAnswer(page, '/api/profile/topUp')
  await ask()
  await expect(main.getByText(OFFLINE)).toBeVisible()
  const topUps = async () =>
    (await db.query(sql`select from orders where member_id = ${member.id} and top_up_cents = 2000`)).length
  return { ask, topUps }
}

test('a top-up whose answer was lost is the same one when it is asked for again, also after a reload; later it is another', async ({
  page,
  db,
  member,
  troubles,
}) => {
  const { ask, topUps } = await loseTopUp(page, db, member)
  await page.reload()
  for (const orders of [1, 2]) {
    await ask()
    await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
    expect(await topUps()).toBe(orders)
    await page.goto('/my-balance')
  }
  expect(unlessLost(troubles)).toEqual([])
})

for (const end of ['Expired', 'Completed'] as const)
  test(`a top-up whose answer was lost and that is over by then (${end}): its member is told what became of it, and can begin another`, async ({
    page,
    db,
    member,
    troubles,
  }) => {
    const t = memberWordsOf('en-US')
    const main = page.getByRole('main')
    const { ask, topUps } = await loseTopUp(page, db, member)
    await db.run(sql`update orders set status = ${end} where member_id = ${member.id}`)
    await ask()
    await expect(page).toHaveURL(/success-payment/)
    await expect(main.getByText(t(end === 'Expired' ? 'topUp.endedText' : 'topUp.done'))).toBeVisible()
    expect(await topUps()).toBe(1)
    await main.getByRole('link', { name: t('topUp.again') }).click()
    await expect(page).toHaveURL(/my-balance/)
    await ask()
    await expect(page.locator('button[name=outcome][value=completed]')).toBeVisible()
    expect(await topUps()).toBe(2)
    expect(unlessLost(troubles)).toEqual([])
  })
