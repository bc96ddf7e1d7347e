// Orders that people in the back office make for a buyer, who pays nothing or by a link.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { until } from '#platform/testing.ts'
import { auditRows } from '#rooms/audit/rows.testing.ts'
import { effectsOf } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
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
import { hasDelivered } from '../office-calls/office-store.ts'
import { rowCounts } from './counting.testing.ts'
import { bodyOf, look as lookAs, make as makeAs, WHY } from './new-order.testing.ts'

let shop: TestShop
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ UNPAID_PER_MAILBOX: '3' })
  grace = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const make = (body: object, as = grace) => makeAs(shop, as, body)
const look = (path: string) => lookAs(shop, grace, path)

/** The one mail to this address, once it is written. */
async function mailTo(email: string): Promise<{ subject: string; text: string }> {
  const mail = () =>
    shop.db.one<{ id: string; sealed: Buffer; state: string }>(
      sql`select id, sealed, state from mails where recipient = ${email}`,
    )
  await until(async () => (await mail()).state === 'kept', 'the mail is written')
  const { id, sealed } = await mail()
  return JSON.parse(shop.shop.ground.keyring.open('mail', sealed, id))
}

const attempts = async (orderId: string) =>
  (await shop.db.one<{ n: number }>(sql`select count(*)::int as n from payments where order_id = ${orderId}`)).n

test('its buyer has his keys at once by the usual mail and pays nothing; the order says who made it and why', async () => {
  const [one, two] = [await addProduct(shop, { keys: 3, priceCents: 1999 }), await addProduct(shop, { keys: 2, priceCents: 100 })] // biome-ignore format: one line
  const body = bodyOf([[one, 2], [two]]) // biome-ignore format: one line
  const { id } = (await make(body)).body.data
  expect(await effectsOf(shop, { orderId: id })).toEqual({
    ...{ status: 'Delivered', sold: 3, reserved: 0, paidMoves: 1 },
    ...{ mails: ['delivery'], alerts: [] },
  })
  const order = await look(`/office/orders/${id}`)
  expect(order).toMatchObject({
    ...{ status: 'Delivered', email: body.email, locale: 'en-US', currency: 'USD', total: 0, username: null },
    amounts: { goods: 40.98, discount: 0, fee: 0, coupon: 40.98, service: 0, total: 0 },
    lines: [
      { quantity: 2, unit: 19.99, total: 39.98 },
      { quantity: 1, unit: 1, total: 1 },
    ],
    ...{ payments: [], refunds: [] },
    can: { refund: null, takeBack: true, replace: true, resend: true },
  })
  const told = order.timeline.map(({ kind, what, who, why }: Record<string, string>) => [kind, what, who, why])
  expect(told).toContainEqual(['status', 'Unpaid', grace.email, 'placed'])
  expect(told).toContainEqual(['act', 'make', grace.email, WHY])
  expect(told).toContainEqual(['status', 'Unpaid → Paid', 'system', 'nothing to pay'])
  expect(await auditRows(shop.db, { subject: { kind: 'order', id } })).toMatchObject([
    {
      ...{ act: 'order.make', actor: grace.email, reason: WHY },
      after: { status: 'Delivered', did: [['gave', { units: '3', amount: '40.98 USD' }]] },
    },
  ])
  // A new shop's checklist wants one that was paid.
  expect(await hasDelivered(shop.db)).toBe(false)
})

test('a key of an order that cost nothing is replaced on its page as any other', async () => {
  const product = await addProduct(shop, { keys: 3, name: 'Fern' })
  const { id } = (await make(bodyOf([[product, 2]]))).body.data
  const { seen, units } = await look(`/office/orders/${id}`)
  const unit = (n: number) => ({ ...{ line: 1, unit: n, name: 'Fern' }, amount: 0, hasKey: true, refund: 'none' })
  expect(units).toEqual([unit(1), unit(2)])
  const asked = { reason: 'it does not work', seen, line: 1, unit: 2 }
  const headers = { cookie: grace.cookie }
  expect((await shop.call('POST', `/office/orders/${id}/replace`, { headers, body: asked })).status).toBe(200)
  const states = await shop.db.query(
    sql`select state from vault_keys where offer_id = ${product.offerId} order by state`,
  )
  expect(states).toEqual([{ state: 'replaced' }, { state: 'sold' }, { state: 'sold' }])
})

test('the mail is the usual one, in the language that was chosen, and its link opens the order', async () => {
  const product = await addProduct(shop, { keys: 1, name: 'Moss' })
  const { email, ...body } = bodyOf([[product]], { locale: 'de' })
  const { id } = (await make({ ...body, email })).body.data
  const { subject, text } = await mailTo(email)
  expect(subject).toBe(serverWords('de')('mail.delivery.subject', { game: 'Moss' }))
  expect(text).toContain('KEY-')
  // Nothing was paid: by no method, and no tax is in it.
  const t = serverWords('de')
  expect(text).toContain(`  ${t('mail.sum')}: ${t.isolate('€\u00a00.00\u00a0EUR')}\n`)
  expect(text).not.toContain(t('mail.method'))
  const token = /#access=([\w-]+)/.exec(text)![1]!
  const seen = await shop.call('GET', `/api/pay/detail/${id}`, { headers: { 'order-access': token } })
  expect(seen.body.data).toMatchObject({ orderStatus: 'Delivered', amounts: { total: 0 }, paymentName: '' })
})

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
  const { text } = await mailTo(body.email)
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

test('it is the member’s whose address it goes to', async () => {
  const member = await addMember(shop)
  const { id } = (await make(bodyOf([[await addProduct(shop, { keys: 1 })]], { email: member.email }))).body.data
  expect(await look(`/office/orders/${id}`)).toMatchObject({ username: member.username })
})

test('it is no revenue of the day', async () => {
  const { orders, revenue } = (await look('/office/today')).today
  const { id } = (await make(bodyOf([[await addProduct(shop, { keys: 1 })]]))).body.data
  expect(await statusOf(shop, id)).toBe('Delivered')
  expect((await look('/office/today')).today).toMatchObject({ orders, revenue })
})

test('the same form sent many times at once makes one order; with another content it is refused', async () => {
  const body = bodyOf([[await addProduct(shop, { keys: 9 }), 2]])
  const before = await rowCounts(shop)
  const answers = await Promise.all(Array.from({ length: 8 }, () => make(body)))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.data]))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 200 })
  expect((await rowCounts(shop)).orders).toBe(before.orders! + 1)
  expect(await make({ ...body, reason: 'another' })).toMatchObject({
    ...{ status: 422, body: { msg: 'order.new.madeBefore' } },
  })
  // The same id of somebody else is another form.
  const owner = await addStaff(shop)
  expect((await make(body, owner)).body.data.id).not.toBe(answers[0]!.body.data.id)
})

test('what cannot be had is said of its line, and nothing is made', async () => {
  const [there, none, few, off] = [
    await addProduct(shop, { keys: 5 }),
    await addProduct(shop),
    await addProduct(shop, { keys: 1 }),
    await addProduct(shop, { keys: 5 }),
  ]
  const before = await rowCounts(shop)
  expect(await make(bodyOf([[there], [none], [few, 2]]))).toMatchObject({
    status: 400,
    body: {
      errors: [
        { path: 'lines.1', message: 'order.new.noStock' },
        { path: 'lines.2', message: 'order.new.lessStock' },
      ],
    },
  })
  await shop.db.run(sql`update offers set active = false where id = ${off.offerId}`)
  for (const gone of [off, { ...there, skuId: none.skuId }])
    expect(await make(bodyOf([[few], [gone]]))).toMatchObject({
      ...{ status: 400, body: { errors: [{ path: 'lines.1', message: 'order.new.offSale' }] } },
    })
  expect(await rowCounts(shop)).toEqual(before)
})

test('what no order can be made of is refused', async () => {
  const product = await addProduct(shop, { keys: 5 })
  const [line] = bodyOf([[product]]).lines
  for (const [wrong, path] of [
    [{ email: 'nobody' }, 'email'],
    [{ locale: 'xx' }, 'locale'],
    [{ lines: [] }, 'lines'],
    [{ lines: [line, line] }, 'lines'],
    [{ lines: [{ ...line, count: 1_001 }] }, 'lines.0.count'],
    [{ lines: [{ ...line, count: 0.5 }] }, 'lines.0.count'],
    [{ way: 'card' }, 'way'],
    [{ reason: ' ' }, 'reason'],
  ] as const)
    expect(await make(bodyOf([[product]], wrong))).toMatchObject({ status: 400, body: { errors: [{ path }] } })
})

test('only who may makes orders, and sees what can be put into one', async () => {
  const support = await addStaff(shop, { role: 'support' })
  const product = await addProduct(shop, { keys: 2, priceCents: 500 })
  expect((await make(bodyOf([[product]]), support)).status).toBe(403)
  const path = `/office/order-offers?sku=${product.skuId}`
  expect((await shop.call('GET', path, { headers: { cookie: support.cookie } })).status).toBe(403)
  const currencies = '/office/order-currencies'
  expect((await shop.call('GET', currencies, { headers: { cookie: support.cookie } })).status).toBe(403)
  expect((await look(path)).offers).toMatchObject([{ id: product.offerId, price: 5, stock: 2 }])
  await shop.db.run(sql`update offers set active = false where id = ${product.offerId}`)
  expect((await look(path)).offers).toEqual([])
})
