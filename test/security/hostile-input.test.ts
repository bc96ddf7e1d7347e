// Whatever a call is sent, it is refused in words, and writes nothing.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { envelopeOf, expectRefused, refusing } from './refusing.testing.ts'
import { send } from './requests.testing.ts'

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

const { origin, post, writesNothing } = refusing(() => ({ shop, view }))
const forgetCounts = () => shop.db.run(sql`delete from rate_limits`)

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
