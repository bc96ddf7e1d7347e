// The keyring and the database belong together, keys rotate, and an old key can be dropped (decisions C5, E6).
import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { parseConfig } from '#platform/config.ts'
import { Keyring } from '#platform/crypto.ts'
import type { Queryable } from '#platform/database/database.ts'
import { fragment, sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { openGround } from '#platform/platform.ts'
import { until } from '#platform/testing.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import { ordered, pay, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { addKeys, addMember, openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { reseal } from './reseal.ts'
import { rememberSold } from './store.ts'
import { depositKeys, openKeys } from './vault.ts'

const [oldKey, newKey] = [0, 1].map(() => randomBytes(32).toString('base64')) as [string, string]
let shop: TestShop
let order: Awaited<ReturnType<typeof ordered>>
let keys: string[]
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: oldKey })
  order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  keys = await addKeys(shop, order.product.offerId, 500)
  await until(async () => (await mails()).length > 0, 'the mail is written')
})
afterAll(() => shop.close())

const mails = () =>
  shop.db.query<{ id: string; sealed: Buffer }>(sql`select id, sealed from mails where sealed is not null`)

/** Another process on the same database, with these keys. */
async function withKeys<T>(vaultKeys: string[], work: (ground: Awaited<ReturnType<typeof openGround>>) => Promise<T>) {
  const env = {
    DATABASE_URL: shop.databaseUrl,
    VAULT_KEYS: vaultKeys.join(','),
    DATA_DIR: await mkdtemp(join(inject('dataDir'), 'keyring-')),
  }
  const ground = await openGround(parseConfig(env), createLog('silent'), 'test')
  try {
    return await work(ground)
  } finally {
    await ground.close()
  }
}

test('a process without a key that opens what is there does not start, and says which key and how much', async () => {
  const [id] = shop.shop.ground.keyring.ids
  const total =
    keys.length + (await shop.db.one<{ n: number }>(sql`select count(*) as n from vault_keys`)).n - keys.length
  const opening = withKeys([newKey], async () => {})
  await expect(opening).rejects.toThrow(
    `VAULT_KEYS: a key is missing: only key ${id} opens keys in the vault (${total}), only key ${id} opens mails (1)`,
  )
  await expect(withKeys([newKey], async () => {})).rejects.not.toThrow(newKey)
  expect(await withKeys([newKey, oldKey], async ({ keyring }) => keyring.ids)).toHaveLength(2)
})

test('everything is sealed anew beside a running shop, twice does no harm, and the old key can be dropped', async () => {
  const { keyring } = shop.shop.ground
  const before = await openKeys(shop.db, keyring, order.orderId)
  const { id: memberId } = await addMember(shop)
  await shop.db.run(sql`
    insert into totp_secrets (member_id, sealed, enabled_at) values (${memberId}, ${keyring.seal('totp', 'KRUGS4Q', memberId)}, now())`)
  const ada = await addStaff(shop)
  await expect(withKeys([newKey], async () => {})).rejects.toThrow(
    `only key ${keyring.ids[0]} opens secrets of authenticator apps (2)`,
  )
  const gone = keyring.fingerprint('vault-fingerprint', 'SOLD BEFORE A RESTORE').toString('hex')
  await shop.db.transaction((tx) => rememberSold(tx, [gone]))
  await withKeys([newKey, oldKey], async (ground) => {
    const [first, second] = await Promise.all([reseal(ground.db, ground.keyring), reseal(ground.db, ground.keyring)])
    const { n } = await shop.db.one<{ n: number }>(sql`select count(*) as n from vault_keys`)
    expect(first.keys + second.keys).toBe(n)
    expect(first.authenticators + second.authenticators).toBe(2)
    expect(first.mails + second.mails).toBe((await mails()).length)
    expect(await reseal(ground.db, ground.keyring)).toEqual({ keys: 0, mails: 0, authenticators: 0, left: [] })
  })
  await withKeys([newKey], async (ground) => {
    expect(await openKeys(ground.db, ground.keyring, order.orderId)).toEqual(before)
    for (const mail of await mails()) expect(openMail(ground.keyring, mail).subject).not.toBe('')
    const { sealed } = await ground.db.one<{ sealed: Buffer }>(sql`select sealed from totp_secrets`)
    expect(ground.keyring.open('totp', sealed, memberId)).toBe('KRUGS4Q')
    const ofStaff = await ground.db.one<{ sealed: Buffer }>(sql`select sealed from staff_authenticators`)
    expect(ground.keyring.open('staff-totp', ofStaff.sealed, ada.id)).toBe(ada.secret)
    // Duplicates are still found: their fingerprints do not depend on the key that is gone.
    const again = await ground.db.transaction((tx) =>
      depositKeys(tx, ground.keyring, order.product.offerId, 'test', keys.slice(0, 3)),
    )
    expect(again).toEqual({ added: 0, duplicates: [0, 1, 2], soldBefore: [] })
    const gone = await ground.db.transaction((tx) =>
      depositKeys(tx, ground.keyring, order.product.offerId, 'test', ['SOLD BEFORE A RESTORE']),
    )
    expect(gone).toEqual({ added: 0, duplicates: [], soldBefore: [0] })
  })
})

test('what a shop that was not told of the newest key seals meanwhile is named, and sealed by the next run', async () => {
  // The running shop still knows the old key only.
  await addKeys(shop, order.product.offerId, 2)
  const [id] = shop.shop.ground.keyring.ids
  await expect(withKeys([newKey], async () => {})).rejects.toThrow(`only key ${id} opens keys in the vault (2)`)
  await withKeys([newKey, oldKey], async (ground) => {
    const stopped = await reseal(ground.db, ground.keyring, AbortSignal.abort())
    expect(stopped).toEqual({
      keys: 0,
      mails: 0,
      authenticators: 0,
      left: [{ id, what: 'keys in the vault', rows: 2 }],
    })
    expect(await reseal(ground.db, ground.keyring)).toMatchObject({ keys: 2, left: [] })
  })
})

test('a shop in which nothing is sealed starts with any keyring', async () => {
  const empty = await openTestShop({ WORKER: 'off' })
  const env = { DATABASE_URL: empty.databaseUrl, VAULT_KEYS: newKey, DATA_DIR: inject('dataDir') }
  const ground = await openGround(parseConfig(env), createLog('silent'), 'test')
  await ground.close()
  await empty.close()
})

const TABLES = [fragment`vault_keys`, fragment`mails`, fragment`totp_secrets`, fragment`staff_authenticators`]

test('what a single row of any table is sealed by is looked for', async () => {
  const ids = [newKey, oldKey].map((key) => new Keyring([Buffer.from(key, 'base64')]).ids[0]!)
  const isBeside = (db: Queryable) =>
    db.one<{ found: boolean }>(sql`
      select is_sealed_beside(array(select decode(id, 'hex') from unnest(${ids}::text[]) id)) as found`)
  expect(await isBeside(shop.db)).toEqual({ found: false })
  const undone = new Error('undone')
  for (const table of TABLES) {
    const trying = shop.db.transaction(async (tx) => {
      const changed = await tx.run(sql`
        update ${table} set sealed = overlay(sealed placing decode('00000000', 'hex') from 2)
        where ctid = (select ctid from ${table} where sealed is not null limit 1)`)
      expect([changed, await isBeside(tx)]).toEqual([1, { found: true }])
      throw undone
    })
    await expect(trying).rejects.toBe(undone)
  }
})
