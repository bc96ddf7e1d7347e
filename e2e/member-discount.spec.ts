// What a member's level takes off, as he sees it: in the cart, at the checkout, and when it changes in between.
import { sql } from '#platform/database/sql.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { test } from './support/members.ts'

const GAME = '/rpg-games/baldurs-gate-3'

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
