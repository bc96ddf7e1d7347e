// Who may see an order: whoever placed it or was sent its link, and nobody else.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { billing } from '#rooms/payments/cards.testing.ts'
import { freePort } from '../free-port.testing.ts'
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
} from '../harness.ts'
import { type DatabaseView, viewDatabase } from './database.testing.ts'
import { cookieOf, orderAccess, setCookies, token } from './order-access.testing.ts'

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

const { link } = orderAccess(() => shop)

/** Every call that needs the order's token, about this order. */
const calls = (orderId: string): [string, string, object?][] => [
  ['GET', `/api/pay/detail/${orderId}`],
  ['GET', `/api/profile/order/pointCode/${orderId}`],
  ['GET', `/api/profile/order/track/${orderId}`],
  ['GET', `/api/pay/payssion/state?order_id=${orderId}`],
  ['GET', `/api/pay/cancel/${orderId}`],
  ['POST', '/api/pay/toPay', { orderId }],
  ['POST', '/api/pay/toPay', { orderId, paymentId: STRIPE }],
  ['POST', '/api/pay/eecpay', { orderId, ...billing() }],
  ['POST', `/api/profile/order/endLinks/${orderId}`],
  ['POST', `/api/pay/moneyBack/${orderId}`],
]

async function answersTo(orderId: string, headers: Record<string, string>) {
  // What is counted by the minute is no part of this.
  await shop.db.run(sql`delete from rate_limits`)
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
    .filter(([, { access }]) => typeof access === 'object' && 'holder' in access && access.holder === 'order')
    .map(([name]) => name.replace(/\/\{\w+\}/, ''))
  const tried = calls('').map(([method, path]) => `${method} ${path.split('?')[0]!.replace(/\/$/, '')}`)
  expect(new Set(tried)).toEqual(new Set(declared))
})

describe('a stranger with', () => {
  const idOf = (text: string) => text.slice(0, 22)
  const flipped = (text: string) => (text[45] === 'A' ? 'B' : 'A')
  const reversioned = (text: string) => {
    const bytes = Buffer.from(text, 'base64url')
    bytes.writeUInt32BE(2, 17)
    return bytes.toString('base64url')
  }
  test.each<[string, () => Record<string, string>]>([
    ['no cookie', () => ({})],
    ['the cookies of another order', () => ({ cookie: other.cookie })],
    ['another order’s token behind this order’s id', () => cookieOf(idOf(token(own)) + token(other).slice(22))],
    ['another order’s link', () => ({ 'order-access': link(other.orderId) })],
    ['this order’s link as a cookie', () => cookieOf(token(own).slice(0, 21) + link(own.orderId))],
    ['the cookie’s token as a link', () => ({ 'order-access': token(own).slice(22) })],
    [
      'a token with one letter changed',
      () => cookieOf(token(own).slice(0, 45) + flipped(token(own)) + token(own).slice(46)),
    ],
    ['a token of another version', () => cookieOf(reversioned(token(own)))],
    ['a token that was cut', () => cookieOf(token(own).slice(0, -4))],
    ['a token that was lengthened', () => cookieOf(`${token(own)}AAAA`)],
    ['an empty token', () => cookieOf('')],
    ['an empty header', () => ({ 'order-access': '' })],
    ['the order’s id as the token', () => ({ ...cookieOf(own.orderId), 'order-access': own.orderId })],
    ['the order’s number as the token', () => ({ 'order-access': own.orderNo })],
    ['the token as a bearer token', () => ({ authorization: `Bearer ${token(own)}` })],
    ['the token under a name that only looks alike', () => ({ cookie: `Orders=${token(own)}; order_=${token(own)}` })],
    ['a browser’s cookie that somebody made up', () => ({ cookie: `checkout=${'A'.repeat(22)}` })],
    ['a link that has ended', () => ({ 'order-access': link(own.orderId, { days: -1 }) })],
    ['a link of a version that is not yet', () => ({ 'order-access': link(own.orderId, 'order', 2) })],
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
  const first = await shop.call('GET', `/api/pay/detail/${own.orderId}`, {
    headers: { 'order-access': link(own.orderId) },
  })
  expect(first.status).toBe(200)
  const again = await shop.call('GET', `/api/pay/detail/${own.orderId}`, { headers: { cookie: setCookies(first) } })
  expect(again.status).toBe(200)
  expect(again.headers.getSetCookie()).toEqual([])
})

test('the cookies are for the API alone, out of reach of scripts and of other sites’ requests', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const answer = await shop.call('POST', '/api/check/createOrder', { body: orderBody([{ product }]) })
  const cookies = answer.headers.getSetCookie()
  expect(cookies.map((cookie) => cookie.split('=')[0]).sort()).toEqual(['checkout', 'orders'])
  for (const cookie of cookies)
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=15552000',
      'Path=/prod-api',
      'SameSite=Lax',
    ])
})

test('of two orders the tokens have nothing in common, and neither is in an answer’s body or in the address to pay at', async () => {
  expect(token(own)).toMatch(/^[\w-]{60}$/)
  expect(token(own).slice(45)).not.toBe(token(other).slice(45))
  const shown = await shop.call('GET', `/api/pay/detail/${own.orderId}`, { headers: { cookie: own.cookie } })
  for (const text of [JSON.stringify(shown.body), own.url]) expect(text).not.toContain(token(own).slice(45))
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
  const secure = await openTestShop({
    SHOP_MODE: 'demo',
    PUBLIC_URL: 'https://shop.example/',
    PORT: String(port),
    WORKER: 'off',
  })
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
