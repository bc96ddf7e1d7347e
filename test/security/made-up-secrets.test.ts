// Whoever makes secrets up costs a statement for so many of them in a minute and no more, and keeps nobody else out.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealForTest } from '#rooms/passwords/seal.testing.ts'
import { addStaff, codeNow, PASSWORD } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  openTestShop,
  orderBody,
  placeOrder,
  type TestShop,
  withinOneMinute,
} from '../harness.ts'

const MOST = 300

let shop: TestShop
/** Those that look for what a secret opens. */
let looked = 0
const { query } = pg.Pool.prototype
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off', TRUSTED_PROXIES: '127.0.0.1' })
  pg.Pool.prototype.query = function (this: pg.Pool, ...args: unknown[]) {
    if (/where s\.token_hash =|o\.browser_hash as/.test(String((args[0] as { text?: string }).text))) looked++
    return Reflect.apply(query, this, args)
  } as typeof query
})
afterAll(async () => {
  pg.Pool.prototype.query = query
  await shop.close()
})

let clients = 0
const newClient = () => `203.0.113.${++clients}`
const madeUp = (bytes: number) => randomBytes(bytes).toString('base64url')
const ask = (path: string, from: string, headers: Record<string, string> = {}) =>
  shop.call('GET', path, { headers: { 'x-forwarded-for': from, ...headers } })

/** More than are let through. Answers how many statements it took, and all different answers. */
async function sendMadeUp(path: string, from: string, header: () => Record<string, string>) {
  const before = looked
  const statuses = new Set<number>()
  for (let n = 0; n < MOST + 20; n++) statuses.add((await ask(path, from, header())).status)
  return { statements: looked - before, statuses: [...statuses] }
}

test('made-up secrets cost so many statements a minute, of sessions of the shop and of the office, and of browsers', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const { orderId } = await placeOrder(shop, orderBody([{ product }]))
  const kinds: [string, () => Record<string, string>, number][] = [
    ['/api/getInfo', () => ({ cookie: `token=${madeUp(32)}` }), 401],
    ['/api/profile/orders', () => ({ authorization: `Bearer ${madeUp(32)}` }), 401],
    ['/office/me', () => ({ cookie: `office=${madeUp(32)}` }), 401],
    [`/api/pay/detail/${orderId}`, () => ({ cookie: `checkout=${madeUp(16)}` }), 404],
  ]
  for (const [path, header, refused] of kinds)
    await withinOneMinute(shop, async () => {
      const from = newClient()
      expect(await sendMadeUp(path, from, header), path).toEqual({ statements: MOST, statuses: [refused, 429] })
      const { status, headers, body } = await ask(path, from, header())
      expect([status, body.msg]).toEqual([429, 'error.tooMany'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      // Without a secret he is a visitor like any other, and so is somebody else with one.
      expect((await ask(path, from)).status, path).toBe(refused)
      expect((await ask(path, newClient(), header())).status, path).toBe(refused)
    })
})

test('whoever is signed in already is known behind an address where others make secrets up', () =>
  withinOneMinute(shop, async () => {
    const [member, from] = [await addMember(shop), newClient()]
    const whoIsIt = (cookie: string) => ask('/api/getInfo', from, { cookie })
    expect((await whoIsIt(member.cookie)).status).toBe(200)
    await sendMadeUp('/api/getInfo', from, () => ({ cookie: `token=${madeUp(32)}` }))
    expect((await whoIsIt(member.cookie)).status).toBe(200)
  }))

test('whoever signs in behind an address where others make secrets up is known at once, in shop and office', () =>
  withinOneMinute(shop, async () => {
    const from = newClient()
    const member = await addMember(shop, { password: PASSWORD })
    const ada = await addStaff(shop, { password: PASSWORD })
    await sendMadeUp('/api/getInfo', from, () => ({ cookie: `token=${madeUp(32)}` }))
    for (const [way, seen, who, before] of [
      ['/api/login', '/api/getInfo', { username: member.username }, member.cookie],
      ['/office/session', '/office/session', { email: ada.email, code: await codeNow(shop, ada) }, ada.cookie],
    ] as const) {
      expect((await ask(seen, from, { cookie: before })).status, way).toBe(429)
      const body = { ...who, password: await sealForTest(shop.call, PASSWORD) }
      const { headers } = await shop.call('POST', way, { body, headers: { 'x-forwarded-for': from } })
      const [token] = headers.getSetCookie().filter((each) => /^(token|office)=/.test(each))
      expect((await ask(seen, from, { cookie: token!.split(';')[0]! })).status, way).toBe(200)
    }
  }))

test('a session that has ended is looked for once, however often its browser asks, and is refused as ever', () =>
  withinOneMinute(shop, async () => {
    const [member, from] = [await addMember(shop), newClient()]
    const asMember = (path: string) => ask(path, from, { cookie: member.cookie })
    expect((await asMember('/api/getInfo')).status).toBe(200)
    await asMember('/api/logout')
    const before = looked
    const statuses = []
    for (let n = 0; n < MOST + 20; n++) statuses.push((await asMember('/api/getInfo')).status)
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect(looked - before).toBe(1)
  }))
