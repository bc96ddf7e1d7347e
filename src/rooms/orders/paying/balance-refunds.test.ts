// What was paid from a balance goes back there (specification §7; decision F7): by unit, whole, many times at once, and by another
// way when nobody has that balance any more.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { adjust, balanceOf } from '#rooms/ledger/hands.ts'
import { tasksOf } from '#rooms/payments/hands.ts'
import { effectsOf, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs } from '#rooms/staff/staff.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from '#test/harness.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { createByHand } from '../refunds/by-hand.ts'
import { balanceBuyers } from './balance.testing.ts'

let shop: TestShop
let product: TestProduct
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 20, priceCents: 1_000 })
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())

const { withBalance, order, pay, balance, balanced } = balanceBuyers(
  () => shop,
  () => product,
)

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

test('an order that a person has marked as paid has nothing on a balance once he has sent it back by hand', async () => {
  const member = await withBalance(0)
  const { orderId } = (await order(member)).body.data
  const staff = await addStaff(shop)
  const { seen } = (await askAs(shop, staff, `GET /office/orders/${orderId}`)) as { seen: string }
  const typed = { reason: 'seen at the bank', seen, amount: 10, reference: `SEPA ${orderId}` }
  await askAs(shop, staff, `POST /office/orders/${orderId}/mark-paid`, typed)
  await reaches(shop, { orderId }, 'Delivered')
  const by = { actor: 'ada', reason: 'asked' }
  await acts.refund(orderId, by, null)
  await quiet(shop)
  const [task] = await tasksOf(shop.db, orderId)
  await createByHand({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') }).made(task!.number, by, 'SEPA 7')
  await reaches(shop, { orderId }, 'Refunded')
  const { body } = await shop.call('GET', `/api/pay/detail/${orderId}`, { headers: { cookie: member.cookie } })
  expect(body.data).toMatchObject({ refunded: 10, refundedToBalance: 0 })
  expect(await balance(member)).toBe(0)
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
