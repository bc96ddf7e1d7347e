// The back office in a browser: how an owner begins, how he comes in again, and what he sees of orders.
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Route } from '@playwright/test'
import { generateSync } from 'otplib'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, onlyAtTheDoor, picture, placeLink, wordsOf } from './support/office.ts'
import { makeDeliveredOrder, makeOrder } from './support/shopping.ts'
import { inviteOwner } from './support/staff.ts'
import { UNSOLVABLE } from './support/unsolvable.ts'

const PASSWORD = 'Plum-Engine-9'

async function deliveredOrderNo(context: BrowserContext, db: Database): Promise<string> {
  const path = await makeDeliveredOrder(context, KEYS)
  const id = new URL(path, 'http://shop').searchParams.get('order_id')!
  return (await db.one<{ orderNo: string }>(sql`select order_no as "orderNo" from orders where id = ${id}`)).orderNo
}

for (const language of ['en-US', 'zh-CN'] as const)
  test(`an owner begins by his link, and comes in again where he was (${language})`, { tag: '@once:desktop' }, async ({
    page,
    context,
    db,
    troubles,
  }) => {
    const t = wordsOf(language)
    await context.addInitScript((code) => localStorage.setItem('office-language', code), language)
    const email = `owner-${Math.random().toString(36).slice(2, 10)}@shop.example`
    const link = await inviteOwner(db, email)
    const field = (key: string) => page.getByLabel(t(key), { exact: true })
    const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click()

    await page.goto(link)
    await expect(page.getByText(t('welcome.intro', { email }))).toBeVisible()
    expect(page.url()).not.toContain('#')
    await looksRight(page)
    // The token is not in the address any more, and a page that is loaded anew has it still.
    await page.reload()
    await expect(page.getByText(t('welcome.intro', { email }))).toBeVisible()
    await field('welcome.name').fill('Ada')
    await field('door.password').fill('football')
    const secret = (await page.locator('code').textContent())!
    await field('door.code').fill(generateSync({ secret }))
    await press('welcome.begin')
    await expect(page.getByText(t('password.common'))).toBeVisible()
    await field('door.password').fill(PASSWORD)
    await press('welcome.begin')
    await expect(page.getByRole('heading', { name: t('welcome.codesTitle') })).toBeVisible()
    await looksRight(page)
    const codes = await page.getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await press('welcome.kept')
    await expect(page.getByRole('heading', { name: t('today.title'), exact: true })).toBeVisible()
    await looksRight(page)

    // What he does renews the session, from the first press on.
    await page.reload()
    const renewed = page.waitForRequest('**/office/session/renew')
    await (await placeLink(page, t('orders.title'), language)).click()
    await renewed
    await expect(page.getByRole('heading', { name: t('orders.title'), exact: true })).toBeVisible()
    await field('orders.search').click()

    // The session ends while he types: he signs in over the page, and what he typed is there.
    const otherTab = await context.newPage()
    await otherTab.goto('/office/orders')
    await expect(otherTab.getByRole('heading', { name: t('orders.title'), exact: true })).toBeVisible()
    await field('orders.search').fill('half a number')
    await db.run(sql`delete from staff_sessions where staff_id = (select id from staff where email_key = ${email})`)
    const dialog = page.getByRole('dialog', { name: t('door.overTitle') })
    await expect(dialog).toBeVisible()
    const otherDialog = otherTab.getByRole('dialog', { name: t('door.overTitle') })
    await expect(otherDialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await looksRight(page)
    await field('door.password').fill(PASSWORD)
    await press('door.useRecovery')
    await field('door.recoveryCode').fill(codes[0]!)
    await press('door.signIn')
    await expect(dialog).toBeHidden()
    // With it in all tabs of this browser.
    await expect(otherDialog).toBeHidden()
    await otherTab.close()
    await expect(field('orders.search')).toHaveValue('half a number')

    const signOut = page.getByRole('button', { name: t('frame.signOut') })
    const refuse = (route: Route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue())
    await page.route('**/office/session', refuse)
    await signOut.click()
    await expect(page.getByText(t('frame.notSignedOut'))).toBeVisible()
    await page.unroute('**/office/session', refuse)
    await press('frame.close')
    await signOut.click()
    await expect(page.getByRole('heading', { name: t('door.title') })).toBeVisible()
    await expect(page).toHaveTitle(t('door.title'))
    await looksRight(page)
    await field('door.email').fill(email)
    await field('door.password').fill('a wrong one')
    await field('door.code').fill('000000')
    await press('door.signIn')
    await expect(page.getByText(t('office.wrong'))).toBeVisible()
    await expect(field('door.email')).toHaveValue(email)
    await expect(field('door.password')).toHaveValue('')
    await expect(field('door.code')).toHaveValue('')
    const task = { code: 500, msg: 'office.solveFirst', data: { challenge: UNSOLVABLE } }
    await page.route('**/office/session', (route) => route.fulfill({ status: 422, json: task }), { times: 1 })
    await field('door.password').fill(PASSWORD)
    await field('door.code').fill('000000')
    await press('door.signIn')
    await expect(page.getByText(t('office.notSolved'))).toBeVisible()
    await field('door.password').fill(PASSWORD)
    await press('door.useRecovery')
    await field('door.recoveryCode').fill(codes[1]!)
    await press('door.signIn')
    await expect(page.getByRole('heading', { name: t('today.title'), exact: true })).toBeVisible()

    await page.goto(link)
    await expect(page.getByText(t('welcome.over'))).toBeVisible()
    // The browser itself notes every answer that is none of 200.
    expect(troubles.splice(0).filter((text) => !/40[01]|422|ERR_FAILED/.test(text))).toEqual([])
  })

test('whoever is not signed in comes to the door, and from there to what he wanted', { tag: '@once:desktop' }, async ({
  page,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await page.goto('/office/orders?status=Completed')
  await page.getByRole('button', { name: t('door.enterDemo') }).click()
  await page.waitForURL(/\/office\/orders\?status=Completed/)
  await expect(page.getByRole('link', { name: t('orders.status.Completed'), exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.goto('/office/no-such-page')
  await expect(page.getByText(t('frame.noSuchPage'))).toBeVisible()
  for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
    await page.goto(`/office/sign-in?to=${encodeURIComponent(to)}`)
    await page.getByRole('button', { name: t('door.enterDemo') }).click()
    await page.waitForURL((url) => url.pathname === '/office/today' && url.origin === process.env.SHOP_URL)
  }
  expect(troubles.splice(0).every((text) => text.includes('401'))).toBe(true)
})

test('an order is found by its number, opened by a link, and the way back leads to the same list', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const orderNo = await deliveredOrderNo(context, db)
  await enterDemo(page)
  await expect(page.getByLabel(t('orders.search'))).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByLabel(t('orders.search'))).toBeFocused()
  await page.getByLabel(t('orders.search')).fill(orderNo.toLowerCase())
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=/)
  const link = page.locator(`a[data-order="${orderNo}"]:visible`)
  await expect(link).toHaveCount(1)
  await expect(page.getByText(t('orders.count_one', { count: 1 }))).toBeVisible()
  await looksRight(page)
  await link.click()
  await expect(page.getByRole('heading', { name: orderNo })).toBeVisible()
  await expect(page.getByText('Paid → Delivered')).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(orderNo))
  await looksRight(page)
  await page.goBack()
  await expect(page.getByLabel(t('orders.search'))).toHaveValue(orderNo.toLowerCase())
  await expect(link).toBeVisible()
  await page.getByLabel(t('orders.search')).fill('what is this')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('orders.notUnderstood'))).toBeVisible()
  await page.goto('/office/orders/3d4a2b10-1111-4222-8333-444455556666')
  await expect(page.getByRole('heading', { name: t('order.none') })).toBeVisible()
  expect(troubles.splice(0).every((text) => /401|404/.test(text))).toBe(true)
})

test('a new order says by itself that it is there and moves nothing; one that has left stays; j and k go from one to the next', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const { orderNo: first } = await makeOrder(context, KEYS)
  // A list of its own: other tests make orders, too.
  const { email } = await db.one<{ email: string }>(
    sql`update orders set delivery_email = ${`${randomUUID()}@live.example`} where order_no = ${first} returning delivery_email as email`,
  )
  const another = async () => {
    const { orderNo } = await makeOrder(context, KEYS)
    await db.run(sql`update orders set delivery_email = ${email}, placed_at = now() where order_no = ${orderNo}`)
    return orderNo
  }
  await enterDemo(page, `/office/orders?q=${email}`)
  const numbers = () => page.locator('a[data-order]:visible').evaluateAll((all) => all.map((a) => a.textContent))
  await expect.poll(numbers).toEqual([first])
  const [second, third] = [await another(), await another()]
  await expect(page.getByText(t('lists.waiting_other', { count: 2 }))).toBeVisible()
  expect(await numbers()).toEqual([first])
  await looksRight(page)
  await picture(page, 'orders-waiting')
  await page.getByRole('button', { name: t('lists.renew') }).click()
  expect(await numbers()).toEqual([third, second, first])
  await expect(page.locator(`a[data-order="${third}"]:visible`)).toBeFocused()
  await db.run(sql`update orders set delivery_email = 'else@live.example' where order_no = ${second}`)
  await expect(page.getByText(t('lists.isLeft')).filter({ visible: true })).toHaveCount(1)
  expect(await numbers()).toEqual([third, second, first])
  await looksRight(page)
  const link = page.locator(`a[data-order="${first}"]:visible`)
  // What cannot be asked any more stays, and is said to be old.
  await page.route('**/office/orders?*', (route) => route.abort())
  await expect(page.getByText(t('error.offline'))).toBeVisible()
  await expect(link).toBeVisible()
  await page.unroute('**/office/orders?*')
  const again = page.getByRole('button', { name: t('frame.again') })
  // It also asks by itself, and has no button then.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(page.getByText(t('error.offline'))).toBeHidden({ timeout: 3_000 })
  }).toPass()

  await page.locator('a[data-order]:visible').first().focus()
  await page.keyboard.press('j')
  await expect(page.locator('a[data-order]:visible').nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(page.locator('a[data-order]:visible').first()).toBeFocused()
  expect(troubles.splice(0).every((text) => /401|ERR_FAILED/.test(text))).toBe(true)
})

test('an order is refunded by a unit, each with its reason, in Chinese as in English', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = wordsOf('zh-CN')
  const orderNo = await deliveredOrderNo(context, db)
  await context.addInitScript((code) => localStorage.setItem('office-language', code), 'zh-CN')
  await enterDemo(page, `/office/orders?q=${orderNo}`)
  await page.locator(`a[data-order="${orderNo}"]:visible`).click()
  await expect(page.getByRole('heading', { name: orderNo })).toBeVisible()
  const act = (name: string) => page.getByRole('button', { name: t(`order.acts.${name}`), exact: true })
  const dialog = (name: string) => page.getByRole('dialog', { name: t(`order.acts.${name}`), exact: true })

  // Nothing is done without a reason, and what is typed stays where something is refused.
  await act('refund').click()
  await dialog('refund')
    .getByRole('button', { name: t('order.acts.refund') })
    .click()
  await expect(page.getByText(t('act.reasonRequired'))).toBeVisible()
  await dialog('refund').getByLabel(t('order.refundAmount'), { exact: true }).check()
  await dialog('refund')
    .getByLabel(t('order.amountIn', { currency: 'USD' }), { exact: true })
    .fill('1.234')
  await dialog('refund').getByLabel(t('act.reason')).fill('<b>密钥</b> 不能用')
  await dialog('refund')
    .getByRole('button', { name: t('order.acts.refund') })
    .click()
  await expect(page.getByText(t('order.amountWrong'))).toBeVisible()
  // That is said since the field was left; whoever has pressed is led back to it.
  await expect(dialog('refund').getByLabel(t('order.amountIn', { currency: 'USD' }), { exact: true })).toBeFocused()
  await looksRight(page)
  await dialog('refund')
    .getByLabel(t('order.amountIn', { currency: 'USD' }), { exact: true })
    .fill('999999')
  await dialog('refund')
    .getByRole('button', { name: t('order.acts.refund') })
    .click()
  await expect(dialog('refund').getByRole('alert')).toContainText('USD')
  await expect(dialog('refund').getByLabel(t('act.reason'))).toHaveValue('<b>密钥</b> 不能用')
  await dialog('refund').getByLabel(t('order.refundUnits'), { exact: true }).check()
  await dialog('refund').getByRole('checkbox').first().check()
  await looksRight(page)
  await dialog('refund')
    .getByRole('button', { name: t('order.acts.refund') })
    .click()
  await expect(page.getByText(t('order.acts.refundDone'))).toBeVisible()
  await expect(dialog('refund')).toBeHidden()
  await expect(page.getByText(t('order.refundState.done'), { exact: true })).toBeVisible()
  await expect(page.getByText('<b>密钥</b> 不能用').first()).toBeVisible()
  await looksRight(page)

  await act('note').click()
  await dialog('note').getByLabel(t('act.reason')).fill('x')
  await page.keyboard.press('Escape')
  await expect(dialog('note')).toBeHidden()
  await expect(act('note')).toBeFocused()
  onlyAtTheDoor(troubles)
})
