import pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { knownMigrations, migrate, migrateTo } from '#platform/database/migrate.ts'
import { sql } from '#platform/database/sql.ts'
import { createTestDatabase } from '#platform/testing.ts'
import { changingSellers } from '#rooms/products/change-seller.ts'
import { nameShop } from '#rooms/products/first-start.ts'
import { loadFeed, many, openEmptyShop } from './loading.testing.ts'

let db: Database
beforeEach(async () => {
  const shop = await openEmptyShop()
  db = shop.db
  return shop.close
})

const load = (seller: string, count: number, price = '1.00', dryRun = false) =>
  loadFeed(db, many(count, price), { map: { seller, absent: 'off-sale', keep: ['popularity'] }, dryRun })
const offers = () =>
  db.query<{ seller: string; cents: number; active: boolean }>(sql`
    select s.name as seller, o.price_cents as cents, o.active from offers o join sellers s on s.id = o.seller_id order by o.id`)
const sellers = async () =>
  (await db.query<{ name: string }>(sql`select name from sellers where not is_shop order by id`)).map(
    ({ name }) => name,
  )
const rename = async (from: string, to: string) => {
  const { id } = await db.one<{ id: number }>(sql`select id from sellers where name = ${from}`)
  await changingSellers(db).save(id, [{ field: 'name', from, to }], { machineUser: 'ada' })
}

test('a seller whom the office has renamed is found by every name he has had, and his offers follow the feed', async () => {
  await load('Harbour', 30)
  await rename('Harbour', 'Quay')
  await rename('Quay', 'Pier & Sons')
  expect(await load('Harbour', 30, '2.00', true)).toMatchObject({ changed: 30, offers: 0, prices: 30 })
  expect(await load('Harbour', 30, '2.00')).toMatchObject({ changed: 30, offers: 0, prices: 30 })
  expect(await load('Quay', 28, '2.00')).toMatchObject({ unchanged: 28, offers: 0, offSale: 2 })
  expect(await sellers()).toEqual(['Pier & Sons'])
  expect(await offers()).toEqual(
    Array.from({ length: 30 }, (_, n) => ({ seller: 'Pier & Sons', cents: 267, active: n < 28 })),
  )
})

test('capitals and small letters make no other seller, nor do two feeds at once', async () => {
  await load('Harbour', 1)
  expect(await load('harbour', 1)).toMatchObject({ unchanged: 1, offers: 0 })
  await rename('Harbour', 'HARBOUR')
  expect(await load('Harbour', 1)).toMatchObject({ unchanged: 1, offers: 0 })
  await Promise.all(
    ['Quay', 'QUAY', 'quay'].map((seller, n) => loadFeed(db, many(1), { map: { source: `feed_${n}`, seller } })),
  )
  expect((await sellers()).map((name) => name.toLowerCase())).toEqual(['harbour', 'quay'])
})

test('a feed that names the shop itself goes on when the shop is called otherwise', async () => {
  await load('Latchkey', 1)
  await nameShop(db, 'Keyhouse')
  expect(await load('Latchkey', 1)).toMatchObject({ unchanged: 1, offers: 0 })
  expect(await sellers()).toEqual([])
})

test('the shop takes no name of another seller, however it is written, and may write its own otherwise', async () => {
  const own = async () => (await db.one<{ name: string }>(sql`select name from sellers where is_shop`)).name
  await load('Harbour', 1)
  await nameShop(db, 'HARBOUR')
  expect(await own()).toBe('Latchkey')
  expect(await load('harbour', 1)).toMatchObject({ unchanged: 1 })
  await nameShop(db, 'LATCHKEY')
  expect(await own()).toBe('LATCHKEY')
})

test('a name that another seller has by now is his, and no longer that of the one before', async () => {
  await load('Harbour', 1)
  await rename('Harbour', 'Quay')
  await changingSellers(db).create('harbour', { machineUser: 'ada' })
  expect(await load('Harbour', 1)).toMatchObject({ changed: 1, offers: 1 })
  expect((await offers()).map(({ seller }) => seller)).toEqual(['Quay', 'harbour'])
  await rename('harbour', 'Ferry')
  expect(await load('HARBOUR', 1)).toMatchObject({ unchanged: 1 })
  expect(await sellers()).toEqual(['Quay', 'Ferry'])
})

test('what sellers and the shop were called before the upgrade leads to them, too', async () => {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('drop schema public cascade; drop schema drizzle, graphile_worker cascade; create schema public')
    const before = (await knownMigrations()).filter(({ tag }) => tag !== '0221_seller_names')
    await migrateTo(url, new Set(before.map(({ createdAt }) => createdAt)))
    await client.query(`
      insert into sellers (name, is_shop) values ('Keyhouse', true), ('Pier', false), ('Twin', false), ('Ferry', false);
      insert into settings (key, value) values ('shop.name', 'Corner Shop');
      update settings set value = 'Keyhouse' where key = 'shop.name';
      insert into audit_log (at, actor, act, subject_kind, subject_id, before, after) values
        (now() - interval '3 days', 'ada', 'seller.change', 'seller', (select id::text from sellers where name = 'Pier'), '{"name":"Harbour"}', '{"name":"Quay"}'),
        (now() - interval '2 days', 'ada', 'seller.change', 'seller', (select id::text from sellers where name = 'Pier'), '{"name":"Quay"}', '{"name":"Twin"}'),
        (now() - interval '2 days', 'ada', 'seller.change', 'seller', (select id::text from sellers where name = 'Pier'), '{"name":"Twin"}', '{"name":"Pier"}'),
        (now() - interval '1 day', 'ada', 'seller.change', 'seller', (select id::text from sellers where name = 'Ferry'), '{"name":"HARBOUR"}', '{"name":"Ferry"}'),
        (now() - interval '1 day', 'ada', 'seller.change', 'seller', '12345', '{"name":"Gone"}', '{"name":"Lost"}')`)
    await migrate(url)
    const { rows } = await client.query(`
      select n.name_key as before, s.name from seller_names n join sellers s on s.id = n.seller_id order by 1`)
    expect(rows).toEqual([
      { before: 'corner shop', name: 'Keyhouse' },
      { before: 'harbour', name: 'Ferry' },
      { before: 'quay', name: 'Pier' },
    ])
  } finally {
    await client.end()
  }
}, 60_000)
