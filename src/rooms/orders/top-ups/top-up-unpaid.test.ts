// Each top-up and each attempt at an order has a session at its provider: nobody begins them without end.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addMember, attemptOf, openTestShop, PAYPAL, STRIPE, type TestMember, type TestShop } from '#test/harness.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const as = ({ cookie }: TestMember) => ({ headers: { cookie } })
const begin = (member: TestMember) => {
  const body = { amount: 10, realAmount: 10, paymentId: STRIPE, requestId: randomUUID() }
  return shop.call('POST', '/api/profile/topUp', { body, ...as(member) })
}

async function given(member: TestMember): Promise<string> {
  const { status, body } = await begin(member)
  expect(status, body.msg).toBe(200)
  await shop.call('GET', `/api/pay/cancel/${body.data.orderId}`, as(member))
  return body.data.orderId
}

test('after ten top-ups within 24 hours that were not paid another is begun when the first of them is a day old', async () => {
  const [member, other] = [await addMember(shop), await addMember(shop)]
  const paid = (await begin(member)).body.data
  const topUp = { ...paid, paymentId: STRIPE, attempt: await attemptOf(shop, paid.orderId) }
  pay(shop, topUp)
  await reaches(shop, topUp, 'Completed')
  for (let n = 0; n < 9; n++) await given(member)
  const last = await Promise.all([begin(member), begin(member), begin(member)])
  expect(last.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const { body } = await begin(member)
  expect(body).toMatchObject({ msg: 'topUp.manyUnpaid' })
  const [first] = await shop.db.query<{ id: string; until: string }>(sql`
    select id, placed_at + interval '1 day' as until from orders
    where member_id = ${member.id} and status = 'Cancelled' order by placed_at limit 1`)
  expect(body.data.until).toBe(new Date(first!.until).toISOString())
  await shop.db.run(sql`update orders set placed_at = placed_at - interval '1 day' where id = ${first!.id}`)
  expect((await begin(member)).status).toBe(200)
  expect((await begin(member)).body.msg).toBe('topUp.manyUnpaid')
  expect((await begin(other)).status).toBe(200)
})

test('an order is tried twenty times: then it is neither begun nor changed any more, and what is open can be paid', async () => {
  const order = await ordered(shop, STRIPE)
  const { orderId, cookie } = order
  const attempts = () =>
    shop.db.query<{ id: string }>(sql`select id from payments where order_id = ${orderId} order by created_at desc`)
  const chosen = async () =>
    (await shop.db.one<{ id: number }>(sql`select payment_method as id from orders where id = ${orderId}`)).id
  const toPay = (paymentId: number) =>
    shop.call('POST', '/api/pay/toPay', { body: { orderId, paymentId }, headers: { cookie } })
  const answers = []
  for (let n = 0; n < 60; n++) answers.push((await toPay(n % 2 ? STRIPE : PAYPAL)).body.msg)
  expect(answers).toContain('pay.tooManyTries')
  expect(await attempts()).toHaveLength(20)
  const before = await chosen()
  expect((await toPay(before === STRIPE ? PAYPAL : STRIPE)).body.msg).toBe('pay.tooManyTries')
  expect(await chosen()).toBe(before)
  // Who has closed that page is led to it again.
  expect((await toPay(before)).body).toMatchObject({
    msg: 'ok',
    data: { url: expect.stringContaining('http') },
  })
  expect(await attempts()).toHaveLength(20)
  const last = { ...order, paymentId: before as typeof STRIPE, attempt: (await attempts())[0]!.id }
  pay(shop, last)
  await reaches(shop, last, 'Delivered')
  await quiet(shop)
})
