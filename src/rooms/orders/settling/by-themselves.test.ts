// Orders that the clock moves: ended unpaid, completed, or paid back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { describeError } from '#platform/log.ts'
import { loseKeys, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addProduct, openTestShop, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { ordersWaitingTooLong, overdueOrders, overdueReservations } from '../acts/hold-store.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { unpaidOrders } from '../mails/order-mails.ts'
import { ordersToComplete } from '../store.ts'
import { breakOrder } from './break-order.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Many as this order is, each older than it. */
const oldOnes = (tx: Transaction, orderId: string) =>
  tx.run(sql`
    insert into orders (id, order_no, status, placed_at, expires_at, paid_at, delivered_at, delivery_email, locale, currency, rate_e8,
      payment_method, goods, discount, fee, coupon, freight, service, total)
    select gen_random_uuid(), status || n, status, placed_at, expires_at, now() - interval '90 days', now() - interval '90 days', delivery_email,
      locale, currency, rate_e8, payment_method, goods, discount, fee, coupon, freight, service, total
    from orders, generate_series(1, 600) n where id = ${orderId}`)

async function isAmongFirst(orderId: string, list: () => Promise<string[]>, first = 20): Promise<boolean> {
  for (let run = 0; run < 1_000; run++) if ((await list()).slice(0, first).includes(orderId)) return true
  return false
}

test('orders whose completion fails each time, however many, keep none behind them waiting for ever', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  // The shop's own jobs see none of it meanwhile.
  await shop.db.transaction(async (tx) => {
    await oldOnes(tx, order.orderId)
    await tx.run(sql`update orders set delivered_at = now() - interval '15 days' where id = ${order.orderId}`)
    expect(await isAmongFirst(order.orderId, () => ordersToComplete(tx, 500))).toBe(true)
  })
})

test('all orders whose time is over are completed in one run, however many they are, and one that cannot be keeps none of them', async () => {
  const product = await addProduct(shop, { keys: 5 })
  const orders = []
  for (let i = 0; i < 5; i++) {
    const order = await ordered(shop, STRIPE, { product })
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    orders.push(order)
  }
  await quiet(shop)
  const ids = orders.map(({ orderId }) => orderId)
  // At once: the shop's own job comes every hour, and completes what can be.
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`update orders set delivered_at = now() - interval '15 days' where id = any(${ids}::uuid[])`)
    await tx.run(sql`create table kept_orders as select ${ids[0]!}::uuid as id`)
    await tx.run(sql`
      create function keep_order() returns trigger language plpgsql as 'begin
        if new.id in (select id from kept_orders) then raise exception ''broken on purpose''; end if; return new;
      end'`)
    await tx.run(sql`create trigger keep_order before update on orders for each row execute function keep_order()`)
  })
  const { completeOld } = settlingBesideShop(() => 'shop.test')
  const statuses = () => Promise.all(ids.map((id) => statusOf(shop, id)))
  try {
    await expect(completeOld(shop.db, 2)).rejects.toMatchObject({ message: 'broken on purpose', about: ids[0] })
    expect((await statuses()).filter((status) => status === 'Completed')).toHaveLength(4)
  } finally {
    await shop.db.run(sql`drop trigger keep_order on orders`)
    await shop.db.run(sql`drop function keep_order`)
    await shop.db.run(sql`drop table kept_orders`)
  }
  await completeOld(shop.db, 1)
  expect(new Set(await statuses())).toEqual(new Set(['Completed']))
})

test('orders whose money cannot be sent back each time keep it from nobody behind them', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const order = await ordered(shop, STRIPE, { product })
  await loseKeys(shop, product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  await quiet(shop)
  await shop.db.transaction(async (tx) => {
    await oldOnes(tx, order.orderId)
    await tx.run(sql`update orders set paid_at = now() - interval '4 days' where id = ${order.orderId}`)
    expect(await isAmongFirst(order.orderId, () => ordersWaitingTooLong(tx, 72, 100))).toBe(true)
  })
})

test('unpaid orders that cannot be ended each time, however many, keep none behind them waiting, nor held ones their keys', async () => {
  const { orderId } = await ordered(shop, STRIPE)
  await shop.db
    .transaction(async (tx) => {
      await tx.run(sql`update orders set expires_at = now() - interval '1 hour' where id = ${orderId}`)
      await oldOnes(tx, orderId)
      await tx.run(sql`update orders set expires_at = now() where id = ${orderId}`)
      expect(await isAmongFirst(orderId, () => overdueOrders(tx, 500), 500)).toBe(true)
      await tx.run(
        sql`insert into order_holds (order_id, reason, details) select id, 'person', '{}' from orders where status = 'Unpaid'`,
      )
      expect(await isAmongFirst(orderId, () => overdueReservations(tx, 500), 500)).toBe(true)
      throw new Error('undone')
    })
    .catch((error) => expect(error.message).toBe('undone'))
})

test('unpaid orders of which nobody can be reminded, however many, keep none behind them from being reminded', async () => {
  const { orderId } = await ordered(shop, STRIPE)
  await shop.db
    .transaction(async (tx) => {
      await tx.run(sql`update orders set placed_at = now() - interval '9 minutes' where id = ${orderId}`)
      await oldOnes(tx, orderId)
      await tx.run(sql`update orders set placed_at = now() - interval '8 minutes' where id = ${orderId}`)
      expect(await isAmongFirst(orderId, () => unpaidOrders(tx))).toBe(true)
      throw new Error('undone')
    })
    .catch((error) => expect(error.message).toBe('undone'))
})

test('the log says which order cannot be ended when its time is over, and the others are', async () => {
  const [stuck, other] = [await ordered(shop, STRIPE), await ordered(shop, STRIPE)]
  const mend = await breakOrder(shop, stuck.orderId)
  await shop.db.transaction(async (tx) => {
    // Of one that is broken nothing can be changed otherwise.
    await tx.run(sql`set local session_replication_role = replica`)
    await tx.run(sql`update orders set expires_at = now() where id in (${stuck.orderId}, ${other.orderId})`)
  })
  const { expireOverdue } = settlingBesideShop(() => 'shop.test')
  try {
    const failed = await expireOverdue(shop.db).catch(describeError)
    expect(failed).toMatchObject({ message: 'broken on purpose', about: stuck.orderId })
    expect(await statusOf(shop, other.orderId)).toBe('Expired')
  } finally {
    await mend()
  }
})
