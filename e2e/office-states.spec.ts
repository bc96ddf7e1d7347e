// What the pages of the office show while nothing comes, and when it does not come.
import type { Locator, Page, Request } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { expect } from './support/fixtures.ts'
import { address, enquire } from './support/inbox.ts'
import { breakAnswer } from './support/lost-answer.ts'
import { test } from './support/members.ts'
import { looksRight, picture, wordsOf } from './support/office.ts'
import { signInStaff } from './support/staff.ts'

const t = wordsOf('en-US')

/** But those that are forms alone and ask for nothing. */
const PAGES = [
  ...['today', 'orders', 'inbox', 'inbox/saved-replies', 'payments', 'catalogue', 'catalogue/categories'],
  ...['catalogue/facets', 'catalogue/sellers', 'catalogue/banners', 'catalogue/pictures', 'catalogue/bulk', 'keys'],
  ...['keys/stock', 'staff', 'staff/roles', 'audit', 'health', 'health/jobs', 'health/mails'],
  ...['health/notices', 'settings', 'settings/methods', 'settings/currencies', 'settings/pages', 'files', 'me'],
] as const

/** Whatever pages ask, but who is signed in. */
const ASKED = /\/prod-api\/office\/(?!session|logo)/

const WAYS = {
  fault: { status: 500, contentType: 'application/json', body: '{"code":500,"msg":"error.unexpected"}' },
  notJson: { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  forbidden: { status: 403, contentType: 'application/json', body: '{"code":403,"msg":"error.forbidden"}' },
} as const

/** From the next page on, each call can be ended as if its page had waited for all of its time, by its address. */
const canGiveUp = (page: Page) =>
  page.addInitScript(() => {
    const { fetch } = window
    const waiting = new Map<string, AbortController>()
    let latest = new AbortController()
    AbortSignal.timeout = () => {
      latest = new AbortController()
      return latest.signal
    }
    window.fetch = (at, how) => {
      waiting.set(new URL(String(at), location.href).href, latest)
      return fetch(at, how)
    }
    Object.assign(window, { giveUp: (address: string) => waiting.get(address)?.abort() })
  })

/** After `canGiveUp`: what this call asks is not answered, and its page gives it up once it was asked. */
const neverAnswer = (page: Page, call: RegExp, hear = (_: Request) => {}) =>
  page.route(call, async (route) => {
    hear(route.request())
    await page.evaluate(
      (address) => (window as unknown as { giveUp(address: string): void }).giveUp(address),
      route.request().url(),
    )
  })

/** What this call asks of the next pages is refused until `press`: pages ask by themselves, too, and have no button then. */
async function refuseUntilPressed(page: Page, call: RegExp) {
  const refusal = await page.addInitScript(
    ({ call, fault: { status, contentType, body } }) => {
      const { fetch } = window
      const isRefused = (at: unknown) => !('isPressed' in window) && new RegExp(call).test(String(at))
      window.fetch = async (at, how) =>
        isRefused(at) ? new Response(body, { status, headers: { 'content-type': contentType } }) : fetch(at, how)
    },
    { call: call.source, fault: WAYS.fault },
  )
  return {
    async press(button: Locator) {
      await page.evaluate(() => addEventListener('click', () => Object.assign(window, { isPressed: true }), true))
      await button.click()
    },
    end: () => refusal.dispose(),
  }
}

const said = (page: Page) =>
  page
    .locator('main')
    .getByText(
      new RegExp([t('error.unexpected'), t('error.forbidden'), t('error.offline'), t('error.unavailable')].join('|')),
    )

for (const [way, answer] of Object.entries(WAYS))
  test(`each page of the office says so when what it asks for is refused (${way})`, { tag: '@once:desktop' }, async ({
    page,
    context,
    ground,
    troubles,
  }) => {
    await signInStaff(context, ground)
    await page.route(ASKED, (route) => (route.request().method() === 'GET' ? route.fulfill(answer) : route.continue()))
    const silent: string[] = []
    for (const path of PAGES) {
      await page.goto(`/office/${path}`)
      await expect(page.locator('main h1, main h2').first()).toBeVisible()
      await said(page)
        .filter({ visible: true })
        .first()
        .waitFor({ timeout: 8_000 })
        .catch(() => silent.push(path))
      await expect(page.locator('main [aria-busy=true]'))
        .toHaveCount(0)
        .catch(() => silent.push(`${path} still loads`))
      await picture(page, `${way}-${path.replace('/', '-')}`)
    }
    expect(silent).toEqual([])
    troubles.splice(0)
  })

test('a list whose answer does not come says so, and comes when it is asked for again', {
  tag: '@once:desktop',
}, async ({ page, context, ground, troubles }) => {
  await signInStaff(context, ground)
  await canGiveUp(page)
  let asked = 0
  await neverAnswer(page, /\/prod-api\/office\/staff(\?|$)/, () => {
    asked++
  })
  await page.goto('/office/staff')
  await expect(page.locator('main').getByText(t('error.offline'))).toBeVisible()
  // Whoever has waited for half a minute is not made to wait for two more.
  expect(asked).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: t('frame.again') }).click()
  await expect(page.locator('main a[data-person]').first()).toBeVisible()
  troubles.splice(0)
})

test('counts of stock that do not come are said where they stand, on Today and on the page of stock', {
  tag: '@once:desktop',
}, async ({ page, context, ground, troubles }) => {
  await signInStaff(context, ground)
  for (const path of ['', '/keys/stock']) {
    const { press, end } = await refuseUntilPressed(page, /\/office\/stock\/count$/)
    await page.goto(`/office${path}`)
    const said = page
      .locator('main')
      .getByRole('alert')
      .filter({ hasText: t('keys.stock.title') })
    await expect(said).toContainText(t('error.unexpected'))
    await looksRight(page)
    await press(said.getByRole('button', { name: t('frame.again') }))
    await expect(said).toHaveCount(0)
    await end()
  }
  troubles.splice(0)
})

test('an act whose answer does not come ends, says that it may be done, and is the same one when it is sent again', {
  tag: '@once:desktop',
}, async ({ page, context, ground, troubles }) => {
  await signInStaff(context, ground)
  await canGiveUp(page)
  await page.goto('/office/me')
  await neverAnswer(page, /\/office\/me\/name$/)
  const name = page.getByRole('region', { name: t('staff.me.name'), exact: true })
  await name.getByRole('button', { name: t('staff.me.save') }).click()
  await expect(name.getByRole('alert')).toContainText(t('act.unknown'))

  await page.goto('/office/keys/import')
  const { code } = await ground.db.one<{ code: string }>(sql`
    select k.sku_code as code from skus k join offers o on o.sku_id = k.id join sellers s on s.id = o.seller_id
    where s.is_shop and o.backing = 'keys' order by k.id limit 1`)
  const key = `TEST-${Math.random().toString(36).slice(2)}`
  for (const [label, text] of [
    ['keys.code', code],
    ['keys.source', 'a parcel'],
    ['keys.text', key],
  ] as const)
    await page.getByLabel(t(label), { exact: true }).fill(text)
  const look = page.getByRole('button', { name: t('keys.import'), exact: true })
  const problem = page.locator('main form').getByRole('alert')
  // What changes nothing was not done.
  await neverAnswer(page, /\/office\/key-batches\/look$/)
  await look.click()
  await expect(problem).toContainText(t('error.offline'))
  await page.unrouteAll()
  await look.click()
  const add = page.getByRole('button', { name: t('keys.look.add_one', { count: 1 }) })
  const ids: string[] = []
  await neverAnswer(page, /\/office\/key-batches$/, (request) => ids.push(request.postDataJSON().id))
  await add.click()
  await expect(problem).toContainText(t('act.again'))
  await page.unrouteAll()
  await add.click()
  await expect(page).toHaveURL(new RegExp(`/office/keys/${ids[0]}$`))
  troubles.splice(0)
})

test('an act whose answer breaks off in the middle says that it may be done', {
  tag: '@once:desktop',
}, async ({ page, context, ground }) => {
  await signInStaff(context, ground)
  await page.goto('/office/me')
  await breakAnswer(page, '/office/me/name')
  const name = page.getByRole('region', { name: t('staff.me.name'), exact: true })
  await name.getByRole('button', { name: t('staff.me.save') }).click()
  await expect(name.getByRole('alert')).toContainText(t('act.unknown'))
})

test('the card of the logo says so when its pictures do not come, and shows them when it is asked again', {
  tag: '@once:desktop',
}, async ({ page, context, ground, troubles }) => {
  await signInStaff(context, ground)
  await page.route(/\/office\/logo\/pictures$/, (route) => route.fulfill(WAYS.fault))
  await page.goto('/office/settings')
  const card = page.locator('#logo')
  await expect(card.getByText(t('error.unexpected'))).toBeVisible()
  await looksRight(page)
  await page.unrouteAll()
  await card.getByRole('button', { name: t('frame.again') }).click()
  await expect(card.getByText(t('logo.choose.light'))).toBeVisible()
  troubles.splice(0)
})

test('what a small part of a page is made of and does not come is said where it stands', {
  tag: '@once:desktop',
}, async ({ page, context, ground, request, troubles }) => {
  await signInStaff(context, ground)
  const id = await enquire(request, { email: address() })
  for (const [path, call, title] of [
    ['', /\/office\/first-steps$/, 'firstSteps.title'],
    [`/inbox/enquiry/${id}`, /\/office\/inbox\/people$/, 'inbox.assignee'],
    [`/inbox/enquiry/${id}`, /\/office\/saved-replies$/, 'inbox.replies.title'],
    ['/inbox', /\/office\/inbox\/count\b/, 'inbox.byState'],
    ['/keys', /\/office\/stock\/count$/, 'keys.stock.title'],
    ['/orders/new', /\/office\/order-currencies$/, 'order.new.currency'],
  ] as const) {
    const { press, end } = await refuseUntilPressed(page, call)
    await page.goto(`/office${path}`)
    if (path === '/orders/new') await page.getByRole('radio', { name: t('order.new.pay'), exact: true }).check()
    const said = page
      .locator('main')
      .getByRole('alert')
      .filter({ hasText: t(title) })
    await expect(said).toContainText(t('error.unexpected'))
    await looksRight(page)
    await press(said.getByRole('button', { name: t('frame.again') }))
    await expect(said).toHaveCount(0)
    await end()
  }
  troubles.splice(0)
})
