// `kill -9` in the middle of a list that is written as a file: it goes on behind what was committed, and each row is in it once.
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { ROWS_PER_PART } from '#rooms/lists/limits.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { openWorld, startMortal, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.endShops())
afterAll(() => world.close())

test('killed before a part is committed, a file has every row once and in order', async () => {
  const shop = await startMortal(world, 'list part written')
  const ada = await addStaff(world, { role: 'manager' })
  const rows = ROWS_PER_PART + 11
  await world.db.run(sql`
    insert into orders (id, order_no, status, placed_at, expires_at, delivery_email, locale, currency, rate_e8, payment_method,
      goods, discount, fee, coupon, freight, service, total)
    select gen_random_uuid(), 'K' || lpad(n::text, 9, '0'), 'Expired', now() - make_interval(secs => n), now(), 'k@buyer.example',
      'en-US', 'USD', 100000000, 1, 100, 0, 0, 0, 0, 0, 100 from generate_series(1, ${rows}) n`)
  const headers = { cookie: ada.cookie }
  const { body: begun } = await world.call('POST', '/office/lists/orders/file', {
    headers,
    body: { query: { q: 'k@buyer.example' }, columns: ['number'] },
  })
  const { id } = begun.data
  await shop.reborn
  const file = await until(
    async () => {
      const { body } = await world.call('GET', `/office/files/${id}`, { headers })
      return body.data.state === 'done' ? body.data : undefined
    },
    'it is written',
    60_000,
  )
  expect(file).toMatchObject({ rows, parts: 2 })
  let text = ''
  for (let part = 0; part < file.parts; part++)
    text += (await world.call('GET', `/office/files/${id}/parts/${part}`, { headers })).body.data.text
  const wanted = await world.db.query<{ no: string }>(
    sql`select order_no as no from orders order by placed_at desc, id desc`,
  )
  expect(parse(text, { bom: true }).slice(1).flat()).toEqual(wanted.map(({ no }) => no))
  await shop.end()
})
