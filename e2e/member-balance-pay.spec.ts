// An order is paid from the balance on its page, and what is missing is said there.
import { sql } from '#platform/database/sql.ts'
import { axe } from './support/axe.ts'
import { expect, inLanguage } from './support/fixtures.ts'
import { memberWordsOf, test } from './support/members.ts'
import { makeOrder } from './support/shopping.ts'

/** Bought by no other test alone, and with many keys. */
const KEYS = '/mobile-cards/apple-gift-card-united-states'

for (const language of ['en-US', 'ar'] as const) {
  test(`${language}: too little is said and bars the button; with enough the order is paid and stands among the orders`, async ({
    page,
    db,
    member,
  }) => {
    const t = memberWordsOf(language)
    const { orderId } = await makeOrder(page.context(), KEYS)
    // As if the balance had been chosen at the checkout: this shop does not offer it.
    await db.run(sql`
      with method as (select id from payment_methods where provider = 'balance')
      , o as (update orders set payment_method = method.id, fee = 0, total = goods - discount - coupon + service from method where orders.id = ${orderId} returning total)
      update payments set provider = 'balance', method_id = method.id, provider_ref = payments.id::text, fee = 0, amount = o.total, poll_at = null
      from method, o where order_id = ${orderId}`)
    const { total } = await db.one<{ total: number }>(sql`select total from orders where id = ${orderId}`)
    const give = (cents: number) =>
      db.run(sql`
        with m as (insert into ledger_movements (cause, kind) values (gen_random_uuid()::text, 'adjustment') returning id),
          b as (insert into member_balances as b (member_id, cents) values (${member.id}, ${cents})
            on conflict (member_id) do update set cents = b.cents + excluded.cents returning cents)
        insert into ledger_entries (movement_id, account, member_id, cents, balance)
        select m.id, 'member', ${member.id}::uuid, ${cents}::bigint, b.cents from m, b
        union all select m.id, 'adjustments', null, -(${cents}::bigint), null from m`)
    await give(total - 1)
    await page.goto(inLanguage(`/balance-pay?orderId=${orderId}`, language))
    const main = page.getByRole('main')
    await expect(main.getByText(t('balance.tooLow'))).toBeVisible()
    const button = main.getByRole('button', { name: (total / 100).toFixed(2) })
    await expect(button).toBeDisabled()
    await axe(page)
    await give(1)
    await page.reload()
    await button.click()
    await expect(page).toHaveURL(/\/my-order/)
    await expect(page.getByText(t('balance.pay.done'))).toBeVisible()
    await expect
      .poll(async () => (await db.one<{ status: string }>(sql`select status from orders where id = ${orderId}`)).status)
      .toBe('Delivered')
    await page.goto(inLanguage(`/balance-pay?orderId=${orderId}`, language))
    await expect(main.getByText(t('balance.pay.away'))).toBeVisible()
  })
}
