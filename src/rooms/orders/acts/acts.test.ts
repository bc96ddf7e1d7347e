// The ways out of a held order: accept, refund, release; as a person does them, beside a running shop (decision C4).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  DELIVERED,
  effectsOf,
  loseKeys,
  ordered,
  PROVIDERS,
  pay,
  quiet,
  reaches,
  UNTOUCHED,
} from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs } from '#rooms/staff/staff.testing.ts'
import {
  addKeys,
  addMember,
  figuresOf,
  openTestShop,
  PAYSSION,
  STRIPE,
  statusOf,
  type TestShop,
} from '#test/harness.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { letTimePass } from '../making/counting.testing.ts'
import { ActRefused } from './act-refused.ts'
import { heldOrders } from './acts.testing.ts'
import { createActs } from './acts.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const { held, holdsOf, actsOf } = heldOrders(() => shop)

const BY = { actor: 'ada', reason: 'the buyer wrote to us' }

test('accepting takes the money as it is: paid and delivered, with who and why', async () => {
  const order = await held()
  expect(await acts.accept(order.orderId, BY)).toMatchObject({ status: 'Delivered' })
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, mails: ['held', 'delivery'], alerts: ['payment.doubt'] })
  expect(await holdsOf(order)).toEqual([])
  expect(await actsOf(order)).toEqual([{ act: 'accept', ...BY }])
  await expect(acts.accept(order.orderId, BY)).rejects.toThrow(ActRefused)
  // The first delivery here, and the shop counts it although another process made it.
  const counted = 'latchkey_order_moves_total{status="Delivered"} 1\n'
  await until(async () => (await figuresOf(shop)).includes(counted), 'the figures know of it', 40_000)
})

test.each(PROVIDERS)(
  'money in another currency that was accepted is refunded in parts, in that currency (%s)',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    pay(shop, order, { currency: 'EUR', captured: true })
    await until(async () => (await holdsOf(order)).length > 0, 'it is held')
    await quiet(shop)
    await acts.accept(order.orderId, BY)
    await quiet(shop)
    for (const back of [500, 600]) {
      const { did } = await acts.refund(order.orderId, BY, back)
      const made = sql`select 1 from refunds where order_id = ${order.orderId} and amount = ${back} and currency = 'EUR' and state = 'done'`
      await until(async () => (await shop.db.query(made)).length === 1, 'it has gone back')
      await quiet(shop)
      expect(did).toContain(`${back / 100}.00 EUR`)
    }
    expect(await statusOf(shop, order.orderId)).toBe('PartlyRefunded')
    expect((await effectsOf(shop, order)).alerts).not.toContain('payment.contradicted')
  },
)

test('an order whose time is over, and whose keys others have, waits for keys when it is accepted', async () => {
  const order = await held(PAYSSION, 1)
  await letTimePass(shop, order.product.offerId)
  await until(async () => (await effectsOf(shop, order)).reserved === 0, 'its keys are free')
  await ordered(shop, STRIPE, { product: order.product })
  expect(await acts.accept(order.orderId, BY)).toMatchObject({ status: 'Processing' })
  await addKeys(shop, order.product.offerId, 1)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.product.offerId}::int))`,
  )
  await reaches(shop, order, 'Delivered')
})

test('a cancelled order whose buyer paid all the same is delivered when a person accepts it before its money is sent back', async () => {
  const order = await ordered(shop, PAYSSION)
  await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  pay(shop, order, { notify: false })
  await shop.db.run(sql`update payments set state = 'completed', paid_amount = amount where id = ${order.attempt}`)
  expect(await acts.accept(order.orderId, BY)).toMatchObject({ status: 'Delivered' })
  expect((await effectsOf(shop, order)).sold).toBe(1)
})

test('what comes for an order whose buyer had his data erased is not accepted, for nobody is left to deliver to; it may be sent back', async () => {
  const member = await addMember(shop)
  const order = await ordered(shop, PAYSSION, { member })
  await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  const { orders } = shop.shop.rooms.declared('personal')
  await shop.db.transaction((tx) => orders!.erase(tx, member.id, null))
  shop.payssion.pay(order.attempt, { outcome: 'paid_partial', amountMinor: 500 })
  await until(async () => (await holdsOf(order)).length > 0, 'it is held')
  await quiet(shop)

  await expect(acts.accept(order.orderId, BY)).rejects.toThrow('its buyer had his data erased')
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'Cancelled', sold: 0, reserved: 0, mails: [] })
  const ada = await addStaff(shop, { role: 'manager' })
  const { can } = await askAs(shop, ada, `GET /office/orders/${order.orderId}`)
  expect(can).toMatchObject({ accept: false, refund: { left: 5 } })
})

test('released, an order goes on as if it had never been held: it can be paid, and ends in time; the same facts do not hold it again', async () => {
  const order = await held(STRIPE)
  expect(await acts.release(order.orderId, BY)).toMatchObject({ status: 'Unpaid' })
  expect(await holdsOf(order)).toEqual([])
  await shop.db.run(sql`select graphile_worker.add_job('payment.poll')`)
  await quiet(shop)
  expect(await holdsOf(order)).toEqual([])
  await letTimePass(shop, order.product.offerId)
  await reaches(shop, order, 'Expired')
  expect(await effectsOf(shop, order)).toEqual({
    ...UNTOUCHED,
    status: 'Expired',
    reserved: 0,
    mails: ['held'],
    alerts: ['payment.doubt'],
  })
})

test('of two people who release at once one does it, and the other is told', async () => {
  const order = await held()
  const results = await Promise.allSettled([1, 2].map(() => acts.release(order.orderId, BY)))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await actsOf(order)).toHaveLength(1)
})

test.each(PROVIDERS)(
  'a refund of all takes an order of %s back: keys that were seen stay sold and are shown no more',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    await acts.refund(order.orderId, BY, null)
    await reaches(shop, order, 'Refunded')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toMatchObject({
      sold: 1,
      mails: ['delivery', 'refund'],
      alerts: [],
    })
    const keys = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, {
      headers: { cookie: order.cookie },
    })
    expect([keys.status, keys.body.msg]).toEqual([422, 'order.notDelivered'])
    await expect(acts.refund(order.orderId, BY, null)).rejects.toThrow('all of it went back')
  },
)

test('keys that nobody has seen are for sale again when their money goes back, and the coupon’s use is free', async () => {
  const order = await ordered(shop, STRIPE, { keys: 2, count: 2 })
  await loseKeys(shop, order.product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  await addKeys(shop, order.product.offerId, 1)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.product.offerId}::int))`,
  )
  await until(async () => (await effectsOf(shop, order)).sold === 1, 'one key is kept for it')
  await acts.refund(order.orderId, BY, null)
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  const { stock } = await shop.db.one<{ stock: number }>(
    sql`select stock from offers where id = ${order.product.offerId}`,
  )
  expect([(await effectsOf(shop, order)).sold, stock]).toEqual([0, 1])
})

test.each(PROVIDERS)(
  'a refund of a part leaves the order partly refunded at %s, with its keys; the rest later ends it',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    await acts.refund(order.orderId, BY, 500)
    await reaches(shop, order, 'PartlyRefunded')
    await quiet(shop)
    const headers = { cookie: order.cookie }
    const detail = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers })
    expect(detail.body.data).toMatchObject({ orderStatus: 'PartlyRefunded', refunded: 5 })
    const keys = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, { headers })
    expect(keys.body.data[0].keys).toHaveLength(1)
    await acts.refund(order.orderId, BY, null)
    await reaches(shop, order, 'Refunded')
  },
)

test('a refund and keys that arrive at the same moment: either delivered and shown no more, or never delivered', async () => {
  for (let round = 0; round < 4; round++) {
    const order = await ordered(shop, STRIPE, { keys: 1 })
    await loseKeys(shop, order.product.offerId)
    pay(shop, order)
    await reaches(shop, order, 'Processing')
    await addKeys(shop, order.product.offerId, 1)
    await Promise.all([
      acts.refund(order.orderId, BY, null),
      shop.db.run(
        sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${order.product.offerId}::int))`,
      ),
    ])
    await reaches(shop, order, 'Refunded')
    await quiet(shop)
    const keys = await shop.db.query<{ state: string; seen: boolean; marked: boolean }>(sql`
      select state, delivered_at is not null as seen, refunded_at is not null as marked from vault_keys where offer_id = ${order.product.offerId}`)
    expect(keys).toHaveLength(1)
    expect([
      { state: 'available', seen: false, marked: false },
      { state: 'sold', seen: true, marked: true },
    ]).toContainEqual(keys[0])
  }
})

test('a held order whose money is on its way back is not delivered by accepting it', async () => {
  const order = await ordered(shop, STRIPE)
  await loseKeys(shop, order.product.offerId)
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  await quiet(shop)
  await shop.db.run(sql`insert into order_holds (order_id, payment_id, reason, details)
    values (${order.orderId}, ${order.attempt}, 'warning', '{}')`)
  const hold = shop.stripe.hold('/v1/refunds')
  await acts.refund(order.orderId, BY, null)
  await hold.arrived
  await addKeys(shop, order.product.offerId, 1)
  await expect(acts.accept(order.orderId, BY)).rejects.toThrow('its money is being sent back')
  hold.release()
  await reaches(shop, order, 'Refunded')
  expect((await effectsOf(shop, order)).sold).toBe(0)
})

test.each(PROVIDERS)(
  'of fifty refunds of one order at %s that are asked for at once the sum is what was paid',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    // Again and again, as people who press twice do, until nothing is left of it.
    const left = sql`select 1 from payments where id = ${order.attempt} and refunded_amount < paid_amount`
    let asked = 0
    while ((await shop.db.query(left)).length > 0) {
      const tried = await Promise.allSettled(
        Array.from({ length: 50 }, (_, i) => acts.refund(order.orderId, BY, i % 2 ? 700 : null)),
      )
      asked += tried.filter(({ status }) => status === 'fulfilled').length
      for (const one of tried) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(ActRefused)
      await quiet(shop)
    }
    const { back, paid, sent } = await shop.db.one<{ back: number; paid: number; sent: number }>(sql`
      select refunded_amount as back, paid_amount as paid,
        (select sum(amount)::bigint from refunds where payment_id = payments.id and state = 'done') as sent
      from payments where id = ${order.attempt}`)
    expect([back, sent]).toEqual([paid, paid])
    expect(await shop.db.query(sql`select 1 from refunds where payment_id = ${order.attempt}`)).toHaveLength(asked)
    expect(await statusOf(shop, order.orderId)).toBe('Refunded')
    await expect(acts.refund(order.orderId, BY, null)).rejects.toThrow('all of it went back')
  },
)
