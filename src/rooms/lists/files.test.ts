// Lists as files: what is seen, whole and in its order; long ones as a job; for whoever asked, for a day.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { auditRows, fieldsOf } from '#rooms/audit/rows.testing.ts'
import { ordered } from '#rooms/payments/scene.testing.ts'
import { PRODUCTS_PER_PAGE } from '#rooms/products/limits.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { MOST_FILES, ROWS_AT_ONCE, ROWS_PER_PART } from './limits.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'manager' })
  await shop.db.run(
    sql`insert into settings (key, value) values ('shop.timeZone', 'Asia/Tokyo') on conflict (key) do update set value = excluded.value`,
  )
  await until(async () => (await ask('GET /office/audit')).zone === 'Asia/Tokyo', 'the zone is known')
})
afterAll(() => shop.close())

const ask = (name: string, body?: object, who = ada) => askAs(shop, who, name, body)
const read = (text: string): string[][] => parse(text, { bom: true })

/** So many orders like this one, one a second. */
async function likeThis(orderId: string, howMany: number, email: string) {
  await shop.db.run(sql`
    insert into orders (id, order_no, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
      goods, discount, fee, coupon, freight, service, total)
    select gen_random_uuid(), 'L' || lpad(translate(n::text || ${email}, '01@.', 'ABCD'), 30, 'X'), 'Expired',
      date_trunc('second', now() - interval '1 day') - make_interval(secs => n), expires_at, ${email}, locale, currency, rate_e8,
      payment_method, goods, discount, fee, coupon, freight, service, total
    from orders, generate_series(1, ${howMany}) n where id = ${orderId}`)
}
const taken = async (who = ada) => fieldsOf(await auditRows(shop.db, { act: 'list.take', staffId: who.id }), 'after')

test('a file has what the list shows: the same rows in the same order, the columns asked for, amounts with their currency', async () => {
  const { orderId } = await ordered(shop, STRIPE)
  await likeThis(orderId, 130, 'short@buyer.example')
  const query = { q: 'short@buyer.example', sort: 'oldest' }
  const shown: { orderNo: string; total: number; currency: string; placedAt: string }[] = []
  for (let after = ''; ; ) {
    const { rows, next } = await ask(`GET /office/orders?q=${query.q}&sort=oldest${after}`)
    shown.push(...rows)
    if (!next) break
    after = `&after=${encodeURIComponent(next)}`
  }
  const file = await ask('POST /office/lists/orders/file', { query, columns: ['total', 'number', 'placed'] })
  expect(file).toMatchObject({ rows: 130, id: null, name: expect.stringMatching(/^orders-[\d-]+\.csv$/) })
  const [head, ...rows] = read(file.text)
  expect(head).toEqual(['Total', 'Currency', 'Number', 'Placed (Asia/Tokyo)'])
  expect(rows.map(([total, currency, number]) => [Number(total), currency, number])).toEqual(
    shown.map(({ total, currency, orderNo }) => [total, currency, orderNo]),
  )
  const inTokyo = new Date(Date.parse(shown[0]!.placedAt) + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  expect(rows[0]![3]).toBe(inTokyo)
  expect((await taken()).at(-1)).toEqual({ after: { ...query, columns: ['total', 'number', 'placed'], rows: 130 } })
  const inChinese = await shop.call('POST', '/office/lists/orders/file', {
    headers: { cookie: ada.cookie, 'x-locale': 'zh-CN' },
    body: { query, columns: ['status'] },
  })
  expect(read(inChinese.body.data.text)[0]).not.toContain('Status')
})

test('a list with more rows is written as a job, in parts that are sealed, and is fetched by whoever asked alone, for a day', async () => {
  const { orderId } = await ordered(shop, STRIPE)
  const rows = ROWS_PER_PART + 70
  await likeThis(orderId, rows, 'long@buyer.example')
  const body = { query: { q: 'long@buyer.example' }, columns: ['number', 'buyer'] }
  const { id, text } = await ask('POST /office/lists/orders/file', body)
  expect(text).toBeNull()
  const file = await until(async () => {
    const found = await ask(`GET /office/files/${id}`)
    return found.state === 'done' ? found : undefined
  }, 'it is written')
  expect(file).toMatchObject({ rows, parts: 2, isCut: false, list: 'orders' })
  const parts = [await ask(`GET /office/files/${id}/parts/0`), await ask(`GET /office/files/${id}/parts/1`)]
  const [head, ...numbers] = read(parts.map((part) => part.text).join(''))
  expect(head).toEqual(['Number', 'Buyer', 'E-mail'])
  const inDatabase = await shop.db.query<{ no: string }>(
    sql`select order_no as no from orders where delivery_email = 'long@buyer.example' order by placed_at desc, id desc`,
  )
  expect(numbers.map(([number]) => number)).toEqual(inDatabase.map(({ no }) => no))
  const plain = await shop.db.one(
    sql`select count(*)::int as found from list_file_parts where position('long@buyer.example'::bytea in sealed) > 0`,
  )
  expect(plain).toEqual({ found: 0 })
  // Its bytes after the version name the key; a key that was dropped opens nothing, and the file can be deleted and made anew.
  const part = sql`select sealed from list_file_parts where file_id = ${id} and n = 0`
  const { sealed } = await shop.db.one<{ sealed: Buffer }>(part)
  const put = (bytes: Buffer) =>
    shop.db.run(sql`update list_file_parts set sealed = ${bytes} where file_id = ${id} and n = 0`)
  await put(Buffer.concat([sealed.subarray(0, 1), Buffer.alloc(4), sealed.subarray(5)]))
  expect(await ask(`GET /office/files/${id}/parts/0`)).toMatchObject({
    status: 422,
    refused: 'lists.refused.keyDropped',
  })
  await put(sealed)

  const bob = await addStaff(shop, { role: 'manager' })
  for (const path of [`GET /office/files/${id}`, `GET /office/files/${id}/parts/0`, `DELETE /office/files/${id}`])
    expect([path, (await ask(path, undefined, bob)).status]).toEqual([path, 404])
  expect((await ask('GET /office/files', undefined, bob)).files).toEqual([])
  expect((await ask('GET /office/files')).files).toMatchObject([{ id }])
  // Who may no more is told so, although it is his.
  await shop.db.run(sql`update staff set role = 'support' where id = ${ada.id}`)
  expect((await ask(`GET /office/files/${id}/parts/0`)).status).toBe(403)
  await shop.db.run(sql`insert into staff_roles (name) values ('blind')`)
  await shop.db.run(sql`insert into staff_grants (role, permission) values ('blind', 'orders.export')`)
  await shop.db.run(sql`update staff set role = 'blind' where id = ${ada.id}`)
  expect((await ask(`GET /office/files/${id}/parts/0`)).status).toBe(403)
  await shop.db.run(sql`update staff set role = 'manager' where id = ${ada.id}`)
  // And whoever has not proved himself lately proves it first.
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${ada.id}`)
  for (const [path, sent] of [
    [`GET /office/files/${id}/parts/0`, undefined],
    ['POST /office/lists/orders/file', body],
  ] as const)
    expect(await ask(path, sent)).toMatchObject({ status: 403, refused: 'login.proveAgain' })
  await shop.db.run(sql`update staff_sessions set proved_at = now() where staff_id = ${ada.id}`)

  await shop.db.run(sql`update list_files set done_at = now() - interval '24 hours 1 minute' where id = ${id}`)
  expect((await ask(`GET /office/files/${id}/parts/0`)).status).toBe(404)
  const forget = shop.shop.rooms.parts
    .flatMap(({ jobs }) => jobs ?? [])
    .find(({ name }) => name === 'lists.forgetFiles')!
  await forget.run({} as never)
  expect(await shop.db.one(sql`select count(*)::int as parts from list_file_parts`)).toEqual({ parts: 0 })
})

test('a product that changes while the list is written is in the file, once', async () => {
  const shelf = await shop.db.one<{ id: number }>(
    sql`insert into categories (slug, name) values ('moving', '{"en-US":"Moving"}') returning id`,
  )
  await shop.db.run(sql`
    insert into products (category_id, slug, name)
    select ${shelf.id}, 'moving-' || n, jsonb_build_object('en-US', 'Moving ' || n) from generate_series(1, ${2 * PRODUCTS_PER_PAGE}) n`)
  const noneWaits = () =>
    until(async () => (await shop.db.query(sql`select from listing_checks`)).length === 0, 'the list has followed')
  await noneWaits()
  const list = shop.shop.rooms.parts.flatMap(({ declares }) => declares?.lists?.products ?? [])[0]!
  const query = list.query.parse({ category: String(shelf.id) })
  const looker = { staffId: ada.id, locale: 'en-US', isDemo: false }
  const first = await list.page(query, undefined, looker)
  // All of it changes, as by a change of many: what was not yet read would stand above what was.
  await shop.db.run(sql`update products set developer = 'Moss' where category_id = ${shelf.id}`)
  await noneWaits()
  const rest = await list.page(query, first.next ?? undefined, looker)
  const ids = [...first.rows, ...rest.rows].map((row) => (row as { id: number }).id)
  expect([ids.length, new Set(ids).size]).toEqual([2 * PRODUCTS_PER_PAGE, 2 * PRODUCTS_PER_PAGE])
})

test('a file of products that was begun by what was changed last, before an upgrade, goes on so', async () => {
  const shelf = await shop.db.one<{ id: number }>(
    sql`insert into categories (slug, name) values ('begun', '{"en-US":"Begun"}') returning id`,
  )
  await shop.db.run(sql`
    insert into products (category_id, slug, name, created_at)
    select ${shelf.id}, 'begun-' || n, jsonb_build_object('en-US', 'Begun ' || n), now() - make_interval(days => n)
    from generate_series(1, ${PRODUCTS_PER_PAGE + 5}) n`)
  await until(async () => (await shop.db.query(sql`select from listing_checks`)).length === 0, 'the list has followed')
  // The first page, as the version before read it.
  const { rows, next } = await ask(`GET /office/products?category=${shelf.id}&sort=changed`)
  const list = shop.shop.rooms.parts.flatMap(({ declares }) => declares?.lists?.products ?? [])[0]!
  const looker = { staffId: ada.id, locale: 'en-US', isDemo: false }
  const rest = await list.page(list.query.parse({ category: String(shelf.id) }), next, looker)
  const ids = [...rows, ...(rest.rows as { id: number }[])].map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([PRODUCTS_PER_PAGE + 5, PRODUCTS_PER_PAGE + 5])
})

test('every list is taken along: products, batches without keys, the inbox, the audit log; what a list does not know is refused', async () => {
  const all = {
    products: ['product', 'slug', 'category', 'state', 'price', 'stock', 'versions', 'languages', 'changed'],
    batches: ['product', 'version', 'seller', 'source', 'supplier', 'state', 'left', 'at', 'by'],
    inbox: ['reference', 'since', 'what', 'who', 'language', 'state', 'assignee'],
    audit: ['at', 'who', 'act', 'subject', 'changes', 'reason'],
  }
  for (const [list, columns] of Object.entries(all)) {
    const file = await ask(`POST /office/lists/${list}/file`, { query: {}, columns })
    expect([list, file]).toEqual([list, expect.objectContaining({ id: null, text: expect.any(String) })])
    const [head, ...rows] = read(file.text)
    expect([list, rows.length]).toEqual([list, file.rows])
    expect(head!.every((word) => word !== '' && !word.includes('.'))).toBe(true)
    for (const wrong of [
      { query: {}, columns: ['constructor'] },
      { query: {}, columns: [columns[0], columns[0]] },
      { query: {}, columns: [] },
    ])
      expect([list, wrong, (await ask(`POST /office/lists/${list}/file`, wrong)).status]).toEqual([list, wrong, 400])
  }
  expect(
    (await ask('POST /office/lists/orders/file', { query: { status: 'None' }, columns: ['number'] })).errors,
  ).toEqual([{ path: 'query.status', message: 'error.invalid' }])
  const reader = await addStaff(shop, { role: 'reader' })
  for (const list of ['orders', ...Object.keys(all)])
    expect((await ask(`POST /office/lists/${list}/file`, { query: {}, columns: ['x'] }, reader)).status).toBe(403)
})

test('a person has so many files at most, also when he asks for them at once', async () => {
  const { orderId } = await ordered(shop, STRIPE)
  await likeThis(orderId, ROWS_AT_ONCE + 1, 'many@buyer.example')
  const eve = await addStaff(shop, { role: 'manager' })
  const body = { query: { q: 'many@buyer.example' }, columns: ['number'] }
  const answers = await Promise.all(
    Array.from({ length: MOST_FILES + 2 }, () => ask('POST /office/lists/orders/file', body, eve)),
  )
  expect(answers.filter(({ id }) => id)).toHaveLength(MOST_FILES)
  expect(answers.filter(({ refused }) => refused)).toEqual([
    expect.objectContaining({ refused: 'lists.refused.tooManyFiles', data: { most: MOST_FILES } }),
    expect.objectContaining({ refused: 'lists.refused.tooManyFiles' }),
  ])
  const { id } = answers.find((answer) => answer.id)!
  await ask(`DELETE /office/files/${id}`, undefined, eve)
  expect((await ask(`GET /office/files/${id}`, undefined, eve)).status).toBe(404)
  expect((await ask('POST /office/lists/orders/file', body, eve)).id).toEqual(expect.any(String))
})
