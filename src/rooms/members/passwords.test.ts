// A password that was forgotten, and one that its member changes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { solveForTest } from '#rooms/captcha/solving.testing.ts'
import { addMember, openTestShop, type TestMember, type TestShop, withinOneMinute } from '#test/harness.ts'
import { accounts } from './accounts.testing.ts'
import { forgotten, OLD } from './passwords.testing.ts'

const NEW = 'new engine 2'

let shop: TestShop
let ada: TestMember
beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  // In a transaction, which begins again when the shop's own clockwork was in the way.
  await shop.db.transaction((tx) => tx.run(sql`truncate members, mails, rate_limits, events, captcha_images cascade`))
  ada = await addMember(shop, { password: OLD })
})

const { seal, call, mailTo, resetLink, login, jobsDone } = accounts(() => shop)
const { picture, forget } = forgotten(() => shop)
const verify = (code: string) => call('GET', `/api/verify?code=${encodeURIComponent(code)}`)
const reset = async (code: string, password = NEW, more: object = {}) =>
  call('POST', '/api/resetPassword', {
    body: { code, newPwd: await seal(password), confirmPwd: await seal(password), ...more },
  })
const change = async (oldPwd: string, newPwd: string, more: object = {}, member = ada) =>
  call('POST', '/api/profile/updatePwd', {
    headers: { cookie: member.cookie },
    body: { oldPwd: await seal(oldPwd), newPwd: await seal(newPwd), confirmPwd: await seal(newPwd), ...more },
  })
const whoAmI = (member = ada) => call('GET', '/api/getInfo', { headers: { cookie: member.cookie } })
const mails = () => shop.db.query(sql`select template, recipient, locale from mails order by template`)
const linkErr = { status: 422, body: { code: 500, msg: 'message.linkErr' } }

test('a forgotten password is replaced by the mailed link; every session ends, and the owner is told', async () => {
  expect(await forget(ada.email.toUpperCase(), {}, { 'x-locale': 'fr' })).toMatchObject({
    status: 200,
    body: { code: 200, data: null },
  })
  const code = await resetLink(ada.email)
  expect((await mailTo(ada.email, 'passwordReset')).text).toContain('/reset-password?code=')
  expect(await verify(code)).toMatchObject({ status: 200, body: { data: ada.email } })
  expect((await whoAmI()).status).toBe(200)
  expect((await reset(code)).status).toBe(200)
  expect((await whoAmI()).status).toBe(401)
  expect((await login(ada.username, OLD)).status).toBe(422)
  expect((await login(ada.username, NEW)).status).toBe(200)
  expect(await mailTo(ada.email, 'passwordChanged')).toBeTruthy()
  expect(await mails()).toEqual([
    { template: 'passwordChanged', recipient: ada.email, locale: 'en-US' },
    { template: 'passwordReset', recipient: ada.email, locale: 'fr' },
  ])
  expect(await verify(code)).toMatchObject(linkErr)
  expect(await reset(code, 'third engine 3')).toMatchObject(linkErr)
  expect((await login(ada.username, NEW)).status).toBe(200)
})

test('whether there is such a member is told by nothing: the job alone knows', async () => {
  const known = await forget(ada.username)
  const unknown = await forget('nobody-here')
  expect(known.status).toBe(200)
  expect(known.body).toEqual(unknown.body)
  expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()])
  await jobsDone()
  expect(await mails()).toMatchObject([{ template: 'passwordReset', recipient: ada.email }])
})

test('one link used five times at once replaces the password once', async () => {
  await forget(ada.username)
  const code = await resetLink(ada.email)
  const passwords = [1, 2, 3, 4, 5].map((n) => `engine number ${n}`)
  const answers = await Promise.all(passwords.map((password) => reset(code, password)))
  const won = answers.flatMap(({ status }, i) => (status === 200 ? [passwords[i]!] : []))
  expect(won).toHaveLength(1)
  expect(answers.filter(({ body }) => body.msg === 'message.linkErr')).toHaveLength(4)
  expect((await login(ada.username, won[0]!)).status).toBe(200)
  expect(await shop.db.query(sql`select 1 from events where name = 'member.passwordChanged'`)).toHaveLength(1)
})

test('two links of one member used at once replace it once, and the other opens nothing any more', async () => {
  await forget(ada.username)
  const first = await resetLink(ada.email)
  await forget(ada.username)
  const second = await resetLink(ada.email, 2)
  expect(first).not.toBe(second)
  const answers = await Promise.all([reset(first, 'engine of one'), reset(second, 'engine of two')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  for (const code of [first, second]) expect(await verify(code)).toMatchObject(linkErr)
})

test('a link that is older than 30 minutes, or somebody’s making, opens nothing', async () => {
  await forget(ada.username)
  const code = await resetLink(ada.email)
  const [id] = code.split('.')
  for (const wrong of ['x', `${id}.${'A'.repeat(43)}`]) expect(await verify(wrong)).toMatchObject(linkErr)
  await shop.db.run(sql`update password_resets set created_at = now() - interval '31 minutes'`)
  expect(await verify(code)).toMatchObject(linkErr)
  expect(await reset(code)).toMatchObject(linkErr)
  expect((await login(ada.username, OLD)).status).toBe(200)
})

test('a link names nobody else, and the password that it sets follows the rule', async () => {
  await forget(ada.username)
  const code = await resetLink(ada.email)
  expect((await reset(code, NEW, { email: 'other@example.com' })).status).toBe(403)
  expect((await reset(code, 'short')).body.errors).toEqual([{ path: 'newPwd', message: 'password.length' }])
  expect((await reset(code, 'letmein')).body.errors).toEqual([{ path: 'newPwd', message: 'password.common' }])
  const different = await reset(code, NEW, { confirmPwd: await seal('another') })
  expect(different.body.errors).toEqual([{ path: 'confirmPwd', message: 'password.differs' }])
  // None of these used it up.
  expect((await reset(code, NEW, { email: ada.email.toUpperCase() })).status).toBe(200)
})

test('the letters are right or wrong once; in their place stands work, for this picture alone', async () => {
  const seen = await picture()
  expect((await forget(ada.username, { ...seen, code: 'WRONG' })).body.errors).toEqual([
    { path: 'code', message: 'forgot.codeWrong' },
  ])
  expect((await forget(ada.username, seen)).status).toBe(400)
  const used = await picture()
  expect((await forget(ada.username, { ...used, code: ' hx4 kr ' })).status).toBe(200)
  expect((await forget(ada.username, used)).status).toBe(400)
  const old = await picture()
  await shop.db.run(sql`update captcha_images set created_at = now() - interval '301 seconds'`)
  expect((await forget(ada.username, old)).status).toBe(400)

  const { uuid, challenge } = (await call('GET', '/captchaImage')).body.data
  const other = (await call('GET', '/captchaImage')).body.data
  const altcha = solveForTest(challenge)
  expect((await forget(ada.username, { uuid: other.uuid, code: undefined, altcha })).status).toBe(400)
  expect((await forget(ada.username, { uuid, code: undefined, altcha })).status).toBe(200)
  expect((await forget(ada.username, { uuid, code: undefined, altcha })).status).toBe(400)
  expect((await forget(ada.username, { uuid: 'x', code: 'HX4KR' })).status).toBe(400)
})

test('one picture answered rightly ten times at once is taken once', async () => {
  const seen = await picture()
  const answers = await Promise.all(Array.from({ length: 10 }, () => forget(ada.username, seen)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a member changes his password: all sessions end, links on their way too, and a mail tells him', async () => {
  await forget(ada.username)
  const code = await resetLink(ada.email)
  const elsewhere = (await login(ada.username, OLD)).body.data.token
  expect((await change(OLD, NEW, { id: ada.id })).status).toBe(200)
  expect((await whoAmI()).status).toBe(401)
  expect((await call('GET', '/api/getInfo', { headers: { authorization: `Bearer ${elsewhere}` } })).status).toBe(401)
  expect((await login(ada.username, NEW)).status).toBe(200)
  expect(await verify(code)).toMatchObject(linkErr)
  expect(await mailTo(ada.email, 'passwordChanged')).toBeTruthy()
})

test('input that is refused before the old password is compared has its bound, too, from wherever it comes', async () => {
  const [oldPwd, newPwd, confirmPwd] = [await seal(OLD), await seal(NEW), await seal('another 3')]
  await withinOneMinute(shop, async () => {
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) {
      const headers = { cookie: ada.cookie, 'x-forwarded-for': `203.0.113.${i}` }
      const answer = await call('POST', '/api/profile/updatePwd', { headers, body: { oldPwd, newPwd, confirmPwd } })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([...Array(20).fill(400), 429])
    const elsewhere = await addMember(shop, { password: OLD })
    expect((await change(OLD, NEW, {}, elsewhere)).status).toBe(200)
  })
})

test('what is refused changes nothing', async () => {
  const other = await addMember(shop)
  expect((await change(OLD, NEW, { id: other.id })).status).toBe(403)
  expect(await change('not it at all', NEW)).toMatchObject({ status: 422, body: { msg: 'password.wrongOld' } })
  expect((await change(OLD, 'abc')).body.errors).toEqual([{ path: 'newPwd', message: 'password.length' }])
  expect((await change(OLD, 'password')).body.errors).toEqual([{ path: 'newPwd', message: 'password.common' }])
  // Who has no password has none that is wrong, either.
  expect(await change('anything', NEW, {}, other)).toMatchObject({ status: 422, body: { msg: 'password.wrongOld' } })
  await shop.db.run(sql`update sessions set proved_at = now() - interval '16 minutes'`)
  expect(await change(OLD, NEW)).toMatchObject({ status: 403, body: { msg: 'login.proveAgain' } })
  expect((await call('POST', '/api/profile/updatePwd', { body: {} })).status).toBe(401)
  expect((await whoAmI()).status).toBe(200)
  expect((await login(ada.username, OLD)).status).toBe(200)
  expect(await mails()).toEqual([])
})

test('whoever found a browser open guesses five times, however many at once', async () => {
  await withinOneMinute(shop, async () => {
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => change(`guess ${i}`, NEW)))
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7)
    const right = await change(OLD, NEW)
    expect(right.status).toBe(429)
    expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('of a change and a reset at once, one counts, and the mail says so', async () => {
  await forget(ada.username)
  const code = await resetLink(ada.email)
  const [changed, replaced] = await Promise.all([change(OLD, 'changed 12'), reset(code, 'replaced 12')])
  expect([changed.status, replaced.status].filter((status) => status === 200)).toHaveLength(1)
  const now = changed.status === 200 ? 'changed 12' : 'replaced 12'
  expect((await login(ada.username, now)).status).toBe(200)
})

test('what breaks off in the middle of a new password has done nothing, and the link still works', async () => {
  await forget(ada.username)
  const code = await resetLink(ada.email)
  // The last statement of the transaction fails: the mail that tells him.
  await shop.db.run(sql`alter table mails add constraint broken check (template <> 'passwordChanged')`)
  expect((await reset(code)).status).toBe(500)
  expect((await change(OLD, NEW)).status).toBe(500)
  expect((await whoAmI()).status).toBe(200)
  expect(await shop.db.query(sql`select 1 from events where name = 'member.passwordChanged'`)).toEqual([])
  await shop.db.run(sql`alter table mails drop constraint broken`)
  expect((await login(ada.username, OLD)).status).toBe(200)
  expect((await reset(code)).status).toBe(200)
})
