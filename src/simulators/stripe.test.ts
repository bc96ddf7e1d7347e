import { afterEach, describe, expect, test } from 'vitest'
import { type StripeSimulator, type StripeSimulatorOptions, startStripeSimulator } from './stripe.ts'

let simulator: StripeSimulator
afterEach(() => simulator.close())

const start = async (over: Partial<StripeSimulatorOptions> = {}) => {
  const secrets = { secretKey: 'sk_test', webhookSecret: 'whsec_test' }
  simulator = await startStripeSimulator({ ...secrets, notifyRetryDelays: [], ...over })
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as their reader pleases, wrong reading fails the test
type Json = Record<string, any>

async function call(method: string, path: string, fields: Record<string, string> = {}, key?: string) {
  const answer = await fetch(simulator.url + path, {
    method,
    body: method === 'POST' ? new URLSearchParams(fields) : undefined,
    headers: { authorization: 'Bearer sk_test', ...(key && { 'idempotency-key': key }) },
  })
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Json }
}

const session = {
  mode: 'payment',
  client_reference_id: 'attempt-1',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '1234',
  'line_items[0][price_data][product_data][name]': 'Two keys',
  success_url: 'http://127.0.0.1:9/ok?s={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://127.0.0.1:9/back',
}
const create = (over: Record<string, string> = {}, key?: string) =>
  call('POST', '/v1/checkout/sessions', { ...session, ...over }, key)

describe('the API', () => {
  test('refuses in the shape that Stripe uses', async () => {
    await start()
    const anonymous = await fetch(`${simulator.url}/v1/checkout/sessions`, { method: 'POST' })
    expect(anonymous.status).toBe(401)
    expect(await anonymous.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
    const soon = String(Math.floor(Date.now() / 1000) + 60)
    const cases: [Record<string, string>, Json][] = [
      [{ surprise: '1' }, { code: 'parameter_unknown', param: 'surprise' }],
      [{ mode: 'subscription' }, { param: 'mode' }],
      [{ 'line_items[0][price_data][unit_amount]': '12.5' }, { code: 'parameter_invalid_integer' }],
      [{ success_url: 'nowhere' }, { code: 'url_invalid' }],
      [{ customer_email: 'nobody' }, { code: 'email_invalid' }],
      [{ expires_at: soon }, { param: 'expires_at' }],
      [{ client_reference_id: 'x'.repeat(201) }, { param: 'client_reference_id' }],
    ]
    for (const [over, error] of cases) {
      const { status, json } = await create(over)
      expect([over, status]).toEqual([over, 400])
      expect(json.error).toMatchObject({ type: 'invalid_request_error', ...error })
    }
    const missing = await call('GET', '/v1/checkout/sessions/cs_test_none')
    expect([missing.status, missing.json.error.code]).toEqual([404, 'resource_missing'])
    expect((await call('GET', '/v1/nothing')).status).toBe(404)
  })

  test('replays under the same Idempotency-Key, and refuses other parameters', async () => {
    await start()
    const first = await create({}, 'key-1')
    const again = await create({}, 'key-1')
    expect(again.json).toEqual(first.json)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await create({ 'line_items[0][price_data][unit_amount]': '1' }, 'key-1')
    expect([other.status, other.json.error.type]).toEqual([400, 'idempotency_error'])
    expect(simulator.requests).toMatchObject({ create: 1, replayed: 1 })
    // A refused request was never executed: its key is still free.
    await create({ mode: 'x' }, 'key-2')
    expect((await create({}, 'key-2')).status).toBe(200)
  })

  test('shows the PaymentIntent and its charge as deep as they are expanded', async () => {
    await start()
    const { id } = (await create({ 'metadata[order_no]': 'K7' })).json
    const read = async (query = '') => (await call('GET', `/v1/checkout/sessions/${id}${query}`)).json
    expect(await read()).toMatchObject({ status: 'open', payment_status: 'unpaid', payment_intent: null })
    simulator.complete(id)
    expect((await read()).payment_intent).toMatch(/^pi_/)
    expect((await read('?expand[]=payment_intent')).payment_intent.latest_charge).toMatch(/^ch_/)
    const deep = await read('?expand[0]=payment_intent.latest_charge')
    expect(deep.payment_intent.latest_charge).toMatchObject({ amount: 1234, disputed: false, refunded: false })
    expect(deep).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, metadata: { order_no: 'K7' } })
    const list = await call('GET', `/v1/checkout/sessions?payment_intent=${deep.payment_intent.id}`)
    expect(list.json.data.map((found: Json) => found.id)).toEqual([id])
    const none = await call('GET', '/v1/checkout/sessions?payment_intent=attempt-1')
    expect(none.json.data).toEqual([])
  })

  test('expires a session by request and by time, once', async () => {
    let now = Date.now()
    await start({ clock: () => now })
    const first = (await create()).json
    expect((await call('POST', `/v1/checkout/sessions/${first.id}/expire`)).json.status).toBe('expired')
    expect((await call('POST', `/v1/checkout/sessions/${first.id}/expire`)).status).toBe(400)
    const second = (await create()).json
    now += 24 * 3_600_000
    expect((await call('GET', `/v1/checkout/sessions/${second.id}`)).json.status).toBe('expired')
    expect(simulator.payment(second.id)!.events).toHaveLength(1)
  })

  test('refunds no more than was paid', async () => {
    await start()
    const { id } = (await create()).json
    simulator.complete(id)
    const refund = (amount: string) =>
      call('POST', '/v1/refunds', { payment_intent: simulator.payment(id)!.intent!.id, amount })
    expect((await refund('1235')).status).toBe(400)
    expect((await refund('1234')).json).toMatchObject({ status: 'succeeded', amount: 1234 })
    expect((await refund('1')).json.error.code).toBe('charge_already_refunded')
    expect((await call('POST', '/v1/refunds', { payment_intent: 'pi_none' })).json.error.code).toBe('resource_missing')
  })
})

describe('the hosted page', () => {
  test('leads to success_url with the session id, or to cancel_url', async () => {
    await start()
    const press = async (outcome: string) => {
      const { id, url } = (await create()).json
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
      return [id, answer.headers.get('location')]
    }
    const [id, success] = await press('completed')
    expect(success).toBe(`http://127.0.0.1:9/ok?s=${id}`)
    expect((await press('cancelled'))[1]).toBe('http://127.0.0.1:9/back')
  })

  test.each([
    ['pending', 'processing'],
    ['konbini', 'requires_action'],
  ] as const)(
    'offers nothing once the session is complete: what is %s is decided elsewhere',
    async (outcome, status) => {
      await start()
      const { id, url } = (await create()).json
      simulator.pay(id, { outcome })
      const page = await (await fetch(url)).text()
      expect(page).toContain('Nothing more can be done')
      expect(page).not.toContain('<button')
      for (const pressed of ['completed', 'failed', 'expired'])
        await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: pressed }), redirect: 'manual' })
      expect(simulator.payment(id)).toMatchObject({ status: 'complete', paymentStatus: 'unpaid', intent: { status } })
    },
  )

  test('a payment that is under way is completed by its bank, once', async () => {
    await start()
    const { id, url } = (await create()).json
    const press = (outcome: string) =>
      fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
    await press('pending')
    simulator.complete(id)
    await press('failed')
    expect(simulator.payment(id)!.events.map((event) => event.type)).toEqual([
      'payment_intent.created',
      'charge.pending',
      'payment_intent.processing',
      'checkout.session.completed',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.async_payment_succeeded',
    ])
  })
})
