// Passkeys of a member: made by who proves himself, listed, renamed, removed, bounded, told by mail, and gone with a password
// that is replaced by mail (decisions A10, F3, F11).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { MailRow } from '#rooms/mail/hands.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { type Lies, makePasskey } from '#rooms/webauthn/authenticator.testing.ts'
import { type Answer, addMember, heldAlways, openTestShop, type TestShop } from '#test/harness.ts'
import { PASSWORD, passkeysAt, REFUSAL } from './members.testing.ts'

let shop: TestShop
let at: ReturnType<typeof passkeysAt>
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  at = passkeysAt(shop)
})
afterAll(() => shop.close())

const waiting = () =>
  shop.db.query(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)

test('a passkey is made for this host and a handle that says nothing, listed, renamed, removed, and told by mail', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  expect(await at.listed(member)).toEqual([])
  const options = (await at.as(member, 'POST', '/api/profile/passkeys/begin')).body.data
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Latchkey' },
    attestation: 'none',
    excludeCredentials: [],
  })
  expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
  const handle = Buffer.from(options.user.id, 'base64url')
  expect(handle).toHaveLength(32)
  for (const known of [member.id, member.username, member.email]) expect(handle.toString('latin1')).not.toContain(known)
  const { said, passkey } = await at.add(member)
  expect(passkey.handle).toBe(options.user.id)
  expect(said.body.data).toMatchObject({ synced: true, usedAt: null, state: 'good' })
  const again = (await at.as(member, 'POST', '/api/profile/passkeys/begin')).body.data
  expect(again.excludeCredentials).toEqual([{ id: passkey.credentialId, type: 'public-key', transports: ['internal'] }])
  const { id } = said.body.data
  const renamed = await at.as(member, 'POST', `/api/profile/passkeys/${id}/rename`, { name: ' Home <b>PC</b> ' })
  expect(renamed.status).toBe(200)
  expect(await at.listed(member)).toMatchObject([{ id, name: 'Home <b>PC</b>' }])
  expect((await at.as(member, 'DELETE', `/api/profile/passkeys/${id}`)).status).toBe(200)
  expect((await at.as(member, 'DELETE', `/api/profile/passkeys/${id}`)).status).toBe(404)
  expect(await at.listed(member)).toEqual([])
  expect((await at.login(passkey)).body).toEqual(REFUSAL)
  expect(await at.mailsOf(member)).toEqual(['A passkey was added', 'A passkey was removed'])
})

test('the mail about a passkey names it, and a name that looks like a link is none', async () => {
  const member = await at.keyed()
  const [{ id }] = await at.listed(member)
  await at.as(member, 'POST', `/api/profile/passkeys/${id}/rename`, { name: 'Log in at evil.example/now' })
  await at.as(member, 'DELETE', `/api/profile/passkeys/${id}`)
  const mails = await shop.db.query<MailRow>(sql`
    select template, data from mails where recipient = ${member.email} order by created_at, id`)
  expect(mails.map(({ data }) => data.passkeys)).toEqual(['Passkey', 'Log in at evil example now'])
  const written = await shop.shop.rooms.declared('mails').signInChanged!(mails[1]!.data, mails[1]!)
  expect(written.facts).toContainEqual({
    label: 'letters.signInChange.passkeys',
    value: 'Log in at evil example now',
  })
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
    const { said } = await at.add(member, lies)
    expect({ lies, said: [said.status, said.body.msg] }).toEqual({ lies, said: [422, 'passkey.refused'] })
  }
  for (const thief of [other, elsewhere]) {
    const options = (await at.as(member, 'POST', '/api/profile/passkeys/begin')).body.data
    const { answer } = makePasskey(options, at.origin)
    expect((await at.as(thief, 'POST', '/api/profile/passkeys', answer)).body.msg).toBe('passkey.refused')
    expect((await at.as(member, 'POST', '/api/profile/passkeys', answer)).body.msg).toBe('passkey.refused')
  }
  const { answer, said } = await at.add(member)
  expect(said.status).toBe(200)
  expect((await at.as(member, 'POST', '/api/profile/passkeys', answer)).body.msg).toBe('passkey.refused')
  // The very same passkey for somebody else.
  const options = (await at.as(other, 'POST', '/api/profile/passkeys/begin')).body.data
  const again = { ...answer.response, clientDataJSON: makePasskey(options, at.origin).answer.response.clientDataJSON }
  expect((await at.as(other, 'POST', '/api/profile/passkeys', { ...answer, response: again })).body.msg).toBe(
    'passkey.known',
  )
  expect(await at.listed(member)).toHaveLength(1)
  expect(await at.listed(other)).toEqual([])
})

test('a member has twenty at most, also when he adds several at once', async () => {
  const member = await at.keyed()
  await shop.db.run(sql`
    insert into passkeys (id, member_id, credential_id, public_key, rp_id, transports, name, sign_count, synced)
    select gen_random_uuid(), member_id, sha256(convert_to(id::text || n, 'UTF8')), public_key, rp_id, transports, name, 0, true
    from passkeys, generate_series(1, 18) n where member_id = ${member.id}`)
  const options = await Promise.all([1, 2, 3].map(() => at.as(member, 'POST', '/api/profile/passkeys/begin')))
  const answers = await Promise.all(
    options.map(({ body }) => at.as(member, 'POST', '/api/profile/passkeys', makePasskey(body.data, at.origin).answer)),
  )
  expect(answers.map(({ body }) => body.msg).sort()).toEqual(['ok', 'passkey.tooMany', 'passkey.tooMany'])
  expect((await at.as(member, 'POST', '/api/profile/passkeys/begin')).body.msg).toBe('passkey.tooMany')
})

test('whoever gets a new password by mail puts out all passkeys; who changes it himself keeps his', async () => {
  const member = await at.keyed()
  const options = (await at.as(member, 'POST', '/api/profile/passkeys/begin')).body.data
  const sealed = async (names: string[], password: string) =>
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await sealForTest(shop.call, password)])))
  const changed = await at.as(member, 'POST', '/api/profile/updatePwd', {
    ...(await sealed(['oldPwd'], PASSWORD)),
    ...(await sealed(['newPwd', 'confirmPwd'], 'staple battery')),
  })
  expect(changed.status).toBe(200)
  expect((await at.login(member.passkey)).status).toBe(200)

  // The session that had begun to add another is over, and its challenge with it.
  const left = await shop.db.query(sql`
    select 1 from passkey_challenges where hash = sha256(convert_to(${options.challenge}::text, 'UTF8'))`)
  expect(left).toEqual([])
  expect((await at.as(member, 'POST', '/api/profile/passkeys', makePasskey(options, at.origin).answer)).status).toBe(
    401,
  )

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
  expect((await at.login(member.passkey)).body).toEqual(REFUSAL)
  expect((await at.mailsOf(member)).at(-1)).toBe(
    'All passkeys were removed, because the password was reset or closed by mail',
  )
})

test('what is held of passkeys is in the archive without what opens anything, and goes with the account', async () => {
  const member = await at.keyed()
  await at.login(member.passkey)
  const { passkeys: held } = shop.shop.rooms.declared('personal')
  const { passkeys } = (await held!.collect(member.id, heldAlways(member.email))) as { passkeys: object[] }
  expect(passkeys).toMatchObject([{ name: 'Passkey', rpId: 'localhost', synced: true }])
  const told = ['createdAt', 'doubtedAt', 'name', 'rpId', 'synced', 'transports', 'usedAt']
  expect(Object.keys(passkeys[0]!).sort()).toEqual(told)
  expect((await at.as(member, 'POST', '/api/profile/erase', { confirmed: true })).status).toBe(200)
  expect((await at.login(member.passkey)).body).toEqual(REFUSAL)
  const left = await shop.db.query(sql`
    select 1 from passkeys where member_id = ${member.id} union all select 1 from passkey_handles where member_id = ${member.id}`)
  expect(left).toEqual([])
})

test('who adds a passkey while another gets a new password by mail has none', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const options = (await at.as(member, 'POST', '/api/profile/passkeys/begin')).body.data
  let answer: Promise<Answer> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from members where id = ${member.id} for update`)
    answer = at.as(member, 'POST', '/api/profile/passkeys', makePasskey(options, at.origin).answer)
    await until(waiting, 'the other waits')
    await tx.run(sql`delete from sessions where member_id = ${member.id}`)
    await tx.run(sql`delete from passkeys where member_id = ${member.id}`)
  })
  expect((await answer)!.status).toBe(401)
  expect(await shop.db.query(sql`select 1 from passkeys where member_id = ${member.id}`)).toEqual([])
})
