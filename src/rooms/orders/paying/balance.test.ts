// Paying from a member's balance (specification §7; decisions A6, C9, F3, F4): once, and never below zero.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { effectsOf, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  PAYSSION,
  STRIPE,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { balanceBuyers } from './balance.testing.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 200, priceCents: 1_000 })
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

const { withBalance, balanceMethod, order, pay, balance, balanced } = balanceBuyers(
  () => shop,
  () => product,
)

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
  expect((await toPay(await balanceMethod())).status).toBe(200)
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
  expect((await toPay(await balanceMethod())).status).toBe(200)
  // Its page can't be closed, and is still open in another tab; what was asked a moment ago is asked again.
  await shop.db.run(sql`update payments set asked_at = null where id = ${atPayssion}`)
  shop.payssion.pay(atPayssion, { outcome: 'completed', notify: false })
  expect((await pay(member, orderId)).body.msg).toBe('pay.notUnpaid')
  await reaches(shop, { orderId }, 'Delivered')
  expect(await balance(member)).toBe(10)
  await balanced()
})
