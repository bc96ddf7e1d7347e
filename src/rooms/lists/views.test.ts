// Columns that each person chooses, and views with a name: one's own, and those that all share.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addMember, openTestShop, type TestShop } from '#test/harness.ts'
import { MOST_VIEWS } from './limits.ts'

let shop: TestShop
let ada: TestStaff
let bob: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  ;[ada, bob] = [await addStaff(shop, { role: 'manager' }), await addStaff(shop, { role: 'support' })]
})
afterAll(() => shop.close())

const ask = (name: string, body?: object, who = ada) => askAs(shop, who, name, body)
const put = (list: string, columns: string[] | null, who = ada) =>
  ask(`POST /office/lists/${list}/columns`, { columns }, who)
const views = async (who = ada, list = 'orders') => (await ask(`GET /office/lists/${list}`, undefined, who)).views
const audited = () =>
  shop.db.query(sql`
    select act, before, after from audit_log where subject_kind = 'view' order by id`)

test('each person has his own columns of a list, in his order, until he takes those of the beginning again', async () => {
  expect((await ask('GET /office/lists/orders')).columns).toBeNull()
  expect(await put('orders', ['total', 'number'])).toBeNull()
  expect(await put('orders', ['status', 'total'])).toBeNull()
  expect((await ask('GET /office/lists/orders')).columns).toEqual(['status', 'total'])
  expect((await ask('GET /office/lists/products')).columns).toBeNull()
  expect((await ask('GET /office/lists/orders', undefined, bob)).columns).toBeNull()
  for (const wrong of [['nothing'], ['toString'], ['total', 'total'], [], Array.from({ length: 21 }, () => 'total')])
    expect([wrong, (await put('orders', wrong)).status]).toEqual([wrong, 400])
  expect(await put('orders', null)).toBeNull()
  expect((await ask('GET /office/lists/orders')).columns).toBeNull()
  expect((await put('audit', ['at'], bob)).status).toBe(403)
  expect((await put('nothing', ['at'])).status).toBe(404)
  expect((await put('constructor', ['at'])).status).toBe(404)
})

test('a view that names somebody’s address ends with it', async () => {
  const [gone, stays] = [await addMember(shop), await addMember(shop)]
  const keep = (name: string, search: object, who = ada) =>
    ask('POST /office/lists/orders/views', { name, search }, who)
  await keep('His orders', { q: ` ${gone.email.toUpperCase()} ` })
  await keep(gone.email, {}, bob)
  const { id } = await keep('Another’s', { q: stays.email })
  const erased = await shop.call('POST', '/api/profile/erase', {
    ...{ headers: { cookie: gone.cookie }, body: { confirmed: true } },
  })
  expect(erased.status).toBe(200)
  expect(await views(bob)).toEqual([])
  expect((await views()).map((view: { name: string }) => view.name)).toEqual(['Another’s'])
  expect(await ask(`DELETE /office/views/${id}`)).toBeNull()
})

test('a view of one’s own is seen, renamed and deleted by nobody else', async () => {
  const search = { status: 'Disputed', sort: 'oldest', columns: 'number,total' }
  const { id } = await ask('POST /office/lists/orders/views', { name: ' <b>Trouble</b> ', search })
  expect(await views()).toEqual([{ id, list: 'orders', name: '<b>Trouble</b>', search, isShared: false }])
  expect(await views(bob)).toEqual([])
  expect((await ask(`POST /office/views/${id}`, { name: 'Mine' }, bob)).status).toBe(404)
  expect((await ask(`DELETE /office/views/${id}`, undefined, bob)).status).toBe(404)
  // By the call for shared ones neither, which asks for the permission first.
  expect((await ask(`DELETE /office/shared-views/${id}`)).status).toBe(404)
  expect(await ask(`POST /office/views/${id}`, { name: 'Renamed' })).toBeNull()
  const { id: other } = await ask('POST /office/lists/orders/views', { name: 'Other', search: {} })
  expect(await ask(`POST /office/views/${other}`, { name: 'Renamed' })).toMatchObject({
    refused: 'lists.refused.nameTaken',
  })
  expect(await ask('POST /office/lists/orders/views', { name: 'Other', search: {} })).toMatchObject({
    refused: 'lists.refused.nameTaken',
  })
  expect((await views()).map(({ name }: { name: string }) => name)).toEqual(['Other', 'Renamed'])
  for (const one of [id, other]) expect(await ask(`DELETE /office/views/${one}`)).toBeNull()
  expect(await views()).toEqual([])
  expect(await audited()).toEqual([])
})

test('a shared view needs a permission to be made, renamed or deleted, and each time stands in the audit log', async () => {
  const search = { status: 'Paid' }
  const shared = { name: 'To be sent', search }
  expect((await ask('POST /office/lists/orders/shared-views', shared, bob)).status).toBe(403)
  const { id } = await ask('POST /office/lists/orders/shared-views', shared)
  expect(await views(bob)).toEqual([{ id, list: 'orders', name: 'To be sent', search, isShared: true }])
  expect((await ask('GET /office/views', undefined, bob)).views).toEqual(await views(bob))
  expect((await ask(`POST /office/shared-views/${id}`, { name: 'Mine' }, bob)).status).toBe(403)
  expect((await ask(`DELETE /office/shared-views/${id}`, undefined, bob)).status).toBe(403)
  // As one of his own it is none, also to who may.
  expect((await ask(`DELETE /office/views/${id}`)).status).toBe(404)
  await ask(`POST /office/shared-views/${id}`, { name: 'Ready' })
  await ask(`DELETE /office/shared-views/${id}`)
  expect(await views(bob)).toEqual([])
  expect(await audited()).toEqual([
    { act: 'view.share', before: null, after: { list: 'orders', name: 'To be sent', status: 'Paid' } },
    { act: 'view.rename', before: { name: 'To be sent' }, after: { name: 'Ready' } },
    { act: 'view.unshare', before: { list: 'orders', name: 'Ready', status: 'Paid' }, after: null },
  ])
  // Of a list that he may not see, nobody is told the views.
  const { id: hidden } = await ask('POST /office/lists/audit/shared-views', { name: 'Refunds', search: {} })
  expect((await ask('GET /office/views', undefined, bob)).views).toEqual([])
  expect((await ask('GET /office/lists/audit', undefined, bob)).status).toBe(403)
  await ask(`DELETE /office/shared-views/${hidden}`)
})

test('a view holds nothing that its list does not take, and there are so many of them at most', async () => {
  for (const search of [{ status: 'None' }, { columns: 'number,password' }, { product: 'x' }, { 'a b': '1' }])
    expect([search, (await ask('POST /office/lists/orders/views', { name: 'x', search })).status]).toEqual([
      search,
      400,
    ])
  for (const name of ['', ' ', 'x'.repeat(61)])
    expect((await ask('POST /office/lists/orders/views', { name, search: {} })).status).toBe(400)
  const eve = await addStaff(shop, { role: 'manager' })
  const answers = await Promise.all(
    Array.from({ length: MOST_VIEWS + 3 }, (_, n) =>
      ask('POST /office/lists/orders/views', { name: `view ${n}`, search: {} }, eve),
    ),
  )
  expect(answers.filter(({ id }) => id)).toHaveLength(MOST_VIEWS)
  expect(answers.filter(({ refused }) => refused === 'lists.refused.tooManyViews')).toHaveLength(3)
  expect(await views(eve)).toHaveLength(MOST_VIEWS)
})
