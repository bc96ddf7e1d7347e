// Paying from a member's balance (specification §7; decisions A6, C9, F3, F4, F7): once, never below zero, and back again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { differences } from '#rooms/ledger/check.ts'
import { giveBalance } from '#rooms/ledger/gift.testing.ts'
import { adjust, balanceOf } from '#rooms/ledger/hands.ts'
import { tasksOf } from '#rooms/payments/hands.ts'
import { effectsOf, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYSSION,
  STRIPE,
  type TestMember,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { createByHand } from '../refunds/by-hand.ts'

let shop: TestShop
let product: TestProduct
let paymentId: number
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 200, priceCents: 1_000 })
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
  const offered = (is: boolean) =>
    until(async () => (await methods()).some(({ type }) => type === 'balance') === is, `balance is offered: ${is}`)
  const set = (enabled: boolean) =>
    shop.db.run(sql`update payment_methods set enabled = ${enabled} where provider = 'balance'`)
  await offered(true)
  // Who does not want it switches it off.
  await set(false)
  await offered(false)
  const off = await order(await addMember(shop))
  expect(off.body.msg).toBe('pay.methodAway')
  await set(true)
  await offered(true)
})
afterAll(() => shop.close())

const methods = async (): Promise<{ type: string; forMembers: boolean; currency: string[] }[]> =>
  (await shop.call('GET', '/api/check/paymentlist')).body.data

/** A member with so many US cents. */
async function withBalance(cents: number, more: { email?: string } = {}): Promise<TestMember> {
  const member = await addMember(shop, more)
  if (cents > 0) await giveBalance(shop, member.id, cents)
  return member
}

async function order(member: TestMember | undefined, more: { email?: string; count?: number } = {}) {
  const method = await shop.db.one<{ id: number }>(sql`select id from payment_methods where provider = 'balance'`)
  paymentId = method.id
  const { count = 1, email = member?.email } = more
  return shop.call('POST', '/api/check/createOrder', {
    body: orderBody([{ product, count }], { paymentId, email, realAmount: count * 10 }),
    headers: member && { cookie: member.cookie },
  })
}

const pay = (member: TestMember, orderId: string, more: object = {}) =>
  shop.call('POST', '/api/pay/balance', {
    body: { orderId, amount: 10, ...more },
    headers: { cookie: member.cookie },
  })

const balance = async (member: TestMember) =>
  (await shop.call('GET', '/api/getInfo', { headers: { cookie: member.cookie } })).body.data.amount

const balanced = async () => expect(await differences(shop.db)).toEqual({ movements: [], totals: [] })

test('the order leads to the page of the balance; paid there it is delivered at once, and stands in the history', async () => {
  const member = await withBalance(2_500)
  const { body } = await order(member)
  const { orderId, orderNo, type, url } = body.data
  expect(type).toBe('balance')
  expect(new URL(url).pathname + new URL(url).search).toBe(
    `/balance-pay?orderId=${orderId}&currencyType=USD&amount=10.00`,
  )
  expect((await pay(member, orderId)).body.data).toEqual({ orderId, orderNo, amount: 10 })
  await reaches(shop, { orderId }, 'Delivered')
  expect(await balance(member)).toBe(15)
  const { rows } = (await shop.call('GET', '/api/profile/balance', { headers: { cookie: member.cookie } })).body
  expect(rows[0]).toMatchObject({ kind: 'purchase', amount: -10, balance: 15, reference: orderNo, orderId })
  // What it led to and is not his list's any more, or was never his, leads nowhere.
  await shop.db.run(sql`update orders set member_id = null where id = ${orderId}`)
  const again = (await shop.call('GET', '/api/profile/balance', { headers: { cookie: member.cookie } })).body
  expect(again.rows[0]).toMatchObject({ reference: orderNo, orderId: null })
  await shop.db.run(sql`update orders set member_id = ${member.id} where id = ${orderId}`)
  expect((await pay(member, orderId)).body.msg).toBe('pay.notUnpaid')
  await balanced()
})

test('opened again it leads to the same page, at once and by the same attempt', async () => {
  const member = await withBalance(1_000)
  const { orderId, url } = (await order(member)).body.data
  const again = await shop.call('POST', '/api/pay/toPay', { body: { orderId }, headers: { cookie: member.cookie } })
  expect(again.body.data.url).toBe(url)
  expect(await shop.db.query(sql`select 1 from payments where order_id = ${orderId}`)).toHaveLength(1)
  expect((await pay(member, orderId)).status).toBe(200)
})

test('of fifty that would each spend the whole balance one succeeds, and it never goes below zero', async () => {
  const member = await withBalance(1_000)
  const orders = await Promise.all(
    Array.from({ length: 50 }, async () => (await order(member)).body.data.orderId as string),
  )
  const answers = await Promise.all(orders.map((orderId) => pay(member, orderId)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.msg))).toEqual(
    new Set(['balance.tooLow']),
  )
  expect(await balance(member)).toBe(0)
  expect(
    await shop.db.one(sql`
      select count(*) filter (where status = 'Delivered')::int as paid, count(*) filter (where status = 'Unpaid')::int as unpaid
      from orders where member_id = ${member.id}`),
  ).toEqual({ paid: 1, unpaid: 49 })
  await balanced()
})

test('one order asked to be paid twenty times at once is paid once', async () => {
  const member = await withBalance(50_000)
  const { orderId } = (await order(member)).body.data
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(member, orderId)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await balance(member)).toBe(490)
  await balanced()
})

test('only its member pays it, what he was shown, in US dollars; a guest cannot choose it', async () => {
  const member = await withBalance(5_000)
  const other = await withBalance(5_000)
  const { orderId } = (await order(member)).body.data
  expect((await pay(other, orderId)).status).toBe(404)
  expect((await pay(member, orderId, { userId: other.id })).status).toBe(403)
  expect((await shop.call('POST', '/api/pay/balance', { body: { orderId, amount: 10 } })).status).toBe(401)
  expect((await pay(member, orderId, { amount: 9.99 })).body).toMatchObject({
    msg: 'pay.priceChanged',
    data: { total: 10 },
  })
  expect((await order(undefined, { email: 'guest@example.com' })).body.msg).toBe('pay.memberOnly')
  expect([await balance(member), await balance(other)]).toEqual([50, 50])
  expect((await methods()).find(({ type }) => type === 'balance')).toMatchObject({
    forMembers: true,
    currency: ['USD'],
  })
})

test('keys for another address ask who signed in long ago to prove himself; for his own they do not', async () => {
  const member = await withBalance(5_000)
  const [own, foreign] = [
    (await order(member)).body.data,
    (await order(member, { email: 'friend@example.com' })).body.data,
  ]
  await shop.db.run(sql`update sessions set proved_at = now() - interval '16 minutes' where member_id = ${member.id}`)
  expect(await pay(member, foreign.orderId)).toMatchObject({ status: 403, body: { msg: 'login.proveAgain' } })
  expect((await pay(member, own.orderId)).status).toBe(200)
  await shop.db.run(sql`update sessions set proved_at = now() where member_id = ${member.id}`)
  expect((await pay(member, foreign.orderId)).status).toBe(200)
  expect(await balance(member)).toBe(30)
})

test('refunds go back to the balance, by unit and whole, once however often they are asked for', async () => {
  const member = await withBalance(3_000)
  const { orderId } = (await order(member, { count: 3 })).body.data
  expect((await pay(member, orderId, { amount: 30 })).status).toBe(200)
  expect(await balance(member)).toBe(0)
  const by = { actor: 'ada', reason: 'a test' }
  const units = await Promise.allSettled(
    Array.from({ length: 50 }, () => acts.refundUnits(orderId, by, [{ line: 1, unit: 1 }])),
  )
  expect(units.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await reaches(shop, { orderId }, 'PartlyRefunded')
  await quiet(shop)
  expect(await balance(member)).toBe(10)
  await acts.refund(orderId, by, null)
  await reaches(shop, { orderId }, 'Refunded')
  await quiet(shop)
  expect(await balance(member)).toBe(30)
  await balanced()
  // His order and its mails say where it is, and not that it may take days.
  const { body } = await shop.call('GET', `/api/pay/detail/${orderId}`, { headers: { cookie: member.cookie } })
  expect(body.data).toMatchObject({ refunded: 30, refundedToBalance: 30 })
  const mails = await shop.db.query<{ at: string }>(
    sql`select data ->> 'fromBalance' as at from mails where template = 'refund' and data ->> 'orderId' = ${orderId}`,
  )
  expect(mails).toEqual([{ at: 'yes' }, { at: 'yes' }])
})

test('of fifty refunds of one order that are asked for at once the sum is what was paid, and the books agree', async () => {
  const member = await withBalance(1_000)
  const { orderId } = (await order(member)).body.data
  await pay(member, orderId)
  const by = { actor: 'ada', reason: 'asked' }
  const left = sql`select 1 from payments where order_id = ${orderId} and refunded_amount < paid_amount`
  while ((await shop.db.query(left)).length > 0) {
    await Promise.allSettled(Array.from({ length: 50 }, (_, i) => acts.refund(orderId, by, i % 2 ? 300 : null)))
    await quiet(shop)
  }
  await reaches(shop, { orderId }, 'Refunded')
  expect(await balance(member)).toBe(10)
  await balanced()
})

test('what is paid from the balance is paid once: money that a provider takes all the same goes back there', async () => {
  const member = await withBalance(1_000)
  const placed = await order(member, {})
  const { orderId } = placed.body.data
  const toPay = (method: number) =>
    shop.call('POST', '/api/pay/toPay', { body: { orderId, paymentId: method }, headers: { cookie: member.cookie } })
  // A page at Stripe is left open in another tab, and can't be closed.
  shop.stripe.failNext({ how: 'error', on: '/expire' })
  expect((await toPay(STRIPE)).status).toBe(200)
  const atStripe = await attemptOf(shop, orderId)
  expect((await toPay(paymentId)).status).toBe(200)
  expect((await pay(member, orderId)).status).toBe(200)
  await reaches(shop, { orderId }, 'Delivered')
  shop.stripe.pay(atStripe, { outcome: 'completed' })
  const back = sql`select 1 from refunds where payment_id = ${atStripe} and cause = 'surplus' and state = 'done'`
  await until(async () => (await shop.db.query(back)).length === 1, 'it goes back')
  await quiet(shop)
  expect(await effectsOf(shop, { orderId })).toMatchObject({
    status: 'Delivered',
    sold: 1,
    alerts: ['payment.sentBack'],
  })
  expect(await balance(member)).toBe(0)
  await balanced()
})

test('money that another provider has, and that nobody has told yet, pays the order: the balance stays as it is', async () => {
  const member = await withBalance(1_000)
  const { orderId } = (await order(member, {})).body.data
  const toPay = (method: number) =>
    shop.call('POST', '/api/pay/toPay', { body: { orderId, paymentId: method }, headers: { cookie: member.cookie } })
  expect((await toPay(PAYSSION)).status).toBe(200)
  const atPayssion = await attemptOf(shop, orderId)
  expect((await toPay(paymentId)).status).toBe(200)
  // Its page can't be closed, and is still open in another tab; what was asked a moment ago is asked again.
  await shop.db.run(sql`update payments set asked_at = null where id = ${atPayssion}`)
  shop.payssion.pay(atPayssion, { outcome: 'completed', notify: false })
  expect((await pay(member, orderId)).body.msg).toBe('pay.notUnpaid')
  await reaches(shop, { orderId }, 'Delivered')
  expect(await balance(member)).toBe(10)
  await balanced()
})

test('what was paid from a balance that nobody has any more goes back by another way: a person is told, sends it and says so', async () => {
  const member = await withBalance(2_000)
  const { orderId } = (await order(member, { count: 2 })).body.data
  expect((await pay(member, orderId, { amount: 20 })).status).toBe(200)
  const by = { actor: 'ada', reason: 'a key does not work' }
  await acts.refundUnits(orderId, by, [{ line: 1, unit: 1 }])
  await reaches(shop, { orderId }, 'PartlyRefunded')
  expect(await balance(member)).toBe(10)
  await shop.db.transaction((tx) =>
    adjust(tx, {
      ...{ memberId: member.id, cents: -1_000, mayOwe: false },
      ...{ reference: 'TK 1', by: { actor: 'ada', reason: 'paid out' } },
    }),
  )
  const closed = await shop.call('POST', '/api/profile/erase', {
    body: { confirmed: true },
    headers: { cookie: member.cookie },
  })
  expect(closed.status).toBe(200)
  await quiet(shop)
  expect((await acts.refund(orderId, by, null)).did).toContain('closed his account')
  await quiet(shop)
  // Nobody’s balance has it, and it is not told as gone back before it has.
  expect(await balanceOf(shop.db, member.id)).toBe(0)
  const [task] = await tasksOf(shop.db, orderId)
  expect(task).toMatchObject({ provider: 'balance', amount: 1_000, outcome: null })
  expect(await effectsOf(shop, { orderId })).toMatchObject({
    status: 'PartlyRefunded',
    alerts: expect.arrayContaining(['refund.byHand']),
  })
  const made = createByHand({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') }).made
  expect(await made(task!.number, by, 'SEPA 12')).toMatchObject({ status: 'Refunded' })
  await shop.db.run(sql`update payments set poll_at = now() where order_id = ${orderId}`)
  await quiet(shop)
  await reaches(shop, { orderId }, 'Refunded')
  expect(await balanceOf(shop.db, member.id)).toBe(0)
  await balanced()
  // The ledger never has it: at night that is no difference.
  const { at } = await shop.db.one<{ at: Date }>(sql`select now() as at`)
  await shop.db.run(sql`select graphile_worker.add_job('payment.reconcile', '{"now":true}')`)
  const compared = sql`select 1 from reconciliations where provider = 'balance' and finished_at >= ${at} and stage is null`
  await until(async () => (await shop.db.query(compared)).length === 1, 'balances are compared')
  await quiet(shop)
  const differing = sql`select what, details from payment_differences d join payments p on p.id = d.payment_id where p.order_id = ${orderId}`
  expect(await shop.db.query(differing)).toEqual([])
})
