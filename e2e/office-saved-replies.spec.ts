// Saved replies, which all who answer share: none goes without a question, and nothing that was typed goes with a dialog.
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { looksRight, onlyAtTheDoor, picture, wordsOf } from './support/office.ts'
import { signInStaff } from './support/staff.ts'

const some = () => Math.random().toString(36).slice(2, 10)

for (const language of ['en-US', 'zh-CN'] as const)
  test(`a saved reply is deleted once that has been asked, and stays when it is not meant (${language})`, {
    tag: '@once:desktop',
  }, async ({ page, context, ground, db, troubles }) => {
    const t = wordsOf(language)
    await context.addInitScript((code) => localStorage.setItem('office-language', code), language)
    const name = `Price ${some()}`
    const { id: staffId } = await signInStaff(context, ground)
    await db.run(sql`
      insert into inbox_replies (id, name, locale, body) values (gen_random_uuid(), ${name}, 'en-US', 'Ten each.')`)
    const saved = () => db.query(sql`select body from inbox_replies where name = ${name}`)
    await page.goto('/office/inbox/saved-replies')
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    const act = card.getByRole('button', { name: t('inbox.replies.forget') })
    const dialog = page.getByRole('dialog', { name: t('inbox.replies.forget'), exact: true })
    await act.click()
    await expect(dialog).toContainText(name)
    await looksRight(page)
    await picture(page, `forget-reply-${language}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(card).toBeVisible()
    expect(await saved()).toHaveLength(1)

    await act.click()
    await dialog.getByRole('button', { name: t('inbox.replies.forget') }).click()
    await expect(page.getByText(t('inbox.replies.forgotten'))).toBeVisible()
    await expect(card).toHaveCount(0)
    expect(await saved()).toEqual([])
    const noted = await db.query(
      sql`select act, before->>'name' as name from audit_log where staff_id = ${staffId} and act like 'savedReply.%'`,
    )
    expect(noted).toEqual([{ act: 'savedReply.forget', name }])
    onlyAtTheDoor(troubles)
  })

test('what was typed of a saved reply is there again when its dialog was closed, and not for one that has changed', {
  tag: '@once:desktop',
}, async ({ page, context, ground, db, troubles }) => {
  const t = wordsOf('en-US')
  const name = `Price ${some()}`
  await signInStaff(context, ground)
  await db.run(sql`
    insert into inbox_replies (id, name, locale, body) values (gen_random_uuid(), ${name}, 'en-US', 'Ten each.')`)
  await page.goto('/office/inbox/saved-replies')
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  const edit = card.getByRole('button', { name: t('inbox.replies.edit') })
  const add = page.getByRole('button', { name: t('inbox.replies.add') })
  const dialog = page.getByRole('dialog')
  const text = dialog.getByLabel(t('inbox.replies.text'))
  for (const [open, before] of [
    [edit, 'Ten each.'],
    [add, ''],
  ] as const) {
    await open.click()
    await expect(text).toHaveValue(before)
    await text.fill('Nine each, and more.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await open.click()
    await expect(text).toHaveValue('Nine each, and more.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await db.run(sql`update inbox_replies set body = 'Eight each.', version = version + 1 where name = ${name}`)
  await page.reload()
  await edit.click()
  await expect(text).toHaveValue('Eight each.')
  await db.run(sql`delete from inbox_replies where name = ${name}`)
  onlyAtTheDoor(troubles)
})
