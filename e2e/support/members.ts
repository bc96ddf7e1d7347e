// Members for browser tests: made beside the running shop, and signed in where the test is not about signing in.
import type { APIRequestContext, BrowserContext } from '@playwright/test'
import type { Database } from '#platform/database/database.ts'
import { addMember, type TestMember } from '#rooms/sessions/member.testing.ts'
import { test as base, expect, type Language, type Words, wordsIn } from './fixtures.ts'
import { type OpenGround, openBeside } from './shop.ts'

interface Members {
  ground: OpenGround
  /** The database of the shop that all tests share: rows are added, and none of others touched. */
  db: Database
}

interface MemberFixtures {
  /** A member of this test alone, signed in on its pages. */
  member: TestMember
}

export const test = base.extend<MemberFixtures, Members>({
  ground: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    async ({}, use) => {
      const ground = await openBeside(process.env.SHOP_DATA_DIR!)
      await use(ground)
      await ground.close()
    },
    { scope: 'worker' },
  ],
  db: [({ ground }, use) => use(ground.db), { scope: 'worker' }],
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

/** The link in the newest mail to this address in whose text it is found. */
export async function linkTo(request: APIRequestContext, address: string, path: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const list = await (await request.get('/sandbox/mail')).text()
    const ids = [...list.matchAll(new RegExp(`href="/sandbox/mail/([0-9a-f-]{36})"(?:(?!href).)*${address}`, 'g'))]
    for (const [, id] of ids) {
      const text = await (await request.get(`/sandbox/mail/${id}/text`)).text()
      link = new RegExp(`https?://[^\\s]*${path}[^\\s]*`).exec(text)?.[0] ?? ''
      if (link) return
    }
    expect(link).not.toBe('')
  }).toPass()
  return link
}
