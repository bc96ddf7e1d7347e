import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { BODY_BYTES, type Call, type CallName } from '#platform/http/contract.ts'
import { kindAsked } from '#platform/http/principal.ts'
import { until } from '#platform/testing.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  openTestShop,
  orderBody,
  placeOrder,
  type TestProduct,
  type TestShop,
} from '../harness.ts'
import { type DatabaseView, viewDatabase } from './database.testing.ts'
import { hostileRequest } from './hostile.testing.ts'
import { expectNoInsides, type RawAnswer, send } from './requests.testing.ts'

let shop: TestShop
let view: DatabaseView
let product: TestProduct
let calls: [CallName, Call][]
beforeAll(async () => {
  // Without jobs the database stands still unless a call writes.
  shop = await openTestShop({ WORKER: 'off', TRUSTED_PROXIES: '127.0.0.1' })
  view = await viewDatabase(shop.databaseUrl)
  product = await addProduct(shop, { keys: 5 })
  const path = `/prod-api/api/product/info?zhname=${product.slug}&categoryName=games`
  await until(async () => (await fetch(shop.shop.origin + path)).ok, 'its shelf is known')
  await placeOrder(shop, orderBody([{ product }]))
  // The first key to which passwords are encrypted is made when somebody first asks for it.
  await shop.call('GET', '/api/security/jwks')
  calls = shop.shop.contracts.flatMap((contract) => Object.entries(contract) as [CallName, Call][])
})
afterAll(async () => {
  await view.close()
  await shop.close()
})

const origin = () => shop.shop.origin
// How often somebody asks is counted before what he asks is read; here every request is somebody's first.
let asked = 0
const another = () => ({ 'x-forwarded-for': `198.18.${(++asked >> 8) & 255}.${asked & 255}` })
const forgetCounts = () => shop.db.run(sql`delete from rate_limits`)

const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  send(origin(), 'POST', `/prod-api${path}`, {
    body,
    headers: { 'content-type': 'application/json', ...another(), ...headers },
  })

/** What a stranger may write without asking anybody: right requests are kept, and only wrong ones write nothing. */
const OPEN_TO_ALL = new Set([
  'POST /api/bottom/withdraw',
  'POST /api/bottom/saveDeal',
  'POST /api/bottom/subscription',
  'POST /api/bottom/saveFeedbacks',
  'POST /api/saveVisit',
  // A job, whether there is such an order or not.
  'POST /api/profile/order/find',
  // Each asks for a row of its own.
  'GET /captchaImage',
  'POST /api/login/passkey/begin',
  'POST /office/session/passkey/begin',
])

function envelopeOf(answer: RawAnswer): { code: number; msg: string } {
  expectNoInsides(answer.text)
  const body = JSON.parse(answer.text)
  expect(body).toMatchObject({ code: answer.status === 422 ? 500 : answer.status, msg: expect.any(String) })
  return body
}

async function expectRefused(answer: RawAnswer, status: number, msg?: string) {
  expect(answer.status).toBe(status)
  const body = envelopeOf(answer)
  if (msg) expect(body.msg).toBe(msg)
}

/** Whatever `act` does, no row of the database is another afterwards. */
async function writesNothing(act: () => Promise<void>) {
  const before = await view.picture()
  await act()
  expect(await view.picture()).toEqual(before)
}

// There are hundreds of calls: a part of them is a test, whose time is bounded.
const PARTS = 4
test.each(Array.from({ length: PARTS }, (_, part) => part))(
  'whatever a call is sent, it answers with the envelope and never with a fault, and what it refuses writes nothing (part %i)',
  async (part) => {
    expect(calls.length).toBeGreaterThan(20)
    for (const [name, call] of calls.filter((_, at) => at % PARTS === part)) {
      let before = await view.picture()
      await forgetCounts()
      await fc.assert(
        fc.asyncProperty(hostileRequest(name, call), async ({ method, path, headers, body }) => {
          const answer = await send(origin(), method, path, { headers, body })
          // HTTP itself refuses some of these before the shop sees them.
          if (answer.status === 431) return
          envelopeOf(answer)
          expect(answer.status, answer.text).toBeGreaterThanOrEqual(200)
          expect(answer.status, answer.text).toBeLessThan(500)
          if (answer.status === 200 && OPEN_TO_ALL.has(name)) before = await view.picture()
        }),
        { numRuns: 60 },
      )
      expect(await view.picture(), name).toEqual(before)
    }
  },
)

test('every call with a body refuses malformed JSON, other content types, deep nesting and oversize', async () => {
  const bodies = calls.filter(([, call]) => call.body)
  expect(bodies.length).toBeGreaterThan(3)
  const member = await addMember(shop)
  const employee = await addStaff(shop)
  await writesNothing(async () => {
    for (const [name, call] of bodies) {
      const path = name.split(' ')[1]!
      // Whoever is let in is refused for what he sends.
      const as: Record<string, string> =
        call.access === 'member'
          ? { authorization: `Bearer ${member.token}` }
          : kindAsked(call) === 'staff'
            ? { cookie: employee.cookie }
            : {}
      for (const text of ['', '{', 'null', '[]', '"text"', '{"a":NaN}', '{"a":1}{"b":2}', "{'a':1}", '\ud800'])
        if (!(text === 'null' || text === '[]' || text === '"text"'))
          await expectRefused(await post(path, text, as), 400, 'error.invalid')
      for (const text of ['null', '[]', '"text"', '7'])
        await expectRefused(await post(path, text, as), 400, 'error.invalid')
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
        await expectRefused(await post(path, '{}', { ...as, 'content-type': type }), 400, 'error.invalid')
      }
      const most = call.maxBodyBytes ?? BODY_BYTES
      const deep = Math.floor(most / 8)
      await expectRefused(await post(path, '['.repeat(most), as), 400)
      await expectRefused(await post(path, `${'['.repeat(deep)}${']'.repeat(deep)}`, as), 400)
      await expectRefused(await post(path, `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`, as), 400)
      await expectRefused(await post(path, ' '.repeat(most + 1), as), 413, 'error.tooLarge')
    }
  })
})

test('a body that does not say how long it is is cut off at the same size', async () => {
  await writesNothing(async () => {
    const answer = await send(origin(), 'POST', '/prod-api/api/check/createOrder', {
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      body: ' '.repeat(300_000),
    })
    await expectRefused(answer, 413, 'error.tooLarge')
    // What is left of it would be taken for the next request.
    expect(answer.headers.connection).toBe('close')
    const notice = await send(origin(), 'POST', '/prod-api/api/pay/notify/stripe', { body: new Uint8Array(300_000) })
    await expectRefused(notice, 413, 'error.tooLarge')
  })
})

describe('an order', () => {
  const order = (change: (body: ReturnType<typeof orderBody>) => unknown) => {
    const body = structuredClone(orderBody([{ product }]))
    return post('/api/check/createOrder', JSON.stringify(change(body)))
  }
  const withOrderList = (more: object) => order((body) => ({ ...body, orderList: { ...body.orderList, ...more } }))

  test.each<[string, (body: ReturnType<typeof orderBody>) => unknown]>([
    ['without lines', (body) => ({ ...body, productId: [], productCount: [], supplyProductId: [], extId: [] })],
    ['with lists of unequal length', (body) => ({ ...body, productCount: [1, 1] })],
    [
      'of 101 lines',
      (body) =>
        Object.assign(
          body,
          Object.fromEntries(
            ['productId', 'productCount', 'supplyProductId', 'extId'].map((name) => [name, Array(101).fill(1)]),
          ),
        ),
    ],
    ['of an array where an object belongs', () => [1, 2]],
    ['of a negative count', (body) => ({ ...body, productCount: [-1] })],
    ['of half a game', (body) => ({ ...body, productCount: [0.5] })],
    ['of 1001 games', (body) => ({ ...body, productCount: [1001] })],
    ['of a count in words', (body) => ({ ...body, productCount: ['1'] })],
    ['of a product number beyond the database', (body) => ({ ...body, productId: [2_147_483_648] })],
    [
      'of the same offer twice',
      (body) => ({
        ...body,
        productId: [body.productId[0], body.productId[0]],
        productCount: [1, 1],
        supplyProductId: [body.supplyProductId[0], body.supplyProductId[0]],
        extId: [body.extId[0], body.extId[0]],
      }),
    ],
    ['at a negative price', (body) => ({ ...body, orderList: { ...body.orderList, realAmount: -1 } })],
    ['at no number for a price', (body) => ({ ...body, orderList: { ...body.orderList, realAmount: null } })],
    ['by an unknown payment method', (body) => ({ ...body, orderList: { ...body.orderList, paymentId: 99 } })],
    ['in an unknown currency', (body) => ({ ...body, orderList: { ...body.orderList, currencyId: 9_999 } })],
    ['to no e-mail address', (body) => ({ ...body, orderList: { ...body.orderList, deliveryEmail: 'nobody' } })],
    [
      'to two e-mail addresses',
      (body) => ({ ...body, orderList: { ...body.orderList, deliveryEmail: 'a@example.com,b@example.com' } }),
    ],
    [
      'to an address with a line break',
      (body) => ({ ...body, orderList: { ...body.orderList, deliveryEmail: 'a@example.com\r\nbcc: b@example.com' } }),
    ],
    [
      'with a note of 1001 letters',
      (body) => ({ ...body, orderList: { ...body.orderList, memberRemark: 'x'.repeat(1001) } }),
    ],
    [
      'with a NUL character in the note',
      (body) => ({ ...body, orderList: { ...body.orderList, memberRemark: 'a\u0000b' } }),
    ],
    [
      'with half a character in the note',
      (body) => ({ ...body, orderList: { ...body.orderList, memberRemark: 'a\ud800b' } }),
    ],
    [
      'with its fields only in __proto__',
      (body) => JSON.parse(JSON.stringify({ x: body }).replace('"x"', '"__proto__"')),
    ],
  ])('%s is refused by name, and nothing is written', async (_, change) => {
    await writesNothing(async () => {
      const answer = await order(change)
      await expectRefused(answer, 400, 'error.invalid')
      const { errors } = JSON.parse(answer.text)
      expect(errors.length).toBeGreaterThan(0)
      for (const error of errors) expect(error).toEqual({ path: expect.any(String), message: expect.any(String) })
    })
  })

  test('whose amount overflows, or is not the shop’s own, is refused with the fresh prices', async () => {
    await writesNothing(async () => {
      await expectRefused(await withOrderList({ realAmount: 1e11 }), 400, 'error.invalid')
      for (const realAmount of [0, 0.01, 19.98, 19.990000001, 1e10]) {
        const answer = await withOrderList({ realAmount })
        await expectRefused(answer, 422, 'pay.priceChanged')
        expect(JSON.parse(answer.text).data).toMatchObject({ total: 19.99, units: [19.99], currencyType: 'USD' })
      }
      const raw = JSON.stringify(orderBody([{ product }])).replace('19.99', '1e400')
      await expectRefused(await post('/api/check/createOrder', raw), 400, 'error.invalid')
    })
  })

  test('with an idempotency key that is none is refused, and nothing is written', async () => {
    const body = JSON.stringify(orderBody([{ product }]))
    await writesNothing(async () => {
      for (const key of [
        '',
        'short',
        'x'.repeat(101),
        "a' or 1=1--",
        'with space here',
        'ключ-ключ'.replace(/[^\x20-\x7e]/g, 'é'),
      ])
        await expectRefused(
          await post('/api/check/createOrder', body, { 'idempotency-key': key }),
          400,
          'error.invalid',
        )
    })
  })
})

test('in no query, path or body does a NUL or half a character reach the database', async () => {
  await writesNothing(async () => {
    const get = (path: string) => send(origin(), 'GET', `/prod-api${path}`)
    for (const bad of ['%00', 'a%00b']) {
      await expectRefused(await get(`/api/home/queryProducts?name=${bad}`), 400, 'error.invalid')
      await expectRefused(await get(`/api/product/info?zhname=${bad}&categoryName=games`), 400, 'error.invalid')
      await expectRefused(await get(`/api/product/category/info/name/${bad}`), 400, 'error.invalid')
      await expectRefused(await get(`/api/home/config/configKey/${bad}`), 400, 'error.invalid')
      await expectRefused(
        await get(`/api/pay/payssion/state?order_id=${crypto.randomUUID()}&transaction_id=${bad}`),
        400,
        'error.invalid',
      )
    }
    for (const bad of ['\\u0000', '\\ud800', '\\udc00\\ud800'])
      await expectRefused(await post('/api/product/list', `{"name":"a${bad}b"}`), 400, 'error.invalid')
    await expectRefused(await post('/api/product/list', '{"na\\u0000me":"a"}'), 400, 'error.invalid')
  })
})

test('of a repeated query parameter the first counts, and names that every object has are names like any other', async () => {
  const get = (path: string) => send(origin(), 'GET', `/prod-api${path}`)
  const twice = await get(`/api/product/info?zhname=${product.slug}&zhname=nothing&categoryName=games&categoryName=x`)
  expect(JSON.parse(twice.text).data.iProductInfo.id).toBe(product.productId)
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const answer = await get(`/api/home/config/configKey/${name}`)
    await expectRefused(answer, 404, 'error.notFound')
    await expectRefused(await get(`/api/product/category/info/name/${name}`), 404, 'error.notFound')
    await expectRefused(await get(`/api/home/type/${name}`), 404, 'error.notFound')
    await expectRefused(await post(`/api/pay/notify/${name}`, '{}'), 404, 'error.notFound')
  }
})

test('a call by another method, or one that is not declared, is 404 with the envelope', async () => {
  await writesNothing(async () => {
    for (const [name] of calls) {
      const template = name.split(' ')[1]!
      const path = `/prod-api${template.replace(/\{\w+\}/g, '1')}`
      const declared = (one: string) =>
        calls.some(([call]) => {
          const [by, at] = call.split(' ') as [string, string]
          return by === one && new RegExp(`^/prod-api${at.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
        })
      for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter((one) => !declared(one))) {
        await expectRefused(await send(origin(), other, path), 404, 'error.noSuchCall')
      }
    }
    for (const path of [
      '/prod-api/',
      '/prod-api/api',
      '/prod-api/api/',
      '/prod-api//api/home/rate',
      '/prod-api/api/home/rate/',
      '/prod-api/API/home/rate',
    ])
      await expectRefused(await send(origin(), 'GET', path), 404, 'error.noSuchCall')
  })
})
