// The adapter against the simulator, over HTTP: orders, tokens, and what became of a payment.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PayPalSimulator, startPayPalSimulator } from '#simulators/paypal.ts'
import { anAttempt } from '../attempt.testing.ts'
import { type PaymentProvider, ProviderUnreachable } from '../provider.ts'
import { payments, refusal } from './adapter.testing.ts'
import { createPayPal } from './adapter.ts'
import { type PayPalConfig, simulatedAt } from './connection.ts'

let simulator: PayPalSimulator
let config: PayPalConfig
let paypal: ReturnType<typeof createPayPal>
let now = 0
beforeAll(async () => {
  simulator = await startPayPalSimulator({ clientId: 'id', clientSecret: 'secret', clock: () => Date.now() + now })
  config = {
    clientId: 'id',
    clientSecret: 'secret',
    webhookId: simulator.webhookId,
    merchantId: simulator.merchantId,
    ...simulatedAt(simulator.url, simulator.authority),
    now: () => Date.now() + now,
  }
})
beforeEach(() => {
  now = 0
  paypal = createPayPal(config)
})
afterAll(() => simulator.close())

const { provider, opened } = payments(() => paypal)

describe('create', () => {
  test('leads to the approve page by a form, and says whose order it is', async () => {
    const attempt = anAttempt()
    const created = await paypal.create(attempt)
    expect(created).toEqual({
      how: 'form',
      providerRef: expect.stringMatching(/^[0-9A-Z]{17}$/),
      form: { action: `${simulator.url}/webapps/hermes`, method: 'get', fields: { token: created.providerRef } },
    })
    expect(simulator.payment(attempt.attemptId)).toMatchObject({
      id: created.providerRef,
      amount: { minor: 1234, currency: 'USD' },
      customId: `${attempt.attemptId},127.0.0.1_9`,
      items: [{ category: 'DIGITAL_GOODS', quantity: '1' }],
      returnUrl: attempt.returnUrl,
      cancelUrl: attempt.cancelUrl,
    })
  })

  test('answers the same order when its answer was lost', async () => {
    const attempt = anAttempt()
    simulator.failNext({ on: '/v2/checkout/orders', how: 'reset', processed: true })
    await expect(paypal.create(attempt)).rejects.toBeInstanceOf(ProviderUnreachable)
    const { providerRef } = await paypal.create(attempt)
    expect(providerRef).toBe(simulator.payment(attempt.attemptId)!.id)
  })

  test.each([
    ['JPY', 120_000, '1200'],
    ['HUF', 99_900, '999'],
    ['TWD', 32_00, '32'],
    ['EUR', 5, '0.05'],
  ])('charges %s %i hundredths as it writes them', async (currency, amountMinor, value) => {
    const { attempt } = await opened({ currency, amountMinor })
    expect(simulator.payment(attempt.attemptId)!.amount).toEqual({ currency, minor: amountMinor })
    simulator.approve(attempt.attemptId)
    const state = await provider().query({ providerRef: simulator.payment(attempt.attemptId)!.id, attemptId: '' })
    expect([state.mayCapture, value]).toEqual([amountMinor, value])
  })

  test.each([
    ['PAYEE_BLOCKED_TRANSACTION', 'payment'],
    ['CURRENCY_NOT_SUPPORTED_FOR_COUNTRY', 'payment'],
    ['PAYER_ACCOUNT_RESTRICTED', 'payment'],
    ['PAYEE_ACCOUNT_RESTRICTED', 'method'],
    ['PAYEE_ACCOUNT_LOCKED_OR_CLOSED', 'method'],
    ['PAYEE_ACCOUNT_INVALID', 'method'],
    ['PAYEE_ACCOUNT_NOT_VERIFIED', 'method'],
    ['AUTH_CAPTURE_NOT_ENABLED', 'method'],
    ['INVALID_CURRENCY_CODE', 'currency'],
  ])('refused with %s is about the %s', async (issue, about) => {
    simulator.refuseNext('/v2/checkout/orders', issue)
    expect(await refusal(paypal.create(anAttempt()))).toEqual([issue, about])
  })

  test('never rounds half a yen, and refuses what PayPal does not take', async () => {
    expect(await refusal(paypal.create(anAttempt({ currency: 'JPY', amountMinor: 150 })))).toEqual([
      'DECIMAL_PRECISION',
      'payment',
    ])
    expect(await refusal(paypal.create(anAttempt({ currency: 'KRW' })))).toEqual(['INVALID_CURRENCY_CODE', 'currency'])
  })

  test('goes to no page but PayPal’s', async () => {
    const elsewhere = createPayPal({ ...config, pageOrigins: ['https://www.paypal.com'] })
    await expect(elsewhere.create(anAttempt())).rejects.toMatchObject({ code: 'unreadable' })
  })
})

describe('tokens', () => {
  test('one serves all calls until it ends, then there is a fresh one', async () => {
    const before = simulator.requests.token
    await Promise.all([opened(), opened(), opened()])
    expect(simulator.requests.token - before).toBe(1)
    now = 32_400_000
    await opened()
    expect(simulator.requests.token - before).toBe(2)
  })

  test('one that ends before its time costs one more call and no failure, and what was asked happens once', async () => {
    const { attempt, capture } = await opened()
    simulator.approve(attempt.attemptId)
    simulator.endTokens()
    const before = simulator.requests.token
    expect((await capture()).state).toBe('completed')
    expect(simulator.requests.token - before).toBe(1)
  })

  test('wrong credentials are the method’s fault, and nobody else’s', async () => {
    const wrong = createPayPal({ ...config, clientSecret: 'other' })
    expect(await refusal(wrong.create(anAttempt()))).toEqual(['authentication', 'method'])
    expect(await refusal(createPayPal({ ...config, clientId: '' }).create(anAttempt()))).toEqual([
      'unconfigured',
      'method',
    ])
  })

  test('a token that could not be fetched is fetched by the next call', async () => {
    simulator.failNext({ on: '/oauth2/token', how: 'error' })
    await expect(opened()).rejects.toBeInstanceOf(ProviderUnreachable)
    await opened()
  })
})

describe('what becomes of a payment', () => {
  test('before, at and after its approval', async () => {
    const { attempt, query, capture } = await opened()
    expect(await query()).toMatchObject({ state: 'pending', rawState: 'PAYER_ACTION_REQUIRED', amountMinor: 0 })
    expect((await query()).mayCapture).toBeUndefined()
    simulator.approve(attempt.attemptId)
    expect(await query()).toMatchObject({ state: 'pending', mayCapture: 1234, amountMinor: 0, shop: '127.0.0.1:9' })
    const done = {
      state: 'completed',
      attemptId: attempt.attemptId,
      amountMinor: 1234,
      refundedMinor: 0,
      currency: 'USD',
      rawState: 'COMPLETED/COMPLETED',
    }
    expect(await capture()).toMatchObject(done)
    expect(await query()).toMatchObject(done)
  })

  test.each([
    ['a declined capture in a COMPLETED order', { status: 'DECLINED' as const }, 'failed', 0],
    ['a payment that PayPal reviews', { status: 'PENDING' as const, reason: 'PENDING_REVIEW' }, 'processing', 0],
    ['an eCheck', { status: 'PENDING' as const, reason: 'ECHECK' }, 'processing', 0],
    ['a payment that the seller must accept', { status: 'PENDING' as const, reason: 'UNILATERAL' }, 'unknown', 0],
    ['too little', { status: 'COMPLETED' as const, minor: 1233 }, 'completed', 1233],
  ])('%s', async (_, plan, state, amountMinor) => {
    const { attempt, query, capture } = await opened()
    simulator.approve(attempt.attemptId, plan)
    expect(await capture()).toMatchObject({ state, amountMinor })
    expect(await query()).toMatchObject({ state, amountMinor })
  })

  test('an order for another payee is nobody’s to deliver', async () => {
    const { attempt, ref } = await opened()
    simulator.approve(attempt.attemptId)
    const other = createPayPal({ ...config, merchantId: 'OTHER' })
    const state = await (other as PaymentProvider).query(ref)
    expect([state.state, state.mayCapture]).toEqual(['unknown', undefined])
  })

  test('without an order there is nothing to ask about', async () => {
    expect(await refusal(paypal.query({ providerRef: null }))).toEqual(['RESOURCE_NOT_FOUND', 'payment'])
    expect(await refusal(paypal.query({ providerRef: 'NONE' }))).toEqual(['INVALID_RESOURCE_ID', 'payment'])
  })
})

describe('an answer that is none', () => {
  test.each(['error', 'reset', 'garbage', 'flood', 'redirect'] as const)('%s', async (how) => {
    const { query } = await opened()
    simulator.failNext({ on: '/v2/checkout/orders/', how })
    await expect(query()).rejects.toBeInstanceOf(ProviderUnreachable)
  })

  test('hang', async () => {
    const { ref } = await opened()
    const hasty = createPayPal({ ...config, timeoutMs: 300 }) as PaymentProvider
    // Whatever it asks for first: nothing of it may have to be answered in so short a time.
    simulator.failNext({ how: 'hang' })
    await expect(hasty.query(ref)).rejects.toMatchObject({ name: 'ProviderUnreachable', code: 'ETIMEDOUT' })
  })
})
