// PayPal in the whole shop: what is captured and what never, what goes back, and what is contested.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { alertsOf, makeDue } from '#rooms/orders/making/counting.testing.ts'
import { openTestShop, PAYPAL, statusOf, type TestShop } from '#test/harness.ts'
import { simulatedAt } from './providers/paypal/connection.ts'
import { paypalProvider } from './providers/paypal/provider.ts'
import { ProviderUnreachable } from './providers/provider.ts'
import { type Bought, DELIVERED, effectsOf, ordered, pay, post, quiet, reaches, UNTOUCHED } from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const order = () => ordered(shop, PAYPAL)
const captureOf = ({ attempt }: Bought) => shop.paypal.payment(attempt)!.capture
const stateOf = async ({ orderId, cookie }: Bought) =>
  (await shop.call('GET', `/api/pay/payssion/state?order_id=${orderId}`, { headers: { cookie } })).body.data
const asked = (bought: Bought, raw: string) =>
  until(
    async () =>
      (await shop.db.query(sql`select 1 from payments where id = ${bought.attempt} and raw_state = ${raw}`)).length ===
      1,
    `it was asked about: ${raw}`,
  )

test('the browser comes back from the approve page: the money is taken and the order delivered', async () => {
  const bought = await order()
  shop.paypal.approve(bought.attempt, undefined, { notify: false })
  expect(await stateOf(bought)).toBe('completed')
  await quiet(shop)
  expect(await effectsOf(shop, bought)).toEqual(DELIVERED)
})

test('what is approved after the order’s end is never captured, whether its job has run or not', async () => {
  const [over, expired] = [await order(), await order()]
  await shop.db.run(
    sql`update orders set expires_at = now() - interval '1 second' where id = any(${[over.orderId, expired.orderId]}::uuid[])`,
  )
  await shop.db.run(sql`update orders set status = 'Expired' where id = ${expired.orderId}`)
  for (const bought of [over, expired]) {
    shop.paypal.approve(bought.attempt)
    await asked(bought, 'APPROVED')
  }
  await quiet(shop)
  expect([captureOf(over), captureOf(expired)]).toEqual([null, null])
  expect(await statusOf(shop, expired.orderId)).toBe('Expired')
})

test('of an order that asks for another sum or currency than ours nothing is captured', async () => {
  const [sum, currency] = [await order(), await order()]
  ;(shop.paypal.payment(sum.attempt)!.amount as { minor: number }).minor -= 1
  ;(shop.paypal.payment(currency.attempt)!.amount as { currency: string }).currency = 'HKD'
  for (const bought of [sum, currency]) {
    shop.paypal.approve(bought.attempt)
    await asked(bought, 'APPROVED')
    expect(captureOf(bought)).toBeNull()
    expect(await effectsOf(shop, bought)).toEqual(UNTOUCHED)
  }
})

test('a capture whose answer is lost is asked about, and not made again', async () => {
  const bought = await order()
  const before = { ...shop.paypal.requests }
  shop.paypal.failNext({ on: '/capture', how: 'reset', processed: true })
  shop.paypal.approve(bought.attempt, undefined, { notify: false })
  expect(await stateOf(bought)).toBe('pending')
  await shop.paypal.notified()
  await reaches(shop, bought, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, bought)).toEqual(DELIVERED)
  expect(shop.paypal.requests.capture - before.capture).toBe(1)
})

test('a signed notice that says more than PayPal itself does nothing; when PayPal says so as well, its order is delivered', async () => {
  const bought = await order()
  const body = JSON.stringify({
    id: `WH-${crypto.randomUUID()}`,
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    resource: { id: 'NOCAPTURE', status: 'COMPLETED', custom_id: bought.attempt },
  })
  const notice = { url: `${shop.shop.origin}/prod-api/api/pay/notify/paypal`, body, headers: shop.paypal.sign(body) }
  expect(await post(shop, { ...notice, body: body.replace('NOCAPTURE', 'FORGED') })).toBe(403)
  expect(await post(shop, notice)).toBe(200)
  await asked(bought, 'PAYER_ACTION_REQUIRED')
  await quiet(shop)
  expect(await effectsOf(shop, bought)).toEqual(UNTOUCHED)
  const open = sql`select 1 from payment_events where payment_id = ${bought.attempt} and handled_at is null`
  expect(await shop.db.query(open)).toHaveLength(1)
  pay(shop, bought, { notify: false, captured: true })
  await makeDue(shop, 'payment.event')
  await reaches(shop, bought, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, bought)).toEqual(DELIVERED)
  expect(await shop.db.query(open)).toEqual([])
})

test('forged notices before the first genuine one after a start do not keep it out', async () => {
  const bought = await order()
  shop.paypal.approve(bought.attempt, undefined, { notify: false })
  const { url, webhookId, authority } = shop.paypal
  const credentials = { clientId: 'id', clientSecret: 'secret', webhookId }
  const started = paypalProvider.connect({ ...credentials, ...simulatedAt(url, authority) }, shop)
  const hear = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    started.verifyWebhook!(Buffer.from(body), new Headers(headers))
  const genuine = shop.paypal.webhookFor(bought.attempt)
  const forged = Array.from({ length: 30 }, (_, i) => {
    const named = { ...genuine.headers, 'paypal-cert-url': `${url}/v1/notifications/certs/CERT-${i}` }
    return hear({ body: genuine.body.replaceAll(bought.attempt, crypto.randomUUID()), headers: named })
  })
  const refusals = await Promise.all(forged.map((one) => one.catch((error: unknown) => error)))
  expect(refusals.filter((one) => one instanceof ProviderUnreachable)).toHaveLength(10)
  await expect(hear(genuine)).resolves.toMatchObject({ attemptId: bought.attempt })
})

test('notices of a whole life that come backwards, each three times, leave what PayPal says', async () => {
  const bought = await order()
  shop.paypal.approve(bought.attempt, undefined, { notify: false })
  pay(shop, bought, { notify: false, captured: true })
  shop.paypal.refund(bought.attempt, { amountMinor: 500, notify: false })
  const kinds = ['PAYMENT.CAPTURE.REFUNDED', 'CHECKOUT.ORDER.APPROVED']
  for (const type of [...kinds, ...kinds, ...kinds])
    expect(await post(shop, shop.paypal.webhookFor(bought.attempt, { type }))).toBe(200)
  // Some of the money had gone back before the order could be paid with it: a person decides.
  await until(async () => (await alertsOf(shop, bought.orderId)).length > 0, 'it is held')
  await quiet(shop)
  expect(await effectsOf(shop, bought)).toMatchObject({ status: 'Unpaid', sold: 0, alerts: ['payment.doubt'] })
})

test('a declined capture in a completed order delivers nothing, and the order can be paid again', async () => {
  const bought = await order()
  shop.paypal.approve(bought.attempt, { status: 'DECLINED' })
  await asked(bought, 'COMPLETED/DECLINED')
  await quiet(shop)
  expect(await effectsOf(shop, bought)).toEqual(UNTOUCHED)
  const again = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: bought.orderId },
    headers: { cookie: bought.cookie },
  })
  expect(new URL(again.body.data.url).pathname).toBe('/paypal')
  const { id } = await shop.db.one<{ id: string }>(
    sql`select id from payments where order_id = ${bought.orderId} and state = 'created'`,
  )
  shop.paypal.approve(id)
  await reaches(shop, bought, 'Delivered')
})

test('a payer whom the seller’s filters block may pay another way, and PayPal is offered to everybody else', async () => {
  const bought = await order()
  const offered = async () =>
    (await shop.call('GET', '/api/check/paymentlist')).body.data.map(({ id }: { id: number }) => id)
  expect(await offered()).toContain(PAYPAL)
  const before = shop.paypal.requests.capture
  shop.paypal.refuseNext('/capture', 'PAYEE_BLOCKED_TRANSACTION')
  shop.paypal.approve(bought.attempt, undefined, { notify: false })
  expect(await stateOf(bought)).toBe('failed')
  expect(await stateOf(bought)).toBe('failed')
  expect(shop.paypal.requests.capture - before).toBe(0)
  expect(await shop.db.query(sql`select 1 from method_refusals`)).toEqual([])
  const again = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: bought.orderId },
    headers: { cookie: bought.cookie },
  })
  expect(again.body.data.url).toMatch(/^http/)
  expect(await offered()).toContain(PAYPAL)
})

test('a capture that PayPal reviews is money under way; when it is through the order is delivered', async () => {
  const bought = await order()
  shop.paypal.approve(bought.attempt, { status: 'PENDING', reason: 'PENDING_REVIEW' })
  await asked(bought, 'COMPLETED/PENDING/PENDING_REVIEW')
  const cancel = await shop.call('GET', `/api/pay/cancel/${bought.orderId}`, { headers: { cookie: bought.cookie } })
  expect(cancel.body.msg).toBe('pay.underWay')
  pay(shop, bought)
  await reaches(shop, bought, 'Delivered')
})

test('one that waits for the seller holds the order and tells the operator', async () => {
  const bought = await order()
  shop.paypal.approve(bought.attempt, { status: 'PENDING', reason: 'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION' })
  await until(async () => (await alertsOf(shop, bought.orderId)).length > 0, 'the operator is told')
  expect(await statusOf(shop, bought.orderId)).toBe('Unpaid')
  pay(shop, bought)
  await reaches(shop, bought, 'Delivered')
})

test('refunds from PayPal’s side: a part and the rest', async () => {
  const bought = await order()
  pay(shop, bought)
  await reaches(shop, bought, 'Delivered')
  shop.paypal.refund(bought.attempt, { amountMinor: 500, times: 3 })
  await reaches(shop, bought, 'PartlyRefunded')
  shop.paypal.refund(bought.attempt)
  await reaches(shop, bought, 'Refunded')
  await quiet(shop)
  expect(await shop.db.one(sql`select refunded_amount as n, state from payments where id = ${bought.attempt}`)).toEqual(
    {
      n: 1999,
      state: 'refunded',
    },
  )
})

test.each([
  ['won', 'Delivered'],
  ['cancelled', 'Delivered'],
  ['lost', 'Refunded'],
] as const)('a dispute that is %s leaves the order %s, its notices doubled and in any order', async (end, status) => {
  const bought = await order()
  pay(shop, bought)
  await reaches(shop, bought, 'Delivered')
  const id = shop.paypal.dispute(bought.attempt, { stage: 'CHARGEBACK', times: 2 })
  await reaches(shop, bought, 'Disputed')
  const early = shop.paypal.webhookFor(bought.attempt)
  shop.paypal.moveDispute(id, 'under_review')
  shop.paypal.moveDispute(id, end, { times: 2 })
  await reaches(shop, bought, status)
  expect(await post(shop, early)).toBe(200)
  await quiet(shop)
  expect(await statusOf(shop, bought.orderId)).toBe(status)
})

test('a dispute that is lost in part is told so, and not as won and refunded afterwards', async () => {
  const bought = await order()
  pay(shop, bought)
  await reaches(shop, bought, 'Delivered')
  const id = shop.paypal.dispute(bought.attempt)
  await reaches(shop, bought, 'Disputed')
  shop.paypal.moveDispute(id, 'won', { notify: false })
  shop.paypal.refund(bought.attempt, { amountMinor: 500 })
  await reaches(shop, bought, 'PartlyRefunded')
  const moves = await shop.db.query(sql`
    select from_status as "from", to_status as "to", reason from order_events where order_id = ${bought.orderId} order by id desc limit 2`)
  expect(moves).toEqual([
    { from: 'Delivered', to: 'PartlyRefunded', reason: 'the dispute was lost in part' },
    { from: 'Disputed', to: 'Delivered', reason: 'the dispute was lost in part' },
  ])
})

test('a dispute that is settled by a refund of a part takes that part once', async () => {
  const bought = await order()
  pay(shop, bought)
  await reaches(shop, bought, 'Delivered')
  const id = shop.paypal.dispute(bought.attempt, { amountMinor: 500 })
  await reaches(shop, bought, 'Disputed')
  shop.paypal.moveDispute(id, 'refunded')
  await reaches(shop, bought, 'PartlyRefunded')
  await quiet(shop)
  expect(await shop.db.one(sql`select refunded_amount as n, state from payments where id = ${bought.attempt}`)).toEqual(
    { n: 500, state: 'completed' },
  )
  expect(await alertsOf(shop, bought.orderId)).not.toContain('payment.lost')
})

test('a second payment of the same order, approved at two pages, is not captured', async () => {
  const bought = await order()
  const { attempt: first } = bought
  await shop.db.run(sql`update payments set state = 'failed' where id = ${first}`)
  await shop.call('POST', '/api/pay/toPay', { body: { orderId: bought.orderId }, headers: { cookie: bought.cookie } })
  const { id: second } = await shop.db.one<{ id: string }>(
    sql`select id from payments where order_id = ${bought.orderId} and id <> ${first}`,
  )
  shop.paypal.approve(second)
  await reaches(shop, bought, 'Delivered')
  shop.paypal.approve(first)
  await asked({ ...bought, attempt: first }, 'APPROVED')
  await quiet(shop)
  expect(shop.paypal.payment(first)!.capture).toBeNull()
  expect(await effectsOf(shop, bought)).toEqual(DELIVERED)
})

test('money that is taken while its order ends is refunded by itself or delivered, never kept', async () => {
  const bought = await order()
  const hold = shop.paypal.hold('/capture')
  shop.paypal.approve(bought.attempt)
  await hold.arrived
  await shop.db.run(sql`update orders set status = 'Cancelled' where id = ${bought.orderId}`)
  hold.release()
  await until(() => captureOf(bought)?.status === 'REFUNDED', 'it went back')
  await quiet(shop)
  expect(await statusOf(shop, bought.orderId)).toBe('Cancelled')
})
