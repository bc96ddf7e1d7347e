// What a file no longer holds is taken off sale where the map says so, and never by a feed that is broken.
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { loading, many, openEmptyShop } from './loading.testing.ts'

let db: Database
let url: string
beforeEach(async () => {
  const shop = await openEmptyShop()
  ;({ db, url } = shop)
  return shop.close
})

const { load, products } = loading(() => ({ db, url }))

test('what the file no longer holds is taken off sale when the map says so, and is sold again when it comes back', async () => {
  const map = { absent: 'off-sale' }
  await load(many(30), { map })
  const active = () =>
    db.query(
      sql`select p.source_ref as ref from offers o join products p on p.id = o.product_id where not o.active order by p.id`,
    )
  const without = (...refs: string[]) => many(30).filter((line) => !refs.includes(line.split(',')[0]!))
  expect(await load(without('4', '9'), { map, dryRun: true })).toMatchObject({ absent: 2, offSale: 2 })
  expect(await active()).toEqual([])
  expect(await load(without('4', '9'), { map })).toMatchObject({ absent: 2, offSale: 2, unchanged: 28 })
  expect(await active()).toEqual([{ ref: '4' }, { ref: '9' }])
  // What the operator took off sale himself stays off sale.
  await db.run(
    sql`update offers set active = false where product_id = (select id from products where source_ref = '5')`,
  )
  expect(await load(many(30), { map })).toMatchObject({ returned: 2, changed: 2, prices: 0 })
  expect(await active()).toEqual([{ ref: '5' }])
  expect(await load(many(30), { map })).toMatchObject({ returned: 0, changed: 0, offSale: 0 })
})

test('of a product that the file no longer holds only its own version is taken off sale, not those that the shop has added', async () => {
  const map = { absent: 'off-sale' }
  await load(many(30), { map })
  const added = await db.one<{ id: number }>(sql`
    with added as (
      insert into skus (product_id, sku_code, position) select id, 'GAME-2-DELUXE', 1 from products where source_ref = '2' returning id, product_id
    )
    insert into offers (product_id, sku_id, seller_id, price_cents)
    select product_id, id, (select id from sellers where is_shop), 900 from added returning id`)
  const off = () =>
    db.query(sql`select k.sku_code as code from offers o join skus k on k.id = o.sku_id where not o.active order by 1`)
  const without = many(30).filter((line) => !line.startsWith('2,'))
  expect(await load(without, { map })).toMatchObject({ absent: 1, offSale: 1 })
  expect(await off()).toEqual([{ code: 'ACME-2' }])
  expect(await load(without, { map })).toMatchObject({ absent: 1, offSale: 0 })
  expect(await load(many(30), { map })).toMatchObject({ returned: 1 })
  expect(await off()).toEqual([])

  // Under another code, it is the first of its versions.
  await db.run(sql`update skus set sku_code = 'GAME-2' where sku_code = 'ACME-2'`)
  expect(await load(without, { map })).toMatchObject({ absent: 1, offSale: 1 })
  expect(await off()).toEqual([{ code: 'GAME-2' }])
  // Where that one is off sale already, the others stay for all that.
  await db.run(sql`update offers set absent_since = null where not active`)
  expect(await load(without, { map })).toMatchObject({ absent: 1, offSale: 0 })
  expect(await db.one(sql`select active from offers where id = ${added.id}`)).toEqual({ active: true })
})

test('a feed that lost more than a tenth, or holds a row that cannot be read, takes nothing off sale', async () => {
  const map = { absent: 'off-sale' }
  await load(many(30), { map })
  expect(await load(many(20), { map })).toMatchObject({ offSale: 0, heldBack: 'vanished', absent: 10 })
  const broken = [...many(29), '30,"never closed,2010-01-01,Dev,1.00,Action,1']
  expect(await load(broken, { map })).toMatchObject({ offSale: 0, heldBack: 'unreadable' })
  // What stands where the reference would: of a row that was cut off, of one that has moved by a column, of one that is marked.
  for (const last of [
    '3',
    'Game 30,30,Game 30,2010-01-01,Dev,1.00,Action,1',
    '30\u200b,Game 30,2010-01-01,Dev,1.00,,1',
  ])
    expect([last, await load([...many(29), last], { map })]).toEqual([
      last,
      expect.objectContaining({ refused: 1, offSale: 0, heldBack: 'unreadable' }),
    ])
  // A row that is refused for what it says is there all the same.
  expect(await load([...many(29), '30,,2010-01-01,Dev,1.00,Action,1'], { map })).toMatchObject({
    offSale: 0,
    refused: 1,
  })
  expect(await load(many(20), { map, force: true })).toMatchObject({ offSale: 10 })
})

test('more than a tenth of refused rows stops it before anything of that batch is written', async () => {
  const lines = [...many(8), '9,,2010-01-01,Dev,1.00,Action,1']
  expect(await load(lines)).toMatchObject({ heldBack: 'refused', refused: 1, created: 0 })
  expect(await products()).toEqual([])
  expect(await load([...many(9), lines[8]!])).toMatchObject({ created: 9, refused: 1 })
  expect(await load(lines, { force: true })).toMatchObject({ unchanged: 8, refused: 1 })
})
