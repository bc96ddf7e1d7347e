// Passkeys: made by who proves himself, both factors at once, and nothing but the right answer to a fresh question opens
// anything (decisions A9, A10, F3).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { answerWith, type Lies, makePasskey, strangeKey, type TestPasskey } from './authenticator.testing.ts'

const PASSWORD = 'correct horse'

let shop: TestShop
/** Where a browser finds it: at an address of digits no passkey is made. */
let origin: string
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  origin = shop.shop.origin.replace('127.0.0.1', 'localhost')
})
afterAll(() => shop.close())

const as = (member: { cookie: string }, method: string, path: string, body?: unknown) =>
  shop.call(method, path, { body, headers: { cookie: member.cookie } })

interface Keyed extends TestMember {
  passkey: TestPasskey
}

async function add(member: TestMember, lies: Lies & { counts?: boolean } = {}) {
  const begun = await as(member, 'POST', '/api/profile/passkeys/begin')
  expect(begun.status).toBe(200)
  const { passkey, answer } = makePasskey(begun.body.data, origin, lies)
  return { passkey, answer, said: await as(member, 'POST', '/api/profile/passkeys', answer) }
}

async function keyed(more: { counts?: boolean } = {}): Promise<Keyed> {
  const member = await addMember(shop, { password: PASSWORD })
  const { passkey, said } = await add(member, more)
  expect(said.status).toBe(200)
  return { ...member, passkey }
}

const asked = async () => (await shop.call('POST', '/api/login/passkey/begin')).body.data
const enter = (answer: object, more: { rememberMe?: boolean; headers?: Record<string, string> } = {}) => {
  const { headers, ...rest } = more
  return shop.call('POST', '/api/login/passkey', { body: { answer, ...rest }, headers })
}
const login = async (passkey: TestPasskey, lies: Lies = {}) => enter(answerWith(passkey, await asked(), origin, lies))

const listed = async (member: TestMember) => (await as(member, 'GET', '/api/profile/passkeys')).body.rows
const mailsOf = async (member: TestMember) =>
  (
    await shop.db.query<{ change: string }>(
      sql`select data->>'change' as change from mails where recipient = ${member.email} and template = 'signInChanged' order by created_at`,
    )
  ).map(({ change }) => change)

const REFUSAL = {
  code: 500,
  msg: 'This passkey was not accepted. Please try again, or log in with your password.',
  data: { reason: 'login.passkeyRefused' },
}

test('a passkey is made for this host and a handle that says nothing, listed, renamed, removed, and told by mail', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  expect(await listed(member)).toEqual([])
  const options = (await as(member, 'POST', '/api/profile/passkeys/begin')).body.data
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Latchkey' },
    attestation: 'none',
    excludeCredentials: [],
  })
  expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
  const handle = Buffer.from(options.user.id, 'base64url')
  expect(handle).toHaveLength(32)
  for (const known of [member.id, member.username, member.email]) expect(handle.toString('latin1')).not.toContain(known)
  const { said, passkey } = await add(member)
  expect(passkey.handle).toBe(options.user.id)
  expect(said.body.data).toMatchObject({ synced: true, usedAt: null, state: 'good' })
  const again = (await as(member, 'POST', '/api/profile/passkeys/begin')).body.data
  expect(again.excludeCredentials).toEqual([{ id: passkey.credentialId, type: 'public-key', transports: ['internal'] }])
  const { id } = said.body.data
  const renamed = await as(member, 'POST', `/api/profile/passkeys/${id}/rename`, { name: ' Home <b>PC</b> ' })
  expect(renamed.status).toBe(200)
  expect(await listed(member)).toMatchObject([{ id, name: 'Home <b>PC</b>' }])
  expect((await as(member, 'DELETE', `/api/profile/passkeys/${id}`)).status).toBe(200)
  expect((await as(member, 'DELETE', `/api/profile/passkeys/${id}`)).status).toBe(404)
  expect(await listed(member)).toEqual([])
  expect((await login(passkey)).body).toEqual(REFUSAL)
  expect(await mailsOf(member)).toEqual(['A passkey was added', 'A passkey was removed'])
})

test('a passkey signs in as both factors at once, for as long as was asked, and the history says by what', async () => {
  const member = await keyed()
  const totp = (await as(member, 'POST', '/api/profile/totp/begin')).body.data
  const { generateSync } = await import('otplib')
  await as(member, 'POST', '/api/profile/totp/confirm', { code: generateSync({ secret: totp.secret }) })
  const entered = await enter(answerWith(member.passkey, await asked(), origin), { rememberMe: true })
  expect(entered.status).toBe(200)
  expect(entered.body.data.user).toMatchObject({ id: member.id, username: member.username })
  const cookies = entered.headers.getSetCookie()
  expect(cookies.find((line) => line.startsWith('token='))).toMatch(/HttpOnly.*Max-Age=86400/)
  const own = { cookie: `token=${entered.body.data.token}` }
  expect((await as(own, 'GET', '/api/profile/history')).body.rows[0].method).toBe('passkey')
  expect((await listed(member))[0].usedAt).not.toBeNull()
  expect((await as(own, 'POST', '/api/profile/totp/recovery')).status).toBe(200)
})

test('whatever is wrong with an answer, it opens nothing, and the refusal is the same', async () => {
  const [member, other] = [await keyed(), await keyed()]
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
    const { status, body, headers } = await login(member.passkey, lies)
    expect({ what, status, body }).toEqual({ what, status: 422, body: REFUSAL })
    expect(headers.getSetCookie()).toEqual([])
  }
  const unknown = { ...member.passkey, credentialId: Buffer.alloc(32, 7).toString('base64url') }
  expect((await login(unknown)).body).toEqual(REFUSAL)
  // The other's passkey, with what this one knows of it.
  const stolen = answerWith({ ...other.passkey, key: member.passkey.key }, await asked(), origin)
  expect((await enter(stolen)).body).toEqual(REFUSAL)
  expect((await login(member.passkey)).status).toBe(200)
  const sessions = await shop.db.one<{ count: number }>(
    sql`select count(*)::int as count from sessions where member_id in (${member.id}, ${other.id})`,
  )
  expect(sessions.count).toBe(3)
})

test('a challenge is good once, for five minutes, and for what it was made for', async () => {
  const member = await keyed()
  await shop.db.run(sql`delete from passkey_challenges`)
  const answer = answerWith(member.passkey, await asked(), origin)
  const rivals = await Promise.all([1, 2, 3, 4].map(() => enter(answer)))
  expect(rivals.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  expect((await enter(answer)).body).toEqual(REFUSAL)

  // A wrong answer uses it up, too.
  const once = await asked()
  expect((await enter(answerWith(member.passkey, once, origin, { unverified: true }))).status).toBe(422)
  expect((await enter(answerWith(member.passkey, once, origin))).status).toBe(422)

  const old = await asked()
  await shop.db.run(sql`update passkey_challenges set created_at = now() - interval '301 seconds'`)
  expect((await enter(answerWith(member.passkey, old, origin))).body).toEqual(REFUSAL)

  for (const begin of ['/api/security/prove/passkey/begin', '/api/profile/passkeys/begin']) {
    const other = (await as(member, 'POST', begin)).body.data
    expect((await enter(answerWith(member.passkey, other, origin))).body).toEqual(REFUSAL)
  }
  const forLogin = answerWith(member.passkey, await asked(), origin)
  expect((await as(member, 'POST', '/api/security/prove/passkey', forLogin)).body).toEqual(REFUSAL)
  expect(await shop.db.query(sql`select 1 from passkey_challenges`)).toEqual([])
})

test('what browsers answer to nothing is refused, and too much of it is not read', async () => {
  const member = await keyed()
  const answer = answerWith(member.passkey, await asked(), origin)
  const bent = (response: object) => ({ ...answer, response: { ...answer.response, ...response } })
  for (const clientDataJSON of ['', 'bm90IEpTT04', Buffer.from('null').toString('base64url')])
    expect((await enter(bent({ clientDataJSON }))).body).toEqual(REFUSAL)
  for (const broken of [
    bent({ signature: 'A'.repeat(3_000) }),
    bent({ clientDataJSON: 'ä' }),
    { ...answer, type: 'password' },
  ])
    expect((await enter(broken)).status).toBe(400)
  expect((await enter({ ...answer, rawId: 'AAAA' })).body).toEqual(REFUSAL)
})

test('a registration is its own session’s, once, and of this site alone; no attestation is read', async () => {
  const [member, other] = [await addMember(shop), await addMember(shop)]
  const elsewhere = await addMember(shop)
  await shop.db.run(sql`update sessions set member_id = ${member.id} where member_id = ${elsewhere.id}`)
  const x5c = new Map<string, unknown>([
    ['alg', -7],
    ['sig', Buffer.from('00', 'hex')],
    ['x5c', [Buffer.from('3000', 'hex')]],
  ])
  const wrong: Lies[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { unverified: true },
    { crossOrigin: true },
    { type: 'webauthn.get' },
    { challenge: 'A'.repeat(43) },
    { attestation: { fmt: 'packed', attStmt: x5c } },
    { attestation: { fmt: 'apple', attStmt: x5c } },
  ]
  for (const lies of wrong) {
    const { said } = await add(member, lies)
    expect({ lies, said: [said.status, said.body.msg] }).toEqual({ lies, said: [422, 'passkey.refused'] })
  }
  for (const thief of [other, elsewhere]) {
    const options = (await as(member, 'POST', '/api/profile/passkeys/begin')).body.data
    const { answer } = makePasskey(options, origin)
    expect((await as(thief, 'POST', '/api/profile/passkeys', answer)).body.msg).toBe('passkey.refused')
    expect((await as(member, 'POST', '/api/profile/passkeys', answer)).body.msg).toBe('passkey.refused')
  }
  const { answer, said } = await add(member)
  expect(said.status).toBe(200)
  expect((await as(member, 'POST', '/api/profile/passkeys', answer)).body.msg).toBe('passkey.refused')
  // The very same passkey for somebody else.
  const options = (await as(other, 'POST', '/api/profile/passkeys/begin')).body.data
  const again = { ...answer.response, clientDataJSON: makePasskey(options, origin).answer.response.clientDataJSON }
  expect((await as(other, 'POST', '/api/profile/passkeys', { ...answer, response: again })).body.msg).toBe(
    'passkey.known',
  )
  expect(await listed(member)).toHaveLength(1)
  expect(await listed(other)).toEqual([])
})

test('a member has twenty at most, also when he adds several at once', async () => {
  const member = await keyed()
  await shop.db.run(sql`
    insert into passkeys (id, member_id, credential_id, public_key, rp_id, transports, name, sign_count, synced)
    select gen_random_uuid(), member_id, sha256(convert_to(id::text || n, 'UTF8')), public_key, rp_id, transports, name, 0, true
    from passkeys, generate_series(1, 18) n where member_id = ${member.id}`)
  const options = await Promise.all([1, 2, 3].map(() => as(member, 'POST', '/api/profile/passkeys/begin')))
  const answers = await Promise.all(
    options.map(({ body }) => as(member, 'POST', '/api/profile/passkeys', makePasskey(body.data, origin).answer)),
  )
  expect(answers.map(({ body }) => body.msg).sort()).toEqual(['ok', 'passkey.tooMany', 'passkey.tooMany'])
  expect((await as(member, 'POST', '/api/profile/passkeys/begin')).body.msg).toBe('passkey.tooMany')
})

test('a passkey proves its member, in his session and with his passkey alone', async () => {
  const [member, other] = [await keyed(), await keyed()]
  await shop.db.run(sql`update sessions set proved_at = now() - interval '16 minutes'`)
  const [{ id }] = await listed(member)
  const remove = () => as(member, 'DELETE', `/api/profile/passkeys/${id}`)
  const prove = async (who: TestMember, passkey: TestPasskey, lies: Lies = {}) => {
    const options = (await as(who, 'POST', '/api/security/prove/passkey/begin')).body.data
    return as(member, 'POST', '/api/security/prove/passkey', answerWith(passkey, options, origin, lies))
  }
  for (const [method, path] of [
    ['DELETE', `/api/profile/passkeys/${id}`],
    ['POST', '/api/profile/passkeys/begin'],
  ] as const)
    expect((await as(member, method, path)).body).toMatchObject({ code: 403, msg: 'login.proveAgain' })
  expect((await prove(other, member.passkey)).body).toEqual(REFUSAL)
  expect((await prove(member, other.passkey)).body).toEqual(REFUSAL)
  expect((await prove(member, member.passkey, { unverified: true })).body).toEqual(REFUSAL)
  expect((await prove(member, member.passkey, { handle: other.passkey.handle })).body).toEqual(REFUSAL)
  expect((await remove()).status).toBe(403)
  // With the list of what may answer at hand, a device need not say whose it is.
  expect((await prove(member, member.passkey, { handle: undefined })).status).toBe(200)
  expect((await remove()).status).toBe(200)
})

test('a counter that goes backwards means a copy: neither is believed any more, and the member is told', async () => {
  const member = await keyed({ counts: true })
  expect((await login(member.passkey)).status).toBe(200)
  const copy = { ...member.passkey }
  expect((await login(member.passkey)).status).toBe(200)
  expect((await login(copy)).body).toEqual(REFUSAL)
  expect((await login(member.passkey)).body).toEqual(REFUSAL)
  expect(await listed(member)).toMatchObject([{ state: 'doubted' }])
  expect((await mailsOf(member)).at(-1)).toBe('A passkey is no longer accepted, because it seems to have been copied')
  // One that never counts stays where it is.
  const synced = await keyed()
  for (let n = 0; n < 2; n++) expect((await login(synced.passkey)).status).toBe(200)
})

test('whoever gets a new password by mail puts out all passkeys; who changes it himself keeps his', async () => {
  const member = await keyed()
  const options = (await as(member, 'POST', '/api/profile/passkeys/begin')).body.data
  const sealed = async (names: string[], password: string) =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await sealForTest(shop.call, password)])))
  const changed = await as(member, 'POST', '/api/profile/updatePwd', {
    ...(await sealed(['oldPwd'], PASSWORD)),
    ...(await sealed(['newPwd', 'confirmPwd'], 'staple battery')),
  })
  expect(changed.status).toBe(200)
  expect((await login(member.passkey)).status).toBe(200)

  // The session that had begun to add another is over, and its challenge with it.
  const left = await shop.db.query(sql`
    select 1 from passkey_challenges where hash = sha256(convert_to(${options.challenge}::text, 'UTF8'))`)
  expect(left).toEqual([])
  expect((await as(member, 'POST', '/api/profile/passkeys', makePasskey(options, origin).answer)).status).toBe(401)

  const resetId = randomUUID()
  await shop.db.run(sql`insert into password_resets (id, member_id, locale) values (${resetId}, ${member.id}, 'en-US')`)
  const { linkToken } = await import('#rooms/members/links.ts')
  const reset = await shop.call('POST', '/api/resetPassword', {
    body: {
      code: linkToken(shop.shop.ground.keyring, 'reset', resetId),
      ...(await sealed(['newPwd', 'confirmPwd'], 'horse battery')),
    },
  })
  expect(reset.status).toBe(200)
  expect((await login(member.passkey)).body).toEqual(REFUSAL)
  expect((await mailsOf(member)).at(-1)).toBe(
    'All passkeys were removed, because the password was reset or closed by mail',
  )
})

test('what is held of passkeys is in the archive without what opens anything, and goes with the account', async () => {
  const member = await keyed()
  await login(member.passkey)
  const archive = await as(member, 'GET', '/api/profile/export')
  const { passkeys } = archive.body.data.rooms.passkeys
  expect(passkeys).toMatchObject([{ name: 'Passkey', rpId: 'localhost', synced: true }])
  expect(JSON.stringify(archive.body)).not.toContain(member.passkey.credentialId)
  expect(Object.keys(passkeys[0])).not.toContain('publicKey')
  expect((await as(member, 'POST', '/api/profile/erase', { confirmed: true })).status).toBe(200)
  expect((await login(member.passkey)).body).toEqual(REFUSAL)
  const left = await shop.db.query(sql`
    select 1 from passkeys where member_id = ${member.id} union all select 1 from passkey_handles where member_id = ${member.id}`)
  expect(left).toEqual([])
})
