// Top-ups that are taken back with their money (decisions C9, F5): what is unspent goes back, what was spent is a debt.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { credit, spend } from '#rooms/ledger/hands.ts'
import { PROVIDERS, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { addMember, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { ActRefused } from '../acts/act-refused.ts'
import { mayGoBack, topUpWorth } from '../top-up-rules.ts'
import { BY, topUps } from './top-up.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { toppedUp, balance, history, balanced, acts } = topUps(() => shop)
const spendSome = (member: TestMember, cents: number) =>
  shop.db.transaction((tx) =>
    spend(tx, { memberId: member.id, cents, paymentId: randomUUID(), reference: 'TEST234567' }),
  )
const give = (member: TestMember, cents: number, kind: 'points' | 'adjustment' = 'adjustment') =>
  shop.db.transaction((tx) =>
    credit(tx, { cause: randomUUID(), kind, memberId: member.id, cents, against: 'adjustments' }),
  )

test.each(PROVIDERS)('by %s only what is unspent of it goes back, to where it came from', async (_, by) => {
  const member = await addMember(shop)
  const topUp = await toppedUp(member, 50, by)
  await spendSome(member, 2_000)
  // Points and corrections are spent before top-ups, but not in hindsight.
  await give(member, 500)
  await spendSome(member, 700)
  expect(await balance(member)).toBe(28)
  const { did } = await acts().refund(topUp.orderId, BY, 1_000)
  const { total } = await shop.db.one<{ total: number }>(sql`select total from orders where id = ${topUp.orderId}`)
  // With what goes back goes its share of the fee; nobody spends it from this moment on.
  const rest = (2_800 - 5_000 + Math.floor((5_000 * (total - 1_000)) / total)) / 100
  expect(await balance(member)).toBe(rest)
  expect(did).toContain('10.00 USD')
  await quiet(shop)
  await reaches(shop, topUp, 'PartlyRefunded')
  expect(await balance(member)).toBe(rest)
  await expect(acts().refund(topUp.orderId, BY, 2_000)).rejects.toThrow(/that are not spent/)
  await acts().refund(topUp.orderId, BY, null)
  await quiet(shop)
  expect(await balance(member)).toBe(0)
  await expect(acts().refund(topUp.orderId, BY, null)).rejects.toThrow(ActRefused)
  expect((await history(member)).map(({ kind }) => kind)).toEqual([
    'topUpBack',
    'topUpBack',
    'purchase',
    'adjustment',
    'purchase',
    'topUp',
  ])
  await balanced()
})

test('fifty refunds at once, and as many purchases: nothing is sent back that is spent', async () => {
  const member = await addMember(shop)
  const topUp = await toppedUp(member, 100)
  await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) =>
      i % 2 ? spendSome(member, 300) : acts().refund(topUp.orderId, { ...BY, reason: String(i) }, 700),
    ),
  )
  await quiet(shop)
  const { back } = await shop.db.one<{ back: number }>(sql`
    select refunded_amount as back from payments where order_id = ${topUp.orderId}`)
  const { spent } = await shop.db.one<{ spent: number }>(sql`
    select coalesce(-sum(e.cents), 0)::int as spent from ledger_entries e join ledger_movements m on m.id = e.movement_id
    where e.member_id = ${member.id} and m.kind = 'purchase'`)
  expect(back).toBeGreaterThan(0)
  expect(spent).toBeGreaterThan(0)
  expect(Math.round((await balance(member)) * 100)).toBe(10_000 - back - spent)
  expect(await balance(member)).toBeGreaterThanOrEqual(0)
  await balanced()
})

test('paid twice, its page offers to send back of the payment that a person means what that act sends', async () => {
  const grace = await addStaff(shop, { role: 'manager' })
  const member = await addMember(shop)
  const { orderId } = await toppedUp(member, 30)
  const second = randomUUID()
  await shop.db.run(sql`
    insert into payments (id, order_id, provider, state, amount, currency, paid_amount)
    values (${second}, ${orderId}, 'paypal', 'completed', 3000, 'USD', 3000)`)
  const offered = async () =>
    (await shop.call('GET', `/office/orders/${orderId}`, { headers: { cookie: grace.cookie } })).body.data.can.refund
  expect(await offered()).toEqual({ left: 30, currency: 'USD' })
  // Of the first one nothing is left to go back; the second has brought nothing that could be spent.
  await spendSome(member, 3_000)
  expect(await offered()).toBeNull()
  await shop.db.run(
    sql`insert into order_holds (order_id, payment_id, reason) values (${orderId}, ${second}, 'refund failed')`,
  )
  expect(await offered()).toEqual({ left: 30, currency: 'USD' })
  await acts().refund(orderId, BY, 3_000)
})

test('a refund that its provider cannot make leaves the balance as it was', async () => {
  const member = await addMember(shop)
  const topUp = await toppedUp(member, 30)
  await acts().refund(topUp.orderId, BY, 1_000)
  // Stripe says so later: the money came back to it.
  await quiet(shop)
  expect(await balance(member)).toBe(20)
  const refund = await shop.db.one<{ ref: string }>(sql`
    select provider_ref as ref from refunds where order_id = ${topUp.orderId}`)
  shop.stripe.moveRefund(refund.ref, 'failed')
  await until(async () => (await balance(member)) === 30, 'it is there again')
  await balanced()
})

test('a refund keeps its provider’s name for it, though the provider’s notice comes before its answer', async () => {
  const topUp = await toppedUp(await addMember(shop), 30)
  const asked = shop.stripe.hold('/v1/refunds')
  await acts().refund(topUp.orderId, BY, 1_000)
  await asked.arrived
  await shop.db.transaction(async (tx) => {
    await tx.run(sql`update refunds set state = 'done' where order_id = ${topUp.orderId}`)
    asked.release()
    const waiting = () =>
      shop.db.query(sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%update refunds%'`)
    await until(waiting, 'the answer is written down')
  })
  await quiet(shop)
  const refund = await shop.db.one(sql`
    select state, provider_ref like 're_%' as named from refunds where order_id = ${topUp.orderId}`)
  expect(refund).toEqual({ state: 'done', named: true })
  await balanced()
})

test('nothing is kept of a top-up of which nothing is spent, whatever its fee and however it goes back', async () => {
  const money = { cents: 5_000, total: 5_145, paid: 5_145, back: 1_000, state: 'completed' }
  expect(topUpWorth(money, null)).toBe(4_028)
  expect(mayGoBack(money, 4_028)).toBe(4_145)
  expect(mayGoBack(money, 4_027)).toBe(4_143)
  for (const state of ['disputed', 'lost']) expect(mayGoBack({ ...money, state }, 0)).toBe(0)
})

test('a charged-back top-up is booked in full: what was spent is a debt that bars spending and is settled first', async () => {
  const member = await addMember(shop)
  const topUp = await toppedUp(member, 60)
  await spendSome(member, 4_000)
  pay(shop, topUp, { outcome: 'disputed' })
  await reaches(shop, topUp, 'Disputed')
  expect(await balance(member)).toBe(-40)
  await expect(spendSome(member, 100)).rejects.toThrow('balance.tooLow')
  await give(member, 1_000)
  expect(await balance(member)).toBe(-30)
  await expect(spendSome(member, 100)).rejects.toThrow('balance.tooLow')
  const second = await toppedUp(member, 50)
  expect(await balance(member)).toBe(20)
  // Of the second one only that much is there: the debt took the rest.
  await expect(acts().refund(second.orderId, BY, 2_001)).rejects.toThrow(/only 20.00 USD/)
  await balanced()
})

test('won, it is credited again; lost, the money stays away, and nothing is booked twice', async () => {
  const [won, lost] = [await addMember(shop), await addMember(shop)]
  const [first, second] = [await toppedUp(won, 15), await toppedUp(lost, 15)]
  const disputes = [first, second].map(({ attempt }) => shop.stripe.dispute(attempt, { times: 2 }))
  for (const topUp of [first, second]) await reaches(shop, topUp, 'Disputed')
  expect([await balance(won), await balance(lost)]).toEqual([0, 0])
  shop.stripe.moveDispute(disputes[0]!, 'won', { times: 2 })
  shop.stripe.moveDispute(disputes[1]!, 'lost', { times: 2 })
  await reaches(shop, first, 'Completed')
  await reaches(shop, second, 'Refunded')
  await quiet(shop)
  expect([await balance(won), await balance(lost)]).toEqual([15, 0])
  expect((await history(lost)).map(({ kind }) => kind)).toEqual(['topUpBack', 'topUp'])
  await balanced()
})
