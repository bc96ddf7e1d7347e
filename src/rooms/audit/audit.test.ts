// The audit log: only added to, searched by whoever may, and told on the page of each thing to whoever may see that thing.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Statement, sql } from '#platform/database/sql.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { type Audited, audit } from './hands.ts'
import { AUDIT_PER_PAGE } from './limits.ts'
import { search } from './search-store.ts'

let shop: TestShop
let owner: TestStaff
let bob: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ;[owner, bob] = [await addStaff(shop), await addStaff(shop, { role: 'support' })]
})
afterAll(() => shop.close())

interface Row {
  id: number
  at: string
  act: string
  actor: string
  kind: string
  subject: string
  before: unknown
}

const get = (person: TestStaff, path: string) => shop.call('GET', path, { headers: { cookie: person.cookie } })
const found = async (search: string): Promise<Row[]> => (await get(owner, `/office/audit?${search}`)).body.data.rows

/** So many rows of a person, ten of each moment. */
async function write(howMany: number, of: { staff?: TestStaff; act: string; kind?: string; day: string }) {
  await shop.db.run(sql`
    insert into audit_log (at, staff_id, actor, address, act, subject_kind, subject_id, before, after, reason)
    select ${of.day}::timestamptz + make_interval(secs => n / 10), ${of.staff?.id ?? null}::uuid, ${of.staff?.email ?? 'root'},
      '203.0.113.7', ${of.act}, ${of.kind ?? 'thing'}, (n % 3)::text, null, null, '' from generate_series(0, ${howMany - 1}) n`)
}

test('the log is the newest first and has every row once, over pages whose rows are of the same moment', async () => {
  await write(2 * AUDIT_PER_PAGE + 7, { staff: bob, act: 'test.pages', day: '2026-03-01T12:00:00Z' })
  const seen: Row[] = []
  const sizes: number[] = []
  for (let after = ''; ; ) {
    const { rows, next, zone } = (await get(owner, `/office/audit?act=test.pages${after}`)).body.data
    expect(zone).toBe('UTC')
    seen.push(...rows)
    sizes.push(rows.length)
    if (!next) break
    after = `&after=${encodeURIComponent(next)}`
  }
  expect(sizes).toEqual([AUDIT_PER_PAGE, AUDIT_PER_PAGE, 7])
  const order = seen.map(({ at, id }) => `${at} ${String(id).padStart(9, '0')}`)
  expect(new Set(order).size).toBe(2 * AUDIT_PER_PAGE + 7)
  expect(order).toEqual([...order].sort().reverse())
  for (const wrong of ['x', '2026-01-01_1', '2026-13-45T00:00:00.000000Z_1'])
    expect((await get(owner, `/office/audit?after=${wrong}`)).status).toBe(400)
})

test('it is narrowed to a person, the machine, an act, a thing and days, and to all of them together', async () => {
  await write(4, { staff: bob, act: 'test.one', day: '2026-04-01T23:59:59.9Z' })
  await write(3, { staff: bob, act: 'test.two', kind: 'order', day: '2026-04-02T00:00:00Z' })
  await write(5, { act: 'test.one', day: '2026-04-03T10:00:00Z' })
  const counts = async (search: string) => (await found(search)).length
  const days = 'from=2026-04-01&to=2026-04-30'
  expect(await counts(`${days}&act=test.one`)).toBe(9)
  expect(await counts(`${days}&person=${bob.id}`)).toBe(7)
  expect(await counts(`${days}&person=machine`)).toBe(5)
  expect(await counts(`${days}&person=${bob.id}&act=test.one`)).toBe(4)
  expect(await counts(`${days}&person=machine&act=test.two`)).toBe(0)
  expect(await counts(`${days}&kind=order&id=1`)).toBe(1)
  expect(await counts(`${days}&kind=thing&id=1&person=machine`)).toBe(2)
  expect(await counts(`${days}&kind=thing&id=1&person=machine&act=test.two`)).toBe(0)
  // Both days are within, and no other.
  expect(await counts('act=test.one&from=2026-04-01&to=2026-04-01')).toBe(4)
  expect(await counts('act=test.one&from=2026-04-02&to=2026-04-02')).toBe(0)
  expect(await counts('act=test.one&to=2026-04-02')).toBe(4)
  expect(await counts('act=test.one&from=2026-04-02')).toBe(5)
  // Exactly, and never by a part of it.
  expect(await counts('act=test.on')).toBe(0)
  expect(await counts('act=%25')).toBe(0)
  for (const wrong of ['kind=order', 'id=1', 'person=1', 'from=2026-02-30', 'from=0000-01-01', 'to=x'])
    expect([wrong, (await get(owner, `/office/audit?${wrong}`)).status]).toEqual([wrong, 400])
})

test('its filters offer what the log has', async () => {
  const { people, acts, kinds } = (await get(owner, '/office/audit/choices')).body.data
  expect(people).toContainEqual({ id: bob.id, actor: bob.email })
  expect(acts).toEqual([...new Set(acts)].sort())
  expect(acts).toEqual(expect.arrayContaining(['test.one', 'test.pages', 'test.two']))
  expect(kinds).toEqual(expect.arrayContaining(['order', 'thing']))
})

test('each filter has an index that gives the order, too: however long the log is, no page sorts it', async () => {
  await shop.db.run(sql`
    insert into audit_log (at, staff_id, actor, act, subject_kind, subject_id)
    select now() - make_interval(secs => n), ${bob.id}, 'x', 'bulk.' || (n % 7), 'bulk', n::text from generate_series(1, 20000) n`)
  await shop.db.run(sql`analyze audit_log`)
  const plans: [string, ReturnType<typeof sql>][] = [
    [
      'audit_log_newest',
      sql`explain select id from audit_log where at < now() and (at, id) < (now(), 5) order by at desc, id desc limit 51`,
    ],
    [
      'audit_log_of_act',
      sql`explain select id from audit_log where act = 'bulk.3' and (at, id) < (now(), 5) order by at desc, id desc limit 51`,
    ],
    [
      'audit_log_of_act_by_staff',
      sql`explain select id from audit_log where staff_id = ${bob.id} and act = 'bulk.3' and (at, id) < (now(), 5) order by at desc, id desc limit 51`,
    ],
    [
      'audit_log_about',
      sql`explain select id from audit_log where subject_kind = 'bulk' and subject_id = '9' order by at desc, id desc limit 51`,
    ],
  ]
  for (const [index, statement] of plans) {
    const lines = (await shop.db.query<{ 'QUERY PLAN': string }>(statement)).map((row) => row['QUERY PLAN']).join('\n')
    expect([index, lines]).toEqual([index, expect.stringContaining(index)])
    expect([index, lines]).not.toEqual([index, expect.stringContaining('Sort')])
  }
})

test('a page within days of long ago begins at their end, or where the page before ended, and reads nothing newer, nor older ones', async () => {
  await shop.db.run(sql`
    insert into audit_log (at, staff_id, actor, act, subject_kind, subject_id)
    select timestamptz '2001-01-01' + make_interval(mins => n), ${bob.id}, 'x', 'old.' || (n % 2), 'old', 'one' from generate_series(1, 20000) n`)
  await shop.db.run(sql`vacuum analyze audit_log`)
  let blocks = 0
  const explaining = {
    ...shop.db,
    async query<R extends object>({ text, values }: Statement) {
      const found = await shop.db.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>({
        ...{ text: `explain (analyze, buffers, format json) ${text}`, values, name: randomUUID() },
      })
      const { Plan } = found[0]!['QUERY PLAN'][0]
      blocks = Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
      return [] as R[]
    },
  }
  // As the database says moments.
  const days = { since: '2001-01-01 00:00:00+00', until: '2001-01-14 00:00:00+00' }
  const subject = { kind: 'old', id: 'one' }
  const pages = [
    [undefined, '2001-01-13T23:59'],
    ['2001-01-14T12:00:00.000000Z', '2001-01-13T23:59'],
    ['2001-01-02T12:00:00.000000Z', '2001-01-02T11:59'],
  ] as const
  for (const wanted of [{}, { act: 'old.1' }, { staffId: bob.id }, { staffId: bob.id, act: 'old.1' }, { subject }])
    for (const [at, first] of pages) {
      const place = { after: at && { at, id: 1 }, limit: 51 }
      await search(explaining, { ...wanted, ...days }, place)
      expect({ wanted, at, blocks: Math.max(blocks, 40) }).toEqual({ wanted, at, blocks: 40 })
      const rows = await search(shop.db, { ...wanted, ...days }, place)
      expect([rows.length, rows[0]?.exactly.slice(0, 16)]).toEqual([51, first])
    }
})

test('the history of a thing is for whoever may see the thing, or the log', async () => {
  const id = '3d4a2b10-1111-4222-8333-444455556666'
  await shop.db.transaction((tx) =>
    audit(tx, {
      ...{ by: { machineUser: 'root' }, act: 'order.hold', subject: { kind: 'order', id }, reason: '<script>' },
      ...{ before: { status: 'Paid' }, after: { status: 'Paid', did: 'held it' } },
    }),
  )
  const history = async (person: TestStaff, kind: string) => get(person, `/office/audit/of/${kind}/${id}`)
  const { body } = await history(bob, 'order')
  expect(body.data.rows).toMatchObject([
    {
      ...{ actor: 'root', staffId: null, act: 'order.hold', reason: '<script>' },
      ...{ before: { status: 'Paid' }, after: { status: 'Paid', did: 'held it' } },
    },
  ])
  // From where somebody did it, whoever reads the log knows.
  expect(body.data.rows[0]).not.toHaveProperty('address')
  expect([(await history(bob, 'staff')).status, (await history(bob, 'role')).status]).toEqual([403, 403])
  // What no room declares a history of is nothing, as names that every object has.
  for (const kind of ['thing', 'constructor', '__proto__']) expect((await history(bob, kind)).status).toBe(404)
  expect((await history(owner, 'thing')).status).toBe(200)
  expect((await get(bob, '/office/audit')).status).toBe(403)
  expect((await get(bob, '/office/audit/choices')).status).toBe(403)
})

test('nobody changes it or takes from it, also not as the shop’s own database role; a change that was rolled back is not in it', async () => {
  const { rows } = await shop.db.one<{ rows: number }>(sql`select count(*)::int as rows from audit_log`)
  expect(rows).toBeGreaterThan(0)
  for (const each of [
    sql`update audit_log set reason = 'another'`,
    sql`update audit_log set reason = 'another' where false`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ])
    await expect(shop.db.run(each)).rejects.toThrow('the audit log is only added to')
  await expect(
    shop.db.transaction(async (tx) => {
      await audit(tx, {
        by: { machineUser: 'root' },
        act: 'savedReply.forget',
        subject: { kind: 'savedReply', id: '1' },
      })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await shop.db.one(sql`select count(*)::int as rows from audit_log`)).toEqual({ rows })
  expect(await found('act=savedReply.forget')).toEqual([])
})

test('many rows at once stand in the order given, each with what was before and after, or nothing', async () => {
  const person = { staffId: bob.id, email: bob.email, address: '203.0.113.9' }
  await shop.db.transaction((tx) =>
    audit(
      tx,
      ...Array.from(
        { length: 30 },
        (_, n): Audited => ({
          by: n % 2 ? person : { machineUser: 'root' },
          ...{ act: 'product.bulk', subject: { kind: 'product', id: String(n) }, reason: `"${n}"` },
          ...(n % 3 && { before: { n }, after: { n: n + 1 } }),
        }),
      ),
    ),
  )
  const rows = await shop.db.query<{ id: string }>(sql`
    select staff_id as staff, actor, address, subject_id as id, before, after, reason from audit_log
    where act = 'product.bulk' order by audit_log.id`)
  expect(rows.map(({ id }) => Number(id))).toEqual(Array.from({ length: 30 }, (_, n) => n))
  expect(rows).toContainEqual({
    ...{ staff: bob.id, actor: bob.email, address: '203.0.113.9', id: '7', reason: '"7"' },
    ...{ before: { n: 7 }, after: { n: 8 } },
  })
  expect(rows).toContainEqual({
    ...{ staff: null, actor: 'root', address: null, id: '6', reason: '"6"', before: null, after: null },
  })
  await shop.db.transaction((tx) => audit(tx))
})
