import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PayssionSimulator, startPayssionSimulator } from '#simulators/payssion.ts'
import { createPayssion } from './payssion.ts'
import {
  InvalidSignature,
  isPaidInFull,
  type PaymentAttempt,
  ProviderRefused,
  ProviderUnreachable,
} from './provider.ts'

const keys = { apiKey: 'key', secretKey: 'secret' }
let simulator: PayssionSimulator
let shop: Server
let received: string[] = []
let attempts = 0

beforeAll(async () => {
  simulator = await startPayssionSimulator({ ...keys, notifyRetryDelays: [] })
  shop = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push(body)
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  received = []
})
afterAll(async () => {
  await simulator.close()
  shop.close()
})

const shopUrl = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}`

const adapter = (over: object = {}) =>
  createPayssion({ baseUrl: simulator.url, ...keys, pmId: 'payssion_test', timeoutMs: 2_000, ...over })

const newAttempt = (over: Partial<PaymentAttempt> = {}): PaymentAttempt => ({
  attemptId: `attempt-${++attempts}`,
  orderNo: 'K7QX2M',
  amountMinor: 1234,
  currency: 'USD',
  description: 'Two keys & a "card"',
  email: 'buyer@example.com',
  locale: 'en-US',
  returnUrl: `${shopUrl()}/pay/return?order_no=K7QX2M`,
  notifyUrl: `${shopUrl()}/notify`,
  expiresAt: new Date(Date.now() + 1_800_000),
  ...over,
})

const post = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })

const formHeaders = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })

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
    const answer = await post(created.redirectUrl, outcome)
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location')!)
    expect(back.pathname).toBe('/pay/return')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order_no: 'K7QX2M',
      order_id: attempt.attemptId,
      transaction_id: created.providerRef,
    })

    await simulator.notified()
    expect(received).toHaveLength(1)
    const notice = adapter().verifyWebhook(Buffer.from(received[0]!), formHeaders)
    const rawState = outcome === 'cancelled' ? 'cancelled_by_user' : outcome
    expect(notice).toEqual({
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
    ['paid_more', 'unknown'],
    ['refund_pending', 'unknown'],
    ['blocked', 'unknown'],
    ['something_new', 'unknown'],
    ['awaiting_confirm', 'pending'],
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
  ] as const)('%s is ProviderUnreachable (%s)', async (how, code) => {
    simulator.failNext({ on: '/details', how })
    const query = adapter({ timeoutMs: 500 }).query({ providerRef: 'T1', attemptId: 'a' })
    await expect(query).rejects.toMatchObject({ name: 'ProviderUnreachable', code })
  })

  test('a redirect is not followed', async () => {
    simulator.failNext({ on: '/details', how: 'redirect' })
    const query = adapter().query({ providerRef: 'T1', attemptId: 'a' })
    await expect(query).rejects.toMatchObject({ name: 'ProviderRefused', code: 'http_302' })
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

describe('what goes over the wire', () => {
  // Computed by hand: printf '%s' 'key|payssion_test|12.34|USD|attempt-1|secret' | md5sum
  test('create, details and refund are signed as Payssion documents it', async () => {
    const payssion = createPayssion({ baseUrl: `${shopUrl()}/base/`, ...keys, pmId: 'payssion_test' })
    await payssion.create(newAttempt({ attemptId: 'attempt-1', locale: 'zh_tw' })).catch(() => {})
    await payssion.query({ providerRef: 'T1', attemptId: 'attempt-1' }).catch(() => {})
    await payssion.query({ providerRef: null, attemptId: 'attempt-1' }).catch(() => {})
    const refund = { providerRef: 'T1', amountMinor: 500, currency: 'USD', reason: 'x', idempotencyKey: 'r' }
    await payssion.refund(refund).catch(() => {})
    const sent = received.map((body) => new URLSearchParams(body))
    expect(Object.fromEntries(sent[0]!)).toMatchObject({ amount: '12.34', order_id: 'attempt-1', language: 'en' })
    expect(sent.map((form) => form.get('api_sig'))).toEqual([
      '4dfb496080c929cdbf649da94bcb2a56',
      '726954687e4066c321adda4b6ca8f768',
      'c4ff644e1a68e38c8772b14567b055af',
      'baecfe0b4f51580bdde7344dbfe9aa98',
    ])
    expect(sent.some((form) => [...form.values()].includes('secret'))).toBe(false)
  })

  test('every amount of hundredths survives the decimal string and back', async () => {
    const payssion = adapter()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 999_999_999 }), async (amountMinor) => {
        const attempt = newAttempt({ amountMinor })
        const { providerRef } = await payssion.create(attempt)
        simulator.pay(providerRef, { outcome: 'completed', notify: false })
        expect((await payssion.query({ providerRef, attemptId: attempt.attemptId })).amountMinor).toBe(amountMinor)
      }),
      { numRuns: 50, examples: [[1], [9], [10], [99], [100], [101], [115], [2_990]] },
    )
  })
})

describe('a notification', () => {
  const fields = {
    pm_id: 'payssion_test',
    transaction_id: 'T1',
    order_id: 'attempt-1',
    amount: '12.34',
    paid: '12.34',
    currency: 'USD',
    state: 'completed',
    notify_sig: 'e3f89f9adf5787aefe5bddea17fcb2be',
  }
  const { order_id: _, ...withoutOrder } = fields
  const legacy = {
    ...withoutOrder,
    track_id: 'attempt-1',
    sub_track_id: '',
    notify_sig: 'b2a3793c3610d058834a97c96b319b83',
  }
  const notice = { eventId: 'T1:completed', providerRef: 'T1', attemptId: 'attempt-1', kind: 'completed' }
  const verify = (body: string, over: object = {}) => adapter(over).verifyWebhook(Buffer.from(body), new Headers())
  const form = (values: Record<string, string>) => new URLSearchParams(values).toString()

  test('is accepted with either signature, as a form and as JSON', () => {
    for (const values of [fields, legacy]) {
      expect(verify(form(values))).toEqual(notice)
      expect(verify(JSON.stringify(values))).toEqual(notice)
    }
  })

  test.each(['pm_id', 'order_id', 'amount', 'currency', 'state'])('is refused with a changed %s', (field) => {
    expect(() => verify(form({ ...fields, [field]: 'other' }))).toThrow(InvalidSignature)
  })

  test('says nothing about transaction_id and paid: they are not signed', () => {
    expect(verify(form({ ...fields, paid: '99.00' }))).toEqual(notice)
    expect(verify(form({ ...fields, transaction_id: 'T2' })).attemptId).toBe('attempt-1')
  })

  test.each([
    ['no signature', form({ ...fields, notify_sig: '' })],
    ['an upper-case signature', form({ ...fields, notify_sig: fields.notify_sig.toUpperCase() })],
    ['a field named twice', `${form(fields)}&order_id=attempt-2`],
    ['no transaction', form({ ...fields, transaction_id: '' })],
    ['a transaction id with a NUL', form({ ...fields, transaction_id: 'T\0' })],
    ['a line break in the transaction id', form({ ...fields, transaction_id: 'T\n1' })],
    ['shifted separators', form({ ...fields, pm_id: 'payssion_test|12.34', amount: 'USD', currency: '' })],
    ['an array for a field', JSON.stringify({ ...fields, order_id: ['attempt-1'] })],
    ['an empty body', ''],
    ['a body beyond 64 kB', `${form(fields)}&x=${'x'.repeat(70_000)}`],
  ])('is refused: %s', (_, body) => {
    expect(() => verify(body)).toThrow(InvalidSignature)
  })

  test('is never accepted while the secret is empty, not even signed with the empty one', () => {
    const signedWithNothing = form({ ...fields, notify_sig: '4a79dc95f70bd22e4cf62c93467fb7d5' })
    for (const secretKey of ['', ' ']) expect(() => verify(signedWithNothing, { secretKey })).toThrow(InvalidSignature)
    expect(() => verify(form(fields), { apiKey: '' })).toThrow(InvalidSignature)
  })

  test('signed by somebody else is refused', async () => {
    const { providerRef } = await adapter().create(newAttempt())
    const forged = simulator.webhookFor(providerRef, { fields: { state: 'completed' }, secretKey: 'guess' })
    expect(() => verify(forged.body)).toThrow(InvalidSignature)
  })

  test('whatever the bytes, the only error is InvalidSignature', () => {
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.json().map((text) => Buffer.from(text)),
      fc.dictionary(fc.constantFrom(...Object.keys(fields), '__proto__'), fc.anything()).map((o) => {
        const text = JSON.stringify(o, (_, value) => (typeof value === 'bigint' ? String(value) : value))
        return Buffer.from(text)
      }),
      fc.dictionary(fc.constantFrom(...Object.keys(fields)), fc.string()).map((o) => Buffer.from(form(o))),
      fc.nat(60_000).map((depth) => Buffer.from('{"a":' + '['.repeat(depth))),
    )
    fc.assert(
      fc.property(hostile, (body) => {
        expect(() => adapter().verifyWebhook(body, new Headers())).toThrow(InvalidSignature)
      }),
      { numRuns: 2_000 },
    )
  })
})
