// A member's balance on his account page: points become some of it after a question, and what moved it is listed.
import type { Locator, Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { axe } from './support/axe.ts'
import { expect, inLanguage } from './support/fixtures.ts'
import { loseAnswer, OFFLINE, unlessLost } from './support/lost-answer.ts'
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
    await field.fill(language === 'ar' ? '١٫٢٥' : '1.25')
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

const words = memberWordsOf('en-US')
const TURN = '/api/profile/points/toBalance'

async function turn(page: Page, section: Locator, points: string) {
  await section.getByRole('textbox', { name: words('points.label') }).fill(points)
  await section.locator('form').getByRole('button').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('points.turn') })
    .click()
}

test('after a lost answer the figures are asked anew, and another amount is turned as well', async ({
  page,
  db,
  member,
  troubles,
}) => {
  await db.run(sql`insert into member_rewards (member_id, points) values (${member.id}, 50000)`)
  await page.goto('/my-account')
  const section = page.getByRole('region', { name: words('nav.balance') })
  const field = section.getByRole('textbox', { name: words('points.label') })
  await expect(field).toHaveValue('500')
  await loseAnswer(page, TURN)
  await turn(page, section, '100')
  await expect(section.getByText(OFFLINE)).toBeVisible()
  await expect(section.locator('output')).toContainText('100.00')
  await expect(field).toHaveValue('400')
  await turn(page, section, '200')
  await expect(section.locator('output')).toContainText('300.00')
  await expect(field).toHaveValue('200')
  expect(unlessLost(troubles)).toEqual([])
})

test('while nothing says what became of points whose answer was lost, as many again are the same ones, also after another page', async ({
  page,
  db,
  member,
  troubles,
}) => {
  await db.run(sql`insert into member_rewards (member_id, points) values (${member.id}, 50000)`)
  await page.goto('/my-account')
  const section = page.getByRole('region', { name: words('nav.balance') })
  const field = section.getByRole('textbox', { name: words('points.label') })
  await expect(field).toHaveValue('500')
  await page.route('**/api/getInfo', (route) => route.abort())
  await loseAnswer(page, TURN)
  await turn(page, section, '100')
  await expect(section.getByText(OFFLINE)).toBeVisible()
  await page
    .getByRole('link', { name: words('nav.addresses') })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: words('nav.addresses') })).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('500')
  await page.unroute('**/api/getInfo')
  await turn(page, section, '100')
  await expect(section.locator('output')).toContainText('100.00')
  await expect(field).toHaveValue('400')
  // Now it is known: as many again are others.
  await turn(page, section, '100')
  await expect(section.locator('output')).toContainText('200.00')
  await expect(field).toHaveValue('300')
  expect(unlessLost(troubles)).toEqual([])
})
