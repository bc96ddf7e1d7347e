// Who works here: the list of all, and what each is told of new browsers.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { makeSecrets } from '#test/surroundings.testing.ts'
import { PEOPLE_PER_PAGE } from './limits.ts'
import { PASSWORD, people, said } from './people.testing.ts'
import { addStaff, codeNow, cookieOf, type TestStaff } from './staff.testing.ts'

let shop: TestShop
let owner: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ VAULT_KEYS: makeSecrets().vaultKey })
})
afterAll(() => shop.close())
beforeEach(async () => {
  // Of earlier tests none is an owner any more.
  await shop.db.run(sql`update staff set role = 'reader' where role = 'owner'`)
  owner = await addStaff(shop, { password: PASSWORD })
})

const { get, mailsTo } = people(() => ({ shop, owner }))

test('the list has everybody once, over pages, and one role alone', async () => {
  await shop.db.run(sql`insert into staff_roles (name) values ('crowd') on conflict do nothing`)
  await shop.db.run(sql`
    insert into staff (id, email, email_key, name, role)
    select gen_random_uuid(), e, e, '<b>' || n, 'crowd' from generate_series(1, ${2 * PEOPLE_PER_PAGE + 3}) n, lateral (select n || '@crowd.example' as e) x`)
  const seen: { id: string; role: string; name: string }[] = []
  const sizes: number[] = []
  for (let after = ''; ; ) {
    const { rows, next } = (await get(owner, `/office/staff?role=crowd${after}`)).body.data
    seen.push(...rows)
    sizes.push(rows.length)
    if (!next) break
    after = `&after=${encodeURIComponent(next)}`
  }
  expect(sizes).toEqual([PEOPLE_PER_PAGE, PEOPLE_PER_PAGE, 3])
  expect(new Set(seen.map(({ id }) => id)).size).toBe(2 * PEOPLE_PER_PAGE + 3)
  expect((await get(owner, '/office/staff')).body.data.rows).toHaveLength(PEOPLE_PER_PAGE)
  const reader = await addStaff(shop, { role: 'reader' })
  expect(said(await get(reader, '/office/staff'))).toBe('error.forbidden')
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

test('a sign-in in a browser that is new for him is told by mail, in his language; the first one and a known one are not', async () => {
  const eve = await addStaff(shop, { role: 'support', password: PASSWORD })
  const signIn = async (cookie = '') => {
    const body = {
      ...{ email: eve.email, password: await sealForTest(shop.call, PASSWORD) },
      code: await codeNow(shop, eve),
    }
    const headers = { cookie, 'user-agent': FIREFOX, 'x-locale': 'zh-CN' }
    const answer = await shop.call('POST', '/office/session', { body, headers })
    expect(answer.status).toBe(200)
    return /office-device=[\w-]{43}/.exec(answer.headers.get('set-cookie') ?? '')![0]
  }
  const device = await signIn()
  expect(await signIn(device)).toBe(device)
  expect(await mailsTo(eve.email)).toEqual([])
  expect(await signIn()).not.toBe(device)
  expect(await mailsTo(eve.email)).toEqual(['staffNewDevice'])
  const { locale, data } = await shop.db.one<{ locale: string; data: Record<string, string> }>(
    sql`select locale, data from mails where recipient = ${eve.email}`,
  )
  expect([locale, data.device]).toEqual(['zh-CN', 'Firefox, Linux'])
  await signIn(device)
  expect(await mailsTo(eve.email)).toHaveLength(1)
  expect(cookieOf(await get(owner, '/office/session'))).toBe('')
})
