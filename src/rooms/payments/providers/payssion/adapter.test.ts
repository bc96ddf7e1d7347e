import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PayssionSimulator, startPayssionSimulator } from '#simulators/payssion.ts'
import { anAttempt, type Receiver, startReceiver } from '../attempt.testing.ts'
import { isPaidInFull, type PaymentAttempt, ProviderRefused, ProviderUnreachable } from '../provider.ts'
import { createPayssion } from './adapter.ts'

const keys = { apiKey: 'key', secretKey: 'secret' }
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

const adapter = (over: object = {}) =>
  createPayssion({ baseUrl: simulator.url, ...keys, pmId: 'payssion_test', timeoutMs: 2_000, ...over })

const newAttempt = (over: Partial<PaymentAttempt> = {}) => anAttempt({ notifyUrl: `${shop.url}/notify`, ...over })

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

describe('what Payssion’s answers look like elsewhere', () => {
  const details = {
    transaction_id: 'T1',
    order_id: 'attempt-x',
    state: 'completed',
    amount: '1234.00',
    currency: 'USD',
    paid: '1234.00',
    refund: '0.00',
  }
  const query = async (over: object, currency?: string, prefix = '') => {
    shop.answer = prefix + JSON.stringify({ result_code: 200, transaction: { ...details, ...over } })
    return adapter({ baseUrl: shop.url }).query({ providerRef: 'T1', attemptId: 'attempt-x', currency })
  }
  const good = { state: 'completed', amountMinor: 123_400, refundedMinor: 0, currency: 'USD' }

  test.each([
    ['a currency in small letters', { currency: 'usd' }],
    ['a state with a capital', { state: 'Completed' }],
    ['thousands with a comma', { paid: '1,234.00' }],
    ['a number', { paid: 1234 }],
  ])('%s', async (_, over) => expect(await query(over, 'USD')).toMatchObject(good))

  test('a byte order mark before the answer, and before a notification', async () => {
    expect(await query({}, 'USD', '\uFEFF')).toMatchObject(good)
    const attempt = newAttempt()
    const { providerRef } = await adapter().create(attempt)
    for (const format of ['json', 'form'] as const) {
      const { body, headers } = simulator.webhookFor(providerRef, { format })
      const notice = adapter().verifyWebhook(Buffer.from(`\uFEFF${body}`), new Headers(headers))
      expect(notice).toMatchObject({ providerRef, attemptId: attempt.attemptId })
    }
  })

  test.each(['1.234,00', '12,34', '1,23,4.00', '1234.005'])('“%s” is no amount: nobody guesses', async (paid) => {
    await expect(query({ paid })).rejects.toMatchObject({ name: 'ProviderUnreachable', code: 'unreadable' })
  })

  const settled = { currency: 'USD', amount: '25.00', paid: '25.00', currency_local: 'brl', amount_local: '128.10' }

  test('a settlement currency: the order’s is the local one, paid as far as the settled amount is', async () => {
    expect(await query(settled, 'BRL')).toMatchObject({ amountMinor: 12_810, refundedMinor: 0, currency: 'BRL' })
    expect(await query({ ...settled, paid: '24.99' }, 'BRL')).toMatchObject({ amountMinor: 12_804, currency: 'BRL' })
    expect(await query({ ...settled, refund: '12.50' }, 'BRL')).toMatchObject({ refundedMinor: 6405 })
    // Of another order's currency nothing is said.
    expect(await query(settled, 'EUR')).toMatchObject({ amountMinor: 2500, currency: 'USD' })
    expect(await query({ ...settled, amount: '0' }, 'BRL')).toMatchObject({ currency: 'USD' })
  })

  test('through the simulator: settled in dollars, paid in reais', async () => {
    simulator.methods.payssion_test = { settle: { currency: 'USD', rate: 0.195 } }
    try {
      const attempt = newAttempt({ currency: 'BRL', amountMinor: 12_810 })
      const { providerRef } = await adapter().create(attempt)
      simulator.complete(providerRef)
      const state = await adapter().query({ providerRef, attemptId: attempt.attemptId, currency: 'BRL' })
      expect(isPaidInFull(state, attempt)).toBe(true)
    } finally {
      simulator.methods.payssion_test = {}
    }
  })

  test('an account to pay to instead of a page: in the order that the bank names', async () => {
    simulator.methods.payssion_test = { todo: 'instruct', local: { currency: 'BRL', rate: 5.1 } }
    try {
      const attempt = newAttempt()
      const { how, providerRef, instructions } = await adapter().create(attempt)
      expect(how).toBe('fields')
      expect(instructions).toEqual([
        { label: 'BRL', value: '62.93' },
        { label: 'Banco', value: 'Banco de Teste' },
        { label: 'Beneficiário', value: 'Pagamentos de Teste Ltda.' },
        { label: 'Agência', value: '1525 op 3' },
        { label: 'Conta', value: '2640-0' },
        { label: 'Referencia', value: providerRef },
      ])
      simulator.methods.payssion_test = { todo: 'instruct|redirect' }
      const both = await adapter().create(newAttempt())
      expect(both.redirectUrl).toContain('/pay/')
      expect(both.instructions).toBeUndefined()
    } finally {
      simulator.methods.payssion_test = {}
    }
  })

  test('neither page nor account: nobody knows how to pay', async () => {
    shop.answer = JSON.stringify({
      result_code: 200,
      todo: 'instruct',
      transaction: { transaction_id: 'T1', order_id: 'a-1' },
    })
    const create = adapter({ baseUrl: shop.url }).create(newAttempt({ attemptId: 'a-1' }))
    await expect(create).rejects.toMatchObject({ code: 'unreadable' })
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

describe('what goes over the wire', () => {
  const transaction = {
    transaction_id: 'T1',
    order_id: 'attempt-1',
    state: 'completed',
    currency: 'USD',
    paid: '12.34',
  }
  const query = (attemptId: string) =>
    createPayssion({ baseUrl: shop.url, ...keys, pmId: 'payssion_test' }).query({ providerRef: 'T1', attemptId })

  test.each([
    ['inside `transaction`', { result_code: 200, transaction }],
    ['beside result_code, in numbers', { result_code: '200', ...transaction, paid: 12.34, refund: null }],
  ])('details are read %s', async (_, answer) => {
    shop.answer = JSON.stringify(answer)
    expect(await query('attempt-1')).toMatchObject({ state: 'completed', amountMinor: 1234, refundedMinor: 0 })
  })

  test('an answer about another order is held, whatever it says', async () => {
    shop.answer = JSON.stringify({ result_code: 200, transaction })
    expect(await query('attempt-2')).toMatchObject({ state: 'unknown', attemptId: 'attempt-1', rawState: 'completed' })
  })

  test.each([
    ['12.34', 1234],
    ['12.5', 1250],
    ['12', 1200],
    ['0.070', 7],
    ['', 0],
  ])('an amount of "%s" is %i hundredths', async (paid, amountMinor) => {
    shop.answer = JSON.stringify({ result_code: 200, transaction: { ...transaction, paid } })
    expect(await query('attempt-1')).toMatchObject({ amountMinor })
  })

  test.each(['12.345', '1e3', '-1.00', '1.000,00', '1,234', 'NaN'])(
    'an amount of %s is not guessed at',
    async (paid) => {
      shop.answer = JSON.stringify({ result_code: 200, transaction: { ...transaction, paid } })
      await expect(query('attempt-1')).rejects.toMatchObject({ name: 'ProviderUnreachable', code: 'unreadable' })
    },
  )

  test.each([
    ['only web addresses are passed on to the browser', 'javascript:alert(1)', 'attempt-1'],
    ['a payment made for another attempt is not ours', 'https://pay.example/', 'attempt-2'],
  ])('%s', async (_, redirect_url, attemptId) => {
    shop.answer = JSON.stringify({ result_code: 200, transaction, redirect_url })
    const payssion = createPayssion({ baseUrl: shop.url, ...keys, pmId: 'payssion_test' })
    const created = payssion.create(newAttempt({ attemptId }))
    await expect(created).rejects.toMatchObject({ name: 'ProviderUnreachable', code: 'unreadable' })
  })

  // Computed by hand: printf '%s' 'key|payssion_test|12.34|USD|attempt-1|secret' | md5sum
  test('create, details and refund are signed as Payssion documents it', async () => {
    const payssion = createPayssion({ baseUrl: `${shop.url}/base/`, ...keys, pmId: 'payssion_test' })
    await payssion.create(newAttempt({ attemptId: 'attempt-1', locale: 'zh_tw' })).catch(() => {})
    await payssion.query({ providerRef: 'T1', attemptId: 'attempt-1' }).catch(() => {})
    await payssion.query({ providerRef: null, attemptId: 'attempt-1' }).catch(() => {})
    const refund = { providerRef: 'T1', amountMinor: 500, currency: 'USD', reason: 'x', idempotencyKey: 'r' }
    await payssion.refund(refund).catch(() => {})
    const sent = shop.received.map(({ body }) => new URLSearchParams(body))
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
