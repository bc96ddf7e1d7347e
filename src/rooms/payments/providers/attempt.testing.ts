// For the tests of this folder: an attempt at paying, and an HTTP server that stands where the shop would.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentAttempt } from './provider.ts'

let attempts = 0

export function anAttempt(over: Partial<PaymentAttempt> = {}): PaymentAttempt {
  return {
    attemptId: `attempt-${++attempts}`,
    orderId: '11111111-1111-4111-8111-111111111111',
    orderNo: 'K7QX2M',
    amountMinor: 1234,
    currency: 'USD',
    description: 'Two keys & a "card"',
    code: null,
    email: 'buyer@example.com',
    locale: 'en-US',
    returnUrl: 'http://127.0.0.1:9/pay/return?order_no=K7QX2M',
    cancelUrl: 'http://127.0.0.1:9/pay/return?order_no=K7QX2M&cancelled=1',
    notifyUrl: 'http://127.0.0.1:9/notify',
    expiresAt: new Date(Date.now() + 1_800_000),
    ...over,
  }
}

export interface Receiver {
  url: string
  received: { body: string; headers: Headers }[]
  /** What it answers, with 200. */
  answer: string
  close(): void
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      receiver.received.push({ body, headers: new Headers(request.headers as Record<string, string>) })
      response.end(receiver.answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = { url, received: [], answer: '{}', close: () => server.close() }
  return receiver
}
