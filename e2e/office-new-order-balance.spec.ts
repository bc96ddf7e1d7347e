// An order that is made in the back office and paid from a member's balance, in a browser, in a shop that takes balances.
import { randomUUID } from 'node:crypto'
import { sql } from '#platform/database/sql.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { expect } from './support/fixtures.ts'
import { giveBalance } from './support/money.ts'
import { addLine, onSale } from './support/new-order.ts'
import { enterDemo, looksRight, picture, wordsOf } from './support/office.ts'
import { test } from './support/operator.ts'

for (const language of ['en-US', 'zh-CN'] as const)
  test.describe(language, () => {
    test.use({ locale: language })

    test('an order is paid from a member’s balance; what bars it is said, and nothing typed is lost', async ({
      page,
      operated: { db },
      troubles,
    }) => {
      const t = wordsOf(language)
      const code = `GIFT-${randomUUID().slice(0, 8).toUpperCase()}`
      await onSale(db, code, 5)
      const member = await addMember({ db })
      await giveBalance(db, member.id, 1_000)
      await enterDemo(page, '/office/orders/new')
      await addLine(page, language, code)
      const email = page.getByLabel(t('order.new.email'))
      const make = page.getByRole('button', { name: t('order.new.make') })
      await email.fill('nobody@press.example')
      const way = page.getByRole('radio', { name: t('order.new.balance') })
      await way.check()
      await page.getByLabel(t('act.reason')).fill('asked in a ticket')
      await make.click()
      await expect(email).toHaveAccessibleDescription(new RegExp(t('order.new.noMember')))
      await looksRight(page)
      await picture(page, `new-order-no-member-${language}`)

      await email.fill(member.email)
      await make.click()
      const tooLow = t('order.new.balanceTooLow', { total: '12.50' })
      await expect(page.getByText(tooLow)).toBeVisible()
      await expect(email).toHaveValue(member.email)
      await expect(way).toBeChecked()
      await looksRight(page)
      await picture(page, `new-order-balance-${language}`)

      await giveBalance(db, member.id, 1_000)
      await make.click()
      await expect(page.getByText(t('order.act.make'))).toBeVisible()
      // Nobody has asked the supplier for its key yet.
      await expect(page.getByText(t('orders.status.Processing'), { exact: true }).first()).toBeVisible()
      await expect(page.getByText(t('order.paymentState.completed'), { exact: true })).toBeVisible()
      expect(await db.one(sql`select cents::int from member_balances where member_id = ${member.id}`)).toEqual({
        cents: 750,
      })
      expect(troubles.splice(0).filter((text) => !/400|401|422/.test(text))).toEqual([])
    })
  })
