// What Payssion’s answers look like, and what goes over the wire.
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PayssionSimulator, startPayssionSimulator } from '#simulators/payssion.ts'
import { type Receiver, startReceiver } from '../attempt.testing.ts'
import { isPaidInFull } from '../provider.ts'
import { adapters, keys } from './adapter.testing.ts'
import { createPayssion } from './adapter.ts'

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
