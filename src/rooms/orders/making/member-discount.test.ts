// What a member's level takes off (decisions C7, C8): the shop's own sum, for whoever is signed in and nobody else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  STRIPE,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 20, priceCents: 1_999 })
})
afterAll(() => shop.close())

/** 100 is Silver and takes off 2 %, 500 is Gold and takes off 4 %. */
const reach = (member: TestMember, growth: number) =>
  shop.db.run(sql`
    insert into member_rewards (member_id, growth) values (${member.id}, ${growth * 100})
    on conflict (member_id) do update set growth = excluded.growth`)

const order = (realAmount: number, member?: TestMember, more: Parameters<typeof orderBody>[1] = {}) =>
  shop.call('POST', '/api/check/createOrder', {
    body: orderBody([{ product, count: 2 }], { ...more, realAmount }),
    headers: member && { cookie: member.cookie },
  })

const made = async () => (await shop.db.one<{ n: number }>(sql`select count(*)::int as n from orders`)).n

test('whoever is signed in pays what his level leaves, rounded once; on the order and in its mail it stands as a part', async () => {
  const member = await addMember(shop)
  await reach(member, 100)
  // 39.98 less 0.7996.
  const answer = await order(39.18, member, { email: member.email })
  expect(answer).toMatchObject({ status: 200, body: { data: { amount: 39.18 } } })
  const { orderId } = answer.body.data
  const bought = { orderId, paymentId: STRIPE, attempt: await attemptOf(shop, orderId) } as const
  pay(shop, bought)
  await reaches(shop, bought, 'Delivered')
  await quiet(shop)
  const shown = await shop.call('GET', `/api/pay/detail/${orderId}`, { headers: { cookie: member.cookie } })
  expect(shown.body.data.amounts).toMatchObject({ goods: 39.98, discount: 0.8, total: 39.18 })
  const [listed] = (await shop.call('GET', '/api/profile/orders', { headers: { cookie: member.cookie } })).body.rows
  expect(listed).toMatchObject({ orderBeforeDiscountAmount: 39.98, discountAmount: 0.8, realAmount: 39.18 })
  // What it earns is what was paid for goods: 39.18.
  expect(await shop.db.one(sql`select growth from order_rewards where order_id = ${orderId}`)).toEqual({
    growth: 3_918,
  })
})

test('a level that changed since the cart was shown is told with the fresh sum, and nothing is ordered', async () => {
  const member = await addMember(shop)
  await reach(member, 499.99)
  const before = await made()
  await reach(member, 500)
  const answer = await order(39.18, member)
  expect(answer).toMatchObject({
    status: 422,
    body: { msg: 'pay.priceChanged', data: { goods: 39.98, discount: 1.6, total: 38.38, currencyType: 'USD' } },
  })
  // Down again, by a refund: what was shown with more taken off is no price either.
  await reach(member, 0)
  expect(await order(38.38, member)).toMatchObject({
    body: { msg: 'pay.priceChanged', data: { discount: 0, total: 39.98 } },
  })
  expect(await made()).toBe(before)
})

test('a guest has no level, whosever address he types and whatever he says of himself', async () => {
  const member = await addMember(shop)
  await reach(member, 500)
  const body = orderBody([{ product, count: 2 }], { realAmount: 38.38, email: member.email })
  const claimed = { ...body, orderList: { ...body.orderList, memberId: member.id, discountAmount: 1.6 } }
  const answer = await shop.call('POST', '/api/check/createOrder', { body: claimed })
  expect([answer.body.msg, answer.body.data.discount, answer.body.data.total]).toEqual(['pay.priceChanged', 0, 39.98])
  expect((await order(39.98, undefined, { email: member.email })).status).toBe(200)
})

test('who ordered as a member whose session is over is told, and nothing is ordered; a repetition gets the order of then', async () => {
  const member = await addMember(shop)
  const key = crypto.randomUUID()
  const asMember = (headers: Record<string, string>) => {
    const body = orderBody([{ product }], { email: member.email })
    return shop.call('POST', '/api/check/createOrder', {
      body: { ...body, orderList: { ...body.orderList, asMember: true } },
      headers: { 'idempotency-key': key, ...headers },
    })
  }
  const before = await made()
  const refused = await asMember({})
  expect([refused.status, refused.body.msg, await made()]).toEqual([401, 'message.loginFirst', before])

  const begun = await shop.call('POST', '/api/check/begin', { headers: { cookie: member.cookie } })
  const browser = begun.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  const first = await asMember({ cookie: `${member.cookie}; ${browser}` })
  expect([first.status, await made()]).toEqual([200, before + 1])
  const again = await asMember({ cookie: browser })
  expect([again.status, again.body.data.orderId, await made()]).toEqual([200, first.body.data.orderId, before + 1])
})
