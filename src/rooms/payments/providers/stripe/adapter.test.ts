// The adapter against the simulator, over HTTP: payments, and answers that are none.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe.ts'
import { type Receiver, startReceiver } from '../attempt.testing.ts'
import { isPaidInFull, ProviderRefused, ProviderUnreachable } from '../provider.ts'
import { adapters, newAttempt, secrets } from './adapter.testing.ts'

let simulator: StripeSimulator
let shop: Receiver

beforeAll(async () => {
  simulator = await startStripeSimulator({ ...secrets, notifyRetryDelays: [] })
  shop = await startReceiver()
  simulator.sendWebhooksTo(`${shop.url}/notify`)
})
afterEach(async () => {
  await simulator.notified()
  shop.received = []
})
afterAll(async () => {
  await simulator.close()
  shop.close()
})

const { adapter, verify, notices } = adapters(() => ({ simulator, shop }))

const post = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })

describe('from create to settled', () => {
  test.each([
    ['completed', 'completed', 1234, 'checkout.session.completed'],
    ['pending', 'processing', 0, 'checkout.session.completed'],
    ['expired', 'expired', 0, 'checkout.session.expired'],
  ])('a shopper who chooses %s: notified, verified, and the query says %s', async (outcome, state, paid, kind) => {
    const attempt = newAttempt()
    const { providerRef, redirectUrl } = await adapter().create(attempt)
    expect((await post(redirectUrl, outcome)).status).toBe(303)
    await simulator.notified()
    expect(shop.received).toHaveLength(1)
    const notice = await verify(shop.received[0]!)
    expect(notice).toMatchObject({
      eventId: expect.stringMatching(/^evt_/),
      providerRef,
      attemptId: attempt.attemptId,
      kind,
    })
    const settled = await adapter().query({ providerRef, attemptId: attempt.attemptId })
    expect(settled).toMatchObject({
      state,
      providerRef,
      attemptId: attempt.attemptId,
      amountMinor: paid,
      currency: 'USD',
    })
    expect(isPaidInFull(settled, attempt)).toBe(outcome === 'completed')
  })

  test.each(['boleto', 'konbini', 'multibanco', 'oxxo'] as const)(
    'a voucher (%s) is no money, says until when it can be paid, and that its page takes nothing more',
    async (voucher) => {
      const attempt = newAttempt()
      const { providerRef } = await adapter().create(attempt)
      const query = () => adapter().query({ providerRef, attemptId: attempt.attemptId })
      expect(await query()).toMatchObject({ state: 'pending', pageClosed: false })
      simulator.pay(providerRef, { outcome: voucher, notify: false })
      const state = await query()
      expect(state).toMatchObject({ state: 'pending', pageClosed: true, amountMinor: 0 })
      expect(state.payableUntil!.getTime()).toBeGreaterThan(Date.now())
    },
  )

  test('a dispute that was won is a payment as before, one that was lost is money gone, and a review is said', async () => {
    const attempt = newAttempt()
    const { providerRef } = await adapter().create(attempt)
    simulator.complete(providerRef)
    const ask = () => adapter().query({ providerRef, attemptId: attempt.attemptId })
    simulator.openReview(providerRef)
    expect(await ask()).toMatchObject({ state: 'completed', inReview: true })
    simulator.closeReview(providerRef)
    expect(await ask()).toMatchObject({ state: 'completed', inReview: false })
    const won = simulator.dispute(providerRef)
    expect(await ask()).toMatchObject({ state: 'disputed', refundedMinor: 0 })
    simulator.moveDispute(won, 'won')
    expect(await ask()).toMatchObject({ state: 'completed', refundedMinor: 0 })
    simulator.moveDispute(simulator.dispute(providerRef), 'lost')
    expect(await ask()).toMatchObject({ state: 'lost', refundedMinor: 1234 })
  })

  test('Stripe writes no receipt of its own, and asks for its terms only where the operator wants it', async () => {
    const created = async (over: object) => simulator.payment((await adapter(over).create(newAttempt())).providerRef)!
    const plain = await created({})
    expect(plain.customerEmail).toBe('buyer@example.com')
    expect([plain.receiptEmail, plain.termsOfService]).toEqual([null, null])
    expect((await created({ termsOfService: true })).termsOfService).toBe('required')
  })

  test('a shopper who turns back: Stripe says nothing, the session stays open until it is closed', async () => {
    const attempt = newAttempt()
    const { providerRef, redirectUrl } = await adapter().create(attempt)
    await post(redirectUrl, 'cancelled')
    const query = () => adapter().query({ providerRef, attemptId: attempt.attemptId })
    expect(await query()).toMatchObject({ state: 'pending', rawState: 'open/unpaid' })
    expect(shop.received).toHaveLength(0)
    await adapter().close!({ providerRef })
    expect(await query()).toMatchObject({ state: 'expired' })
    await adapter().close!({ providerRef })
    await expect(adapter().close!({ providerRef: 'cs_unknown' })).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test('a declined card leaves the session open: another one may be tried', async () => {
    const attempt = newAttempt()
    const { providerRef, redirectUrl } = await adapter().create(attempt)
    const declined = await post(redirectUrl, 'failed')
    expect(declined.headers.get('location')).toBe(redirectUrl)
    const query = () => adapter().query({ providerRef, attemptId: attempt.attemptId })
    expect(await query()).toMatchObject({ state: 'pending', rawState: 'open/unpaid/requires_payment_method' })
    await post(redirectUrl, 'completed')
    expect(await query()).toMatchObject({ state: 'completed', amountMinor: 1234 })
  })

  test('a slow payment is pending, then failed', async () => {
    const attempt = newAttempt()
    const { providerRef, redirectUrl } = await adapter().create(attempt)
    await post(redirectUrl, 'pending')
    simulator.pay(providerRef, { outcome: 'failed' })
    await simulator.notified()
    expect((await notices()).map(({ kind }) => kind).sort()).toEqual([
      'checkout.session.async_payment_failed',
      'checkout.session.completed',
    ])
    expect(await adapter().query({ providerRef, attemptId: attempt.attemptId })).toMatchObject({ state: 'failed' })
  })

  test('a slow payment is pending, then completed', async () => {
    const attempt = newAttempt()
    const { providerRef, redirectUrl } = await adapter().create(attempt)
    await post(redirectUrl, 'pending')
    simulator.complete(providerRef)
    await simulator.notified()
    expect((await notices()).map(({ kind }) => kind).sort()).toEqual([
      'checkout.session.async_payment_succeeded',
      'checkout.session.completed',
    ])
    expect(await adapter().query({ providerRef, attemptId: attempt.attemptId })).toMatchObject({ state: 'completed' })
  })

  test('a lost answer comes back from the same create', async () => {
    const attempt = newAttempt()
    simulator.failNext({ on: '/sessions', how: 'hang', processed: true })
    const create = adapter({ timeoutMs: 500 }).create(attempt)
    await expect(create).rejects.toMatchObject({ name: 'ProviderUnreachable', code: 'ETIMEDOUT' })
    const again = await adapter().create(attempt)
    expect(again.providerRef).toBe(simulator.payment(attempt.attemptId)!.id)
    expect(await adapter().create(attempt)).toEqual(again)
  })

  test('a 500 is kept under the attempt for good: only another attempt gets through', async () => {
    const attempt = newAttempt()
    simulator.failNext({ on: '/sessions', how: 'error' })
    for (let i = 0; i < 2; i++)
      await expect(adapter().create(attempt)).rejects.toMatchObject({ name: 'ProviderUnreachable', code: 'http_500' })
    await expect(adapter().create(newAttempt())).resolves.toMatchObject({ providerRef: expect.stringMatching(/^cs_/) })
  })

  test('the session ends 30 minutes after the order, whenever it is asked for: a later repetition is the same', async () => {
    const attempt = newAttempt({ expiresAt: new Date(Date.now() + 600_000) })
    const first = await adapter().create(attempt)
    const inNineMinutes = () => Date.now() + 540_000
    expect(await adapter({ now: inNineMinutes }).create(attempt)).toEqual(first)
    const expected = Math.floor(attempt.expiresAt.getTime() / 1000) + 1800
    expect(simulator.payment(first.providerRef)!.expiresAt).toBe(expected)
  })

  test('an order that waits for days gets the longest session that Stripe has', async () => {
    const { providerRef } = await adapter().create(newAttempt({ expiresAt: new Date(Date.now() + 3 * 86_400_000) }))
    const { created, expiresAt } = simulator.payment(providerRef)!
    expect(expiresAt - created).toBe(86_400)
  })

  test('a connection that breaks after the request was heard: asked again with the same key, one session', async () => {
    const before = simulator.requests.create
    simulator.failNext({ on: '/sessions', how: 'reset', processed: true })
    const attempt = newAttempt()
    const { providerRef } = await adapter().create(attempt)
    expect(simulator.payment(attempt.attemptId)!.id).toBe(providerRef)
    expect(simulator.requests.create - before).toBe(1)
  })

  test('another amount under the same attempt is refused', async () => {
    const attempt = newAttempt()
    await adapter().create(attempt)
    const other = adapter().create({ ...attempt, amountMinor: 1 })
    await expect(other).rejects.toMatchObject({ name: 'ProviderRefused', code: 'idempotency_error' })
  })

  test('what was really paid is reported, in its currency', async () => {
    const attempt = newAttempt()
    const { providerRef } = await adapter().create(attempt)
    simulator.pay(providerRef, { outcome: 'completed', amountMinor: 1233, currency: 'EUR' })
    const state = await adapter().query({ providerRef, attemptId: attempt.attemptId })
    expect(state).toMatchObject({ state: 'completed', amountMinor: 1233, currency: 'EUR' })
    expect(isPaidInFull(state, attempt)).toBe(false)
  })
})

describe('when Stripe does not answer as it should', () => {
  test.each([
    ['error', 'http_500'],
    ['hang', 'ETIMEDOUT'],
    ['garbage', 'unreadable'],
    ['redirect', 'unreadable'],
    ['flood', 'too_large'],
  ] as const)('%s is ProviderUnreachable (%s)', async (how, code) => {
    simulator.failNext({ on: '/sessions/cs_1', how })
    const query = adapter(how === 'hang' ? { timeoutMs: 500 } : {}).query({ providerRef: 'cs_1', attemptId: 'a' })
    await expect(query).rejects.toMatchObject({ name: 'ProviderUnreachable', code })
  })

  test('an unknown session, none at all, a wrong key, no key', async () => {
    const query = (providerRef: string | null, over: object = {}) =>
      adapter(over).query({ providerRef, attemptId: 'a' })
    await expect(query('cs_unknown')).rejects.toMatchObject({ name: 'ProviderRefused', code: 'resource_missing' })
    await expect(query('pi_unknown')).rejects.toMatchObject({ name: 'ProviderRefused', code: 'resource_missing' })
    await expect(query(null)).rejects.toMatchObject({ name: 'ProviderRefused', code: 'resource_missing' })
    await expect(query('cs_1', { secretKey: 'sk_x' })).rejects.toMatchObject({
      code: 'authentication',
      about: 'method',
    })
    await expect(query('cs_1', { secretKey: '' })).rejects.toMatchObject({ code: 'unconfigured', about: 'method' })
  })

  test('no error carries the key or the shopper', async () => {
    simulator.failNext({ how: 'hang' })
    for (let i = 0; i < 2; i++) {
      const attempt = newAttempt({ email: 'PLANTED@example.com' })
      const error = await adapter({ secretKey: 'sk_PLANTED', ...(i === 0 && { timeoutMs: 500 }) })
        .create(attempt)
        .catch((e) => e)
      expect(error).toBeInstanceOf(i === 0 ? ProviderUnreachable : ProviderRefused)
      expect(JSON.stringify([error, error.message, error.stack, Object.entries(error)])).not.toContain('PLANTED')
    }
  })
})
