// What stands around every page of the back office, and two people at one order.
import { sql } from '#platform/database/sql.ts'
import { tooWide } from './support/checks.ts'
import { expect } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { loseAnswer, unlessLost } from './support/lost-answer.ts'
import { test } from './support/members.ts'
import { enterDemo, looksRight, placeLink, wordsOf } from './support/office.ts'
import { makeDeliveredOrder } from './support/shopping.ts'
import { signInStaff } from './support/staff.ts'

test('Ctrl K leads to a place by its name, and to a list with what was typed', { tag: '@desktop' }, async ({
  page,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await enterDemo(page)
  await expect(page.getByLabel(t('orders.search'))).toBeVisible()
  const typed = page.getByRole('combobox', { name: t('palette.field') })
  const options = page.getByRole('listbox', { name: t('palette.places') }).getByRole('option')
  await page.keyboard.press('Control+k')
  await expect(typed).toBeFocused()
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await looksRight(page)
  await typed.fill('audit')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/office\/audit/)
  await expect(typed).toBeHidden()

  // By the arrows, past the end and round again.
  await page.keyboard.press('Control+k')
  await expect(typed).toBeFocused()
  await page.keyboard.type('portal 2')
  await expect(options).toHaveText([
    'Orders with “portal 2”',
    'Products called “portal 2”',
    'Batches of keys: “portal 2”',
  ])
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/office\/catalogue\?q=portal/)
  await expect(page.getByLabel(t('catalogue.search'))).toHaveValue('portal 2')

  // The inbox is offered for what it can find: a reference, the number of an order, or a whole address.
  const inInbox = (q: string) => options.filter({ hasText: t('palette.inbox', { q }) })
  await page.keyboard.press('Control+k')
  for (const [q, isOffered] of [
    ['portal 2', false],
    ['Order ABCDE23456', true],
    ['T-1', false],
    ['t-89abcdef', true],
    ['R-12', true],
    ['gus@buyer.example', true],
  ] as const) {
    await typed.fill(q)
    await expect(options.filter({ hasText: t('palette.orders', { q }) })).toHaveCount(1)
    await expect(inInbox(q)).toHaveCount(isOffered ? 1 : 0)
  }
  await page.keyboard.press('Escape')

  // What may be a key stands in no address.
  await page.keyboard.press('Control+k')
  await typed.fill('ABCDE-FGHJK-23456')
  await expect(options).toHaveCount(0)
  await expect(page.getByText(t('palette.key'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(typed).toBeHidden()
  expect(troubles.splice(0).every((text) => /401/.test(text))).toBe(true)
})

test('Ctrl K right after Escape opens the palette again, before the page has heard that it closed', {
  tag: '@desktop',
}, async ({ page, troubles }) => {
  const t = wordsOf('en-US')
  await enterDemo(page)
  await expect(page.getByLabel(t('orders.search'))).toBeVisible()
  const typed = page.getByRole('combobox', { name: t('palette.field') })
  await page.keyboard.press('Control+k')
  await expect(typed).toBeFocused()
  await page.evaluate(() =>
    addEventListener('close', () => dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })), {
      capture: true,
      once: true,
    }),
  )
  await typed.fill('left behind')
  await page.keyboard.press('Escape')
  await expect(typed).toHaveValue('')
  await typed.fill('audit')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/office\/audit/)
  expect(troubles.splice(0).every((text) => /401/.test(text))).toBe(true)
})

test('in forced colours, too, it is seen where one is among places, parts and filters', { tag: '@desktop' }, async ({
  page,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await page.emulateMedia({ forcedColors: 'active' })
  await enterDemo(page)
  await page.goto('/office/settings/methods')
  const underlined = (link: ReturnType<typeof page.getByRole>) =>
    link.evaluate((element) => getComputedStyle(element).textDecorationLine === 'underline')
  const menu = page.getByRole('navigation', { name: t('frame.menu') })
  const parts = page.getByRole('navigation', { name: t('settings.title') })
  await expect(parts).toBeVisible()
  for (const [link, isHere] of [
    [menu.getByRole('link', { name: t('settings.title') }), true],
    [menu.getByRole('link', { name: t('keys.title') }), false],
    [parts.getByRole('link', { name: t('methods.title') }), true],
    [parts.getByRole('link', { name: t('currencies.title') }), false],
  ] as const)
    expect([await link.innerText(), await underlined(link)]).toEqual([await link.innerText(), isHere])
  expect(troubles.splice(0).every((text) => /401/.test(text))).toBe(true)
})

test('without a connection a list says so instead of waiting in silence, and comes by itself once there is one', {
  tag: '@desktop',
}, async ({ page, context, troubles }) => {
  const t = wordsOf('en-US')
  await enterDemo(page)
  const search = page.getByLabel(t('orders.search'))
  await expect(search).toBeVisible()
  await context.setOffline(true)
  await search.fill('nobody@buyer.example')
  await search.press('Enter')
  await expect(page.getByText(t('error.offline'))).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(t('orders.nothing'))).toBeVisible()
  await expect(page.getByText(t('error.offline'))).toBeHidden()
  expect(troubles.splice(0).every((text) => /401|ERR_INTERNET_DISCONNECTED/.test(text))).toBe(true)
})

test('whoever may not see the settings comes to the pages of the shop by the menu', { tag: '@phone' }, async ({
  page,
  context,
  ground,
  troubles,
}) => {
  const t = wordsOf('en-US')
  await signInStaff(context, ground, { role: 'catalogue' })
  await page.goto('/office/catalogue')
  await (await placeLink(page, t('pages.title'))).click()
  await expect(page.getByRole('heading', { level: 1, name: t('pages.title') })).toBeVisible()
  await page.getByRole('button', { name: t('frame.openMenu') }).click()
  const menu = page.getByRole('navigation', { name: t('frame.menu') })
  await expect(menu.getByRole('link')).toHaveText(
    ['today.title', 'catalogue.title', 'keys.title', 'pages.title'].map((key) => t(key)),
  )
  await page.keyboard.press('Escape')
  await looksRight(page)

  // Where the settings are open, they lead there.
  await enterDemo(page, '/office/today')
  await expect(await placeLink(page, t('settings.title'))).toBeVisible()
  await expect(menu.getByRole('link', { name: t('pages.title'), exact: true })).toHaveCount(0)
  expect(troubles.splice(0).every((text) => /401/.test(text))).toBe(true)
})

test('on a phone the places are behind a button', { tag: '@phone' }, async ({ page, context, troubles }) => {
  const t = wordsOf('zh-CN')
  await context.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
  await enterDemo(page, '/office/orders')
  await expect(page.getByLabel(t('orders.search'))).toBeInViewport()
  // Whatever stands in the header is wide and high enough for a finger, on the narrowest of phones, too.
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await tooWide(page)).toEqual([])
  for (const target of await page.locator('header').locator('a, button').filter({ visible: true }).all()) {
    const { width, height } = (await target.boundingBox())!
    expect([await target.innerText(), width >= 44 && height >= 44]).toEqual([expect.any(String), true])
  }
  await page.setViewportSize(size)
  await page.getByRole('button', { name: t('frame.openMenu') }).click()
  const menu = page.getByRole('dialog', { name: t('frame.menu') })
  await expect(menu).toBeVisible()
  await looksRight(page)
  await menu.getByRole('link', { name: t('catalogue.title') }).click()
  await page.waitForURL(/\/office\/catalogue/)
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { name: t('catalogue.title') })).toBeVisible()
  expect(troubles.splice(0).every((text) => /401/.test(text))).toBe(true)
})

test('what somebody else did to an order meanwhile is seen before one goes on, and nothing typed is lost', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const path = await makeDeliveredOrder(context, KEYS)
  const id = new URL(path, 'http://shop').searchParams.get('order_id')!
  await enterDemo(page, `/office/orders/${id}`)
  await page.getByRole('button', { name: t('order.acts.resend'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('order.acts.resend'), exact: true })
  await dialog.getByLabel(t('act.reason')).fill('she has lost it')
  // A word without an end, too: it pushes nothing sideways.
  const note = `meanwhile ${'W'.repeat(300)}`
  await db.run(
    sql`insert into order_acts (order_id, act, actor, reason, did) values (${id}, 'note', 'Grace', ${note}, '{}')`,
  )
  // The page behind the question sees it first; the question was asked before.
  await expect(page.getByText(note).first()).toBeAttached()
  await dialog.getByRole('button', { name: t('order.acts.resend') }).click()
  await expect(dialog.getByRole('alert')).toContainText(t('order.refused.changed'))
  await expect(dialog.getByLabel(t('act.reason'))).toHaveValue('she has lost it')
  await dialog.getByRole('button', { name: t('order.acts.resend') }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(t('order.acts.resendDone'))).toBeVisible()
  await looksRight(page)
  expect(troubles.splice(0).every((text) => /401|409|422/.test(text))).toBe(true)
})

test('an act whose answer was lost is not done again by pressing again', async ({ page, context, db, troubles }) => {
  const t = wordsOf('en-US')
  const path = await makeDeliveredOrder(context, KEYS)
  const id = new URL(path, 'http://shop').searchParams.get('order_id')!
  const acts = () => db.query(sql`select from order_acts where order_id = ${id} and act = 'resend'`)
  await enterDemo(page, `/office/orders/${id}`)
  await page.getByRole('button', { name: t('order.acts.resend'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('order.acts.resend'), exact: true })
  await dialog.getByLabel(t('act.reason')).fill('she has lost it')
  const send = dialog.getByRole('button', { name: t('order.acts.resend') })
  await loseAnswer(page, `/office/orders/${id}/resend`)
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText(t('act.unknown'))
  // The page behind the question has learned what was done; whoever presses has not read it.
  await expect(page.getByText('she has lost it').first()).toBeAttached()
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText(t('order.refused.changed'))
  await expect(dialog.getByLabel(t('act.reason'))).toHaveValue('she has lost it')
  expect(await acts()).toHaveLength(1)
  await send.click()
  await expect(dialog).toBeHidden()
  expect(await acts()).toHaveLength(2)
  expect(unlessLost(troubles).every((text) => /401|409|422/.test(text))).toBe(true)
})

test('an act that a busy shop has refused is known not to be done, and can be pressed again; what it may have done is not', async ({
  page,
  context,
  db,
  troubles,
}) => {
  const t = wordsOf('en-US')
  const path = await makeDeliveredOrder(context, KEYS)
  const id = new URL(path, 'http://shop').searchParams.get('order_id')!
  await enterDemo(page, `/office/orders/${id}`)
  await page.getByRole('button', { name: t('order.acts.resend'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('order.acts.resend'), exact: true })
  await dialog.getByLabel(t('act.reason')).fill('she has lost it')
  const send = dialog.getByRole('button', { name: t('order.acts.resend') })
  const answerOnce = (data?: object, msg = 'error.unavailable') =>
    page.route(
      `**/office/orders/${id}/resend`,
      (route) => route.fulfill({ status: 503, headers: { 'retry-after': '5' }, json: { code: 503, msg, data } }),
      { times: 1 },
    )
  // Each answer says something else than the one before, so that what is read is its own and not what stood there.
  await answerOnce({ mayBeDone: true })
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText(t('act.unknown'))
  await answerOnce()
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText(t('error.unavailable'))
  await answerOnce(undefined, 'from something in between')
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText(t('act.unknown'))
  await send.click()
  await expect(dialog).toBeHidden()
  expect(await db.query(sql`select from order_acts where order_id = ${id} and act = 'resend'`)).toHaveLength(1)
  expect(troubles.splice(0).every((text) => /401|503/.test(text))).toBe(true)
})
