// An order that a person gave to another account: money that is not its new member's goes to where it came from, and earns him
// nothing (docs/decisions/078).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  PAYPAL,
  STRIPE,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'

let shop: TestShop
let sam: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  sam = await addStaff(shop, { role: 'support' })
})
afterAll(() => shop.close())

const as = ({ cookie }: TestMember) => ({ headers: { cookie } })
const anAddress = () => `${randomUUID()}@example.com`
type Named = Pick<Bought, 'orderId'>

/** 10.00 US dollars, to be paid. */
const placed = async (whose: { member?: TestMember; email?: string }) =>
  ordered(shop, STRIPE, { ...whose, product: await addProduct(shop, { keys: 3, priceCents: 1_000 }) })

async function delivered(member: TestMember): Promise<Bought> {
  const order = await placed({ member })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

async function act({ orderId }: Named, name: string, body: object = {}, by = sam) {
  const { seen } = await askAs(shop, by, `GET /office/orders/${orderId}`)
  const answer = await askAs(shop, by, `POST /office/orders/${orderId}/${name}`, { reason: 'he asked', seen, ...body })
  expect(answer).toEqual({ status: expect.any(String) })
  await quiet(shop)
}
const give = (order: Named, email: string) => act(order, 'readdress', { email, staysInAccount: false })

async function choose(member: TestMember, { orderId }: Named): Promise<string> {
  const { body } = await shop.call('POST', `/api/profile/order/refundTo/${orderId}`, {
    ...as(member),
    body: { to: 'balance' },
  })
  return body.msg
}
const refundTo = async (member: TestMember, { orderId }: Named) =>
  (await shop.call('GET', `/api/pay/detail/${orderId}`, as(member))).body.data.refundTo

/** What a member has, in units of it. */
async function has(member: TestMember) {
  const { amount, uexp } = (await shop.call('GET', '/api/getInfo', as(member))).body.data
  const { pendingPoints } = (await shop.call('GET', '/api/profile/memberGroup', as(member))).body.data
  return { balance: amount, growth: uexp, pendingPoints }
}
const NOTHING = { balance: 0, growth: 0, pendingPoints: 0 }
const EARNED = { balance: 0, growth: 10, pendingPoints: 0.1 }

const wentTo = ({ orderId }: Named) =>
  shop.db.query(sql`select destination, state from refunds where order_id = ${orderId} order by created_at, id`)
const told = ({ orderId }: Named) =>
  shop.db.query(sql`select kind, details from alerts where order_id = ${orderId} and kind like 'order.%' order by id`)

test('a supporter who gives a paid order to another account brings its money to nobody’s balance, and the operator is told', async () => {
  const [ann, eve] = [await addMember(shop), await addMember(shop)]
  const order = await delivered(ann)
  expect(await has(ann)).toEqual(EARNED)
  expect(await told(order)).toEqual([])
  await give(order, eve.email)
  expect(await told(order)).toEqual([
    { kind: 'order.changedAccount', details: { orderNo: order.orderNo, by: sam.email, did: 'toOtherAccount' } },
  ])
  expect([await has(ann), await has(eve)]).toEqual([NOTHING, NOTHING])
  // Her page says so, where she would choose.
  expect(await refundTo(eve, order)).toEqual({ to: 'source', amount: 0, isFixed: true })
  expect(await choose(eve, order)).toBe('order.noRefundToChoose')
  // A choice of before a version that asks is not followed either.
  await shop.db.run(sql`update orders set refund_to_balance_at = now() where id = ${order.orderId}`)
  await act(order, 'refund')
  await reaches(shop, order, 'Refunded')
  expect(await wentTo(order)).toEqual([{ destination: 'source', state: 'done' }])
  expect(await has(eve)).toEqual(NOTHING)
})

test('given back to the account in which it was paid, it is as it was', async () => {
  const [ann, eve] = [await addMember(shop), await addMember(shop)]
  const order = await delivered(ann)
  await give(order, eve.email)
  await give(order, anAddress())
  await give(order, ann.email)
  expect(await has(ann)).toEqual(EARNED)
  expect(await choose(ann, order)).toBe('ok')
  await act(order, 'refund')
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  expect(await wentTo(order)).toEqual([{ destination: 'balance', state: 'done' }])
  expect(await has(ann)).toEqual({ ...NOTHING, balance: 10 })
})

test('a guest whose mistyped address was corrected, and who joins then, has his order; its money goes to where it came from', async () => {
  const order = await placed({ email: anAddress() })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  const email = anAddress()
  await give(order, email)
  // It was in no account, and is in none.
  expect(await told(order)).toEqual([])
  const ann = await addMember(shop, { email })
  await shop.db.run(
    sql`select graphile_worker.add_job('order.joinGuests', json_build_object('memberId', ${ann.id}::text))`,
  )
  await quiet(shop)
  expect(await refundTo(ann, order)).toEqual({ to: 'source', amount: 0, isFixed: true })
  expect(await choose(ann, order)).toBe('order.noRefundToChoose')
  expect(await has(ann)).toEqual(NOTHING)
})

test('whoever begins to pay an order after it was given, its money is not the new account’s to choose for', async () => {
  const [ann, eve] = [await addMember(shop), await addMember(shop)]
  const order = await ordered(shop, STRIPE, { product: await addProduct(shop, { keys: 3, priceCents: 1_000 }) })
  await give(order, eve.email)
  expect(await told(order)).toMatchObject([{ kind: 'order.changedAccount', details: { did: 'intoAccount' } }])
  // The browser that made it still opens it, and takes another method.
  const begun = await shop.call('POST', '/api/pay/toPay', {
    headers: { cookie: order.cookie },
    body: { orderId: order.orderId, paymentId: PAYPAL },
  })
  expect(begun.status).toBe(200)
  pay(shop, { paymentId: PAYPAL, attempt: await attemptOf(shop, order.orderId) })
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  // It was paid while it was hers.
  expect(await has(eve)).toMatchObject({ growth: expect.closeTo(10, 0) })
  expect(await choose(eve, order)).toBe('order.noRefundToChoose')
  await act(order, 'refund')
  await reaches(shop, order, 'Refunded')
  expect(await wentTo(order)).toEqual([{ destination: 'source', state: 'done' }])

  const owner = await addStaff(shop)
  const other = await placed({ member: ann })
  await give(other, eve.email)
  await act(other, 'mark-paid', { amount: 10, reference: `SEPA ${randomUUID()}` }, owner)
  expect(await choose(eve, other)).toBe('order.noRefundToChoose')
})

test('an order without an account that goes elsewhere before it has its keys is told', async () => {
  const order = await placed({ email: anAddress() })
  await give(order, anAddress())
  expect(await told(order)).toMatchObject([{ kind: 'order.changedAccount', details: { did: 'readdressed' } }])
})

test('one whose payment is under way changes its account, and the operator is told', async () => {
  const [ann, eve] = [await addMember(shop), await addMember(shop)]
  const order = await placed({ member: ann })
  await shop.db.run(sql`update payments set state = 'processing' where id = ${order.attempt}`)
  await give(order, eve.email)
  expect(await told(order)).toMatchObject([{ kind: 'order.changedAccount' }])
})
