// Where the focus is after something has changed the page, and whether the change is heard.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { sql } from '#platform/database/sql.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { memberWordsOf, signIn, test } from './support/members.ts'
import { fillCart, makeDeliveredOrder, makeOrder } from './support/shopping.ts'

const PASSWORD = 'correct horse'

const t = wordsOf('en-US')
const m = memberWordsOf('en-US')

/** Sets up an authenticator app and answers its secret. */
async function withApp(page: Page): Promise<string> {
  await page.goto('/my-security')
  await page.getByRole('button', { name: m('security.turnOn') }).click()
  const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent())!
  await page.getByLabel(m('security.code')).fill(generateSync({ secret }))
  await page.getByRole('button', { name: m('security.confirm') }).click()
  await page.getByRole('button', { name: m('security.kept') }).click()
  return secret
}

/** Types a wrong code into the field that has the focus, and looks that it says so and keeps the focus. */
async function typeWrongCode(page: Page, code: ReturnType<Page['getByLabel']>) {
  await expect(code).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription('This code is not right, or it was used already.')
  await expect(code).toBeFocused()
}

test('the code that is asked for beside a password has the focus, and so it has when it was wrong', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const member = await addMember({ db }, { password: PASSWORD })
  await signIn(context, member)
  const secret = await withApp(page)

  await context.clearCookies()
  await page.goto('/login')
  await page.getByLabel(m('login.name')).fill(member.username)
  const password = page.getByLabel(m('login.password'), { exact: true })
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')
  await typeWrongCode(page, page.getByLabel(m('security.code')))
  await page.getByRole('button', { name: m('security.back') }).click()
  await expect(password).toBeFocused()

  await signIn(context, member)
  await db.run(sql`update sessions set proved_at = now() - interval '1 hour' where member_id = ${member.id}`)
  await db.run(sql`update totp_secrets set last_step = 0 where member_id = ${member.id}`)
  await page.goto('/my-security')
  const turnOff = page.getByRole('button', { name: m('security.turnOff') })
  await turnOff.click()
  const dialog = page.getByRole('dialog', { name: m('security.proveTitle') })
  await dialog.getByLabel(m('login.password'), { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await typeWrongCode(page, dialog.getByLabel(m('security.code')))
  await dialog.getByLabel(m('security.code')).fill(generateSync({ secret }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: m('security.turnOn') })).toBeVisible()
  // The browser itself notes every answer that is none of 200.
  expect(troubles.splice(0).filter((text) => !/403|422/.test(text))).toEqual([])
})

test('who pays an order without the consent that it needs is led to its box, which says so', async ({
  page,
  context,
  member: _,
  db,
}) => {
  const { orderId } = await makeOrder(context, KEYS)
  await db.run(sql`update orders set waiver = null where id = ${orderId}`)
  await page.goto(`/success-payment?order_id=${orderId}`)
  const box = page.getByRole('main').getByRole('checkbox')
  await page.getByRole('button', { name: /^Pay \u2066?\$/ }).click()
  await expect(box).toBeFocused()
  await expect(box).toHaveAccessibleDescription(t('pay.waiverRequired'))
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
  await expect(box).toHaveAccessibleDescription('')
})

test('a ticket that is opened is begun at its heading, and left to its line in the list', async ({
  page,
  context,
  member: _,
}) => {
  const id = randomUUID()
  const data = { id, subject: 'A key is missing', topic: 'key', text: 'Where is it?', orderNo: '', files: [] }
  const asked = await context.request.post(`${process.env.SHOP_URL}/prod-api/api/profile/tickets`, { data })
  expect((await asked.json()).code).toBe(200)
  await page.goto('/my-support')
  const line = page.getByRole('link', { name: /A key is missing/ })
  await line.press('Enter')
  await expect(page.getByRole('heading', { name: 'A key is missing' })).toBeFocused()
  await page.getByRole('link', { name: m('support.back') }).press('Enter')
  await expect(line).toBeFocused()
})

test('a filter of the orders keeps the focus, says how many there are, and follows the address', async ({
  page,
  context,
  member: _,
}) => {
  await makeOrder(context, KEYS)
  await page.goto('/my-order')
  const status = page.getByLabel(m('orders.status'))
  const count = page.getByRole('main').getByRole('status')
  await expect(count).toHaveText(m('orders.count_one', { count: 1 }))
  await count.evaluate((element) => element.setAttribute('data-same', ''))
  await status.focus()
  await status.selectOption('Paid')
  await expect(page.locator('[data-same]')).toHaveText(m('orders.count_other', { count: 0 }))
  await expect(status).toBeFocused()
  await page.goBack()
  await expect(page.locator('[data-same]')).toHaveText(m('orders.count_one', { count: 1 }))
  await expect(status).toHaveValue('')
  await page.goForward()
  await expect(status).toHaveValue('Paid')
  await page.reload()
  await expect(status).toHaveValue('Paid')
})

test('the search of the keys keeps the focus and says how many it found', async ({ page, context, member: _ }) => {
  await makeDeliveredOrder(context, KEYS)
  await page.goto('/my-keys')
  const search = page.getByLabel(m('keys.search'))
  const found = page.getByRole('main').getByRole('status')
  await expect(found).toHaveText(m('keys.found', { count: 1 }))
  await search.fill('nothing of that kind')
  await search.press('Enter')
  await expect(found).toHaveText(m('keys.found', { count: 0 }))
  await expect(search).toBeFocused()
  await page.goBack()
  await expect(search).toHaveValue('')
})

test('a question that goes away gives the focus back to what asked it', async ({ page, context }) => {
  await fillCart(context, { [KEYS]: 1 })
  await page.goto('/checkout')
  const remove = page.getByRole('main').getByRole('button', { name: /^Remove / })
  await remove.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('checkout.remove.keep') })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(remove).toBeFocused()
})

test('who takes the last thing out at the checkout is at the beginning of the page that says so', async ({
  page,
  context,
}) => {
  await fillCart(context, { [KEYS]: 1 })
  await page.goto('/checkout')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Remove / })
    .press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('checkout.remove.confirm') })
    .press('Enter')
  await expect(page.getByRole('heading', { name: t('pay.productNull') })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('#content')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: t('cart.browse') })).toBeFocused()
})

test('messages come into a region that was there before them, within a dialog too', async ({ page, member: _ }) => {
  await page.goto('/my-address')
  const add = page.getByRole('button', { name: m('address.add') })
  const dialog = page.getByRole('dialog')
  const region = 'section.toasts > ol[aria-live]'
  for (let times = 0; times < 2; times++) {
    await add.click()
    await expect(dialog.locator(region)).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.locator(region)).toBeAttached()
    await expect(page.locator('dialog').locator(region)).not.toBeAttached()
  }
})

test('a button or a link that has done all it can keeps the focus', async ({ page, member, db }) => {
  await page.goto(KEYS)
  const stepper = page.getByRole('group', { name: t('product.quantity') }).first()
  const [fewer, more] = [stepper.getByRole('button').first(), stepper.getByRole('button').last()]
  await more.click()
  await fewer.press('Enter')
  await expect(stepper.getByRole('spinbutton')).toHaveValue('1')
  await expect(fewer).toBeDisabled()
  await expect(fewer).toBeFocused()

  await db.run(sql`
    insert into member_notices (id, member_id, kind, data)
    select gen_random_uuid(), ${member.id}, 'reviewPublished', '{"excerpt":"Fine"}' from generate_series(1, 12)`)
  await page.goto('/my-notice')
  const next = page.getByRole('main').getByRole('link', { name: t('list.pages.next') })
  await next.press('Enter')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2)
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()

  await db.run(sql`
    insert into addresses (id, member_id, first_name, last_name, address, address_other, city, province, country, zip, phone, phone_code, is_default)
    select gen_random_uuid(), ${member.id}, 'Ada', 'No ' || i, i || ' Street', '', 'London', 'London', 'GB', '', '1', '44', false
    from generate_series(1, 11) i`)
  await page.goto('/my-address')
  const forward = page.getByRole('button', { name: m('security.next') })
  await forward.press('Enter')
  await expect(forward).toBeDisabled()
  await expect(forward).toBeFocused()
})
