// Orders that people in the back office make for a buyer, who pays nothing or by a link.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { serverWords } from '#platform/i18n/server-words.ts'
import { zoneWhereItIs } from '#platform/settings/time-zone.testing.ts'
import { TIME_ZONE } from '#platform/settings/time-zone.ts'
import { writeSetting } from '#platform/settings/write.ts'
import { until } from '#platform/testing.ts'
import { auditRows } from '#rooms/audit/rows.testing.ts'
import { effectsOf } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addMember, addProduct, openTestShop, statusOf, type TestShop } from '#test/harness.ts'
import { hasDelivered } from '../office-calls/office-store.ts'
import { rowCounts } from './counting.testing.ts'
import { bodyOf, look as lookAs, mailTo, make as makeAs, WHY } from './new-order.testing.ts'

let shop: TestShop
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop({ UNPAID_PER_MAILBOX: '3' })
  grace = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const make = (body: object, as = grace) => makeAs(shop, as, body)
const look = (path: string) => lookAs(shop, grace, path)

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
  const { subject, text } = await mailTo(shop, email)
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

test('it is the member’s whose address it goes to', async () => {
  const member = await addMember(shop)
  const { id } = (await make(bodyOf([[await addProduct(shop, { keys: 1 })]], { email: member.email }))).body.data
  expect(await look(`/office/orders/${id}`)).toMatchObject({ username: member.username })
})

test('it is no revenue of the day', async () => {
  // Where this day does not end meanwhile.
  const zone = zoneWhereItIs(12)
  await shop.db.transaction((tx) => writeSetting(tx, TIME_ZONE, zone))
  const { orders, revenue } = await until(async () => {
    const day = await look('/office/today')
    return day.zone === zone ? day.today : undefined
  }, 'the setting is heard')
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
