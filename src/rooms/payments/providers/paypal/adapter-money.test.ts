// The adapter against the simulator, over HTTP: money that is taken, and money that goes back.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PayPalSimulator, startPayPalSimulator } from '#simulators/paypal.ts'
import type { anAttempt } from '../attempt.testing.ts'
import { ProviderUnreachable } from '../provider.ts'
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

const { opened } = payments(() => paypal)
async function paid(over: Parameters<typeof anAttempt>[0] = {}) {
  const payment = await opened(over)
  simulator.approve(payment.attempt.attemptId)
  await payment.capture()
  return payment
}

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
