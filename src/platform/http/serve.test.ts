// Between HTTP and the handlers: what is refused before a handler hears of it, what is logged of it and what is not.

import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import { openShop } from '#server/open-shop.ts'
import {
  addProduct,
  openTestShop,
  orderBody,
  type PlacedOrder,
  placeOrder,
  statusOf,
  type TestShop,
} from '#test/harness.ts'
import { EVERY_LANGUAGE } from '../i18n/locales.ts'
import { createLog } from '../log.ts'
import { logSeldom } from '../log-seldom.ts'
import { createTestDatabase, until } from '../testing.ts'
import { defineContract } from './contract.ts'
import { VISITOR } from './principal.ts'
import { isMeant } from './same-origin.ts'
import { serveCalls, serves } from './serve.ts'

describe('a GET that changes something', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['a page of the shop', { 'sec-fetch-site': 'same-origin' }, true],
    ['an older browser’s page of the shop', { host: 'shop.example', referer: 'https://shop.example/x' }, true],
    ['a client with the order’s token', { 'order-access': 'token' }, true],
    ['a client with a bearer token', { authorization: 'Bearer token' }, true],
    ['an address bar, a bookmark', { 'sec-fetch-site': 'none' }, false],
    ['another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['a sister site', { 'sec-fetch-site': 'same-site' }, false],
    ['an older browser on another site', { host: 'shop.example', referer: 'https://evil.example/' }, false],
    ['a prefetch', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }, false],
    ['a prerendering', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' }, false],
    ['an older prefetch', { 'sec-fetch-site': 'same-origin', purpose: 'prefetch' }, false],
    ['a preview', { purpose: 'preview', 'order-access': 'token' }, false],
  ])('is meant by %s: %s %s', (_, headers, meant) => expect(isMeant(new Headers(headers))).toBe(meant))
})

describe('in a shop', () => {
  let shop: TestShop
  let order: PlacedOrder
  beforeAll(async () => {
    shop = await openTestShop({ WORKER: 'off', METRICS_TOKEN: 'a-token-of-the-test' })
    order = await placeOrder(shop, orderBody([{ product: await addProduct(shop, { keys: 1 }) }]))
  })
  afterAll(() => shop.close())

  const cancel = (method: string, headers: Record<string, string>) =>
    fetch(`${shop.shop.origin}/prod-api/api/pay/cancel/${order.orderId}`, {
      method,
      headers: { cookie: order.cookie, ...headers },
    })
  const figures = async () =>
    (await fetch(`${shop.shop.origin}/metrics`, { headers: { authorization: 'Bearer a-token-of-the-test' } })).text()

  test('an order is not cancelled by HEAD, ahead of a wish, from the address bar or another site; from its page it is', async () => {
    const head = await cancel('HEAD', { 'sec-fetch-site': 'same-origin' })
    expect(head.status).toBe(405)
    for (const headers of [
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
      { 'sec-fetch-site': 'same-origin', purpose: 'prefetch' },
    ] as Record<string, string>[])
      expect((await cancel('GET', headers)).status, JSON.stringify(headers)).toBe(403)
    expect(await statusOf(shop, order.orderId)).toBe('Unpaid')
    const answer = await cancel('GET', { 'sec-fetch-site': 'same-origin' })
    expect(answer.status).toBe(200)
    expect(await statusOf(shop, order.orderId)).toBe('Cancelled')
  })

  test('what belongs to one order varies by what opens it, and no cache in front keeps it', async () => {
    const answer = await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('vary')).toBe('cookie, order-access, authorization')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-accel-expires')).toBe('0')
    const stranger = await shop.call('GET', `/api/pay/detail/${order.orderId}`)
    expect(stranger.headers.get('vary')).toBe('cookie, order-access, authorization')
  })

  test('a body is as long as its call needs, and no longer', async () => {
    const post = (path: string, bytes: number) =>
      shop.call('POST', path, { body: `{"x":"${'a'.repeat(bytes)}"}`, headers: { 'content-type': 'application/json' } })
    expect((await post('/api/product/list', 40 * 1024)).status).toBe(413)
    expect((await post('/api/product/list', 20 * 1024)).status).not.toBe(413)
    expect((await post('/api/check/createOrder', 70 * 1024)).status).toBe(413)
    expect((await post('/api/check/createOrder', 50 * 1024)).status).toBe(400)
    expect((await post('/api/pay/notify/stripe', 300 * 1024)).status).toBe(413)
    expect((await post('/api/pay/notify/stripe', 200 * 1024)).status).toBe(403)
  })

  test('forged notices and foreign origins are counted', async () => {
    await shop.call('POST', '/api/pay/notify/stripe', {
      body: { id: 'evt_1' },
      headers: { 'stripe-signature': 't=1,v1=00' },
    })
    await shop.call('POST', '/api/check/createOrder', { body: {}, headers: { origin: 'https://evil.example' } })
    const text = await figures()
    expect(text).toMatch(
      /latchkey_suspicious_requests_total\{call="POST \/api\/pay\/notify\/\{provider\}",reason="error.signature"\} [1-9]/,
    )
    expect(text).toMatch(
      /latchkey_suspicious_requests_total\{call="POST \/api\/check\/createOrder",reason="error.foreignOrigin"\} 1/,
    )
  })
})

describe('a fault is logged, a client’s leaving is not', () => {
  const lines: { level: number; msg: string }[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = serveCalls(
    [
      serves(
        defineContract({
          'POST /echo': { summary: '', access: 'public', body: z.object({}), data: z.null() },
        }),
        { 'POST /echo': async () => null },
      ),
    ],
    {
      log,
      languages: () => EVERY_LANGUAGE,
      identify: async () => VISITOR,
      guards: {},
      guardHeaders: [],
      limit: async () => {},
      observe: () => {},
      suspicious: () => {},
    },
  )

  test('a body that breaks off is the client’s fault', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"a":'))
        controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
      },
    })
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } }
    const answer = await app.fetch(new Request('http://x/echo', init as RequestInit), { address: '127.0.0.1' })
    expect(answer.status).toBe(400)
    expect(lines.filter(({ level }) => level >= 50)).toEqual([])
  })

  test('what happens a thousand times is one line a minute, which says how often', () => {
    lines.length = 0
    const warn = logSeldom(log)
    for (let i = 0; i < 1_000; i++) warn('a', {}, 'refused', 1_000 + i)
    warn('b', {}, 'refused', 2_000)
    warn('a', {}, 'refused', 61_001)
    expect(lines).toMatchObject([{ msg: 'refused' }, { msg: 'refused' }, { msg: 'refused', sinceLastLine: 999 }])
  })
})

test('forged notices and foreign origins are said in the log, without a word of theirs', async () => {
  const lines: string[] = []
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(inject('dataDir'), 'said-'))
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: 'off',
    WORKER: 'off',
    PICTURES_AHEAD: '0',
  }
  const shop = await openShop(readConfig(env), createLog('warn', { write: (line) => void lines.push(line) }))
  try {
    const post = (path: string, headers: Record<string, string>) =>
      fetch(`${shop.origin}/prod-api${path}`, {
        method: 'POST',
        body: '{"planted":"PLANTED"}',
        headers: { 'content-type': 'application/json', ...headers },
      })
    expect((await post('/api/pay/notify/stripe', { 'stripe-signature': 't=1,v1=PLANTED' })).status).toBe(403)
    expect((await post('/api/check/createOrder', { origin: 'https://planted.example' })).status).toBe(403)
    const said = lines.map((line) => JSON.parse(line)).filter(({ reason }) => reason)
    expect(said).toMatchObject([
      { level: 40, call: 'POST /api/pay/notify/{provider}', reason: 'error.signature' },
      { level: 40, call: 'POST /api/check/createOrder', reason: 'error.foreignOrigin' },
    ])
    expect(lines.join('')).not.toMatch(/planted/i)
  } finally {
    await shop.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a shop outlives a body that breaks off on the wire', async () => {
  const shop = await openTestShop({ WORKER: 'off' })
  try {
    const { hostname, port } = new URL(shop.shop.origin)
    const socket = connect(Number(port), hostname)
    await new Promise<void>((resolve) =>
      socket.write(
        `POST /prod-api/api/product/list HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"na`,
        () => resolve(),
      ),
    )
    socket.resetAndDestroy()
    await until(async () => (await shop.call('GET', '/api/home/rate')).status === 200, 'it answers')
  } finally {
    await shop.close()
  }
})

test('a busy shop says whether a call may have changed something before: its database may have gone before it or in the middle of it, or have no room', async () => {
  let gone = new Error('Connection terminated unexpectedly')
  let goesWhen: 'asked who' | 'doing' = 'asked who'
  const data = { data: z.null() }
  const contract = defineContract({
    'GET /api/look': { summary: '', access: 'public', ...data },
    'POST /api/act': { summary: '', access: 'public', perMinute: 9, ...data },
  })
  const away = async () => {
    if (goesWhen === 'doing') throw gone
    return null
  }
  const app = serveCalls([serves(contract, { 'GET /api/look': away, 'POST /api/act': away })], {
    log: createLog('silent'),
    identify: async () => VISITOR,
    guards: {},
    guardHeaders: [],
    languages: () => EVERY_LANGUAGE,
    limit: async () => {
      if (goesWhen === 'asked who') throw gone
    },
    suspicious: () => {},
    observe: () => {},
  })
  const said = async (method: string, path: string) => {
    const answer = await app.request(path, { method }, { address: '192.0.2.1' })
    return [answer.status, answer.headers.get('retry-after'), await answer.json()]
  }
  const busy = { code: 503, msg: 'error.unavailable', requestId: expect.any(String) }
  expect(await said('POST', '/api/act')).toEqual([503, '5', busy])
  for (const what of [gone, Object.assign(new Error('could not extend file'), { code: '53100' })]) {
    ;[gone, goesWhen] = [what, 'doing']
    expect(await said('POST', '/api/act')).toEqual([503, '5', { ...busy, data: { mayBeDone: true } }])
    expect(await said('GET', '/api/look')).toEqual([503, '5', busy])
  }
})
