import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Keyring } from '#platform/crypto.ts'
import { sql } from '#platform/database/sql.ts'
import { addMember, openTestShop, type TestShop } from '#test/harness.ts'
import { createPasswordKeys } from './keys.ts'
import { type Asks, sealForTest } from './seal.testing.ts'

let shop: TestShop
let keys: ReturnType<typeof createPasswordKeys>
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  keys = createPasswordKeys({ db: shop.db, keyring: shop.shop.ground.keyring })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.run(sql`truncate password_keys`)
})

const current = async () => (await shop.call('GET', '/api/security/jwks')).body.data.keys[0].kid as string
const open = (jwe: string) => keys.open(jwe, 'password')

test('after a rotation what was encrypted to the key before still opens, for ten minutes', async () => {
  const before = await current()
  const jwe = await sealForTest(shop.call, 'plum-engine-9')
  await keys.renew(0)
  expect(await current()).not.toBe(before)
  expect(await open(jwe)).toBe('plum-engine-9')
  expect(await open(await sealForTest(shop.call, 'plum-engine-9'))).toBe('plum-engine-9')
  await shop.db.run(sql`update password_keys set retired_at = now() - interval '9 minutes' where kid = ${before}`)
  expect(await open(jwe)).toBe('plum-engine-9')
  await shop.db.run(sql`update password_keys set retired_at = now() - interval '601 seconds' where kid = ${before}`)
  await expect(open(jwe)).rejects.toMatchObject({
    status: 400,
    details: { errors: [{ path: 'password', message: 'password.stale' }] },
  })
})

test('a key younger than a day stays; many who renew at once make one', async () => {
  const before = await current()
  await keys.renew()
  expect(await current()).toBe(before)
  await shop.db.run(sql`update password_keys set created_at = now() - interval '25 hours'`)
  await Promise.all(Array.from({ length: 6 }, () => keys.renew()))
  expect(await shop.db.query(sql`select 1 from password_keys where retired_at is null`)).toHaveLength(1)
  expect(await shop.db.query(sql`select 1 from password_keys`)).toHaveLength(2)
  expect(await current()).not.toBe(before)
})

test('what was encrypted to a key opens in every process, and its private half lies nowhere in the clear', async () => {
  const jwe = await sealForTest(shop.call, 'plum-engine-9')
  const elsewhere = createPasswordKeys({ db: shop.db, keyring: shop.shop.ground.keyring })
  expect(await elsewhere.open(jwe, 'password')).toBe('plum-engine-9')
  const { row } = await shop.db.one<{ row: string }>(sql`select p::text as row from password_keys p`)
  expect(row).not.toContain('"d"')
  const { sealed } = await shop.db.one<{ sealed: Buffer }>(sql`select sealed from password_keys`)
  expect(sealed.toString('latin1')).not.toContain('PRIVATE KEY')
})

test('after the old master key is dropped there is a key that opens from the first call, and the one before is stale', async () => {
  const before = await current()
  const jwe = await sealForTest(shop.call, 'plum-engine-9')
  const restarted = createPasswordKeys({ db: shop.db, keyring: new Keyring([randomBytes(32)]) })
  await expect(restarted.open(jwe, 'password')).rejects.toMatchObject({
    status: 400,
    details: { errors: [{ path: 'password', message: 'password.stale' }] },
  })
  const published = await restarted.published()
  expect(published.keys[0]!.kid).not.toBe(before)
  const asked = async () => ({ body: { data: published as Awaited<ReturnType<Asks>>['body']['data'] } })
  expect(await restarted.open(await sealForTest(asked, 'plum-engine-9'), 'password')).toBe('plum-engine-9')
  expect((await restarted.published()).keys).toEqual(published.keys)
})

test('a password that waited longer than five minutes is not taken, by login either', async () => {
  const member = await addMember(shop, { password: 'plum-engine-9' })
  const late = await sealForTest(shop.call, 'plum-engine-9', { secondsAgo: 301 })
  await expect(open(late)).rejects.toMatchObject({ status: 400 })
  const answer = await shop.call('POST', '/api/login', { body: { username: member.username, password: late } })
  expect(answer.body.errors).toEqual([{ path: 'password', message: 'password.stale' }])
})
