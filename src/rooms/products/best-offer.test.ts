// The rule of the best offer is said twice: to the database, and to the page whose offers were looked at again.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { toMajor } from '#platform/money.ts'
import { openTestShop, type TestShop } from '../../../test/harness.ts'
import { BEST_FIRST, BEST_PRICE } from './best-offer.ts'
import { ranked } from './ui/offers.ts'
import type { Offer } from './wire.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const offers = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 40 }),
    // Few of each, so that they tie.
    priceCents: fc.constantFrom(1, 99, 100, 101, 1999),
    stock: fc.constantFrom(0, 0, 1, 2, 10),
    isShop: fc.boolean(),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
)

it('pages and the database agree which offer comes first, and what it costs', async () => {
  await fc.assert(
    fc.asyncProperty(offers, async (rows) => {
      const given = JSON.stringify(rows)
      const order = await shop.db.query<{ id: number }>(sql`
        with given as (select * from jsonb_to_recordset(${given}::jsonb) as g(id int, "priceCents" int, stock int, "isShop" boolean)),
          o as (select id, "priceCents" as price_cents, stock from given), s as (select id, "isShop" as is_shop from given)
        select o.id from o join s on s.id = o.id order by ${BEST_FIRST}`)
      const { best } = await shop.db.one<{ best: number | null }>(sql`
        with given as (select * from jsonb_to_recordset(${given}::jsonb) as g("priceCents" int, stock int))
        select ${BEST_PRICE} as best from (select "priceCents" as price_cents, stock from given) o`)
      const shown = ranked(rows.map((row) => ({ ...row, price: toMajor(row.priceCents) }) as unknown as Offer))
      expect(order.map(({ id }) => id)).toEqual(shown.map(({ id }) => id))
      expect(best === null ? undefined : toMajor(best)).toBe(shown[0]?.price)
    }),
    { numRuns: 200 },
  )
})

it('stands in no statement by hand', () => {
  const rooms = join(import.meta.dirname, '..')
  const byHand = readdirSync(rooms, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.ts') && !/\.test(ing)?\.ts$/.test(file) && file !== join('products', 'best-offer.ts'),
    )
    .filter((file) => /stock > 0\)? desc|min\(price_cents\) filter/.test(readFileSync(join(rooms, file), 'utf8')))
  expect(byHand).toEqual([])
})
