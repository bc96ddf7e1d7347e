// A mail with keys while money is on its way back (docs/decisions/077).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { openMail } from '#rooms/mail/sealed-mail.ts'
import { billing, offerCards } from '#rooms/payments/cards.testing.ts'
import { tasksOf } from '#rooms/payments/hands.ts'
import { quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addProduct, EECPAY, openTestShop, orderBody, placeOrder, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { createCare } from '../acts/care.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { createByHand } from '../refunds/by-hand.ts'

const settling = settlingBesideShop(() => 'shop.test')
let shop: TestShop
let acts: ReturnType<typeof createActs>
let care: ReturnType<typeof createCare>
let byHand: ReturnType<typeof createByHand>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ settling, db: shop.db })
  care = createCare({ mailDomain: () => 'shop.test', db: shop.db })
  byHand = createByHand({ settling, db: shop.db })
  await offerCards(shop)
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'the buyer wrote to us' }

/** Two keys that are in no mail yet. What goes back waits for a person to make it. */
async function bought() {
  const product = await addProduct(shop, { keys: 2 })
  const order = await placeOrder(shop, orderBody([{ product, count: 2 }], { paymentId: EECPAY }))
  const { orderId, cookie } = order
  const paid = await shop.call('POST', '/api/pay/eecpay', { body: { orderId, ...billing() }, headers: { cookie } })
  expect(paid.status, paid.body.msg).toBe(200)
  await reaches(shop, order, 'Delivered')
  await shop.eecpay.notified()
  await quiet(shop)
  await shop.db.run(sql`delete from mails where data ->> 'orderId' = ${orderId}`)
  await shop.db.run(sql`update vault_keys set delivered_at = null where offer_id = ${product.offerId}`)
  return order
}

type Order = Awaited<ReturnType<typeof bought>>

async function task({ orderId }: Order): Promise<number> {
  const open = async () => (await tasksOf(shop.db, orderId)).find(({ outcome }) => outcome === null)
  await until(async () => (await open()) !== undefined, 'the refund waits for a person')
  await quiet(shop)
  return (await open())!.number
}

const mailsOf = async ({ orderId }: Order) => {
  const rows = await shop.db.query<{ id: string; state: string; sealed: Buffer | null }>(sql`
    select id, state, sealed from mails
    where data ->> 'orderId' = ${orderId} and template = 'delivery' order by created_at, id`)
  return rows.map(({ id, state, sealed }) => ({
    state,
    keys: sealed ? keysIn(openMail(shop.shop.ground.keyring, { id, sealed }).text) : 0,
  }))
}

const keysIn = (text: string) => new Set(text.match(/KEY-[0-9A-F]{18}/g)).size

const jobs = ({ orderId }: Order) =>
  shop.db.query<{ id: number; attempts: number }>(sql`
    select j.id::int8 as id, j.attempts::int as attempts from graphile_worker._private_jobs j
      join mails m on m.id::text = j.payload ->> 'mailId' where m.data ->> 'orderId' = ${orderId} order by j.id`)

/** Its mails are looked at, and have been. */
async function due(order: Order): Promise<void> {
  const ids = (await jobs(order)).map(({ id }) => id)
  await shop.db.run(sql`select graphile_worker.reschedule_jobs(${ids}::bigint[], now())`)
  await until(async () => (await jobs(order)).every(({ id }) => !ids.includes(id)), 'each was looked at')
  await quiet(shop)
}

test('a delivery mail that waits for a refund uses up no try, and is sent when that comes to nothing', async () => {
  const order = await bought()
  await acts.refund(order.orderId, BY, null)
  const number = await task(order)
  await care.resend(order.orderId, BY)
  await quiet(shop)
  for (let i = 0; i < 3; i++) {
    expect((await jobs(order)).map(({ attempts }) => attempts)).toEqual([0])
    await due(order)
  }
  expect(await mailsOf(order)).toEqual([{ state: 'queued', keys: 0 }])
  await byHand.giveUp(number, BY)
  await quiet(shop)
  await due(order)
  expect(await mailsOf(order)).toEqual([{ state: 'kept', keys: 2 }])
})

test('one that had to leave a unit out is followed by another when the refund of the unit comes to nothing', async () => {
  const order = await bought()
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 2 }])
  const number = await task(order)
  await care.resend(order.orderId, BY)
  await quiet(shop)
  await until(async () => (await mailsOf(order)).some(({ state }) => state === 'kept'), 'it is written')
  expect(await mailsOf(order)).toEqual([
    { state: 'kept', keys: 1 },
    { state: 'queued', keys: 0 },
  ])
  await byHand.giveUp(number, BY)
  await quiet(shop)
  await due(order)
  expect((await mailsOf(order)).map(({ keys }) => keys)).toEqual([1, 2])
})

test('where the unit was paid back, no other mail follows', async () => {
  const order = await bought()
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 2 }])
  const number = await task(order)
  await care.resend(order.orderId, BY)
  await quiet(shop)
  await until(async () => (await mailsOf(order)).some(({ state }) => state === 'kept'), 'it is written')
  await byHand.made(number, BY, 'RF-2')
  await quiet(shop)
  if ((await jobs(order)).length > 0) await due(order)
  const states = (await mailsOf(order)).map(({ state }) => state)
  expect(states.filter((state) => state !== 'lapsed')).toEqual(['kept'])
})
