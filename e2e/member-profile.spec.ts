// /my-account: a member's card, his own data, and another e-mail address (specification §2, §5; decision F3).
import { axe } from './support/axe.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage } from './support/fixtures.ts'
import { memberWordsOf, test } from './support/members.ts'

for (const language of ['en-US', 'ar'])
  test(`the account shows what the shop knows, and what is changed stays (${language})`, async ({ page, member }) => {
    const t = memberWordsOf(language)
    await page.goto(inLanguage('/my-account', language))
    await expect(page.getByText(member.email)).toBeVisible()
    await expect(page.getByText(t('account.growthOf', { now: '0', goal: '100' }))).toBeVisible()
    await expect(page.getByRole('row', { name: /Bronze/ })).toHaveAttribute('aria-current', 'true')
    expect(await axe(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    const name = page.getByLabel(t('account.uname'), { exact: true })
    const mobile = page.getByLabel(t('account.umobile'), { exact: true })
    const save = page.getByRole('button', { name: t('account.save') })
    await name.fill('Ada Lovelace')
    await mobile.fill('12a')
    await save.press('Enter')
    await expect(mobile).toBeFocused()
    await expect(page.getByText(t('address.error.digits'))).toBeVisible()
    await page.reload()
    await expect(name).toHaveValue('Ada Lovelace')
    await mobile.fill('0770')
    await save.press('Enter')
    await expect(page.getByText(t('account.saved'))).toBeVisible()
    await page.reload()
    await expect(page.locator('main').getByText('Ada Lovelace', { exact: true })).toBeVisible()
    await expect(mobile).toHaveValue('0770')
  })

test('another address is asked for here and waits for its link', async ({ page, member }) => {
  const t = memberWordsOf('en-US')
  await page.goto('/my-account')
  const field = page.getByLabel(t('account.newMail'), { exact: true })
  await field.fill(`new-${member.username}@example.com`)
  await field.press('Enter')
  await expect(page.getByText(t('account.linkSent'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(`new-${member.username}@example.com waits to be confirmed.`)).toBeVisible()
})

test('a link that is none of ours says so, and its token stands in no address', async ({ page, member, troubles }) => {
  const t = memberWordsOf('en-US')
  await page.goto('/my-email#confirm=none-of-ours')
  await page.getByRole('button', { name: t('email.confirm') }).click()
  await expect(page.getByText(t('email.badLink'))).toBeVisible()
  expect(page.url()).not.toContain('none-of-ours')
  await page.goto('/email-undo#token=none-of-ours')
  await page.getByRole('button', { name: t('email.undo') }).click()
  await expect(page.getByText(t('email.badLink'))).toBeVisible()
  expect(await axe(page)).toEqual([])
  expect(page.url()).not.toContain('none-of-ours')
  expect(member.id).toBeTruthy()
  troubles.splice(0)
})
