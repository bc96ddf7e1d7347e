// What about money waits for a person, and the evidence for a bank.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { auditRows, fieldsOf } from '#rooms/audit/rows.testing.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { openTestShop, PAYPAL, PAYSSION, STRIPE, type TestShop } from '#test/harness.ts'

let shop: TestShop
let ada: TestStaff
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'manager' })
  grace = await addStaff(shop, { role: 'support' })
})
afterAll(() => shop.close())

const waiting = async () => (await shop.call('GET', '/office/payments', { headers: { cookie: ada.cookie } })).body.data
const post = (path: string, body: object, as = ada) => shop.call('POST', path, { headers: { cookie: as.cookie }, body })

async function delivered(paymentId: typeof STRIPE | typeof PAYPAL): Promise<Bought> {
  const order = await ordered(shop, paymentId)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

test('disputes stand there with their deadline, the next one first, until they are decided', async () => {
  const [atPayPal, atStripe] = [await delivered(PAYPAL), await delivered(STRIPE)]
  pay(shop, atPayPal, { outcome: 'disputed' })
  pay(shop, atStripe, { outcome: 'disputed' })
  await reaches(shop, atPayPal, 'Disputed')
  await reaches(shop, atStripe, 'Disputed')
  await quiet(shop)
  const { disputes } = await waiting()
  expect(disputes.map(({ orderNo }: { orderNo: string }) => orderNo).sort()).toEqual(
    [atPayPal.orderNo, atStripe.orderNo].sort(),
  )
  const ends = disputes.map(({ answerUntil }: { answerUntil: string }) => Date.parse(answerUntil))
  for (const end of ends) expect(end).toBeGreaterThan(Date.now() + 86_400_000)
  expect(ends).toEqual([...ends].sort((a, b) => a - b))
})

test('a difference whose figures have changed since somebody looked is settled by him once he has seen the new ones', async () => {
  const order = await ordered(shop, PAYSSION)
  const { id: number } = await shop.db.one<{ id: number }>(sql`
    insert into payment_differences (provider, what, ref, payment_id, details, told_at)
    values ('payssion', 'paidHereAlone', ${order.attempt}, ${order.attempt}, '{"theirs":{"paid":100},"ours":{"paid":500}}', now())
    returning id`)
  const seenNow = async () =>
    (await waiting()).differences.find((one: { number: number }) => one.number === number)?.seen as string | undefined
  const settle = (seen: string | undefined) =>
    post(`/office/payments/differences/${number}/settle`, { reason: 'it was cash', seen })
  const before = await seenNow()
  expect(await seenNow()).toBe(before)
  await shop.db.run(sql`
    update payment_differences set details = '{"theirs":{"paid":200},"ours":{"paid":500}}' where id = ${number}`)
  const late = await settle(before)
  expect([late.status, late.body.msg]).toEqual([422, 'payments.refused.differenceChanged'])
  expect((await settle(undefined)).status).toBe(400)
  const now = await seenNow()
  expect(now).not.toBe(before)
  expect((await settle(now)).status).toBe(200)
  expect(await seenNow()).toBeUndefined()
})

test('a held order, a refund by hand and a difference stand there with what each side says', async () => {
  const order = await ordered(shop, PAYSSION)
  shop.payssion.pay(order.attempt, { outcome: 'paid_partial', amountMinor: 500 })
  await expect
    .poll(async () => (await waiting()).held.map(({ orderNo }: { orderNo: string }) => orderNo))
    .toContain(order.orderNo)
  const { id: number } = await shop.db.one<{ id: number }>(sql`
    insert into payment_differences (provider, what, ref, payment_id, details, told_at)
    values ('payssion', 'paidHereAlone', ${order.attempt}, ${order.attempt}, '{"theirs":{"state":"not known"},"ours":{"paid":500}}', now())
    returning id`)
  const { differences } = await waiting()
  expect(differences).toMatchObject([
    { number, orderNo: order.orderNo, what: 'paidHereAlone', theirs: { state: 'not known' }, ours: { paid: 500 } },
  ])
  const { seen } = differences[0]
  const settle = (as?: TestStaff) =>
    post(`/office/payments/differences/${number}/settle`, { reason: 'it was cash', seen }, as)
  expect((await settle(grace)).status).toBe(403)
  const answers = await Promise.all([settle(), settle(), settle()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect((await waiting()).differences).toEqual([])
  const settled = await auditRows(shop.db, { subject: { kind: 'payment difference', id: String(number) } })
  expect(fieldsOf(settled, 'actor', 'reason')).toEqual([{ actor: ada.email, reason: 'it was cash' }])
  expect((await post('/office/payments/compare', {})).status).toBe(200)
})

test('the evidence has what answers a dispute, nothing of it as HTML, no key, and nothing that people here wrote', async () => {
  const order = await delivered(STRIPE)
  const note = await post(`/office/orders/${order.orderId}/note`, { reason: 'he sounds false' })
  expect(note.status).toBe(200)
  await shop.db.run(
    sql`update order_lines set name = ${'<img src=x onerror=alert(1)> "Game" ‮'} where order_id = ${order.orderId}`,
  )
  const { body: shown } = await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, {
    headers: { cookie: order.cookie },
  })
  const [key] = shown.data.flatMap(({ keys }: { keys: string[] }) => keys)
  const path = `/office/orders/${order.orderId}/evidence`
  const { data } = (await post(path, { reason: 'the bank asks' }, grace)).body
  expect(data.name).toBe(`evidence-${order.orderNo}.html`)
  for (const part of ['Consent to delivery at once', 'delivery', '127.0.0.1', '&lt;img src=x', order.orderNo])
    expect(data.html).toContain(part)
  for (const within of ['he sounds false', ada.email, grace.email]) expect(data.html).not.toContain(within)
  expect(data.html).not.toContain('<img')
  expect(data.html).not.toContain(key)
  expect(
    await shop.db.query(
      sql`select actor from audit_log where act = 'order.evidence' and subject_id = ${order.orderId}`,
    ),
  ).toEqual([{ actor: grace.email }])
  await shop.db.run(
    sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${grace.id}`,
  )
  expect(await post(path, { reason: 'the bank asks' }, grace)).toMatchObject({
    status: 403,
    body: { msg: 'login.proveAgain' },
  })
  expect((await post('/office/orders/3d4a2b10-1111-4222-8333-444455556666/evidence', { reason: 'x' })).status).toBe(404)
})

test('of very many differences the oldest are shown and it is said that there are more; those that are only expected hide none', async () => {
  const before = (await waiting()).differences.length
  await shop.db.run(sql`
    insert into payment_differences (provider, what, ref, details, told_at)
    select 'stripe', 'unknownHere', 'expected ' || n, '{"theirs":{},"ours":{}}', null from generate_series(1, 210) n`)
  await shop.db.run(sql`
    insert into payment_differences (provider, what, ref, details, told_at)
    select 'stripe', 'paidHereAlone', 'told ' || n, '{"theirs":{},"ours":{}}', now() from generate_series(1, ${200 - before}) n`)
  const full = await waiting()
  expect([full.differences.length, full.isMore.differences]).toEqual([200, false])
  await shop.db.run(sql`
    insert into payment_differences (provider, what, ref, details, told_at)
    values ('stripe', 'paidHereAlone', 'one more', '{"theirs":{},"ours":{}}', now())`)
  const more = await waiting()
  expect([more.differences.length, more.isMore]).toEqual([
    200,
    { disputes: false, held: false, byHand: false, differences: true },
  ])
})
