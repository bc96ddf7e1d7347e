// The adapter against the simulator, over HTTP: amounts, refunds and disputes.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe.ts'
import { type Receiver, startReceiver } from '../attempt.testing.ts'
import { isPaidInFull } from '../provider.ts'
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

const { adapter, notices } = adapters(() => ({ simulator, shop }))

describe('money on the wire', () => {
  test.each([
    ['USD', 1234, 1234],
    ['JPY', 150_000, 1500],
    ['KRW', 100_000, 1000],
    ['KWD', 1234, 12_340],
  ])('%s: %i hundredths are %i for Stripe and come back the same', async (currency, amountMinor, wire) => {
    const attempt = newAttempt({ currency, amountMinor })
    const { providerRef } = await adapter().create(attempt)
    expect(simulator.payment(providerRef)!.amount).toBe(wire)
    simulator.complete(providerRef)
    const state = await adapter().query({ providerRef, attemptId: attempt.attemptId })
    expect(state).toMatchObject({ amountMinor, currency })
    expect(isPaidInFull(state, attempt)).toBe(true)
  })

  test('what is below Stripe’s minimum is refused as that, an unknown currency as one', async () => {
    const create = (currency: string, amountMinor: number) => adapter().create(newAttempt({ currency, amountMinor }))
    await expect(create('USD', 49)).rejects.toMatchObject({ code: 'amount_too_small', about: 'minimum' })
    await expect(create('JPY', 4900)).rejects.toMatchObject({ code: 'amount_too_small', about: 'minimum' })
    await expect(create('XTS', 1000)).rejects.toMatchObject({ about: 'currency' })
    for (const [currency, least] of [
      ['USD', 50],
      ['JPY', 5000],
      ['GBP', 30],
    ] as const)
      await expect(create(currency, least)).resolves.toMatchObject({ redirectUrl: expect.any(String) })
  })

  test.each([
    ['TWD', 120_000, 120_000],
    ['HUF', 120_000, 120_000],
    ['ISK', 120_000, 120_000],
    ['UGX', 5_000_000, 5_000_000],
  ])('%s, sold in whole units: %i hundredths are %i for Stripe', async (currency, amountMinor, wire) => {
    const { providerRef } = await adapter().create(newAttempt({ currency, amountMinor }))
    expect(simulator.payment(providerRef)!.amount).toBe(wire)
  })

  test('half a yen is refused, not rounded', async () => {
    const attempt = newAttempt({ currency: 'JPY', amountMinor: 150_050 })
    await expect(adapter().create(attempt)).rejects.toMatchObject({ code: 'parameter_invalid_integer' })
  })
})

describe('refunds and disputes', () => {
  test('in part, then the rest; repeating one with its key refunds once', async () => {
    const attempt = newAttempt()
    const { providerRef } = await adapter().create(attempt)
    const refund = (amountMinor: number, idempotencyKey: string) =>
      adapter().refund({ providerRef, amountMinor, currency: 'USD', reason: 'x', idempotencyKey })
    const query = () => adapter().query({ providerRef, attemptId: attempt.attemptId })

    await expect(refund(1, `${providerRef}-0`)).rejects.toMatchObject({ code: 'charge_not_found' })
    simulator.complete(providerRef)
    const first = await refund(234, `${providerRef}-1`)
    expect(first.state).toBe('done')
    expect(await refund(234, `${providerRef}-1`)).toEqual(first)
    expect(await query()).toMatchObject({ state: 'completed', refundedMinor: 234 })
    await refund(1000, `${providerRef}-2`)
    expect(await query()).toMatchObject({ state: 'refunded', refundedMinor: 1234 })
  })

  test.each([
    ['refunded', 'charge.refunded'],
    ['disputed', 'charge.dispute.created'],
  ] as const)('%s: the event names no session, and the query finds it all the same', async (outcome, kind) => {
    const attempt = newAttempt()
    const { providerRef } = await adapter().create(attempt)
    simulator.pay(providerRef, { outcome: 'completed', notify: false })
    simulator.pay(providerRef, { outcome })
    await simulator.notified()
    const notice = (await notices()).find((one) => one.kind === kind)!
    // A dispute carries no metadata of ours; a charge carries its PaymentIntent's.
    expect(notice).toMatchObject({ kind, attemptId: outcome === 'refunded' ? attempt.attemptId : null })
    const state = await adapter().query({ providerRef: notice.providerRef, attemptId: '' })
    expect(state).toMatchObject({ state: outcome, providerRef, attemptId: attempt.attemptId })
  })
})
