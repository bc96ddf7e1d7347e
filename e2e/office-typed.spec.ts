// What somebody typed in a question that he closed: whose it is.
import { sql } from '#platform/database/sql.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { wordsOf } from './support/office.ts'
import { signInStaff } from './support/staff.ts'

test('what was typed in a question is not there for another person who signs in over the page', {
  tag: '@once:desktop',
}, async ({ page, context, ground, db }) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground)
  const { id } = await addStaff({ db, shop: { ground } }, { role: 'catalogue' })
  await page.goto(`/office/staff/${id}`)
  const act = page.locator('main').getByRole('button', { name: t('staff.newLink'), exact: true })
  const dialog = page.getByRole('dialog', { name: t('staff.newLink'), exact: true })
  const reason = dialog.getByLabel(t('act.reason'), { exact: true })
  await act.click()
  await reason.fill('told in confidence')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await act.click()
  await expect(reason).toHaveValue('told in confidence')
  await page.keyboard.press('Escape')

  const other = await signInStaff(context, ground)
  await db.run(sql`update staff set name = 'Grace' where id = ${other.id}`)
  const over = page.getByRole('dialog', { name: t('door.overTitle') })
  await page.evaluate(() => dispatchEvent(new Event('office-signed-out')))
  await expect(over).toBeVisible()
  // As the tab tells in which he has signed in.
  await page.evaluate(() => {
    const tabs = new BroadcastChannel('office')
    tabs.postMessage(Date.now())
  })
  await expect(page.locator('a[href="/office/me"]')).toContainText('Grace')
  await expect(over).toBeHidden()
  await act.click()
  await expect(reason).toHaveValue('')
})
