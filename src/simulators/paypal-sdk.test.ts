// The simulator held against PayPal's own SDK as a client. It knows PayPal's addresses alone and is handed connections that
// lead to the simulator instead.
import { Agent } from 'node:https'
import { connect } from 'node:net'
import {
  ApiError,
  CheckoutPaymentIntent,
  Client,
  Environment,
  ItemCategory,
  type OrderRequest,
  OrdersController,
  PaymentsController,
  TransactionSearchController,
} from '@paypal/paypal-server-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PayPalSimulator, startPayPalSimulator } from './paypal.ts'

let simulator: PayPalSimulator
let orders: OrdersController
let payments: PaymentsController
let search: TransactionSearchController
beforeAll(async () => {
  simulator = await startPayPalSimulator({ clientId: 'id', clientSecret: 'secret' })
  const client = clientOf('secret')
  orders = new OrdersController(client)
  payments = new PaymentsController(client)
  search = new TransactionSearchController(client)
})
afterAll(() => simulator.close())

function clientOf(oAuthClientSecret: string): Client {
  const agent = new Agent()
  agent.createConnection = () => connect(Number(new URL(simulator.url).port), '127.0.0.1')
  return new Client({
    clientCredentialsAuthCredentials: { oAuthClientId: 'id', oAuthClientSecret },
    environment: Environment.Sandbox,
    httpClientOptions: { httpsAgent: agent },
  })
}

const dollars = (value: string) => ({ currencyCode: 'USD', value })
const request = (over: Partial<OrderRequest['purchaseUnits'][number]> = {}): OrderRequest => ({
  intent: CheckoutPaymentIntent.Capture,
  purchaseUnits: [
    {
      customId: 'attempt-1',
      amount: { ...dollars('12.34'), breakdown: { itemTotal: dollars('12.34') } },
      items: [{ name: 'A key', quantity: '2', unitAmount: dollars('6.17'), category: ItemCategory.DigitalGoods }],
      ...over,
    },
  ],
  paymentSource: {
    paypal: { experienceContext: { returnUrl: 'https://shop.example/ok', cancelUrl: 'https://shop.example/no' } },
  },
})
const prefer = 'return=representation'

const refusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  const { name, details } = JSON.parse((error as ApiError).body as string)
  return [(error as ApiError).statusCode, name, details[0]?.issue]
}

test('an order from its creation to its refunds', async () => {
  const created = await orders.createOrder({ body: request(), prefer, paypalRequestId: 'one' })
  expect([created.statusCode, created.result.status]).toEqual([201, 'PAYER_ACTION_REQUIRED'])
  const id = created.result.id!
  expect(created.result.links!.find(({ rel }) => rel === 'payer-action')!.href).toContain(`token=${id}`)
  const again = await orders.createOrder({ body: request(), prefer, paypalRequestId: 'one' })
  expect([again.statusCode, again.result.id]).toEqual([200, id])

  const capture = () => orders.captureOrder({ id, prefer, paypalRequestId: 'two' })
  expect(await refusal(capture())).toEqual([422, 'UNPROCESSABLE_ENTITY', 'PAYER_ACTION_REQUIRED'])
  simulator.approve(id)
  expect((await orders.getOrder({ id })).result).toMatchObject({
    status: 'APPROVED',
    payer: { payerId: expect.any(String) },
  })
  const first = await capture()
  const [captured] = first.result.purchaseUnits![0]!.payments!.captures!
  expect([first.statusCode, first.result.status, captured!.status]).toEqual([201, 'COMPLETED', 'COMPLETED'])
  expect((await capture()).statusCode).toBe(200)
  expect(await refusal(orders.captureOrder({ id, paypalRequestId: 'three' }))).toEqual([
    422,
    'UNPROCESSABLE_ENTITY',
    'ORDER_ALREADY_CAPTURED',
  ])

  const captureId = captured!.id!
  const { result: refund } = await payments.refundCapturedPayment({
    captureId,
    prefer,
    paypalRequestId: 'four',
    body: { amount: dollars('2.34') },
  })
  expect(refund).toMatchObject({ status: 'COMPLETED', amount: dollars('2.34') })
  expect((await payments.getRefund({ refundId: refund.id! })).result.id).toBe(refund.id)
  expect((await payments.getCapturedPayment({ captureId })).result).toMatchObject({
    status: 'PARTIALLY_REFUNDED',
    customId: 'attempt-1',
  })
  const tooMuch = payments.refundCapturedPayment({ captureId, body: { amount: dollars('10.01') } })
  expect(await refusal(tooMuch)).toEqual([422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED'])
})

test('the transactions between two moments, page by page', async () => {
  const begin = Date.now()
  for (let i = 0; i < 3; i++) {
    const { result } = await orders.createOrder({
      body: request({ customId: `listed-${i}` }),
      paypalRequestId: `l${i}`,
    })
    simulator.approve(result.id!)
    await orders.captureOrder({ id: result.id!, paypalRequestId: `c${i}` })
  }
  simulator.refund('listed-2', { amountMinor: 234 })
  const between = {
    startDate: new Date(begin - 1000).toISOString(),
    endDate: new Date(Date.now() + 1000).toISOString(),
    pageSize: 2,
  }
  const pages = [await search.searchTransactions({ ...between, page: 1 })]
  for (let page = 2; page <= pages[0]!.result.totalPages!; page++)
    pages.push(await search.searchTransactions({ ...between, page }))
  const lines = pages
    .flatMap(({ result }) => result.transactionDetails ?? [])
    .map(({ transactionInfo: line }) => line!)
    .filter(({ customField }) => customField?.startsWith('listed-'))
  expect(lines.map(({ transactionEventCode }) => transactionEventCode).sort()).toEqual([
    'T0006',
    'T0006',
    'T0006',
    'T1107',
  ])
  const back = lines.find(({ transactionEventCode }) => transactionEventCode === 'T1107')!
  expect(back).toMatchObject({ transactionAmount: { value: '-2.34' }, paypalReferenceIdType: 'TXN' })
  expect(lines.map(({ transactionId }) => transactionId)).toContain(back.paypalReferenceId)
  simulator.mostFound = 3
  await expect(search.searchTransactions(between)).rejects.toThrow()
  simulator.mostFound = 10_000
  const longer = { ...between, startDate: '2020-01-01T00:00:00Z' }
  await expect(search.searchTransactions(longer)).rejects.toThrow()
})

test.each([
  [
    'a sum that does not add up',
    { amount: { ...dollars('9.99'), breakdown: { itemTotal: dollars('12.34') } } },
    'AMOUNT_MISMATCH',
  ],
  [
    'items that do not',
    { amount: { ...dollars('9.99'), breakdown: { itemTotal: dollars('9.99') } } },
    'ITEM_TOTAL_MISMATCH',
  ],
  ['half a cent', { amount: dollars('1.005'), items: undefined }, 'DECIMAL_PRECISION'],
  ['half a yen', { amount: { currencyCode: 'JPY', value: '1.5' }, items: undefined }, 'DECIMAL_PRECISION'],
  [
    'a currency that it does not take',
    { amount: { currencyCode: 'XTS', value: '1' }, items: undefined },
    'INVALID_CURRENCY_CODE',
  ],
  ['nothing', { amount: dollars('0.00'), items: undefined }, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ['a reference of 128 characters', { customId: 'x'.repeat(128) }, 'INVALID_STRING_LENGTH'],
  ['a statement of 23 characters', { softDescriptor: 'x'.repeat(23) }, 'INVALID_STRING_LENGTH'],
])('it refuses %s', async (_, over, issue) => {
  const answer = await refusal(orders.createOrder({ body: request(over), paypalRequestId: crypto.randomUUID() }))
  expect(answer[2]).toBe(issue)
})

test('it refuses an order without a request id, and what it is asked to refuse', async () => {
  expect((await refusal(orders.createOrder({ body: request() })))[2]).toBe('PAYPAL_REQUEST_ID_REQUIRED')
  const { result } = await orders.createOrder({ body: request(), paypalRequestId: 'mock' })
  const paypalMockResponse = '{"mock_application_codes":"INSTRUMENT_DECLINED"}'
  expect((await refusal(orders.captureOrder({ id: result.id!, paypalMockResponse })))[2]).toBe('INSTRUMENT_DECLINED')
})

test('tokens end, and wrong credentials get none', async () => {
  await expect(new OrdersController(clientOf('other')).getOrder({ id: 'NONE' })).rejects.toThrow()
  expect(await refusal(orders.getOrder({ id: 'NONE' }))).toEqual([404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'])
})
