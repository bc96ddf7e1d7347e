// Another authenticator app for oneself in the back office.
import { randomUUID } from 'node:crypto'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { openTestShop, type TestShop, withinOneMinute } from '#test/harness.ts'
import { makeSecrets } from '#test/surroundings.testing.ts'
import { newLink } from './invitations.ts'
import { addStaff, askAs, codeNow, cookieOf, doors, PASSWORD, type TestStaff } from './staff.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: makeSecrets().vaultKey })
})
afterAll(() => shop.close())

const { sealed, inbox, signIn } = doors(() => shop)

const BEGIN = 'POST /office/me/authenticator/begin'
const FINISH = 'POST /office/me/authenticator'

/** May do nothing but what is his own. */
const addReader = () => addStaff(shop, { role: 'catalogue', password: PASSWORD })
const begin = async (eve: TestStaff) =>
  askAs(shop, eve, BEGIN, { password: await sealed(PASSWORD), code: await codeNow(shop, eve) })
const finish = (
  eve: TestStaff,
  { begun, secret }: { begun: string; secret: string },
  code = generateSync({ secret }),
) => askAs(shop, eve, FINISH, { begun, code })
const acts = ({ id }: TestStaff) =>
  shop.db.query(
    sql`select act, before, after from audit_log where subject_id = ${id} and act <> 'staff.signIn' order by id`,
  )
const sessionsOf = async (eve: TestStaff) => (await askAs(shop, eve, 'GET /office/me')).sessions

test('another app takes password and code of the one of now, which holds until a code of the new one has come', async () => {
  const eve = await addReader()
  await shop.db.run(sql`
    insert into staff_sessions (id, staff_id, token_hash, address, system, device)
    values (${randomUUID()}, ${eve.id}, ${randomUUID()}, '203.0.113.9', 'macOS', 'Safari')`)
  const code = await codeNow(shop, eve)
  const wrong = { status: 422, refused: 'office.wrong' }
  expect(await askAs(shop, eve, BEGIN, { password: await sealed('a wrong one'), code })).toMatchObject(wrong)
  expect(await askAs(shop, eve, BEGIN, { password: await sealed(PASSWORD), code: '000000' })).toMatchObject(wrong)
  const begun = await begin(eve)
  expect(begun.uri).toContain(`secret=${begun.secret}`)
  expect(begun.begun).not.toContain(begun.secret)

  const wrongCode = { status: 400, errors: [{ path: 'code', message: 'totp.wrongCode' }] }
  expect(await finish(eve, begun, '000000')).toMatchObject(wrongCode)
  // A code of the app of now is none of the new one.
  expect(await finish(eve, begun, await codeNow(shop, eve))).toMatchObject(wrongCode)
  expect([await acts(eve), await inbox(eve.email)]).toEqual([[], []])
  expect((await signIn(eve.email, PASSWORD, { code: await codeNow(shop, eve) })).status).toBe(200)
  expect(await sessionsOf(eve)).toHaveLength(3)

  const token = await shop.db.transaction((tx) => newLink(tx, eve.id, null))
  expect(await finish(eve, begun)).toBeNull()
  expect(await sessionsOf(eve)).toMatchObject([{ isThis: true }])
  expect(await acts(eve)).toEqual([{ act: 'staff.authenticator', before: null, after: { sessionsEnded: 2 } }])
  expect(await inbox(eve.email)).toContainEqual({ template: 'staffChanged' })
  expect((await shop.call('POST', '/office/invitation', { body: { token } })).status).toBe(422)
  const now = { ...eve, secret: begun.secret }
  const enters = async (who: TestStaff) =>
    (await signIn(eve.email, PASSWORD, { code: await codeNow(shop, who) })).status
  expect([await enters(eve), await enters(now)]).toEqual([422, 200])
  const written = JSON.stringify(await shop.db.query(sql`select * from audit_log`))
  for (const text of [begun.secret, begun.begun]) expect(written).not.toContain(text)
})

test('the code that set it up is used, and asking again changes nothing', async () => {
  const eve = await addReader()
  const begun = await begin(eve)
  const code = generateSync({ secret: begun.secret })
  expect(await finish(eve, begun, code)).toBeNull()
  expect(await finish(eve, begun, code)).toBeNull()
  expect(await acts(eve)).toHaveLength(1)
  expect((await signIn(eve.email, PASSWORD, { code })).body.msg).toBe('office.wrong')
})

test('what was begun is of its session and its quarter of an hour, and of the app that it replaces', async () => {
  const over = { status: 422, refused: 'office.appOver' }
  const eve = await addReader()
  const first = await begin(eve)
  const entered = await signIn(eve.email, PASSWORD, { code: await codeNow(shop, eve) })
  expect(await finish({ ...eve, cookie: cookieOf(entered) }, first)).toMatchObject(over)
  expect(await finish(await addReader(), first)).toMatchObject(over)
  expect(await finish(eve, { ...first, begun: `${first.begun.slice(0, -4)}AAAA` })).toMatchObject(over)
  expect(await finish(eve, { ...first, begun: '' })).toMatchObject(over)

  const second = await begin(eve)
  expect(await finish(eve, second)).toBeNull()
  expect(await finish(eve, first)).toMatchObject(over)
  expect(await acts(eve)).toHaveLength(1)
})

test('codes of the app of now are counted as at the door, and a demo’s visitor has none', async () => {
  const eve = await addReader()
  await withinOneMinute(shop, async () => {
    const wrong = async () =>
      (await askAs(shop, eve, BEGIN, { password: await sealed(PASSWORD), code: '000000' })).refused
    for (let n = 0; n < 5; n++) expect(await wrong()).toBe('office.wrong')
    expect(await wrong()).toBe('office.solveFirst')
  })
  const demo = await openTestShop({ DEMO: 'on' })
  try {
    const cookie = cookieOf(await demo.call('POST', '/office/demo', { body: {} }))
    for (const [name, body] of [
      [BEGIN, { password: await sealed(PASSWORD), code: '1' }],
      [FINISH, { begun: '', code: '1' }],
    ] as const)
      expect(await askAs(demo, { ...eve, cookie }, name, body)).toMatchObject({ refused: 'staff.refused.demoPerson' })
  } finally {
    await demo.close()
  }
})
