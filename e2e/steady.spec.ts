// Pages stand still: what stands above them is painted whole, and whatever the checkout hears after it was drawn (where the
// buyer is, what each way to pay would cost, that an order of before still waits) has its place already. Layout shift as
// browsers measure it has to be none.
import type { BrowserContext, Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { expectAlive, tooWide } from './support/checks.ts'
import { expect, wordsOf } from './support/fixtures.ts'
import { KEYS } from './support/goods.ts'
import { picture } from './support/office.ts'
import { test } from './support/operator.ts'
import { watchShifts } from './support/shifts.ts'
import { fillCart, makeOrder } from './support/shopping.ts'
import { slowLine } from './support/slow-line.ts'

test.describe.configure({ mode: 'default' })
const [PHONE, DESKTOP] = [390, 1280]

/** Without letters of its own: what they do to a page that is drawn before they come is measured by itself. */
const withoutLetters = (page: Page) => page.route('**/*.woff2', (route) => route.fulfill({ body: '' }))

/** Where the buyer is, is answered when it is let go. */
async function holdLocation(page: Page, country: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/home/location', async (route) => {
    await promise
    await route.fulfill({ json: { code: 200, msg: 'ok', data: { country } } })
  })
  return resolve
}

/** With more ways to pay, which the running shop hears of by and by. */
async function offer(context: BrowserContext, db: Database, ways: [code: string, countries: string][]): Promise<void> {
  await db.run(sql`delete from payment_methods where id >= 40`)
  for (const [at, [code, countries]] of ways.entries())
    await db.run(sql`
      insert into payment_methods (id, provider, code, currencies, countries) values (${40 + at}, 'payssion', ${code}, '{USD,EUR,SAR,AED}', ${countries}::text[])`)
  const offered = async () => {
    const { data } = await (await context.request.get('/prod-api/api/check/paymentlist')).json()
    return data.filter(({ id }: { id: number }) => id >= 40).length
  }
  await expect.poll(offered).toBe(ways.length)
}

/** Time enough for two frames, if there are any. */
const framesPassed = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    setTimeout(resolve, 500)
  })

for (const language of ['en-US', 'ar'] as const)
  test(`what stands above a page is painted whole or not yet, however slow the line is (${language})`, async ({
    page,
    operated: { origin },
  }) => {
    await page.setViewportSize({ width: DESKTOP, height: 900 })
    const picker = `aria-label="${wordsOf(language)('shell.language', { language: language === 'ar' ? 'العربية' : 'English' })}"`
    await using line = await slowLine(origin, picker)
    await withoutLetters(page)
    // What stands below it a browser draws as it reads it, in as many pieces as it likes.
    const shifts = await watchShifts(page, 'main')
    await page.goto(`${line.slow}/about?lang=${language}`, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('a[href^="mailto:"]') !== null, undefined, { polling: 50 })
    await page.evaluate(framesPassed)
    line.letGo()
    await expectAlive(page.getByRole('main'))
    expect(await shifts()).toEqual([])
  })

test('the checkout is painted whole or not yet, however slow the line is', async ({
  page,
  context,
  operated: { origin },
}) => {
  await fillCart(context, { [KEYS]: 1 }, origin)
  await using line = await slowLine(origin, 'PayPal’s page')
  await withoutLetters(page)
  const shifts = await watchShifts(page)
  await page.goto(`${line.slow}/checkout?lang=en-US`, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('input[name=payment]') !== null, undefined, { polling: 50 })
  await page.evaluate(framesPassed)
  line.letGo()
  await expectAlive(page.getByRole('main'))
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeVisible()
  expect(await shifts()).toEqual([])
})

for (const width of [PHONE, DESKTOP])
  for (const language of ['en-US', 'de', 'ar'] as const)
    test(`it hears late where the buyer is, and that some ways to pay are for others (${width}, ${language})`, async ({
      page,
      context,
      operated: { db, origin },
    }) => {
      const t = wordsOf(language)
      await page.setViewportSize({ width, height: 900 })
      await offer(context, db, [
        ['pix_br', '{BR}'],
        ['ideal_nl', '{NL}'],
      ])
      await fillCart(context, { [KEYS]: 1 }, origin)
      await withoutLetters(page)
      const shifts = await watchShifts(page)
      const letGo = await holdLocation(page, 'BR')
      await page.goto(`/checkout?lang=${language}`)
      const [pix, ideal] = [/^Pix/, /^iDEAL/].map((name) => page.getByRole('radio', { name }))
      await expect(page.getByRole('combobox', { name: t('product.activation.choose') })).toBeVisible()
      // Nobody is refused for where nobody knows that he is.
      await expect(ideal!).toBeEnabled()
      letGo()
      await expect(ideal!).toBeDisabled()
      await expect(pix!).toBeEnabled()
      expect(await shifts()).toEqual([])
      // Why one cannot be chosen is said, and nothing of what it would cost.
      await expect(ideal!).toHaveAccessibleDescription(t('pay.notInCountry'))
      expect(await tooWide(page)).toEqual([])
      await picture(page, `country-${language}`)
      await offer(context, db, [])
    })

/** Of what has moved: what is not where it was, or not as high, seen from above. */
const upOrDown = (shift: string) => {
  const [, was, is] = /: [-\d.]+\/(\S+) → [-\d.]+\/(\S+),/.exec(shift)!
  return was !== is
}

for (const width of [PHONE, DESKTOP])
  for (const language of ['en-US', 'de', 'ar'] as const)
    test(`letters that come late move no line of a first visit (${width}, ${language})`, async ({
      page,
      context,
      operated: { origin },
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await fillCart(context, { [KEYS]: 1 }, origin)
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route('**/*.woff2', (route) => promise.then(() => route.continue()))
      const shifts = await watchShifts(page)
      await page.goto(`/checkout?lang=${language}`, { waitUntil: 'commit' })
      // It is drawn, alive and priced with other letters.
      await expect(page.getByRole('button', { name: /\d[.,]\d/ }).first()).toBeEnabled()
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      resolve()
      // Words may move sideways, by some pixels: Inter's letters are not each as wide as the fallback's.
      const all = await shifts()
      expect(all.filter((shift) => upOrDown(shift) || Number.parseFloat(shift) > 0.0002)).toEqual([])
    })

for (const width of [PHONE, DESKTOP])
  test(`many ways to pay come with the page, and can be searched when it is alive (${width})`, async ({
    page,
    context,
    operated: { db, origin },
  }) => {
    const t = wordsOf('en-US')
    const codes =
      'alipay_cn,bancontact_be,boleto_br,cashu,ideal_nl,neosurf,oxxo_mx,paysafecard,pix_br,poli,sofort,webmoney'
    await page.setViewportSize({ width, height: 900 })
    await offer(
      context,
      db,
      codes.split(',').map((code) => [code, '{}']),
    )
    await fillCart(context, { [KEYS]: 1 }, origin)
    await withoutLetters(page)
    const shifts = await watchShifts(page)
    await page.goto('/checkout')
    const search = page.getByRole('searchbox', { name: t('checkout.method.find', { number: 16 }) })
    await expect(search).toBeVisible()
    expect(await shifts()).toEqual([])
    await picture(page, 'long')
    await search.fill('pix')
    await expect(page.getByRole('radio')).toHaveCount(2)
    await offer(context, db, [])
  })

for (const width of [PHONE, DESKTOP])
  test(`the order of before that still waits has its place from the first frame on, in every language (${width})`, async ({
    page,
    context,
    troubles,
    operated: { db, origin },
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const { orderId, orderNo } = await makeOrder(context, KEYS, origin)
    await fillCart(context, { [KEYS]: 1 }, origin)
    await withoutLetters(page)
    await page.goto('/about')
    // As the checkout leaves it in this tab when an order is made.
    await page.evaluate(
      (kept) => {
        for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, JSON.stringify(value))
      },
      { 'checkout.order': { orderId, orderNo }, 'checkout.waits': true },
    )
    const shifts = await watchShifts(page)
    for (const { code } of LOCALES) {
      await page.goto(`/checkout?lang=${code}`)
      await expect(page.getByRole('timer')).toBeVisible()
      expect(await shifts(), code).toEqual([])
      await picture(page, `waiting-${code}`)
    }
    // It was paid elsewhere, or has expired: the room says where it is, and is not kept the next time.
    await db.run(sql`update orders set status = 'Expired' where id = ${orderId}`)
    await page.goto('/checkout')
    await expect(page.getByRole('link', { name: orderNo })).toBeVisible()
    expect(await shifts()).toEqual([])
    await picture(page, 'waiting-no-more')
    await page.reload()
    await expect(page.getByRole('radio').first()).toBeEnabled()
    await expect(page.getByRole('link', { name: orderNo })).toHaveCount(0)
    expect(await shifts()).toEqual([])
    // One that this browser may not see is no order of his, and nothing is kept for it twice.
    await page.evaluate(() => {
      sessionStorage.setItem('checkout.order', JSON.stringify({ orderId: crypto.randomUUID(), orderNo: 'ELSEWHERE1' }))
      sessionStorage.setItem('checkout.waits', 'true')
    })
    await page.reload()
    await expect(page.getByRole('link', { name: 'ELSEWHERE1' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-waits')
    await page.reload()
    await expect(page.getByRole('radio').first()).toBeEnabled()
    await expect(page.locator('html')).not.toHaveAttribute('data-waits')
    expect(troubles.splice(0).every((text) => /40[034]/.test(text))).toBe(true)
  })

test('without scripts the checkout says that it needs them', async ({ request }) => {
  const html = await (await request.get('/checkout')).text()
  expect(/<noscript>(.+?)<\/noscript>/.exec(html)?.[1]).toContain(wordsOf('en-US')('checkout.noScript'))
})
