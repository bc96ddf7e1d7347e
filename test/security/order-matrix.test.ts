// Two members, a guest and a stranger at every call that names an order, by cookie and by token alike: whose it is not is
// told nothing, not even that there is such an order (decisions A5, A6).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { billing } from '#rooms/payments/cards.testing.ts'
import {
  addMember,
  addProduct,
  openTestShop,
  orderBody,
  type PlacedOrder,
  placeOrder,
  type TestMember,
  type TestShop,
} from '../harness.ts'
import { type DatabaseView, viewDatabase } from './database.testing.ts'

type Headers = Record<string, string>

let shop: TestShop
let view: DatabaseView
let members: [TestMember, TestMember]
const orders: Record<string, PlacedOrder> = {}
/** By whom, and which order is theirs. */
const callers: { name: string; own: string | null; isMember: boolean; headers: Headers }[] = []

beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  view = await viewDatabase(shop.databaseUrl)
  const product = await addProduct(shop, { keys: 9 })
  const place = (headers: Headers) => placeOrder(shop, orderBody([{ product }]), headers)
  members = [await addMember(shop), await addMember(shop)]
  for (const [i, { token, cookie }] of members.entries()) {
    const own = `member ${i}`
    orders[own] = await place({ authorization: `Bearer ${token}` })
    callers.push({ name: `${own} by token`, own, isMember: true, headers: { authorization: `Bearer ${token}` } })
    callers.push({ name: `${own} by cookie`, own, isMember: true, headers: { cookie } })
  }
  orders.guest = await place({})
  callers.push({ name: 'the guest', own: 'guest', isMember: false, headers: { cookie: orders.guest.cookie } })
  callers.push({ name: 'a stranger', own: null, isMember: false, headers: {} })
  callers.push({
    name: 'somebody with a made-up session',
    own: null,
    isMember: false,
    headers: { cookie: `token=${'A'.repeat(43)}; username=${members[0].username}`, authorization: 'Bearer A' },
  })
})
afterAll(async () => {
  await view.close()
  await shop.close()
})

const NAMED: Record<string, (id: string) => [method: string, path: string, body?: object]> = {
  'GET /api/pay/detail/{orderId}': (id) => ['GET', `/api/pay/detail/${id}`],
  'GET /api/pay/cancel/{id}': (id) => ['GET', `/api/pay/cancel/${id}`],
  'GET /api/pay/payssion/state': (id) => ['GET', `/api/pay/payssion/state?order_id=${id}`],
  'POST /api/pay/toPay': (id) => ['POST', '/api/pay/toPay', { orderId: id }],
  'POST /api/pay/eecpay': (id) => ['POST', '/api/pay/eecpay', { orderId: id, ...billing() }],
  'POST /api/pay/moneyBack/{id}': (id) => ['POST', `/api/pay/moneyBack/${id}`],
  'GET /api/profile/order/pointCode/{id}': (id) => ['GET', `/api/profile/order/pointCode/${id}?lineId=1`],
  'GET /api/profile/order/track/{id}': (id) => ['GET', `/api/profile/order/track/${id}`],
  'POST /api/profile/order/endLinks/{id}': (id) => ['POST', `/api/profile/order/endLinks/${id}`],
  'DELETE /api/profile/order{id}': (id) => ['DELETE', `/api/profile/order${id}`],
  'POST /api/profile/confirmReceipt/{orderId}': (id) => ['POST', `/api/profile/confirmReceipt/${id}`],
}

test('every call that names an order is tried here', () => {
  const declared = shop.shop.contracts
    .flatMap((contract) => Object.entries(contract))
    .filter(
      ([name, { access }]) =>
        (typeof access === 'object' && 'holder' in access && access.holder === 'order') ||
        (access !== 'public' && /\{orderId\}|order\/?\{/i.test(name)),
    )
    .map(([name]) => name)
  expect(declared.toSorted()).toEqual(Object.keys(NAMED).toSorted())
})

test('whose an order is not gets the same answer as for one that does not exist, and changes nothing', async () => {
  const before = await view.picture()
  for (const { name, own, isMember, headers } of callers)
    for (const [whose, { orderId }] of Object.entries(orders)) {
      if (whose === own) continue
      for (const [call, of] of Object.entries(NAMED)) {
        const ask = async (id: string) => {
          const [method, path, body] = of(id)
          // What is counted by the minute is no part of this.
          await shop.db.run(sql`delete from rate_limits`)
          const { status, body: answer, headers: said } = await shop.call(method, path, { headers, body })
          return { status, answer, cookies: said.getSetCookie() }
        }
        const answer = await ask(orderId)
        const forMembers = /DELETE|confirmReceipt/.test(call) && !isMember
        expect({ call, name, whose, ...answer }).toEqual({
          call,
          name,
          whose,
          status: forMembers ? 401 : 404,
          answer: forMembers ? { code: 401, msg: 'message.loginFirst' } : { code: 404, msg: 'error.notFound' },
          cookies: [],
        })
        expect(await ask(randomUUID())).toEqual(answer)
      }
    }
  expect(await view.picture()).toEqual(before)
})

test('whose it is opens it, by cookie and by token alike; lists have nobody else’s', async () => {
  for (const { own, isMember, headers } of callers.filter((caller) => caller.own)) {
    const { orderId } = orders[own!]!
    const detail = await shop.call('GET', `/api/pay/detail/${orderId}`, { headers })
    expect(detail.body.data.orderId).toBe(orderId)
    const list = await shop.call('GET', '/api/profile/orders', { headers })
    if (isMember) expect(list.body.rows.map(({ id }: { id: string }) => id)).toEqual([orderId])
    else expect(list.status).toBe(401)
  }
  for (const path of ['/api/profile/orders', '/api/profile/keys']) {
    const [member, other] = members
    const headers = { authorization: `Bearer ${member.token}` }
    const answer = await shop.call('GET', `${path}?memberId=${other.id}`, { headers })
    expect([answer.status, answer.body]).toEqual([403, { code: 403, msg: 'error.forbidden' }])
  }
})
