// The history of a member's points on his account page: earned, usable, taken back, turned into balance, each with its order.
import { sql } from '#platform/database/sql.ts'
import { axe } from './support/axe.ts'
import { cutTexts, tooWide } from './support/checks.ts'
import { expect, inLanguage } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { memberWordsOf, test } from './support/members.ts'
import { makeOrder } from './support/shopping.ts'

/** Bought by no other test alone, and with many keys. */

for (const language of ['en-US', 'ar'] as const) {
  test(`${language}: what was earned, is usable, was taken back and turned into balance is listed with its order`, async ({
    page,
    db,
    member,
  }) => {
    const t = memberWordsOf(language)
    await page.goto(inLanguage('/my-account', language))
    const section = page.getByRole('region', { name: t('points.history.title') })
    await expect(section.getByText(t('points.history.none'))).toBeVisible()

    const { orderId } = await makeOrder(page.context(), KEYS)
    const { orderNo } = await db.one<{ orderNo: string }>(
      sql`select order_no as "orderNo" from orders where id = ${orderId}`,
    )
    await db.run(sql`insert into member_rewards (member_id, points, growth) values (${member.id}, 25, 7500)`)
    await db.run(sql`
      insert into reward_entries (member_id, order_id, reason, points, pending, growth)
      select ${member.id}, case when reason = 'order' then ${orderId}::uuid end, reason, points, pending, growth from (values
        (1, 'order', 0, 150, 15000), (2, 'order', 150, -150, 0), (3, 'order', -75, 0, -7500), (4, 'converted', -50, 0, 0)
      ) as entry (turn, reason, points, pending, growth) order by turn`)
    await page.reload()
    const rows = section.getByRole('listitem')
    await expect(rows).toHaveCount(4)
    const kinds = ['balance.kind.points', 'points.history.takenBack', 'points.history.usable', 'points.history.earned']
    for (const [n, [sign, amount]] of [
      ['-', '0.5'],
      ['-', '0.75'],
      ['+', '1.5'],
      ['+', '1.5'],
    ].entries()) {
      await expect(rows.nth(n)).toContainText(t(kinds[n]!))
      await expect(rows.nth(n)).toContainText(amount!)
      await expect(rows.nth(n)).toContainText(sign!)
    }
    await expect(rows.first().getByRole('link')).toHaveCount(0)
    await expect(rows.nth(3)).toContainText(t('points.history.counts', { amount: '\u2066+$ 150.00\u2069' }))
    await expect(rows.nth(3)).toContainText(t('points.history.waiting', { pending: '\u20661.5\u2069' }))
    await expect(rows.nth(2)).toContainText(t('points.history.then', { points: '\u20661.5\u2069' }))
    await expect(rows.nth(2)).not.toContainText(t('points.history.waiting', { pending: '\u20660\u2069' }))
    for (const [width, height] of [
      [1920, 1080],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height })
      expect.soft(await tooWide(page), `${width} px`).toEqual([])
      expect.soft(await cutTexts(page), `${width} px`).toEqual([])
    }
    expect(await axe(page, { within: ['section[aria-labelledby=points-history]'] })).toEqual([])
    await rows.nth(3).getByRole('link', { name: orderNo }).click()
    await expect(page).toHaveURL(new RegExp(`/success-payment\\?order_id=${orderId}`))
    await expect(page.getByRole('main')).toContainText(orderNo)
  })
}

test('ten entries are on a page; what cannot be loaded says so and is tried again', async ({
  page,
  db,
  member,
  troubles,
}) => {
  const t = memberWordsOf('en-US')
  await db.run(sql`insert into member_rewards (member_id, points) values (${member.id}, 1100)`)
  await db.run(sql`
    insert into reward_entries (member_id, reason, points) select ${member.id}, 'converted', 100 from generate_series(1, 11)`)
  await page.route(/profile\/points/, (route) => route.abort())
  await page.goto('/my-account')
  const section = page.getByRole('region', { name: t('points.history.title') })
  await expect(section.getByText(t('member.failedText'))).toBeVisible()
  await page.unroute(/profile\/points/)
  await section.getByRole('button', { name: t('member.retry') }).click()
  await expect(section.getByRole('listitem')).toHaveCount(10)
  await section.getByRole('button', { name: t('security.next') }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section.getByText('2 / 2')).toBeVisible()
  troubles.splice(0)
})
