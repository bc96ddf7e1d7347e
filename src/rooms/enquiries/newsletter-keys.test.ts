// Who wants no newsletter any more says so by the link in any mail, also in one of years ago: whatever became of the
// vault key that was the newest then.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { reseal } from '#rooms/vault/reseal.ts'
import { readConfig } from '#server/config.ts'
import { openShop, type Shop } from '#server/open-shop.ts'
import { callShop, openTestShop, type TestShop } from '#test/harness.ts'
import { linkToken } from './link-token.ts'

let first: TestShop
const others: Shop[] = []
beforeAll(async () => {
  first = await openTestShop({ WORKER: 'off' })
})
afterAll(async () => {
  for (const shop of others) await shop.close()
  await first.close()
})

/** The same shop as it starts with these keys. */
async function withKeys(keys: string[]): Promise<Shop> {
  const { config } = first.shop.ground
  const env = { PORT: '0', DEMO: 'off', WORKER: 'off', LOG_LEVEL: 'silent', DATA_DIR: config.dataDir }
  const own = { DATABASE_URL: first.databaseUrl, VAULT_KEYS: keys.join(','), PICTURES_AHEAD: '0' }
  const shop = await openShop(readConfig({ ...env, ...own }), createLog('silent'))
  others.push(shop)
  return shop
}

test('a link of before opens after the key was rotated, and after the old one was dropped', async () => {
  await first.call('POST', '/api/bottom/subscription', { body: { email: 'reader@news.example' } })
  const { id } = await first.db.one<{ id: string }>(sql`select id from newsletter_subscriptions`)
  const token = linkToken(first.shop.ground.keyring, 'newsletter', id)
  const state = async () =>
    (await first.db.one<{ state: string }>(sql`select state from newsletter_subscriptions`)).state

  const [old] = first.shop.ground.config.vaultKeys!
  const fresh = randomBytes(32).toString('base64')
  const rotated = await withKeys([fresh, old!])
  expect(linkToken(rotated.ground.keyring, 'newsletter', id)).toBe(token)
  const confirmed = await callShop(rotated.address, 'POST', '/api/bottom/subscription/confirm', { body: { token } })
  expect([confirmed.status, await state()]).toEqual([200, 'confirmed'])

  await reseal(rotated.ground.db, rotated.ground.keyring)
  const dropped = await withKeys([fresh])
  const left = await callShop(dropped.address, 'POST', '/api/bottom/subscription/leave', { body: { token } })
  expect([left.status, await state()]).toEqual([200, 'left'])
})
