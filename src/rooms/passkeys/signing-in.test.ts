// Signing in and proving oneself by a passkey: both factors at once, and nothing but the right answer to a fresh question opens
// anything (decisions A9, F3).
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { answerWith, type Lies, strangeKey, type TestPasskey } from '#rooms/webauthn/authenticator.testing.ts'
import { type Answer, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { passkeysAt, REFUSAL } from './members.testing.ts'

let shop: TestShop
let at: ReturnType<typeof passkeysAt>
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  at = passkeysAt(shop)
})
afterAll(() => shop.close())

const waiting = () =>
  shop.db.query(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)

test('a passkey signs in as both factors at once, for as long as was asked, and the history says by what', async () => {
  const member = await at.keyed()
  const totp = (await at.as(member, 'POST', '/api/profile/totp/begin')).body.data
  await at.as(member, 'POST', '/api/profile/totp/confirm', { code: generateSync({ secret: totp.secret }) })
  const entered = await at.enter(answerWith(member.passkey, await at.asked(), at.origin), { rememberMe: true })
  expect(entered.status).toBe(200)
  expect(entered.body.data.user).toMatchObject({ id: member.id, username: member.username })
  const cookies = entered.headers.getSetCookie()
  expect(cookies.find((line) => line.startsWith('token='))).toMatch(/HttpOnly.*Max-Age=86400/)
  const own = { cookie: `token=${entered.body.data.token}` }
  expect((await at.as(own, 'GET', '/api/profile/history')).body.rows[0].method).toBe('passkey')
  expect((await at.listed(member))[0].usedAt).not.toBeNull()
  expect((await at.as(own, 'POST', '/api/profile/totp/recovery')).status).toBe(200)
})

test('whatever is wrong with an answer, it opens nothing, and the refusal is the same', async () => {
  const [member, other] = [await at.keyed(), await at.keyed()]
  const wrong: Record<string, Lies> = {
    'another page': { origin: 'http://localhost:9' },
    'another site': { origin: 'https://evil.example' },
    'another host’s passkey': { rpId: 'evil.example' },
    'a challenge of its own': { challenge: 'A'.repeat(43) },
    'nobody unlocked it': { unverified: true },
    'a key of somebody else': { key: strangeKey() },
    'the handle of somebody else': { handle: other.passkey.handle },
    'no handle': { handle: undefined },
    'in a frame of another site': { crossOrigin: true },
    'made, not used': { type: 'webauthn.create' },
  }
  for (const [what, lies] of Object.entries(wrong)) {
    const { status, body, headers } = await at.login(member.passkey, lies)
    expect({ what, status, body }).toEqual({ what, status: 422, body: REFUSAL })
    expect(headers.getSetCookie()).toEqual([])
  }
  const unknown = { ...member.passkey, credentialId: Buffer.alloc(32, 7).toString('base64url') }
  expect((await at.login(unknown)).body).toEqual(REFUSAL)
  // The other's passkey, with what this one knows of it.
  const stolen = answerWith({ ...other.passkey, key: member.passkey.key }, await at.asked(), at.origin)
  expect((await at.enter(stolen)).body).toEqual(REFUSAL)
  expect((await at.login(member.passkey)).status).toBe(200)
  const sessions = await shop.db.one<{ count: number }>(
    sql`select count(*)::int as count from sessions where member_id in (${member.id}, ${other.id})`,
  )
  expect(sessions.count).toBe(3)
})

test('a challenge is good once, for five minutes, and for what it was made for', async () => {
  const member = await at.keyed()
  await shop.db.run(sql`delete from passkey_challenges`)
  const answer = answerWith(member.passkey, await at.asked(), at.origin)
  const rivals = await Promise.all([1, 2, 3, 4].map(() => at.enter(answer)))
  expect(rivals.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  expect((await at.enter(answer)).body).toEqual(REFUSAL)

  // A wrong answer uses it up, too.
  const once = await at.asked()
  expect((await at.enter(answerWith(member.passkey, once, at.origin, { unverified: true }))).status).toBe(422)
  expect((await at.enter(answerWith(member.passkey, once, at.origin))).status).toBe(422)

  const old = await at.asked()
  await shop.db.run(sql`update passkey_challenges set created_at = now() - interval '301 seconds'`)
  expect((await at.enter(answerWith(member.passkey, old, at.origin))).body).toEqual(REFUSAL)

  for (const begin of ['/api/security/prove/passkey/begin', '/api/profile/passkeys/begin']) {
    const other = (await at.as(member, 'POST', begin)).body.data
    expect((await at.enter(answerWith(member.passkey, other, at.origin))).body).toEqual(REFUSAL)
  }
  const forLogin = answerWith(member.passkey, await at.asked(), at.origin)
  expect((await at.as(member, 'POST', '/api/security/prove/passkey', forLogin)).body).toEqual(REFUSAL)
  expect(await shop.db.query(sql`select 1 from passkey_challenges`)).toEqual([])
})

test('what browsers answer to nothing is refused, and too much of it is not read', async () => {
  const member = await at.keyed()
  const answer = answerWith(member.passkey, await at.asked(), at.origin)
  const bent = (response: object) => ({ ...answer, response: { ...answer.response, ...response } })
  for (const clientDataJSON of ['', 'bm90IEpTT04', Buffer.from('null').toString('base64url')])
    expect((await at.enter(bent({ clientDataJSON }))).body).toEqual(REFUSAL)
  for (const broken of [
    bent({ signature: 'A'.repeat(3_000) }),
    bent({ clientDataJSON: 'ä' }),
    { ...answer, type: 'password' },
  ])
    expect((await at.enter(broken)).status).toBe(400)
  expect((await at.enter({ ...answer, rawId: 'AAAA' })).body).toEqual(REFUSAL)
})

test('a passkey proves its member, in his session and with his passkey alone', async () => {
  const [member, other] = [await at.keyed(), await at.keyed()]
  await shop.db.run(sql`update sessions set proved_at = now() - interval '16 minutes'`)
  const [{ id }] = await at.listed(member)
  const remove = () => at.as(member, 'DELETE', `/api/profile/passkeys/${id}`)
  const prove = async (who: TestMember, passkey: TestPasskey, lies: Lies = {}) => {
    const options = (await at.as(who, 'POST', '/api/security/prove/passkey/begin')).body.data
    return at.as(member, 'POST', '/api/security/prove/passkey', answerWith(passkey, options, at.origin, lies))
  }
  for (const [method, path] of [
    ['DELETE', `/api/profile/passkeys/${id}`],
    ['POST', '/api/profile/passkeys/begin'],
  ] as const)
    expect((await at.as(member, method, path)).body).toMatchObject({ code: 403, msg: 'login.proveAgain' })
  expect((await prove(other, member.passkey)).body).toEqual(REFUSAL)
  expect((await prove(member, other.passkey)).body).toEqual(REFUSAL)
  expect((await prove(member, member.passkey, { unverified: true })).body).toEqual(REFUSAL)
  expect((await prove(member, member.passkey, { handle: other.passkey.handle })).body).toEqual(REFUSAL)
  expect((await remove()).status).toBe(403)
  const forAnother = (await at.as(member, 'POST', '/api/security/prove/passkey/begin')).body.data
  const toAdd = await shop.db.run(sql`
    update passkey_challenges set purpose = 'add' where hash = sha256(convert_to(${forAnother.challenge}::text, 'UTF8'))`)
  expect(toAdd).toBe(1)
  const misused = answerWith(member.passkey, forAnother, at.origin)
  expect((await at.as(member, 'POST', '/api/security/prove/passkey', misused)).body).toEqual(REFUSAL)
  // With the list of what may answer at hand, a device need not say whose it is.
  expect((await prove(member, member.passkey, { handle: undefined })).status).toBe(200)
  expect((await remove()).status).toBe(200)
})

test('a counter that goes backwards means a copy: neither is believed any more, and the member is told', async () => {
  const member = await at.keyed({ counts: true })
  expect((await at.login(member.passkey)).status).toBe(200)
  const copy = { ...member.passkey }
  expect((await at.login(member.passkey)).status).toBe(200)
  expect((await at.login(copy)).body).toEqual(REFUSAL)
  expect((await at.login(member.passkey)).body).toEqual(REFUSAL)
  expect(await at.listed(member)).toMatchObject([{ state: 'doubted' }])
  expect((await at.mailsOf(member)).at(-1)).toBe(
    'A passkey is no longer accepted, because it seems to have been copied',
  )
  // One that never counts stays where it is.
  const synced = await at.keyed()
  for (let n = 0; n < 2; n++) expect((await at.login(synced.passkey)).status).toBe(200)
})

test('who logs in by a passkey while another gets a new password by mail gets no session', async () => {
  const member = await at.keyed()
  let answer: Promise<Answer> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from members where id = ${member.id} for update`)
    answer = at.login(member.passkey)
    await until(waiting, 'the login waits')
    await tx.run(sql`delete from sessions where member_id = ${member.id}`)
    await tx.run(sql`delete from passkeys where member_id = ${member.id}`)
  })
  expect((await answer)!.body).toEqual(REFUSAL)
  expect(await shop.db.query(sql`select 1 from sessions where member_id = ${member.id}`)).toEqual([])
})
