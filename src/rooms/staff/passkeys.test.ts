// Passkeys of people who work here: both factors at once, theirs alone, and gone with a link that begins anew.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { passkeysAt } from '#rooms/passkeys/members.testing.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import {
  answerWith,
  type Lies,
  makePasskey,
  strangeKey,
  type TestPasskey,
} from '#rooms/webauthn/authenticator.testing.ts'
import { type Answer, openTestShop, type TestShop } from '#test/harness.ts'
import { staffPasskeys } from './passkey-store.ts'
import { addStaff, codeNow, cookieOf, invite, type TestStaff } from './staff.testing.ts'

const PASSWORD = 'Plum-Engine-9'
const REFUSED = { status: 422, msg: 'office.passkeyRefused' }

let shop: TestShop
let origin: string
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', STAFF_SIGN_INS_PER_MINUTE: '100000' })
  // At an address of digits no browser makes any.
  origin = shop.shop.origin.replace('127.0.0.1', 'localhost')
})
afterAll(() => shop.close())

type Keyed = TestStaff & { passkey: TestPasskey }

const post = (who: { cookie: string } | undefined, path: string, body?: object) =>
  shop.call('POST', path, { ...(who && { headers: { cookie: who.cookie } }), ...(body && { body }) })
const said = ({ status, body }: Answer) => ({ status, msg: body.msg })
const begun = async (who: { cookie: string } | undefined, path: string) => (await post(who, `${path}/begin`)).body.data
const listed = async (who: TestStaff) =>
  (await shop.call('GET', '/office/me/passkeys', { headers: { cookie: who.cookie } })).body.data.passkeys

async function add(who: TestStaff, lies: Lies & { counts?: boolean } = {}) {
  const { passkey, answer } = makePasskey(await begun(who, '/office/me/passkeys'), origin, lies)
  return { passkey, answer, told: await post(who, '/office/me/passkeys', answer) }
}
async function keyed(more: { counts?: boolean; role?: string } = {}): Promise<Keyed> {
  const eve = await addStaff(shop, { role: more.role ?? 'catalogue', password: PASSWORD })
  const { passkey, told } = await add(eve, more)
  expect(told.status).toBe(200)
  return { ...eve, passkey }
}
const asked = () => begun(undefined, '/office/session/passkey')
const enter = (answer: object) => post(undefined, '/office/session/passkey', answer)
const signIn = async (passkey: TestPasskey, lies: Lies = {}) => enter(answerWith(passkey, await asked(), origin, lies))
const acts = async ({ id }: TestStaff) =>
  (
    await shop.db.query<{ act: string; before: object; after: object }>(
      sql`select act, before, after from audit_log where subject_id = ${id} order by id`,
    )
  ).map(({ act, before, after }) => [act, before, after])
const mails = async ({ email }: TestStaff) =>
  (
    await shop.db.query<{ change: string }>(sql`
      select data ->> 'change' as change from mails where recipient = ${email} and template = 'staffChanged'
      order by created_at, id`)
  ).map(({ change }) => change)
const age = (who: TestStaff, minutes: number) =>
  shop.db.run(sql`
    update staff_sessions set proved_at = now() - make_interval(mins => ${minutes}) where staff_id = ${who.id}`)
const waiting = () =>
  shop.db.query(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)

test('a passkey is made for this host, listed, renamed, removed, told by mail and written down; password and app stay', async () => {
  const eve = await addStaff(shop, { role: 'catalogue', password: PASSWORD })
  expect(await listed(eve)).toEqual([])
  const options = await begun(eve, '/office/me/passkeys')
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: `${eve.email} (office)`, displayName: 'Ada' },
    attestation: 'none',
    excludeCredentials: [],
  })
  const handle = Buffer.from(options.user.id, 'base64url')
  expect(handle).toHaveLength(32)
  const { passkey, told } = await add(eve)
  expect(told.body.data).toMatchObject({ state: 'good', usedAt: null, synced: true })
  const { id, name } = told.body.data
  const again = await begun(eve, '/office/me/passkeys')
  expect(again.excludeCredentials).toMatchObject([{ id: passkey.credentialId }])
  expect(said(await post(eve, `/office/me/passkeys/${id}/rename`, { name: ' pay at evil.example/x ' })).status).toBe(
    200,
  )
  expect(await listed(eve)).toMatchObject([{ id, name: 'pay at evil.example/x' }])

  const remove = () => shop.call('DELETE', `/office/me/passkeys/${id}`, { headers: { cookie: eve.cookie } })
  await age(eve, 16)
  expect(said(await remove())).toEqual({ status: 403, msg: 'login.proveAgain' })
  expect(said(await post(eve, '/office/me/passkeys/begin'))).toEqual({ status: 403, msg: 'login.proveAgain' })
  await age(eve, 14)
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  expect(said(await signIn(passkey))).toEqual(REFUSED)
  expect(await acts(eve)).toEqual([
    ['staff.passkeyAdd', null, { passkey: name }],
    ['staff.passkeyRename', { passkey: name }, { passkey: 'pay at evil.example/x' }],
    ['staff.passkeyRemove', { passkey: 'pay at evil.example/x' }, null],
  ])
  expect(await mails(eve)).toEqual(['passkeyAdded', 'passkeyRemoved'])
  const names = await shop.db.query(
    sql`select data ->> 'passkeys' as n from mails where recipient = ${eve.email} order by created_at, id`,
  )
  expect(names).toEqual([{ n: name }, { n: 'pay at evil example x' }])
  const body = { email: eve.email, password: await sealForTest(shop.call, PASSWORD), code: await codeNow(shop, eve) }
  expect((await shop.call('POST', '/office/session', { body })).status).toBe(200)
})

test('a passkey signs in as both factors at once, in a session of its own, and a new browser is told', async () => {
  const eve = await keyed()
  const entered = await signIn(eve.passkey)
  expect(entered.body.data).toMatchObject({ id: eve.id, email: eve.email, role: 'catalogue', provedSecondsAgo: 0 })
  const cookie = cookieOf(entered)
  expect(cookie).toMatch(/^office=/)
  expect(entered.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/)
  expect((await shop.call('GET', '/office/me', { headers: { cookie } })).body.data.email).toBe(eve.email)
  expect((await listed(eve))[0].usedAt).not.toBeNull()
  expect((await acts(eve)).at(-1)).toEqual(['staff.signIn', null, { proof: 'passkey' }])
})

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

test('a passkey proves its person again, and nobody else’s does', async () => {
  const [eve, bob] = [await keyed(), await keyed()]
  await age(eve, 16)
  const codes = async () => said(await post(eve, '/office/me/recovery-codes'))
  const prove = async (passkey: TestPasskey, lies: Lies = {}) =>
    said(
      await post(
        eve,
        '/office/prove/passkey',
        answerWith(passkey, await begun(eve, '/office/prove/passkey'), origin, lies),
      ),
    )
  expect((await begun(eve, '/office/prove/passkey')).allowCredentials).toMatchObject([{ id: eve.passkey.credentialId }])
  expect(await codes()).toEqual({ status: 403, msg: 'login.proveAgain' })
  expect(await prove(bob.passkey)).toEqual(REFUSED)
  expect(await prove(eve.passkey, { unverified: true })).toEqual(REFUSED)
  expect(await codes()).toEqual({ status: 403, msg: 'login.proveAgain' })
  // With the list of what may answer at hand, a device need not say whose it is.
  expect((await prove(eve.passkey, { handle: undefined })).status).toBe(200)
  expect((await codes()).status).toBe(200)
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

test('who is blocked opens nothing by a passkey, also when he is blocked at this moment', async () => {
  const eve = await keyed()
  await shop.db.run(sql`update staff set blocked_at = now() where id = ${eve.id}`)
  expect(said(await signIn(eve.passkey))).toEqual(REFUSED)
  await shop.db.run(sql`update staff set blocked_at = null where id = ${eve.id}`)
  let answer: Promise<Answer> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`update staff set blocked_at = now() where id = ${eve.id}`)
    answer = signIn(eve.passkey)
    await until(waiting, 'the sign-in waits')
  })
  expect(said((await answer)!)).toEqual(REFUSED)
  const sessions = await shop.db.query(sql`select 1 from staff_sessions where staff_id = ${eve.id}`)
  expect(sessions).toHaveLength(1)
})

test('a new link ends all passkeys when it is used, and not before; whoever signs in meanwhile gets no session', async () => {
  const eve = await keyed({ role: 'owner' })
  const token = await invite(shop, eve.email)
  expect((await signIn(eve.passkey)).status).toBe(200)
  const { secret } = (await shop.call('POST', '/office/invitation', { body: { token } })).body.data
  const { generateSync } = await import('otplib')
  const body = async () => ({
    ...{ token, name: 'Eve', password: await sealForTest(shop.call, 'Pear-Engine-8') },
    code: generateSync({ secret }),
  })
  const accepted = await shop.call('POST', '/office/invitation/accept', { body: await body() })
  expect(accepted.status).toBe(200)
  expect(said(await signIn(eve.passkey))).toEqual(REFUSED)
  expect(await mails(eve)).toEqual(['passkeyAdded', 'newLink', 'passkeysEnded'])
  expect((await acts(eve)).at(-1)).toMatchObject(['staff.begin', null, { passkeysEnded: [expect.any(String)] }])
  expect(await shop.db.query(sql`select 1 from staff_passkeys where staff_id = ${eve.id}`)).toEqual([])
})

test('one has twenty at most, also when he adds several at once; the same one is nobody else’s', async () => {
  const [eve, bob] = [await keyed(), await addStaff(shop)]
  await shop.db.run(sql`
    insert into staff_passkeys (id, staff_id, credential_id, public_key, rp_id, transports, name, sign_count, synced)
    select gen_random_uuid(), staff_id, sha256(convert_to(id::text || n, 'UTF8')), public_key, rp_id, transports, name, 0, true
    from staff_passkeys, generate_series(1, 18) n where staff_id = ${eve.id}`)
  const options = await Promise.all([1, 2, 3].map(() => begun(eve, '/office/me/passkeys')))
  const answers = await Promise.all(
    options.map((each) => post(eve, '/office/me/passkeys', makePasskey(each, origin).answer)),
  )
  expect(answers.map(({ body }) => body.msg).sort()).toEqual(['ok', 'passkey.tooMany', 'passkey.tooMany'])
  expect((await post(eve, '/office/me/passkeys/begin')).body.msg).toBe('passkey.tooMany')

  const { answer } = await add(bob)
  const carol = await addStaff(shop)
  const hers = makePasskey(await begun(carol, '/office/me/passkeys'), origin).answer.response.clientDataJSON
  const again = { ...answer, response: { ...answer.response, clientDataJSON: hers } }
  expect((await post(carol, '/office/me/passkeys', again)).body.msg).toBe('passkey.known')
})

test('the visitor of a demo adds none and renames none', async () => {
  const demo = await openTestShop({ DEMO: 'on' })
  try {
    const cookie = /office=[\w-]{43}/.exec(
      (await demo.call('POST', '/office/demo', { body: {} })).headers.get('set-cookie') ?? '',
    )![0]
    const ada = await addStaff(demo)
    const tries = ['/office/me/passkeys/begin', `/office/me/passkeys/${ada.id}/rename`]
    for (const path of tries) {
      const answer = await demo.call('POST', path, { headers: { cookie }, body: { name: 'x' } })
      expect([path, answer.body.msg]).toEqual([path, 'staff.refused.demoPerson'])
    }
    const removed = await demo.call('DELETE', `/office/me/passkeys/${ada.id}`, { headers: { cookie } })
    expect(removed.body.msg).toBe('staff.refused.demoPerson')
  } finally {
    await demo.close()
  }
})
