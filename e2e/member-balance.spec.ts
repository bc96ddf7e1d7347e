// A member's balance on his account page: points become some of it after a question, and what moved it is listed.
import { sql } from '#platform/database/sql.ts'
import { axe } from './support/axe.ts'
import { expect, inLanguage } from './support/fixtures.ts'
import { memberWordsOf, test } from './support/members.ts'

for (const language of ['en-US', 'ar'] as const) {
  test(`${language}: points are turned into balance once it is confirmed, and stand in its history`, async ({
    page,
    db,
    member,
  }) => {
    const t = memberWordsOf(language)
    await db.run(sql`insert into member_rewards (member_id, points, pending) values (${member.id}, 350, 75)`)
    await page.goto(inLanguage('/my-account', language))
    const section = page.getByRole('region', { name: t('nav.balance') })
    await expect(section.getByText(t('balance.empty'))).toBeVisible()
    const field = section.getByRole('textbox', { name: t('points.label') })
    await expect(field).toHaveValue('3.5')
    await field.fill('4')
    await section.locator('form').getByRole('button').click()
    await expect(section.getByText(t('points.tooFew'))).toBeVisible()
    await field.fill('1.25')
    await section.locator('form').getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(t('points.confirmText'))).toBeVisible()
    await dialog
      .getByRole('button', { name: t('points.keep') })
      .last()
      .click()
    await expect(section.getByText(t('balance.empty'))).toBeVisible()
    await section.locator('form').getByRole('button').click()
    await dialog.getByRole('button', { name: t('points.turn') }).click()
    await expect(section.getByText(t('balance.kind.points'))).toBeVisible()
    await expect(section.getByRole('status')).toContainText('1.25')
    await expect(field).toHaveValue('2.25')
    expect(await axe(page)).toEqual([])
  })
}
