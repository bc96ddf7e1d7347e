// What the shop wants solved before it goes on is solved by the browser, apart from the page, and said; and what a
// shopper can do about who opens his order.
import { createHash } from 'node:crypto'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { fillCart, makeDeliveredOrder } from './support/shopping.ts'

const t = wordsOf('en-US')
const GAME = '/rpg-games/baldurs-gate-3'

test('an order that needs a solved task is sent again by itself with its solution, and the page says what happens', async ({
  page,
  context,
  troubles,
}) => {
  await fillCart(context, { [GAME]: 1 })
  const salt = 'ab12?expires=99999999999&'
  const number = 600_000
  const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex')
  const solutions: string[] = []
  let asked = 0
  await page.route('**/api/check/createOrder', async (route) => {
    const { altcha } = route.request().postDataJSON()
    if (altcha) solutions.push(Buffer.from(altcha, 'base64').toString())
    if (++asked > 1) return route.continue()
    const data = { challenge: { algorithm: 'SHA-256', challenge, maxnumber: 700_000, salt, signature: 'ab' } }
    return route.fulfill({ status: 422, json: { code: 500, msg: 'pay.tooManyUnpaid', data } })
  })
  const worker = page.waitForEvent('worker')
  await page.goto('/checkout')
  await page.getByRole('textbox', { name: t('checkout.email.label'), exact: true }).fill('captcha@example.com')
  await page.getByRole('main').getByRole('checkbox').check()
  await page
    .getByRole('button', { name: /^Pay\s/ })
    .filter({ visible: true })
    .press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: t('checkout.captcha.solving') })).toBeVisible()
  await worker
  await page.waitForURL((url) => !url.pathname.startsWith('/checkout'))
  expect(solutions.map((text) => JSON.parse(text))).toEqual([
    { algorithm: 'SHA-256', challenge, number, salt, signature: 'ab' },
  ])
  troubles.splice(0)
})

test('whoever ends the links of his order keeps it; a computer that forgets shows it no more', async ({
  page,
  context,
  troubles,
}) => {
  await page.goto(await makeDeliveredOrder(context, GAME))
  await expect(page.getByRole('heading', { name: t('order.keys.title'), exact: true })).toBeVisible()
  await page.getByText(t('order.access.title')).click()
  await page.getByRole('button', { name: t('order.access.endLinks') }).click()
  await expect(page.getByRole('alert').filter({ hasText: t('order.access.endLinksDone') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: t('order.keys.title'), exact: true })).toBeVisible()
  await page.getByText(t('order.access.title')).click()
  await page.getByRole('button', { name: t('order.access.forget') }).click()
  await expect(page.getByRole('heading', { name: t('order.access.forgottenTitle') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: t('pay.result.notHereTitle') })).toBeVisible()
  troubles.splice(0)
})
