// An order that begins to wait for keys in the very moment in which another gives some back: whichever is written last, it gets them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { effectsOf, loseKeys, ordered, orderedWithCoupon, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import {
  addKeys,
  addProduct,
  openTestShop,
  PAYSSION,
  STRIPE,
  statusOf,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { vaultOf } from '../making/counting.testing.ts'
import { createDisputeLost } from '../refunds/dispute-lost.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Of an order that expires, all its keys; of one whose money is lost while it waits, the one that it had. */
const GIVERS = {
  Expired: async (product: TestProduct) => {
    await loseKeys(shop, product.offerId)
    await addKeys(shop, product.offerId, 1)
    const giver = await orderedWithCoupon(shop, STRIPE, { product })
    const give = () =>
      shop.db.run(sql`update orders set expires_at = now() - interval '1 second' where id = ${giver.orderId}`)
    return { giver, give }
  },
  Refunded: async (product: TestProduct) => {
    await addKeys(shop, product.offerId, 2)
    const giver = await orderedWithCoupon(shop, PAYSSION, { product, count: 2 })
    await loseKeys(shop, product.offerId)
    await addKeys(shop, product.offerId, 1)
    pay(shop, giver)
    await reaches(shop, giver, 'Processing')
    shop.payssion.pay(giver.attempt, { outcome: 'chargeback' })
    await reaches(shop, giver, 'Disputed')
    await quiet(shop)
    const lost = createDisputeLost({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
    const give = () => lost(giver.orderId, { actor: 'ada', reason: 'they wrote to us' })
    return { giver, give }
  },
}

test.each(Object.entries(GIVERS))(
  'keys that an order gives back while another begins to wait for them are not missed: it is %s',
  async (status, giving) => {
    const product = await addProduct(shop, { keys: 1, priceCents: 4000 })
    const waiting = await ordered(shop, STRIPE, { product })
    const { giver, give } = await giving(product)
    const rival = await shop.db.pool.connect()
    let given: Promise<unknown> | undefined
    try {
      await rival.query('begin')
      await rival.query('select 1 from coupons where id = $1 for update', [giver.couponId])
      given = give()
      const blocked = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await until(async () => (await shop.db.query(blocked)).length > 0, 'its coupon is waited for')
      pay(shop, waiting)
      await reaches(shop, waiting, 'Processing')
      const serving = sql`select 1 from graphile_worker.jobs where task_identifier = 'order.serveWaiting'`
      await until(async () => (await shop.db.query(serving)).length === 0, 'keys were looked for')
      expect(await statusOf(shop, waiting.orderId)).toBe('Processing')
      await rival.query('rollback')
    } finally {
      rival.release()
    }
    await given
    await reaches(shop, giver, status)
    await reaches(shop, waiting, 'Delivered')
    await quiet(shop)
    expect(await effectsOf(shop, waiting)).toMatchObject({ sold: 1, mails: ['processing', 'delivery'] })
    expect(await vaultOf(shop, product.offerId)).toMatchObject({ available: 0, reserved: 0, sold: 1, oddLines: 0 })
  },
)

test('who waits again when a dispute is won says so: who gave keys back meanwhile saw nobody wait', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const order = await ordered(shop, STRIPE, { product })
  await loseKeys(shop, product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  const dispute = shop.stripe.dispute(order.attempt)
  await reaches(shop, order, 'Disputed')
  await quiet(shop)
  // What is asked for is done at once: it is written down as it comes.
  await shop.db.run(sql`create table asked_for (key text)`)
  await shop.db.run(sql`
    create function note_asked() returns trigger language plpgsql as $$
    begin insert into asked_for values (new.key); return null; end $$`)
  await shop.db.run(sql`
    create trigger note_asked after insert on graphile_worker._private_jobs for each row execute function note_asked()`)
  shop.stripe.moveDispute(dispute, 'won')
  await reaches(shop, order, 'Processing')
  expect(await shop.db.query(sql`select key from asked_for where key like 'serve %'`)).toEqual([
    { key: `serve ${product.offerId}` },
  ])
})
