// The adapter against the simulator, over HTTP: payments, refunds, and answers that are none.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PayssionSimulator, startPayssionSimulator } from '#simulators/payssion.ts'
import { type Receiver, startReceiver } from '../attempt.testing.ts'
import { isPaidInFull, ProviderRefused, ProviderUnreachable } from '../provider.ts'
import { adapters, keys } from './adapter.testing.ts'

let simulator: PayssionSimulator
let shop: Receiver

beforeAll(async () => {
  simulator = await startPayssionSimulator({ ...keys, notifyRetryDelays: [] })
  shop = await startReceiver()
})
afterEach(() => {
  shop.received = []
  shop.answer = '{}'
})
afterAll(async () => {
  await simulator.close()
  shop.close()
})

const { adapter, newAttempt } = adapters(() => ({ simulator, shop }))

const post = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })

describe('from create to settled', () => {
  test.each([
    ['completed', 'completed', 1234],
    ['pending', 'pending', 0],
    ['failed', 'failed', 0],
    ['cancelled', 'cancelled', 0],
    ['expired', 'expired', 0],
  ])('a shopper who chooses %s: notified, verified, and the query says %s', async (outcome, state, amountMinor) => {
    const attempt = newAttempt()
    const created = await adapter().create(attempt)
    const answer = await post(created.redirectUrl!, outcome)
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location')!)
    expect(back.pathname).toBe('/pay/return')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order_no: 'K7QX2M',
      order_id: attempt.attemptId,
      transaction_id: created.providerRef,
    })

    await simulator.notified()
    expect(shop.received).toHaveLength(1)
    const notice = adapter().verifyWebhook(Buffer.from(shop.received[0]!.body), shop.received[0]!.headers)
    const rawState = outcome === 'cancelled' ? 'cancelled_by_user' : outcome
    expect(notice).toMatchObject({
      eventId: `${created.providerRef}:${rawState}`,
      providerRef: created.providerRef,
      attemptId: attempt.attemptId,
      kind: rawState,
    })

    const settled = await adapter().query({ providerRef: created.providerRef, attemptId: attempt.attemptId })
    expect(settled).toEqual({
      state,
      providerRef: created.providerRef,
      attemptId: attempt.attemptId,
      amountMinor,
      refundedMinor: 0,
      currency: 'USD',
      rawState,
    })
    expect(isPaidInFull(settled, attempt)).toBe(outcome === 'completed')
  })

  test('a lost answer to create is recovered by asking for our own reference', async () => {
    const attempt = newAttempt()
    simulator.failNext({ on: '/create', how: 'reset', processed: true })
    await expect(adapter().create(attempt)).rejects.toBeInstanceOf(ProviderUnreachable)
    const known = await adapter().query({ providerRef: null, attemptId: attempt.attemptId })
    expect(known).toMatchObject({ state: 'pending', attemptId: attempt.attemptId })
  })

  test('the same attempt twice is refused by Payssion with 413', async () => {
    const attempt = newAttempt()
    await adapter().create(attempt)
    await expect(adapter().create(attempt)).rejects.toMatchObject({ name: 'ProviderRefused', code: '413' })
  })

  test.each([
    ['paid_partial', 'unknown'],
    ['paid_more', 'completed'],
    ['refund_pending', 'completed'],
    ['blocked', 'unknown'],
    ['something_new', 'unknown'],
    ['awaiting_confirm', 'processing'],
    ['rejected_by_bank', 'failed'],
    ['chargeback', 'disputed'],
  ])('Payssion state %s is %s here', async (rawState, state) => {
    const attempt = newAttempt()
    const { providerRef } = await adapter().create(attempt)
    simulator.pay(providerRef, { outcome: rawState, notify: false })
    expect(await adapter().query({ providerRef, attemptId: attempt.attemptId })).toMatchObject({ state, rawState })
  })

  test.each([
    ['a cent less', { amountMinor: 1233 }],
    ['another currency', { currency: 'JPY' }],
  ])('%s is reported as it is and does not count as paid', async (_, paid) => {
    const attempt = newAttempt()
    const { providerRef } = await adapter().create(attempt)
    simulator.pay(providerRef, { outcome: 'completed', notify: false, ...paid })
    const state = await adapter().query({ providerRef, attemptId: attempt.attemptId })
    expect(state).toMatchObject({ state: 'completed', ...paid })
    expect(isPaidInFull(state, attempt)).toBe(false)
  })

  test('a transaction of another order proves nothing', async () => {
    const [mine, other] = [newAttempt(), newAttempt()]
    await adapter().create(mine)
    const { providerRef } = await adapter().create(other)
    simulator.complete(providerRef)
    const query = adapter().query({ providerRef, attemptId: mine.attemptId })
    await expect(query).rejects.toMatchObject({ name: 'ProviderRefused', code: '412' })
  })
})

describe('refunds', () => {
  test('in part, then the rest, then nothing more', async () => {
    const attempt = newAttempt()
    const { providerRef } = await adapter().create(attempt)
    simulator.complete(providerRef)
    const refund = (amountMinor: number) =>
      adapter().refund({ providerRef, amountMinor, currency: 'USD', reason: 'x', idempotencyKey: 'r' })
    const query = () => adapter().query({ providerRef, attemptId: attempt.attemptId })

    expect(await refund(234)).toMatchObject({ state: 'done', refundRef: expect.stringMatching(/^R/) })
    const partly = await query()
    expect(partly).toMatchObject({ state: 'completed', refundedMinor: 234 })
    expect(isPaidInFull(partly, attempt)).toBe(false)
    expect((await refund(1000)).state).toBe('done')
    expect(await query()).toMatchObject({ state: 'refunded', refundedMinor: 1234 })
    await expect(refund(1)).rejects.toMatchObject({ name: 'ProviderRefused', code: '407' })
  })

  test('a refund that takes time is pending', async () => {
    const { providerRef } = await adapter().create(newAttempt())
    simulator.complete(providerRef)
    simulator.refundsStayPending = true
    const refund = { providerRef, amountMinor: 1, currency: 'USD', reason: 'x', idempotencyKey: 'r' }
    expect((await adapter().refund(refund)).state).toBe('pending')
    simulator.refundsStayPending = false
  })
})

describe('when Payssion does not answer as it should', () => {
  test.each([
    ['error', 'http_500'],
    ['hang', 'ETIMEDOUT'],
    ['reset', 'ECONNRESET'],
    ['garbage', 'result_null'],
    ['flood', 'too_large'],
    // A page that is not Payssion's says nothing of a payment.
    ['challenge', 'http_403'],
    // Nor is it followed.
    ['redirect', 'http_302'],
  ] as const)('%s is ProviderUnreachable (%s)', async (how, code) => {
    simulator.failNext({ on: '/details', how })
    const query = adapter(how === 'hang' ? { timeoutMs: 500 } : {}).query({ providerRef: 'T1', attemptId: 'a' })
    await expect(query).rejects.toMatchObject({ name: 'ProviderUnreachable', code })
  })

  test('an address that is not Payssion’s is no answer about a payment', async () => {
    const elsewhere = adapter({ baseUrl: `${simulator.url}/elsewhere` })
    const query = elsewhere.query({ providerRef: 'T1', attemptId: 'a' })
    await expect(query).rejects.toMatchObject({ name: 'ProviderUnreachable', code: 'http_404' })
  })

  test.each([
    ['a wrong secret', { secretKey: 'other' }, '402'],
    ['a wrong key', { apiKey: 'other' }, '401'],
    ['a method the merchant lacks', { pmId: 'alipay_cn' }, '405'],
    ['no secret', { secretKey: '' }, 'unconfigured'],
  ])('%s is refused', async (_, over, code) => {
    await expect(adapter(over).create(newAttempt())).rejects.toMatchObject({ name: 'ProviderRefused', code })
  })

  test('a currency, an amount and an address it does not take', async () => {
    await expect(adapter().create(newAttempt({ currency: 'XTS' }))).rejects.toMatchObject({ code: '406' })
    await expect(adapter().create(newAttempt({ amountMinor: 0 }))).rejects.toMatchObject({ code: '407' })
    await expect(adapter().create(newAttempt({ amountMinor: 12.5 }))).rejects.toMatchObject({ code: '407' })
    await expect(adapter().create(newAttempt({ notifyUrl: 'ftp://x' }))).rejects.toMatchObject({ code: '409' })
  })

  test('no error carries a key', async () => {
    const config = { apiKey: 'PLANTED-KEY', secretKey: 'PLANTED-SECRET' }
    simulator.failNext({ how: 'reset' })
    for (let i = 0; i < 2; i++) {
      const error = await adapter(config)
        .create(newAttempt())
        .catch((e) => e)
      expect(error).toBeInstanceOf(i === 0 ? ProviderUnreachable : ProviderRefused)
      expect(JSON.stringify([error, error.message, error.stack, Object.entries(error)])).not.toContain('PLANTED')
    }
  })
})
