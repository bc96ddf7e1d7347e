// Guesses at codes are slowed and counted, and the owner still enters (decisions A9, A10, F3).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { solveForTest } from '#rooms/captcha/solving.testing.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { addMember, openTestShop, type TestShop } from '#test/harness.ts'
import { PASSWORD, secondFactors } from './totp.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())

const { codeOf, as, equipped, login, second, ticketOf } = secondFactors(() => shop)

test('guesses at codes are slowed as those at passwords are, and the owner still enters', async () => {
  const member = await equipped()
  const own = await second({ ticket: await ticketOf(member), recoveryCode: member.recoveryCodes[0] })
  const device = own.headers
    .getSetCookie()
    .find((line) => line.startsWith('device='))!
    .split(';')[0]!
  const ticket = await ticketOf(member)
  const reasons = []
  for (let n = 0; n < 8; n++) reasons.push((await second({ ticket, code: `00000${n}` })).body.data)
  expect(reasons.map(({ reason }) => reason)).toEqual([
    ...Array(5).fill('login.wrongCode'),
    ...Array(3).fill('login.captcha'),
  ])
  const code = await codeOf(member.secret, 1)
  expect((await second({ ticket, code })).body.data.reason).toBe('login.captcha')
  expect((await second({ ticket, recoveryCode: member.recoveryCodes[1] }, { cookie: device })).status).toBe(200)
  const altcha = solveForTest(reasons[7].challenge)
  expect((await second({ ticket, code, altcha })).status).toBe(200)
})

test('whoever knows the password has twenty wrong codes in ten minutes, from however many networks; the owner’s browser still enters, and he is told once', async () => {
  const member = await equipped()
  const own = await second({ ticket: await ticketOf(member), recoveryCode: member.recoveryCodes[0] })
  const [device] = own.headers
    .getSetCookie()
    .find((line) => line.startsWith('device='))!
    .split(';')
  const ticket = await ticketOf(member)
  let challenge: unknown
  let networks = 0
  const guess = async () => {
    const altcha = challenge && solveForTest(challenge as Parameters<typeof solveForTest>[0])
    const answer = await second({ ticket, code: '000000', altcha }, { 'x-forwarded-for': `10.9.${networks++}.1` })
    challenge = answer.body.data?.challenge
    return [answer.status, answer.body.data?.reason ?? answer.body.msg]
  }
  for (let n = 0; n < 20; n++) expect(await guess()).toEqual([422, 'login.wrongCode'])
  for (let n = 0; n < 3; n++) expect(await guess()).toEqual([429, 'error.tooMany'])
  const right = await second({ ticket, code: await codeOf(member.secret) }, { 'x-forwarded-for': '10.8.1.1' })
  expect([right.status, right.headers.get('retry-after')]).toEqual([429, '600'])
  expect((await second({ ticket, code: await codeOf(member.secret) }, { cookie: device! })).status).toBe(200)
  const told = () =>
    shop.db.query(sql`select locale from mails where recipient = ${member.email} and template = 'codesGuessed'`)
  expect(await told()).toEqual([{ locale: 'en-US' }])
  // Another member's codes are looked at as before.
  const other = await equipped()
  expect((await second({ ticket: await ticketOf(other), code: await codeOf(other.secret) })).status).toBe(200)
  // A day later it is told again; what was counted is over after ten minutes.
  await shop.db.run(
    sql`update mails set created_at = created_at - interval '25 hours' where recipient = ${member.email}`,
  )
  expect(await guess()).toEqual([429, 'error.tooMany'])
  expect(await told()).toHaveLength(2)
  await shop.db.run(sql`delete from rate_limits`)
  expect(await guess()).toEqual([422, 'login.wrongCode'])
})

test('without a second factor the password proves its member, in his session alone, and guesses are slowed', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const elsewhere = (await login(member)).body.data.token
  await shop.db.run(sql`update sessions set proved_at = now() - interval '16 minutes' where member_id = ${member.id}`)
  const begin = (cookie: string) => shop.call('POST', '/api/profile/totp/begin', { headers: { cookie } })
  const prove = async (password: string) =>
    as(member, 'POST', '/api/security/prove', { password: await sealForTest(shop.call, password) })
  expect((await prove(PASSWORD)).status).toBe(200)
  expect((await begin(member.cookie)).status).toBe(200)
  expect((await begin(`token=${elsewhere}`)).status).toBe(403)
  const reasons = []
  for (let n = 0; n < 7; n++) reasons.push((await prove(`guess ${n}`)).body.data.reason)
  expect(reasons.slice(5)).toEqual(['login.captcha', 'login.captcha'])
})

test('whoever proves himself has twenty wrong codes in ten minutes, in all browsers together that were known before codes were on; the one that turned them on still proves its owner, and he is told', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const browserOf = (answer: Awaited<ReturnType<typeof login>>) =>
    answer.headers
      .getSetCookie()
      .filter((line) => /^(token|device)=/.test(line))
      .map((line) => line.split(';')[0])
      .join('; ')
  const [own, ...thief] = [await login(member), await login(member), await login(member)].map(browserOf) as [
    string,
    ...string[],
  ]
  const { secret } = (await as({ ...member, cookie: own }, 'POST', '/api/profile/totp/begin')).body.data
  await as({ ...member, cookie: own }, 'POST', '/api/profile/totp/confirm', { code: await codeOf(secret) })
  await shop.db.run(sql`update totp_secrets set last_step = 0 where member_id = ${member.id}`)
  let challenge: unknown
  let networks = 0
  const prove = async (cookie: string, code: string): Promise<unknown[]> => {
    const altcha = challenge && solveForTest(challenge as Parameters<typeof solveForTest>[0])
    const body = { password: await sealForTest(shop.call, PASSWORD), code, altcha }
    const headers = { cookie, 'x-forwarded-for': `10.7.${networks++}.1` }
    const answer = await shop.call('POST', '/api/security/prove', { body, headers })
    challenge = answer.body.data?.challenge
    const reason = answer.body.data?.reason ?? answer.body.msg
    return reason === 'login.captcha' ? prove(cookie, code) : [answer.status, reason]
  }
  const told = () =>
    shop.db.query(sql`select 1 from mails where recipient = ${member.email} and template = 'codesGuessed'`)
  for (let n = 0; n < 20; n++) expect(await prove(thief[n % 2]!, '000000')).toEqual([422, 'login.wrongCode'])
  expect(await told()).toEqual([])
  for (let n = 0; n < 2; n++) expect(await prove(thief[n]!, await codeOf(secret))).toEqual([429, 'error.tooMany'])
  expect(await told()).toHaveLength(1)
  challenge = undefined
  expect((await prove(own, await codeOf(secret)))[0]).toBe(200)
})
