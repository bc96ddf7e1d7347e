// A member in several tabs of one browser: what he typed goes from all of them when he logs out in one.
import { emailField } from './support/checkout.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { memberWordsOf, test } from './support/members.ts'
import { fillCart } from './support/shopping.ts'

test('what a member typed in another tab is gone from there with his logout', { tag: '@desktop' }, async ({
  page,
  context,
  member: _,
}) => {
  const t = memberWordsOf('en-US')
  await fillCart(context, { [KEYS]: 1 })
  const [checkout, account] = [await context.newPage(), await context.newPage()]
  await checkout.goto('/checkout')
  await emailField(checkout).fill('somebody@else.example')
  await account.goto('/my-account')
  await account.getByLabel(t('account.uname'), { exact: true }).fill('Ada Lovelace')
  // With all that it asks for: without him nothing of it is answered any more.
  await page.goto('/my-account', { waitUntil: 'networkidle' })
  const header = page.getByRole('banner')
  await header
    .getByRole('link', { name: wordsOf('en-US')('shell.account') })
    .first()
    .hover()
  await header.getByRole('button', { name: t('nav.logout') }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(emailField(checkout)).toHaveValue('')
  await account.waitForURL(/\/login/)
  for (const tab of [checkout, account]) {
    const typed = await tab.evaluate(() => JSON.stringify(sessionStorage))
    expect(typed).not.toMatch(/somebody@else|Ada Lovelace/)
  }
})
