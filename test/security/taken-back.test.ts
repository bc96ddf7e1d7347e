// Somebody has got into an account, set up ways in of his own and moved it to his address; the owner takes the address back.
// What he got by that opens nothing any more, each part by itself (decisions A8, D2, F3).
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { askForAddress } from '#rooms/members/email.testing.ts'
import { ownAddresses } from '#rooms/members/hands.ts'
import { linkToken } from '#rooms/members/links.ts'
import { passkeysAt } from '#rooms/passkeys/members.testing.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'

const PASSWORD = 'correct horse'

let shop: TestShop
let at: ReturnType<typeof passkeysAt>
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  at = passkeysAt(shop)
})
afterAll(() => shop.close())
// Each test has a minute of its own.
beforeEach(() => shop.db.run(sql`delete from rate_limits`))

const keyring = () => shop.shop.ground.keyring

async function login(name: string, password: string, headers: Record<string, string> = {}) {
  const body = { username: name, password: await sealForTest(shop.call, password) }
  return shop.call('POST', '/api/login', { body, headers })
}

const thiefOf = ({ username }: TestMember) => `thief-${username}@example.com`

/** Whoever is in the account asks for another address and confirms it; answers what a mail to the old one would open. */
async function moved(member: TestMember, email = thiefOf(member)): Promise<string> {
  const id = await askForAddress(shop, member, member, email)
  const token = linkToken(keyring(), 'email', id)
  const confirmed = await at.as(member, 'POST', '/api/profile/email/confirm', { token })
  expect(confirmed.body.data).toEqual({ email })
  return linkToken(keyring(), 'emailUndo', id)
}

const undo = (token: string) => shop.call('POST', '/api/profile/email/undo', { body: { token } })

async function setUpApp(member: TestMember): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await at.as(member, 'POST', '/api/profile/totp/begin')).body.data
  const on = await at.as(member, 'POST', '/api/profile/totp/confirm', { code: generateSync({ secret }) })
  expect(on.status).toBe(200)
  return { secret, recoveryCodes: on.body.data.recoveryCodes }
}

/** So many statements wait for another transaction. */
const waiting = (statements: number) => async () =>
  (
    await shop.db.query(sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  ).length === statements

/** By the link that a forgotten password is replaced with. */
async function choose(member: TestMember, password: string): Promise<void> {
  const { id } = await shop.db.one<{ id: string }>(sql`
    insert into password_resets (id, member_id) values (gen_random_uuid(), ${member.id}) returning id`)
  const [newPwd, confirmPwd] = [await sealForTest(shop.call, password), await sealForTest(shop.call, password)]
  const body = { code: linkToken(keyring(), 'reset', id), newPwd, confirmPwd }
  expect((await shop.call('POST', '/api/resetPassword', { body })).status).toBe(200)
}

/** How much of what opens the account there is. */
const held = (member: TestMember) =>
  shop.db.one<Record<'sessions' | 'passkeys' | 'apps' | 'codes' | 'browsers', number>>(sql`
    select (select count(*)::int from sessions where member_id = m.id) as sessions,
      (select count(*)::int from passkeys where member_id = m.id) as passkeys,
      (select count(*)::int from totp_secrets where member_id = m.id) as apps,
      (select count(*)::int from recovery_codes where member_id = m.id) as codes,
      (select count(*)::int from known_devices where member_id = m.id) as browsers
    from members m where m.id = ${member.id}`)

test('sessions, the password, passkeys and an app with its recovery codes that were set up lately end, and the owner gets in', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const { passkey } = await at.add(member)
  const { recoveryCodes } = await setUpApp(member)
  const back = await moved(member)
  const ticket = (await login(member.username, PASSWORD)).body.data.ticket as string
  expect(ticket).toBeTruthy()
  expect((await undo(back)).status).toBe(200)

  expect((await at.as(member, 'GET', '/api/getInfo')).status).toBe(401)
  expect((await login(member.email, PASSWORD)).body.data).toMatchObject({ reason: 'login.wrong' })
  expect((await at.login(passkey)).body.data).toEqual({ reason: 'login.passkeyRefused' })
  const second = await shop.call('POST', '/api/login/second', { body: { ticket, recoveryCode: recoveryCodes[0] } })
  expect(second.status).toBe(422)
  expect(await held(member)).toMatchObject({ sessions: 0, passkeys: 0, apps: 0, codes: 0 })

  await choose(member, 'a new plum 7')
  expect((await login(member.email, 'a new plum 7')).status).toBe(200)
  // Two were written in one transaction, and so at one moment.
  expect((await at.mailsOf(member)).sort()).toEqual([
    'A passkey was added',
    'All passkeys were removed, because the password was reset or closed by mail',
    'Codes from an authenticator app are asked for now',
    'Codes from an authenticator app are no longer asked for',
  ])
})

test('what waits to be confirmed, and links to a new password, lead nowhere', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const back = await moved(member)
  expect((await at.as(member, 'POST', '/api/profile/email', { email: 'third@example.com' })).status).toBe(200)
  const { id } = await shop.db.one<{ id: string }>(sql`
    insert into password_resets (id, member_id) values (gen_random_uuid(), ${member.id}) returning id`)
  await undo(back)
  expect(
    await shop.db.query(sql`
    select 1 from email_changes where member_id = ${member.id} and confirmed_at is null`),
  ).toEqual([])
  const code = encodeURIComponent(linkToken(keyring(), 'reset', id))
  expect((await shop.call('GET', `/api/verify?code=${code}`)).body.msg).toBe('message.linkErr')
})

test('an owner who changes the address back himself leaves the thief no link: his address never was the owner’s', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const toOwner = await moved(member)
  const toThief = await moved(member, member.email)
  const mails = await shop.db.query(sql`select template from mails where recipient = ${thiefOf(member)}`)
  expect(mails).toEqual([{ template: 'emailTakenBack' }])
  for (const token of [toThief, toOwner]) {
    const refusal = await undo(token)
    expect([refusal.status, refusal.body.msg]).toEqual([422, 'message.linkErr'])
  }
  expect(await ownAddresses(shop.db, member.id)).toEqual([{ email: member.email, since: null, until: null }])
  expect(await held(member)).toMatchObject({ sessions: 1 })
})

test('an app that was there long before stays: who has the old mailbox alone does not get past it', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const { secret } = await setUpApp(member)
  await shop.db.run(sql`
    update totp_secrets set enabled_at = now() - interval '31 days', last_step = 0 where member_id = ${member.id}`)
  await shop.db.run(sql`update recovery_codes set made_at = now() - interval '31 days' where member_id = ${member.id}`)
  await undo(await moved(member))
  expect(await held(member)).toMatchObject({ apps: 1, codes: 10 })

  await choose(member, 'a new plum 7')
  const asked = await login(member.email, 'a new plum 7')
  expect(asked.body.data).toMatchObject({ reason: 'login.secondFactor' })
  const body = { ticket: asked.body.data.ticket, code: generateSync({ secret }) }
  expect((await shop.call('POST', '/api/login/second', { body })).status).toBe(200)
})

test('of such an app the recovery codes go that were made lately, and the owner is told', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  await setUpApp(member)
  await shop.db.run(sql`
    update totp_secrets set enabled_at = now() - interval '31 days' where member_id = ${member.id}`)
  const back = await moved(member)
  expect((await at.as(member, 'POST', '/api/profile/totp/recovery')).status).toBe(200)
  await undo(back)
  expect(await held(member)).toMatchObject({ apps: 1, codes: 0 })
  expect((await at.mailsOf(member)).at(-1)).toBe('The recovery codes are void. Please make new ones')
})

test('the thief’s browser is one like any other again', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const entered = await login(member.username, PASSWORD)
  const device = /device=[^;]+/.exec(entered.headers.getSetCookie().join('\n'))![0]
  expect(await held(member)).toMatchObject({ browsers: 1 })
  await undo(await moved(member))
  expect(await held(member)).toMatchObject({ browsers: 0 })
  // So it has no count of its own: after five failures from anywhere it is asked for a challenge, too.
  for (let i = 0; i < 5; i++) await login(member.username, 'wrong horse')
  const guess = await login(member.username, 'wrong horse', { cookie: device })
  expect(guess.body.data).toMatchObject({ reason: 'login.captcha' })
})

test('a link to a new password that is asked for at that very moment leads nowhere, nor one at the moment of a change', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const back = await moved(member)
  const id = await askForAddress(shop, member, member, `other-${member.username}@example.com`)
  const confirm = () =>
    at.as(member, 'POST', '/api/profile/email/confirm', { token: linkToken(keyring(), 'email', id) })
  for (const change of [confirm, () => undo(back)]) {
    let answer: Promise<{ status: number }> | undefined
    let isAnswered = false
    await shop.db.transaction(async (tx) => {
      await tx.run(sql`insert into password_resets (id, member_id) values (gen_random_uuid(), ${member.id})`)
      answer = change().finally(() => {
        isAnswered = true
      })
      await until(async () => isAnswered || (await waiting(1)()), 'the address changes, or waits for the link')
    })
    expect((await answer)!.status).toBe(200)
    const open = sql`select 1 from password_resets where member_id = ${member.id} and used_at is null`
    expect(await shop.db.query(open)).toEqual([])
  }
})

test('whoever turns codes on, makes recovery codes or turns them off at that very moment changes nothing', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const back = await moved(member)
  const { secret } = (await at.as(member, 'POST', '/api/profile/totp/begin')).body.data
  let answers: Promise<{ status: number }[]> | undefined
  let undone: Promise<{ status: number }> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from members where id = ${member.id} for update`)
    undone = undo(back)
    await until(waiting(1), 'the owner waits')
    answers = Promise.all([
      at.as(member, 'POST', '/api/profile/totp/confirm', { code: generateSync({ secret }) }),
      at.as(member, 'POST', '/api/profile/totp/recovery'),
      at.as(member, 'DELETE', '/api/profile/totp'),
    ])
    await until(waiting(4), 'the thief waits behind him')
  })
  expect((await undone)!.status).toBe(200)
  expect((await answers)!.map(({ status }) => status)).toEqual([401, 401, 401])
  expect((await held(member)).apps).toBe(0)
})
