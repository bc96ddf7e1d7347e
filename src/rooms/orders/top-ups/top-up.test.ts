// Topping up a balance (decisions C9, F5): an order without keys, credited once in the transaction that settles it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { effectsOf, PROVIDERS, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addMember, attemptOf, openTestShop, PAYPAL, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'
import { topUpWorth } from '../top-up-rules.ts'
import { as, BY, topUps } from './top-up.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const { ask, begun, toppedUp, balance, history, balanced, acts } = topUps(() => shop)

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
