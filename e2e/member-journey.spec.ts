// A member's whole way, as one: registering, an authenticator app, a wish, buying, the key again, support, a forgotten password,
// sessions, a passkey, everything as a file, and the account's end.
import type { BrowserContext, Page } from '@playwright/test'
import type { Queryable } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { named } from './support/authenticator.ts'
import { expect, type KEY_LANGUAGES, type Language } from './support/fixtures.ts'
import { FULL } from './support/matrix.ts'
import {
  askSupport,
  buy,
  enterByKey,
  FIRST,
  findKey,
  forget,
  hands,
  leave,
  look,
  protect,
  register,
  SECOND,
  wish,
} from './support/member-hands.ts'
import { test } from './support/members.ts'

/** Every other in the dark. */
const WAYS = [
  { language: 'ar', colorScheme: 'light' },
  { language: 'zh-CN', colorScheme: 'dark' },
  { language: 'de', colorScheme: 'light' },
  { language: 'en-US', colorScheme: 'dark' },
] as const satisfies { language: (typeof KEY_LANGUAGES)[number]; colorScheme: 'light' | 'dark' }[]

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
