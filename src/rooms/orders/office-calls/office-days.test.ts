// The back office's list of orders, narrowed to the days on which they were placed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { writeSetting } from '#platform/settings/write.ts'
import { until } from '#platform/testing.ts'
import { ordered } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { ORDERS_LOOKED_AT, ORDERS_PER_PAGE } from '../limits.ts'
import { rowsRead } from '../making/counting.testing.ts'
import { OrdersQuery } from '../office.ts'
import { ordersPage } from './office-list.ts'

let shop: TestShop
let ada: TestStaff
let like: string
let skuId: number
let productId: number
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  ada = await addStaff(shop, { role: 'manager' })
  like = (await ordered(shop, STRIPE)).orderId
  ;({ skuId, productId } = await addProduct(shop))
  await shop.db.transaction((tx) => writeSetting(tx, TIME_ZONE, 'Europe/Berlin'))
  await until(async () => (await ask('GET /office/orders')).zone === 'Europe/Berlin', 'the zone is heard')
})
afterAll(() => shop.close())

const settings = { read: () => 'Europe/Berlin' } as unknown as Settings
const ask = (name: string, body?: object) => askAs(shop, ada, name, body)

interface Placed {
  /** Others of these are placed every five minutes before it. */
  at: string
  howMany?: number
  email?: string
  status?: string
  hasLine?: boolean
}

let made = 0

async function placed({ at, howMany = 1, email = 'days@buyer.example', status = 'Expired', hasLine = false }: Placed) {
  made++
  await shop.db.run(sql`
    with made as (
      insert into orders (id, order_no, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
        goods, discount, fee, coupon, freight, service, total)
      select gen_random_uuid(), ${`D${made}`} || '-' || n, ${status}, ${at}::timestamptz - make_interval(secs => 300 * (n - 1)), expires_at,
        ${email}, locale, currency, rate_e8, payment_method, goods, discount, fee, coupon, freight, service, total
      from orders, generate_series(1, ${howMany}) n where id = ${like} returning id
    )
    insert into order_lines (order_id, position, product_id, sku_id, offer_id, name, sku_code, quantity, unit_usd_cents, unit, total)
    select m.id, 0, k.product_id, k.id, (select id from offers where sku_id = k.id limit 1), 'One', k.sku_code, 1, 100, 100, 100
    from made m join skus k on k.id = ${skuId} where ${hasLine}`)
  return `D${made}`
}

/** Numbers of the orders on every page of the list. */
async function listed(search: string): Promise<string[]> {
  const numbers: string[] = []
  for (let after = ''; ; ) {
    const { rows, next } = await ask(`GET /office/orders?${search}${after}`)
    numbers.push(...rows.map(({ orderNo }: { orderNo: string }) => orderNo))
    if (!next) return numbers
    after = `&after=${encodeURIComponent(next)}`
  }
}

test('orders are narrowed to days of the shop’s time zone, from the first moment of the first to the last of the last', async () => {
  const before = await placed({ at: '2021-02-28T22:59:59.999999Z' })
  const first = await placed({ at: '2021-02-28T23:00:00Z' })
  const last = await placed({ at: '2021-03-31T21:59:59.999999Z' })
  const behind = await placed({ at: '2021-03-31T22:00:00Z' })
  const names = (...of: string[]) => of.map((name) => `${name}-1`)
  const days = 'from=2021-03-01&to=2021-03-31'
  expect(await listed(days)).toEqual(names(last, first))
  expect(await listed(`${days}&sort=oldest`)).toEqual(names(first, last))
  expect(await listed('to=2021-03-31&sort=oldest')).toEqual(names(before, first, last))
  expect((await listed('from=2021-03-01&sort=oldest')).slice(0, 3)).toEqual(names(first, last, behind))
  expect(await listed('from=2021-04-01&to=2021-03-31')).toEqual([])
  expect(await ask(`GET /office/orders/count?${days}`)).toEqual({ count: 2, isMore: false })
  expect((await ask(`GET /office/orders?${days}`)).zone).toBe('Europe/Berlin')
  for (const wrong of ['from=2021-02-30', 'to=1999-12-31', 'from=yesterday'])
    expect((await ask(`GET /office/orders?${wrong}`)).status, wrong).toBe(400)
})

test('days narrow every other filter, over pages, from either end, and its count', async () => {
  const email = 'whole@buyer.example'
  const howMany = 2 * ORDERS_PER_PAGE + 7
  const of = { email, status: 'Disputed', hasLine: true }
  await placed({ ...of, at: '2022-05-31T12:00:00Z' })
  const name = await placed({ ...of, at: '2022-06-30T20:00:00Z', howMany })
  await placed({ ...of, at: '2022-07-01T12:00:00Z' })
  const newest = Array.from({ length: howMany }, (_, n) => `${name}-${n + 1}`)
  const { id } = await shop.db.one<{ id: string }>(sql`select id from orders where order_no = ${`${name}-1`}`)
  for (const search of ['', `q=${email}`, 'status=Disputed', `product=${productId}`, `sku=${skuId}&status=Disputed`]) {
    const days = `${search}&from=2022-06-01&to=2022-06-30`
    expect(await listed(days), search).toEqual(newest)
    expect(await listed(`${days}&sort=oldest`), search).toEqual(newest.toReversed())
    expect(await ask(`GET /office/orders/count?${days}`), search).toEqual({ count: howMany, isMore: false })
  }
  expect(await listed(`q=${id}&from=2022-06-01&to=2022-06-30`)).toEqual([`${name}-1`])
  expect(await listed(`q=${id}&from=2022-07-01`)).toEqual([])
  // An address that a hand has put together: the days hold.
  const { next } = await ask('GET /office/orders?from=2022-07-01&to=2022-07-01&sort=oldest&status=Disputed')
  expect(next).toBeNull()
  const beyond = `2022-07-05T00:00:00.000000Z_${id}`
  const { rows } = await ask(`GET /office/orders?status=Disputed&from=2022-06-01&to=2022-06-30&after=${beyond}`)
  expect(rows[0].orderNo).toBe(`${name}-1`)
})

test('the file has the days that the list was narrowed to', async () => {
  const name = await placed({ at: '2023-03-10T12:00:00Z', howMany: 3 })
  await placed({ at: '2023-03-12T12:00:00Z' })
  const { text, rows } = await ask('POST /office/lists/orders/file', {
    query: { from: '2023-03-10', to: '2023-03-10', sort: 'oldest' },
    columns: ['number'],
  })
  expect(rows).toBe(3)
  expect(text.match(/D\d+-\d/g)).toEqual([`${name}-3`, `${name}-2`, `${name}-1`])
})

// The shop's own server plans once for all values, another one perhaps for each.
test.each(['force_generic_plan', 'force_custom_plan'] as const)(
  'a page of days long ago reads no more than it shows, also the last of many: %s',
  async (plans) => {
    await placed({ at: '2024-12-31T20:00:00Z', howMany: 3_000, email: 'y@buyer.example' })
    await shop.db.run(sql`analyze orders, order_lines`)
    for (const filter of [{}, { status: 'Expired' }, { q: 'y@buyer.example' }])
      for (const sort of ['newest', 'oldest']) {
        const query = OrdersQuery.parse({ ...filter, sort, from: '2024-12-01', to: '2024-12-31' })
        const { next } = await ordersPage({ settings, db: shop.db }, query, undefined)
        const far = sort === 'newest' ? '2024-12-22T00:00:00.000000Z' : '2024-12-30T00:00:00.000000Z'
        for (const after of [undefined, next!, next!.replace(/^[^_]+/, far)]) {
          const read = await rowsRead(shop, plans, async (tx) =>
            expect((await ordersPage({ settings, db: tx as unknown as Database }, query, after)).rows).toHaveLength(
              ORDERS_PER_PAGE,
            ),
          )
          expect(read.orders, JSON.stringify({ ...query, after })).toBeLessThanOrEqual(2 * ORDERS_PER_PAGE)
        }
      }
  },
)

test('of a product within days so many orders are looked at for one page, and whoever looks on goes on from there', async () => {
  const name = await placed({ at: '2025-01-01T12:00:00Z', hasLine: true })
  await placed({ at: '2025-09-01T12:00:00Z', howMany: ORDERS_LOOKED_AT + 10 })
  const search = `product=${productId}&from=2025-01-01&to=2025-12-31`
  const first = await ask(`GET /office/orders?${search}`)
  expect(first).toMatchObject({ rows: [], next: expect.any(String) })
  expect(await listed(search)).toEqual([`${name}-1`])
  expect(await ask(`GET /office/orders/count?${search}`)).toEqual({ count: 0, isMore: true })
})
