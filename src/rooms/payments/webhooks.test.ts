// Webhooks as they come: many times, at once, in any order, forged (decision C4).
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { rowCounts } from '#rooms/orders/making/counting.testing.ts'
import { openTestShop, PAYPAL, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { createPayssion } from './providers/payssion/adapter.ts'
import { createStripe } from './providers/stripe/adapter.ts'
import {
  DELIVERED,
  effectsOf,
  ordered,
  PROVIDERS,
  pay,
  post,
  quiet,
  reaches,
  UNTOUCHED,
  webhookOf,
} from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test.each(PROVIDERS)('the same webhook of %s 20 times at once delivers once', async (_, paymentId) => {
  const order = await ordered(shop, paymentId)
  const before = await rowCounts(shop)
  pay(shop, order, { notify: false })
  const webhook = webhookOf(shop, order)
  const statuses = await Promise.all(Array.from({ length: 20 }, () => post(shop, webhook)))
  expect(statuses).toEqual(Array(20).fill(200))
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
  // What the shop captures, PayPal tells as well.
  expect((await rowCounts(shop)).notices).toBe(before.notices! + (paymentId === PAYPAL ? 2 : 1))
})

test('a notice that comes again in the moment in which its payment is settled is stored, and both go on', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { notify: false })
  const webhook = webhookOf(shop, order)
  expect(await post(shop, webhook)).toBe(200)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const settling = await shop.db.pool.connect()
  try {
    await settling.query('begin')
    await settling.query('update payments set polls = 1 where id = $1', [order.attempt])
    const again = post(shop, webhook)
    await until(async () => (await shop.db.query(WAITING)).length > 0, 'the notice waits for its payment')
    await settling.query('select from payment_events where payment_id = $1 for update nowait', [order.attempt])
    await settling.query('commit')
    expect(await again).toBe(200)
  } finally {
    settling.release(true)
  }
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
})

const WAITING = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

test.each(PROVIDERS)('different notices of %s about the same payment at once deliver once', async (_, paymentId) => {
  const order = await ordered(shop, paymentId)
  pay(shop, order, { outcome: 'pending', notify: false })
  const early = webhookOf(shop, order)
  pay(shop, order, { notify: false })
  const late = webhookOf(shop, order)
  await Promise.all(Array.from({ length: 10 }, (_, i) => post(shop, i % 2 ? early : late)))
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
})

test.each(PROVIDERS)(
  'a "completed" of %s that comes before its "pending" is delivered, and stays so',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId)
    pay(shop, order, { outcome: 'pending', notify: false })
    const pending = webhookOf(shop, order)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    expect(await post(shop, pending)).toBe(200)
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual(DELIVERED)
    expect(await shop.db.one(sql`select state from payments where id = ${order.attempt}`)).toEqual({
      state: 'completed',
    })
  },
)

test('an "expired" or "denied" that comes after "completed" takes nothing back', async () => {
  const orders = [await ordered(shop, STRIPE), await ordered(shop, PAYSSION), await ordered(shop, PAYPAL)] as const
  const [stripe, payssion, paypal] = orders
  for (const order of orders) pay(shop, order)
  for (const order of orders) await reaches(shop, order, 'Delivered')
  const late = [
    shop.stripe.webhookFor(stripe.attempt, { type: 'checkout.session.expired' }),
    shop.payssion.webhookFor(payssion.attempt, { fields: { state: 'expired' } }),
    paypalNotice('PAYMENT.CAPTURE.DENIED', paypal.attempt),
  ]
  expect(await Promise.all(late.map((webhook) => post(shop, webhook)))).toEqual([200, 200, 200])
  await quiet(shop)
  for (const order of orders) expect(await effectsOf(shop, order)).toEqual(DELIVERED)
})

/** Signed, and not true. */
function paypalNotice(type: string, attempt: string) {
  const { capture } = shop.paypal.payment(attempt)!
  const resource = { id: capture?.id ?? 'NOCAPTURE', status: 'DENIED', custom_id: attempt }
  const body = JSON.stringify({ id: `WH-${crypto.randomUUID()}`, event_type: type, resource })
  return { url: `${shop.shop.origin}/prod-api/api/pay/notify/paypal`, body, headers: shop.paypal.sign(body) }
}

test('what nobody can vouch for is refused with 403, and nothing is stored', async () => {
  const [stripe, payssion] = [await ordered(shop, STRIPE), await ordered(shop, PAYSSION)]
  const [paypal, other] = [await ordered(shop, PAYPAL), await ordered(shop, PAYPAL)]
  for (const order of [stripe, payssion, paypal]) pay(shop, order, { notify: false })
  const before = await rowCounts(shop)
  const atPayPal = shop.paypal.webhookFor(paypal.attempt)
  const { 'paypal-transmission-sig': _, ...unsigned } = atPayPal.headers
  const seconds = Math.floor(Date.now() / 1000)
  const good = shop.stripe.webhookFor(stripe.attempt)
  const emptyHmac = createHmac('sha256', '').update(`${seconds}.${good.body}`).digest('hex')
  const forged = [
    shop.stripe.webhookFor(stripe.attempt, { secret: 'whsec_somebody_else' }),
    shop.stripe.webhookFor(stripe.attempt, { timestamp: seconds - 301 }),
    { ...good, headers: { ...good.headers, 'stripe-signature': `t=${seconds},v1=${emptyHmac}` } },
    { ...good, headers: { 'content-type': 'application/json' } },
    { ...good, body: good.body.replace(stripe.attempt, payssion.attempt) },
    shop.payssion.webhookFor(payssion.attempt, { secretKey: 'somebody else' }),
    shop.payssion.webhookFor(payssion.attempt, { secretKey: '' }),
    shop.payssion.webhookFor(payssion.attempt, { signature: 'none' }),
    shop.payssion.webhookFor(payssion.attempt, { forged: { state: 'completed', amount: '0.01' } }),
    shop.payssion.webhookFor(payssion.attempt, { forged: { order_id: stripe.attempt } }),
    { ...atPayPal, body: atPayPal.body.replace(paypal.attempt, other.attempt) },
    { ...atPayPal, headers: unsigned },
    shop.paypal.webhookFor(paypal.attempt, { signature: Buffer.alloc(256).toString('base64') }),
    shop.paypal.webhookFor(paypal.attempt, { webhookId: 'SOMEBODY-ELSE' }),
    shop.paypal.webhookFor(paypal.attempt, { sentAt: Date.now() - 5 * 86_400_000 }),
    shop.paypal.webhookFor(paypal.attempt, { certificateUrl: 'https://paypal.com.example/v1/notifications/certs/x' }),
  ]
  expect(await Promise.all(forged.map((webhook) => post(shop, webhook)))).toEqual(Array(forged.length).fill(403))
  await quiet(shop)
  expect(await rowCounts(shop)).toEqual(before)
  for (const order of [stripe, payssion, paypal, other]) expect(await effectsOf(shop, order)).toEqual(UNTOUCHED)
})

test('with an empty secret nothing is believed, not even what is signed with it', async () => {
  const refuses = (act: () => unknown) => expect(async () => act()).rejects.toThrow('not signed by the provider')
  const order = await ordered(shop, PAYSSION)
  const { body } = shop.payssion.webhookFor(order.attempt, { secretKey: '' })
  const payssion = createPayssion({ baseUrl: shop.payssion.url, apiKey: 'x', secretKey: '', pmId: 'payssion_test' })
  await refuses(() => payssion.verifyWebhook(Buffer.from(body), new Headers()))
  const stripe = createStripe({ secretKey: 'sk_test_x', webhookSecret: '' })
  const seconds = Math.floor(Date.now() / 1000)
  const event = '{"id":"evt_1","type":"checkout.session.completed","data":{"object":{"id":"cs_1"}}}'
  const signature = createHmac('sha256', '').update(`${seconds}.${event}`).digest('hex')
  await refuses(() =>
    stripe.verifyWebhook(Buffer.from(event), new Headers({ 'stripe-signature': `t=${seconds},v1=${signature}` })),
  )
})

test('a notice of one provider is no notice of the other, and an unknown provider is not found', async () => {
  const order = await ordered(shop, PAYSSION)
  pay(shop, order, { notify: false })
  const before = await rowCounts(shop)
  const webhook = webhookOf(shop, order)
  const elsewhere = (provider: string) => ({ ...webhook, url: webhook.url.replace('payssion', provider) })
  expect(await post(shop, elsewhere('stripe'))).toBe(403)
  expect(await post(shop, elsewhere('kiosk'))).toBe(404)
  expect(await rowCounts(shop)).toEqual(before)
})

test('a signed notice about a payment that is not ours is answered, kept, and shown to the operator', async () => {
  const order = await ordered(shop, PAYSSION)
  const stranger = '11111111-2222-4333-8444-555555555555'
  const webhook = shop.payssion.webhookFor(order.attempt, {
    fields: { order_id: stranger, transaction_id: 'T-STRANGER', state: 'completed' },
  })
  expect(await post(shop, webhook)).toBe(200)
  await quiet(shop)
  const alerts = await shop.db.query(sql`select kind, details from alerts where order_id is null`)
  expect(alerts).toEqual([
    {
      kind: 'payment.unknown',
      details: { provider: 'payssion', attemptId: stranger, providerRef: 'T-STRANGER' },
    },
  ])
  expect(await effectsOf(shop, order)).toEqual(UNTOUCHED)
})
