// What a colleague did to somebody, took from a role, or wrote in the same place, while one was about to act on it.
import { sql } from '#platform/database/sql.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/members.ts'
import { looksRight, onlyAtTheDoor, wordsOf } from './support/office.ts'
import { signInStaff } from './support/staff.ts'

const some = () => Math.random().toString(36).slice(2, 10)

test('what a colleague did to somebody meanwhile is told before one goes on, also where the page behind has shown it', async ({
  page,
  context,
  ground,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground)
  const { id } = await addStaff({ db, shop: { ground } }, { role: 'catalogue' })
  const role = `Night shift ${some()}`
  await db.run(sql`insert into staff_roles (name) values (${role})`)
  await page.goto(`/office/staff/${id}`)
  await page.getByRole('button', { name: t('staff.block'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('staff.block'), exact: true })
  await dialog.getByLabel(t('act.reason'), { exact: true }).fill('she left')
  await db.run(sql`update staff set role = ${role} where id = ${id}`)
  await expect(page.locator('main').getByText(role).first()).toBeAttached()
  const block = dialog.getByRole('button', { name: t('staff.block'), exact: true })
  await block.click()
  await expect(dialog.getByRole('alert')).toContainText(t('staff.refused.changed'))
  const blocked = page.locator('h1 + span').getByText(t('staff.state.blocked'), { exact: true })
  await expect(blocked).toBeHidden()
  await block.click()
  await expect(blocked).toBeVisible()
  onlyAtTheDoor(troubles)
})

test('what a colleague took from a role meanwhile is not given again by whoever did not touch it', async ({
  page,
  context,
  ground,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground)
  const role = `Night shift ${some()}`
  const take = (permission: string) =>
    db.run(sql`delete from staff_grants where role = ${role} and permission = ${permission}`)
  await db.run(sql`insert into staff_roles (name) values (${role})`)
  await db.run(
    sql`insert into staff_grants (role, permission) values (${role}, 'orders.read'), (${role}, 'orders.refund'), (${role}, 'orders.note')`,
  )
  await page.goto('/office/staff/roles')
  const card = page.locator(`[data-role="${role}"]`)
  await card.getByRole('button', { name: t('staff.changeGrants') }).click()
  const dialog = page.getByRole('dialog', { name: t('staff.changeGrants'), exact: true })
  const box = (permission: string) => dialog.getByLabel(t(`staff.may.${permission}`))
  const grant = dialog.getByRole('button', { name: t('staff.changeGrants'), exact: true })
  await box('orders.replace').check()
  await box('orders.note').uncheck()
  await dialog.getByLabel(t('act.reason'), { exact: true }).fill('to give other keys')
  await take('orders.refund')
  await grant.click()
  await expect(dialog.getByRole('alert')).toContainText(t('staff.refused.changed'))
  // What is seen is what will be sent.
  await expect(box('orders.refund')).not.toBeChecked()
  await expect(box('orders.read')).toBeChecked()
  await expect(box('orders.replace')).toBeChecked()
  await expect(box('orders.note')).not.toBeChecked()
  await looksRight(page)
  // Once more, and this time the page behind has shown it before he presses.
  await take('orders.read')
  await expect(card.getByText(t('staff.mayCount_one', { count: 1 }))).toBeAttached()
  // What was said before is said until then.
  const again = page.waitForResponse((answer) => answer.status() === 422)
  await grant.click()
  await again
  await expect(dialog.getByRole('alert')).toContainText(t('staff.refused.changed'))
  await grant.click()
  await expect(dialog).toBeHidden()
  expect(await db.query(sql`select permission from staff_grants where role = ${role}`)).toEqual([
    { permission: 'orders.replace' },
  ])
  onlyAtTheDoor(troubles)
})

test('a saved reply that a colleague changed or deleted meanwhile is shown, and one’s own takes its place', async ({
  page,
  context,
  ground,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const name = `Price ${some()}`
  await signInStaff(context, ground)
  const { id } = await db.one<{ id: string }>(sql`
    insert into inbox_replies (id, name, locale, body) values (gen_random_uuid(), ${name}, 'en-US', 'Ten each.') returning id`)
  const saved = () => db.query(sql`select body from inbox_replies where name = ${name}`)
  const edit = async (text: string) => {
    await page.goto('/office/inbox/saved-replies')
    await page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: t('inbox.replies.edit') })
      .click()
    await page.getByRole('dialog').getByLabel(t('inbox.replies.text')).fill(text)
  }
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: t('inbox.replies.save') })
  await edit('Nine each.')
  await db.run(sql`update inbox_replies set body = 'Eight each.', version = version + 1 where id = ${id}`)
  await save.click()
  await expect(dialog.getByText(t('inbox.replies.theirs'))).toBeVisible()
  await expect(dialog.getByText('Eight each.')).toBeVisible()
  await looksRight(page)
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await saved()).toEqual([{ body: 'Nine each.' }])

  await edit('Seven each.')
  await db.run(sql`delete from inbox_replies where id = ${id}`)
  await save.click()
  await expect(dialog.getByText(t('inbox.replies.gone'))).toBeVisible()
  await save.click()
  await expect(dialog).toBeHidden()
  expect(await saved()).toEqual([{ body: 'Seven each.' }])
  await db.run(sql`delete from inbox_replies where name = ${name}`)
  onlyAtTheDoor(troubles)
})

test('a question whose subject a colleague has dealt with meanwhile stays with what was typed, and says so when it is sent', async ({
  page,
  context,
  ground,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground)
  const ref = `told ${some()}`
  await db.run(sql`
    insert into payment_differences (provider, what, ref, details, told_at)
    values ('stripe', 'paidHereAlone', ${ref}, '{"theirs":{},"ours":{}}', now())`)
  await page.goto('/office/payments')
  const row = page.locator('main li', { hasText: ref })
  await row.getByRole('button', { name: t('payments.settle') }).click()
  const dialog = page.getByRole('dialog', { name: t('payments.settle'), exact: true })
  const reason = dialog.getByLabel(t('act.reason'), { exact: true })
  await reason.fill('a long story that nobody wants to type again')
  await db.run(sql`update payment_differences set settled_at = now() where ref = ${ref}`)
  await expect(row).toHaveCount(0)
  await dialog.getByRole('button', { name: t('payments.settle') }).click()
  await expect(dialog.getByRole('alert')).toContainText(t('payments.refused.noDifference'))
  await expect(reason).toHaveValue('a long story that nobody wants to type again')
  await looksRight(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // What led to it is gone: one begins at the page.
  await expect(page.locator('#content')).toBeFocused()
  onlyAtTheDoor(troubles)
})

test('the late answer to one question leaves the next one open, with what is typed there', async ({
  page,
  context,
  ground,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground)
  const refs = [`first ${some()}`, `second ${some()}`]
  for (const ref of refs)
    await db.run(sql`
      insert into payment_differences (provider, what, ref, details, told_at)
      values ('stripe', 'paidHereAlone', ${ref}, '{"theirs":{},"ours":{}}', now())`)
  await page.goto('/office/payments')
  const row = (n: number) => page.locator('main li', { hasText: refs[n]! })
  const ask = (n: number) =>
    row(n)
      .getByRole('button', { name: t('payments.settle') })
      .click()
  const dialog = page.getByRole('dialog', { name: t('payments.settle'), exact: true })
  const reason = dialog.getByLabel(t('act.reason'), { exact: true })
  let answer = () => {}
  const isFree = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/prod-api\/office\/.*settle/, async (route) => {
    await isFree
    await route.continue()
  })
  await ask(0)
  await reason.fill('it was cash')
  const sent = page.waitForRequest(/prod-api\/office\/.*settle/)
  await dialog.getByRole('button', { name: t('payments.settle'), exact: true }).click()
  await sent
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await ask(1)
  await reason.fill('this one is another story')
  answer()
  // The page may see by itself that it is gone, before the answer is there.
  await expect(page.getByText(t('payments.settleDone'))).toBeAttached()
  await expect(row(0)).toHaveCount(0)
  await expect(reason).toHaveValue('this one is another story')
  await page.keyboard.press('Escape')
  await page.unrouteAll({ behavior: 'wait' })
  await db.run(sql`delete from payment_differences where ref = any(${refs}::text[])`)
  expect(troubles.splice(0)).toEqual([])
})
