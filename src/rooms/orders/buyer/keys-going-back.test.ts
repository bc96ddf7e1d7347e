// Keys of what is paid back at this moment (decision F7, docs/decisions/077): whoever has not seen them does not get them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { until } from '#platform/testing.ts'
import { billing, offerCards } from '#rooms/payments/cards.testing.ts'
import { tasksOf } from '#rooms/payments/hands.ts'
import { quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addProduct, attemptOf, EECPAY, openTestShop, orderBody, placeOrder, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { createByHand } from '../refunds/by-hand.ts'

const beside = { settling: settlingBesideShop(() => 'shop.test') }
let shop: TestShop
let acts: ReturnType<typeof createActs>
let byHand: ReturnType<typeof createByHand>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ ...beside, db: shop.db })
  byHand = createByHand({ ...beside, db: shop.db })
  await offerCards(shop)
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'the buyer wrote to us' }

/** Two keys; the second stands in no mail that was written. What goes back waits for a person to make it. */
async function bought() {
  const product = await addProduct(shop, { keys: 2 })
  const order = await placeOrder(shop, orderBody([{ product, count: 2 }], { paymentId: EECPAY }))
  const { orderId, cookie } = order
  const paid = await shop.call('POST', '/api/pay/eecpay', { body: { orderId, ...billing() }, headers: { cookie } })
  expect(paid.status, paid.body.msg).toBe(200)
  await reaches(shop, order, 'Delivered')
  await shop.eecpay.notified()
  await quiet(shop)
  await shop.db.run(sql`
    update vault_keys set delivered_at = null
    where id = (select max(id) from vault_keys where offer_id = ${product.offerId})`)
  return { ...order, attempt: await attemptOf(shop, orderId), offerId: product.offerId }
}

type Order = Awaited<ReturnType<typeof bought>>

async function shown({ orderId, cookie }: Order): Promise<number | string> {
  const { body } = await shop.call('GET', `/api/profile/order/pointCode/${orderId}`, { headers: { cookie } })
  return body.code === 200 ? body.data[0].keys.length : body.msg
}

const unseen = async ({ offerId }: Order) =>
  (
    await shop.db.query<{ state: string }>(
      sql`select state from vault_keys where offer_id = ${offerId} and delivered_at is null`,
    )
  ).map(({ state }) => state)

async function task({ orderId }: Order): Promise<number> {
  const open = async () => (await tasksOf(shop.db, orderId)).find(({ outcome }) => outcome === null)
  await until(async () => (await open()) !== undefined, 'the refund waits for a person')
  await quiet(shop)
  return (await open())!.number
}

test('while all goes back those alone are shown that count as delivered; the others are for sale again then', async () => {
  const order = await bought()
  await acts.refund(order.orderId, BY, null)
  expect([await shown(order), await unseen(order)]).toEqual([1, ['sold']])
  await byHand.made(await task(order), BY, 'RF-1')
  await quiet(shop)
  expect([await shown(order), await unseen(order)]).toEqual(['order.notDelivered', ['available']])
})

test('where nobody has seen any, none is shown and the buyer is told why; where it comes to nothing, all are', async () => {
  const order = await bought()
  await shop.db.run(sql`update vault_keys set delivered_at = null where offer_id = ${order.offerId}`)
  await acts.refund(order.orderId, BY, null)
  expect([await shown(order), await unseen(order)]).toEqual(['order.goesBack', ['sold', 'sold']])
  await byHand.giveUp(await task(order), BY)
  await quiet(shop)
  expect([await shown(order), await unseen(order)]).toEqual([2, []])
})

test('while one unit goes back its key is not shown to whoever has not seen it; the other is', async () => {
  const order = await bought()
  await shop.db.run(sql`update vault_keys set delivered_at = null where offer_id = ${order.offerId}`)
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 2 }])
  expect([await shown(order), await unseen(order)]).toEqual([1, ['sold']])
})

test('a look that waits while a refund is wished for sees it', async () => {
  const order = await bought()
  await shop.db.run(sql`update vault_keys set delivered_at = null where offer_id = ${order.offerId}`)
  // A notice that was handled with another's may still look at the order, and waits for it too.
  const office = openDatabase(shop.databaseUrl, { size: 1, name: 'office', log: createLog('silent') })
  const waits = (who: string) =>
    until(
      () =>
        shop.db.query(sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and application_name = ${who}`),
      `${who} waits for the order`,
    )
  const under = await shop.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from orders where id = ${order.orderId} for update`)
    const refund = createActs({ ...beside, db: office }).refund(order.orderId, BY, null)
    await waits('office')
    const look = shown(order)
    await waits('latchkey shop')
    return { refund, look }
  })
  await under.refund
  expect(await under.look).toBe('order.goesBack')
  await office.close()
})
