// The product page's offers: how many can be bought, what they cost, what is asked before.
import { expect, test, wordsOf } from './support/fixtures.ts'
import { ELDEN_RING } from './support/goods.ts'

const t = wordsOf('en-US')

test('more than there is cannot be bought, and the page says why; 1 to 1000 can be asked for', {
  tag: '@once:phone',
}, async ({ page }) => {
  // Of more than ten nobody is told how many there are.
  await page.goto('/horror-games/silent-hill-2')
  const box = page.getByRole('region', { name: t('product.bestOffer') })
  const quantity = box.getByRole('textbox', { name: t('product.quantity') }).or(box.getByRole('spinbutton'))
  const buttons = [t('product.buyNow'), t('product.addToCart')].map((name) =>
    // Where they are out of sight, the bar at the bottom has them once more.
    box.getByRole('button', { name, exact: true }).first(),
  )
  for (const button of buttons) await expect(button).toBeEnabled()
  await quantity.fill('500')
  await quantity.press('Tab')
  for (const button of buttons) await expect(button).toBeDisabled()
  await expect(box.getByText(/^This seller has only \d+ left/)).toBeVisible()
  await expect(buttons[0]!).toHaveAccessibleDescription(/only \d+ left/)
  await quantity.fill('4000')
  await quantity.press('Tab')
  await expect(quantity).toHaveValue('1000')
  await quantity.fill('0')
  await quantity.press('Tab')
  await expect(quantity).toHaveValue('1')
  for (const button of buttons) await expect(button).toBeEnabled()
})

test('a reduced price stands beside the one before and the lowest of 30 days, in the visitor’s currency', async ({
  page,
  context,
}) => {
  await page.goto('/action-games/red-dead-redemption-2')
  const box = page.getByRole('region', { name: t('product.bestOffer') })
  await expect(box.getByText('$ 17.45').first()).toBeVisible()
  // It was $ 24.99 until it was raised to $ 30.99 and then cut: the percentage counts from the lower one.
  await expect(box.locator('s')).toHaveText(`${t('product.wasPrice')} $ 30.99`)
  await expect(box.getByText(t('product.lowest30', { price: '\u2066$ 24.99\u2069' }))).toBeVisible()
  await expect(box.getByText(t('product.off', { percent: 30 }))).toBeVisible()
  await context.addCookies([{ name: 'currencyType', value: 'EUR', url: process.env.SHOP_URL! }])
  await page.reload()
  await expect(box.getByText(t('product.lowest30', { price: '\u2066€ 21.70\u2069' }))).toBeVisible()
  // Cheaper a fortnight ago than today: nothing to announce.
  await page.goto('/survival-games/valheim')
  await expect(box).toBeVisible()
  await expect(box.getByText('Lowest price of the last 30 days')).toHaveCount(0)
})

test('a product that needs consent asks before it goes into the cart', { tag: '@once:phone' }, async ({ page }) => {
  await page.goto('/nintendo-cards/nintendo-eshop-card-japan')
  await page
    .getByRole('button', { name: t('product.addToCart'), exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: t('product.confirm.cancel') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/is in your cart$/)).toHaveCount(0)
  await page
    .getByRole('button', { name: t('product.addToCart'), exact: true })
    .first()
    .click()
  await dialog.getByRole('button', { name: t('product.confirm.agree') }).click()
  await expect(page.getByText(/is in your cart$/).first()).toBeVisible()
})

test('without stock neither button can be pressed, and the page says so', { tag: '@once:phone' }, async ({
  page,
  request,
}) => {
  const list = await request.post('/prod-api/api/product/list', { data: { pageNum: 1, pageSize: 1, stock: '1' } })
  const [{ urlName, zhname }] = (await list.json()).rows
  await page.goto(`/${urlName}/${zhname}`)
  const box = page.getByRole('region', { name: t('product.bestOffer') })
  await expect(box.getByText(t('product.outOfStock')).first()).toBeVisible()
  for (const name of [t('product.buyNow'), t('product.addToCart')])
    await expect(box.getByRole('button', { name, exact: true }).first()).toBeDisabled()
})

test('on a phone the offer follows along the bottom', async ({ page, isMobile }) => {
  await page.goto(ELDEN_RING)
  const bar = page.getByRole('region', { name: t('product.quickBuy') })
  await expect(page.getByRole('tablist')).toBeAttached()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  if (isMobile) await expect(bar.getByRole('button', { name: t('product.buyNow') })).toBeVisible()
  else await expect(bar).toBeHidden()
})
