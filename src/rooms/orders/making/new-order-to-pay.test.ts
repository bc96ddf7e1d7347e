// Orders that people in the back office make for a buyer who pays them by a link.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { auditRows } from '#rooms/audit/rows.testing.ts'
import { effectsOf } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  placeOrder,
  STRIPE,
  statusOf,
  type TestShop,
} from '#test/harness.ts'
import { PAYMENT_HOURS } from '../limits.ts'
import { createOrderMails } from '../mails/order-mails.ts'
import { bodyOf, look as lookAs, mailTo, make as makeAs } from './new-order.testing.ts'

let shop: TestShop
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ UNPAID_PER_MAILBOX: '3' })
  grace = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const make = (body: object, as = grace) => makeAs(shop, as, body)
const look = (path: string) => lookAs(shop, grace, path)

const attempts = async (orderId: string) =>
  (await shop.db.one<{ n: number }>(sql`select count(*)::int as n from payments where order_id = ${orderId}`)).n

test('an order that its buyer pays: he has a link to it, three days, and is asked for the waiver before he pays', async () => {
  const product = await addProduct(shop, { keys: 3, priceCents: 400 })
  const body = bodyOf([[product, 2]], { way: 'pay' })
  const { id } = (await make(body)).body.data
  expect(await effectsOf(shop, { orderId: id })).toEqual({
    ...{ status: 'Unpaid', sold: 0, reserved: 2, paidMoves: 0 },
    ...{ mails: ['unpaid'], alerts: [] },
  })
  const order = await look(`/office/orders/${id}`)
  expect(order).toMatchObject({ amounts: { goods: 8, discount: 0, coupon: 0, service: 0 }, payments: [] })
  expect(order.total).toBe(order.amounts.goods + order.amounts.fee)
  expect(Date.parse(order.expiresAt) - Date.parse(order.placedAt)).toBe(PAYMENT_HOURS * 3_600_000)
  expect(await auditRows(shop.db, { subject: { kind: 'order', id } })).toMatchObject([
    { act: 'order.make', after: { did: [['askedToPay', { units: '2', amount: `${order.total.toFixed(2)} USD` }]] } },
  ])
  // He has the link already: no reminder follows it.
  await shop.db.run(sql`update orders set placed_at = placed_at - interval '10 minutes' where id = ${id}`)
  await createOrderMails({
    db: shop.db,
    keyring: shop.shop.ground.keyring,
    mailDomain: () => 'shop.example',
  }).remindUnpaid()
  expect((await effectsOf(shop, { orderId: id })).mails).toEqual(['unpaid'])

  const pay = (more: object) =>
    shop.call('POST', '/api/pay/toPay', {
      headers: { 'order-access': token },
      body: { orderId: id, paymentId: STRIPE, ...more },
    })
  const { text } = await mailTo(shop, body.email)
  const token = /#access=([\w-]+)/.exec(text)![1]!
  const wanted = async () =>
    (await shop.call('GET', `/api/pay/detail/${id}`, { headers: { 'order-access': token } })).body.data.waiver
  const shown = await wanted()
  expect(await pay({})).toMatchObject({ status: 422, body: { msg: 'pay.waiverRequired', data: shown } })
  const { version, text: said } = shown
  expect((await pay({ waiver: { version, accepted: false } })).body.msg).toBe('pay.waiverRequired')
  expect((await pay({ waiver: { version: 'another', accepted: true } })).body.msg).toBe('pay.waiverChanged')
  expect(await attempts(id)).toBe(0)
  expect(await pay({ waiver: { version, accepted: true } })).toMatchObject({
    body: { data: { url: expect.stringMatching(/^http/), amount: 8 } },
  })
  // Once is enough.
  expect(await wanted()).toBeNull()
  expect((await pay({})).status).toBe(200)
  shop.stripe.pay(await attemptOf(shop, id), { outcome: 'completed' })
  await until(async () => (await statusOf(shop, id)) === 'Delivered', 'it is paid and delivered')
  const kept = await shop.db.one<{ waiver: object }>(sql`select waiver from orders where id = ${id}`)
  expect(kept.waiver).toMatchObject({ version, text: said, locale: 'en-US' })
})

test('what it reserves is counted against nobody, and its buyer has his link however many mails he got before', async () => {
  const product = await addProduct(shop, { keys: 20 })
  const email = 'many@press.example'
  for (let n = 0; n < 8; n++) expect((await make(bodyOf([[product]], { way: 'pay', email }))).status).toBe(200)
  const links = sql`select data ->> 'orderId' as id from mails where recipient = ${email} and template = 'unpaid'`
  expect(new Set((await shop.db.query<{ id: string }>(links)).map(({ id }) => id)).size).toBe(8)
  expect((await placeOrder(shop, orderBody([{ product }], { email }))).orderId).toBeTruthy()
})

/** Whoever comes next meets the methods as they were. */
const areAllOn = () =>
  expect
    .poll(() => look('/office/order-currencies'))
    .toEqual({ currencies: expect.arrayContaining(['USD', 'EUR', 'GBP']) })

test('a shop in which nothing can be paid by makes no order to be paid', async () => {
  const product = await addProduct(shop, { keys: 9 })
  const off = await shop.db.query<{ id: number }>(
    sql`update payment_methods set enabled = false where enabled returning id`,
  )
  try {
    await expect
      .poll(async () => (await make(bodyOf([[product]], { way: 'pay' }))).body)
      .toMatchObject({ msg: 'order.new.noMethod', data: { currency: 'USD' } })
  } finally {
    await shop.db.run(sql`update payment_methods set enabled = true where id = any(${off.map(({ id }) => id)}::int[])`)
    await areAllOn()
  }
})

test('its buyer is asked for the currency that was chosen, by a method that takes it', async () => {
  const product = await addProduct(shop, { keys: 9, priceCents: 1999 })
  const pay = async (more: object) => {
    const answer = await make(bodyOf([[product]], { way: 'pay', ...more }))
    return answer.status === 200 ? look(`/office/orders/${answer.body.data.id}`) : answer
  }
  expect(await pay({ locale: 'de' })).toMatchObject({ currency: 'EUR' })
  expect(await pay({ locale: 'de', currency: 'GBP' })).toMatchObject({ currency: 'GBP' })
  expect(await pay({ currency: 'XTS' })).toMatchObject({
    ...{ status: 422, body: { msg: 'order.new.noMethod', data: { currency: 'XTS' } } },
  })
  expect((await make(bodyOf([[product]], { way: 'pay', currency: 'gbp' }))).status).toBe(400)

  const { currencies } = await look('/office/order-currencies')
  expect(currencies).toEqual(expect.arrayContaining(['USD', 'EUR', 'GBP']))
  // The first of its methods takes one currency, and no other is on.
  const before = await shop.db.query<{ id: number; enabled: boolean; currencies: string[] }>(
    sql`select id, enabled, currencies from payment_methods`,
  )
  try {
    await shop.db.run(sql`update payment_methods set enabled = id = ${STRIPE}, currencies = '{GBP}'`)
    await expect.poll(() => look('/office/order-currencies')).toEqual({ currencies: ['GBP'] })
    expect(await pay({})).toMatchObject({ status: 422, body: { msg: 'order.new.noMethod', data: { currency: 'USD' } } })
    expect(await pay({ currency: 'GBP' })).toMatchObject({ currency: 'GBP' })
  } finally {
    for (const { id, enabled, currencies: own } of before)
      await shop.db.run(sql`update payment_methods set enabled = ${enabled}, currencies = ${own} where id = ${id}`)
    await areAllOn()
  }
})
