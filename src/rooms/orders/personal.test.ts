// What a member's archive has of his orders, and what is left of them when he has gone (decision F11).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { allOf, until } from '#platform/testing.ts'
import type { PersonalData } from '#rooms/members/hands.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  heldAlways,
  openTestShop,
  orderBody,
  type PlacedOrder,
  placeOrder,
  statusOf,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { createActs } from './acts/acts.ts'
import { createCare } from './acts/care.ts'
import { settlingBesideShop } from './beside-shop.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 20, name: 'The Long Road' })
})
afterAll(() => shop.close())

const as = ({ token }: TestMember) => ({ authorization: `Bearer ${token}` })
const place = (member: TestMember, email = member.email) =>
  placeOrder(shop, orderBody([{ product }], { email }), as(member))
const pay = async ({ orderId }: PlacedOrder) =>
  shop.stripe.pay(await attemptOf(shop, orderId), { outcome: 'completed' })
const reaches = (order: PlacedOrder, status: string) =>
  until(async () => (await statusOf(shop, order.orderId)) === status, `it is ${status}`)
const personal = (room: string): PersonalData =>
  shop.shop.rooms.parts.map(({ declares }) => declares?.personal?.[room]).find(Boolean)!
const holds = (member: TestMember) =>
  shop.db.transaction((tx) => personal('orders').holds!(tx, member.id, member.email))
const erase = (member: TestMember) =>
  shop.db.transaction(async (tx) => {
    for (const room of ['orders', 'coupons']) await personal(room).erase(tx, member.id, heldAlways(member.email))
  })

test('the archive has his orders with lines, payments and when keys were shown, and no key', async () => {
  const member = await addMember(shop)
  await place(await addMember(shop))
  const order = await place(member)
  await pay(order)
  await reaches(order, 'Delivered')
  const { body } = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, { headers: as(member) })
  const archive = await personal('orders').collect(member.id, heldAlways(member.email))
  const orders = await allOf(archive.orders as AsyncIterable<unknown>)
  expect({ ...archive, orders }).toMatchObject({
    orders: [
      {
        orderNo: order.orderNo,
        status: 'Delivered',
        deliveryEmail: member.email,
        lines: [{ name: 'The Long Road', quantity: 1, each: 19.99 }],
        payments: [{ provider: 'stripe', state: 'completed', paid: 19.99 }],
        moves: [{ status: 'Unpaid' }, { status: 'Paid' }, { status: 'Delivered' }],
      },
    ],
  })
  const text = JSON.stringify(orders)
  expect(text).toContain('"by":"page"')
  expect(text).not.toContain(body.data[0].keys[0])
})

test('the archive says what employees wrote about his orders, and not who wrote it', async () => {
  const member = await addMember(shop)
  const order = await place(member)
  const by = (reason: string) => ({ actor: 'ada@staff.example', reason })
  const of = { db: shop.db, settling: settlingBesideShop(() => 'shop.test') }
  const [acts, care] = [createActs(of), createCare({ ...of, mailDomain: () => 'shop.test' })]
  await acts.hold(order.orderId, by('a strange address'))
  await acts.release(order.orderId, by('he has phoned'))
  await pay(order)
  await reaches(order, 'Delivered')
  await care.note(order.orderId, by('lives in Arlington'))
  await acts.refund(order.orderId, by('it did not start'), 500)
  const [kept] = await allOf(
    (await personal('orders').collect(member.id, heldAlways(member.email))).orders as AsyncIterable<unknown>,
  )
  const at = expect.any(String)
  expect(kept).toMatchObject({
    acts: [
      { at, act: 'hold', reason: 'a strange address' },
      { at, act: 'release', reason: 'he has phoned' },
      { at, act: 'note', reason: 'lives in Arlington' },
      { at, act: 'refund', reason: 'it did not start' },
    ],
    holds: [{ since: at, liftedAt: at, reason: 'a strange address' }],
    refunds: [{ at, amount: 5, currency: 'USD', why: 'it did not start' }],
  })
  expect(JSON.stringify(kept)).not.toContain('ada@staff.example')
})

test('he goes once nothing is open and nothing disputed', async () => {
  const member = await addMember(shop)
  const order = await place(member)
  expect(await holds(member)).toEqual(['erasure.openOrders'])
  await pay(order)
  await reaches(order, 'Delivered')
  expect(await holds(member)).toEqual([])
  await shop.db.run(
    sql`update orders set status = 'Disputed', status_before_dispute = 'Delivered' where id = ${order.orderId}`,
  )
  expect(await holds(member)).toEqual(['erasure.disputes'])
})

test('then his orders stay as nobody’s: nothing of him is in them, and no cookie, link or member opens them', async () => {
  const member = await addMember(shop)
  const { id } = await shop.db.one<{ id: number }>(sql`
    insert into coupons (code, percent_bp) values ('GONE', 1000) returning id`)
  const order = await place(member)
  await shop.db.run(sql`
    insert into coupon_uses (order_id, coupon_id, owner, member_id, state) values (${order.orderId}, ${id}, ${member.email}, ${member.id}, 'used')`)
  await pay(order)
  await reaches(order, 'Delivered')
  await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, { headers: as(member) })
  await erase(member)
  const left = await shop.db.one<{ text: string }>(sql`
    select concat((select row_to_json(o) from orders o where id = ${order.orderId}), (select json_agg(u) from coupon_uses u where order_id = ${order.orderId}),
      (select json_agg(r.actor) from key_reveals r where order_id = ${order.orderId})) as text`)
  expect(left.text).toContain('"total":1999')
  for (const word of [member.email, member.id, member.username]) expect(left.text).not.toContain(word)
  for (const headers of [as(member), { cookie: order.cookie }])
    expect((await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers })).status).toBe(404)
})

test('to which addresses his keys went the office then tells as evidence for a bank, and to nobody who looks at the order', async () => {
  const member = await addMember(shop)
  const order = await place(member)
  await pay(order)
  await reaches(order, 'Delivered')
  await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, { headers: as(member) })
  await shop.db.run(
    sql`update key_reveals set address = '203.0.113.77' where order_id = ${order.orderId} and via = 'page'`,
  )
  const { cookie } = await addStaff(shop)
  const reveals = async () => {
    const { body } = await shop.call('GET', `/office/orders/${order.orderId}`, { headers: { cookie } })
    const shown = body.data.timeline.filter(({ kind }: { kind: string }) => kind === 'reveal')
    return shown.map(({ what, why }: { what: string; why: string }) => [what, why]).sort()
  }
  const evidence = async () => {
    const asked = { headers: { cookie }, body: { reason: 'the bank asks' } }
    return (await shop.call('POST', `/office/orders/${order.orderId}/evidence`, asked)).body.data.html
  }
  const shown = [
    ['mail', member.email],
    ['page', '203.0.113.77'],
  ]
  await until(async () => (await reveals()).length === 2, 'the mail is written')
  expect(await reveals()).toEqual(shown)
  await erase(member)
  expect(await reveals()).toEqual(shown.map(([via]) => [via, '']))
  const html = await evidence()
  for (const [, address] of shown) expect(html).toContain(address)
})

test('money that comes afterwards for an order that had expired goes back, and nobody is mailed', async () => {
  const member = await addMember(shop)
  const order = await place(member)
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 minute' where id = ${order.orderId}`)
  await reaches(order, 'Expired')
  await erase(member)
  await pay(order)
  const refund = () => shop.db.query(sql`select 1 from refunds where order_id = ${order.orderId} and state = 'done'`)
  await until(refund, 'it has gone back')
  expect(await statusOf(shop, order.orderId)).toBe('Expired')
  expect(await shop.db.query(sql`select 1 from mails where data ->> 'orderId' = ${order.orderId}`)).toEqual([])
})
