// Refunds at a provider that has no call for them: a person makes them there and says so (decision F7, docs/decisions/057).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { offerCards } from '#rooms/payments/cards.testing.ts'
import { tasksOf } from '#rooms/payments/hands.ts'
import { effectsOf, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import {
  addKeys,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYSSION,
  placeOrder,
  type TestShop,
} from '#test/harness.ts'
import { ActRefused } from '../acts/act-refused.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { BY, byHandRefunds, type Paid } from './by-hand.testing.ts'
import { createByHand } from './by-hand.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
let byHand: ReturnType<typeof createByHand>
beforeAll(async () => {
  shop = await openTestShop()
  const of = { db: shop.db, settling: settlingBesideShop(() => 'shop.test') }
  acts = createActs(of)
  byHand = createByHand(of)
  await offerCards(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`delete from rate_limits`))

const { settled, bought, task, backOf, askAgain } = byHandRefunds(() => shop)

const openAlerts = async ({ orderId }: Paid) =>
  (
    await shop.db.query<{ kind: string }>(
      sql`select kind from alerts where order_id = ${orderId} and resolved_at is null order by kind`,
    )
  ).map(({ kind }) => kind)

const refundMails = async (order: Paid) =>
  (await effectsOf(shop, order)).mails.filter((mail) => mail === 'refund').length

test('it waits for a person, who is told what to do; made and recorded, all follows as with any refund', async () => {
  const order = await bought()
  const asked = await acts.refund(order.orderId, BY, null)
  expect(asked.did).toContain('somebody must make it there')
  const number = await task(order)
  expect(await openAlerts(order)).toEqual(['refund.byHand'])
  const { details, money } = await shop.db.one<{ details: object; money: boolean }>(
    sql`select details, money from alerts where order_id = ${order.orderId}`,
  )
  const trade = shop.eecpay.payment(order.attempt)!.tradeNo
  const what = { orderNo: order.orderNo, number, provider: 'eecpay', providerRef: trade, amount: 3998, currency: 'USD' }
  expect([details, money]).toEqual([what, true])
  // Nothing is counted that nobody has made.
  expect([await backOf(order), await refundMails(order)]).toEqual([0, 0])
  await expect(acts.refund(order.orderId, BY, null)).rejects.toThrow('under way already')
  expect(await byHand.made(number, BY, 'RF-1')).toMatchObject({ status: 'Refunded' })
  await settled()
  expect([await backOf(order), await refundMails(order)]).toEqual([3998, 1])
  expect(await openAlerts(order)).toEqual([])
  const keys = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, {
    headers: { cookie: order.cookie },
  })
  expect(keys.body.msg).toBe('order.notDelivered')
  // The provider shows it hours later, and again: the same money.
  await askAgain(order)
  expect([await backOf(order), await openAlerts(order)]).toEqual([3998, []])
  shop.eecpay.refund(order.attempt)
  await settled()
  await askAgain(order)
  expect([await backOf(order), await refundMails(order)]).toEqual([3998, 1])
  expect(await openAlerts(order)).toEqual([])
  await expect(byHand.made(number, BY, 'RF-2')).rejects.toThrow('it was recorded as made (RF-1)')
  await expect(byHand.giveUp(number, BY)).rejects.toThrow('it was recorded as made (RF-1)')
})

test('a unit, a part and the rest, each before the provider shows the one before: the sum is what was paid', async () => {
  const order = await bought()
  await acts.refundUnits(order.orderId, BY, [{ line: 1, unit: 2 }])
  expect(await byHand.made(await task(order), BY, 'RF-a')).toMatchObject({ status: 'PartlyRefunded' })
  const { body } = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, {
    headers: { cookie: order.cookie },
  })
  expect(body.data[0].keys).toHaveLength(1)
  await acts.refund(order.orderId, BY, 500)
  expect(await byHand.made(await task(order), BY, 'RF-b')).toMatchObject({ status: 'PartlyRefunded' })
  expect(await backOf(order)).toBe(2499)
  await expect(acts.refund(order.orderId, BY, 1500)).rejects.toThrow('only 14.99 USD are left')
  // Of the first two it shows the first.
  shop.eecpay.refund(order.attempt, { amountMinor: 1999 })
  await settled()
  await askAgain(order)
  expect(await backOf(order)).toBe(2499)
  await acts.refund(order.orderId, BY, null)
  expect(await byHand.made(await task(order), BY, 'RF-c')).toMatchObject({ status: 'Refunded' })
  shop.eecpay.refund(order.attempt)
  await settled()
  await askAgain(order)
  expect([await backOf(order), await refundMails(order)]).toEqual([3998, 3])
  expect(
    await shop.db.query(sql`select 1 from refunds where payment_id = ${order.attempt} and state <> 'done'`),
  ).toEqual([])
})

test('the provider tells it first: it is counted once, and what it is called is kept all the same', async () => {
  const order = await bought()
  await acts.refund(order.orderId, BY, 1000)
  const number = await task(order)
  shop.eecpay.refund(order.attempt, { amountMinor: 1000 })
  await reaches(shop, order, 'PartlyRefunded')
  await settled()
  expect(await openAlerts(order)).toEqual([])
  expect((await byHand.made(number, BY, 'RF-9')).did).toContain('which it had told itself')
  await expect(byHand.made(number, BY, 'RF-10')).rejects.toThrow('its provider has told that it was made (RF-9)')
  await settled()
  expect([await backOf(order), await refundMails(order)]).toEqual([1000, 1])
})

test('what somebody has sent back is not forgotten over an answer that nobody knows', async () => {
  const order = await bought()
  await acts.refund(order.orderId, BY, 1_000)
  await byHand.made(await task(order), BY, 'RF-1')
  await settled()
  expect(await backOf(order)).toBe(1_000)
  ;(shop.eecpay.payment(order.attempt) as { status: string }).status = '7'
  await askAgain(order)
  expect(await backOf(order)).toBe(1_000)
  ;(shop.eecpay.payment(order.attempt) as { status: string }).status = '1'
  await askAgain(order)
  expect(await backOf(order)).toBe(1_000)
  // No more goes back than what is left.
  await expect(acts.refund(order.orderId, BY, 3_000)).rejects.toThrow(/only 29\.98 USD/)
})

test('notice, record and record again at the same moment: counted once', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await bought(1)
    await acts.refund(order.orderId, BY, null)
    const number = await task(order)
    shop.eecpay.refund(order.attempt)
    const said = await Promise.allSettled([1, 2, 3].map((n) => byHand.made(number, BY, `RF-${n}`)))
    for (const one of said) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ActRefused)
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await reaches(shop, order, 'Refunded')
    await settled()
    await askAgain(order)
    expect([await backOf(order), await refundMails(order)]).toEqual([1999, 1])
    expect(await openAlerts(order)).toEqual([])
  }
})

test('what the provider once showed and takes back is told: from then on its word counts alone', async () => {
  const order = await bought(1)
  await acts.refund(order.orderId, BY, null)
  await byHand.made(await task(order), BY, 'RF-1')
  shop.eecpay.refund(order.attempt)
  await settled()
  shop.eecpay.refund(order.attempt, { amountMinor: -1999 })
  await askAgain(order)
  await until(async () => (await openAlerts(order)).includes('refund.failed'), 'the operator is told')
  expect(await backOf(order)).toBe(0)
})

test('who dies between beginning and handing over leaves it to the next try: the task is there once', async () => {
  const order = await bought(1)
  await acts.refund(order.orderId, BY, 500)
  await task(order)
  // As it stands after the first of both.
  await shop.db.run(
    sql`delete from refund_tasks t using refunds r where r.id = t.refund_id and r.order_id = ${order.orderId}`,
  )
  await shop.db.run(sql`delete from alerts where order_id = ${order.orderId}`)
  const { id } = await shop.db.one<{ id: string }>(
    sql`update refunds set state = 'asked' where order_id = ${order.orderId} returning id`,
  )
  const again = () =>
    shop.db.run(sql`select graphile_worker.add_job('payment.refund', json_build_object('refundId', ${id}::text))`)
  await Promise.all([again(), again()])
  const number = await task(order)
  expect(await tasksOf(shop.db, order.orderId)).toHaveLength(1)
  expect(await openAlerts(order)).toEqual(['refund.byHand'])
  expect(await byHand.made(number, BY, 'RF-1')).toMatchObject({ status: 'PartlyRefunded' })
  expect(await backOf(order)).toBe(500)
})

test('given up, the order goes on: what waited is delivered, and nothing wants the money back by itself', async () => {
  const order = await bought(1, true)
  await shop.db.run(sql`update orders set paid_at = now() - interval '73 hours' where id = ${order.orderId}`)
  await shop.db.run(sql`select graphile_worker.add_job('order.refundWaiting')`)
  const number = await task(order)
  await addKeys(shop, order.offerId, 1)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.offerId}::int))`,
  )
  await settled()
  expect((await effectsOf(shop, order)).status).toBe('Processing')
  expect(await byHand.giveUp(number, { ...BY, reason: 'he waits on' })).toMatchObject({ status: 'Delivered' })
  await shop.db.run(sql`select graphile_worker.add_job('order.refundWaiting')`)
  await settled()
  expect(await effectsOf(shop, order)).toMatchObject({
    status: 'Delivered',
    sold: 1,
    mails: ['processing', 'delivery'],
  })
  expect(await openAlerts(order)).toEqual([])
  await expect(byHand.made(number, BY, 'RF-1')).rejects.toThrow('it was given up')
  expect(await backOf(order)).toBe(0)
  // A person may want it again.
  await acts.refund(order.orderId, BY, null)
  expect(await byHand.made(await task(order), BY, 'RF-1')).toMatchObject({ status: 'Refunded' })
})

test('what a person wanted back and then did not make goes back after three days like any other that waits', async () => {
  const order = await bought(1, true)
  await acts.refund(order.orderId, BY, null)
  await byHand.giveUp(await task(order), { ...BY, reason: 'he waits on' })
  await shop.db.run(sql`update orders set paid_at = now() - interval '73 hours' where id = ${order.orderId}`)
  await shop.db.run(sql`select graphile_worker.add_job('order.refundWaiting')`)
  expect(await byHand.made(await task(order), BY, 'RF-1')).toMatchObject({ status: 'Refunded' })
})

test('a provider that takes refunds is asked, and no person', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const order = await placeOrder(shop, orderBody([{ product }], { paymentId: PAYSSION }))
  shop.payssion.pay(await attemptOf(shop, order.orderId), { outcome: 'completed' })
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect((await acts.refund(order.orderId, BY, null)).did).toContain('the shop sends it while it runs')
  await reaches(shop, order, 'Refunded')
  expect(await tasksOf(shop.db, order.orderId)).toEqual([])
})
