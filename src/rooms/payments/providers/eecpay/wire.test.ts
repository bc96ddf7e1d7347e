// The card gateway's wire as docs/decisions/048 says it, on both sides: the adapter against a receiver that knows only bytes,
// the simulator against requests that were put together here. The signatures were made with another program.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EecpaySimulator, startEecpaySimulator } from '#simulators/eecpay.ts'
import { anAttempt, type Receiver, startReceiver } from '../attempt.testing.ts'
import { type CardOrder, InvalidSignature, ProviderRefused, ProviderUnreachable } from '../provider.ts'
import { createEecpay } from './adapter.ts'

const SECRET = 'secret-of-the-contract'
const NOW = 1_795_300_000
const QUERY = '0149147eb025038ad79254e4a2cf90fb94d979fcad275dfca12d20b8ea5a149f'
const CHARGE = '7b363cff503c01c24368ddb9d69bb914d7495ca1b1d82d09c1df9b41c4852fa7'
const NOTICE = '5d0232004fefc2bf8cba9e2b9eca6a43efc13dbc6c591075331b9efdd6108338'

let gateway: Receiver
let simulator: EecpaySimulator
beforeAll(async () => {
  gateway = await startReceiver()
  simulator = await startEecpaySimulator({
    merchantNo: 'M1',
    secretKey: SECRET,
    notifyRetryDelays: [],
    clock: () => NOW * 1000,
  })
})
afterEach(() => {
  gateway.received = []
  gateway.answer = '{}'
})
afterAll(async () => {
  gateway.close()
  await simulator.close()
})

const adapter = (over: object = {}) =>
  createEecpay(
    { baseUrl: gateway.url, merchantNo: 'M1', secretKey: SECRET, now: () => NOW * 1000, ...over },
    // What the gateway knows is asked of nobody else.
    { db: undefined as never },
  )

const HOLDER = {
  firstName: 'Ada',
  lastName: 'Buyer',
  address: '1 Main Street',
  city: 'Springfield',
  state: '',
  country: 'US',
  zip: '12345',
  phone: '5550100',
  email: 'ada@example.com',
}
const ORDER: CardOrder = {
  card: { number: '4111111111111111', month: '12', year: '2039', code: '123' },
  bill: HOLDER,
  ship: HOLDER,
  clientAddress: '127.0.0.1',
}
const ANSWER = {
  status: '1',
  result_code: '0000',
  order_no: 'A-1',
  trade_no: 'E1',
  amount: '12.34',
  currency: 'USD',
  refunded_amount: '0.00',
  dispute: '',
}

/** As the record has it. */
const CHARGED: Record<string, string> = {
  merchant_no: 'M1',
  request_time: String(NOW),
  signature: CHARGE,
  order_no: 'A-1',
  amount: '12.34',
  currency: 'USD',
  goods: 'Two keys & a "card"',
  card_no: '4111111111111111',
  card_month: '12',
  card_year: '2039',
  card_code: '123',
  ...Object.fromEntries(
    ['bill', 'ship'].flatMap((who) =>
      Object.entries(HOLDER).map(([name, value]) => [
        `${who}_${name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)}`,
        value,
      ]),
    ),
  ),
  ip: '127.0.0.1',
  return_url: 'http://127.0.0.1:9/pay/return?order_no=K7QX2M',
  notify_url: 'http://127.0.0.1:9/notify',
}

describe('the adapter', () => {
  test('a charge has exactly the fields of the record, signed without the card', async () => {
    gateway.answer = JSON.stringify(ANSWER)
    const charged = await adapter().charge(anAttempt({ attemptId: 'A-1' }), ORDER)
    expect(charged).toEqual({ providerRef: 'E1' })
    const [{ body, headers }] = gateway.received as [{ body: string; headers: Headers }]
    expect(headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual(CHARGED)
  })

  test('a question is signed, and its answer read', async () => {
    gateway.answer = JSON.stringify({ ...ANSWER, refunded_amount: '2.00' })
    const state = await adapter().query({ attemptId: 'A-1', providerRef: null, currency: 'USD' })
    expect(Object.fromEntries(new URLSearchParams(gateway.received[0]!.body))).toEqual({
      merchant_no: 'M1',
      request_time: String(NOW),
      order_no: 'A-1',
      signature: QUERY,
    })
    expect(state).toEqual({
      state: 'completed',
      rawState: 'status 1 0000',
      providerRef: 'E1',
      attemptId: 'A-1',
      amountMinor: 1234,
      refundedMinor: 200,
      currency: 'USD',
      disputesOver: [],
    })
  })

  test.each([
    [{ status: '0' }, 'failed'],
    [{ status: 0 }, 'failed'],
    [{ status: '-1' }, 'processing'],
    [{ status: '-1', redirect_url: 'https://bank.example/3ds' }, 'pending'],
    [{ status: '2' }, 'unknown'],
    [{ order_no: 'A-2' }, 'unknown'],
    [{ refunded_amount: '12.34' }, 'refunded'],
    [{ dispute: 'open' }, 'disputed'],
    [{ dispute: 'lost' }, 'lost'],
    [{ dispute: 'won' }, 'completed'],
  ])('%j is %s', async (over, state) => {
    gateway.answer = JSON.stringify({ ...ANSWER, ...over })
    expect((await adapter().query({ attemptId: 'A-1', providerRef: null })).state).toBe(state)
  })

  test.each([
    ['an answer about another order', { order_no: 'A-2' }],
    ['a number of a card in the gateway’s name for the payment', { trade_no: 'E4111111111111111' }],
    ['a number of a card in an address', { status: '-1', redirect_url: 'https://bank.example/?n=4111111111111111' }],
    ['no amount', { amount: '12,34' }],
  ])('a charge that is answered with %s is asked about', async (_, over) => {
    gateway.answer = JSON.stringify({ ...ANSWER, ...over })
    const error = await adapter()
      .charge(anAttempt({ attemptId: 'A-1' }), ORDER)
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(ProviderUnreachable)
    expect(JSON.stringify([error.message, error.stack, { ...error }])).not.toContain('4111111111111111')
  })

  test('where no connection comes about nothing was charged; a gateway that hangs may have done so', async () => {
    const away = adapter({ baseUrl: 'http://127.0.0.1:1' }).charge(anAttempt(), ORDER)
    await expect(away).rejects.toThrow(ProviderRefused)
    // Held, not failed once: a request that was given up before it arrived would leave its fault to the next one.
    const held = simulator.hold()
    const hanging = adapter({ baseUrl: simulator.url, chargeTimeoutMs: 50 }).charge(anAttempt(), ORDER)
    await expect(hanging).rejects.toThrow(ProviderUnreachable)
    held.release()
  })

  const notice = new URLSearchParams({
    ...ANSWER,
    merchant_no: 'M1',
    notify_id: 'n1',
    notify_time: String(NOW),
    signature: NOTICE,
  })
  const bytes = (form: URLSearchParams | string) => new TextEncoder().encode(form.toString())

  test('a notification counts with its signature alone', () => {
    expect(adapter().verifyWebhook(bytes(notice), new Headers())).toEqual({
      eventId: 'n1',
      providerRef: 'E1',
      attemptId: 'A-1',
      kind: 'status 1',
      claim: { says: 'paid' },
      shop: '',
    })
    for (const [name, value] of [
      ['status', '0'],
      ['amount', '1.00'],
      ['order_no', 'A-2'],
      ['merchant_no', 'M2'],
      ['extra', 'x'],
      ['signature', ''],
    ] as const) {
      const forged = new URLSearchParams(notice)
      forged.set(name, value)
      expect(() => adapter().verifyWebhook(bytes(forged), new Headers())).toThrow(InvalidSignature)
    }
    expect(() => adapter().verifyWebhook(bytes(`${notice}&status=0`), new Headers())).toThrow(InvalidSignature)
    expect(() => adapter({ secretKey: ' ' }).verifyWebhook(bytes(notice), new Headers())).toThrow(InvalidSignature)
  })
})

describe('the simulator', () => {
  const post = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(simulator.url + path, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: answer.status, body: await answer.json() }
  }

  test('takes a charge as the record has it, once', async () => {
    const { status, body } = await post('/payment/card', CHARGED)
    expect(status).toBe(200)
    expect(body).toEqual({ ...ANSWER, trade_no: expect.stringMatching(/^E\w+$/) })
    expect(await post('/payment/card', CHARGED)).toEqual({ status: 400, body: { result_code: '1005' } })
    const asked = { merchant_no: 'M1', request_time: String(NOW), order_no: 'A-1', signature: QUERY }
    expect((await post('/payment/query', asked)).body).toEqual(body)
  })

  test.each([
    ['1001', { amount: '1.00' }],
    ['1001', { bill_first_name: 'Eve' }],
    ['1001', { signature: '' }],
    ['1002', { merchant_no: 'M2' }],
    ['1006', { card_no: '4111111111111112' }],
    ['1006', { card_code: '1234' }],
    ['1006', { card_month: '13' }],
  ])('refuses with %s: %j', async (code, over) => {
    expect(await post('/payment/card', { ...CHARGED, ...over })).toEqual({ status: 400, body: { result_code: code } })
  })
})
