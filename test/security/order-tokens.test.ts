// How long the tokens of an order open it, and the one cookie that holds them.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Keyring } from '#platform/crypto.ts'
import { sql } from '#platform/database/sql.ts'
import { uncounted } from '#platform/http/by-secret.ts'
import { type Caller, VISITOR } from '#platform/http/principal.ts'
import { createOrderAccess } from '#rooms/orders/buyer/access.ts'
import { addProduct, openTestShop, orderBody, type PlacedOrder, placeOrder, type TestShop } from '../harness.ts'
import { cookieNamed, cookieOf, orderAccess, setCookies, token } from './order-access.testing.ts'

let shop: TestShop
let own: PlacedOrder
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  const product = await addProduct(shop, { keys: 5 })
  own = await placeOrder(shop, orderBody([{ product }]))
})
afterAll(() => shop.close())

const { link } = orderAccess(() => shop)
const detail = async (orderId: string, headers: Record<string, string>) =>
  (await shop.call('GET', `/api/pay/detail/${orderId}`, { headers })).status

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
    bySecret: uncounted,
  })
})
