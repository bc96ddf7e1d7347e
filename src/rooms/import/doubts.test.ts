// What a feed says that no row of goods says: names of columns once more, and refusals where nobody looks for them.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { MOST_CATEGORIES } from '#rooms/products/limits.ts'
import { HEADER, loadFeed, many, openEmptyShop } from './loading.testing.ts'

let db: Database
beforeEach(async () => {
  const shop = await openEmptyShop()
  db = shop.db
  return shop.close
})

const names = async () =>
  (await db.query<{ name: string }>(sql`select name ->> 'en-US' as name from products order by id`)).map(
    ({ name }) => name,
  )

test('the names of the columns that stand there again are no product; each is told with its line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const report = join(folder, 'report.csv')
  const lines = [
    ...[many(4)[0]!, HEADER, many(4)[1]!, `\ufeff${HEADER}`, many(4)[2]!],
    ...[`\ufeff${HEADER.replaceAll(/\w+/g, '"$&"')}`, many(4)[3]!],
  ]
  expect(await loadFeed(db, lines, { report })).toMatchObject({
    ...{ rows: 4, created: 4, refused: 0, reasons: { 'header-again': 3 } },
  })
  expect(await names()).toEqual(['Game 1', 'Game 2', 'Game 3', 'Game 4'])
  const told = (await readFile(report, 'utf8')).trim().split('\n').slice(1)
  expect(told.map((line) => line.split(',').slice(0, 4).join())).toEqual([
    ...['3,,skipped,header-again', '5,,skipped,header-again', '7,,skipped,header-again'],
  ])
})

test('other columns in the middle of a file end it there: nobody knows what the rows below are', async () => {
  for (const other of ['title,id,date,by,price,tags,likes', 'id,title,date,by,cost,tags,likes'])
    await expect(loadFeed(db, [...many(2), other, ...many(2)])).rejects.toThrow(
      /feed\.csv: line 4: other names of columns than at its beginning, or in another order/,
    )
  expect(await names()).toEqual([])
  // A game may be called so.
  await loadFeed(db, ['1,title,2010-01-01,Dev,1.00,Action,1'])
  expect(await names()).toEqual(['title'])
})

test('a file of which nothing is taken from some row on is not read to its end', async () => {
  const refused = Array.from({ length: 20_000 }, (_, i) => `${i + 2_000},,2010-01-01,Dev,1.00,Action,1`)
  const summary = await loadFeed(db, [...many(1_000), ...refused])
  expect(summary).toMatchObject({ heldBack: 'refused', created: 1_000 })
  expect(summary.rows).toBe(1_500)
})

test('rows for which the shop has no place count as refused before any of their batch is written', async () => {
  const map = {
    category: { default: 'other', rules: [{ column: 'tags', unknown: 'create' }] },
    ...{ genres: [], absent: 'off-sale' },
  }
  await loadFeed(db, many(30), { map })
  await db.run(sql`
    insert into categories (slug, name) select 'many-' || n, '{"en-US":"Many"}'
    from generate_series(1, ${MOST_CATEGORIES} - (select count(*)::int from categories)) n`)
  const file = [
    ...many(24, '2.00'),
    ...many(28)
      .slice(24)
      .map((line) => line.replace('Action', 'Another')),
  ]
  expect(await loadFeed(db, file, { map, dryRun: true })).toMatchObject({ heldBack: 'refused', prices: 0 })
  expect(await loadFeed(db, file, { map })).toMatchObject({ heldBack: 'refused', refused: 4, prices: 0, offSale: 0 })
  expect(await db.one(sql`select count(*)::int as off from offers where not active`)).toEqual({ off: 0 })
  expect(await loadFeed(db, file, { map, force: true })).toMatchObject({ refused: 4, prices: 24, offSale: 2 })
})
