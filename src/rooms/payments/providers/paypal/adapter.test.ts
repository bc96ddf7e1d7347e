// The adapter against the simulator, over HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PayPalSimulator, startPayPalSimulator } from '#simulators/paypal.ts'
import { anAttempt } from '../attempt.testing.ts'
import { type PaymentProvider, ProviderRefused, ProviderUnreachable } from '../provider.ts'
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

const provider = () => paypal as PaymentProvider
async function opened(over: Parameters<typeof anAttempt>[0] = {}) {
  const attempt = anAttempt(over)
  const { providerRef } = await paypal.create(attempt)
  const ref = { providerRef, attemptId: attempt.attemptId, currency: attempt.currency }
  return { attempt, ref, query: () => provider().query(ref), capture: () => paypal.capture(ref) }
}
async function paid(over: Parameters<typeof anAttempt>[0] = {}) {
  const payment = await opened(over)
  simulator.approve(payment.attempt.attemptId)
  await payment.capture()
  return payment
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error) => (error instanceof ProviderRefused ? [error.code, error.about] : error),
  )

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

describe('capture', () => {
  test('happens once however often it is asked for, also when its answer was lost', async () => {
    const { attempt, capture, query } = await opened()
    simulator.approve(attempt.attemptId)
    const before = simulator.requests.capture
    simulator.failNext({ on: '/capture', how: 'reset', processed: true })
    await expect(capture()).rejects.toBeInstanceOf(ProviderUnreachable)
    expect((await query()).state).toBe('completed')
    const states = await Promise.all([capture(), capture(), capture()])
    expect(states.map(({ state }) => state)).toEqual(['completed', 'completed', 'completed'])
    expect(simulator.requests.capture - before).toBe(1)
  })

  test('of what its payer has not approved changes nothing', async () => {
    const { capture } = await opened()
    expect(await capture()).toMatchObject({ state: 'pending', rawState: 'PAYER_ACTION_REQUIRED' })
  })

  // As PayPal's specification lists them at this call, and some that only its documents have.
  test.each([
    'INSTRUMENT_DECLINED',
    'TRANSACTION_REFUSED',
    'PAYER_CANNOT_PAY',
    'PAYEE_BLOCKED_TRANSACTION',
    'COMPLIANCE_VIOLATION',
    'DUPLICATE_INVOICE_ID',
    'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
    'TRANSACTION_RECEIVING_LIMIT_EXCEEDED',
    'DECLINED_DUE_TO_RELATED_TXN',
    'DOMESTIC_TRANSACTION_REQUIRED',
    'PAYER_COUNTRY_NOT_SUPPORTED',
    'CURRENCY_NOT_SUPPORTED_FOR_COUNTRY',
    'A_WORD_OF_NEXT_YEAR',
  ])('refused with %s has failed, and another payment may be tried', async (issue) => {
    const { attempt, capture } = await opened()
    simulator.approve(attempt.attemptId)
    simulator.refuseNext('/capture', issue)
    const state = await capture()
    expect(state).toMatchObject({ state: 'failed', rawState: issue, amountMinor: 0 })
    expect(state.mayCapture).toBeUndefined()
  })

  test.each([
    ['ORDER_ALREADY_CAPTURED', 422],
    ['ORDER_NOT_APPROVED', 422],
    ['PAYER_ACTION_REQUIRED', 422],
    ['INVALID_RESOURCE_ID', 404],
  ])('that %s bars says nothing against an order that is approved', async (issue, status) => {
    const { attempt, capture } = await opened()
    simulator.approve(attempt.attemptId)
    simulator.refuseNext('/capture', issue, status)
    expect(await capture()).toMatchObject({ state: 'pending', rawState: 'APPROVED', mayCapture: 1234 })
  })

  test.each([
    ['PERMISSION_DENIED', 403],
    ['INVALID_ACCOUNT_STATUS', 401],
    ['PAYEE_ACCOUNT_RESTRICTED', 422],
  ])('refused with %s is about the account', async (issue, status) => {
    const { attempt, capture } = await opened()
    simulator.approve(attempt.attemptId)
    // A token that is refused is fetched anew, once.
    for (const _ of status === 401 ? [1, 2] : [1]) simulator.refuseNext('/capture', issue, status)
    expect(await refusal(capture())).toEqual([issue, 'method'])
  })

  test('that somebody else is just making is asked about later', async () => {
    const { attempt, capture } = await opened()
    simulator.approve(attempt.attemptId)
    simulator.refuseNext('/capture', 'ORDER_COMPLETION_IN_PROGRESS')
    await expect(capture()).rejects.toMatchObject({ name: 'ProviderUnreachable', code: 'ORDER_COMPLETION_IN_PROGRESS' })
  })
})

describe('money back', () => {
  const refundOf = (ref: { providerRef: string }, amountMinor: number, idempotencyKey: string) => ({
    ...ref,
    amountMinor,
    currency: 'USD',
    reason: 'a key that does not work',
    idempotencyKey,
  })

  test('in parts, each once, and never more than there is', async () => {
    const { ref, query } = await paid()
    expect(await paypal.refund(refundOf(ref, 234, 'one'))).toMatchObject({ state: 'done' })
    expect(await paypal.refund(refundOf(ref, 234, 'one'))).toMatchObject({ state: 'done' })
    expect(await query()).toMatchObject({ state: 'completed', refundedMinor: 234 })
    expect(await refusal(paypal.refund(refundOf(ref, 1001, 'two')))).toEqual(['REFUND_AMOUNT_EXCEEDED', 'payment'])
    await paypal.refund(refundOf(ref, 1000, 'three'))
    expect(await query()).toMatchObject({ state: 'refunded', refundedMinor: 1234 })
    expect(await refusal(paypal.refund(refundOf(ref, 1, 'four')))).toEqual(['CAPTURE_FULLY_REFUNDED', 'payment'])
  })

  test('that waits for the bank is told as that, and counts when it is there', async () => {
    const { attempt, query } = await paid()
    const id = simulator.refund(attempt.attemptId, { amountMinor: 200, status: 'PENDING' })
    expect(await query()).toMatchObject({ state: 'completed', refundedMinor: 0, refund: 'pending' })
    simulator.moveRefund(id, 'COMPLETED')
    expect(await query()).toMatchObject({ state: 'completed', refundedMinor: 200 })
    const failed = simulator.refund(attempt.attemptId, { amountMinor: 300, status: 'FAILED' })
    expect(failed).toBeTruthy()
    expect(await query()).toMatchObject({ refundedMinor: 200, refund: 'failed' })
  })

  test.each([
    ['won', 'completed', 0],
    ['lost', 'lost', 1234],
    ['cancelled', 'completed', 0],
  ] as const)('a dispute that is %s', async (end, state, refundedMinor) => {
    const { attempt, query, ref } = await paid()
    const id = simulator.dispute(attempt.attemptId)
    expect(await query()).toMatchObject({ state: 'disputed', refundedMinor: 0 })
    expect(await refusal(paypal.refund(refundOf(ref, 100, `disputed ${end}`)))).toEqual([
      'TRANSACTION_DISPUTED',
      'payment',
    ])
    for (const stage of ['CHARGEBACK', 'PRE_ARBITRATION', 'ARBITRATION']) {
      simulator.moveDispute(id, 'escalated')
      expect(simulator.payment(id)!.disputes[0]!.stage).toBe(stage)
      expect((await query()).state).toBe('disputed')
    }
    simulator.moveDispute(id, end)
    expect(await query()).toMatchObject({ state, refundedMinor })
  })

  test('a dispute of a part that is lost leaves the rest', async () => {
    const { attempt, query } = await paid()
    simulator.moveDispute(simulator.dispute(attempt.attemptId, { amountMinor: 234 }), 'lost')
    expect(await query()).toMatchObject({ state: 'completed', refundedMinor: 234 })
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
