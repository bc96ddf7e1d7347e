// Signing in, being believed, and the end of it (decisions A7 to A9, F3).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { solveForTest } from '#rooms/captcha/solving.testing.ts'
import { hashPassword } from '#rooms/passwords/argon2.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { freePort } from '#test/free-port.testing.ts'
import { type Answer, addMember, callShop, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'

const PASSWORD = 'correct horse'

let shop: TestShop
let member: TestMember
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  member = await addMember(shop, { password: PASSWORD, email: 'Ada@Example.com' })
})
afterAll(() => shop.close())

async function login(
  more: {
    username?: string
    password?: string
    rememberMe?: boolean
    altcha?: string
    headers?: Record<string, string>
  } = {},
) {
  const { username = member.username, password = PASSWORD, headers, ...rest } = more
  return shop.call('POST', '/api/login', {
    body: { username, password: await sealForTest(shop.call, password), ...rest },
    headers,
  })
}

const cookiesOf = (answer: { headers: Headers }) =>
  Object.fromEntries(
    answer.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      return [name, { value, attributes }]
    }),
  )

const whoAmI = (headers: Record<string, string>) => shop.call('GET', '/api/getInfo', { headers })

test('a member signs in by username or address, in any case, and is known by cookie and by bearer token', async () => {
  for (const username of [member.username, member.username.toUpperCase(), 'ada@example.COM']) {
    const answer = await login({ username })
    expect(answer.status).toBe(200)
    expect(answer.body.data.user).toMatchObject({
      id: member.id,
      uemail: 'Ada@Example.com',
      title: 'Bronze',
      amount: 0,
    })
    const cookies = cookiesOf(answer)
    expect(cookies.token!.attributes).toEqual(['Path=/prod-api', 'HttpOnly', 'SameSite=Lax', 'Max-Age=3600'])
    expect(cookies.username).toEqual({ value: member.username, attributes: ['Path=/', 'SameSite=Lax', 'Max-Age=3600'] })
    expect(cookies.token!.value).toBe(answer.body.data.token)
    const { token } = answer.body.data
    expect((await whoAmI({ authorization: `Bearer ${token}` })).body.data.id).toBe(member.id)
    expect((await whoAmI({ cookie: `token=${token}` })).body.data.id).toBe(member.id)
  }
  expect((await whoAmI({})).status).toBe(401)
  expect((await whoAmI({ cookie: `token=${'a'.repeat(43)}` })).status).toBe(401)
})

test('behind https the session’s cookie is Secure, and the shop’s subdomains share it where that is configured', async () => {
  const port = String(await freePort())
  const address = { PORT: port, PUBLIC_URL: 'https://www.shop.example/', COOKIE_DOMAIN: 'shop.example' }
  const secure = await openTestShop({ ...address, SHOP_MODE: 'demo', WORKER: 'off' })
  try {
    const call: TestShop['call'] = (...asked) => callShop(`http://127.0.0.1:${port}`, ...asked)
    const ada = await addMember(secure, { password: PASSWORD })
    const body = { username: ada.username, password: await sealForTest(call, PASSWORD) }
    const cookies = cookiesOf(await call('POST', '/api/login', { body }))
    expect(cookies.token!.attributes).toEqual(
      expect.arrayContaining(['Domain=shop.example', 'HttpOnly', 'SameSite=Lax', 'Secure']),
    )
    expect(cookies.username!.attributes).toEqual(expect.arrayContaining(['Domain=shop.example', 'Secure']))
    expect(cookies.device!.attributes).toEqual(expect.arrayContaining(['Domain=shop.example', 'HttpOnly', 'Secure']))
    const headers = { cookie: `token=${cookies.token!.value}` }
    // Renewed as it was begun, or the browser would keep two.
    await secure.db.run(sql`update sessions set used_at = used_at - interval '10 minutes'`)
    const renewed = cookiesOf(await call('GET', '/api/getInfo', { headers }))
    expect(renewed.token).toMatchObject({
      value: cookies.token!.value,
      attributes: expect.arrayContaining(['Domain=shop.example', 'Secure']),
    })
    // Passkeys are made for the same domain.
    const begun = await call('POST', '/api/login/passkey/begin')
    expect(begun.body.data.rpId).toBe('shop.example')
    const out = cookiesOf(await call('GET', '/api/logout', { headers }))
    expect(out.token).toMatchObject({
      value: '',
      attributes: expect.arrayContaining(['Domain=shop.example', 'Max-Age=0']),
    })
    expect(out.username).toMatchObject({
      value: '',
      attributes: expect.arrayContaining(['Domain=shop.example', 'Max-Age=0']),
    })
  } finally {
    await secure.close()
  }
})

test('remember-me lives for a day, everything else for an hour; each use renews it, and 30 days are the end', async () => {
  const remembered = await login({ rememberMe: true })
  expect(cookiesOf(remembered).token!.attributes).toContain('Max-Age=86400')
  const { token } = (await login()).body.data
  const age = (by: string, aged = token) =>
    shop.db.run(sql`
      update sessions set used_at = used_at - ${by}::interval, expires_at = expires_at - ${by}::interval
      where token_hash = sha256(convert_to(${aged}, 'UTF8'))`)
  const kept = remembered.body.data.token
  for (const by of ['61 minutes', '23 hours']) {
    await age(by, kept)
    const day = await whoAmI({ cookie: `token=${kept}` })
    expect([by, day.status]).toEqual([by, 200])
    expect(cookiesOf(day).token).toEqual({ value: kept, attributes: expect.arrayContaining(['Max-Age=86400']) })
  }
  await age('24 hours 1 minute', kept)
  expect((await whoAmI({ cookie: `token=${kept}` })).status).toBe(401)

  await age('50 minutes')
  const renewed = await whoAmI({ cookie: `token=${token}` })
  expect(renewed.status).toBe(200)
  expect(cookiesOf(renewed).token).toEqual({ value: token, attributes: expect.arrayContaining(['Max-Age=3600']) })
  await age('50 minutes')
  expect((await whoAmI({ cookie: `token=${token}` })).status).toBe(200)
  await age('61 minutes')
  expect((await whoAmI({ cookie: `token=${token}` })).status).toBe(401)

  const old = (await login()).body.data.token
  await shop.db.run(sql`
    update sessions set created_at = now() - interval '30 days' + interval '10 minutes', used_at = now() - interval '5 minutes'
    where token_hash = sha256(convert_to(${old}, 'UTF8'))`)
  const last = await whoAmI({ cookie: `token=${old}` })
  const seconds = Number(/Max-Age=(\d+)/.exec(cookiesOf(last).token!.attributes.join())![1])
  expect(seconds).toBeGreaterThan(500)
  expect(seconds).toBeLessThanOrEqual(600)
})

test('signing out ends the session by GET alone, and not by what a browser fetches ahead', async () => {
  const { token } = (await login()).body.data
  const headers = { authorization: `Bearer ${token}` }
  expect((await shop.call('HEAD', '/api/logout', { headers })).status).toBe(405)
  expect((await shop.call('GET', '/api/logout', { headers: { ...headers, 'sec-purpose': 'prefetch' } })).status).toBe(
    403,
  )
  const foreign = { cookie: `token=${token}`, 'sec-fetch-site': 'cross-site' }
  expect((await shop.call('GET', '/api/logout', { headers: foreign })).status).toBe(403)
  expect((await whoAmI(headers)).status).toBe(200)
  const out = await shop.call('GET', `/api/logout?token=whatever`, { headers })
  expect(out.status).toBe(200)
  expect(cookiesOf(out)).toMatchObject({ token: { value: '' }, username: { value: '' } })
  expect((await whoAmI(headers)).status).toBe(401)
})

test('a session that was there before does not become the member’s, and another begins', async () => {
  const before = (await login()).body.data.token
  const after = await login({ headers: { cookie: `token=${before}` } })
  expect(after.body.data.token).not.toBe(before)
  expect((await whoAmI({ cookie: `token=${before}` })).status).toBe(401)
})

test('who has no account and who has the wrong password get the same answer, in the language of the request', async () => {
  const wrong = await login({ password: 'wrong password', headers: { 'x-locale': 'de' } })
  const unknown = await login({ username: 'nobody-here', headers: { 'x-locale': 'de' } })
  expect(wrong.status).toBe(422)
  expect(wrong.body).toEqual(unknown.body)
  expect(wrong.body.msg).toBe('Name oder Passwort stimmen nicht.')
  expect([...wrong.headers.keys()]).toEqual([...unknown.headers.keys()])
})

test('a password travels encrypted, to a key of ours, and no longer than five minutes', async () => {
  const send = (password: string) => shop.call('POST', '/api/login', { body: { username: member.username, password } })
  expect((await send(PASSWORD)).body.errors).toEqual([{ path: 'password', message: 'password.notEncrypted' }])
  const late = await send(await sealForTest(shop.call, PASSWORD, { secondsAgo: 301 }))
  expect(late.body.errors).toEqual([{ path: 'password', message: 'password.stale' }])
  const ahead = await send(await sealForTest(shop.call, PASSWORD, { secondsAgo: -120 }))
  expect(ahead.body.errors).toEqual([{ path: 'password', message: 'password.stale' }])
  const other = await send(await sealForTest(shop.call, PASSWORD, { kid: '00000000-0000-4000-8000-000000000000' }))
  expect(other.body.errors).toEqual([{ path: 'password', message: 'password.stale' }])
})

test('a token in the address signs nobody in', async () => {
  const { token } = (await login()).body.data
  for (const where of [`/api/getInfo?token=${token}`, `/api/profile/sessions?token=${token}`])
    expect((await shop.call('GET', where)).status).toBe(401)
  expect((await shop.call('GET', `/api/logout?token=${token}`)).status).toBe(200)
  expect((await whoAmI({ cookie: `token=${token}` })).status).toBe(200)
})

test('another site’s page changes nothing, neither with the cookie nor with a token in a header', async () => {
  const { token } = (await login()).body.data
  const credentials: Record<string, string>[] = [{ cookie: `token=${token}` }, { authorization: `Bearer ${token}` }]
  const origins: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ]
  for (const who of credentials)
    for (const from of origins) {
      const answer = await shop.call('DELETE', '/api/profile/sessions', { headers: { ...who, ...from } })
      expect([answer.status, answer.body.msg]).toEqual([403, 'error.foreignOrigin'])
    }
  const forged = await login({ headers: { origin: 'https://evil.example' } })
  expect(forged.body.msg).toBe('error.foreignOrigin')
  expect(forged.headers.getSetCookie()).toEqual([])
})

test('a session that somebody else made up does not become the member’s', async () => {
  const planted = 'p'.repeat(43)
  const answer = await login({ headers: { cookie: `token=${planted}` } })
  expect(answer.body.data.token).not.toBe(planted)
  expect((await whoAmI({ cookie: `token=${planted}` })).status).toBe(401)
})

test('after five failures a challenge is asked; the member’s own browser and a solution still open', async () => {
  const owner = await login()
  const device = `device=${cookiesOf(owner).device!.value}`
  for (let i = 0; i < 200; i++) {
    const answer = await login({ password: `guess ${i}` })
    expect(answer.status).toBe(422)
    if (i > 5) expect(answer.body.data.reason).toBe('login.captcha')
    if (i > 20) break
  }
  const barred = await login()
  expect(barred.body.data.reason).toBe('login.captcha')
  expect((await login({ headers: { cookie: device } })).status).toBe(200)
  const solved = await login({ altcha: solveForTest(barred.body.data.challenge) })
  expect(solved.status).toBe(200)
  const again = await login({ altcha: solveForTest(barred.body.data.challenge) })
  expect(again.body.data.reason).toBe('login.captcha')
})

test('who logs in with a password that is replaced at this moment gets no session', async () => {
  const leaving = await addMember(shop, { password: PASSWORD })
  const waiting = () =>
    shop.db.query(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
  let answer: Promise<Answer> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from members where id = ${leaving.id} for update`)
    answer = login({ username: leaving.username })
    await until(waiting, 'the login waits')
    await tx.run(sql`update members set password_hash = ${hashPassword('another one')} where id = ${leaving.id}`)
    await tx.run(sql`delete from sessions where member_id = ${leaving.id}`)
  })
  expect(await answer).toMatchObject({ status: 422, body: { data: { reason: 'login.wrong' } } })
  expect(await shop.db.query(sql`select 1 from sessions where member_id = ${leaving.id}`)).toEqual([])
})
