// What an operator must know: raised once per subject, counted when it comes again (decision E7).
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { figuresOf, openTestShop, type TestShop } from '#test/harness.ts'
import { type Alert, raiseAlert } from './store.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const raised = (subject: string) =>
  shop.db.query(
    sql`select kind, count, details, money, resolved_at is null as open from alerts where subject = ${subject} order by id`,
  )

test('an alert that comes again while it is open counts up, whoever raises it at the same time', async () => {
  const alert: Alert = { kind: 'payment.doubt', subject: 'again', details: { n: 1 } }
  await Promise.all(Array.from({ length: 8 }, () => raiseAlert(shop.db, alert)))
  expect(await raised('again')).toEqual([
    { kind: 'payment.doubt', count: 8, details: { n: 1 }, money: false, open: true },
  ])
})

test('another subject, another kind, and one that comes after it was resolved are alerts of their own', async () => {
  const alert: Alert = { kind: 'payment.review', subject: 'own', details: {} }
  await raiseAlert(shop.db, alert)
  await raiseAlert(shop.db, { ...alert, kind: 'payment.lost' })
  await raiseAlert(shop.db, { ...alert, subject: 'own too' })
  await shop.db.run(sql`update alerts set resolved_at = now() where kind = 'payment.review' and subject = 'own'`)
  await raiseAlert(shop.db, { ...alert, money: true })
  expect(await raised('own')).toEqual([
    { kind: 'payment.review', count: 1, details: {}, money: false, open: false },
    { kind: 'payment.lost', count: 1, details: {}, money: false, open: true },
    { kind: 'payment.review', count: 1, details: {}, money: true, open: true },
  ])
  expect(await raised('own too')).toHaveLength(1)
})

test('open alerts are counted by kind for the figures', async () => {
  for (const subject of ['a', 'b']) await raiseAlert(shop.db, { kind: 'payment.disputed', subject, details: {} })
  const figures = () => figuresOf(shop)
  expect(await figures()).toContain('latchkey_open_alerts{kind="payment.disputed"} 2')
  await shop.db.run(sql`update alerts set resolved_at = now() where kind = 'payment.disputed'`)
  await until(async () => !(await figures()).includes('payment.disputed'), 'they are counted no more')
})

test('every kind is explained in the operator’s handbook, and nothing there is about a kind that nobody raises', async () => {
  const handbook = await readFile(new URL('../../../docs/operate.md', import.meta.url), 'utf8')
  const rows = handbook.split('\n').filter((line) => /^\| `[a-z]+\.[a-zA-Z]+`/.test(line))
  const explained = rows.flatMap((line) =>
    [...line.split('|')[1]!.matchAll(/`([a-z]+\.[a-zA-Z]+)`/g)].map(([, kind]) => kind),
  )
  const switches =
    /^\| `(feedback\.|password\.|promise\.|seller\.|shop\.|law\.|member\.|mail\.(from|reply)|stock\.lowAt|order\.(payment|threshold)\.)/
  const settings = new Set(
    rows
      .filter((line) => switches.test(line))
      .flatMap((line) => [...line.matchAll(/`([\w.]+)`/g)].map(([, key]) => key)),
  )
  const texts = shop.shop.rooms.declared('alerts')
  expect(explained.filter((kind) => !settings.has(kind!)).sort()).toEqual(Object.keys(texts).sort())
  for (const command of Object.values(texts).flatMap((text) => text.match(/npm run orders -- \w+/g) ?? []))
    expect(handbook).toContain(command)
})
