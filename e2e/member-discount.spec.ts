// What a member's level takes off, as he sees it: in the cart, at the checkout, and when it changes in between.
import { sql } from '#platform/database/sql.ts'
import { signIn as newSession } from '#rooms/sessions/member.testing.ts'
import { emailField, GAME, payButton, toCheckout, toPay, waiverBox } from './support/checkout.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { paying } from './support/lost-order.ts'
import { signIn, test } from './support/members.ts'

for (const language of ['en-US', 'ar'] as const) {
  test(`${language}: the level's part is shown and taken off; one that changed is told before anything is ordered`, async ({
    page,
    db,
    member,
    troubles,
  }) => {
    const t = wordsOf(language)
    const reach = (growth: number) =>
      db.run(sql`
        insert into member_rewards (member_id, growth) values (${member.id}, ${growth * 100})
        on conflict (member_id) do update set growth = excluded.growth`)
    await reach(100)
    await page.goto(inLanguage(GAME, language))
    await page
      .getByRole('button', { name: t('product.buyNow'), exact: true })
      .first()
      .click()
    await expect(page).toHaveURL(/\/checkout/)
    const main = page.getByRole('main')
    const row = main.locator('dt').filter({ hasText: t('checkout.discount') })
    await expect(row).toBeVisible()
    const major = (text: string | null) => Number(/[\d,]+\.\d\d/.exec(text ?? '')![0].replace(',', ''))
    const parts = () => main.locator('dl dd').allTextContents()
    const [goods, discount] = (await parts()).slice(0, 2).map(major)
    expect(discount).toBeCloseTo(Math.round(goods! * 2) / 100, 2)
    await expect(main.getByRole('textbox', { name: t('checkout.email.label') })).toHaveValue(member.email)

    await reach(500)
    await main.getByRole('checkbox').check()
    await page.locator('button[type=submit]:visible').filter({ hasText: /\d/ }).first().click()
    const dialog = page.getByRole('dialog', { name: t('checkout.newPrice.title') })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByText(t('checkout.discount'))).toBeVisible()
    await expect(dialog.getByText((Math.round(goods! * 4) / 100).toFixed(2))).toBeVisible()
    await dialog.getByRole('button', { name: t('checkout.newPrice.back') }).click()
    await expect.poll(async () => major((await parts())[1]!)).toBeCloseTo(Math.round(goods! * 4) / 100, 2)
    expect(troubles.filter((text) => !text.includes('422'))).toEqual([])
    troubles.splice(0)
  })
}

test('a member whose session ends at the checkout is told; signed in again, or as a guest who knows it, he orders what he typed', async ({
  page,
  context,
  db,
  member,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const ordersOf = (email: string) =>
    db.query<{ memberId: string | null; discount: number }>(
      sql`select member_id as "memberId", discount from orders where delivery_email = ${email}`,
    )
  await db.run(sql`
    insert into member_rewards (member_id, growth) values (${member.id}, 10000)
    on conflict (member_id) do update set growth = excluded.growth`)
  const friend = `friend-${member.email}`
  const told = page.getByRole('alert').filter({ hasText: t('checkout.signedOut.text') })
  async function orderSignedOut() {
    await toCheckout(page)
    await expect(
      page
        .getByRole('main')
        .locator('dt')
        .filter({ hasText: t('checkout.discount') }),
    ).toBeVisible()
    await emailField(page).fill(friend)
    await waiverBox(page).check()
    await db.run(sql`delete from sessions where member_id = ${member.id}`)
    await context.clearCookies({ name: /^(token|username)$/ })
    await payButton(page).click()
    await expect(told).toBeVisible()
    expect(await ordersOf(friend)).toHaveLength(0)
  }

  await orderSignedOut()
  await told.getByRole('link', { name: t('shell.logIn') }).click()
  await expect(page).toHaveURL(/\/login\?to=%2Fcheckout/)
  await signIn(context, { ...member, ...(await newSession({ db }, member.id)) })
  // As if he had logged in here: who is logged in is asked when this tab is looked at again.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page).toHaveURL(/\/checkout/)
  await expect(emailField(page)).toHaveValue(friend)
  await waiverBox(page).check()
  await payButton(page).click()
  await expect(paying(page)).toBeVisible()
  expect(await ordersOf(friend)).toEqual([{ memberId: member.id, discount: expect.any(Number) }])
  await db.run(sql`update orders set delivery_email = ${member.email} where delivery_email = ${friend}`)

  await orderSignedOut()
  const before = await toPay(page)
  await told.getByRole('button', { name: t('checkout.signedOut.guest') }).click()
  await expect(told).toHaveCount(0)
  await expect(payButton(page)).toBeFocused()
  expect(await toPay(page)).toBeGreaterThan(before)
  await payButton(page).click()
  await expect(paying(page)).toBeVisible()
  expect(await ordersOf(friend)).toEqual([{ memberId: null, discount: 0 }])
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})
