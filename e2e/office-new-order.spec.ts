// An order made in the back office, in a browser: products found, counted, priced; what is refused said where it stands.
import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { expect, wordsOf as shopWordsOf } from './support/fixtures.ts'
import { linkTo, test } from './support/members.ts'
import { addLine as add, onSale } from './support/new-order.ts'
import {
  asksBeforeLeaving,
  enterDemo,
  looksRight,
  onlyAtTheDoor,
  picture,
  withoutRandomUuid,
  wordsOf,
} from './support/office.ts'

for (const language of ['en-US', 'zh-CN'] as const)
  test.describe(language, () => {
    test.use({ locale: language })

    test('an order is made for a buyer who pays nothing; what is refused is said beside it, and nothing typed is lost', async ({
      page,
      db,
      troubles,
    }) => {
      const t = wordsOf(language)
      const code = `GIFT-${randomUUID().slice(0, 8).toUpperCase()}`
      const name = `Gift ${code}`
      const id = await onSale(db, code, 1)
      await enterDemo(page, '/office/orders')
      await page.getByRole('link', { name: t('order.new.title') }).click()
      await expect(page.getByRole('heading', { name: t('order.new.title') })).toBeVisible()
      const make = page.getByRole('button', { name: t('order.new.make') })
      const email = page.getByLabel(t('order.new.email'))
      const reason = page.getByLabel(t('act.reason'))
      await make.click()
      await expect(page.getByText(t('order.emailWrong'))).toBeVisible()
      await expect(page.getByText(t('order.new.lineNone'))).toBeVisible()
      await expect(page.getByText(t('act.reasonRequired'))).toBeVisible()
      await looksRight(page)

      await add(page, language, code)
      const count = page.getByRole('spinbutton', { name: t('order.new.count', { name }) })
      await count.fill('2')
      await email.fill('critic@press.example')
      await reason.fill('the press asked for a key')
      await expect(page.getByRole('status').filter({ hasText: '25.00' })).toBeVisible()
      await looksRight(page)

      await make.click()
      await expect(page.getByText(t('order.new.lessStock'))).toBeVisible()
      await looksRight(page)
      await picture(page, `new-order-${language}`)
      await expect(email).toHaveValue('critic@press.example')
      await expect(reason).toHaveValue('the press asked for a key')
      await expect(count).toHaveValue('2')

      await db.run(sql`update offers set active = false where id = ${id}`)
      await make.click()
      await expect(page.getByText(t('order.new.offSale'))).toBeVisible()
      await expect(page.getByText(t('order.new.notOnSale'), { exact: true })).toBeVisible()
      await db.run(sql`update offers set active = true where id = ${id}`)
      await page.getByRole('button', { name: t('order.new.remove', { name }) }).click()
      await add(page, language, code)
      await expect(page.getByRole('status').filter({ hasText: '12.50' })).toBeVisible()
      await make.click()
      await expect(page.getByText(t('order.act.make'))).toBeVisible()
      await expect(page.getByText('the press asked for a key').first()).toBeVisible()
      await expect(page.getByText('critic@press.example').first()).toBeVisible()
      await looksRight(page)
      // The browser itself notes every answer that is none of 200.
      expect(troubles.splice(0).filter((text) => !/400|401/.test(text))).toEqual([])
    })
  })

test('an order that its buyer pays: the link in his mail leads to its page, where he consents and goes to pay', async ({
  page,
  db,
  request,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const shop = shopWordsOf('en-US')
  const code = `GIFT-${randomUUID().slice(0, 8).toUpperCase()}`
  const buyer = `${randomUUID()}@buyer.example`
  await onSale(db, code, 5)
  await enterDemo(page, '/office/orders/new')
  await add(page, 'en-US', code)
  await page.getByLabel(t('order.new.email')).fill(buyer)
  const currency = page.getByLabel(t('order.new.currency'), { exact: true })
  await expect(currency).toBeHidden()
  await page.getByRole('radio', { name: t('order.new.pay'), exact: true }).check()
  await currency.selectOption('EUR')
  await page.getByLabel(t('act.reason')).fill('asked by telephone')
  await looksRight(page)
  await picture(page, 'new-order-pay')
  await page.getByRole('button', { name: t('order.new.make') }).click()
  await expect(page.getByText(t('order.act.make'))).toBeVisible()
  await expect(page.getByText(t('orders.status.Unpaid')).first()).toBeVisible()

  await page.goto(await linkTo(request, buyer, '/success-payment'))
  await expect(page.getByRole('timer')).toContainText('71 hours')
  const pay = page.getByRole('button', { name: /€\s\d+\.\d\d/ })
  const consent = page.getByRole('checkbox', { name: (await shopWaiver(request)).text })
  await expect(consent).not.toBeChecked()
  await pay.click()
  await expect(page.getByText(shop('pay.waiverRequired'))).toBeVisible()
  await consent.check()
  await expect(page.getByText(shop('pay.waiverRequired'))).toBeHidden()
  await picture(page, 'pay-link')
  await pay.click()
  await expect(page.getByText('Merchant')).toBeVisible()
  onlyAtTheDoor(troubles)
})

test('who pays nothing is shown no method of payment', async ({ page, db, request, troubles }) => {
  const t = wordsOf('en-US')
  const shop = shopWordsOf('en-US')
  const code = `GIFT-${randomUUID().slice(0, 8).toUpperCase()}`
  const buyer = `${randomUUID()}@press.example`
  await onSale(db, code, 1)
  await enterDemo(page, '/office/orders/new')
  await add(page, 'en-US', code)
  await page.getByLabel(t('order.new.email')).fill(buyer)
  await page.getByLabel(t('act.reason')).fill('for the press')
  await page.getByRole('button', { name: t('order.new.make') }).click()
  await expect(page.getByText(t('order.act.make'))).toBeVisible()

  await page.goto(await linkTo(request, buyer, '/success-payment'))
  const facts = page.getByRole('region', { name: shop('order.title') })
  await expect(facts.getByText(shop('order.placed'), { exact: true })).toBeVisible()
  for (const label of ['order.paidWith', 'order.method'] as const)
    await expect(facts.getByText(shop(label), { exact: true })).toHaveCount(0)
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})

test('an order that is not made yet is not left without a question: neither its lines nor what was typed', {
  tag: '@once:desktop',
}, async ({ page, db, troubles }) => {
  const t = wordsOf('en-US')
  const code = `GIFT-${randomUUID().slice(0, 8).toUpperCase()}`
  await onSale(db, code, 5)
  await withoutRandomUuid(page)
  await enterDemo(page)
  const begin = page.getByRole('link', { name: t('order.new.title') })
  await begin.click()
  await add(page, 'en-US', code)
  const count = page.getByRole('spinbutton', { name: t('order.new.count', { name: `Gift ${code}` }) })
  await asksBeforeLeaving(page, () => expect(count).toHaveValue('1'))
  await page.goto('/office/orders')
  await begin.click()
  const email = page.getByLabel(t('order.new.email'))
  await expect(email).toBeVisible()
  // Nothing was typed: nobody is asked.
  await page.goBack()
  await begin.click()
  await email.fill('critic@press.example')
  await asksBeforeLeaving(page, () => expect(email).toHaveValue('critic@press.example'))
  expect(troubles.splice(0).filter((text) => !/401/.test(text))).toEqual([])
})

const shopWaiver = async (request: APIRequestContext) =>
  (await (await request.get('/prod-api/api/check/waiver')).json()).data as { text: string }
