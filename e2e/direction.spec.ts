// What is written from left to right in forms of a page that is written from right to left.
import type { Locator } from '@playwright/test'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { memberWordsOf, test } from './support/members.ts'
import { picture } from './support/office.ts'

const t = wordsOf('ar')
const m = memberWordsOf('ar')

/** From the field's own left edge to what stands before its text, in pixels. */
const beforeText = (field: Locator) =>
  field.evaluate((input) => {
    const before = input.parentElement!.querySelector('span')!
    return before.getBoundingClientRect().left - input.getBoundingClientRect().left
  })

test('a sign before digits stands before them, and addresses and codes read from the left', async ({
  page,
  member: _,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(inLanguage('/my-address', 'ar'))
  await page.getByRole('button', { name: m('address.add') }).click()
  const code = page.getByRole('dialog').getByLabel(m('address.phoneCode'))
  await code.fill('44')
  expect(await beforeText(code)).toBeLessThan(5)
  await code.scrollIntoViewIfNeeded()
  await picture(page, 'arabic-address')

  await page.goto(inLanguage('/order', 'ar'))
  for (const label of [t('withdrawal.orderNo.label'), t('checkout.email.label')]) {
    const field = page.getByRole('main').getByLabel(label)
    await expect(field).toHaveCSS('direction', 'ltr')
    await field.fill(label === t('checkout.email.label') ? 'ada@example.com' : '23456ABCDE')
  }
  await picture(page, 'arabic-order')
})
