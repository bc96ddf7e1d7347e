// What a member sees of his orders, and what he can do with them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  type PlacedOrder,
  placeOrder,
  STRIPE,
  statusOf,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 60, name: 'The Long Road' })
})
afterAll(() => shop.close())

const as = ({ token }: TestMember) => ({ authorization: `Bearer ${token}` })
const place = (member: TestMember | undefined, email?: string, of: TestProduct = product) =>
  placeOrder(shop, orderBody([{ product: of }], { email, paymentId: STRIPE }), member && as(member))

async function pay({ orderId }: PlacedOrder) {
  shop.stripe.pay(await attemptOf(shop, orderId), { outcome: 'completed' })
  await until(async () => (await statusOf(shop, orderId)) === 'Delivered', 'it is delivered')
}

const list = (member: TestMember, query = '') =>
  shop.call('GET', `/api/profile/orders?productType=0${query}`, { headers: as(member) })
const numbers = async (member: TestMember, query = '') =>
  (await list(member, query)).body.rows.map(({ orderNo }: { orderNo: string }) => orderNo)
const remove = (member: TestMember, { orderId }: PlacedOrder) =>
  shop.call('DELETE', `/api/profile/order${orderId}`, { headers: as(member) })
const receive = (member: TestMember, { orderId }: PlacedOrder) =>
  shop.call('POST', `/api/profile/confirmReceipt/${orderId}`, { headers: as(member) })

describe('the list', () => {
  test('has what was ordered while signed in, the newest first, in pages, and says all that the specification names', async () => {
    const member = await addMember(shop)
    const placed: PlacedOrder[] = []
    for (let i = 0; i < 3; i++) placed.push(await place(member, 'present@example.com'))
    const first = await list(member, '&pageSize=2')
    expect(first.body.total).toBe(3)
    expect(first.body.rows.map(({ id }: { id: string }) => id)).toEqual([placed[2]!.orderId, placed[1]!.orderId])
    expect(await numbers(member, '&pageSize=2&pageNum=2')).toEqual([placed[0]!.orderNo])
    expect((await list(member, '&pageSize=2&pageNum=3')).body).toMatchObject({ rows: [], total: 3 })
    expect(first.body.rows[0]).toMatchObject({
      orderNo: placed[2]!.orderNo,
      orderStatus: 'Unpaid',
      barred: null,
      currencyName: '$',
      currencyType: 'USD',
      orderBeforeDiscountAmount: 19.99,
      discountAmount: 0,
      couponAmount: 0,
      paymentAmount: 0,
      freightAmount: 0,
      serviceAmount: 0,
      realAmount: 19.99,
      memberName: member.username,
      memberEmail: member.email,
      deliveryEmail: 'present@example.com',
      goods: [
        { id: 1, shortName: 'The Long Road', skuCode: product.slug.toUpperCase(), quantity: 1, realPrice: 19.99 },
      ],
    })
  })

  test('is narrowed by status, and finds by a part of the number or of a product’s name', async () => {
    const member = await addMember(shop)
    const other = await addProduct(shop, { keys: 1, name: 'Aurora 100%_Bundle' })
    const unpaid = await place(member)
    const paid = await place(member, undefined, other)
    await pay(paid)
    expect(await numbers(member, '&status=Unpaid')).toEqual([unpaid.orderNo])
    expect(await numbers(member, '&status=Delivered')).toEqual([paid.orderNo])
    expect(await numbers(member, `&name=${unpaid.orderNo.slice(2).toLowerCase()}`)).toEqual([unpaid.orderNo])
    const copied = encodeURIComponent(` \u2068${unpaid.orderNo}\u2069 `)
    expect(await numbers(member, `&name=${copied}`)).toEqual([unpaid.orderNo])
    expect(await numbers(member, '&name=AURORA')).toEqual([paid.orderNo])
    expect(await numbers(member, `&name=${encodeURIComponent('0%_b')}`)).toEqual([paid.orderNo])
    expect(await numbers(member, `&name=${encodeURIComponent('%')}`)).toEqual([paid.orderNo])
    expect((await list(member, '&name=nothing')).body).toMatchObject({ rows: [], total: 0 })
    expect((await list(member, '&status=Sold')).status).toBe(400)
    expect((await list(member, '&pageSize=101')).status).toBe(400)
  })

  test('is the caller’s own: who names another is refused, and a visitor is asked to sign in', async () => {
    const [member, other] = [await addMember(shop), await addMember(shop)]
    await place(member)
    expect((await list(member, `&memberId=${member.id}`)).body.total).toBe(1)
    expect((await list(other, `&memberId=${member.id}`)).status).toBe(403)
    expect((await list(other)).body.total).toBe(0)
    expect((await shop.call('GET', '/api/profile/orders')).status).toBe(401)
  })
})

describe('a member', () => {
  test('sees, pays and cancels his order by his session alone', async () => {
    const member = await addMember(shop)
    const { orderId } = await place(member)
    const headers = as(member)
    expect((await shop.call('GET', `/api/pay/detail/${orderId}`, { headers })).body.data.orderId).toBe(orderId)
    const start = await shop.call('POST', '/api/pay/toPay', { body: { orderId }, headers })
    expect(start.body.data.url).toMatch(/^http/)
    expect((await shop.call('GET', `/api/pay/cancel/${orderId}`, { headers })).body.data).toEqual({
      orderStatus: 'Cancelled',
    })
  })

  test('deletes an unpaid order, which cancels it first, by the address without a slash; the record stays', async () => {
    const member = await addMember(shop)
    const order = await place(member)
    expect((await shop.call('DELETE', `/api/profile/order/${order.orderId}`, { headers: as(member) })).status).toBe(404)
    expect((await remove(member, order)).body).toEqual({ code: 200, msg: 'ok', data: null })
    expect(await statusOf(shop, order.orderId)).toBe('Cancelled')
    expect((await list(member)).body.total).toBe(0)
    expect((await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: as(member) })).status).toBe(404)
    expect((await remove(member, order)).status).toBe(404)
  })

  test('deletes no order that he has paid for, and none while his bank works on it', async () => {
    const member = await addMember(shop)
    const [paid, underWay] = [await place(member), await place(member)]
    await pay(paid)
    const refusal = await remove(member, paid)
    expect([refusal.status, refusal.body.msg]).toEqual([422, 'order.notDeletable'])
    shop.stripe.pay(await attemptOf(shop, underWay.orderId), { outcome: 'pending', notify: false })
    const barred = await remove(member, underWay)
    expect([barred.status, barred.body.msg]).toEqual([422, 'pay.underWay'])
    expect((await list(member)).body.total).toBe(2)
  })

  test('finds a deleted order again once it was paid after all', async () => {
    const member = await addMember(shop)
    const order = await place(member)
    await shop.db.run(sql`update orders set expires_at = now() - interval '1 minute' where id = ${order.orderId}`)
    await until(async () => (await statusOf(shop, order.orderId)) === 'Expired', 'it has expired')
    expect((await remove(member, order)).status).toBe(200)
    await pay(order)
    expect(await numbers(member)).toEqual([order.orderNo])
  })

  test('confirms the receipt of what was delivered, once and again', async () => {
    const member = await addMember(shop)
    const order = await place(member)
    const early = await receive(member, order)
    expect([early.status, early.body.msg]).toEqual([422, 'order.notDelivered'])
    await pay(order)
    for (let i = 0; i < 2; i++) expect((await receive(member, order)).body.data).toEqual({ orderStatus: 'Completed' })
    const moves = await shop.db.query(
      sql`select 1 from order_events where order_id = ${order.orderId} and to_status = 'Completed'`,
    )
    expect(moves).toHaveLength(1)
    await shop.db.run(
      sql`update orders set status = 'Disputed', status_before_dispute = 'Completed' where id = ${order.orderId}`,
    )
    expect((await receive(member, order)).status).toBe(422)
    expect(await statusOf(shop, order.orderId)).toBe('Disputed')
  })

  test('learns what has become of his order and where its mail is', async () => {
    const member = await addMember(shop)
    const order = await place(member)
    await pay(order)
    const track = () => shop.call('GET', `/api/profile/order/track/${order.orderId}`, { headers: as(member) })
    await until(async () => (await track()).body.data.mails[0]?.sentAt, 'its mail is written')
    const { data } = (await track()).body
    expect(data.deliveryEmail).toBe('buyer@example.com')
    expect(data.moves.map(({ orderStatus }: { orderStatus: string }) => orderStatus)).toEqual([
      'Unpaid',
      'Paid',
      'Delivered',
    ])
    expect(data.mails.map(({ mail }: { mail: string }) => mail)).toEqual(['delivery'])
  })
})

describe('the key library', () => {
  const library = (member: TestMember, query = '') =>
    shop.call('GET', `/api/profile/keys?${query}`, { headers: as(member) })
  const reveal = (member: TestMember, orderId: string, lineId: number) =>
    shop.call('GET', `/api/profile/order/pointCode/${orderId}?lineId=${lineId}`, { headers: as(member) })

  test('has every key that was bought, by game, and shows one line’s keys when asked, which is recorded', async () => {
    const member = await addMember(shop)
    const [b, a] = [
      await addProduct(shop, { keys: 3, name: 'Beta' }),
      await addProduct(shop, { keys: 3, name: 'alpha' }),
    ]
    const both = await placeOrder(shop, orderBody([{ product: b, count: 2 }, { product: a }]), as(member))
    await pay(both)
    const again = await place(member, undefined, a)
    await pay(again)
    await place(member, undefined, b)
    const { rows, total } = (await library(member)).body
    expect(total).toBe(3)
    expect(
      rows.map((row: Record<string, unknown>) => [row.productName, row.orderId, row.lineId, row.quantity]),
    ).toEqual([
      ['alpha', again.orderId, 1, 1],
      ['alpha', both.orderId, 2, 1],
      ['Beta', both.orderId, 1, 2],
    ])
    expect(JSON.stringify(rows)).not.toContain('KEY-')
    expect((await library(member, 'name=ALP')).body.total).toBe(2)
    const copied = encodeURIComponent(`\u2068${again.orderNo}\u2069`)
    expect((await library(member, `name=${copied}`)).body.rows).toMatchObject([{ orderId: again.orderId }])
    expect((await library(member, 'pageSize=2&pageNum=2')).body.rows).toHaveLength(1)

    const shown = () =>
      shop.db.query(
        sql`select distinct key_id from key_reveals where order_id = ${both.orderId} and actor = ${`member ${member.id}`}`,
      )
    expect(await shown()).toHaveLength(0)
    // However long ago he signed in (decision F3).
    await shop.db.run(sql`update sessions set proved_at = now() - interval '1 day' where member_id = ${member.id}`)
    const { data } = (await reveal(member, both.orderId, 1)).body
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ lineId: 1, productName: 'Beta' })
    expect(data[0].keys).toHaveLength(2)
    expect(await shown()).toHaveLength(2)
    expect((await reveal(member, both.orderId, 3)).status).toBe(404)
  })

  test('has no end: what links do not open any more is still there', async () => {
    const member = await addMember(shop)
    const order = await place(member)
    await pay(order)
    await shop.db.run(sql`update orders set status = 'Completed', browser_hash = null where id = ${order.orderId}`)
    await shop.db.run(sql`update order_events set at = at - interval '400 days' where order_id = ${order.orderId}`)
    await shop.db.run(
      sql`update orders set expires_at = expires_at - interval '400 days', placed_at = placed_at - interval '400 days' where id = ${order.orderId}`,
    )
    expect(
      (await shop.call('GET', `/api/pay/detail/${order.orderId}`, { headers: { cookie: order.cookie } })).status,
    ).toBe(404)
    expect((await library(member)).body.total).toBe(1)
    expect((await reveal(member, order.orderId, 1)).body.data[0].keys).toHaveLength(1)
  })
})
