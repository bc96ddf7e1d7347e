// Looking through all addresses to which mails went, as a restore does for those who are gone.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { allOf, createTestDatabase } from '#platform/testing.ts'
import { mailAddresses, mailedAfter } from './addresses-store.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.url)
  db = openDatabase(database.url, { log: createLog('silent'), size: 1, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

test('every address comes, in lower case, also of mails of one moment; each mail is read once, along an index', async () => {
  expect(await allOf(mailAddresses(db))).toEqual([])
  // More of one moment than a page holds.
  await db.run(sql`
    insert into mails (id, message_id, recipient, locale, template, data, created_at)
    select gen_random_uuid(), n::text, 'Buyer' || n % 12000 || '@Example.com', 'en-US', 'delivery', '{}',
      timestamptz '2026-01-01 00:00:00.123456Z' + make_interval(secs => greatest(0, n - 15000))
    from generate_series(1, 25000) n`)
  await db.run(sql`analyze mails`)
  const pages = await allOf(mailAddresses(db))
  expect(pages).toHaveLength(3)
  const expected = Array.from({ length: 12_000 }, (_, n) => `buyer${n}@example.com`)
  expect([...new Set(pages.flat())].sort()).toEqual(expected.sort())

  const { text, values } = mailedAfter({ at: '2026-01-01T01:00:00.123456Z', id: randomUUID() }, 10_000)
  const plan = await db.query({ text: `explain ${text}`, values, name: 'explained' })
  const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
  expect(lines).toContain('Index Scan using mails_newest')
  expect(lines).not.toContain('Sort')
})
