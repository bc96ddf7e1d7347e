// What needs attention, and who may see it and end it.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { raiseAlert } from '#rooms/alerts/hands.ts'
import { mayGo, type OfficePath } from '#rooms/staff/office/may-go.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, type TestShop } from '#test/harness.ts'
import { WAYS, wayOf, wayWord } from '../office/ways.ts'

let shop: TestShop
let ada: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'support' })
})
afterAll(() => shop.close())

const get = async (path: string) => (await shop.call('GET', path, { headers: { cookie: ada.cookie } })).body.data
const done = (id: number, seenAt: string) =>
  shop.call('POST', `/office/alerts/${id}/done`, { headers: { cookie: ada.cookie }, body: { seenAt } })

test('what needs attention stands there, money first, until somebody has dealt with it; what is said later stays', async () => {
  await shop.db.run(sql`update alerts set resolved_at = now()`)
  const alert = { kind: 'order.held', subject: 'a', details: { why: '<b>why</b> ‮' } } as const
  await raiseAlert(shop.db, { ...alert, subject: 'plain' })
  await raiseAlert(shop.db, { ...alert, subject: 'money', money: true })
  await raiseAlert(shop.db, { ...alert, subject: 'later' })
  const { rows, isMore } = await get('/office/alerts')
  expect([rows.map(({ subject }: { subject: string }) => subject), isMore]).toEqual([
    ['money', 'later', 'plain'],
    false,
  ])
  const [money, later] = rows
  await raiseAlert(shop.db, { ...alert, subject: 'money', details: { why: 'something else' } })
  expect((await done(money.id, money.lastAt)).body.msg).toBe('today.refused.changed')
  const answers = await Promise.all([done(later.id, later.lastAt), done(later.id, later.lastAt)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  expect((await get('/office/alerts')).rows.map(({ subject }: { subject: string }) => subject)).toEqual([
    'money',
    'plain',
  ])
  expect(await shop.db.query(sql`select actor from audit_log where act = 'alerts.done'`)).toEqual([
    { actor: ada.email },
  ])
})

test('what an alert is about is for whoever may see such things; others see that there is one, and cannot end it', async () => {
  await shop.db.run(sql`update alerts set resolved_at = now()`)
  await raiseAlert(shop.db, { kind: 'staff.codesGuessed', subject: 'eve@staff.example', details: {} })
  await raiseAlert(shop.db, { kind: 'job.dead', subject: 'order.find 7', details: { payload: { orderId: 'x' } } })
  await raiseAlert(shop.db, { kind: 'order.held', subject: 'L-7', details: { by: 'ben', reason: 'odd' } })
  await raiseAlert(shop.db, { kind: 'stock.low', subject: 'sku', details: { left: 1 } })
  await raiseAlert(shop.db, { kind: 'restore.ordersGone', subject: 'orders', details: { count: 1, orders: ['x'] } })
  const seenBy = async (role: string) => {
    const who = await addStaff(shop, { role })
    const { body } = await shop.call('GET', '/office/alerts', { headers: { cookie: who.cookie } })
    const rows = body.data.rows as { id: number; kind: string; isHidden: boolean; subject: string; details: object }[]
    for (const { isHidden, subject, details } of rows) if (isHidden) expect([subject, details]).toEqual(['', {}])
    return { rows, hidden: rows.filter(({ isHidden }) => isHidden).map(({ kind }) => kind) }
  }
  expect((await seenBy('owner')).hidden).toEqual([])
  expect((await seenBy('manager')).hidden).toEqual([])
  expect((await seenBy('catalogue')).hidden.sort()).toEqual([
    'job.dead',
    'order.held',
    'restore.ordersGone',
    'staff.codesGuessed',
  ])
  expect((await seenBy('reader')).hidden).toEqual(['staff.codesGuessed'])
  const { rows, hidden } = await seenBy('support')
  expect(hidden.sort()).toEqual(['job.dead', 'staff.codesGuessed'])
  const now = new Date(Date.now() + 1_000).toISOString()
  const idOf = (of: string) => rows.find(({ kind }) => kind === of)!.id
  expect((await done(idOf('staff.codesGuessed'), now)).status).toBe(403)
  expect((await done(idOf('order.held'), now)).status).toBe(200)
  expect((await get('/office/alerts')).rows).toHaveLength(4)
})

test('every alert has words in both languages', () => {
  for (const language of ['en-US', 'zh-CN']) {
    const words = JSON.parse(readFileSync(new URL(`../../../locales/office/${language}.json`, import.meta.url), 'utf8'))
    const kinds = Object.keys(shop.shop.rooms.declared('alerts')).map((kind) => kind.replace('.', '_'))
    expect([language, kinds.filter((kind) => !words.today.alert[kind])]).toEqual([language, []])
  }
})

test('every alert has its way out: a page of the office, or its order', () => {
  const kinds = Object.keys(shop.shop.rooms.declared('alerts')).sort()
  expect(Object.keys(WAYS).sort()).toEqual(kinds)
  const places = readFileSync(new URL('../../../apps/office/places.ts', import.meta.url), 'utf8')
  for (const language of ['en-US', 'zh-CN']) {
    const words = JSON.parse(readFileSync(new URL(`../../../locales/office/${language}.json`, import.meta.url), 'utf8'))
    for (const kind of kinds) {
      const way = wayOf(kind)
      if (way === undefined) continue
      expect(places, kind).toContain(`path: '${way}'`)
      expect(words.today.way[wayWord(way)], `${language} ${kind}`).toMatch(/\S/)
    }
  }
})

/** What the page of each place asks first. */
const ASKED = {
  '/catalogue': 'products',
  '/health': 'health',
  '/health/jobs': 'health/jobs',
  '/health/mails': 'health/mails',
  '/health/notices': 'health/notices',
  '/inbox': 'inbox',
  '/keys/stock': 'stock',
  '/payments': 'payments',
  '/settings': 'settings',
  '/settings/currencies': 'currencies',
  '/settings/methods': 'methods',
  '/settings/pages': 'pages',
  '/staff': 'staff',
} satisfies Partial<Record<OfficePath, string>>

test.each(['owner', 'manager', 'support', 'catalogue', 'bookkeeper', 'reader'])(
  'of the ways out of alerts and first steps, those are open to the role %s whose pages answer it',
  async (role) => {
    const { cookie } = await addStaff(shop, { role })
    const ask = (path: string) => shop.call('GET', `/office/${path}`, { headers: { cookie } })
    const { permissions } = (await ask('session')).body.data
    const ways = Object.keys(WAYS).flatMap((kind) => wayOf(kind) ?? [])
    expect(Object.keys(ASKED)).toEqual(expect.arrayContaining(ways))
    for (const [path, call] of Object.entries(ASKED)) {
      const isOpen = mayGo(path as OfficePath, (permission) => permissions.includes(permission))
      expect([path, (await ask(call)).status]).toEqual([path, isOpen ? 200 : 403])
    }
  },
)
