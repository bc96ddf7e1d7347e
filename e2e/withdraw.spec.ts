// The online withdrawal function: two steps, an acknowledgement at once and by mail (docs/decisions/010).
import { randomUUID } from 'node:crypto'
import { expect, test, wordsOf } from './support/fixtures.ts'

const t = wordsOf('en-US')

test('a contract is withdrawn from in two steps, and acknowledged on the page and by mail', async ({
  page,
  context,
}) => {
  const email = `${randomUUID()}@example.com`
  await page.goto('/withdraw?order_no=V932JPD5Z7')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(t('withdrawal.title'))
  await expect(main.getByRole('textbox', { name: t('withdrawal.orderNo.label') })).toHaveValue('V932JPD5Z7')
  const address = main.getByRole('textbox', { name: t('withdrawal.email.label') })

  await main.getByRole('button', { name: t('withdrawal.next') }).click()
  await expect(main.getByText(t('withdrawal.email.required'))).toBeVisible()
  await expect(main.getByText(t('withdrawal.name.required'))).toBeVisible()
  await expect(address).toBeFocused()
  await address.fill('ada')
  await main.getByRole('textbox', { name: t('withdrawal.name.label') }).fill('Ada Lovelace')
  await expect(main.getByText(t('withdrawal.email.format'))).toBeVisible()
  await address.fill(email)
  await page.reload()
  await expect(address).toHaveValue(email)
  await main.getByRole('textbox', { name: t('withdrawal.scope.label') }).fill('The second game')
  await main.getByRole('button', { name: t('withdrawal.next') }).click()

  await expect(main.getByRole('heading', { name: t('withdrawal.review.title') })).toBeFocused()
  for (const text of ['V932JPD5Z7', 'Ada Lovelace', email, 'The second game'])
    await expect(main.getByText(text, { exact: true }).filter({ visible: true })).toBeVisible()
  await main.getByRole('button', { name: t('withdrawal.review.back') }).click()
  await expect(address).toHaveValue(email)
  await main.getByRole('button', { name: t('withdrawal.next') }).click()
  await main.getByRole('button', { name: t('withdrawal.review.confirm'), exact: true }).click()

  await expect(main.getByRole('heading', { name: t('withdrawal.done.title') })).toBeFocused()
  // The page says the same whether an order fits or not: it promises only what each of the mails has.
  await expect(main.getByText(/^A confirmation that it has reached us is on its way to/)).toContainText(email)
  const reference = (await main.getByText(/^W-[0-9A-F]{8}$/).textContent())!

  const outbox = await context.newPage()
  await outbox.goto('/sandbox/mail')
  await outbox.getByRole('link').filter({ hasText: email }).click()
  await outbox.waitForURL(/\/sandbox\/mail\/[0-9a-f-]{36}$/)
  await outbox.goto(`${outbox.url()}/html`)
  await expect(outbox.getByText(reference, { exact: true }).first()).toBeVisible()
  // Number and address fit no order: the mail may reach a stranger, and carries nobody's words.
  for (const text of ['V932JPD5Z7', 'Ada Lovelace', 'The second game'])
    await expect(outbox.getByText(text)).toHaveCount(0)
})

test('the footer leads to it', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: t('withdrawal.title') })
    .click()
  await expect(page).toHaveURL(/\/withdraw$/)
})
