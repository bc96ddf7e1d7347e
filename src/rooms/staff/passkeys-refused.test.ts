// Passkeys of people who work here that open nothing: whatever is wrong with an answer, whose it is, and when it comes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { passkeysAt } from '#rooms/passkeys/members.testing.ts'
import { answerWith, type Lies, makePasskey, strangeKey } from '#rooms/webauthn/authenticator.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { staffPasskeys } from './passkey-store.ts'
import { passkeys, REFUSED, said } from './passkeys.testing.ts'

let shop: TestShop
let origin: string
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', STAFF_SIGN_INS_PER_MINUTE: '100000' })
  // At an address of digits no browser makes any.
  origin = shop.shop.origin.replace('127.0.0.1', 'localhost')
})
afterAll(() => shop.close())

const { post, begun, listed, keyed, asked, enter, signIn, acts, mails } = passkeys(() => ({ shop, origin }))

test('whatever is wrong with an answer, it opens nothing, and the refusal is the same', async () => {
  const [eve, bob] = [await keyed(), await keyed()]
  const wrong: Record<string, Lies> = {
    'another page': { origin: 'http://localhost:9' },
    'another site': { origin: 'https://evil.example' },
    'another host’s passkey': { rpId: 'evil.example' },
    'a challenge of its own': { challenge: 'A'.repeat(43) },
    'nobody unlocked it': { unverified: true },
    'a key of somebody else': { key: strangeKey() },
    'the handle of somebody else': { handle: bob.passkey.handle },
    'no handle': { handle: undefined },
    'in a frame of another site': { crossOrigin: true },
    'made, not used': { type: 'webauthn.create' },
  }
  for (const [what, lies] of Object.entries(wrong)) {
    const answer = await signIn(eve.passkey, lies)
    expect({ what, ...said(answer), cookies: answer.headers.getSetCookie() }).toEqual({ what, ...REFUSED, cookies: [] })
  }
  const unknown = { ...eve.passkey, credentialId: Buffer.alloc(32, 7).toString('base64url') }
  expect(said(await signIn(unknown))).toEqual(REFUSED)
  expect((await signIn(eve.passkey)).status).toBe(200)
})

test('a member’s passkey opens nothing here, nor an employee’s the shop, whichever door the challenge came from', async () => {
  const eve = await keyed()
  const at = passkeysAt(shop)
  const member = await at.keyed()
  expect(said(await signIn(member.passkey))).toEqual(REFUSED)
  expect((await at.login(eve.passkey)).status).toBe(422)
  // With the other door's challenge, too.
  expect(said(await enter(answerWith(eve.passkey, await at.asked(), origin)))).toEqual(REFUSED)
  expect((await at.enter(answerWith(member.passkey, await asked(), origin))).status).toBe(422)
  // The member's very key, told to be one of hers: her handle, his signature.
  expect(said(await signIn({ ...member.passkey, handle: eve.passkey.handle }))).toEqual(REFUSED)
  const proof = await begun(eve, '/office/prove/passkey')
  expect(said(await post(eve, '/office/prove/passkey', answerWith(member.passkey, proof, origin)))).toEqual(REFUSED)
  expect((await signIn(eve.passkey)).status).toBe(200)
  expect((await at.login(member.passkey)).status).toBe(200)
})

test('a challenge is good once, also for four at once, for five minutes, for its purpose and its session', async () => {
  const [eve, bob] = [await keyed(), await keyed()]
  await shop.db.run(sql`delete from staff_passkey_challenges`)
  const answer = answerWith(eve.passkey, await asked(), origin)
  const rivals = await Promise.all([1, 2, 3, 4].map(() => enter(answer)))
  expect(rivals.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  expect(said(await enter(answer))).toEqual(REFUSED)

  const once = await asked()
  expect(said(await enter(answerWith(eve.passkey, once, origin, { unverified: true })))).toEqual(REFUSED)
  expect(said(await enter(answerWith(eve.passkey, once, origin)))).toEqual(REFUSED)

  const old = await asked()
  await shop.db.run(sql`update staff_passkey_challenges set created_at = now() - interval '301 seconds'`)
  expect(said(await enter(answerWith(eve.passkey, old, origin)))).toEqual(REFUSED)

  for (const path of ['/office/prove/passkey', '/office/me/passkeys'])
    expect(said(await enter(answerWith(eve.passkey, await begun(eve, path), origin)))).toEqual(REFUSED)
  const forLogin = answerWith(eve.passkey, await asked(), origin)
  expect(said(await post(eve, '/office/prove/passkey', forLogin))).toEqual(REFUSED)
  const ofBob = answerWith(eve.passkey, await begun(bob, '/office/prove/passkey'), origin)
  expect(said(await post(eve, '/office/prove/passkey', ofBob))).toEqual(REFUSED)
  const { answer: made } = makePasskey(await begun(bob, '/office/me/passkeys'), origin)
  for (const thief of [eve, bob])
    expect(said(await post(thief, '/office/me/passkeys', made))).toEqual({ status: 422, msg: 'passkey.refused' })
  expect(await shop.db.query(sql`select 1 from staff_passkey_challenges`)).toEqual([])

  await asked()
  await staffPasskeys.forgetChallenges(shop.db)
  expect(await shop.db.query(sql`select 1 from staff_passkey_challenges`)).toHaveLength(1)
  await shop.db.run(sql`update staff_passkey_challenges set created_at = now() - interval '6 minutes'`)
  await staffPasskeys.forgetChallenges(shop.db)
  expect(await shop.db.query(sql`select 1 from staff_passkey_challenges`)).toEqual([])
})

test('a counter that goes backwards means a copy: neither is believed, the person is told, and it is written down', async () => {
  const eve = await keyed({ counts: true })
  expect((await signIn(eve.passkey)).status).toBe(200)
  const copy = { ...eve.passkey }
  expect((await signIn(eve.passkey)).status).toBe(200)
  expect(said(await signIn(copy))).toEqual(REFUSED)
  expect(said(await signIn(eve.passkey))).toEqual(REFUSED)
  const [{ name, state }] = await listed(eve)
  expect(state).toBe('doubted')
  expect((await mails(eve)).at(-1)).toBe('passkeyDoubted')
  expect((await acts(eve)).at(-1)).toEqual(['staff.passkeyDoubted', null, { passkey: name }])
  // One that never counts stays where it is.
  const bob = await keyed()
  for (let n = 0; n < 2; n++) expect((await signIn(bob.passkey)).status).toBe(200)
})
