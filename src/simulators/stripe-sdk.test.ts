// The simulator held against Stripe's own SDK as a client: what its users send, read and page through, and what is refused.
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from './stripe.ts'

let simulator: StripeSimulator
let stripe: Stripe
beforeAll(async () => {
  simulator = await startStripeSimulator({ secretKey: 'sk_test', webhookSecret: 'whsec_test', notifyRetryDelays: [1] })
  stripe = new Stripe('sk_test', {
    host: '127.0.0.1',
    port: simulator.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })
})
afterAll(() => simulator.close())

const line = (unit_amount = 1000, currency = 'usd', name = 'Key', quantity = 1) => ({
  quantity,
  price_data: { currency, unit_amount, product_data: { name } },
})
const params = (over: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  success_url: 'http://127.0.0.1:9/ok?s={CHECKOUT_SESSION_ID}',
  line_items: [line()],
  ...over,
})
const create = (over?: Partial<Stripe.Checkout.SessionCreateParams>, options?: Stripe.RequestOptions) =>
  stripe.checkout.sessions.create(params(over), options)
async function paid(over?: Partial<Stripe.Checkout.SessionCreateParams>) {
  const { id } = await create(over)
  simulator.complete(id)
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
  const intent = session.payment_intent as Stripe.PaymentIntent
  return { session, intent, charge: intent.latest_charge as Stripe.Charge }
}
const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(Stripe.errors.StripeError)
  const { type, code, param, statusCode } = error as InstanceType<typeof Stripe.errors.StripeError>
  return { type, code, param, statusCode }
}

describe('a session', () => {
  test('with several line items adds them up and shows them; the way back may be missing', async () => {
    const { id, amount_total, cancel_url } = await create({
      line_items: [line(1000, 'usd', 'A', 2), line(250, 'usd', 'B')],
    })
    expect([amount_total, cancel_url]).toEqual([2250, null])
    const items = await stripe.checkout.sessions.listLineItems(id)
    expect(items.data.map(({ description, quantity, amount_total }) => [description, quantity, amount_total])).toEqual([
      ['A', 2, 2000],
      ['B', 1, 250],
    ])
    const expanded = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] })
    expect(expanded.line_items!.data[0]!.price!.unit_amount).toBe(1000)
  })

  test('shows what SDK users read of it, of its payment and of its charge', async () => {
    const { session, intent, charge } = await paid({ customer_email: 'buyer@example.com', metadata: { a: '1' } })
    expect(session.customer_details).toMatchObject({
      email: 'buyer@example.com',
      name: 'Test Buyer',
      tax_exempt: 'none',
    })
    expect(session.total_details).toEqual({ amount_discount: 0, amount_shipping: 0, amount_tax: 0 })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1000, last_payment_error: null })
    expect(charge.payment_method_details).toMatchObject({
      type: 'card',
      card: { brand: 'visa', last4: '4242', exp_year: 2034 },
    })
    expect(charge.outcome).toMatchObject({
      network_status: 'approved_by_network',
      risk_level: 'normal',
      type: 'authorized',
    })
    expect(charge.receipt_url).toMatch(/^https:/)
    const booked = await stripe.balanceTransactions.retrieve(charge.balance_transaction as string)
    expect(booked).toMatchObject({ amount: 1000, fee: 59, net: 941, source: charge.id, type: 'charge' })
    const deep = await stripe.charges.retrieve(charge.id, { expand: ['balance_transaction', 'payment_intent'] })
    expect((deep.balance_transaction as Stripe.BalanceTransaction).net).toBe(941)
  })

  test.each([
    ['nothing', { mode: undefined }, { code: 'parameter_missing', param: 'mode' }],
    ['no lines', { line_items: undefined }, { code: 'parameter_missing', param: 'line_items' }],
    ['no way back', { success_url: undefined }, { code: 'parameter_missing', param: 'success_url' }],
    ['49 cents', { line_items: [line(49)] }, { code: 'amount_too_small' }],
    ['49 yen', { line_items: [line(49, 'jpy')] }, { code: 'amount_too_small' }],
    ['a million dollars', { line_items: [line(100_000_000)] }, { code: 'amount_too_large' }],
    ['no such currency', { line_items: [line(1000, 'xts')] }, { param: 'line_items[0][price_data][currency]' }],
    ['two currencies', { line_items: [line(), line(1000, 'eur')] }, { param: 'line_items[1][price_data][currency]' }],
    ['a name of nothing', { line_items: [line(1000, 'usd', '')] }, { code: 'parameter_invalid_empty' }],
    ['an expansion that is none', { expand: ['payment_intent.color'] }, { param: 'expand' }],
    [
      '51 keys of metadata',
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v'])) },
      { param: 'metadata' },
    ],
    ['a key of 41 characters', { metadata: { ['k'.repeat(41)]: 'v' } }, { param: 'metadata' }],
  ] as [string, object, object][])('is refused for %s', async (_, over, expected) => {
    expect(await refusal(create(over))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      ...expected,
    })
  })

  test('50 keys, 50 cents, 50 yen are taken', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 'v']))
    expect((await create({ metadata, line_items: [line(50)] })).metadata).toEqual(metadata)
    expect((await create({ line_items: [line(50, 'jpy')] })).amount_total).toBe(50)
  })

  test('an Idempotency-Key of 256 characters is refused, one of 255 is kept, with a 500 too', async () => {
    const key = 'k'.repeat(255)
    expect(await refusal(create({}, { idempotencyKey: `${key}k` }))).toMatchObject({ type: 'StripeIdempotencyError' })
    const first = await create({}, { idempotencyKey: key })
    expect((await create({}, { idempotencyKey: key })).id).toBe(first.id)
    simulator.failNext({ how: 'error', processed: true })
    for (let i = 0; i < 2; i++)
      expect(await refusal(create({}, { idempotencyKey: 'lost' }))).toMatchObject({
        statusCode: 500,
        type: 'StripeAPIError',
      })
  })

  test('a declined card leaves it open, with the error and the failed charge to be read', async () => {
    const { id } = await create()
    simulator.pay(id, { outcome: 'failed' })
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
    expect([session.status, session.payment_status]).toEqual(['open', 'unpaid'])
    const intent = session.payment_intent as Stripe.PaymentIntent
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } })
    const { data } = await stripe.charges.list({ payment_intent: intent.id })
    expect(data).toMatchObject([
      { status: 'failed', paid: false, failure_code: 'card_declined', outcome: { type: 'issuer_declined' } },
    ])
    simulator.complete(id)
    expect((await stripe.charges.list({ payment_intent: intent.id })).data.map(({ status }) => status)).toEqual([
      'succeeded',
      'failed',
    ])
  })
})

describe('money back', () => {
  test('refunds: by reason, in parts, no further; listed by payment', async () => {
    const { intent, charge } = await paid()
    const refund = (more: Stripe.RefundCreateParams) => stripe.refunds.create({ payment_intent: intent.id, ...more })
    expect(await refusal(refund({ reason: 'because' as 'duplicate' }))).toMatchObject({ param: 'reason' })
    expect(await refund({ amount: 400, reason: 'requested_by_customer' })).toMatchObject({
      status: 'succeeded',
      charge: charge.id,
    })
    expect(await refusal(refund({ amount: 601 }))).toMatchObject({ param: 'amount' })
    await refund({})
    expect(await refusal(refund({}))).toMatchObject({ code: 'charge_already_refunded' })
    const { data } = await stripe.refunds.list({ payment_intent: intent.id })
    expect(data.map(({ amount }) => amount)).toEqual([600, 400])
    const deep = await stripe.charges.retrieve(charge.id, { expand: ['refunds'] })
    expect([deep.amount_refunded, deep.refunded, deep.refunds!.data.length]).toEqual([1000, true, 2])
  })

  test('a dispute is answered with evidence, and won', async () => {
    const { intent } = await paid()
    const id = simulator.dispute(intent.id)
    const open = await stripe.disputes.retrieve(id)
    expect(open.evidence_details).toMatchObject({ has_evidence: false, submission_count: 0, past_due: false })
    expect(open.evidence_details.due_by).toBeGreaterThan(open.created)
    const answered = await stripe.disputes.update(id, { evidence: { product_description: 'A key' } })
    expect(answered).toMatchObject({
      status: 'under_review',
      evidence: { product_description: 'A key' },
      evidence_details: { submission_count: 1 },
    })
    expect(await refusal(stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_disputed',
    })
    simulator.moveDispute(id, 'won')
    const { data } = await stripe.disputes.list({ payment_intent: intent.id })
    expect(data).toMatchObject([{ id, status: 'won' }])
    expect(data[0]!.balance_transactions.map(({ net }) => net)).toEqual([-2500, 2500])
  })

  test('warnings and reviews are read by payment', async () => {
    const { intent, charge } = await paid()
    simulator.warn(intent.id)
    simulator.openReview(intent.id)
    expect((await stripe.radar.earlyFraudWarnings.list({ charge: charge.id })).data).toMatchObject([
      { actionable: true },
    ])
    const { review } = await stripe.paymentIntents.retrieve(intent.id)
    expect(await stripe.reviews.approve(review as string)).toMatchObject({ open: false, closed_reason: 'approved' })
    expect((await stripe.reviews.retrieve(review as string)).reason).toBe('approved')
  })
})

describe('lists', () => {
  test('come newest first, a page at a time, forwards and backwards', async () => {
    const ids: string[] = []
    for (let i = 0; i < 12; i++) ids.unshift((await create({ client_reference_id: `page-${i}` })).id)
    const first = await stripe.checkout.sessions.list({ limit: 5 })
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 5), true])
    const next = await stripe.checkout.sessions.list({ limit: 5, starting_after: ids[4]! })
    expect(next.data.map(({ id }) => id)).toEqual(ids.slice(5, 10))
    const before = await stripe.checkout.sessions.list({ limit: 3, ending_before: ids[5]! })
    expect(before.data.map(({ id }) => id)).toEqual(ids.slice(2, 5))
    // The SDK's own paging.
    const seen: string[] = []
    for await (const session of stripe.checkout.sessions.list({ limit: 5 })) if (seen.push(session.id) === 12) break
    expect(seen).toEqual(ids)
    expect(await refusal(stripe.checkout.sessions.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
    expect(await refusal(stripe.charges.list({ starting_after: 'ch_none' }))).toMatchObject({
      code: 'resource_missing',
    })
  })

  test.each([
    ['charges', () => stripe.charges.list()],
    ['payment_intents', () => stripe.paymentIntents.list()],
    ['refunds', () => stripe.refunds.list()],
    ['disputes', () => stripe.disputes.list()],
    ['events', () => stripe.events.list()],
    ['reviews', () => stripe.reviews.list()],
    ['balance_transactions', () => stripe.balanceTransactions.list()],
    ['webhook_endpoints', () => stripe.webhookEndpoints.list()],
  ] as [string, () => Promise<Stripe.ApiList<unknown>>][])('of %s can be read', async (_, list) => {
    expect(await list()).toMatchObject({ object: 'list', data: expect.any(Array), has_more: expect.any(Boolean) })
  })

  test('of nothing known: 404 with the code that the SDK’s users look at', async () => {
    for (const call of [
      stripe.charges.retrieve('ch_none'),
      stripe.disputes.retrieve('du_none'),
      stripe.events.retrieve('evt_none'),
    ])
      expect(await refusal(call)).toMatchObject({ code: 'resource_missing', statusCode: 404 })
  })
})

describe('events', () => {
  test('are what was then, however late and often they are sent, and constructEvent takes them', async () => {
    const { intent } = await paid()
    const read = (type: string) => {
      const { body, headers } = simulator.webhookFor(intent.id, { type })
      return stripe.webhooks.constructEvent(body, headers['stripe-signature']!, 'whsec_test')
    }
    const early = read('charge.succeeded')
    simulator.refund(intent.id)
    expect(read('charge.succeeded')).toEqual(early)
    expect((early.data.object as Stripe.Charge).refunded).toBe(false)
    expect((read('charge.refunded').data.object as Stripe.Charge).refunded).toBe(true)
    expect(await stripe.events.retrieve(early.id)).toMatchObject({
      id: early.id,
      data: { object: { refunded: false } },
    })
    const { data } = await stripe.events.list({ types: ['payment_intent.*' as 'payment_intent.created'], limit: 2 })
    expect(data.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'payment_intent.created'])
  })

  test('say which endpoint hears which of them', async () => {
    simulator.sendWebhooksTo('http://127.0.0.1:9/hook', ['*'])
    const { data } = await stripe.webhookEndpoints.list()
    expect(data).toMatchObject([{ url: 'http://127.0.0.1:9/hook', enabled_events: ['*'], status: 'enabled' }])
    simulator.sendWebhooksTo('')
  })
})

test('a wrong key and a key without permission are what the SDK calls them', async () => {
  const other = new Stripe('sk_other', {
    host: '127.0.0.1',
    port: simulator.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })
  expect(await refusal(other.charges.list())).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
  simulator.account = 'restricted'
  expect(await refusal(stripe.charges.list())).toMatchObject({ type: 'StripePermissionError', statusCode: 403 })
  simulator.account = 'good'
})

test('an account without an address of its terms lets no payer tick them', async () => {
  const terms = { consent_collection: { terms_of_service: 'required' as const } }
  simulator.account = 'noTerms'
  const refused = await refusal(create(terms))
  expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
  expect(refused.code ?? refused.param).toBeUndefined()
  await create()
  simulator.account = 'good'
  await create(terms)
})
