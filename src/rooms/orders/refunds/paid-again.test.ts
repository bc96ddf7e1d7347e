// A voucher or an account to pay to takes money as often as somebody pays: also when what came first has gone back already.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { type Bought, effectsOf, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addProduct, attemptOf, openTestShop, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { makeDue } from '../making/counting.testing.ts'
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

test('what comes while the first is still on its way back goes back after it, and nobody is asked', async () => {
  await shop.db.run(sql`
    create function refunds_wait() returns trigger language plpgsql as 'begin
      if new.task_id = (select id from graphile_worker._private_tasks where identifier = ''payment.refund'') then
        new.run_at = now() + interval ''6 hours'';
      end if;
      return new;
    end'`)
  await shop.db.run(sql`
    create trigger refunds_wait before insert on graphile_worker._private_jobs for each row execute function refunds_wait()`)
  const order = await ordered(shop, PAYSSION)
  await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers: { cookie: order.cookie } })
  pay(shop, order)
  await until(async () => (await refundsOf(order)).length > 0, 'it is to go back')
  await shop.db.run(sql`drop trigger refunds_wait on graphile_worker._private_jobs`)
  const { amount } = await paymentOf(order)
  pay(shop, order, { amountMinor: 2 * amount })
  await until(async () => (await paymentOf(order)).paid === 2 * amount, 'it is known')
  await quiet(shop)
  expect(await refundsOf(order)).toMatchObject([{ amount, state: 'wanted' }])
  expect(await shop.db.query(sql`select reason from order_holds where order_id = ${order.orderId}`)).toEqual([])
  await makeDue(shop, 'payment.refund')
  await isBack(order, 2 * amount)
  await quiet(shop)
  expect(await refundsOf(order)).toMatchObject([{ state: 'done' }, { amount, cause: 'late', state: 'done' }])
  const { status, alerts } = await effectsOf(shop, order)
  expect([status, alerts]).toEqual(['Cancelled', ['payment.sentBack']])
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

test('what comes after a person has sent some back is held for a person, and told', async () => {
  const order = await ordered(shop, PAYSSION)
  const { amount } = await paymentOf(order)
  const holds = sql`select details -> 'paid' as paid from order_holds where order_id = ${order.orderId} and lifted_at is null`
  const isHeld = () => until(async () => (await shop.db.query(holds)).length > 0, 'it is held')
  pay(shop, order, { amountMinor: amount - 100 })
  await isHeld()
  await acts().refund(order.orderId, BY, null)
  await isBack(order, amount - 100)
  await quiet(shop)
  expect(await shop.db.query(holds)).toEqual([])
  pay(shop, order, { amountMinor: 2 * amount })
  await isHeld()
  await quiet(shop)
  expect(await shop.db.query(holds)).toEqual([{ paid: 2 * amount }])
  expect(await refundsOf(order)).toMatchObject([{ amount: amount - 100, cause: 'operator' }])
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'Unpaid', alerts: ['payment.doubt'] })
  // He decides, as about any money in doubt.
  expect(await acts().accept(order.orderId, BY)).toMatchObject({ status: 'Delivered' })
})

const owed = ({ orderId }: Bought) =>
  shop.db.query(
    sql`select details -> 'owed' as owed from alerts where order_id = ${orderId} and kind = 'payment.overpaid' order by id`,
  )

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
  expect(await owed(order)).toEqual([{ owed: amount }])
  expect((await effectsOf(shop, order)).mails).toContain('overpaid')
})

test('also where what was accepted was less than its price', async () => {
  const order = await ordered(shop, PAYSSION)
  const { amount } = await paymentOf(order)
  pay(shop, order, { amountMinor: amount - 100 })
  const held = sql`select 1 from order_holds where order_id = ${order.orderId} and lifted_at is null`
  await until(() => shop.db.query(held), 'it is held')
  await acts().accept(order.orderId, BY)
  await acts().refund(order.orderId, BY, null)
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  pay(shop, order, { amountMinor: amount })
  await until(async () => (await paymentOf(order)).paid === amount, 'it is known')
  await quiet(shop)
  expect(await owed(order)).toEqual([{ owed: 100 }])
})

test('a part of the price that was sent back before more came is no part of what is owed', async () => {
  const order = await ordered(shop, PAYSSION)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  const { amount } = await paymentOf(order)
  await acts().refund(order.orderId, BY, 300)
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  pay(shop, order, { amountMinor: 2 * amount })
  await until(async () => (await paymentOf(order)).paid === 2 * amount, 'it is known')
  await quiet(shop)
  expect(await owed(order)).toEqual([{ owed: amount }])
})
