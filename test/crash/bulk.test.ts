// `kill -9` in the middle of a change of many products: it goes on behind what was committed, and each row is changed once.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct } from '../harness.ts'
import { openWorld, startMortal, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.endShops())
afterAll(() => world.close())

test('killed before its first batch is committed, a change of many ends with each price raised once', async () => {
  const shop = await startMortal(world, 'bulk batch written')
  const ada = await addStaff(world, { role: 'manager' })
  const { productId } = await addProduct(world, { priceCents: 1000 })
  await world.db.run(sql`
    with more as (
      insert into products (category_id, slug, name) select category_id, 'many-' || n, name from products, generate_series(1, 249) n
      where id = ${productId} returning id
    ), versions as (
      insert into skus (product_id, sku_code) select id, 'many-' || id from more returning id, product_id
    )
    insert into offers (product_id, sku_id, seller_id, price_cents)
    select product_id, id, (select id from sellers where is_shop), 1000 from versions`)
  const headers = { cookie: ada.cookie }
  const body = {
    select: { filter: {}, except: [] },
    change: { what: 'price', basisPoints: 1000, cents: 0, ending: null },
    ...{ id: randomUUID(), seen: 250, reason: 'spring' },
  }
  const { body: begun } = await world.call('POST', '/office/bulk/prices', { body, headers })
  await shop.reborn
  await until(
    async () => {
      const { body: answer } = await world.call('GET', `/office/bulk/${begun.data.id}`, { headers })
      return answer.data.state === 'done'
    },
    'it is done',
    60_000,
  )
  const found = await world.db.one(sql`
    select count(*) as offers, count(*) filter (where price_cents = 1100) as raised,
      (select count(*) from audit_log where act = 'product.bulk') as audited, (select count(*) from past_prices) as past,
      (select changed from bulk_edits) as changed from offers`)
  expect(found).toEqual({ offers: 250, raised: 250, audited: 250, past: 250, changed: 250 })
  await shop.end()
})
