// A member's hands: what he does in the shop and on the pages behind the login, step by step, and how each is looked at.
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { generateSync } from 'otplib'
import sharp from 'sharp'
import { withAuthenticator } from './authenticator.ts'
import { tooWide } from './checks.ts'
import { expect, inLanguage, type Language, wordsOf } from './fixtures.ts'
import { ELDEN_RING } from './goods.ts'
import { linkTo, memberWordsOf } from './members.ts'

export const FIRST = 'Plum-Engine-9'
export const SECOND = 'Pear-Engine-8'
const KEY = /^DEMO[0-9A-Z-]{8,}$/

export async function look(page: Page): Promise<void> {
  expect(await tooWide(page)).toEqual([])
}

/** What a person does on these pages, in the words of his language. */
export function hands(page: Page, language: Language, origin = '') {
  const one = new Intl.PluralRules(language).select(1)
  const [t, shop] = [memberWordsOf(language), wordsOf(language)]
  const main = page.getByRole('main')
  const field = (key: string) => main.getByLabel(t(key), { exact: true })
  const press = (key: string, values = {}) =>
    main
      .getByRole('button', { name: t(key, values), exact: true })
      .first()
      .click()
  const go = (path: string) => page.goto(`${origin}${inLanguage(path, language)}`)

  async function enterName(username: string, password: string) {
    await field('login.name').fill(username)
    await field('login.password').fill(password)
    await press('login.submit')
  }

  async function enterCode(secret: string) {
    await main.getByLabel(t('security.code')).fill(generateSync({ secret }))
    await press('login.submit')
    await page.waitForURL((url) => url.pathname === '/')
  }

  return { t, one, shop, main, field, press, go, enterName, enterCode }
}

type Hands = ReturnType<typeof hands>

export async function register(page: Page, { t, field, press, main, go }: Hands, name: string, email: string) {
  await go('/register')
  await look(page)
  await field('register.email').fill(email)
  await field('register.username').fill(name)
  await field('login.password').fill(FIRST)
  await field('password.confirm').fill(FIRST)
  await main.getByText(t('register.accept'), { exact: true }).click()
  await press('register.title')
  await expect(page.getByText(t('register.sentText', { email }))).toBeVisible()
  await look(page)
  await page.goto(await linkTo(page.request, email, '/confirm-registration'))
  await field('login.password').fill(FIRST)
  await look(page)
  await press('confirm.submit')
  await page.waitForURL(/\/my-account/)
}

/** Whoever comes in for the first time is offered protection once; he takes it. Answers the app's secret. */
export async function protect(page: Page, { t, main, press }: Hands): Promise<string> {
  const hint = page.getByRole('complementary', { name: t('security.hintTitle') })
  await expect(hint).toBeVisible()
  await look(page)
  await hint.getByRole('link', { name: t('security.hintGo') }).click()
  await page.waitForURL(/\/my-security/)
  await expect(hint).toHaveCount(0)
  await press('security.turnOn')
  const secret = (await main.getByText(/^[A-Z2-7]{16,}$/).textContent())!
  await look(page)
  await main.getByLabel(t('security.code')).fill(generateSync({ secret }))
  await press('security.confirm')
  await expect(page.getByText(t('security.recoveryText'))).toBeVisible()
  await look(page)
  await press('security.kept')
  return secret
}

export async function wish(page: Page, { shop, go }: Hands) {
  await go(ELDEN_RING)
  const heart = page.getByRole('button', { name: new RegExp(`^${shop('wishlist.heart')}: `) }).first()
  // A heart is on before the shop has heard of it.
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && new URL(answer.url()).pathname.endsWith('/profile/wishlist'),
  )
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await (await kept).finished()
  await go('/my-wishlist')
  await expect(page.getByRole('main').locator(`a[href*="${ELDEN_RING}"]`).first()).toBeVisible()
  await look(page)
}

export async function buy(page: Page, { shop, main, go }: Hands, email: string) {
  await go(ELDEN_RING)
  await main
    .getByRole('button', { name: shop('product.buyNow'), exact: true })
    .first()
    .click()
  await page.waitForURL(/\/checkout/)
  await expect(main.getByRole('textbox', { name: shop('checkout.email.label') })).toHaveValue(email)
  await main.getByRole('radio', { name: /Stripe/ }).check()
  await main.getByRole('checkbox').check()
  await look(page)
  await main
    .getByRole('button', { name: new RegExp(shop('checkout.pay', { amount: '.+' })) })
    .last()
    .click()
  await page.locator('button[name=outcome][value=completed]').click()
  await page.waitForURL(/\/success-payment/)
  await expect(main.getByText(KEY)).toBeVisible()
}

/** Days later: the order, and its key in the library. */
export async function findKey(page: Page, { t, one, shop, main, press, go }: Hands) {
  const bought = (await main.getByText(KEY).textContent())!
  await main.getByRole('link', { name: shop('shell.account') }).click()
  await page.waitForURL(/\/my-order/)
  await expect(main.getByRole('article')).toHaveCount(1)
  await look(page)
  await press('orders.getKey')
  await expect(main.getByText(bought)).toBeVisible()
  await look(page)
  await go('/my-keys')
  await main.getByRole('button', { name: t(`keys.show_${one}`, { count: 1 }) }).click()
  await expect(main.getByText(bought)).toBeVisible()
  await look(page)
}

export async function askSupport(page: Page, { t, main, field, press, go }: Hands) {
  await go('/my-support')
  await look(page)
  await main
    .getByRole('link', { name: t('support.new') })
    .first()
    .click()
  await field('support.subject').fill('Elden Ring')
  await field('support.topic').selectOption('key')
  await main.getByLabel(t('support.text')).fill('See the picture.')
  const picture = { create: { width: 320, height: 200, channels: 3, background: '#2a7' } } as const
  const buffer = await sharp(picture).png().toBuffer()
  await main.getByLabel(t('support.addFiles')).setInputFiles([{ name: 'screen.png', mimeType: 'image/png', buffer }])
  await expect(main.locator('form img')).toHaveCount(1)
  await look(page)
  await press('support.send')
  await page.waitForURL(/\/my-support.*#[0-9a-f-]{36}$/)
  await expect(main.getByRole('heading', { name: 'Elden Ring' })).toBeVisible()
  await look(page)
}

export async function forget(page: Page, { t, main, field, press, go }: Hands, name: string, email: string) {
  await go('/forgot')
  await expect(main.getByRole('img', { name: t('forgot.pictureAlt') })).toBeVisible()
  await look(page)
  await field('login.name').fill(name)
  await press('forgot.cannotRead')
  await expect(main.getByText(t('forgot.solved'))).toBeVisible()
  await press('forgot.submit')
  await expect(main.getByText(t('forgot.sentText'))).toBeVisible()
  await look(page)
  await page.goto(await linkTo(page.request, email, '/reset-password'))
  await field('password.new').fill(SECOND)
  await field('password.confirm').fill(SECOND)
  await look(page)
  await press('reset.submit')
  await expect(main.getByText(t('reset.done'))).toBeVisible()
}

export async function leave(page: Page, { t, main, go }: Hands, email: string) {
  await go('/my-account')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: t('privacy.download'), exact: true }).click()
  const archive = unzipSync(await readFile(await (await download).path()))
  const held = (room: string) => JSON.parse(strFromU8(archive[`${room}.json`]!))
  expect([held('members').member.email, held('tickets').tickets.length]).toEqual([email, 1])
  await page.getByRole('button', { name: t('privacy.close'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: t('privacy.confirmTitle') })
  await look(page)
  await dialog.getByRole('button', { name: t('privacy.confirm') }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(main).toBeVisible()
  await go('/my-account')
  await page.waitForURL(/\/login\?/)
}

/** A passkey is made, and opens the account: under the name of the machine, since browsers make none at an address of digits. */
export async function enterByKey(
  page: Page,
  context: BrowserContext,
  { t, main, press, go }: Hands,
  logOut: () => Promise<void>,
) {
  await withAuthenticator(context, page)
  const cookies = await context.cookies(`${process.env.SHOP_URL!}/prod-api`)
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: 'localhost' })))
  await go('/my-security')
  await press('security.passkeyAdd')
  await expect(page.getByText(t('security.passkeyAdded'))).toBeVisible()
  await look(page)
  await logOut()
  // It would be offered in the field, and used at once, before the button is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await go('/login')
  await main.getByRole('button', { name: t('login.passkey') }).click()
  await page.waitForURL((url) => url.pathname === '/')
}
