import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addProduct,
  attemptOf,
  callShop,
  openTestShop,
  orderBody,
  type PlacedOrder,
  placeOrder,
  STRIPE,
  type TestShop,
} from '#src/testing.ts'
import { type DatabaseView, viewDatabase } from './database.testing.ts'
import { freePort } from './requests.testing.ts'

let shop: TestShop
let view: DatabaseView
let own: PlacedOrder
let other: PlacedOrder
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  view = await viewDatabase(shop.databaseUrl)
  const product = await addProduct(shop, { keys: 5 })
  own = await placeOrder(shop, orderBody([{ product }]))
  other = await placeOrder(shop, orderBody([{ product }]))
})
afterAll(async () => {
  await view.close()
  await shop.close()
})

const token = (order: PlacedOrder) => order.cookie.split('=')[1]!
const cookieOf = (orderId: string, value: string) => ({ cookie: `order_${orderId}=${value}` })

/** Every call that needs the order's token, about this order. */
const calls = (orderId: string): [string, string, object?][] => [
  ['GET', `/api/pay/detail/${orderId}`],
  ['GET', `/api/profile/order/pointCode/${orderId}`],
  ['GET', `/api/pay/payssion/state?order_id=${orderId}`],
  ['GET', `/api/pay/cancel/${orderId}`],
  ['POST', '/api/pay/toPay', { orderId }],
  ['POST', '/api/pay/toPay', { orderId, paymentId: STRIPE }],
]

async function answersTo(orderId: string, headers: Record<string, string>) {
  const answers = []
  for (const [method, path, body] of calls(orderId)) {
    const { status, body: answer, headers: said } = await shop.call(method, path, { headers, body })
    answers.push({ status, answer, cookies: said.getSetCookie() })
  }
  return answers
}

test('every call about an order is among those that strangers are tried at', () => {
  const declared = shop.shop.contracts
    .flatMap((contract) => Object.entries(contract))
    .filter(([, call]) => call.access === 'order')
    .map(([name]) => name.replace(/\/\{\w+\}/, ''))
  const tried = calls('').map(([method, path]) => `${method} ${path.split('?')[0]!.replace(/\/$/, '')}`)
  expect(new Set(tried)).toEqual(new Set(declared))
})

describe('a stranger with', () => {
  const flipped = (text: string) => (text[5] === 'A' ? 'B' : 'A')
  test.each<[string, () => Record<string, string>]>([
    ['no cookie', () => ({})],
    ['the cookie of another order', () => ({ cookie: other.cookie })],
    ['another order’s token under this order’s name', () => cookieOf(own.orderId, token(other))],
    ['another order’s token in the header', () => ({ 'order-access': token(other) })],
    [
      'a token with one letter changed',
      () => cookieOf(own.orderId, token(own).slice(0, 5) + flipped(token(own)) + token(own).slice(6)),
    ],
    ['a token that was cut', () => cookieOf(own.orderId, token(own).slice(0, -2))],
    ['a token that was lengthened', () => cookieOf(own.orderId, `${token(own)}AAAA`)],
    ['an empty token', () => cookieOf(own.orderId, '')],
    ['an empty header', () => ({ 'order-access': '' })],
    ['the order’s id as the token', () => ({ ...cookieOf(own.orderId, own.orderId), 'order-access': own.orderId })],
    ['the order’s number as the token', () => ({ 'order-access': own.orderNo })],
    ['the token as a bearer token', () => ({ authorization: `Bearer ${token(own)}` })],
    [
      'the token under a name that only looks alike',
      () => ({ cookie: `Order_${own.orderId}=${token(own)}; order_=${token(own)}` }),
    ],
    ['a claim to be the shop', () => ({ 'x-forwarded-for': '127.0.0.1', 'x-user-id': '1', cookie: 'admin=true' })],
  ])('%s is told the same as of an order that does not exist, and changes nothing', async (_, headers) => {
    const before = await view.picture()
    const [existing, missing] = [await answersTo(own.orderId, headers()), await answersTo(randomUUID(), headers())]
    expect(existing).toEqual(missing)
    for (const { status, answer, cookies } of existing) {
      expect({ status, answer, cookies }).toEqual({
        status: 404,
        answer: { code: 404, msg: 'error.notFound' },
        cookies: [],
      })
    }
    expect(await view.picture()).toEqual(before)
  })
})

test('whoever placed the order sees it, and no other', async () => {
  const detail = await shop.call('GET', `/api/pay/detail/${own.orderId}`, { headers: { cookie: own.cookie } })
  expect(detail.body.data).toMatchObject({ orderId: own.orderId, orderNo: own.orderNo, orderStatus: 'Unpaid' })
  // Capital letters name the same order and are not in the cookie's name: no way around the token.
  const capital = await shop.call('GET', `/api/pay/detail/${own.orderId.toUpperCase()}`, {
    headers: { cookie: own.cookie },
  })
  expect(capital.status).toBe(404)
})

test('the token of a mail’s link opens the order and leaves the cookie that opens it again', async () => {
  const first = await shop.call('GET', `/api/pay/detail/${own.orderId}`, { headers: { 'order-access': token(own) } })
  expect(first.status).toBe(200)
  const [cookie] = first.headers.getSetCookie()
  expect(cookie).toContain(`order_${own.orderId}=${token(own)}`)
  const again = await shop.call('GET', `/api/pay/detail/${own.orderId}`, {
    headers: { cookie: cookie!.split(';')[0]! },
  })
  expect(again.status).toBe(200)
  expect(again.headers.getSetCookie()).toEqual([])
})

test('the cookie is for the API alone, out of reach of scripts and of other sites’ requests', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const answer = await shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) })
  const [cookie, ...more] = answer.headers.getSetCookie()
  expect(more).toEqual([])
  const [, ...attributes] = cookie!.split('; ')
  expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/prod-api', 'SameSite=Lax'])
})

test('of two orders the tokens have nothing in common, and neither is in an answer’s body or in the address to pay at', async () => {
  expect(token(own)).toMatch(/^[\w-]{43}$/)
  expect(token(own)).not.toBe(token(other))
  const detail = await shop.call('GET', `/api/pay/detail/${own.orderId}`, { headers: { cookie: own.cookie } })
  for (const text of [JSON.stringify(detail.body), own.url]) expect(text).not.toContain(token(own))
})

describe('a page of another site', () => {
  const foreign: [string, Record<string, string>][] = [
    ['by its Origin', { origin: 'https://evil.example' }],
    ['by an opaque Origin', { origin: 'null' }],
    ['by Fetch Metadata', { 'sec-fetch-site': 'cross-site' }],
    ['on a sister domain', { 'sec-fetch-site': 'same-site' }],
    ['by its Referer', { referer: 'https://evil.example/page' }],
  ]
  test.each(foreign)('known %s writes nothing with a shopper’s cookie', async (_, headers) => {
    const product = await addProduct(shop, { keys: 1 })
    const before = await view.picture()
    const attempts = [
      await shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]), headers }),
      await shop.call('POST', '/api/pay/toPay', {
        body: { orderId: own.orderId },
        headers: { ...headers, cookie: own.cookie },
      }),
      await shop.call('GET', `/api/pay/cancel/${own.orderId}`, { headers: { ...headers, cookie: own.cookie } }),
    ]
    for (const { status, body } of attempts)
      expect({ status, body }).toEqual({ status: 403, body: { code: 403, msg: 'error.foreignOrigin' } })
    expect(await view.picture()).toEqual(before)
  })

  test('is not what a page of this shop is taken for', async () => {
    const headers = { cookie: own.cookie, origin: shop.shop.origin, 'sec-fetch-site': 'same-origin' }
    const answer = await shop.call('POST', '/api/pay/toPay', { body: { orderId: own.orderId }, headers })
    expect(answer.status).toBe(200)
  })
})

test('whoever holds the order’s cookie can cancel it; then nobody can pay it', async () => {
  const cancelled = await shop.call('GET', `/api/pay/cancel/${other.orderId}`, { headers: { cookie: other.cookie } })
  expect(cancelled.body.data).toEqual({ orderStatus: 'Cancelled' })
  const pay = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: other.orderId },
    headers: { cookie: other.cookie },
  })
  expect({ status: pay.status, msg: pay.body.msg }).toEqual({ status: 422, msg: 'pay.notUnpaid' })
})

test('behind https the cookie is Secure and the browser is told to stay with https', async () => {
  const port = await freePort()
  const secure = await openTestShop({ PUBLIC_URL: 'https://shop.example/', PORT: String(port), WORKER: 'off' })
  try {
    const product = await addProduct(secure, { keys: 1 })
    const answer = await callShop(`http://127.0.0.1:${port}`, 'POST', '/api/check/createOrder', {
      body: orderBody([{ product }]),
    })
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Secure(;|$)/)
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  } finally {
    await secure.close()
  }
})

test('the link in the delivery mail opens the order for who has no cookie', async () => {
  const mailing = await openTestShop()
  try {
    const product = await addProduct(mailing, { keys: 1 })
    const order = await placeOrder(mailing, orderBody([{ product }]))
    mailing.stripe.pay(await attemptOf(mailing, order.orderId), { outcome: 'completed' })
    const mail = await until(
      () => mailing.db.maybe<{ id: string }>(sql`select id from mails where state = 'kept' and template = 'delivery'`),
      'the mail is written',
    )
    const text = await (await fetch(`${mailing.shop.origin}/sandbox/mail/${mail.id}/text`)).text()
    const link = new URL(/https?:\S+/.exec(text)![0])
    expect(link.origin).toBe(mailing.shop.origin)
    expect((await fetch(link)).status).toBe(200)
    // The token is in the fragment, which no browser sends and no log keeps.
    expect(link.search).not.toContain('access')
    const access = new URLSearchParams(link.hash.slice(1)).get('access')!
    const keys = await mailing.call('GET', `/api/profile/order/pointCode/${link.searchParams.get('order_id')}`, {
      headers: { 'order-access': access },
    })
    expect(keys.body.data[0].keys).toHaveLength(1)
    expect(text).toContain(keys.body.data[0].keys[0])
  } finally {
    await mailing.close()
  }
})
