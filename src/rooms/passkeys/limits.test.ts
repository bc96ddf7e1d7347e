// How often one address may ask for challenges, and try what it has (decision A9); what nobody answers does not stay.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { answerWith, strangeKey } from '#rooms/webauthn/authenticator.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { passkeysAt } from './members.testing.ts'
import { passkeys } from './store.ts'

const MOST_LOGINS = 5
const MOST_CHALLENGES = 60

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    WORKER: 'off',
    LOGINS_PER_MINUTE: String(MOST_LOGINS),
    SECURITY_PER_MINUTE: String(MOST_CHALLENGES),
  })
})
afterAll(() => shop.close())

/** How often it went well before it was too often; a minute may end meanwhile, and another begin. */
async function until429(work: () => Promise<{ status: number; headers: Headers }>, most: number) {
  for (let n = 0; n <= 2 * most; n++) {
    const { status, headers } = await work()
    if (status !== 429) continue
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    return n
  }
  throw new Error('it was never too often')
}

test('one address tries so many passkeys a minute, as it does passwords', async () => {
  const { asked, enter, origin } = passkeysAt(shop)
  const passkey = { credentialId: 'AAAA', handle: 'AAAA', rpId: 'localhost', key: strangeKey(), count: 0 }
  const tries = await until429(async () => enter(answerWith(passkey, await asked(), origin)), MOST_LOGINS)
  expect(tries).toBeGreaterThanOrEqual(MOST_LOGINS)
})

test('one address gets so many challenges a minute, and those that nobody answers go', async () => {
  await until429(() => shop.call('POST', '/api/login/passkey/begin'), MOST_CHALLENGES)
  const kept = () => shop.db.query(sql`select 1 from passkey_challenges`)
  expect((await kept()).length).toBeLessThanOrEqual(2 * MOST_CHALLENGES)
  await shop.db.run(sql`update passkey_challenges set created_at = now() - interval '6 minutes'`)
  await passkeys.forgetChallenges(shop.db)
  expect(await kept()).toEqual([])
})
