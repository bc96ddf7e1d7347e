// The address of an order changed in a browser: its dialog says whose account the order is in and what becomes of that.
import { randomUUID } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { expect } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, picture, wordsOf } from './support/office.ts'
import { makeDeliveredOrder } from './support/shopping.ts'

for (const language of ['en-US', 'zh-CN'] as const)
  test.describe(language, () => {
    test.use({ locale: language })

    test('an order whose address is changed leaves the account of the old one, unless the tick keeps it there', async ({
      page,
      context,
      db,
    }) => {
      const t = wordsOf(language)
      const ann = await addMember({ db })
      const path = await makeDeliveredOrder(context, KEYS)
      const id = new URL(path, 'http://shop').searchParams.get('order_id')!
      // As it is for whoever types her address without being signed in.
      await db.run(sql`update orders set member_id = ${ann.id}, delivery_email = ${ann.email} where id = ${id}`)
      await enterDemo(page, `/office/orders/${id}`)
      const open = async () => {
        await page.getByRole('button', { name: t('order.acts.readdress') }).click()
        return page.getByRole('dialog')
      }
      const send = async (email: string) => {
        await page.getByLabel(t('order.newEmail')).fill(email)
        await page.getByLabel(t('act.reason')).fill('she had mistyped it')
        // The next question is asked of the order as it is then.
        const sent = page.waitForResponse((answer) => answer.url().endsWith(`/office/orders/${id}/readdress`))
        const anew = sent.then(() => page.waitForResponse((answer) => answer.url().endsWith(`/office/orders/${id}`)))
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('order.acts.readdress') })
          .click()
        await expect(page.getByText(t('order.acts.readdressDone')).first()).toBeVisible()
        await anew
      }
      const of = { name: ann.username }
      const keep = page.getByRole('checkbox', { name: t('order.account.keep', of) })

      await expect(await open()).toContainText(t('order.account.follows', of))
      await expect(keep).not.toBeChecked()
      await looksRight(page)
      await picture(page, `readdress-follows-${language}`)
      await keep.check()
      await send(`${randomUUID()}@buyer.example`)
      await expect(page.getByText(t('audit.did.staysInAccount')).first()).toBeVisible()

      await expect(await open()).toContainText(t('order.account.stays', of))
      await expect(keep).toBeChecked()
      await picture(page, `readdress-stays-${language}`)
      await keep.uncheck()
      await send(`${randomUUID()}@buyer.example`)
      await expect(page.getByText(t('audit.did.leftAccount')).first()).toBeVisible()

      await expect(await open()).toContainText(t('order.account.none', of))
      await expect(keep).toHaveCount(0)
      await picture(page, `readdress-none-${language}`)
    })

    test('an order that comes anew while it is asked about brings the tick that belongs to it', async ({
      page,
      context,
      db,
    }) => {
      const t = wordsOf(language)
      const ann = await addMember({ db })
      const id = new URL(await makeDeliveredOrder(context, KEYS), 'http://shop').searchParams.get('order_id')!
      await db.run(sql`update orders set member_id = ${ann.id}, delivery_email = ${ann.email} where id = ${id}`)
      await enterDemo(page, `/office/orders/${id}`)
      await page.getByRole('button', { name: t('order.acts.readdress') }).click()
      const keep = page.getByRole('checkbox', { name: t('order.account.keep', { name: ann.username }) })
      await expect(keep).not.toBeChecked()
      await db.run(sql`update orders set delivery_email = ${`${randomUUID()}@buyer.example`} where id = ${id}`)
      // As where one comes back to the page.
      await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByRole('dialog')).toContainText(t('order.account.stays', { name: ann.username }))
      await expect(keep).toBeChecked()
    })
  })

test('of an order whose buyer had his data erased no address is shown, but that it was', { tag: '@desktop' }, async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const path = await makeDeliveredOrder(context, KEYS)
  const id = new URL(path, 'http://shop').searchParams.get('order_id')!
  await enterDemo(page, '/office/orders')
  await page.request.post(`/prod-api/office/orders/${id}/note`, { data: { reason: 'she has phoned' } })
  await db.run(sql`update orders set delivery_email = id::text || '@erased.invalid' where id = ${id}`)
  await db.run(sql`update order_acts set reason = '' where order_id = ${id}`)
  await page.goto(`/office/orders/${id}`)
  const note = page.getByRole('listitem').filter({ hasText: t('order.act.note') })
  await expect(note.filter({ hasText: t('audit.erased') })).toHaveCount(1)
  await expect(page.getByRole('definition').filter({ hasText: t('order.erased') })).toBeVisible()
  await expect(page.getByText('erased.invalid')).toHaveCount(0)
  await looksRight(page)
  await page.goto('/office/orders?status=Delivered')
  await expect(page.getByRole('cell', { name: t('order.erased') }).first()).toBeVisible()
  await expect(page.getByText('erased.invalid')).toHaveCount(0)
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})
