// `npm run members` as an operator types it, beside a running shop.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { sql } from '#platform/database/sql.ts'
import { adjust } from '#rooms/ledger/hands.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { makeSecrets } from '#test/surroundings.testing.ts'

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url))
const PASSWORD = 'correct horse'
const BY = ['--reason', 'he wrote from his address', '--by', 'olga']

const secrets = makeSecrets()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: secrets.vaultKey })
})
afterAll(() => shop.close())

const run = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = {
      ...childEnv(),
      DATA_DIR: inject('dataDir'),
      DATABASE_URL: shop.databaseUrl,
      VAULT_KEYS: secrets.vaultKey,
    }
    const child = execFile(process.execPath, [CLI, ...args], { env, encoding: 'utf8' }, (_, out, err) =>
      resolve({ code: child.exitCode ?? 1, out, err }),
    )
  })

async function login(member: TestMember) {
  const body = { username: member.username, password: await sealForTest(shop.call, PASSWORD) }
  return shop.call('POST', '/api/login', { body })
}

const isIn = async (headers: Record<string, string>) =>
  (await shop.call('GET', '/api/getInfo', { headers })).status === 200
const as = (member: TestMember, method: string, path: string, body?: unknown) =>
  shop.call(method, path, { body, headers: { cookie: member.cookie } })
const actsOf = ({ id }: TestMember) =>
  shop.db.query(
    sql`select act, actor, reason, did ->> 'did' as did from member_acts where member_id = ${id} order by id`,
  )
const done = (act: string, did: string) => ({ act, actor: 'olga', reason: BY[1], did })

test('a blocked member is out everywhere and comes in no more, until the block is lifted', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const other = await addMember(shop)
  const bearer = { authorization: `Bearer ${(await login(member)).body.data.token}` }
  expect(await run('block', member.username, ...BY)).toEqual({
    code: 0,
    out: `${member.username}: blocked; 2 sessions ended\n`,
    err: '',
  })
  expect([await isIn({ cookie: member.cookie }), await isIn(bearer), await isIn({ cookie: other.cookie })]).toEqual([
    false,
    false,
    true,
  ])
  const refused = await login(member)
  expect([refused.status, refused.body.msg, refused.body.data]).toEqual([
    422,
    'This account is blocked. Please write to our support.',
    { reason: 'login.blocked' },
  ])
  // Who does not know the password learns nothing of it.
  const body = { username: member.username, password: await sealForTest(shop.call, 'wrong horse') }
  const stranger = await shop.call('POST', '/api/login', { body })
  expect(JSON.stringify(stranger.body)).not.toContain('blocked')
  expect(await shop.db.query(sql`select 1 from sessions where member_id = ${member.id}`)).toEqual([])
  expect((await run('show', member.email)).out).toMatch(/BLOCKED since .* UTC/)
  expect((await run('block', member.username, ...BY)).err).toContain(`${member.username} is blocked already`)

  expect((await run('unblock', member.id, ...BY)).out).toBe(`${member.id}: can sign in again\n`)
  const again = await login(member)
  expect(again.status).toBe(200)
  // Whoever blocks him otherwise than by this command does not have to think of his sessions.
  const headers = { authorization: `Bearer ${again.body.data.token}` }
  const blocked = (at: Date | null) => shop.db.run(sql`update members set blocked_at = ${at} where id = ${member.id}`)
  await blocked(new Date())
  expect(await isIn(headers)).toBe(false)
  await blocked(null)
  expect((await run('unblock', member.username, ...BY)).err).toContain('is not blocked')
  expect(await actsOf(member)).toEqual([
    done('block', 'blocked; 2 sessions ended'),
    done('unblock', 'can sign in again'),
  ])
})

test('who lost his app and his codes signs in by his password again; mail and notice tell him, his sessions are over', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const { secret } = (await as(member, 'POST', '/api/profile/totp/begin')).body.data
  const on = await as(member, 'POST', '/api/profile/totp/confirm', { code: generateSync({ secret }) })
  const { recoveryCodes } = on.body.data
  expect((await login(member)).body.data.reason).toBe('login.secondFactor')
  const shown = (await run('show', member.username)).out
  expect(shown).toMatch(
    /signs in by password, codes of an app since .* UTC \(10 recovery codes left\), 0 passkeys\n {2}1 session\n/,
  )
  for (const each of [secret, ...recoveryCodes, member.token]) expect(shown).not.toContain(each)

  expect((await run('totp-off', member.username, ...BY)).out).toBe(
    `${member.username}: codes are asked for no more; 1 session ended; told by mail\n`,
  )
  expect(await isIn({ cookie: member.cookie })).toBe(false)
  const back = await login(member)
  expect(back.status).toBe(200)
  const headers = { authorization: `Bearer ${back.body.data.token}` }
  const notices = await shop.call('GET', '/api/profile/message', { headers })
  expect(notices.body.rows).toContainEqual(
    expect.objectContaining({
      title: 'Support has turned off your sign-in codes',
      link: '/my-security',
    }),
  )
  const mails = await shop.db.query(
    sql`select data ->> 'change' as change from mails where recipient = ${member.email} and template = 'signInChanged' order by created_at desc limit 1`,
  )
  expect(mails).toEqual([{ change: expect.stringContaining('Support has turned off codes') }])
  expect(await shop.db.query(sql`select 1 from recovery_codes where member_id = ${member.id}`)).toEqual([])
  expect((await run('totp-off', member.username, ...BY)).err).toContain('has no authenticator app')
  expect(await actsOf(member)).toHaveLength(1)
  const shownAfter = (await run('show', member.username)).out
  expect(shownAfter).toContain(
    `totp-off by olga: ${BY[1]} (codes are asked for no more; 1 session ended; told by mail)`,
  )
})

test('sessions are ended; what cannot be done is one clear line and leaves no trace', async () => {
  const member = await addMember(shop)
  for (const [args, says] of [
    [['end-sessions', member.username], '--reason is missing'],
    [['end-sessions', 'nobody@shop.example', ...BY], 'there is no member nobody@shop.example'],
    [['forgive', member.username, ...BY], 'this is no task of mine'],
  ] as const)
    expect(await run(...args)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(says) })
  expect(await isIn({ cookie: member.cookie })).toBe(true)
  expect(await actsOf(member)).toEqual([])
  expect((await run('end-sessions', member.username, ...BY)).out).toBe(`${member.username}: 1 session ended\n`)
  expect(await isIn({ cookie: member.cookie })).toBe(false)
})

test('an account is closed on request as its member would: not while there is balance, then wholly', async () => {
  const member = await addMember(shop, { password: PASSWORD })
  const move = (cents: number) =>
    shop.db.transaction((tx) =>
      adjust(tx, {
        ...{ memberId: member.id, cents, by: { actor: 'ada', reason: 'amends' } },
        ...{ reference: `TK ${cents}`, mayOwe: false },
      }),
    )
  await run('end-sessions', member.username, '--reason', 'his phone was stolen in Lyon', '--by', 'olga')
  await move(500)
  expect(await run('close', member.username, ...BY)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`${member.username} is not closed: there is balance, or a debt`),
  })
  expect((await login(member)).status).toBe(200)
  await move(-500)
  // Points that are owed keep him alone from it.
  await shop.db.run(
    sql`insert into member_rewards (member_id, points, pending, growth) values (${member.id}, -100, 0, 0)`,
  )
  expect(await run('close', member.username, ...BY)).toEqual({
    code: 0,
    out: `${member.username}: closed; told by mail\n`,
    err: '',
  })
  expect((await login(member)).body.msg).not.toContain('blocked')
  const [row] = await shop.db.query(
    sql`select email, username, closed_at is not null as closed from members where id = ${member.id}`,
  )
  expect(row).toEqual({ email: '', username: '', closed: true })
  const farewell = sql`select 1 from mails where recipient = ${member.email} and template = 'accountClosed'`
  expect(await shop.db.query(farewell)).toHaveLength(1)
  expect((await run('close', member.username, ...BY)).err).toContain(`there is no member ${member.username}`)
  // That it was done stays, and why it was closed; what else was written of him goes with him.
  expect(await actsOf(member)).toEqual([
    { act: 'end-sessions', actor: 'olga', reason: '', did: '1 session ended' },
    done('close', 'not closed: erasure.balance'),
    done('close', 'closed'),
  ])
  expect((await run('show', member.id)).out).toContain(`${member.id}: closed`)
})

test('of more acts than are shown it is said that there are more', async () => {
  const member = await addMember(shop)
  await shop.db.run(sql`
    insert into member_acts (member_id, act, actor, reason, did)
    select ${member.id}::uuid, 'block', 'olga', 'number ' || n, jsonb_build_object('did', 'blocked') from generate_series(1, 501) n order by n`)
  const { out } = await run('show', member.username)
  const lines = out.trimEnd().split('\n')
  expect(lines.filter((line) => line.includes('block by olga'))).toHaveLength(500)
  expect(lines.at(-1)).toBe('these are the first 500: there are more')
})
