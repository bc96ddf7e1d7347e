// Lists of the member centre: what stays of them when they cannot be asked for anew, where the focus is when a row has gone,
// and what is said of an act that was refused.
import type { Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { someAddresses, someNotices, someWishes } from './support/member-rows.ts'
import { memberWordsOf, test } from './support/members.ts'

const t = wordsOf('en-US')
const m = memberWordsOf('en-US')

/** Every answer to this question is lost from now on, until what is answered is called. */
async function loseQuestion(page: Page, address: string) {
  await page.route(address, (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
  return () => page.unroute(address)
}

const again = (page: Page) => page.getByRole('button', { name: m('member.retry') })
const old = (page: Page) => page.getByRole('alert').filter({ hasText: m('member.notRenewed') })

test('addresses that cannot be asked for anew stay, with a word that they are from before', {
  tag: '@once:phone',
}, async ({ page, db, member, troubles }) => {
  await someAddresses(db, member.id, 2)
  await page.goto('/my-address')
  const card = (number: number) => page.getByRole('listitem', { name: `Ada No ${number}`, exact: true })
  await expect(card(2)).toBeVisible()
  const answered = await loseQuestion(page, '**/api/profile/address?*')
  await card(2).getByRole('switch').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m('address.makeDefault') })
    .click()
  await expect(old(page)).toBeVisible()
  await expect(card(2)).toBeVisible()
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/profile/address?'))
  await again(page).click()
  await lost
  await expect(again(page)).toBeFocused()
  await answered()
  await again(page).click()
  await expect(card(2).getByRole('switch')).toBeChecked()
  await expect(old(page)).toHaveCount(0)
  // The button has gone, and what had the focus with it.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  troubles.splice(0)
})

test('wishes that cannot be asked for anew stay; taken off one after the other, the focus goes on from row to row', {
  tag: '@once:phone',
}, async ({ page, db, member, troubles }) => {
  const names = await someWishes(db, member.id, 3)
  await page.goto('/my-wishlist')
  const remove = (name: string | undefined) =>
    page.getByRole('button', { name: `${m('wishes.remove')}: ${name}`, exact: true })
  await expect(remove(names[1])).toBeVisible()
  const answered = await loseQuestion(page, '**/api/profile/wishlist?*')
  await remove(names[1]).press('Enter')
  await expect(old(page)).toBeVisible()
  await expect(remove(names[1])).toBeFocused()
  await answered()
  await again(page).click()
  await expect(remove(names[1])).toHaveCount(0)
  await expect(remove(names[2])).toBeVisible()
  await remove(names[0]).press('Enter')
  await expect(remove(names[0])).toHaveCount(0)
  await expect(remove(names[2])).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: m('wishes.empty') })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  troubles.splice(0)
})

test('an address that is deleted leaves the focus on the next one, and the last on the one before', {
  tag: '@once:phone',
}, async ({ page, db, member }) => {
  await someAddresses(db, member.id, 3)
  await page.goto('/my-address')
  const card = (number: number) => page.getByRole('listitem', { name: `Ada No ${number}`, exact: true })
  const button = (number: number) => card(number).getByRole('button', { name: m('address.delete') })
  for (const [gone, next] of [
    [2, 3],
    [3, 1],
  ] as const) {
    await button(gone).press('Enter')
    await page
      .getByRole('dialog', { name: m('address.deleteTitle') })
      .getByRole('button', { name: m('address.delete') })
      .press('Enter')
    await expect(card(gone)).toHaveCount(0)
    await expect(button(next)).toBeFocused()
  }
})

test('a notice that cannot be marked as read says why', { tag: '@once:phone' }, async ({
  page,
  db,
  member,
  troubles,
}) => {
  await someNotices(db, member.id, 2)
  await page.goto('/my-notice')
  const notices = page.getByRole('main').getByRole('article')
  await expect(notices).toHaveCount(2)
  const refusal = (text: string) => page.getByRole('alert').filter({ hasText: text })
  // Its member has it no more.
  await db.run(sql`delete from member_notices where member_id = ${member.id}`)
  const answered = await loseQuestion(page, '**/api/profile/message?*')
  await notices.first().getByRole('button').click()
  await expect(refusal(m('notices.gone'))).toBeVisible()
  await expect(refusal(t('error.offline'))).toHaveCount(0)
  await expect(old(page)).toBeVisible()
  await expect(notices).toHaveCount(2)
  await page.route('**/api/profile/message/readAll', (route) => route.abort())
  await page.getByRole('button', { name: m('notices.readAll') }).click()
  await expect(refusal(t('error.offline'))).toBeVisible()
  await answered()
  troubles.splice(0)
})

test('"Undo" puts a wish back, and takes nothing off that has been put back meanwhile', { tag: '@once:phone' }, async ({
  page,
  db,
  member,
}) => {
  const [name] = await someWishes(db, member.id, 1)
  await page.goto(`/search?name=${encodeURIComponent(name!)}`)
  const heart = page.getByRole('button', { name: `${t('wishlist.heart')}: ${name}` }).first()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await heart.click()
  const undo = page.getByRole('button', { name: t('cart.undo') })
  await expect(undo).toBeVisible()
  // A heart is on before the shop has heard of it.
  const answer = () => page.waitForResponse('**/api/profile/wishlist*')
  const putBack = answer()
  await heart.click()
  expect((await putBack).request().method()).toBe('POST')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const undone = answer()
  await undo.click()
  expect((await undone).request().method()).toBe('POST')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const kept = await db.query(sql`select from wishes where member_id = ${member.id} and removed_at is null`)
  expect(kept).toHaveLength(1)
})
