// What an operator must know: raised once per subject, counted when it comes again (decision E7).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { figuresOf, openTestShop, type TestShop } from '#src/testing.ts'
import { raiseAlert } from './store.ts'

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
  const alert = { kind: 'test.again', subject: 'again', details: { n: 1 } }
  await Promise.all(Array.from({ length: 8 }, () => raiseAlert(shop.db, alert)))
  expect(await raised('again')).toEqual([{ kind: 'test.again', count: 8, details: { n: 1 }, money: false, open: true }])
})

test('another subject, another kind, and one that comes after it was resolved are alerts of their own', async () => {
  const alert = { kind: 'test.own', subject: 'own', details: {} }
  await raiseAlert(shop.db, alert)
  await raiseAlert(shop.db, { ...alert, kind: 'test.other' })
  await raiseAlert(shop.db, { ...alert, subject: 'own too' })
  await shop.db.run(sql`update alerts set resolved_at = now() where kind = 'test.own' and subject = 'own'`)
  await raiseAlert(shop.db, { ...alert, money: true })
  expect(await raised('own')).toEqual([
    { kind: 'test.own', count: 1, details: {}, money: false, open: false },
    { kind: 'test.other', count: 1, details: {}, money: false, open: true },
    { kind: 'test.own', count: 1, details: {}, money: true, open: true },
  ])
  expect(await raised('own too')).toHaveLength(1)
})

test('open alerts are counted by kind for the figures', async () => {
  for (const subject of ['a', 'b']) await raiseAlert(shop.db, { kind: 'test.figure', subject, details: {} })
  const figures = () => figuresOf(shop)
  expect(await figures()).toContain('latchkey_open_alerts{kind="test.figure"} 2')
  await shop.db.run(sql`update alerts set resolved_at = now() where kind = 'test.figure'`)
  expect(await figures()).not.toContain('test.figure')
})
