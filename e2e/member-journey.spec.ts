// A member's whole way, as one: registering, an authenticator app, a wish, buying, the key again, support, a forgotten password,
// sessions, a passkey, everything as a file, and the account's end.
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { generateSync } from 'otplib'
import sharp from 'sharp'
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { named, withAuthenticator } from './support/authenticator.ts'
import { tooWide } from './support/checks.ts'
import { expect, inLanguage, type KEY_LANGUAGES, type Language, wordsOf } from './support/fixtures.ts'
import { FULL } from './support/matrix.ts'
import { linkTo, memberWordsOf, test } from './support/members.ts'

const GAME = '/rpg-games/elden-ring'
const FIRST = 'Plum-Engine-9'
const SECOND = 'Pear-Engine-8'
const KEY = /^DEMO[0-9A-Z-]{8,}$/

/** Every other in the dark. */
const WAYS = [
  { language: 'ar', colorScheme: 'light' },
  { language: 'zh-CN', colorScheme: 'dark' },
  { language: 'de', colorScheme: 'light' },
  { language: 'en-US', colorScheme: 'dark' },
] as const satisfies { language: (typeof KEY_LANGUAGES)[number]; colorScheme: 'light' | 'dark' }[]

async function look(page: Page): Promise<void> {
  expect(await tooWide(page)).toEqual([])
}

/** What a person does on these pages, in the words of his language. */
function hands(page: Page, language: Language, origin = '') {
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

async function register(page: Page, { t, field, press, main, go }: Hands, name: string, email: string) {
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
async function protect(page: Page, { t, main, press }: Hands): Promise<string> {
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

async function wish(page: Page, { shop, go }: Hands) {
  await go(GAME)
  const heart = page.getByRole('button', { name: new RegExp(`^${shop('wishlist.heart')}: `) }).first()
  // A heart is on before the shop has heard of it.
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && new URL(answer.url()).pathname.endsWith('/profile/wishlist'),
  )
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await (await kept).finished()
  await go('/my-wishlist')
  await expect(page.getByRole('main').locator(`a[href*="${GAME}"]`).first()).toBeVisible()
  await look(page)
}

async function buy(page: Page, { shop, main, go }: Hands, email: string) {
  await go(GAME)
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
async function findKey(page: Page, { t, one, shop, main, press, go }: Hands) {
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

async function askSupport(page: Page, { t, main, field, press, go }: Hands) {
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

async function forget(page: Page, { t, main, field, press, go }: Hands, name: string, email: string) {
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

async function leave(page: Page, { t, main, press, go }: Hands, email: string) {
  await go('/my-account')
  const download = page.waitForEvent('download')
  await press('privacy.download')
  const archive = unzipSync(await readFile(await (await download).path()))
  const held = (room: string) => JSON.parse(strFromU8(archive[`${room}.json`]!))
  expect([held('members').member.email, held('tickets').tickets.length]).toEqual([email, 1])
  await press('privacy.close')
  const dialog = page.getByRole('dialog', { name: t('privacy.confirmTitle') })
  await look(page)
  await dialog.getByRole('button', { name: t('privacy.confirm') }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(main).toBeVisible()
  await go('/my-account')
  await page.waitForURL(/\/login\?/)
}

/** A passkey is made, and opens the account: under the name of the machine, since browsers make none at an address of digits. */
async function enterByKey(
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

interface Has {
  page: Page
  context: BrowserContext
  db: Queryable
  troubles: string[]
}

async function wholeWay({ page, context, db, troubles }: Has, language: Language) {
  const he = hands(page, language)
  const { t, main, press, go, enterName, enterCode } = he
  const name = `ada-${Math.random().toString(36).slice(2, 10)}`
  const email = `${name}@mail.example`
  const logOut = async () => {
    // The page may still ask something in his name; this one asks nothing.
    await page.goto('/robots.txt')
    await context.clearCookies({ name: /^(token|username)$/ })
  }
  // A code counts once, and the app's next one comes in half a minute.
  const forgetStep = () =>
    db.run(sql`
      update totp_secrets set last_step = 0 where member_id = (select id from members where username = ${name})`)

  await register(page, he, name, email)
  const secret = await protect(page, he)
  await logOut()
  await go('/login')
  await look(page)
  await enterName(name, FIRST)
  await expect(main.getByLabel(t('security.code'))).toBeVisible()
  await look(page)
  await forgetStep()
  await enterCode(secret)

  await wish(page, he)
  await buy(page, he, email)
  await findKey(page, he)
  await askSupport(page, he)

  await logOut()
  await forget(page, he, name, email)
  await go('/login')
  await enterName(name, SECOND)
  await forgetStep()
  await enterCode(secret)

  await db.run(sql`
    insert into sessions (id, token_hash, member_id, seconds, address, system, device, expires_at)
    select gen_random_uuid(), sha256(convert_to(gen_random_uuid()::text, 'UTF8')), id, 3600, '203.0.113.7', 'Android', 'Opera',
      now() + interval '1 hour' from members where username = ${name}`)
  await go('/my-security')
  const other = main.getByRole('listitem').filter({ hasText: 'Opera' })
  await expect(other).toBeVisible()
  await look(page)
  await other.getByRole('button', { name: t('security.end'), exact: true }).click()
  await expect(other).toHaveCount(0)
  await go('/my-notice')
  await expect(main.getByRole('article').first()).toBeVisible()
  await look(page)
  await press('notices.readAll')
  await expect(main.getByText(t('notices.unread', { number: 0 }))).toBeVisible()

  const atHome = hands(page, language, named())
  await enterByKey(page, context, atHome, logOut)
  await leave(page, atHome, email)
  // The browser itself notes every answer that is none of 200: twice he was asked for a code.
  expect(troubles.splice(0)).toEqual([expect.stringContaining('422'), expect.stringContaining('422')])
}

for (const { language, colorScheme } of FULL ? WAYS : WAYS.slice(0, 1))
  test.describe(colorScheme, () => {
    test.use({ colorScheme })
    test(`a member’s whole way, from registering to the account’s end (${language})`, ({
      page,
      context,
      db,
      troubles,
    }) => wholeWay({ page, context, db, troubles }, language))
  })
