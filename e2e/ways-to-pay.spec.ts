// Every way to pay, from a product to its key on the page, as a member would: at the provider's page, on the shop's own card
// form with the bank's page behind it, and from his balance.
import type { Page } from '@playwright/test'
import { sql } from '#platform/database/sql.ts'
import { sayNumber } from '#rooms/members/ui/number.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { depositKeys } from '#rooms/vault/hands.ts'
import { HOLDER } from './support/card-holder.ts'
import { tooWide } from './support/checks.ts'
import { test as base, expect, inLanguage, type Language, wordsOf } from './support/fixtures.ts'
import { FULL } from './support/matrix.ts'
import { memberWordsOf, signIn } from './support/members.ts'
import { giveBalance } from './support/money.ts'
import { picture } from './support/office.ts'
import { type SecondShop, withSecondShop } from './support/second-shop.ts'
import { fillCart } from './support/shopping.ts'

const PRODUCT = '/rpg-games/baldurs-gate-3'
const KEY = /^(DEMO[0-9A-Z]-[0-9A-Z]{5}-[0-9A-Z]{5}|MORE-\d+-\d+)$/

/** A shop that takes everything. */
const test = base.extend<object, { ways: SecondShop }>({
  ways: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    ({}, use) =>
      withSecondShop('ways', {}, async (shop) => {
        await shop.db.run(sql`update settings set value = '1' where key = 'payment.card.saqDAccepted'`)
        await shop.db.run(sql`update payment_methods set enabled = true`)
        // More than all that is bought here in every language.
        const offers = await shop.db.query<{ id: number }>(sql`
          select o.id from offers o join products p on p.id = o.product_id where p.slug = ${PRODUCT.split('/').at(-1)} and o.stock > 0`)
        for (const { id } of offers)
          await shop.db.transaction((tx) =>
            depositKeys(
              tx,
              shop.keyring,
              id,
              'test',
              Array.from({ length: 150 }, (_, n) => `MORE-${id}-${n}`),
            ),
          )
        await use(shop)
      }),
    { scope: 'worker' },
  ],
  baseURL: ({ ways }, use) => use(ways.origin),
})
test.describe.configure({ mode: 'default' })

const CARD = { ...HOLDER, cardNo: '4000 0000 0000 3220', cardExpire: '12/39', cardSecurityCode: '123' }

const approve = (page: Page) => page.locator('button[name=outcome][value=completed]').click()

/** From the order to where it is paid. */
const PAID: Record<string, (page: Page) => Promise<void>> = {
  stripe: approve,
  paypal: approve,
  payssion: approve,
  async eecpay(page) {
    const main = page.getByRole('main')
    for (const [name, value] of Object.entries(CARD)) await main.locator(`input[name=${name}]`).fill(value)
    await main.locator('select[name=billCountry]').selectOption('US', { force: true })
    await main.locator('button[type=submit]').click()
    await page.waitForURL(/\/sandbox\/pay\/eecpay\//)
    await page.locator('button[value=completed]').click()
  },
  async balance(page) {
    await expect(page).toHaveURL(/\/balance-pay/)
    await page
      .getByRole('main')
      .getByRole('button', { name: /\d\.\d\d/ })
      .click()
  },
}

async function offered(page: Page): Promise<{ id: number; type: string }[]> {
  return (await (await page.request.get('/prod-api/api/check/paymentlist')).json()).data
}

/** At the checkout, with what the law asks to be agreed to. */
async function choose(page: Page, type: string): Promise<void> {
  const { id } = (await offered(page)).find((method) => method.type === type)!
  await page.locator(`input[name=payment][value="${id}"]`).check()
  await page.getByRole('main').getByRole('checkbox').check()
}

const LANGUAGES: Language[] = ['en-US', 'de', 'zh-CN', 'ar']
const EVERY = LANGUAGES.flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) => [390, 1280].map((width) => ({ language, theme, width }))),
)
const LOOKED_AT = FULL
  ? EVERY
  : EVERY.filter(({ language, theme, width }) =>
      ['de dark 390', 'zh-CN light 1280'].includes(`${language} ${theme} ${width}`),
    )

for (const { language, theme, width } of LOOKED_AT)
  test(`a member buys by every way to pay, and has his key each time (${language}, ${theme}, ${width})`, async ({
    page,
    context,
    ways: { db, origin },
  }) => {
    const [t, ofMembers] = [wordsOf(language), memberWordsOf(language)]
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    // Everybody here is in one network, from which ten cards in ten minutes are tried at most.
    await db.run(sql`delete from rate_limits`)
    const member = await addMember({ db })
    await giveBalance(db, member.id, 10_000)
    await signIn(context, member, origin)
    await context.addCookies([{ name: 'currencyType', value: 'USD', url: origin }])
    const types = (await offered(page)).map(({ type }) => type)
    expect([...new Set(types)].toSorted()).toEqual(Object.keys(PAID).toSorted())

    for (const [type, pay] of Object.entries(PAID)) {
      await page.goto(inLanguage(PRODUCT, language))
      await page
        .getByRole('button', { name: t('product.buyNow'), exact: true })
        .first()
        .click()
      await expect(page).toHaveURL(/\/checkout/)
      await choose(page, type)
      expect(await tooWide(page), type).toEqual([])
      await picture(page, `${type}-1-${language}`)
      await page
        .getByRole('button', { name: new RegExp(t('checkout.pay', { amount: '.+' })) })
        .last()
        .click()
      await pay(page)
      if (type === 'balance') {
        await expect(page.getByText(ofMembers('balance.pay.done'))).toBeVisible()
        await page
          .getByRole('main')
          .getByRole('button', { name: ofMembers('orders.getKey') })
          .first()
          .click()
      }
      await expect(page.getByText(KEY), type).toHaveCount(1)
      expect(await tooWide(page), type).toEqual([])
      await picture(page, `${type}-2-${language}`)
    }
    // Nothing of them waits any more: the next checkout keeps no room for it.
    await fillCart(context, { [PRODUCT]: 1 }, origin)
    await page.goto(inLanguage('/checkout', language))
    await expect(page.locator('input[name=payment]').first()).toBeEnabled()
    await expect(page.locator('html')).not.toHaveAttribute('data-waits')

    const statuses = await db.query<{ provider: string; status: string }>(sql`
      select m.provider, o.status from orders o join payment_methods m on m.id = o.payment_method
      where o.member_id = ${member.id} order by m.provider`)
    expect(statuses).toEqual(
      Object.keys(PAID)
        .toSorted()
        .map((provider) => ({ provider, status: 'Delivered' })),
    )
  })

for (const { language, theme, width } of LOOKED_AT)
  test(`a member tops up, spends it, reaches a level, turns his points, and gets his money back in part and whole (${language}, ${theme}, ${width})`, async ({
    page,
    context,
    ways: { db, origin },
  }) => {
    const [t, ofMembers] = [wordsOf(language), memberWordsOf(language)]
    const main = page.getByRole('main')
    const look = async (name: string) => {
      expect(await tooWide(page), name).toEqual([])
      await picture(page, `${name}-${language}`)
    }
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    const member = await addMember({ db })
    await signIn(context, member, origin)
    await context.addCookies([{ name: 'currencyType', value: 'USD', url: origin }])

    await page.goto(inLanguage('/my-balance', language))
    await main.getByRole('textbox', { name: ofMembers('topUp.amount') }).fill('150')
    await main.getByRole('radio', { name: /Stripe/ }).check()
    await look('topup')
    await main.locator('form button[type=submit]').click()
    await approve(page)
    await expect(page.getByRole('heading', { name: ofMembers('topUp.done') })).toBeVisible()
    await look('topped-up')

    await fillCart(context, { [PRODUCT]: 2 }, origin)
    await page.goto(inLanguage('/checkout', language))
    await choose(page, 'balance')
    await page
      .getByRole('button', { name: new RegExp(t('checkout.pay', { amount: '.+' })) })
      .last()
      .click()
    await PAID.balance!(page)
    await expect(page.getByText(ofMembers('balance.pay.done'))).toBeVisible()
    const { id, total } = await db.one<{ id: string; total: number }>(
      sql`select id, total from orders where member_id = ${member.id} and top_up_cents is null`,
    )

    // What it earned is there with it: his level at once, his points when he has confirmed that he has the keys.
    const order = main.getByRole('article').first()
    await order.getByRole('button', { name: ofMembers('orders.receive') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: ofMembers('orders.receive') })
      .click()
    await expect(page.getByText(ofMembers('orders.received'))).toBeVisible()
    await page.goto(inLanguage('/my-account', language))
    await expect(page.getByRole('row', { name: ofMembers('level.silver') })).toHaveAttribute('aria-current', 'true')
    const balance = page.getByRole('region', { name: ofMembers('nav.balance') })
    const field = balance.getByRole('textbox', { name: ofMembers('points.label') })
    const points = total / 10_000
    await expect(async () => {
      await page.reload()
      await expect(field).toHaveValue(sayNumber(Math.floor(points * 100) / 100, language), { timeout: 10_000 })
    }).toPass()
    await look('level')
    await balance.locator('form').getByRole('button').click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: ofMembers('points.turn') })
      .click()
    await expect(balance.getByRole('listitem').filter({ hasText: ofMembers('balance.kind.points') })).toBeVisible()

    // As the office gives it back: one piece, then the rest.
    const acts = createActs({ db, settling: settlingBesideShop(() => 'shop.test') })
    const by = { actor: 'ada', reason: 'he wrote to us' }
    const reaches = (status: string) =>
      expect
        .poll(async () => (await db.one<{ status: string }>(sql`select status from orders where id = ${id}`)).status)
        .toBe(status)
    await acts.refundUnits(id, by, [{ line: 1, unit: 1 }])
    await reaches('PartlyRefunded')
    const said = async (state: string, keys: number) => {
      await page.goto(inLanguage(`/success-payment?order_id=${id}`, language))
      await expect(page.getByRole('heading', { name: t(`pay.state.${state}.title`) })).toBeVisible()
      await expect(page.getByText(KEY)).toHaveCount(keys)
      await look(state)
    }
    await said('partlyRefunded', 1)
    await acts.refund(id, by, null)
    await reaches('Refunded')
    await said('refunded', 0)
    await page.goto(inLanguage('/my-account', language))
    const cents = 15_000 + Math.floor(points * 100)
    await expect(balance.locator('output')).toContainText((cents / 100).toFixed(2))
    await expect(page.getByRole('row', { name: ofMembers('level.bronze') })).toHaveAttribute('aria-current', 'true')
    await look('given-back')
  })
