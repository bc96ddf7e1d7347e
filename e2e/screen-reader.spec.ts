// What is heard: names and descriptions, what is said without being asked, and in which language.
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { LOCALES } from '../src/platform/i18n/locales.ts'
import { emailField } from './support/checkout.ts'
import { expect, inLanguage, LANGUAGES, wordsOf } from './support/fixtures.ts'
import { ELDEN_RING, KEYS } from './support/goods.ts'
import { test } from './support/members.ts'
import { fillCart, makePayableOrder } from './support/shopping.ts'

const t = wordsOf('en-US')

/** What live regions say from now on, in order; each text once until it changes. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = []
    const live = '[role=status], [role=alert], [role=log], output, [aria-live=polite], [aria-live=assertive]'
    const last = new Map<Element, string>()
    const textOf = (region: Element) => (region.textContent ?? '').replace(/\s+/g, ' ').trim()
    for (const region of document.querySelectorAll(live)) last.set(region, textOf(region))
    new MutationObserver(() => {
      for (const region of document.querySelectorAll(live)) {
        const text = textOf(region)
        // A region that comes with its text is only heard where it interrupts.
        const fresh = !last.has(region)
        if (text !== (last.get(region) ?? '') && text && (!fresh || region.matches('[role=alert]'))) heard.push(text)
        last.set(region, text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    Object.assign(window, { heard })
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}

async function expectError(field: Locator, words: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
}

test('each language is said in its own code and direction, with nothing left unsaid', async ({ request }) => {
  for (const code of LANGUAGES) {
    const { tag, dir } = LOCALES.find((locale) => locale.code === code)!
    const html = await (await request.get(inLanguage('/pc-games', code))).text()
    expect(html, code).toContain(`<html lang="${tag}" dir="${dir}"`)
    const words = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, '\n')
    // A key that nobody translated would be read out.
    expect(words.match(/^(shell|list|card|cart|search|newsletter)\.[a-zA-Z.]+$/gm), code).toBeNull()
  }
})

test('what is in another language than the page says so', async ({ page, db, request }) => {
  await page.goto(`${ELDEN_RING}?lang=de#ratings`)
  const review = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(review('Maya R.').locator('p[lang]')).toHaveAttribute('lang', 'en-US')
  await expect(review('小林').locator('p[lang]')).toHaveAttribute('lang', 'ja')
  await page.getByRole('button', { name: wordsOf('de')('shell.language', { language: 'Deutsch' }) }).click()
  await expect(page.getByRole('option', { name: '한국어' }).locator('[lang]')).toHaveAttribute('lang', 'ko')

  // A text of the shop that is not translated is shown in English, and marked.
  await expect(page.locator('#description [lang]')).toHaveAttribute('lang', 'de')
  const slug = `only-in-english-${randomUUID()}`
  const shelf = await db.one<{ slug: string }>(sql`
    with shelf as (select id, slug from categories order by id limit 1), made as (
      insert into products (category_id, slug, name, description)
      select id, ${slug}, '{"en-US":"Moss","de":"Moos"}', '{"en-US":"Grows."}' from shelf
    ) select slug from shelf`)
  const address = `/${shelf.slug}/${slug}?lang=de`
  await expect.poll(async () => (await request.get(address)).status()).toBe(200)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Moos' })).toBeVisible()
  await expect(page.locator('#description [lang]')).toHaveAttribute('lang', 'en-US')
  const { data } = await (await request.get('/prod-api/api/website/info/2', { headers: { 'x-locale': 'hu' } })).json()
  await page.goto('/privacy-policy?lang=hu')
  const tag = LOCALES.find(({ code }) => code === data.language)!.tag
  await expect(page.locator('main .prose')).toHaveAttribute('lang', tag)
})

test('results: the count is said after each choice, without moving', async ({ page, isMobile }) => {
  await page.goto('/pc-games')
  const heard = await listen(page)
  if (isMobile) await page.getByRole('button', { name: t('list.filters'), exact: true }).click()
  await page
    .getByRole('checkbox', { name: t('list.inStock') })
    .filter({ visible: true })
    .check()
  await expect(page).toHaveURL(/stock=0/)
  await expect
    .poll(async () => (await heard()).some((text) => /^[\d,]+ /.test(text)), 'the new number of results')
    .toBe(true)
})

test('the cart: adding, removing and putting back are said', async ({ page, context }) => {
  await page.goto(ELDEN_RING)
  const heard = await listen(page)
  await page
    .getByRole('button', { name: t('product.addToCart'), exact: true })
    .first()
    .click()
  await expect.poll(heard).toContainEqual(expect.stringContaining(t('product.added', { name: 'Elden Ring' })))
  await expect(page.getByRole('banner').getByRole('link', { name: t('cart.button_one', { count: 1 }) })).toBeVisible()

  await context.clearCookies({ name: 'cartList' })
  await fillCart(context, { [ELDEN_RING]: 1 })
  await page.goto('/checkout')
  const there = await listen(page)
  await page
    .getByRole('button', { name: /^One more of/ })
    .filter({ visible: true })
    .click()
  await expect.poll(there, 'the new total').toContainEqual(expect.stringMatching(/\$\s[\d,]+\.\d\d/))
})

test('the checkout: what is wrong is said at its field; a coupon, its effect and its end are said', async ({
  page,
  context,
  troubles,
}) => {
  await fillCart(context, { [ELDEN_RING]: 1 })
  await page.goto('/checkout')
  const pay = page.getByRole('button', { name: /^Pay\s/ }).filter({ visible: true })
  await expect(pay).toBeEnabled()
  const heard = await listen(page)
  await pay.click()
  const email = emailField(page)
  await expect(email).toBeFocused()
  await expectError(email, t('checkout.email.required'))
  await expect.poll(heard).toContainEqual(t('checkout.email.required'))
  await email.fill(`${randomUUID()}@example.com`)
  await expect(email).not.toHaveAttribute('aria-invalid')

  const coupon = page.getByRole('textbox', { name: t('checkout.couponField.label') })
  await coupon.fill('NOSUCHCODE')
  await coupon.press('Enter')
  await expectError(coupon, t('pay.couponNotExist'))
  await expect.poll(heard).toContainEqual(t('pay.couponNotExist'))
  await coupon.fill('WELCOME10')
  await coupon.press('Enter')
  await expect.poll(heard).toContainEqual(t('checkout.couponField.success'))

  await pay.click()
  const waiver = page.getByRole('main').getByRole('checkbox')
  await expectError(waiver, t('pay.waiverRequired'))
  await expect(waiver).toHaveAttribute('required')
  expect(troubles.splice(0).every((trouble) => trouble.includes('422'))).toBe(true)
})

test('an order: its state is said when it changes, its time is no chatter, its keys can be told apart', async ({
  page,
  context,
}) => {
  const { orderId, url } = await makePayableOrder(context, KEYS)
  await page.goto(`/success-payment?order_id=${orderId}`)
  await expect(page.getByRole('timer')).not.toHaveAttribute('aria-live', /polite|assertive/)
  const heard = await listen(page)
  await context.request.post(url, { form: { outcome: 'completed' }, maxRedirects: 0 })
  await expect.poll(heard, { timeout: 30_000 }).toContainEqual(expect.stringContaining(t('pay.state.delivered.title')))
  await expect(page.getByRole('region', { name: t('order.keys.title') })).toBeVisible()
  await expect(page.getByRole('button', { name: /copy.*key 1/i })).toBeVisible()
  // A second by second countdown would drown everything else.
  expect((await heard()).filter((text) => /\d+:\d\d|\d+ s/.test(text))).toEqual([])
})

test('forms: every field has its name, what is required says so, and each error is told', async ({ page }) => {
  for (const path of ['/wholesale', '/sale', '/withdraw', '/feedback', '/newsletter']) {
    await page.goto(path)
    const form = page.getByRole('main').locator('form').last()
    await form.locator('button[type=submit]').click()
    const first = form.locator('[aria-invalid=true]').first()
    await expect(first, path).toBeFocused()
    for (const field of await form.locator('[aria-invalid=true]').all()) {
      await expect(field, path).toHaveAccessibleName(/\w/)
      await expect(field, path).toHaveAccessibleDescription(/\w/)
      // The two ways to say it: a field of the browser's own, and one that is built.
      if ((await field.getAttribute('role')) === null) await expect(field, path).toHaveAttribute('required')
      else await expect(field, path).toHaveAttribute('aria-required', 'true')
    }
  }
})
