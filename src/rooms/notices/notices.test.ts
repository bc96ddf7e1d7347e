// What members are told in their centre, over the API (specification §3, §7, §9; decisions A5, A6).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { LOCALES } from '#platform/i18n/locales.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { notify } from './notify.ts'
import { KINDS, sayNotice } from './words.ts'

let shop: TestShop
let ann: TestMember
let bob: TestMember
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  ;[ann, bob] = [await addMember(shop, { password: 'Correct horse 1' }), await addMember(shop)]
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`truncate member_notices`))

const get = (path: string, { cookie }: { cookie: string } = ann, locale = 'en-US') =>
  shop.call('GET', path, { headers: { cookie, 'x-locale': locale } })
const post = (path: string, { cookie }: { cookie: string } = ann) => shop.call('POST', path, { headers: { cookie } })
const list = (query = '', who: { cookie: string } = ann, locale?: string) =>
  get(`/api/profile/message?${query}`, who, locale)
const unread = async (who: { cookie: string } = ann) => (await get('/api/profile/message/unread', who)).body.data.count

test('a sign-in in a new browser is told, in the language in which it is read; in the first or a known one it is not', async () => {
  const password = await sealForTest(shop.call, 'Correct horse 1')
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const login = (cookie = '', agent = firefox) =>
    shop.call('POST', '/api/login', {
      body: { username: ann.username, password },
      headers: { cookie, 'user-agent': agent },
    })
  await login('', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36')
  expect((await list()).body.total).toBe(0)
  const device = (await login()).headers.getSetCookie().find((cookie) => cookie.startsWith('device='))!
  await login(device.split(';')[0])
  const { body } = await list()
  expect(body.total).toBe(1)
  expect(body.rows[0]).toMatchObject({
    title: 'A sign-in from a new device',
    contents: expect.stringContaining('Firefox, Linux'),
    acceptUserName: ann.username,
    isRead: false,
    link: '/my-security',
  })
  expect((await list('', ann, 'de')).body.rows[0].title).toBe('Anmeldung auf einem neuen Gerät')
})

test('pages of ten, the newest first; one is read, then all; the count follows', async () => {
  await shop.db.run(sql`
    insert into member_notices (id, member_id, kind, data, created_at)
    select gen_random_uuid(), ${ann.id}, 'reviewPublished', jsonb_build_object('excerpt', 'Number ' || n), now() - make_interval(mins => n)
    from generate_series(1, 12) n`)
  const pages = await Promise.all([list(), list('pageNum=2'), list('pageNum=3')])
  expect(pages.map(({ body }) => [body.rows.length, body.total])).toEqual([
    [10, 12],
    [2, 12],
    [0, 12],
  ])
  expect(pages[0]!.body.rows[0].contents).toContain('Number 1')
  expect(pages[1]!.body.rows[1].contents).toContain('Number 12')
  expect(await unread()).toBe(12)
  const { id } = pages[0]!.body.rows[3]
  await Promise.all([post(`/api/profile/message/${id}/read`), post(`/api/profile/message/${id}/read`)])
  expect(await unread()).toBe(11)
  expect((await list()).body.rows[3]).toMatchObject({ id, isRead: true })
  await post('/api/profile/message/readAll')
  expect(await unread()).toBe(0)
})

test('they are the session’s: another name is refused, another’s notice is not there, and a visitor logs in first', async () => {
  await notify(shop.db, ann.id, 'passwordChanged')
  const { id } = (await list(`acceptUserName=${ann.username.toUpperCase()}`)).body.rows[0]
  expect((await list(`acceptUserName=${ann.username}`, bob)).status).toBe(403)
  expect((await list('', bob)).body).toMatchObject({ rows: [], total: 0 })
  const [strange, missing] = [
    await post(`/api/profile/message/${id}/read`, bob),
    await post(`/api/profile/message/${randomUUID()}/read`, bob),
  ]
  expect([strange.status, strange.body]).toEqual([404, missing.body])
  await post('/api/profile/message/readAll', bob)
  expect([await unread(), await unread(bob)]).toEqual([1, 0])
  const nobody = { cookie: '' }
  const asked = [
    list('', nobody),
    get('/api/profile/message/unread', nobody),
    post('/api/profile/message/readAll', nobody),
  ]
  for (const { status, body } of await Promise.all(asked))
    expect([status, body.msg]).toEqual([401, 'message.loginFirst'])
})

test('each kind has its words in every language, with all that it tells', () => {
  const data = {
    subject: 'SUB',
    reference: 'T-1',
    excerpt: 'EXC',
    reason: 'WHY',
    device: 'DEV',
    system: '',
    country: 'DE',
    ticketId: 'x',
  }
  for (const { code } of LOCALES)
    for (const kind of KINDS) {
      const { title, contents } = sayNotice(kind, data, code)!
      expect(`${title} ${contents}`).not.toMatch(/\{\{|notices\./)
      if (kind === 'signedIn') expect(contents).toContain('DEV')
      if (kind === 'reviewRejected') expect(contents).toMatch(/EXC.*WHY/s)
      if (kind === 'ticketAnswered') expect(contents).toMatch(/SUB.*T-1/s)
    }
  expect(sayNotice('somethingNewer', data, 'en-US')).toBeUndefined()
})
