// What people may read of what a machine said.
import { expect, test } from 'vitest'
import { plainError, plainIds } from './plain.ts'
import { aboutOf } from './readiness.ts'

test('of an error stays its first line, without what opens anything and whom it is about', () => {
  const said = (text: string) => plainError(text, ['hunter-two'])
  expect(said('connect ECONNREFUSED\nat x (y.ts:1)')).toBe('connect ECONNREFUSED')
  expect(said('postgres://latchkey:hunter@db.example/x is away')).toBe('[…] is away')
  expect(said('hunter-two and Bearer abc.def')).toBe('[…] and […]')
  expect(said('password=abc token: "xyz" sk_live_1 whsec_2')).toBe('[…] […] […] […]')
  expect(said('key AB12C-DE34F-GH56I for a.b+c@d.example')).toBe('key […] for […]')
  expect(said('key x-AAAAA-BBBBB-CCCCC-x')).toBe('key x-[…]-x')
  expect(said('invalid input syntax for type uuid: "4111 1111"')).toBe('invalid input syntax for type uuid: […]')
  expect(said('violates unique constraint "orders_pkey"')).toBe('violates unique constraint "orders_pkey"')
  expect(said(`token ${'a1'.repeat(20)} of a mail`)).toBe('token […] of a mail')
  const id = '3d4a2b10-1111-4222-8333-444455556666'
  expect(said(`no order ${id}`)).toBe(`no order ${id}`)
  expect(plainError(null, [])).toBe('')
  expect(said('x '.repeat(1_000_000)).length).toBe(300)
})

test('of what a job was handed stay numbers and ids under the names of ids', () => {
  const id = '3d4a2b10-1111-4222-8333-444455556666'
  expect(plainIds({ orderId: id, eventId: 7, note: id, mailId: 'AAAAA-BBBBB', token: 3, x: { orderId: id } })).toEqual([
    { name: 'orderId', id },
    { name: 'eventId', id: '7' },
  ])
  expect([plainIds(null), plainIds('text'), plainIds([1, 2])]).toEqual([[], [], []])
})

test('each line of readyz is about something that has words', () => {
  const lines = {
    'database: cannot be written': 'database',
    'disk: it is full, or nearly so: the database has room for 3 MB': 'disk',
    'disk: it is full: what is new finds no place': 'disk',
    'worker: has not asked for a job for 40 s': 'worker',
    'ticks: order.expireOverdue has failed since 2026-11-30T12:00:00.000Z': 'ticks',
    'mail: 3 have waited for more than five minutes': 'mail',
    'events: orders has failed since now': 'events',
    'setting a.b: what stands there cannot be, so 1 counts': 'setting',
    'settings: what changed cannot be read': 'setting',
    'catalogue: what changed since now cannot be read': 'catalogue',
    'currencies: what changed since now cannot be read': 'currencies',
    'payment methods: what changed since now cannot be read': 'methods',
    'payment method 3 (Card) asks a fee of 2 %': 'methods',
    'payments: not compared with stripe yet': 'payments',
    'it is being stopped': 'other',
  }
  for (const [line, about] of Object.entries(lines)) expect([line, aboutOf(line)]).toEqual([line, about])
})
