// A voucher or an account to pay to takes money as often as somebody pays: also when what came first has gone back already.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { type Bought, effectsOf, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addProduct, attemptOf, openTestShop, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { WHY } from '../reason-rules.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const BY = { actor: 'ada', reason: 'the buyer wrote to us' }
const acts = () => createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })

const paymentOf = ({ attempt }: Pick<Bought, 'attempt'>) =>
  shop.db.one<{ amount: number; paid: number; refunded: number }>(
    sql`select amount, coalesce(paid_amount, 0) as paid, refunded_amount as refunded from payments where id = ${attempt}`,
  )
const refundsOf = ({ attempt }: Pick<Bought, 'attempt'>) =>
  shop.db.query<{ amount: number; cause: string; reason: string; state: string }>(
    sql`select amount, cause, reason, state from refunds where payment_id = ${attempt} order by created_at, id`,
  )
const isBack = (order: Pick<Bought, 'attempt'>, minor: number) =>
  until(async () => (await paymentOf(order)).refunded === minor, `${minor} have gone back`)

test('money that comes for a cancelled order after the first of it went back goes back, too', async () => {
  const order = await ordered(shop, PAYSSION)
  await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  pay(shop, order)
  const { amount } = await paymentOf(order)
  await isBack(order, amount)
  await quiet(shop)
  pay(shop, order, { amountMinor: 2 * amount })
  await isBack(order, 2 * amount)
  await quiet(shop)
  const late = { amount, cause: 'late', reason: WHY.cancelledByBuyer, state: 'done' }
  expect(await refundsOf(order)).toEqual([late, late])
  expect((await effectsOf(shop, order)).status).toBe('Cancelled')
})

test('so does what comes once more by a second payment of an order', async () => {
  const product = await addProduct(shop, { keys: 3 })
  const first = await ordered(shop, PAYSSION, { product })
  const headers = { cookie: first.cookie }
  await shop.call('POST', '/api/pay/toPay', { body: { orderId: first.orderId, paymentId: STRIPE }, headers })
  pay(shop, { attempt: await attemptOf(shop, first.orderId), paymentId: STRIPE })
  await reaches(shop, first, 'Delivered')
  pay(shop, first)
  const { amount } = await paymentOf(first)
  await isBack(first, amount)
  await quiet(shop)
  pay(shop, first, { amountMinor: 2 * amount })
  await isBack(first, 2 * amount)
  await quiet(shop)
  expect((await refundsOf(first)).map(({ cause }) => cause)).toEqual(['surplus', 'surplus'])
  expect((await effectsOf(shop, first)).status).toBe('Delivered')
})

test('what a person has sent back, or could not be, is a person’s still', async () => {
  const order = await ordered(shop, PAYSSION)
  const { amount } = await paymentOf(order)
  pay(shop, order, { amountMinor: amount - 100 })
  const isHeld = sql`select from order_holds where order_id = ${order.orderId} and lifted_at is null`
  await until(async () => (await shop.db.query(isHeld)).length > 0, 'it is held')
  await acts().refund(order.orderId, BY, 500)
  await isBack(order, 500)
  await quiet(shop)
  pay(shop, order, { amountMinor: amount })
  await until(async () => (await paymentOf(order)).paid === amount, 'the rest is known')
  await quiet(shop)
  expect(await refundsOf(order)).toMatchObject([{ amount: 500, cause: 'operator' }])
  expect(await shop.db.query(isHeld)).toHaveLength(1)
})

test('of an order that was refunded whole all that still comes is owed back, and told', async () => {
  const order = await ordered(shop, PAYSSION)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  const { amount } = await paymentOf(order)
  await acts().refund(order.orderId, BY, null)
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  pay(shop, order, { amountMinor: 2 * amount })
  await until(async () => (await paymentOf(order)).paid === 2 * amount, 'it is known')
  await quiet(shop)
  const told = sql`select details -> 'owed' as owed from alerts where order_id = ${order.orderId} and kind = 'payment.overpaid'`
  expect(await shop.db.query(told)).toEqual([{ owed: amount }])
  expect((await effectsOf(shop, order)).mails).toContain('overpaid')
})
