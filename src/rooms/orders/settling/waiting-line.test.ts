// Many orders that wait for keys of one offer: whoever is first keeps nobody behind him from what is there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { loseKeys, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addKeys, addProduct, openTestShop, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { breakOrder } from './break-order.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** So many orders of a key each that are paid and wait, in the order in which they were paid. */
async function line(length: number) {
  const product = await addProduct(shop, { keys: length })
  const orders = []
  for (let i = 0; i < length; i++) orders.push(await ordered(shop, STRIPE, { product }))
  await loseKeys(shop, product.offerId)
  for (const order of orders) {
    pay(shop, order)
    await reaches(shop, order, 'Processing')
  }
  await quiet(shop)
  return { offerId: product.offerId, ids: orders.map(({ orderId }) => orderId) }
}

const { serveWaiting, refundWaiting } = settlingBesideShop(() => 'shop.test')
const statuses = (ids: string[]) => Promise.all(ids.map((id) => statusOf(shop, id)))

test('they are read in pieces, and held ones take nobody’s place', async () => {
  const { offerId, ids } = await line(4)
  await shop.db.run(sql`insert into order_holds (order_id, reason) values (${ids[0]!}, 'person')`)
  await addKeys(shop, offerId, 2)
  await serveWaiting(shop.db, offerId, 1)
  expect(await statuses(ids)).toEqual(['Processing', 'Delivered', 'Delivered', 'Processing'])
})

test('all that have waited too long get their money back in one run, however many they are', async () => {
  const { ids } = await line(3)
  await shop.db.run(sql`update orders set paid_at = paid_at - interval '80 hours' where id = any(${ids}::uuid[])`)
  await refundWaiting(shop.db, 1)
  const { refunded } = await shop.db.one<{ refunded: number }>(
    sql`select count(distinct order_id)::int as refunded from refunds where order_id = any(${ids}::uuid[])`,
  )
  expect(refunded).toBe(3)
})

test('what has come into doubt since it was found to wait too long does not go back', async () => {
  const { ids } = await line(1)
  const [id] = ids
  await shop.db.run(sql`update orders set paid_at = paid_at - interval '80 hours' where id = ${id!}`)
  const rival = await shop.db.pool.connect()
  let refunding: Promise<void> | undefined
  try {
    await rival.query('begin')
    await rival.query('select 1 from orders where id = $1 for update', [id])
    refunding = refundWaiting(shop.db)
    const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await shop.db.query(blocked)).length > 0, 'the order is waited for')
    await rival.query("insert into order_holds (order_id, reason) values ($1, 'state')", [id])
    await rival.query('commit')
  } finally {
    rival.release(true)
  }
  await refunding
  expect(await shop.db.query(sql`select 1 from refunds where order_id = ${id!}`)).toEqual([])
})

test('one that fails keeps nobody behind it waiting, and the job fails, so that it is tried again and told', async () => {
  const { offerId, ids } = await line(3)
  const mend = await breakOrder(shop, ids[0]!)
  try {
    await addKeys(shop, offerId, 2)
    await expect(serveWaiting(shop.db, offerId)).rejects.toThrow('broken on purpose')
    expect(await statuses(ids)).toEqual(['Processing', 'Delivered', 'Delivered'])
  } finally {
    await mend()
  }
  await addKeys(shop, offerId, 1)
  await serveWaiting(shop.db, offerId)
  expect(await statuses(ids)).toEqual(['Delivered', 'Delivered', 'Delivered'])
})

test('nor from their money, when they have waited too long', async () => {
  const { ids } = await line(2)
  await shop.db.run(sql`
    create function no_refund() returns trigger language plpgsql as 'begin raise exception ''broken on purpose''; end'`)
  await shop.db.run(sql`create table broken_orders as select ${ids[0]!}::uuid as id`)
  await shop.db.run(
    sql`create function is_broken(id uuid) returns boolean language sql as 'select exists (select from broken_orders b where b.id = $1)'`,
  )
  await shop.db.run(sql`
    create trigger no_refund before insert on refunds for each row when (is_broken(new.order_id)) execute function no_refund()`)
  // Last: the shop's own job comes every ten minutes, and gives back what can be.
  await shop.db.run(sql`update orders set paid_at = paid_at - interval '80 hours' where id = any(${ids}::uuid[])`)
  await expect(refundWaiting(shop.db)).rejects.toThrow('broken on purpose')
  const refunded = await shop.db.query<{ id: string }>(
    sql`select order_id as id from refunds where order_id = any(${ids}::uuid[])`,
  )
  expect(refunded.map(({ id }) => id)).toEqual([ids[1]])
})
