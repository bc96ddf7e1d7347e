// One's own account in the back office: name, password, recovery codes, sessions.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { type Answer, openTestShop, type TestShop } from '#test/harness.ts'
import { makeSecrets } from '#test/surroundings.testing.ts'
import { newLink } from './invitations.ts'
import { addStaff, codeNow, type TestStaff } from './staff.testing.ts'

const PASSWORD = 'Plum-Engine-9'
const NEW = 'Pear-Engine-8'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: makeSecrets().vaultKey })
})
afterAll(() => shop.close())

/** Signed in here and in another browser; he may do nothing but what is his own. */
async function addReader(): Promise<TestStaff & { other: string }> {
  const eve = await addStaff(shop, { role: 'catalogue', password: PASSWORD })
  const other = randomUUID()
  await shop.db.run(sql`
    insert into staff_sessions (id, staff_id, token_hash, address, system, device)
    values (${other}, ${eve.id}, ${other}, '203.0.113.9', 'macOS', 'Safari')`)
  return { ...eve, other }
}
const own = async (eve: TestStaff) =>
  (await shop.call('GET', '/office/me', { headers: { cookie: eve.cookie } })).body.data
const post = (eve: TestStaff, path: string, body: object = {}) =>
  shop.call('POST', path, { headers: { cookie: eve.cookie }, body })
const said = ({ status, body }: Answer) => (status === 200 ? 200 : body.msg)
const sealed = (password: string) => sealForTest(shop.call, password)
const acts = (eve: TestStaff) =>
  shop.db.query(sql`select act, before, after from audit_log where subject_id = ${eve.id} order by id`)
const mails = async ({ email }: TestStaff) =>
  (
    await shop.db.query<{ change: string }>(
      sql`select data ->> 'change' as change from mails where recipient = ${email} order by created_at, id`,
    )
  ).map(({ change }) => change)

test('a name, as colleagues see it', async () => {
  const eve = await addReader()
  expect(said(await post(eve, '/office/me/name', { name: ' Eve <b> ' }))).toBe(200)
  expect((await own(eve)).name).toBe('Eve <b>')
  expect(await acts(eve)).toEqual([{ act: 'staff.name', before: { name: 'Ada' }, after: { name: 'Eve <b>' } }])
  for (const name of ['', ' ', 'x'.repeat(81)]) expect((await post(eve, '/office/me/name', { name })).status).toBe(400)
})

test('a new password takes the one of now and a code; other sessions end, and it is told by mail', async () => {
  const eve = await addReader()
  const change = async (password: string, newPassword: string, code: string) =>
    post(eve, '/office/me/password', {
      ...{ password: await sealed(password), newPassword: await sealed(newPassword), code },
    })
  expect(said(await change('a wrong one', NEW, await codeNow(shop, eve)))).toBe('office.wrong')
  expect(said(await change(PASSWORD, NEW, '000000'))).toBe('office.wrong')
  expect((await change(PASSWORD, 'football', await codeNow(shop, eve))).body.errors).toEqual([
    { path: 'newPassword', message: 'password.common' },
  ])
  expect([await acts(eve), await mails(eve)]).toEqual([[], []])
  expect((await own(eve)).sessions).toHaveLength(2)
  // Somebody has made a link to her account that she did not ask for.
  const token = await shop.db.transaction((tx) => newLink(tx, eve.id, null))
  const opens = async () => (await shop.call('POST', '/office/invitation', { body: { token } })).status
  expect(await opens()).toBe(200)
  expect(said(await change(PASSWORD, NEW, await codeNow(shop, eve)))).toBe(200)
  expect(await opens()).toBe(422)
  expect((await own(eve)).sessions).toMatchObject([{ isThis: true }])
  expect(await acts(eve)).toEqual([{ act: 'staff.password', before: null, after: { sessionsEnded: 1 } }])
  expect(await mails(eve)).toEqual(['password'])
  const signIn = async (password: string) =>
    shop.call('POST', '/office/session', {
      body: { email: eve.email, password: await sealed(password), code: await codeNow(shop, eve) },
    })
  expect([said(await signIn(PASSWORD)), said(await signIn(NEW))]).toEqual(['office.wrong', 200])
})

test('new recovery codes are shown once and end those of before; a proof that is old is not enough', async () => {
  const eve = await addReader()
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${eve.id}`)
  expect(said(await post(eve, '/office/me/recovery-codes'))).toBe('login.proveAgain')
  await shop.db.run(sql`update staff_sessions set proved_at = now() where staff_id = ${eve.id}`)
  const { recoveryCodes } = (await post(eve, '/office/me/recovery-codes')).body.data
  expect(recoveryCodes).toHaveLength(10)
  const signIn = async (recoveryCode: string) =>
    said(
      await shop.call('POST', '/office/session', {
        body: { email: eve.email, password: await sealed(PASSWORD), recoveryCode },
      }),
    )
  expect([await signIn(eve.recoveryCodes[0]!), await signIn(recoveryCodes[0])]).toEqual(['office.wrong', 200])
  expect((await own(eve)).recoveryCodes).toBe(9)
  expect(await mails(eve)).toContain('recoveryCodes')
  const written = JSON.stringify(await shop.db.query(sql`select * from audit_log`))
  for (const code of recoveryCodes) expect(written).not.toContain(code)
})

test('one ends another session of his, or all others, and nobody else’s', async () => {
  const [eve, bob] = [await addReader(), await addReader()]
  expect(said(await post(eve, '/office/me/sessions/end', { sessionId: bob.other }))).toBe('staff.refused.noSession')
  expect((await post(eve, '/office/me/sessions/end', { sessionId: eve.other })).body.data).toEqual({ ended: 1 })
  expect((await post(bob, '/office/me/sessions/end')).body.data).toEqual({ ended: 1 })
  expect((await own(bob)).sessions).toMatchObject([{ isThis: true }])
  expect((await own(eve)).sessions).toHaveLength(1)
})

test('the visitor of a demo sees no other visitor, and changes nothing, neither of himself nor of people and roles', async () => {
  const demo = await openTestShop({ DEMO: 'on' })
  try {
    const enter = async () =>
      /office=[\w-]{43}/.exec(
        (await demo.call('POST', '/office/demo', { body: {} })).headers.get('set-cookie') ?? '',
      )![0]
    const [cookie] = [await enter(), await enter()]
    const asVisitor = { headers: { cookie } }
    const mine = (await demo.call('GET', '/office/me', asVisitor)).body.data
    expect(mine.sessions).toMatchObject([{ isThis: true, address: null }])
    const ada = await addStaff(demo)
    const seen = (await demo.call('GET', `/office/staff/${ada.id}`, asVisitor)).body.data
    expect(seen).toMatchObject({ cannot: 'demo', sessions: [{ address: null }] })
    const tries: [string, object, string][] = [
      ['/office/me/name', { name: 'Mallory' }, 'demoPerson'],
      ['/office/me/recovery-codes', {}, 'demoPerson'],
      ['/office/me/sessions/end', {}, 'demoPerson'],
      ['/office/staff', { email: 'm@shop.example', role: 'owner', reason: 'why not' }, 'demo'],
      [`/office/staff/${ada.id}/link`, { seen: seen.seen, reason: 'why not' }, 'demo'],
      [`/office/staff/${ada.id}/block`, { seen: seen.seen, reason: 'why not' }, 'demo'],
      ['/office/roles', { name: 'king', reason: 'why not' }, 'demo'],
    ]
    for (const [path, body, why] of tries) {
      const { body: answer } = await demo.call('POST', path, { ...asVisitor, body })
      expect([path, answer.msg]).toEqual([path, `staff.refused.${why}`])
    }
    expect(await demo.db.query(sql`select 1 from mails where template like 'staff%'`)).toEqual([])
    const log = (await demo.call('GET', '/office/audit', asVisitor)).body.data.rows
    expect(log.length).toBeGreaterThan(1)
    expect(log.every(({ address }: { address: null }) => address === null)).toBe(true)
  } finally {
    await demo.close()
  }
})
