// Members for browser tests: made beside the running shop, and signed in where the test is not about signing in.
import type { BrowserContext } from '@playwright/test'
import { parseConfig } from '#platform/config.ts'
import type { Database } from '#platform/database/database.ts'
import { createLog } from '#platform/log.ts'
import { openGround } from '#platform/platform.ts'
import { addMember, type TestMember } from '#rooms/sessions/member.testing.ts'
import { test as base, type Language, type Words, wordsIn } from './fixtures.ts'

interface Members {
  /** The database of the shop that all tests share: rows are added, and none of others touched. */
  db: Database
}

interface MemberFixtures {
  /** A member of this test alone, signed in on its pages. */
  member: TestMember
}

export const test = base.extend<MemberFixtures, Members>({
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    async ({}, use) => {
      const config = parseConfig({ DATA_DIR: process.env.SHOP_DATA_DIR!, DATABASE_POOL: '2' })
      const { db, close } = await openGround(config, createLog('silent'), 'e2e')
      await use(db)
      await close()
    },
    { scope: 'worker' },
  ],
  member: async ({ db, context }, use) => {
    const member = await addMember({ db })
    await signIn(context, member)
    await use(member)
  },
})

export async function signIn(context: BrowserContext, { token, username }: TestMember, shop = process.env.SHOP_URL!) {
  await context.addCookies([
    { name: 'token', value: token, url: `${shop}/prod-api`, httpOnly: true, sameSite: 'Lax' },
    { name: 'username', value: username, url: shop, sameSite: 'Lax' },
  ])
}

/** The words of the member centre in a language, for a dotted key. */
export function memberWordsOf(language: Language): Words {
  return wordsIn(`src/locales/members/${language}.json`, language)
}
