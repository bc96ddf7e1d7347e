// For the crash tests: what must be true of a purchase, counted in the database and at the mail server.
import { expect } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import type { TestProduct } from '../harness.ts'
import type { World } from './world.testing.ts'

export interface Counts {
  orders: number
  delivered: number
  /** Moves to Paid; one per order, however often it is told. */
  paidMoves: number
  settledPayments: number
  mails: number
  unsentMails: number
  keysSold: number
  keysReserved: number
  keysAvailable: number
  stock: number
}

/** Of all orders for this product. */
export function countsOf({ db }: World, product: TestProduct): Promise<Counts> {
  return db.one<Counts & Record<string, unknown>>(sql`
    with o as (select distinct o.* from orders o join order_lines l on l.order_id = o.id where l.offer_id = ${product.offerId}),
      k as (select state from vault_keys where offer_id = ${product.offerId})
    select (select count(*) from o) as orders,
      (select count(*) from o where status = 'Delivered') as delivered,
      (select count(*) from order_events e join o on o.id = e.order_id where e.to_status = 'Paid') as "paidMoves",
      (select count(*) from payments p join o on o.id = p.order_id where p.state = 'completed') as "settledPayments",
      (select count(*) from mails m join o on o.id::text = m.data ->> 'orderId') as mails,
      (select count(*) from mails m join o on o.id::text = m.data ->> 'orderId' where m.state <> 'sent') as "unsentMails",
      (select count(*) from k where state = 'sold') as "keysSold",
      (select count(*) from k where state = 'reserved') as "keysReserved",
      (select count(*) from k where state = 'available') as "keysAvailable",
      (select stock from offers where id = ${product.offerId}) as stock`)
}

export interface Expected {
  orders: number
  keysEach: number
  keys: number
}

/** The same once it has come about; after 30 seconds it says what is missing. */
export async function untilAllDelivered(world: World, product: TestProduct, of: Expected): Promise<void> {
  const all = () =>
    expectAllDelivered(world, product, of).then(
      () => true,
      () => false,
    )
  await until(all, 'all is delivered', 30_000).catch(() => {})
  await expectAllDelivered(world, product, of)
}

/** Every order paid once, delivered once, told once, with exactly its keys; and nothing else was touched. */
export async function expectAllDelivered(world: World, product: TestProduct, of: Expected): Promise<void> {
  const sold = of.orders * of.keysEach
  expect(await countsOf(world, product)).toEqual({
    orders: of.orders,
    delivered: of.orders,
    paidMoves: of.orders,
    settledPayments: of.orders,
    mails: of.orders,
    unsentMails: 0,
    keysSold: sold,
    keysReserved: 0,
    keysAvailable: of.keys - sold,
    stock: of.keys - sold,
  } satisfies Counts)
}

/** The Message-IDs of an order's mails, as often as the mail server took each. */
export async function takenMails({ db, mails }: World, orderId: string): Promise<string[]> {
  const promised = await db.query<{ id: string }>(
    sql`select message_id as id from mails where data ->> 'orderId' = ${orderId}`,
  )
  const ids = new Set(promised.map((mail) => mail.id))
  return mails.map((mail) => mail.messageId).filter((id) => ids.has(id))
}
