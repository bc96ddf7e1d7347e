// An order is paid from the balance on its page, and what is missing is said there.
import { sql } from '#platform/database/sql.ts'
import { axe } from './support/axe.ts'
import { expect, inLanguage, wordsOf } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { memberWordsOf, test } from './support/members.ts'
import { giveBalance, paidBy } from './support/money.ts'
import { fillCart, fillWithOthers, makeOrder } from './support/shopping.ts'

/** Bought by no other test alone, and with many keys. */

for (const language of ['en-US', 'ar'] as const) {
  test(`${language}: too little is said and bars the button; with enough the order is paid and stands among the orders`, async ({
    page,
    db,
    member,
  }) => {
    const t = memberWordsOf(language)
    const { orderId } = await makeOrder(page.context(), KEYS)
    const total = await paidBy(db, orderId, 'balance')
    await giveBalance(db, member.id, total - 1)
    await page.goto(inLanguage(`/balance-pay?orderId=${orderId}`, language))
    const main = page.getByRole('main')
    await expect(main.getByText(t('balance.tooLow'))).toBeVisible()
    const button = main.getByRole('button', { name: (total / 100).toFixed(2) })
    await expect(button).toBeDisabled()
    expect(await axe(page)).toEqual([])
    await giveBalance(db, member.id, 1)
    await page.reload()
    await button.click()
    await expect(page).toHaveURL(/\/my-order/)
    await expect(page.getByText(t('balance.pay.done'))).toBeVisible()
    await expect
      .poll(async () => (await db.one<{ status: string }>(sql`select status from orders where id = ${orderId}`)).status)
      .toBe('Delivered')
    await page.goto(inLanguage(`/balance-pay?orderId=${orderId}`, language))
    await expect(main.getByText(t('balance.pay.away'))).toBeVisible()
  })
}

test('beside dollars stands what that is in the shopper’s currency; what is missing is topped up, and the way leads back', async ({
  page,
  context,
  db,
  member,
}) => {
  const t = memberWordsOf('en-US')
  await context.addCookies([{ name: 'currencyType', value: 'EUR', url: process.env.SHOP_URL! }])
  const { orderId } = await makeOrder(context, KEYS)
  const total = await paidBy(db, orderId, 'balance')
  await giveBalance(db, member.id, total - 123)
  await page.goto(`/balance-pay?orderId=${orderId}`)
  const main = page.getByRole('main')
  await expect(main.getByText(/about .*€\s\d+\.\d\d/)).toHaveCount(2)
  await expect(main.getByText(t('balance.pay.missing', { amount: '\u2066$ 1.23\u2069' }))).toBeVisible()
  await main.getByRole('link', { name: t('topUp.open'), exact: true }).click()
  await expect(page).toHaveURL(/\/my-balance\?orderId=/)
  // As much as is missing, but not less than can be topped up.
  await expect(main.getByRole('textbox', { name: t('topUp.amount') })).toHaveValue('5')
  await expect(main.getByRole('link', { name: t('topUp.toOrder') })).toHaveAttribute('href', new RegExp(orderId))
  // In another language it is still for that order.
  await page.getByRole('button', { name: wordsOf('en-US')('shell.language', { language: 'English' }) }).click()
  const inGerman = page.getByRole('option', { name: 'Deutsch' })
  await expect(inGerman).toHaveAttribute('href', new RegExp(`orderId=${orderId}`))
  await page.keyboard.press('Escape')
  await main.getByRole('radio', { name: /Stripe/ }).check()
  await main.locator('form button[type=submit]').click()
  await page.locator('button[name=outcome][value=completed]').click()
  await expect(page.getByRole('heading', { name: t('topUp.done') })).toBeVisible()
  await main.getByRole('link', { name: t('topUp.toOrder') }).click()
  await expect(page).toHaveURL(new RegExp(`/balance-pay\\?orderId=${orderId}`))
  await main.getByRole('button', { name: (total / 100).toFixed(2) }).click()
  await expect(page.getByText(t('balance.pay.done'))).toBeVisible()
  // The next top-up is for nothing in particular.
  expect(await page.evaluate(() => sessionStorage.getItem('draft:top-up-for'))).toBeNull()
})

test('who presses the way to pay that stands as chosen before it is known who he is keeps it, whatever he chose before', async ({
  page,
  context,
  member: _,
}) => {
  await fillCart(context, { [KEYS]: 1 })
  await page.goto('/checkout')
  const main = page.getByRole('main')
  const [card, balance] = [/Stripe/, /Your balance/].map((name) => main.getByRole('radio', { name }))
  await balance!.check()
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route('**/api/getInfo', async (route) => {
    await told
    await route.continue()
  })
  // As it was chosen in this tab.
  await page.reload()
  await expect(card!).toBeChecked()
  await expect(card!).toBeEnabled()
  await card!.click()
  tell()
  await expect(balance!).toBeEnabled()
  await expect(card!).toBeChecked()
  await page.unroute('**/api/getInfo')
  await page.reload()
  await expect(balance!).toBeEnabled()
  await expect(card!).toBeChecked()
})

test('what stands in another currency can be had in dollars, at the checkout and when it is ordered already', async ({
  page,
  context,
  db,
  member: _,
}) => {
  const [t, shop] = [memberWordsOf('en-US'), wordsOf('en-US')]
  const { orderId } = await makeOrder(context, KEYS)
  await db.run(sql`update orders set currency = 'EUR' where id = ${orderId}`)
  const main = page.getByRole('main')
  const balance = main.getByRole('radio', { name: /Your balance/ })
  await page.goto(`/success-payment?order_id=${orderId}`)
  await main.getByText(shop('pay.again.otherMethod'), { exact: true }).first().click()
  await expect(balance).toBeDisabled()
  expect(await axe(page)).toEqual([])
  const again = main.getByRole('button', { name: t('balance.inDollars.again') })
  // A cart that is full of other things has no room for it.
  await fillWithOthers(context, 100)
  await page.reload()
  await main.getByText(shop('pay.again.otherMethod'), { exact: true }).first().click()
  await again.click()
  await expect(page.getByText(shop('product.cartFull'))).toBeVisible()
  await context.clearCookies({ name: 'cartList' })
  await page.reload()
  await main.getByText(shop('pay.again.otherMethod'), { exact: true }).first().click()
  await again.click()
  await page.waitForURL(/\/checkout/)
  await expect(balance).toBeEnabled()
  await expect(main.getByText('Apple Gift Card').first()).toBeVisible()
  await expect(main.getByRole('button', { name: t('balance.inDollars.switch') })).toHaveCount(0)

  await context.addCookies([{ name: 'currencyType', value: 'EUR', url: process.env.SHOP_URL! }])
  await page.reload()
  await expect(balance).toBeDisabled()
  const loaded = page.waitForEvent('load')
  await main.getByRole('button', { name: t('balance.inDollars.switch') }).click()
  await loaded
  await expect(page.locator('html')).toHaveAttribute('data-currency', 'USD')
  await expect(balance).toBeEnabled()
})
