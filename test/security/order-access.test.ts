import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Keyring } from '#platform/crypto.ts'
import { sql } from '#platform/database/sql.ts'
import { type Caller, VISITOR } from '#platform/http/principal.ts'
import { until } from '#platform/testing.ts'
import { createOrderAccess, type LinkValidity } from '#rooms/orders/buyer/access.ts'
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

const cookieNamed = (name: string, cookie: string) => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(cookie)?.[1] ?? ''
/** What the browser's cookie holds of the order: its id and its token. */
const token = (order: PlacedOrder) => cookieNamed('orders', order.cookie)
const cookieOf = (value: string) => ({ cookie: `orders=${value}` })
const access = () => createOrderAccess({ db: shop.db, keyring: shop.shop.ground.keyring, https: false })
const link = (orderId: string, validity: LinkValidity = 'order', linkVersion = 1) =>
  access().linkToken({ id: orderId, linkVersion }, validity)
const setCookies = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
const detail = async (orderId: string, headers: Record<string, string>) =>
  (await shop.call('GET', `/api/pay/detail/${orderId}`, { headers })).status

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

describe('one cookie', () => {
  test('opens all orders of a browser, the newest 50, and is never larger than browsers keep', async () => {
    const product = await addProduct(shop, { keys: 60 })
    let cookie = ''
    const orders: PlacedOrder[] = []
    for (let i = 0; i < 55; i++) {
      const placed = await placeOrder(shop, orderBody([{ product }]), { cookie })
      orders.push(placed)
      cookie = `orders=${token(placed)}`
    }
    expect(cookie.length).toBeLessThan(4000)
    expect(await Promise.all(orders.map(({ orderId }) => detail(orderId, { cookie })))).toEqual([
      ...Array(5).fill(404),
      ...Array(50).fill(200),
    ])
  })

  test('that another tab’s answer overwrote costs nothing: the browser made both orders', async () => {
    const product = await addProduct(shop, { keys: 2 })
    const begun = await shop.call('POST', '/api/check/begin')
    const checkout = { cookie: setCookies(begun) }
    const [first, second] = await Promise.all([
      placeOrder(shop, orderBody([{ product }]), checkout),
      placeOrder(shop, orderBody([{ product }]), checkout),
    ])
    const cookie = `${checkout.cookie}; ${second.cookie}`
    const found = await shop.call('GET', `/api/pay/detail/${first.orderId}`, { headers: { cookie } })
    expect(found.status).toBe(200)
    expect(setCookies(found)).toContain(token(first).slice(0, 22))
  })

  test('replaces 200 cookies of before, which made every request too large to be answered', async () => {
    const { keyring } = shop.shop.ground
    const old = (orderId: string) =>
      `order_${orderId}=${keyring.fingerprint('order-access', orderId).toString('base64url')}`
    let jar = [old(own.orderId), ...Array.from({ length: 199 }, () => old(randomUUID()))]
    let current = ''
    for (let visit = 0; visit < 20 && jar.length > 0; visit++) {
      const cookie = [...jar, current].filter(Boolean).join('; ')
      const answer = await shop.call('GET', `/api/pay/detail/${own.orderId}`, { headers: { cookie } })
      expect(answer.status).toBe(200)
      for (const said of answer.headers.getSetCookie()) {
        const name = said.split('=')[0]!
        if (said.includes('Max-Age=0')) jar = jar.filter((entry) => !entry.startsWith(`${name}=`))
        else current = said.split(';')[0]!
      }
      if (answer.headers.getSetCookie().length === 0)
        await shop.call('POST', '/api/check/begin', { headers: { cookie } })
    }
    expect(jar).toEqual([])
    expect(await detail(own.orderId, { cookie: current })).toBe(200)
  })
})

describe('tokens end', () => {
  const closed = async (days: number) => {
    const product = await addProduct(shop, { keys: 1 })
    const order = await placeOrder(shop, orderBody([{ product }]))
    await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
    await shop.db.run(sql`
      update order_events set at = at - ${days} * interval '1 day' where order_id = ${order.orderId} and to_status = 'Cancelled'`)
    return order
  }
  const opens = async (order: PlacedOrder) => [
    await detail(order.orderId, cookieOf(token(order))),
    await detail(order.orderId, { 'order-access': link(order.orderId) }),
  ]

  test('180 days after the order was closed, links and cookies alike', async () => {
    expect(await opens(await closed(179))).toEqual([200, 200])
    expect(await opens(await closed(181))).toEqual([404, 404])
  })

  /** With what happened to it, each so many days ago, the oldest first. */
  const withPast = async (past: [to: string, daysAgo: number][]) => {
    const product = await addProduct(shop, { keys: 1 })
    const order = await placeOrder(shop, orderBody([{ product }]))
    const delivered = past.find(([to]) => to === 'Delivered')
    await shop.db.run(sql`
      update orders set status = ${past.at(-1)![0]}, delivered_at = now() - ${delivered?.[1] ?? null}::int * interval '1 day'
      where id = ${order.orderId}`)
    for (const [to, daysAgo] of past)
      await shop.db.run(sql`
        insert into order_events (order_id, to_status, actor, reason, at)
        values (${order.orderId}, ${to}, 'system', 'a test', now() - ${daysAgo}::int * interval '1 day')`)
    return order
  }
  const bought = (daysAgo: number): [string, number][] => [['Paid', daysAgo], ['Delivered', daysAgo]] // biome-ignore format: one line

  test.each<[string, [string, number][], boolean]>([
    ['lately', [...bought(195), ['PartlyRefunded', 190]], false],
    ['a little too late for that', [...bought(193), ['PartlyRefunded', 190]], true],
    ['late, and completed before', [...bought(195), ['Completed', 181], ['PartlyRefunded', 0]], false],
    ['early, and wholly lately', [...bought(250), ['PartlyRefunded', 240], ['Refunded', 0]], false],
    ['before its dispute', [...bought(195), ['PartlyRefunded', 190], ['Disputed', 3], ['PartlyRefunded', 0]], false],
  ])('of an order refunded in part %s', async (_, past, isOpen) => {
    expect(await opens(await withPast(past))).toEqual(isOpen ? [200, 200] : [404, 404])
  })

  test.each<[string, [string, number][], boolean]>([
    ['refunded', [...bought(195), ['Completed', 181], ['Refunded', 0]], false],
    ['disputed', [...bought(195), ['Completed', 181], ['Disputed', 0]], false],
    ['completed after a dispute', [...bought(195), ['Completed', 181], ['Disputed', 3], ['Completed', 0]], false],
    ['disputed before it was ever closed', [...bought(195), ['Disputed', 0]], true],
    ['paid after its end', [['Expired', 300], ...bought(195), ['Completed', 179]], true],
    ['paid after its end, long ago', [['Expired', 300], ...bought(195), ['Completed', 181]], false],
  ])('once, whatever comes later: %s', async (_, past, isOpen) => {
    expect(await opens(await withPast(past))).toEqual(isOpen ? [200, 200] : [404, 404])
  })

  test('never while it is not closed', async () => {
    const product = await addProduct(shop, { keys: 1 })
    const order = await placeOrder(shop, orderBody([{ product }]))
    await shop.db.run(
      sql`update orders set placed_at = placed_at - interval '800 days', expires_at = expires_at - interval '800 days' where id = ${order.orderId}`,
    )
    expect(await opens(order)).toEqual([200, 200])
  })

  test('a fresh link opens an old order for its 30 days, and the cookie that it leaves ends with it', async () => {
    const order = await closed(700)
    const fresh = await shop.call('GET', `/api/pay/detail/${order.orderId}`, {
      headers: { 'order-access': link(order.orderId, { days: 30 }) },
    })
    expect(fresh.status).toBe(200)
    const held = Buffer.from(cookieNamed('orders', setCookies(fresh)), 'base64url')
    const end = held.readUInt32BE(16 + 9) - Date.now() / 1000
    expect(Math.round(end / 86_400)).toBe(30)
    expect(await detail(order.orderId, { cookie: setCookies(fresh) })).toBe(200)
  })

  test('when the links sent so far are ended: elsewhere at once, cookies that they left too; not this browser, not its later links', async () => {
    const product = await addProduct(shop, { keys: 1 })
    const order = await placeOrder(shop, orderBody([{ product }]))
    const leaked = { 'order-access': link(order.orderId) }
    const thief = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: leaked })
    const ended = await shop.call('POST', `/api/profile/order/endLinks/${order.orderId}`, {
      headers: { cookie: order.cookie },
    })
    expect(ended.status).toBe(200)
    expect(await detail(order.orderId, leaked)).toBe(404)
    expect(await detail(order.orderId, { cookie: setCookies(thief) })).toBe(404)
    expect(await detail(order.orderId, cookieOf(token(order)))).toBe(200)
    expect(await detail(order.orderId, { 'order-access': link(order.orderId, 'order', 2) })).toBe(200)
  })

  test('whoever came by a link and ends the links stays', async () => {
    const product = await addProduct(shop, { keys: 1 })
    const order = await placeOrder(shop, orderBody([{ product }]))
    const came = await shop.call('GET', `/api/pay/detail/${order.orderId}`, {
      headers: { 'order-access': link(order.orderId) },
    })
    const ended = await shop.call('POST', `/api/profile/order/endLinks/${order.orderId}`, {
      headers: { cookie: setCookies(came) },
    })
    expect(await detail(order.orderId, { cookie: setCookies(came) })).toBe(404)
    expect(await detail(order.orderId, { cookie: setCookies(ended) })).toBe(200)
  })

  test('when a computer is forgotten: all its orders, a copy of its cookies too; links in mails stay', async () => {
    const product = await addProduct(shop, { keys: 2 })
    const first = await placeOrder(shop, orderBody([{ product }]))
    const second = await placeOrder(shop, orderBody([{ product }]), { cookie: first.cookie })
    const cookie = `${cookieNamed('checkout', first.cookie) && first.cookie.split('; ').find((c) => c.startsWith('checkout='))}; ${second.cookie}`
    expect(await detail(first.orderId, { cookie })).toBe(200)
    const forgotten = await shop.call('POST', '/api/profile/order/forgetComputer', { headers: { cookie } })
    expect(forgotten.headers.getSetCookie().map((text) => text.split(';')[0])).toEqual(['orders=', 'checkout='])
    for (const { orderId } of [first, second]) {
      expect(await detail(orderId, { cookie })).toBe(404)
      expect(await detail(orderId, { 'order-access': link(orderId) })).toBe(200)
    }
  })

  test('not when the vault’s key is rotated, also when the oldest is taken out', async () => {
    const product = await addProduct(shop, { keys: 1 })
    const order = await placeOrder(shop, orderBody([{ product }]))
    const [now, later, latest] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
    const by = (...keys: Buffer[]) => createOrderAccess({ db: shop.db, keyring: new Keyring(keys), https: false })
    const text = by(now).linkToken({ id: order.orderId, linkVersion: 1 }, 'order')
    const tries = (access: ReturnType<typeof by>, token = text) =>
      access
        .require(order.orderId, callerWith({ 'order-access': token }))
        .then(() => 'open')
        .catch((error: Error) => error.message)
    expect(await tries(by(later, now))).toBe('open')
    expect(await tries(by(latest, now, later))).toBe('open')
    expect(await tries(by(latest, later))).toBe('error.notFound')
    // What is written now is signed with the newest key, and stays when an older one is taken out.
    const written = by(later, now).linkToken({ id: order.orderId, linkVersion: 1 }, 'order')
    expect(await tries(by(latest, later), written)).toBe('open')
  })

  const callerWith = (headers: Record<string, string>): Caller => ({
    requestId: '',
    principal: VISITOR,
    locale: 'en-US',
    address: '127.0.0.1',
    country: undefined,
    headers: new Headers(headers),
    setCookie: () => {},
  })
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
