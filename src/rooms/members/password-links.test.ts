// How many links to a new password are mailed: by network, by day, and to the owner’s own browser.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { accounts } from './accounts.testing.ts'
import { forgotten, OLD } from './passwords.testing.ts'

let shop: TestShop
let ada: TestMember
beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  // In a transaction, which begins again when the shop's own clockwork was in the way.
  await shop.db.transaction((tx) => tx.run(sql`truncate members, mails, rate_limits, events, captcha_images cascade`))
  ada = await addMember(shop, { password: OLD })
})

const { login, jobsDone } = accounts(() => shop)
const { forget } = forgotten(() => shop)

/** Asks from that address; each asking has a minute of its own. */
async function forgetFrom(address: string, cookie = '', username = ada.username) {
  await shop.db.run(sql`delete from rate_limits`)
  const answer = await forget(username, {}, { 'x-forwarded-for': address, ...(cookie && { cookie }) })
  expect([answer.status, answer.body.data]).toEqual([200, null])
  return answer
}
const links = async () => {
  await jobsDone()
  return (await shop.db.query(sql`select 1 from mails where template = 'passwordReset'`)).length
}
/** As if all that was sent had been sent so long before. */
const later = (time: '61 minutes' | '24 hours 1 minute') =>
  shop.db.run(sql`update mails set created_at = created_at - ${time}::interval`)
/** The cookie of a browser in which the owner has signed in. */
const knownBrowser = async () =>
  /device=[^;]+/.exec((await login(ada.username, OLD)).headers.getSetCookie().join('\n'))![0]

test('who asks from one network causes two links an hour and four a day; somebody elsewhere gets his', async () => {
  for (let i = 0; i < 5; i++) await forgetFrom('203.0.113.7')
  expect(await links()).toBe(2)
  await later('61 minutes')
  for (let i = 0; i < 5; i++) await forgetFrom('203.0.113.7')
  expect(await links()).toBe(4)
  await later('61 minutes')
  await forgetFrom('203.0.113.7')
  expect(await links()).toBe(4)
  await forgetFrom('198.51.100.9')
  expect(await links()).toBe(5)
  await later('24 hours 1 minute')
  await forgetFrom('203.0.113.7')
  expect(await links()).toBe(6)
})

test('however many strangers ask all day, the owner’s own browser still gets a link, and everybody the same answer', async () => {
  const cookie = await knownBrowser()
  for (let hour = 0; hour < 5; hour++) {
    for (let i = 0; i < 4; i++) await forgetFrom(`203.0.${hour}.${i}`)
    await links()
    await later('61 minutes')
  }
  expect(await links()).toBe(6)
  const strange = await forgetFrom('198.51.100.9')
  expect(await links()).toBe(6)
  const own = await forgetFrom('198.51.100.9', cookie)
  expect(await links()).toBe(7)
  const nobody = await forgetFrom('198.51.100.9', cookie, 'nobody-here')
  expect([strange.body, nobody.body]).toEqual([own.body, own.body])
  expect([...strange.headers.keys()]).toEqual([...own.headers.keys()])
  // In all it stays at three an hour and ten a day (decision D2).
  for (let i = 0; i < 5; i++) await forgetFrom('198.51.100.9', cookie)
  expect(await links()).toBe(9)
  await later('61 minutes')
  for (let i = 0; i < 5; i++) await forgetFrom('198.51.100.9', cookie)
  expect(await links()).toBe(10)
})

test('a browser that is known to somebody else is a stranger’s', async () => {
  const other = await addMember(shop, { password: OLD })
  const cookie = /device=[^;]+/.exec((await login(other.username, OLD)).headers.getSetCookie().join('\n'))![0]
  for (let i = 0; i < 5; i++) await forgetFrom('203.0.113.7', cookie)
  expect(await links()).toBe(2)
})

test('from where a link was asked for is kept as a hash, and for days', async () => {
  await forgetFrom('203.0.113.7')
  expect(await links()).toBe(1)
  const asker = async () =>
    (await shop.db.one<{ asker: Buffer | null }>(sql`select asker from mails where template = 'passwordReset'`)).asker
  expect((await asker())!.length).toBe(32)
  expect((await asker())!.toString('latin1')).not.toContain('203.0')
  const forgets = shop.shop.rooms.parts
    .flatMap((parts) => parts.jobs ?? [])
    .find(({ name }) => name === 'mailAskers.forget')!
  await forgets.run({} as never)
  expect(await asker()).not.toBeNull()
  await shop.db.run(sql`update mails set created_at = now() - interval '49 hours'`)
  await forgets.run({} as never)
  expect(await asker()).toBeNull()
})
