// What is typed to register, and what of it is refused.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { ADA, accounts } from './accounts.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  // In a transaction, which begins again when the shop's own clockwork was in the way.
  await shop.db.transaction((tx) =>
    tx.run(sql`truncate members, registrations, newsletter_subscriptions, mails, rate_limits, events cascade`),
  )
})

const { seal, call, register } = accounts(() => shop)

test.each([
  ['email', '', 'register.emailTip'],
  ['email', 'a@b.c', 'register.emailFormatter'],
  ['email', 'no address', 'register.emailFormatter'],
  ['email', `${'a'.repeat(40)}@example.com`, 'register.emailFormatter'],
  ['username', '', 'register.usernameTip'],
  ['username', 'A', 'register.usernameLength'],
  ['username', 'x'.repeat(31), 'register.usernameLength'],
  ['username', 'ada@home', 'register.usernameSigns'],
  ['username', 'ada＠home', 'register.usernameSigns'],
  ['username', 'ad\u200ba', 'register.usernameSigns'],
  ['checkCondition', false, 'register.consent'],
  ['checkCondition', undefined, 'register.consent'],
])('%s = %s is refused: %s', async (path, value, message) => {
  const answer = await register(ADA, { [path]: value })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toContainEqual({ path, message })
  expect(await shop.db.query(sql`select 1 from registrations`)).toEqual([])
})

test.each([
  ['five characters', 'aB3$x', 'password.length'],
  ['seventeen', 'abcdefghijklmno17', 'password.length'],
  ['one of those that are guessed first', 'dragon', 'password.common'],
  ['in capitals, too', 'Football', 'password.common'],
])('a password of %s is refused', async (_, password, message) => {
  const answer = await register({ ...ADA, password })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual([{ path: 'pwd', message }])
})

test('characters are counted as Unicode does, and the most is a setting', async () => {
  expect((await register({ ...ADA, password: '🎲'.repeat(16) })).status).toBe(200)
  expect((await register({ ...ADA, password: '🎲'.repeat(5) })).status).toBe(400)
  // Typed with its accents apart, it is sixteen all the same.
  expect((await register({ ...ADA, password: 'é'.repeat(16).normalize('NFD') })).status).toBe(200)
  expect((await call('GET', '/api/security/jwks')).body.data.rule).toEqual({ least: 6, most: 16 })
})

test('both passwords are the same, encrypted ones', async () => {
  const different = await register(ADA, { confirmPwd: await seal('another one') })
  expect(different.body.errors).toEqual([{ path: 'confirmPwd', message: 'password.differs' }])
  const plain = await register(ADA, { pwd: ADA.password, confirmPwd: ADA.password })
  expect(plain.body.errors).toEqual([{ path: 'pwd', message: 'password.notEncrypted' }])
})
