// A second factor: turned on and off by who proves himself, asked for at the sign-in, each code good once (decisions A9, A10, F3).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { until } from '#platform/testing.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { loginTickets } from '#rooms/sessions/ticket.ts'
import { addMember, openTestShop, type TestShop } from '#test/harness.ts'
import { PASSWORD, secondFactors } from './totp.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())

const { codeOf, as, equipped, login, second, ticketOf } = secondFactors(() => shop)

test('codes are on once one was confirmed; the secret and the codes are kept unreadable, and a mail tells it', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  expect((await as(member, 'GET', '/api/profile/totp')).body.data).toEqual({
    isOn: false,
    since: null,
    recoveryCodesLeft: 0,
  })
  const begun = (await as(member, 'POST', '/api/profile/totp/begin')).body.data
  expect(begun.uri).toMatch(new RegExp(`^otpauth://totp/.*${member.username}\\?secret=${begun.secret}`))
  expect((await login(member)).status).toBe(200)
  const wrong = await as(member, 'POST', '/api/profile/totp/confirm', { code: '12345' })
  expect([wrong.status, wrong.body.msg]).toEqual([422, 'totp.wrongCode'])
  const on = await as(member, 'POST', '/api/profile/totp/confirm', { code: await codeOf(begun.secret) })
  const { recoveryCodes } = on.body.data
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[A-HJKMNP-TV-Z2-9]{5}-[A-HJKMNP-TV-Z2-9]{5}$/)
  expect((await as(member, 'GET', '/api/profile/totp')).body.data).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
  const [row] = await shop.db.query<{ all: string }>(sql`
    select encode(t.sealed, 'escape') || string_agg(encode(r.hash, 'escape'), '') as all
    from totp_secrets t join recovery_codes r using (member_id) where t.member_id = ${member.id} group by t.sealed`)
  for (const secret of [begun.secret, ...recoveryCodes, ...recoveryCodes.map((c: string) => c.replace('-', ''))])
    expect(row!.all).not.toContain(secret)
  const again = await as(member, 'POST', '/api/profile/totp/begin')
  expect([again.status, again.body.msg]).toEqual([422, 'totp.isOn'])
  const [mail] = await shop.db.query<{ template: string; data: { change: string } }>(
    sql`select template, data from mails where recipient = ${member.email}`,
  )
  expect(mail).toEqual({
    template: 'signInChanged',
    data: { change: 'Codes from an authenticator app are asked for now' },
  })
})

test('the password alone opens nothing: it gets a ticket, and the code a session', async () => {
  const member = await equipped()
  const refusal = await login(member, { rememberMe: true, headers: { 'x-locale': 'de' } })
  expect(refusal.status).toBe(422)
  expect(refusal.body.msg).toBe('Bitte geben Sie den Code aus Ihrer Authenticator-App ein.')
  expect(refusal.body.data.reason).toBe('login.secondFactor')
  expect(refusal.headers.getSetCookie()).toEqual([])
  const { ticket } = refusal.body.data
  const code = await codeOf(member.secret)
  const entered = await second({ ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect(entered.status).toBe(200)
  expect(entered.headers.getSetCookie().find((line) => line.startsWith('token='))).toContain('Max-Age=86400')
  expect(entered.body.data.user.id).toBe(member.id)
  const history = await as(member, 'GET', '/api/profile/history')
  expect(history.body.rows[0].method).toBe('code')
})

test('a code counts once, by whichever of two rivals, and none before it', async () => {
  const member = await equipped()
  const code = await codeOf(member.secret, 1)
  const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketOf(member)))
  const answers = await Promise.all(tickets.map((ticket) => second({ ticket, code })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  expect(answers.find(({ status }) => status === 422)!.body.data.reason).toBe('login.wrongCode')
  const ticket = await ticketOf(member)
  expect((await second({ ticket, code })).status).toBe(422)
  expect((await second({ ticket, code: await codeOf(member.secret) })).status).toBe(422)
})

test('a code is the same from a keyboard of other digits', async () => {
  const member = await equipped()
  const code = await codeOf(member.secret)
  const from = (zero: number) => code.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)))
  for (const typed of [from(0x660), from(0x6f0), from(0xff10)]) {
    await shop.db.run(sql`update totp_secrets set last_step = 0 where member_id = ${member.id}`)
    expect((await second({ ticket: await ticketOf(member), code: typed })).status).toBe(200)
  }
})

test('a code of another time is none', async () => {
  const member = await equipped()
  const reset = () => shop.db.run(sql`update totp_secrets set last_step = 0 where member_id = ${member.id}`)
  // The step may change between the code and the call: what is taken then and not now is left out.
  for (const [steps, status] of [
    [-3, 422],
    [0, 200],
    [1, 200],
    [3, 422],
  ] as const) {
    await reset()
    const code = await codeOf(member.secret, steps)
    expect((await second({ ticket: await ticketOf(member), code })).status).toBe(status)
  }
})

test('a recovery code counts once, however it is copied, and is nobody else’s', async () => {
  const [member, other] = [await equipped(), await equipped()]
  const recoveryCode = member.recoveryCodes[3]!
  expect((await second({ ticket: await ticketOf(other), recoveryCode })).status).toBe(422)
  const copied = ` ${recoveryCode.toLowerCase().replace('-', ' ')} `
  const tickets = [await ticketOf(member), await ticketOf(member)]
  const answers = await Promise.all(tickets.map((ticket) => second({ ticket, recoveryCode: copied })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await second({ ticket: await ticketOf(member), recoveryCode })).status).toBe(422)
  expect((await as(member, 'GET', '/api/profile/totp')).body.data.recoveryCodesLeft).toBe(9)
  const renewed = await as(member, 'POST', '/api/profile/totp/recovery')
  expect(renewed.body.data.recoveryCodes).toHaveLength(10)
  const old = member.recoveryCodes[4]!
  expect((await second({ ticket: await ticketOf(member), recoveryCode: old })).status).toBe(422)
})

test('a mail tells of each recovery code that was used, and of the last that new ones are wanted; a wrong one tells nothing', async () => {
  const member = await equipped()
  const told = async () => {
    const mails = await shop.db.query<{ data: { change: string } }>(sql`
      select data from mails where recipient = ${member.email} and template = 'signInChanged' order by created_at offset 1`)
    return mails.map(({ data }) => data.change)
  }
  const said = (change: 'recoveryUsed' | 'recoveryLast') => serverWords('en-US')(`letters.signInChange.${change}`)
  await second({ ticket: await ticketOf(member), recoveryCode: 'AAAAA-AAAAA' })
  expect(await told()).toEqual([])
  for (const recoveryCode of member.recoveryCodes) await second({ ticket: await ticketOf(member), recoveryCode })
  expect(await told()).toEqual([...Array(9).fill(said('recoveryUsed')), said('recoveryLast')])
})

test('a ticket is its member’s, ends with the password and after five minutes, and cannot be made up', async () => {
  const [member, other] = [await equipped(), await equipped()]
  const ticket = await ticketOf(member)
  const refusedWith = async (changed: string) => {
    const answer = await second({ ticket: changed, code: await codeOf(member.secret) })
    expect([answer.status, answer.body.data.reason]).toEqual([422, 'login.again'])
  }
  await refusedWith(ticket.replace(member.id, other.id))
  await refusedWith(`${member.id}.9999999999.0.${'A'.repeat(43)}`)
  const [, ends] = ticket.split('.')
  await refusedWith(ticket.replace(`.${ends}.`, `.${Number(ends) + 600}.`))
  expect(Number(ends)).toBeLessThanOrEqual(Date.now() / 1000 + 300)
  await shop.db.run(sql`
    update members set password_hash = (select password_hash from members where id = ${other.id}) where id = ${member.id}`)
  await refusedWith(ticket)
})

test('a ticket is read by an instance whose clock is ten minutes ahead, and by one whose is behind; its five minutes are the database’s', async () => {
  try {
    for (const apart of [10, -10]) {
      const [early, late] = [await equipped(), await equipped()]
      const ticket = await ticketOf(early)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + apart * 60_000 })
      expect((await second({ ticket, code: await codeOf(early.secret) })).status, `${apart} minutes`).toBe(200)
      const other = await ticketOf(late)
      vi.useRealTimers()
      expect((await second({ ticket: other, code: await codeOf(late.secret) })).status, `${apart} minutes`).toBe(200)
    }
  } finally {
    vi.useRealTimers()
  }
  const keyring = shop.shop.ground.keyring
  let now = 1_000
  const tickets = loginTickets(keyring, async () => now)
  const memberId = randomUUID()
  const ticket = await tickets.issue({ memberId, remembered: true }, 'hash')
  now += 299
  expect(await tickets.read(ticket, async () => 'hash')).toMatchObject({ memberId, remembered: true })
  now += 1
  expect(await tickets.read(ticket, async () => 'hash')).toBeUndefined()
})

test('who signed in long ago proves himself with password and code before anything of it changes', async () => {
  const member = await equipped()
  await shop.db.run(sql`update sessions set proved_at = now() - interval '16 minutes' where member_id = ${member.id}`)
  for (const [method, path] of [
    ['DELETE', '/api/profile/totp'],
    ['POST', '/api/profile/totp/recovery'],
    ['POST', '/api/profile/totp/begin'],
  ] as const) {
    const answer = await as(member, method, path)
    expect([answer.status, answer.body.msg]).toEqual([403, 'login.proveAgain'])
  }
  const prove = async (more: object, password = PASSWORD) =>
    as(member, 'POST', '/api/security/prove', { password: await sealForTest(shop.call, password), ...more })
  expect((await prove({}, 'wrong')).body.data.reason).toBe('login.wrong')
  expect((await prove({})).body.data.reason).toBe('login.secondFactor')
  expect((await prove({ code: '000000' })).body.data.reason).toBe('login.wrongCode')
  expect((await as(member, 'DELETE', '/api/profile/totp')).status).toBe(403)
  expect((await prove({ code: await codeOf(member.secret) })).status).toBe(200)
  expect((await as(member, 'DELETE', '/api/profile/totp')).status).toBe(200)
  expect((await as(member, 'DELETE', '/api/profile/totp')).status).toBe(404)
  expect((await login(member)).status).toBe(200)
  const mails = await shop.db.query(
    sql`select template from mails where recipient = ${member.email} and template = 'signInChanged'`,
  )
  expect(mails).toHaveLength(2)
})

test('codes that a program turns on leave no browser known, and the next sign-in is told', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  for (let n = 0; n < 2; n++) expect((await login(member)).status).toBe(200)
  const { secret } = (await as(member, 'POST', '/api/profile/totp/begin')).body.data
  const { recoveryCodes } = (await as(member, 'POST', '/api/profile/totp/confirm', { code: await codeOf(secret) })).body
    .data
  expect(await shop.db.query(sql`select 1 from known_devices where member_id = ${member.id}`)).toEqual([])
  const told = () =>
    shop.db.query(sql`select 1 from mails where recipient = ${member.email} and template = 'newDevice'`)
  const before = (await told()).length
  const entered = await second({ ticket: await ticketOf(member), recoveryCode: recoveryCodes[0] })
  expect(entered.status).toBe(200)
  expect(await told()).toHaveLength(before + 1)
})

test('who knows the password alone, and signed in before codes were on, turns nothing off: what he proved counts no more', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const thief = `token=${(await login(member)).body.data.token}`
  const { secret } = (await as(member, 'POST', '/api/profile/totp/begin')).body.data
  expect((await as(member, 'POST', '/api/profile/totp/confirm', { code: await codeOf(secret) })).status).toBe(200)
  const off = (cookie: string) => shop.call('DELETE', '/api/profile/totp', { headers: { cookie } })
  const refused = await off(thief)
  expect([refused.status, refused.body.msg]).toEqual([403, 'login.proveAgain'])
  expect((await off(member.cookie)).status).toBe(200)
})

test('who signs in, or proves himself, while codes are being turned on is asked for one', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  await as(member, 'POST', '/api/profile/totp/begin')
  const password = await sealForTest(shop.call, PASSWORD)
  const waiting = sql`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { asked } = await shop.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from members where id = ${member.id} for update`)
    await tx.run(sql`update totp_secrets set enabled_at = now() where member_id = ${member.id}`)
    let answered = 0
    const asked = [login(member), as(member, 'POST', '/api/security/prove', { password })].map((asking) =>
      asking.finally(() => answered++),
    )
    await until(async () => answered + (await shop.db.one<{ n: number }>(waiting)).n >= 2, 'both wait, or do not')
    return { asked }
  })
  for (const { body } of await Promise.all(asked)) expect(body.data.reason).toBe('login.secondFactor')
})
