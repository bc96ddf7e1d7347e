// The owner’s first day, as one: from an empty shop to a dispute that is answered, in a browser alone. Nothing here touches the
// database or a terminal after the link with which an owner begins.
import { readFile } from 'node:fs/promises'
import type { Browser } from '@playwright/test'
import { addCategory, addKeys, addProduct, GAMES } from './support/first-goods.ts'
import { BUYER, buyTwo, complain } from './support/first-shopper.ts'
import { expect } from './support/fixtures.ts'
import { test } from './support/new-shop.ts'
import { looksRight } from './support/office.ts'
import { begin, expectDone, follow, type Hands, hands, look } from './support/owner.ts'

// A step that cannot be done is told when it is, not at the end of the day.
test.use({ actionTimeout: 20_000, navigationTimeout: 30_000 })

const SHOP = 'Moss Keys'
const OWNER = 'ada@moss.example'

async function nameTheShop(he: Hands) {
  const { page, t, act, why, dialog } = he
  await follow(he, 'name')
  for (const [key, value] of [
    ['shop.name', SHOP],
    ['shop.supportEmail', 'help@moss.example'],
  ] as const) {
    const row = page.locator(`[data-setting="${key}"]`)
    const fill = async () => {
      await dialog.getByLabel(t('settings.value')).fill(value)
      await why('the shop opens')
    }
    await act(t('settings.change'), fill, { within: row })
    await expect(row.getByText(value).first()).toBeVisible()
  }
  await look(page, 'settings')
  await expectDone(he, 'name')
}

async function lookAtRates(he: Hands) {
  const { page, t, act, why, dialog } = he
  await follow(he, 'currencies')
  const row = page.locator('[data-currency="EUR"]')
  const fill = async () => {
    await dialog.getByLabel(t('currencies.rateFrom')).selectOption('1')
    await why('as the bank says')
  }
  await act(t('settings.change'), fill, { within: row, shot: 'rate' })
  await act(t('currencies.acts.ask'), async () => {})
  await expect(row.getByText(t('currencies.byBank')).first()).toBeVisible()
  await look(page, 'currencies')
  await expectDone(he, 'currencies')
}

/** Tried at its simulator, taken off and offered again: what the owner of a shop plays with first. */
async function takeMoney(he: Hands) {
  const { page, t, act, why, button, go, main } = he
  await go('settings.title')
  await main.getByRole('link', { name: t('methods.title') }).click()
  const row = page.locator('[data-method="stripe"]')
  await button(t('methods.acts.try'), row).click()
  await expect(page.getByText(t('methods.tried.answers', { name: '' }).trim())).toBeVisible()
  await look(page, 'methods')
  for (const name of ['disable', 'enable'])
    await act(t(`methods.acts.${name}`), () => why('to see it'), { within: row, shot: name })
  await expectDone(he, 'payment')
}

async function openOrder({ page, t, main, go, field }: Hands, orderNo: string) {
  await go('orders.title')
  await field('orders.search').fill(orderNo)
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=/)
  await main.locator(`a[data-order="${orderNo}"]:visible`).click()
  await expect(page.getByRole('heading', { name: orderNo })).toBeVisible()
  await expect(page.getByRole('heading', { name: t('order.timeline'), exact: true })).toBeVisible()
}

async function refundOne(he: Hands, orderNo: string) {
  const { page, t, act, why, dialog } = he
  await openOrder(he, orderNo)
  await look(page, 'order')
  await act(
    t('order.acts.refund'),
    async () => {
      await dialog.getByLabel(t('order.refundUnits'), { exact: true }).check()
      await dialog.getByRole('checkbox').first().check()
      await why('she wanted one')
    },
    { shot: 'refund' },
  )
  await expect(page.getByText(t('order.refundState.done'), { exact: true })).toBeVisible()
}

async function replaceOther({ page, t, act, why }: Hands) {
  await act(t('order.acts.replace'), () => why('it does not work'), { shot: 'replace' })
  await expect(page.getByText(t('order.act.replace')).first()).toBeVisible()
  await look(page, 'order-replaced')
}

async function answerInbox(he: Hands) {
  const { page, t, act, main, dialog, go } = he
  await go('inbox.title')
  await expect(main.locator('a[data-item]:visible')).toHaveCount(2)
  await look(page, 'inbox')
  await main.locator('a[data-item^="review"]:visible').click()
  await look(page, 'review')
  await act(t('inbox.acts.reject'), () => dialog.getByLabel(t('act.reason')).fill('为别的商店做广告'), {
    shot: 'reject',
  })
  await expect(page.getByText('为别的商店做广告')).toBeVisible()
  await go('inbox.title')
  await main.locator('a[data-item^="withdrawal"]:visible').click()
  await look(page, 'withdrawal')
  await act(t('inbox.acts.accept'), async () => {}, { shot: 'accept' })
  await expect(main.getByRole('definition').filter({ hasText: t('inbox.withdrawal.accepted') })).toBeVisible()
  await looksRight(page)
  await look(page, 'withdrawal-accepted')
}

async function answerDispute(he: Hands, orderNo: string) {
  const { page, t, button, dialog, main, go, why } = he
  await go('today.title')
  await expect(main.getByText(t('today.alert.payment_disputed')).first()).toBeVisible()
  await looksRight(page)
  await look(page, 'today-dispute')
  await go('payments.title')
  await expect(main.getByText(orderNo).first()).toBeVisible()
  await look(page, 'payments-dispute')
  await button(t('payments.evidence')).click()
  await why('银行要求')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: t('payments.evidence'), exact: true }).click()
  const html = await readFile(await (await saved).path(), 'utf8')
  for (const text of [orderNo, BUYER, 'Moss &amp; Mortar']) expect(html).toContain(text)
  expect(html).not.toContain('MOSS0-')
  await expect(dialog).toBeHidden()
  // It opens by itself, with no script and nothing from anywhere.
  const opened = await page.context().newPage()
  await opened.setContent(html)
  await expect(opened.getByText(orderNo).first()).toBeVisible()
  if (process.env.PICTURES_TO)
    await opened.screenshot({ path: `${process.env.PICTURES_TO}/evidence.png`, fullPage: true })
  await opened.close()
}

/** Who may see orders and no keys: neither a place nor a button leads there, and the calls refuse. */
async function inviteSupporter(he: Hands, browser: Browser, orderNo: string) {
  const { page, t, act, why, dialog, go } = he
  await go('staff.title')
  await act(
    t('staff.invite'),
    async () => {
      await dialog.getByLabel(t('door.email')).fill('bob@moss.example')
      await dialog.getByLabel(t('staff.role')).selectOption('support')
      await why('他回复顾客')
    },
    { shot: 'invite', stays: true },
  )
  await expect(page.getByRole('dialog', { name: t('staff.link.title') })).toBeVisible()
  await look(page, 'link')
  const link = (await page.locator('[data-link]').textContent())!
  await page.keyboard.press('Escape')
  await look(page, 'staff')

  const batch = await batchOf(he)
  const context = await browser.newContext({ locale: 'zh-CN', baseURL: new URL(page.url()).origin })
  await context.addInitScript(() => localStorage.setItem('office-language', 'zh-CN'))
  const his = hands(await context.newPage(), 'zh-CN')
  await begin(his, link, 'Bob')
  await openOrder(his, orderNo)
  await look(his.page, 'order-of-supporter')
  await expect(his.page.locator('a[href="/office/keys"]')).toHaveCount(0)
  await his.page.goto(batch)
  await expect(his.page.getByText(t('frame.notAllowed'))).toBeVisible()
  await looksRight(his.page)
  await look(his.page, 'not-allowed')
  const refused = await his.page.request.post('/prod-api/office/keys/1/reveal', { data: { reason: 'to see it' } })
  expect([refused.status(), (await refused.json()).msg]).toEqual([403, 'error.forbidden'])
  // The owner is asked nothing more by the same call.
  const answered = await page.request.post('/prod-api/office/keys/1/reveal', { data: { reason: 'to see it' } })
  expect((await answered.json()).data.key).toMatch(/^MOSS/)
  await context.close()
}

async function batchOf({ page, go, main }: Hands): Promise<string> {
  await go('keys.title')
  await look(page, 'keys')
  return (await main.locator('a[data-batch]:visible').first().getAttribute('href'))!
}

test('an owner’s first day, from an empty shop to a dispute that is answered @desktop', async ({
  page,
  browser,
  newShop,
  troubles,
}) => {
  test.setTimeout(900_000)
  const she = hands(page, 'en-US')
  await begin(she, await newShop.ownerLink(OWNER), 'Ada')
  await looksRight(page)
  await look(page, 'today-empty')
  await nameTheShop(she)
  await lookAtRates(she)
  await takeMoney(she)
  await follow(she, 'product')
  await look(page, 'catalogue-empty')
  await addCategory(she)
  for (const game of GAMES) await addProduct(she, game)
  await expectDone(she, 'product')
  for (const game of GAMES) await addKeys(she, game, 5)
  await expectDone(she, 'keys')
  await look(page, 'today-keys')
  await she.go('catalogue.title')
  await look(page, 'catalogue')

  const shopper = await browser.newContext({ baseURL: newShop.origin })
  const her = await shopper.newPage()
  const { orderNo, payment } = await buyTwo(her)
  await expectDone(she, 'purchase')
  await refundOne(she, orderNo)
  const order = her.url()
  const shown = her.getByRole('main').getByText(/^MOSS0-/)
  await her.goto(order)
  await expect(shown).toHaveCount(1)
  const before = await shown.textContent()
  await replaceOther(she)
  await her.goto(order)
  await expect(shown).toHaveCount(1)
  await expect(shown).not.toHaveText(before!)
  await complain(her, orderNo)

  // The evening in Chinese, chosen where it is chosen.
  await page.getByLabel(she.t('frame.language')).locator('visible=true').selectOption('zh-CN')
  const again = hands(page, 'zh-CN')
  await expect(page.getByRole('heading', { name: again.t('order.timeline'), exact: true })).toBeVisible()
  await answerInbox(again)
  newShop.stripe.dispute(payment)
  await answerDispute(again, orderNo)
  await inviteSupporter(again, browser, orderNo)
  await again.go('audit.title')
  await look(page, 'audit')
  await again.go('health.title')
  await look(page, 'health')
  await again.go('today.title')
  await look(page, 'today-end')
  await shopper.close()
  expect(troubles.splice(0).filter((text) => !/40[01]|422/.test(text))).toEqual([])
})
