// Who sees a preview, where, for how long, and what is kept of it.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { send } from '#test/security/requests.testing.ts'
import { MOST_PREVIEWS } from './previews.ts'

let shop: TestShop
let ada: TestStaff
let one: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', DEMO: 'off' })
  ada = await addStaff(shop, { role: 'manager' })
  one = await addProduct(shop, { name: 'Moss' })
  await until(async () => (await get(`/games/${one.slug}`)).status === 200, 'its shelf is known')
})
afterAll(() => shop.close())

const get = (path: string, headers: Record<string, string> = {}) => send(shop.shop.origin, 'GET', path, { headers })
const previewed = async (name: string, who = ada): Promise<string> => {
  const changes = [{ field: 'name.en-US', from: '', to: name }]
  return (await askAs(shop, who, `POST /office/products/${one.productId}/preview`, { language: 'en-US', changes })).path
}

test('it is kept by no cache, read by no robot, counted as no visit, and its address goes nowhere', async () => {
  const path = await previewed('Only here')
  const { status, headers, text } = await get(path)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-accel-expires': '0',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  for (const name of ['surrogate-key', 'cdn-cache-control', 'surrogate-control', 'etag', 'set-cookie'])
    expect([name, headers[name]]).toEqual([name, undefined])
  expect(text).toContain('Preview: nobody else sees this.')
  expect(text).toContain('<meta name="robots" content="noindex"')
  expect(text).not.toMatch(/ld\+json|og:title|hrefLang/i)
  const token = path.split('preview=')[1]!
  expect(text).not.toContain(token)
  expect((await get(`/games/${one.slug}`)).text).not.toContain('Only here')
})

test('it is open to whoever has all of its address, for one page and an hour', async () => {
  const path = await previewed('For an hour')
  const token = path.split('preview=')[1]!
  const other = await addProduct(shop)
  for (const elsewhere of [
    `/?preview=${token}`,
    `/games/${other.slug}?preview=${token}`,
    `/checkout?preview=${token}`,
  ]) {
    const answer = await get(elsewhere)
    expect([elsewhere, answer.status]).toEqual([elsewhere, 404])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(answer.text).not.toContain('For an hour')
  }
  const guessed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  expect((await get(`/games/${one.slug}?preview=${guessed}`)).text).toContain('This preview has ended')
  // What has not even the form of one is no preview: the page as it is, for everybody.
  for (const nonsense of ['x', "';drop", '%00', `${token}x`, '__proto__'])
    expect((await get(`/games/${one.slug}?preview=${nonsense}`)).text).not.toContain('For an hour')

  await shop.db.run(sql`update previews set made_at = now() - interval '59 minutes'`)
  expect((await get(path)).status).toBe(200)
  await shop.db.run(sql`update previews set made_at = now() - interval '61 minutes'`)
  expect((await get(path)).status).toBe(404)
  const query = `zhname=${one.slug}&categoryName=games`
  const answer = await get(`/prod-api/api/product/info?${query}`, { 'x-preview': token })
  expect(JSON.parse(answer.text).data.iProductInfo.name).toBe('Moss')
})

test('the notice is in the language of the office, above a page in the language of its texts', async () => {
  const { body } = await shop.call('POST', `/office/products/${one.productId}/preview`, {
    headers: { cookie: ada.cookie, 'x-locale': 'zh-CN' },
    body: { language: 'ar' },
  })
  const { text } = await get(body.data.path)
  expect(text).toContain('<aside lang="zh-Hans-CN" dir="ltr"')
  expect(text).toContain('预览：其他人看不到此页面。')
  expect(text).toMatch(/<html lang="ar" dir="rtl"/)
})

test('the newest twenty of each person are kept, and no token', async () => {
  const ben = await addStaff(shop, { role: 'catalogue' })
  const bens = await previewed('Of Ben', ben)
  const paths: string[] = []
  for (let i = 0; i <= MOST_PREVIEWS; i++) paths.push(await previewed(`Number ${i}`))
  expect((await get(paths[0]!)).status).toBe(404)
  expect((await get(paths[1]!)).status).toBe(200)
  expect((await get(bens)).text).toContain('Of Ben')
  const rows = await shop.db.query<{ row: string }>(
    sql`select previews::text as row from previews where staff_id = ${ada.id}`,
  )
  expect(rows).toHaveLength(MOST_PREVIEWS)
  expect(rows.some(({ row }) => paths.some((path) => row.includes(path.split('preview=')[1]!)))).toBe(false)
})

test('whoever is let go sees none of his any more', async () => {
  const dan = await addStaff(shop, { role: 'catalogue' })
  const path = await previewed('Of Dan', dan)
  expect((await get(path)).text).toContain('Of Dan')
  await shop.db.run(sql`update staff set blocked_at = now() where id = ${dan.id}`)
  const answer = await get(path)
  expect([answer.status, answer.text.includes('Of Dan')]).toEqual([404, false])
})

test('what has ended is forgotten, and goes with the person', async () => {
  const forget = shop.shop.rooms.parts
    .flatMap(({ jobs }) => jobs ?? [])
    .find(({ name }) => name === 'previews.forgetOld')!
  const carol = await addStaff(shop, { role: 'catalogue' })
  await shop.db.run(sql`delete from previews`)
  await previewed('Old')
  await shop.db.run(sql`update previews set made_at = now() - interval '61 minutes'`)
  await previewed('New', carol)
  await forget.run({} as never)
  expect(await shop.db.query(sql`select staff_id as id from previews`)).toEqual([{ id: carol.id }])
  await shop.db.run(sql`delete from staff where id = ${carol.id}`)
  expect(await shop.db.query(sql`select from previews`)).toEqual([])
})

test('who looks for previews is slowed down as by pages', async () => {
  const strict = await openTestShop({
    WORKER: 'off',
    DEMO: 'off',
    RENDERS_PER_MINUTE: '5',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  onTestFinished(() => strict.close())
  const minute = () => Math.floor(Date.now() / 60_000)
  // Counting begins anew with each minute; who looks again then is somebody else.
  for (let who = 1; ; who++) {
    const began = minute()
    const headers = { 'x-forwarded-for': `198.51.100.${who}` }
    const statuses: number[] = []
    for (let i = 0; i < 7; i++)
      statuses.push((await send(strict.shop.origin, 'GET', `/?preview=${'A'.repeat(42)}${i}`, { headers })).status)
    if (minute() !== began) continue
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
    return
  }
})
