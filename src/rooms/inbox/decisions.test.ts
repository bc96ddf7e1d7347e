// Reviews and withdrawals in the inbox: decided once, by who may, and told to whoever wrote them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  placeOrder,
  statusOf,
  type TestMember,
  type TestShop,
} from '#test/harness.ts'
import { declareWithdrawal, HOSTILE, writeReview, written } from './scene.testing.ts'

let shop: TestShop
let ada: TestStaff
let bob: TestStaff
let ann: TestMember
beforeAll(async () => {
  shop = await openTestShop()
  ;[ada, bob] = [await addStaff(shop, { role: 'support' }), await addStaff(shop, { role: 'support' })]
  ann = await addMember(shop)
})
afterAll(() => shop.close())

const call = async (method: string, path: string, body?: unknown, who = ada) => {
  const answer = await shop.call(method, path, { body, headers: { cookie: who.cookie } })
  return { status: answer.status, msg: answer.body.msg, data: answer.body.data, errors: answer.body.errors }
}
const item = async (kind: string, id: string) => (await call('GET', `/office/inbox/${kind}/${id}`)).data

const { acts, mailOf } = written(() => shop)

test('of a review it is said whether a member wrote it, under the address of his account', async () => {
  const typed = await item('review', await writeReview(shop))
  expect(typed).toMatchObject({ email: 'rita@buyer.example', about: { byMember: false } })
  const his = await writeReview(shop, {}, { authorization: `Bearer ${ann.token}` })
  expect(await item('review', his)).toMatchObject({ email: ann.email, about: { byMember: true } })
})

test('a review is published, rejected with a reason, published again; the page shows what is published; two at once do not both decide', async () => {
  const { productId: pid } = await addProduct(shop)
  const id = await writeReview(shop, { pid, content: HOSTILE })
  const shown = async () => (await shop.call('GET', `/api/bottom/feedbacks?pid=${pid}`)).body.total
  const decide = (decision: string, seen: number, reason = '', who = ada) =>
    call('POST', `/office/inbox/review/${id}/decide`, { decision, reason, seen }, who)
  const waiting = await item('review', id)
  expect(waiting).toMatchObject({ state: 'open', messages: [{ text: HOSTILE }], about: { decision: 'pending' } })
  expect((await decide('rejected', waiting.seen)).errors).toEqual([{ path: 'reason', message: 'act.reasonRequired' }])
  const both = await Promise.all([decide('published', waiting.seen), decide('rejected', waiting.seen, 'Rude.', bob)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  const first = await item('review', id)
  expect(first.about.decision).toBe(both[0]!.status === 200 ? 'published' : 'rejected')
  if (first.about.decision === 'rejected') await decide('published', first.seen)
  expect(await shown()).toBe(1)
  const published = await item('review', id)
  expect((await decide('published', published.seen)).msg).toBe('inbox.refused.decided')
  expect((await decide('rejected', published.seen, 'It names another shop.')).status).toBe(200)
  expect(await shown()).toBe(0)
  expect(await item('review', id)).toMatchObject({
    ...{ state: 'done', about: { decision: 'rejected', reason: 'It names another shop.', decidedBy: ada.email } },
  })
  expect((await acts('review', String(id))).at(-1)).toEqual({
    act: 'review.reject',
    actor: ada.email,
    reason: 'It names another shop.',
  })
})

test('a withdrawal is accepted or refused once; who declared it is told in his language, and the alert is over', async () => {
  const product = await addProduct(shop, { keys: 2 })
  const { orderNo, orderId } = await placeOrder(shop, orderBody([{ product }]))
  shop.stripe.pay(await attemptOf(shop, orderId), { outcome: 'completed' })
  await until(async () => (await statusOf(shop, orderId)) === 'Delivered', 'it is delivered')
  const { email } = await shop.db.one<{ email: string }>(
    sql`select delivery_email as email from orders where order_no = ${orderNo}`,
  )
  const open = async () =>
    (
      await shop.db.one<{ n: number }>(
        sql`select count(*)::int as n from alerts where kind = 'withdrawal.received' and resolved_at is null`,
      )
    ).n
  const decide = (id: string, decision: string, text: string, seen: number, who = ada) =>
    call('POST', `/office/inbox/withdrawal/${id}/decide`, { decision, text, seen }, who)

  const id = await declareWithdrawal(shop, { orderNo, email, lang: 'fr', scope: HOSTILE.slice(0, 400) })
  expect(await open()).toBe(1)
  const declared = await item('withdrawal', id)
  expect(declared).toMatchObject({ state: 'open', about: { order: { orderNo }, decision: null, decidedAt: null } })
  expect(Date.parse(declared.about.dueAt) - Date.parse(declared.writtenAt)).toBe(14 * 86_400_000)
  expect((await decide(id, 'refused', ' ', declared.seen)).errors).toEqual([
    { path: 'text', message: 'act.reasonRequired' },
  ])
  const both = await Promise.all([
    decide(id, 'accepted', '', declared.seen),
    decide(id, 'accepted', '', declared.seen, bob),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(await open()).toBe(0)
  const mail = await mailOf('withdrawalAccepted', email.toLowerCase())
  expect([mail.locale, mail.subject]).toEqual(['fr', expect.stringContaining('Nous acceptons votre rétractation')])
  expect(await item('withdrawal', id)).toMatchObject({ state: 'done', about: { decision: 'accepted' } })

  const other = await declareWithdrawal(shop, { email: 'typed@buyer.example', fillName: '<i>Wim</i>' })
  await decide(other, 'refused', 'There is no such order.', (await item('withdrawal', other)).seen)
  const refusal = await mailOf('withdrawalRefused', 'typed@buyer.example')
  expect(refusal.text).toContain('There is no such order.')
  expect(refusal.text + refusal.html).not.toContain('Wim')
  expect(await acts('withdrawal', other)).toEqual([
    { act: 'withdrawal.refuse', actor: ada.email, reason: 'There is no such order.' },
  ])
})
