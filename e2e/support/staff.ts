// People who work in the shop, for browser tests.
import type { BrowserContext, Page } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { addStaff, invite, type TestStaff } from '#rooms/staff/staff.testing.ts'
import type { OpenGround } from './shop.ts'

/** The address that `npm run owner` prints, without the shop's. */
export async function inviteOwner(db: Database, email: string): Promise<string> {
  return `/office/welcome#${await invite({ db }, email)}`
}

/** Somebody of this test alone, who has a password and an app, signed in on its pages. */
export async function signInStaff(
  context: BrowserContext,
  ground: Pick<OpenGround, 'db' | 'keyring'>,
  { at = process.env.SHOP_URL!, ...more }: { at?: string; role?: string; password?: string } = {},
): Promise<TestStaff> {
  const person = await addStaff({ db: ground.db, shop: { ground } }, more)
  const [name, value] = person.cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: at, httpOnly: true, sameSite: 'Strict' }])
  return person
}

/** Ends somebody's session before the first POST to this address arrives: whatever else his page asks meanwhile finds him signed in. */
export async function signOutOnTheWay(
  page: Page,
  address: string,
  { db, staffId }: { db: Database; staffId: string },
): Promise<void> {
  let isOver = false
  await page.route(address, async (route) => {
    if (!isOver && route.request().method() === 'POST') {
      isOver = true
      await db.run(sql`delete from staff_sessions where staff_id = ${staffId}`)
    }
    await route.continue()
  })
}
