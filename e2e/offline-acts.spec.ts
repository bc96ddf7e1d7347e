// The connection goes before what checks a form, or buys, was fetched: it says so, what was typed stays, and the next press
// goes on.
import type { Locator, Page } from '@playwright/test'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { button, codeAsked, EMAIL, forgetLost, GAME } from './support/offline.ts'
import { fillCart, makeOrder } from './support/shopping.ts'

const t = wordsOf('en-US')
const field = (page: Page, key: string) => page.getByRole('main').getByLabel(t(key), { exact: true })

interface Form {
  path: string
  /** Labels, and what is typed. */
  typed: Record<string, string>
  send: (page: Page) => Locator
  says?: string
  /** What the next press leads to. */
  goesOn: (page: Page) => Locator
}

const FORMS: readonly Form[] = [
  {
    path: '/wholesale',
    typed: { 'enquiries.name': 'Ada Lovelace', 'enquiries.email': EMAIL, 'enquiries.confirmEmail': EMAIL },
    send: button('enquiries.wholesale.send'),
    goesOn: (page) => page.getByRole('heading', { name: t('enquiries.sentTitle') }),
  },
  {
    path: '/withdraw',
    typed: {
      'withdrawal.orderNo.label': 'V932JPD5Z7',
      'withdrawal.email.label': EMAIL,
      'withdrawal.name.label': 'Ada Lovelace',
    },
    send: button('withdrawal.next'),
    goesOn: (page) => page.getByRole('heading', { name: t('withdrawal.review.title') }),
  },
  {
    path: '/feedback',
    typed: { 'feedback.name': 'Ada' },
    send: button('feedback.send'),
    goesOn: (page) => page.getByText(t('feedback.emailMissing')),
  },
  {
    path: '/checkout',
    typed: { 'checkout.email.label': EMAIL },
    send: (page) => page.getByRole('button', { name: /^Pay\s/ }).filter({ visible: true }),
    says: 'checkout.problem.offline',
    goesOn: (page) => page.getByText(t('pay.waiverRequired')),
  },
]

for (const { path, typed, send, says = 'error.offline', goesOn } of FORMS) {
  test(`${path}: what checks cannot be fetched; the form says so, keeps what was typed, and goes on at the next press`, async ({
    page,
    context,
    troubles,
  }) => {
    await fillCart(context, { [GAME]: 1 })
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(send(page)).toBeEnabled()
    await context.setOffline(true)
    const asked = codeAsked(page)
    for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text)
    await send(page).click()
    await expect(page.getByRole('alert').filter({ hasText: t(says) })).toBeVisible()
    for (const [label, text] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(text)
    expect(asked).toEqual([])
    await context.setOffline(false)
    await send(page).click()
    await expect(goesOn(page)).toBeVisible()
    forgetLost(troubles)
  })
}

/** What shows messages comes with the first press. */
const messagesCome = (page: Page) => expect(page.locator('section.toasts')).toBeAttached()
const said = (page: Page) => page.getByRole('alert').filter({ hasText: t('error.offline') })

test('Buy now on a product’s page: it says so, once, keeps page and number, and goes on at the next press', async ({
  page,
  context,
  troubles,
}) => {
  await page.goto(GAME, { waitUntil: 'networkidle' })
  const count = page.getByRole('spinbutton', { name: t('product.quantity') })
  await page.getByRole('button', { name: t('product.increase') }).click()
  await messagesCome(page)
  await context.setOffline(true)
  const asked = codeAsked(page)
  for (const _ of [1, 2]) {
    await button('product.buyNow')(page).click()
    await expect(said(page)).toHaveCount(1)
  }
  await expect(page).toHaveURL(GAME)
  await expect(count).toHaveValue('2')
  expect(asked).toEqual([])
  await context.setOffline(false)
  await expect(said(page)).toHaveCount(0)
  await button('product.buyNow')(page).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('list', { name: t('checkout.lines') }).getByRole('spinbutton')).toHaveValue('2')
  forgetLost(troubles)
})

test('Buy again: it says so, keeps the order’s page, and goes on at the next press', async ({
  page,
  context,
  troubles,
}) => {
  const { orderId } = await makeOrder(context, GAME)
  await context.request.get(`/prod-api/api/pay/cancel/${orderId}`)
  const address = `/success-payment?order_id=${orderId}`
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.keyboard.press('Shift')
  await messagesCome(page)
  await context.setOffline(true)
  const again = button('order.buyAgain')(page)
  await again.click()
  await expect(said(page)).toHaveCount(1)
  await expect(page).toHaveURL(address)
  await context.setOffline(false)
  await again.click()
  await expect(page).toHaveURL('/checkout')
  forgetLost(troubles)
})

for (const come of ['has come', 'has not come'])
  test(`Buy now in a list, whose code ${come}: it says so, keeps list and order, and goes on at the next press`, async ({
    page,
    context,
    troubles,
  }) => {
    await page.goto('/rpg-games?sort=3', { waitUntil: 'networkidle' })
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('button') })
      .first()
    const name = await card.getByRole('heading').innerText()
    const buy = card.getByRole('button', { name: t('list.buyNow') })
    await page.keyboard.press('Shift')
    if (come === 'has come') {
      // One press that the shop did not hear has brought it.
      await page.route('**/api/product/info*', (route) => route.abort('internetdisconnected'), { times: 1 })
      await buy.click()
      await expect(said(page)).toHaveCount(1)
    }
    await messagesCome(page)
    await context.setOffline(true)
    const asked = codeAsked(page)
    await buy.click()
    await expect(said(page)).toHaveCount(1)
    await expect(buy).toBeEnabled()
    await expect(page).toHaveURL('/rpg-games?sort=3')
    expect(asked).toEqual([])
    await context.setOffline(false)
    await buy.click()
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByRole('list', { name: t('checkout.lines') })).toContainText(name)
    forgetLost(troubles)
  })
