// Signing in to the back office: by a link, by password and code, by a recovery code; what ends a session, and whom nobody lets in.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { freePort } from '#test/free-port.testing.ts'
import { addMember, openTestShop, type TestShop } from '#test/harness.ts'
import { makeSecrets } from '#test/surroundings.testing.ts'
import { addStaff, codeNow, cookieOf, doors, invite, PASSWORD } from './staff.testing.ts'

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url))

const secrets = makeSecrets()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: secrets.vaultKey, TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(() => shop.close())

const { sealed, inbox, signIn } = doors(() => shop)

const newEmail = () => `ada-${Math.random().toString(36).slice(2, 10)}@shop.example`
const me = (cookie: string) => shop.call('GET', '/office/session', { headers: { cookie } })

const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = {
      ...childEnv(),
      ...{ DATA_DIR: inject('dataDir'), DATABASE_URL: shop.databaseUrl, VAULT_KEYS: secrets.vaultKey },
    }
    const child = execFile(process.execPath, [CLI, ...args], { env, encoding: 'utf8' }, (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, out, err }),
    )
  })

test('the printed link makes an owner, once: name, password, app, recovery codes, and the audit knows', async () => {
  const email = newEmail()
  const { code, out, err } = await run(email)
  expect([code, err]).toEqual([0, ''])
  const [, token = ''] = /\/office\/welcome#([\w-]{43})\n$/.exec(out) ?? []
  const looked = await shop.call('POST', '/office/invitation', { body: { token } })
  expect(looked.body.data).toMatchObject({ email, name: '', role: 'owner' })
  const { secret, uri } = looked.body.data
  expect(uri).toContain(`secret=${secret}`)
  const accept = async (more: object = {}) =>
    shop.call('POST', '/office/invitation/accept', {
      body: { token, name: 'Ada', password: await sealed(PASSWORD), code: generateSync({ secret }), ...more },
    })
  expect((await accept({ code: '000000' })).body.errors).toEqual([{ path: 'code', message: 'totp.wrongCode' }])
  expect((await accept({ password: await sealed('football') })).body.errors).toEqual([
    { path: 'password', message: 'password.common' },
  ])
  const [one, other] = await Promise.all([accept(), accept()])
  expect([one.status, other.status].sort()).toEqual([200, 422])
  const accepted = one.status === 200 ? one : other
  expect(accepted.body.data.recoveryCodes).toHaveLength(10)
  expect(accepted.body.data.me).toMatchObject({ name: 'Ada', email, role: 'owner' })
  expect(accepted.body.data.me.permissions).toEqual(Object.keys(shop.shop.rooms.declared('permissions')).sort())
  expect((await me(cookieOf(accepted))).body.data).toMatchObject({ email })
  expect((await accept()).body.msg).toBe('office.linkOver')
  expect((await shop.call('POST', '/office/invitation', { body: { token } })).body.msg).toBe('office.linkOver')

  const { id } = accepted.body.data.me
  const rows = await shop.db.query(sql`
    select act, staff_id is null as "byMachine", before, after from audit_log where subject_id = ${id} order by id`)
  expect(rows).toEqual([
    { act: 'staff.invite', byMachine: true, before: null, after: { email, role: 'owner' } },
    { act: 'staff.begin', byMachine: false, before: null, after: { name: 'Ada', again: false } },
  ])
  const written = JSON.stringify(await shop.db.query(sql`select * from audit_log`))
  for (const each of [token, secret, PASSWORD, ...accepted.body.data.recoveryCodes]) expect(written).not.toContain(each)
})

test('a second link ends the first, and one that is older than a day opens nothing', async () => {
  const email = newEmail()
  const [first, second] = [await invite(shop, email), await invite(shop, email)]
  const look = async (token: string) => (await shop.call('POST', '/office/invitation', { body: { token } })).status
  expect([await look(first), await look(second)]).toEqual([422, 200])
  await shop.db.run(sql`update staff_links set expires_at = now()`)
  expect(await look(second)).toBe(422)
  expect((await run('no address')).err).toContain('no address is no e-mail address')
})

test('password and code together open the door; a refusal is the same whatever was wrong', async () => {
  const ada = await addStaff(shop, { password: PASSWORD })
  const refusals = [
    await signIn(ada.email, PASSWORD, { code: '000000' }),
    await signIn(ada.email, 'another one', { code: await codeNow(shop, ada) }),
    await signIn(newEmail(), PASSWORD, { code: '123456' }),
    await signIn(ada.email, PASSWORD, {}),
  ]
  for (const { status, body } of refusals) expect([status, body.msg, body.data]).toEqual([422, 'office.wrong', {}])
  const code = await codeNow(shop, ada)
  const opened = await signIn(ada.email.toUpperCase(), PASSWORD, { code })
  expect(opened.status).toBe(200)
  const cookie = opened.headers.get('set-cookie')
  expect(cookie).toMatch(
    /^office=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict, office-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/,
  )
  // A code counts once.
  expect((await signIn(ada.email, PASSWORD, { code })).status).toBe(422)
})

test('a recovery code counts once', async () => {
  const ada = await addStaff(shop, { password: PASSWORD })
  const [recoveryCode] = ada.recoveryCodes
  const typed = recoveryCode!.toLowerCase().replace('-', ' ')
  const answers = await Promise.all([1, 2, 3].map(() => signIn(ada.email, PASSWORD, { recoveryCode: typed })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
})

test('a session ends after half an hour without a person, after half a day, when it is left, and when its person is blocked', async () => {
  const ages = (column: 'used_at' | 'began_at', minutes: number) => async (id: string) => {
    const moved = sql`update staff_sessions set used_at = now() - make_interval(mins => ${minutes}) where staff_id = ${id}`
    const aged = sql`update staff_sessions set began_at = now() - make_interval(mins => ${minutes}) where staff_id = ${id}`
    await shop.db.run(column === 'used_at' ? moved : aged)
  }
  for (const [what, end, status] of [
    ['29 idle minutes', ages('used_at', 29), 200],
    ['30 idle minutes', ages('used_at', 30), 401],
    ['less than twelve hours', ages('began_at', 719), 200],
    ['twelve hours', ages('began_at', 720), 401],
    ['blocked', (id: string) => shop.db.run(sql`update staff set blocked_at = now() where id = ${id}`), 401],
  ] as const) {
    const ada = await addStaff(shop)
    await end(ada.id)
    // Asking renews nothing.
    expect([what, (await me(ada.cookie)).status]).toEqual([what, status])
    expect([what, (await me(ada.cookie)).status]).toEqual([what, status])
    const renewed = await shop.call('POST', '/office/session/renew', { headers: { cookie: ada.cookie } })
    expect([what, renewed.status]).toEqual([what, status])
    if (what !== '29 idle minutes') continue
    const { idle } = await shop.db.one<{ idle: boolean }>(
      sql`select used_at < now() - interval '1 minute' as idle from staff_sessions where staff_id = ${ada.id}`,
    )
    expect(idle).toBe(false)
  }
  const ada = await addStaff(shop)
  const left = await shop.call('DELETE', '/office/session', { headers: { cookie: ada.cookie } })
  expect(left.headers.get('set-cookie')).toMatch(/^office=; .*Max-Age=0$/)
  expect((await me(ada.cookie)).status).toBe(401)
})

test('a new link ends password, app, sessions and known browsers of before once it is used, not sooner, and a new browser is told', async () => {
  const ada = await addStaff(shop, { password: PASSWORD })
  const token = await invite(shop, ada.email)
  const { secret } = (await shop.call('POST', '/office/invitation', { body: { token } })).body.data
  expect((await me(ada.cookie)).status).toBe(200)
  expect((await signIn(ada.email, PASSWORD, { code: await codeNow(shop, ada) })).status).toBe(200)
  const body = { token, name: 'Ada', password: await sealed('Pear-Engine-8'), code: generateSync({ secret }) }
  const again = await shop.call('POST', '/office/invitation/accept', { body })
  expect(again.status).toBe(200)
  expect((await me(ada.cookie)).status).toBe(401)
  expect(await shop.db.query(sql`select 1 from staff_devices where staff_id = ${ada.id}`)).toHaveLength(1)
  expect(await inbox(ada.email)).toContainEqual({ template: 'staffNewDevice' })
  expect((await signIn(ada.email, PASSWORD, { recoveryCode: ada.recoveryCodes[0] })).status).toBe(422)
  const [recoveryCode] = again.body.data.recoveryCodes
  expect((await signIn(ada.email, 'Pear-Engine-8', { recoveryCode })).status).toBe(200)
})

test('a member’s session opens nothing here, and an employee’s nothing of a member’s', async () => {
  const member = await addMember(shop)
  const ada = await addStaff(shop)
  expect((await me(member.cookie)).status).toBe(401)
  const asToken = ada.cookie.replace('office=', 'token=')
  expect((await shop.call('GET', '/api/getInfo', { headers: { cookie: `${ada.cookie}; ${asToken}` } })).status).toBe(
    401,
  )
  const bearer = { authorization: `Bearer ${ada.cookie.replace('office=', '')}` }
  expect((await shop.call('GET', '/office/session', { headers: bearer })).status).toBe(401)
})

test('proving again takes password and code, and counts for this session', async () => {
  const ada = await addStaff(shop, { password: PASSWORD })
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '1 hour' where staff_id = ${ada.id}`)
  const prove = async (password: string, code: string) =>
    shop.call('POST', '/office/prove', {
      body: { password: await sealed(password), code },
      headers: { cookie: ada.cookie },
    })
  expect((await prove('a wrong one', await codeNow(shop, ada))).body.msg).toBe('office.wrong')
  expect((await me(ada.cookie)).body.data.provedSecondsAgo).toBeGreaterThan(3_000)
  expect((await prove(PASSWORD, await codeNow(shop, ada))).status).toBe(200)
  expect((await me(ada.cookie)).body.data.provedSecondsAgo).toBeLessThan(60)
})

test('a shop that is no demo lets nobody in as one, and believes none of its sessions', async () => {
  expect((await shop.call('POST', '/office/demo', { body: {} })).status).toBe(404)
  expect((await shop.call('GET', '/office/door')).body.data).toMatchObject({ isDemo: false, needsToken: false })
  const ada = await addStaff(shop)
  await shop.db.run(sql`update staff set is_demo = true where id = ${ada.id}`)
  expect((await me(ada.cookie)).status).toBe(401)
})

test('the office of a demo that others can reach is for whoever has read the token at its start', async () => {
  const demo = await openTestShop({ DEMO: 'on', HOST: '0.0.0.0', PORT: String(await freePort()), WORKER: 'off' })
  try {
    const link = new URL(demo.shop.demoOffice!)
    expect(link.pathname).toBe('/office/sign-in')
    const token = link.hash.slice(1)
    expect(token).toMatch(/^[\w-]{22,}$/)
    const ask = async (path: string, body?: object) => {
      const how = body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      const answer = await fetch(`${demo.shop.address}/prod-api${path}`, how)
      return { status: answer.status, cookies: answer.headers.getSetCookie(), ...(await answer.json()) }
    }
    expect((await ask('/office/door')).data).toMatchObject({ isDemo: true, needsToken: true })
    for (const body of [{}, { token: '' }, { token: `${token}x` }, { token: token.slice(1) }])
      expect(await ask('/office/demo', body)).toMatchObject({ status: 403, msg: 'office.demoToken', cookies: [] })
    expect(await ask('/office/demo', { token })).toMatchObject({ status: 200, data: { isDemo: true } })
  } finally {
    await demo.close()
  }
  expect(shop.shop.demoOffice).toBeUndefined()
})

test('what an owner takes away from a role, and what he gives it, counts at the next call', async () => {
  const eve = await addStaff(shop, { role: 'support' })
  const orders = () => shop.call('GET', '/office/orders', { headers: { cookie: eve.cookie } })
  expect((await orders()).status).toBe(200)
  await shop.db.run(sql`update staff set role = 'catalogue' where id = ${eve.id}`)
  const refused = await orders()
  expect([refused.status, refused.body.msg]).toEqual([403, 'error.forbidden'])
  expect((await me(eve.cookie)).body.data.permissions).not.toContain('orders.read')
})

test('the audit log is only added to, also by the shop’s own database role', async () => {
  await addStaff(shop)
  const { rows } = await shop.db.one<{ rows: number }>(sql`select count(*)::int as rows from audit_log`)
  expect(rows).toBeGreaterThan(0)
  const tries = [sql`update audit_log set reason = 'another'`, sql`delete from audit_log`, sql`truncate audit_log`]
  for (const each of tries) await expect(shop.db.run(each)).rejects.toThrow('the audit log is only added to')
  expect(await shop.db.one(sql`select count(*)::int as rows from audit_log`)).toEqual({ rows })
})
