// What the shop wants solved before it goes on is solved by the browser, apart from the page, and said; and what a
// shopper can do about who opens his order.
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { emailField } from './support/checkout.ts'
import { expect, test, wordsOf } from './support/fixtures.ts'
import { fillCart, makeDeliveredOrder } from './support/shopping.ts'

const t = wordsOf('en-US')
const GAME = '/rpg-games/baldurs-gate-3'

const CHALLENGE_SALT = 'ab12?expires=99999999999&'

/** As the shop asks for it; the browser counts up to the number. */
function challengeFor(number: number) {
  const challenge = createHash('sha256').update(`${CHALLENGE_SALT}${number}`).digest('hex')
  const data = {
    challenge: { algorithm: 'SHA-256', challenge, maxnumber: 700_000, salt: CHALLENGE_SALT, signature: 'ab' },
  }
  return { status: 422, json: { code: 500, msg: 'pay.tooManyUnpaid', data } }
}

async function pay(page: Page) {
  await page.goto('/checkout')
  await emailField(page).fill('captcha@example.com')
  await page.getByRole('main').getByRole('checkbox').check()
  await page
    .getByRole('button', { name: /^Pay\s/ })
    .filter({ visible: true })
    .press('Enter')
}

test('an order that needs a solved task is sent again by itself with its solution, and the page says what happens', async ({
  page,
  context,
  troubles,
}) => {
  await fillCart(context, { [GAME]: 1 })
  const number = 600_000
  const asking = challengeFor(number)
  const solutions: string[] = []
  let asked = 0
  await page.route('**/api/check/createOrder', async (route) => {
    const { altcha } = route.request().postDataJSON()
    if (altcha) solutions.push(Buffer.from(altcha, 'base64').toString())
    if (++asked > 1) return route.continue()
    return route.fulfill(asking)
  })
  const worker = page.waitForEvent('worker')
  await pay(page)
  await expect(page.getByRole('alert').filter({ hasText: t('checkout.captcha.solving') })).toBeVisible()
  await worker
  await page.waitForURL((url) => !url.pathname.startsWith('/checkout'))
  expect(solutions.map((text) => JSON.parse(text))).toEqual([
    {
      algorithm: 'SHA-256',
      challenge: asking.json.data.challenge.challenge,
      number,
      salt: CHALLENGE_SALT,
      signature: 'ab',
    },
  ])
  troubles.splice(0)
})

test('an order that is refused after its task was solved says why, and no longer that it is being solved', async ({
  page,
  context,
  troubles,
}) => {
  await fillCart(context, { [GAME]: 1 })
  await page.route('**/api/check/createOrder', (route) => {
    const errors = [{ path: 'orderList.deliveryEmail', message: 'pay.email' }]
    const refusal = { status: 422, json: { code: 500, msg: 'error.invalid', errors } }
    return route.fulfill(route.request().postDataJSON().altcha ? refusal : challengeFor(1_000))
  })
  await pay(page)
  const email = emailField(page)
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveValue('captcha@example.com')
  await expect(page.getByText(t('checkout.captcha.solving'))).toHaveCount(0)
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
