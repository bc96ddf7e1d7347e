// Topping up a balance (decisions C9, F5): an order without keys, credited once in the transaction that settles it, and
// taken back with its money.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { differences } from '#rooms/ledger/check.ts'
import { credit, spend } from '#rooms/ledger/hands.ts'
import { effectsOf, type Paying, PROVIDERS, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  attemptOf,
  openTestShop,
  PAYPAL,
  PAYSSION,
  STRIPE,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'
import { ActRefused } from '../acts/act-refused.ts'
import { createActs } from '../acts/acts.ts'
import { settlingBesideShop } from '../beside-shop.ts'
import { mayGoBack, topUpWorth } from '../top-up-rules.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const as = (member: TestMember) => ({ headers: { cookie: member.cookie } })

async function ask(member: TestMember, amount: number, more: object = {}) {
  const body = { amount, realAmount: amount, paymentId: STRIPE, requestId: randomUUID(), ...more }
  return shop.call('POST', '/api/profile/topUp', { body, ...as(member) })
}

/** A top-up that waits for its payment. */
async function begun(member: TestMember, amount: number, paymentId: Paying = STRIPE) {
  const list: { id: number; fee: number }[] = (await shop.call('GET', '/api/check/paymentlist')).body.data
  // Percent of the amount: no fee but the method's own.
  const fee = Math.round(amount * list.find(({ id }) => id === paymentId)!.fee) / 100
  const { status, body } = await ask(member, amount, { paymentId, realAmount: Math.round((amount + fee) * 100) / 100 })
  expect(status, body.msg).toBe(200)
  const { orderId, orderNo, url } = body.data as { orderId: string; orderNo: string; url: string }
  return { orderId, orderNo, url, paymentId, attempt: await attemptOf(shop, orderId) }
}

async function toppedUp(member: TestMember, amount: number, paymentId: Paying = STRIPE) {
  const topUp = await begun(member, amount, paymentId)
  pay(shop, topUp)
  await reaches(shop, topUp, 'Completed')
  return topUp
}

const balance = async (member: TestMember) => (await shop.call('GET', '/api/getInfo', as(member))).body.data.amount
const history = async (member: TestMember): Promise<{ kind: string; amount: number; reference: string }[]> =>
  (await shop.call('GET', '/api/profile/balance', as(member))).body.rows
const balanced = async () => expect(await differences(shop.db)).toEqual({ movements: [], totals: [] })

test.each(PROVIDERS)(
  'by %s it is paid as an order is, and the balance has it once, however often it is told',
  async (_, by) => {
    const member = await addMember(shop)
    const topUp = await begun(member, 25, by)
    expect(topUp.url).toMatch(/^http/)
    expect(await balance(member)).toBe(0)
    pay(shop, topUp, { times: 3 })
    await reaches(shop, topUp, 'Completed')
    await quiet(shop)
    expect(await balance(member)).toBe(25)
    expect(await history(member)).toMatchObject([{ kind: 'topUp', amount: 25, reference: topUp.orderNo }])
    expect(await effectsOf(shop, topUp)).toMatchObject({ status: 'Completed', sold: 0, paidMoves: 1, alerts: [] })
    await balanced()
  },
)

test('it is an order in dollars without goods: in the list, on its page, without points, and no key', async () => {
  const member = await addMember(shop)
  const { orderId, orderNo } = await toppedUp(member, 40)
  await quiet(shop)
  const { rows } = (await shop.call('GET', '/api/profile/orders', as(member))).body
  expect(rows).toMatchObject([{ orderNo, topUp: 40, goods: [], realAmount: 40, currencyType: 'USD' }])
  const { data } = (await shop.call('GET', `/api/pay/detail/${orderId}`, as(member))).body
  expect(data).toMatchObject({ topUp: 40, goods: [], amounts: { goods: 40, total: 40 }, orderStatus: 'Completed' })
  expect((await shop.call('GET', '/api/profile/keys', as(member))).body.total).toBe(0)
  expect((await shop.call('GET', '/api/getInfo', as(member))).body.data).toMatchObject({ uintegral: 0, uexp: 0 })
})

test('asked again with the same id it is the same order; with another amount it is refused', async () => {
  const member = await addMember(shop)
  const requestId = randomUUID()
  const [first, second] = await Promise.all([ask(member, 10, { requestId }), ask(member, 10, { requestId })])
  expect(second.body.data.orderId).toBe(first.body.data.orderId)
  expect((await ask(member, 11, { requestId })).body.msg).toBe('error.idempotencyReused')
  // Somebody else's id is his own.
  expect((await ask(await addMember(shop), 10, { requestId })).body.data.orderId).not.toBe(first.body.data.orderId)
})

test('asked again with the same id it is the same order, whatever bars another by now', async () => {
  const member = await addMember(shop)
  const requestId = randomUUID()
  const first = await ask(member, 10, { requestId, paymentId: PAYPAL })
  const switchMethod = (isOn: boolean) =>
    shop.db.run(sql`update payment_methods set enabled = ${isOn} where id = ${PAYPAL}`)
  await switchMethod(false)
  try {
    const another = async () => ask(await addMember(shop), 10, { paymentId: PAYPAL })
    await until(async () => (await another()).status === 422, 'it is offered no more')
    const again = await ask(member, 10, { requestId, paymentId: PAYPAL })
    expect(again.body.data?.orderId).toBe(first.body.data.orderId)
  } finally {
    await switchMethod(true)
  }
  await until(async () => (await ask(await addMember(shop), 10, { paymentId: PAYPAL })).status === 200, 'it is offered')
})

test('asked again with the same id once it is over it says so, and nothing is begun; with another there is another', async () => {
  const member = await addMember(shop)
  const [paid, expired] = [randomUUID(), randomUUID()]
  const [first, second] = [await ask(member, 10, { requestId: paid }), await ask(member, 10, { requestId: expired })]
  const topUp = { orderId: first.body.data.orderId, attempt: await attemptOf(shop, first.body.data.orderId) }
  pay(shop, { ...topUp, paymentId: STRIPE })
  await reaches(shop, topUp, 'Completed')
  await shop.db.run(sql`update orders set expires_at = now() where id = ${second.body.data.orderId}`)
  await reaches(shop, second.body.data, 'Expired')
  const over = { url: null, orderId: second.body.data.orderId, isOver: true }
  expect((await ask(member, 10, { requestId: expired })).body.data).toMatchObject(over)
  expect((await ask(member, 10, { requestId: paid })).body.data).toMatchObject({
    ...over,
    orderId: topUp.orderId,
    isOver: false,
  })
  const another = await ask(member, 10)
  expect(another.body.data).toMatchObject({ url: expect.any(String), isOver: false })
})

test('the limits hold for a day and for whatever comes at once; a new member has less', async () => {
  const member = await addMember(shop)
  const room = async () => (await shop.call('GET', '/api/profile/topUp', as(member))).body.data
  expect(await room()).toEqual({ least: 5, most: 200, left: 200, newUntil: expect.any(String) })
  expect((await ask(member, 4.99)).body.msg).toBe('topUp.limit')
  expect((await ask(member, 200.01)).body).toMatchObject({ msg: 'topUp.limit', data: { left: 200 } })
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(member, 150)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(29).fill(422)])
  expect((await room()).left).toBe(50)
  const { orderId } = answers.find(({ status }) => status === 200)!.body.data
  await shop.call('GET', `/api/pay/cancel/${orderId}`, as(member))
  await shop.db.run(sql`update members set created_at = now() - interval '31 days' where id = ${member.id}`)
  expect(await room()).toEqual({ least: 5, most: 1000, left: 1000, newUntil: null })
  expect((await ask(member, 1000)).status).toBe(200)
})

test('neither a balance nor a method for certain goods pays for it, and no other price is believed', async () => {
  const member = await addMember(shop)
  const { id } = await shop.db.one<{ id: number }>(sql`
    update payment_methods set enabled = true where provider = 'balance' returning id`)
  const offered = async () => (await shop.call('GET', '/api/check/paymentlist')).body.data
  await until(async () => (await offered()).some(({ type }: { type: string }) => type === 'balance'), 'it is offered')
  expect((await ask(member, 20, { paymentId: id })).body.msg).toBe('pay.notForGoods')
  expect((await ask(member, 20, { realAmount: 19 })).body).toMatchObject({
    msg: 'pay.priceChanged',
    data: { total: 20 },
  })
  const { orderId } = await begun(member, 20)
  const again = await shop.call('POST', '/api/pay/toPay', { body: { orderId, paymentId: id }, ...as(member) })
  expect(again.body.msg).toBe('pay.notForGoods')
  const paid = await shop.call('POST', '/api/pay/balance', { body: { orderId, amount: 20 }, ...as(member) })
  expect(paid.status).toBe(422)
})

const acts = () => createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
const BY = { actor: 'Ada', reason: 'asked for' }
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

test('one that is paid after its end counts towards the limit of that day, and goes back where it no longer fits', async () => {
  const member = await addMember(shop)
  const topUps = []
  for (let i = 0; i < 2; i++) {
    const topUp = await begun(member, 150, PAYSSION)
    await shop.db.run(sql`update orders set expires_at = now() - interval '1 second' where id = ${topUp.orderId}`)
    await reaches(shop, topUp, 'Expired')
    topUps.push(topUp)
  }
  const [first, second] = [topUps[0]!, topUps[1]!]
  pay(shop, first)
  await reaches(shop, first, 'Completed')
  pay(shop, second)
  const back = () =>
    shop.db.query<{ actor: string; reason: string }>(
      sql`select reason from refunds where order_id = ${second.orderId} and cause = 'late'`,
    )
  expect(await until(back, 'it goes back')).toMatchObject([{ reason: 'top-up limit' }])
  expect(await balance(member)).toBe(150)
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

test('late money tops up as if it were in time; what comes a second time goes back', async () => {
  const member = await addMember(shop)
  const topUp = await begun(member, 12)
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 minute' where id = ${topUp.orderId}`)
  await reaches(shop, topUp, 'Expired')
  pay(shop, topUp)
  await reaches(shop, topUp, 'Completed')
  expect(await balance(member)).toBe(12)
  const other = await begun(member, 13)
  await shop.call('POST', '/api/pay/toPay', { body: { orderId: other.orderId, paymentId: PAYPAL }, ...as(member) })
  const attempt = await attemptOf(shop, other.orderId)
  pay(shop, other)
  pay(shop, { attempt, paymentId: PAYPAL }, { captured: true })
  await reaches(shop, other, 'Completed')
  await quiet(shop)
  expect(await balance(member)).toBe(25)
  await balanced()
})

test('what came of a voucher brings its share once a person has accepted it, however its provider ends it', () => {
  const part = { cents: 2_000, total: 2_000, paid: 500, back: 0 }
  expect(topUpWorth({ ...part, state: 'unknown' }, null)).toBe(500)
  for (const state of ['pending', 'expired', 'failed', 'cancelled'])
    expect(topUpWorth({ ...part, state }, 500)).toBe(500)
  expect(topUpWorth({ ...part, state: 'expired', back: 500 }, 500)).toBe(0)
  // What its provider cannot say changes nothing of what it had said.
  expect(topUpWorth({ ...part, state: 'unknown' }, 2_000)).toBe(2_000)
  expect(topUpWorth({ ...part, paid: 0, state: 'unknown' }, null)).toBe(2_000)
})

test('too little money holds it; what an operator accepts brings its share', async () => {
  const member = await addMember(shop)
  const topUp = await begun(member, 20)
  pay(shop, topUp, { amountMinor: 1_500 })
  const held = () =>
    shop.db.query(sql`select 1 from order_holds where order_id = ${topUp.orderId} and lifted_at is null`)
  await until(async () => (await held()).length === 1, 'it is held')
  expect(await balance(member)).toBe(0)
  await acts().accept(topUp.orderId, BY)
  expect(await balance(member)).toBe(15)
  await balanced()
})
