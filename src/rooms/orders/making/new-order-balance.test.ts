// Orders that people in the back office make for a member, paid from his balance.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { auditRows } from '#rooms/audit/rows.testing.ts'
import { differences } from '#rooms/ledger/check.ts'
import { giveBalance } from '#rooms/ledger/gift.testing.ts'
import { balanceOf } from '#rooms/ledger/hands.ts'
import { effectsOf } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { addMember, addProduct, openTestShop, type TestMember, type TestShop } from '#test/harness.ts'
import { rowCounts } from './counting.testing.ts'
import { bodyOf, look as lookAs, make as makeAs } from './new-order.testing.ts'

let shop: TestShop
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  grace = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const make = (body: object) => makeAs(shop, grace, body)
const look = (path: string) => lookAs(shop, grace, path)

/** A member with so many US cents. */
async function withBalance(cents: number): Promise<TestMember> {
  const member = await addMember(shop)
  await giveBalance(shop, member.id, cents)
  return member
}

const onBalance = ({ id }: TestMember) => balanceOf(shop.db, id)

test('one from a balance takes its price, less what the member’s level takes off, and delivers it in one step', async () => {
  const member = await withBalance(2_000)
  await shop.db.run(sql`insert into member_rewards (member_id, growth) values (${member.id}, 50000)`)
  const product = await addProduct(shop, { keys: 3, priceCents: 400 })
  // Whatever the language: what is on a balance are US dollars.
  const body = bodyOf([[product, 2]], { way: 'balance', email: member.email, locale: 'de' })
  const { id } = (await make(body)).body.data
  expect(await effectsOf(shop, { orderId: id })).toEqual({
    ...{ status: 'Delivered', sold: 2, reserved: 0, paidMoves: 1 },
    ...{ mails: ['delivery'], alerts: [] },
  })
  // 8.00 less 4 %.
  expect(await onBalance(member)).toBe(2_000 - 768)
  expect(await look(`/office/orders/${id}`)).toMatchObject({
    ...{ username: member.username, currency: 'USD', total: 7.68, amounts: { goods: 8, discount: 0.32 } },
    payments: [{ state: 'completed', amount: 7.68 }],
    can: { refund: expect.anything() },
  })
  expect(await auditRows(shop.db, { subject: { kind: 'order', id } })).toMatchObject([
    {
      act: 'order.make',
      after: { status: 'Delivered', did: [['tookFromBalance', { units: '2', amount: '7.68 USD' }]] },
    },
  ])
  expect(await differences(shop.db)).toEqual({ movements: [], totals: [] })
})

test('the same form sent many times at once takes from a balance once', async () => {
  const member = await withBalance(2_000)
  const product = await addProduct(shop, { keys: 9, priceCents: 800 })
  const body = bodyOf([[product]], { way: 'balance', email: member.email })
  const answers = await Promise.all(Array.from({ length: 8 }, () => make(body)))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body.data]))).size).toBe(1)
  expect(await onBalance(member)).toBe(1_200)
})

test('a balance that is too low, of nobody or not taken is said, and nothing is made', async () => {
  const [member, product] = [await withBalance(700), await addProduct(shop, { keys: 9, priceCents: 400 })]
  const before = await rowCounts(shop)
  const from = (email: string) => make(bodyOf([[product, 2]], { way: 'balance', email }))
  const tooLow = await from(member.email)
  expect([tooLow.status, tooLow.body.msg]).toEqual([422, 'order.new.balanceTooLow'])
  // How much there is, is not said.
  expect(tooLow.body.data).toEqual({ total: '8.00' })
  expect(await from('nobody@press.example')).toMatchObject({
    ...{ status: 400, body: { errors: [{ path: 'email', message: 'order.new.noMember' }] } },
  })
  const set = (change: object) =>
    shop.db.run(sql`
      update payment_methods p set enabled = t.enabled, product_types = t.product_types
      from jsonb_populate_record((select m from payment_methods m where provider = 'balance'), ${JSON.stringify(change)}) t
      where p.id = t.id`)
  await set({ product_types: [99] })
  await expect.poll(async () => (await from(member.email)).body.msg).toBe('order.new.notFromBalance')
  await set({ product_types: [], enabled: false })
  await expect.poll(async () => (await from(member.email)).body.msg).toBe('order.new.noBalance')
  await set({ enabled: true })
  expect(await rowCounts(shop)).toEqual(before)
  expect(await onBalance(member)).toBe(700)
})

test('a member who pays later has his discount too', async () => {
  const member = await addMember(shop)
  await shop.db.run(sql`insert into member_rewards (member_id, growth) values (${member.id}, 50000)`)
  const product = await addProduct(shop, { keys: 3, priceCents: 400 })
  const { id } = (await make(bodyOf([[product]], { way: 'pay', email: member.email }))).body.data
  expect((await look(`/office/orders/${id}`)).amounts).toMatchObject({ goods: 4, discount: 0.16 })
})
