// Passkeys of people who work here: both factors at once, theirs alone, and gone with a link that begins anew.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { answerWith, type Lies, makePasskey, type TestPasskey } from '#rooms/webauthn/authenticator.testing.ts'
import { type Answer, openTestShop, type TestShop } from '#test/harness.ts'
import { PASSWORD, passkeys, REFUSED, said } from './passkeys.testing.ts'
import { addStaff, codeNow, cookieOf, invite, type TestStaff } from './staff.testing.ts'

let shop: TestShop
let origin: string
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', STAFF_SIGN_INS_PER_MINUTE: '100000' })
  // At an address of digits no browser makes any.
  origin = shop.shop.origin.replace('127.0.0.1', 'localhost')
})
afterAll(() => shop.close())

const { post, begun, listed, add, keyed, signIn, acts, mails } = passkeys(() => ({ shop, origin }))
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
