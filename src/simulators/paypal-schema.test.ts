// What our client sends and what the simulator answers, held against PayPal's published specifications: every property is one
// that PayPal knows, every word one of its words, nothing is too long, nothing is missing.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAttempt } from '#rooms/payments/providers/attempt.testing.ts'
import { createPayPal } from '#rooms/payments/providers/paypal/adapter.ts'
import { simulatedAt } from '#rooms/payments/providers/paypal/connection.ts'
import { type PayPalSimulator, startPayPalSimulator } from './paypal.ts'
import shapes from './paypal-shapes.testing.json' with { type: 'json' }

interface Shape {
  of?: Record<string, Shape>
  required?: string[]
  each?: Shape
  most?: number
  enum?: string[]
  max?: number
  pattern?: string
  type?: string
}

const shapeOf = (name: Exclude<keyof typeof shapes, '//'>) => shapes[name] as Shape

/** What is not as the shape says, a line each. */
function faults(value: unknown, shape: Shape, at = ''): string[] {
  if (shape.of) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no object`]
    const given = value as Record<string, unknown>
    return [
      ...(shape.required ?? []).filter((name) => given[name] === undefined).map((name) => `${at}/${name} is missing`),
      ...Object.entries(given).flatMap(([name, one]) => {
        const known = shape.of![name]
        return known ? faults(one, known, `${at}/${name}`) : [`${at}/${name} is not known to PayPal`]
      }),
    ]
  }
  if (shape.each) {
    if (!Array.isArray(value)) return [`${at} is no list`]
    const tooMany = shape.most && value.length > shape.most ? [`${at} has ${value.length}`] : []
    return [...tooMany, ...value.flatMap((one, i) => faults(one, shape.each!, `${at}/${i}`))]
  }
  if (shape.enum || shape.max || shape.pattern || shape.type === 'string') {
    if (typeof value !== 'string') return [`${at} is no string`]
    if (shape.enum && !shape.enum.includes(value)) return [`${at} is ${value}`]
    if (shape.max && value.length > shape.max) return [`${at} has ${value.length} characters`]
    return shape.pattern && !new RegExp(shape.pattern).test(value) ? [`${at} is ${value}`] : []
  }
  const fits =
    shape.type === undefined || (shape.type === 'boolean' ? typeof value === 'boolean' : typeof value === 'number')
  return fits ? [] : [`${at} is no ${shape.type}`]
}

interface Exchange {
  call: string
  status: number
  sent: unknown
  answered: unknown
}

let simulator: PayPalSimulator
let exchanges: Exchange[] = []
let paypal: ReturnType<typeof createPayPal>
const between = createServer((incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk) => chunks.push(chunk))
  incoming.on('end', () => {
    const { method, url, headers } = incoming
    const sent = Buffer.concat(chunks).toString()
    const onward = request(simulator.url + url, { method, headers: { ...headers, host: '' } }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += chunk
      })
      answer.on('end', () => {
        const path = url!.replace(/\?.*/, '').replace(/\/[A-Z0-9-]{9,}/g, '/{id}')
        const json = headers['content-type'] === 'application/json' && sent ? JSON.parse(sent) : undefined
        exchanges.push({
          call: `${method} ${path}`,
          status: answer.statusCode!,
          sent: json,
          answered: JSON.parse(body),
        })
        response.writeHead(answer.statusCode!, { 'content-type': 'application/json' }).end(body)
      })
    })
    onward.end(sent)
  })
})

beforeAll(async () => {
  simulator = await startPayPalSimulator({ clientId: 'id', clientSecret: 'secret' })
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
  paypal = createPayPal({
    clientId: 'id',
    clientSecret: 'secret',
    webhookId: simulator.webhookId,
    ...simulatedAt(simulator.url, simulator.authority),
    baseUrl: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
  })
})
afterAll(async () => {
  between.close()
  await simulator.close()
})

const SENT: Record<string, Shape> = {
  'POST /v2/checkout/orders': shapeOf('order request'),
  'POST /v2/checkout/orders/{id}/capture': { of: {} },
  'POST /v2/payments/captures/{id}/refund': shapeOf('refund request'),
}
const ANSWERED: Record<string, Shape> = {
  'POST /v2/checkout/orders': shapeOf('order'),
  'GET /v2/checkout/orders/{id}': shapeOf('order'),
  'POST /v2/checkout/orders/{id}/capture': shapeOf('order'),
  'GET /v2/payments/captures/{id}': shapeOf('capture'),
  'POST /v2/payments/captures/{id}/refund': shapeOf('refund'),
  'GET /v1/reporting/transactions': shapeOf('transactions'),
  'GET /v1/customer/disputes': shapeOf('disputes'),
  'GET /v1/customer/disputes/{id}': shapeOf('dispute'),
}

test('a whole life of a payment, from both sides, is in PayPal’s words', async () => {
  exchanges = []
  for (const [locale, currency, amountMinor] of [
    ['zh_tw', 'TWD', 39_900],
    ['cz', 'EUR', 1234],
  ] as const) {
    const long = { description: 'x'.repeat(400), returnUrl: 'https://shop.example/pay-return/1' }
    const attempt = anAttempt({ ...long, locale, currency, amountMinor, attemptId: crypto.randomUUID() })
    const { providerRef } = await paypal.create(attempt)
    await paypal.query({ providerRef })
    simulator.approve(attempt.attemptId)
    await paypal.capture({ providerRef, attemptId: attempt.attemptId, currency: attempt.currency })
    await paypal.refund({
      providerRef,
      amountMinor: 100,
      currency,
      reason: 'y'.repeat(400),
      idempotencyKey: attempt.attemptId,
    })
    simulator.refund(attempt.attemptId, { amountMinor: 100, status: 'PENDING' })
    const dispute = simulator.dispute(attempt.attemptId)
    await paypal.query({ providerRef: `capture:${simulator.payment(dispute)!.capture!.id}` })
    simulator.moveDispute(dispute, 'lost')
    await paypal.query({ providerRef })
    simulator.refuseNext('/refund', 'REFUND_NOT_ALLOWED')
    await paypal
      .refund({ providerRef, amountMinor: 100, currency, reason: 'z', idempotencyKey: 'other' })
      .catch(() => undefined)
  }
  const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) }
  const listed = await paypal.list({ ...window, cursor: null })
  expect(listed.movements.map(({ says }) => says).sort()).toEqual([
    ...Array(2).fill('paid'),
    ...Array(4).fill('touched'),
  ])
  expect(listed.next).toBe('disputes')
  expect((await paypal.list({ ...window, cursor: listed.next })).movements).toHaveLength(2)
  const calls = new Set(exchanges.map(({ call }) => call))
  expect([...calls].sort()).toEqual([...Object.keys(ANSWERED), 'POST /v1/oauth2/token'].sort())
  const wrong = exchanges
    .filter(({ call }) => ANSWERED[call])
    .flatMap(({ call, status, sent, answered }) => [
      ...(sent === undefined ? [] : faults(sent, SENT[call]!, `${call} sent`)),
      ...faults(answered, status < 400 ? ANSWERED[call]! : shapeOf('refusal'), `${call} ${status}`),
    ])
  expect([...new Set(wrong)]).toEqual([])
})

test('its notices are too', async () => {
  const attempt = anAttempt({ attemptId: crypto.randomUUID() })
  const { providerRef } = await paypal.create(attempt)
  const resources: [type: string, shape: Shape][] = [
    ['CHECKOUT.ORDER.APPROVED', shapeOf('order')],
    ['PAYMENT.CAPTURE.COMPLETED', shapeOf('capture')],
    ['PAYMENT.CAPTURE.REFUNDED', shapeOf('refund')],
    ['CUSTOMER.DISPUTE.CREATED', shapeOf('dispute')],
  ]
  simulator.approve(attempt.attemptId)
  await paypal.capture({ providerRef, attemptId: attempt.attemptId, currency: attempt.currency })
  simulator.refund(attempt.attemptId, { amountMinor: 100 })
  simulator.dispute(attempt.attemptId)
  for (const [type, shape] of resources) {
    const event = JSON.parse(simulator.webhookFor(attempt.attemptId, { type }).body)
    expect(faults(event, shapeOf('event'), type)).toEqual([])
    expect(faults(event.resource, shape, type)).toEqual([])
  }
})

test('what PayPal does not know is found', () => {
  expect(faults({ amount: { currency_code: 'USD', value: 'ten' }, colour: 'red' }, shapeOf('refund request'))).toEqual([
    '/amount/value is ten',
    '/colour is not known to PayPal',
  ])
  expect(faults({ intent: 'TAKE' }, shapeOf('order request'))).toEqual([
    '/purchase_units is missing',
    '/intent is TAKE',
  ])
})
