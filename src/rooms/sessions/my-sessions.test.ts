// A member's list of sessions, how they end, his history, and the mail about a browser that is new (decision F3).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import type { Events } from '#platform/events/events.ts'
import { defineRoom } from '#platform/room.ts'
import { until } from '#platform/testing.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import { PASSWORD_CHANGED } from '#rooms/members/events.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'

const PASSWORD = 'correct horse'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0'

let shop: TestShop
let events: Events
beforeAll(async () => {
  const listening = defineRoom({
    name: 'test',
    needs: {},
    open(house) {
      events = house.events
      return {}
    },
  })
  shop = await openTestShop(
    { TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'cf-ipcountry' },
    { moreRooms: [listening] },
  )
})
afterAll(() => shop.close())

const newMember = () => addMember(shop, { password: PASSWORD })

async function signIn(member: TestMember, headers: Record<string, string> = {}) {
  const answer = await shop.call('POST', '/api/login', {
    body: { username: member.username, password: await sealForTest(shop.call, PASSWORD) },
    headers: { 'user-agent': FIREFOX, ...headers },
  })
  expect(answer.status).toBe(200)
  const device = answer.headers.getSetCookie().find((line) => line.startsWith('device='))!
  return { cookie: `token=${answer.body.data.token}`, device: device.split(';')[0]! }
}

const sessionsOf = async (cookie: string, query = '') =>
  (await shop.call('GET', `/api/profile/sessions${query}`, { headers: { cookie } })).body
const isIn = async (cookie: string) => (await shop.call('GET', '/api/getInfo', { headers: { cookie } })).status === 200

/** What this address was written, once all of it has words. */
const mailsTo = (recipient: string) =>
  until(async () => {
    const rows = await shop.db.query<{ id: string; template: string; sealed: Buffer | null }>(sql`
      select id, template, sealed from mails where recipient = ${recipient} order by created_at, id`)
    if (rows.some(({ sealed }) => !sealed)) return undefined
    const { keyring } = shop.shop.ground
    return rows.map(({ id, template, sealed }) => ({ template, text: openMail(keyring, { id, sealed: sealed! }).text }))
  }, 'the mails are written')

test('the list says where the member is signed in, with the network of the address alone', async () => {
  const member = await newMember()
  const here = await signIn(member, { 'user-agent': EDGE, 'x-forwarded-for': '203.0.113.77', 'cf-ipcountry': 'DE' })
  const v6 = await signIn(member, { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' })
  await shop.db.run(sql`
    update sessions set used_at = now() - interval '10 seconds' where member_id = ${member.id} and address = '203.0.113.77'`)
  const { rows, total } = await sessionsOf(here.cookie)
  expect(total).toBe(3)
  expect(rows).toHaveLength(3)
  expect(rows.find((row: { isCurrent: boolean }) => row.isCurrent)).toMatchObject({
    system: 'Windows',
    device: 'Microsoft Edge',
    country: 'DE',
    address: '203.0.113.*',
  })
  expect(rows[0]).toMatchObject({ system: 'Linux', device: 'Firefox', country: null, address: '2001:db8:1:*' })
  const seconds = rows.map((row: { usedAt: string }) => row.usedAt)
  expect(seconds).toEqual([...seconds].sort().reverse())
  expect((await sessionsOf(v6.cookie, '?pageNum=2&pageSize=2')).rows).toHaveLength(1)
  expect(rows.map(({ address }: { address: string }) => address).join(' ')).not.toContain('.77')
})

test('one session is ended, this one with its cookie, and somebody else’s does not exist', async () => {
  const [member, other] = [await newMember(), await newMember()]
  const [here, there] = [await signIn(member), await signIn(member)]
  const current = async (cookie: string) =>
    (await sessionsOf(cookie)).rows.find((row: { isCurrent: boolean }) => row.isCurrent).id
  const end = (cookie: string, id: string) =>
    shop.call('DELETE', `/api/profile/sessions/${id}`, { headers: { cookie } })
  const thereId = await current(there.cookie)
  expect((await end(other.cookie, thereId)).status).toBe(404)
  expect(await isIn(there.cookie)).toBe(true)
  expect((await end(here.cookie, thereId)).status).toBe(200)
  expect(await isIn(there.cookie)).toBe(false)
  expect((await end(here.cookie, thereId)).status).toBe(404)
  const out = await end(here.cookie, await current(here.cookie))
  expect(out.headers.getSetCookie().some((line) => line.startsWith('token=;'))).toBe(true)
  expect(await isIn(here.cookie)).toBe(false)
})

test('all others are ended at once', async () => {
  const member = await newMember()
  const [here, there] = [await signIn(member), await signIn(member)]
  const { body } = await shop.call('DELETE', '/api/profile/sessions', { headers: { cookie: here.cookie } })
  expect(body.data).toEqual({ ended: 2 })
  expect(await isIn(there.cookie)).toBe(false)
  expect(await isIn(member.cookie)).toBe(false)
  expect((await sessionsOf(here.cookie)).total).toBe(1)
})

test('a changed password ends the sessions that a thief may have; a reset one ends all', async () => {
  const member = await newMember()
  const [owner, thief] = [await signIn(member), await signIn(member)]
  const [{ id: keep }] = (await sessionsOf(owner.cookie)).rows.filter((row: { isCurrent: boolean }) => row.isCurrent)
  const changed = (to: string | null) =>
    shop.db.transaction((tx) => events.append(tx, PASSWORD_CHANGED.of(member.id, { keep: to, byMail: false })))
  await changed(keep)
  expect(await isIn(thief.cookie)).toBe(false)
  expect(await isIn(owner.cookie)).toBe(true)
  await changed(null)
  expect(await isIn(owner.cookie)).toBe(false)
})

test('thirty days are the end of a session, however much it was used', async () => {
  const member = await newMember()
  const { cookie } = await signIn(member)
  await shop.db.run(sql`
    update sessions set created_at = created_at - interval '30 days 1 second', used_at = used_at - interval '61 seconds'
    where member_id = ${member.id}`)
  expect(await isIn(cookie)).toBe(false)
  expect(await isIn(cookie)).toBe(false)
})

test('the history has every sign-in with its address, page by page, and only the member’s own', async () => {
  const member = await newMember()
  const history = async (query: string) =>
    (await shop.call('GET', `/api/profile/history?${query}`, { headers: { cookie: member.cookie } })).body
  expect(await history('')).toMatchObject({ rows: [], total: 0 })
  for (let n = 1; n <= 3; n++) await signIn(member, { 'x-forwarded-for': `198.51.100.${n}` })
  await signIn(await newMember())
  const first = await history('pageNum=1&pageSize=2')
  expect(first.total).toBe(3)
  expect(first.rows.map((row: { ip: string }) => row.ip)).toEqual(['198.51.100.3', '198.51.100.2'])
  expect(first.rows[0]).toMatchObject({ system: 'Linux', device: 'Firefox', country: null, method: 'password' })
  expect((await history('pageNum=2&pageSize=2')).rows.map((row: { ip: string }) => row.ip)).toEqual(['198.51.100.1'])
  expect(await history('pageNum=9')).toMatchObject({ rows: [], total: 3 })
  expect(
    (await shop.call('GET', '/api/profile/history?pageSize=101', { headers: { cookie: member.cookie } })).status,
  ).toBe(400)
})

test('a member reads when and from where he was here last: the sign-in before this one', async () => {
  const member = await newMember()
  const lastOf = async (cookie: string) => {
    const { data } = (await shop.call('GET', '/api/getInfo', { headers: { cookie } })).body
    return [data.lastIp, data.lastTime && Math.abs(Date.parse(data.lastTime) - Date.now()) < 60_000]
  }
  const first = await signIn(member, { 'x-forwarded-for': '198.51.100.1' })
  expect(await lastOf(first.cookie)).toEqual([null, null])
  const second = await signIn(member, { 'x-forwarded-for': '198.51.100.2' })
  expect(await lastOf(second.cookie)).toEqual(['198.51.100.1', true])
})

test('a browser that is new is told by mail, with time, device, address and the way to end it; the first one is not', async () => {
  const member = await newMember()
  const first = await signIn(member)
  await signIn(member, { cookie: first.device })
  expect(await shop.db.query(sql`select id from mails where recipient = ${member.email}`)).toEqual([])
  await signIn(member, { 'user-agent': EDGE, 'x-forwarded-for': '203.0.113.9', 'cf-ipcountry': 'FR' })
  const [mail] = await mailsTo(member.email)
  expect(mail!.template).toBe('newDevice')
  for (const part of ['Microsoft Edge, Windows', '203.0.113.9, FR', 'UTC', `${shop.shop.origin}/my-security`])
    expect(mail!.text).toContain(part)
  for (let n = 0; n < 5; n++) await signIn(member)
  expect((await mailsTo(member.email)).length).toBe(3)
})
