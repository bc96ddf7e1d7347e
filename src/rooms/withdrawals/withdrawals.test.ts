// The online withdrawal function: kept, acknowledged with all that was declared, and never telling whose order it is.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { alertsOf } from '#rooms/orders/making/counting.testing.ts'
import {
  addMember,
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  type PlacedOrder,
  placeOrder,
  statusOf,
  type TestMember,
  type TestShop,
  withinOneDay,
} from '#test/harness.ts'

let shop: TestShop
let order: PlacedOrder
beforeAll(async () => {
  shop = await openTestShop()
  order = await bought('Ada@Example.com')
})
afterAll(() => shop.close())

// Attempts of other tests from the same address do not count.
const forgetCounts = () => shop.db.run(sql`delete from rate_limits`)

async function withdraw(change: object = {}, headers: Record<string, string> = {}) {
  await forgetCounts()
  const body = { orderNo: order.orderNo, email: 'ada@example.com', fillName: 'Ada Lovelace', scope: '', ...change }
  return shop.call('POST', '/api/bottom/withdraw', { body, headers })
}

const rowsOf = (fillName: string) =>
  shop.db.query<{ id: string; orderId: string | null; orderNo: string; email: string; scope: string }>(sql`
    select id, order_id as "orderId", order_no as "orderNo", email, scope from withdrawals where fill_name = ${fillName}`)
const mailsOf = (withdrawalId: string) =>
  shop.db.query<{ id: string; recipient: string; state: string }>(
    sql`select id, recipient, state from mails where data ->> 'withdrawalId' = ${withdrawalId}`,
  )

test('a withdrawal is kept with its order, answered with date and reference, acknowledged by mail, and the operator told', async () => {
  const { status, body } = await withdraw({
    orderNo: ` \u2068${order.orderNo.toLowerCase()}\u2069 `,
    scope: 'One of two <b>games</b>',
  })
  expect([status, body.code]).toEqual([200, 200])
  expect(Math.abs(Date.parse(body.data.receivedAt) - Date.now())).toBeLessThan(60_000)
  const [row] = await rowsOf('Ada Lovelace')
  expect(row).toMatchObject({ orderId: order.orderId, email: 'ada@example.com' })
  expect(body.data.reference).toBe(`W-${row!.id.slice(0, 8).toUpperCase()}`)
  expect(await alertsOf(shop, order.orderId)).toEqual(['withdrawal.received'])

  const [mail] = await until(
    async () => (await mailsOf(row!.id)).filter(({ state }) => state === 'kept'),
    'the acknowledgement is written',
  )
  expect(mail!.recipient).toBe('ada@example.com')
  const page = await (await fetch(`${shop.shop.origin}/sandbox/mail/${mail!.id}/html`)).text()
  for (const part of [
    body.data.reference,
    order.orderNo.toLowerCase(),
    'Ada Lovelace',
    'One of two &lt;b&gt;games&lt;/b&gt;',
    'UTC',
  ])
    expect(page).toContain(part)
})

test('nobody can tell from the answer whether an order fits', async () => {
  const fitting = await withdraw({ fillName: 'Fits' })
  const strange = await withdraw({ fillName: 'Strange', orderNo: 'ABCDEFGHJK' })
  const elsewhere = await withdraw({ fillName: 'Elsewhere', email: 'eve@example.com' })
  for (const answer of [fitting, strange, elsewhere])
    expect(answer.body).toEqual({
      code: 200,
      msg: 'ok',
      data: { reference: expect.stringMatching(/^W-[0-9A-F]{8}$/), receivedAt: expect.any(String) },
    })
  expect((await rowsOf('Strange'))[0]).toMatchObject({ orderId: null, orderNo: 'ABCDEFGHJK' })
  expect((await rowsOf('Elsewhere'))[0]).toMatchObject({ orderId: null })
  for (const name of ['Strange', 'Elsewhere']) expect(await mailsOf((await rowsOf(name))[0]!.id)).toHaveLength(1)
})

test('pressed many times at once, one declaration is kept and acknowledged once', () =>
  withinOneDay(shop, async () => {
    await forgetCounts()
    const fillName = `Twice ${randomUUID()}`
    const body = { orderNo: order.orderNo, email: 'ada@example.com', fillName, scope: '' }
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => shop.call('POST', '/api/bottom/withdraw', { body })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    const rows = await rowsOf(fillName)
    expect(rows).toHaveLength(1)
    expect(await mailsOf(rows[0]!.id)).toHaveLength(1)
  }))

test.each<[string, object, string]>([
  ['no order number', { orderNo: ' ' }, 'orderNo'],
  ['no name', { fillName: '' }, 'fillName'],
  ['no address', { email: 'nobody' }, 'email'],
  ['too much to say', { scope: 'x'.repeat(501) }, 'scope'],
])('%s is refused beside its field, and nothing is kept', async (_, change, path) => {
  const answer = await withdraw({ fillName: 'Wrong', ...change })
  expect([answer.status, answer.body.errors[0].path]).toEqual([400, path])
  expect(await rowsOf('Wrong')).toEqual([])
})

test('what costs who declares it nothing calls nobody: an order that nobody paid, and one order again and again', async () => {
  const free = await ordered('free@example.com')
  await withdraw({ orderNo: free.orderNo, email: 'free@example.com', fillName: 'Free' })
  expect(await rowsOf('Free')).toHaveLength(1)
  expect(await alertsOf(shop, free.orderId)).toEqual([])
  // Its bank works on the payment.
  await shop.db.run(sql`update payments set state = 'processing' where order_id = ${free.orderId}`)
  await withdraw({ orderNo: free.orderNo, email: 'free@example.com', fillName: 'Free', scope: 'All of it' })
  expect(await alertsOf(shop, free.orderId)).toEqual(['withdrawal.received'])
  const paid = await bought('paid@example.com')
  for (let i = 0; i < 5; i++)
    await withdraw({ orderNo: paid.orderNo, email: 'paid@example.com', fillName: 'Paid', scope: `Part ${i}` })
  expect(await rowsOf('Paid')).toHaveLength(5)
  expect(await alertsOf(shop, paid.orderId)).toEqual(Array(3).fill('withdrawal.received'))
})

const mailTo = (recipient: string) =>
  shop.db.query<{ id: string; template: string; state: string }>(sql`
    select id, template, state from mails where lower(recipient) = ${recipient} order by created_at, id`)

async function expectNothingTyped(email: string): Promise<void> {
  const [mail] = await until(
    async () =>
      (await mailTo(email)).filter(({ template, state }) => template.startsWith('withdrawal') && state === 'kept'),
    'the mail is written',
  )
  const page = async (form: string) => (await fetch(`${shop.shop.origin}/sandbox/mail/${mail!.id}/${form}`)).text()
  for (const text of [await page('html'), await page('text')]) {
    expect(text).toMatch(/W-[0-9A-F]{8}/)
    for (const part of ['evil', 'EVIL', 'locked']) expect(text).not.toContain(part)
  }
}

const BAIT = 'Your account is locked, see http://evil.example'

test('what a stranger types goes to nobody: without a fitting order the mail has none of it', async () => {
  await withdraw({ email: 'mark@example.com', orderNo: 'CALL-0900-EVIL', fillName: BAIT, scope: BAIT })
  await expectNothingTyped('mark@example.com')
})

test('what a stranger types goes to nobody by an order that he made to the address and did not pay', async () => {
  const email = 'victim@example.com'
  const orders = [await ordered(email), await ordered(email)]
  for (const { orderNo } of orders) await withdraw({ email, orderNo, fillName: BAIT, scope: BAIT })
  await expectNothingTyped(email)
  for (let i = 0; i < 4; i++)
    for (const { orderNo } of orders) await withdraw({ email, orderNo, fillName: 'Victim', scope: `Part ${i}` })
  expect(await rowsOf('Victim')).toHaveLength(8)
  // Ten declarations about two orders: three mails within the hour.
  expect((await mailTo(email)).filter(({ template }) => template.startsWith('withdrawal'))).toEqual(
    Array(3).fill(expect.objectContaining({ template: 'withdrawalUnmatched' })),
  )
})

test('a stranger fills no mailbox and keeps nobody from his withdrawal; nothing tells that no order fits', async () => {
  const [mine, email] = [await bought('owner@example.com'), 'owner@example.com']
  const before = await mailTo(email)
  const answers = []
  for (let i = 0; i < 100; i++)
    answers.push(
      await withdraw({ orderNo: `NUMBER${i}`, email: i % 2 ? 'Owner@example.com' : email, fillName: 'Many' }),
    )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await mailTo(email)).length - before.length).toBe(3)
  // All are kept; the owner's own is acknowledged in full at once.
  expect(await rowsOf('Many')).toHaveLength(100)
  await withdraw({ orderNo: mine.orderNo, email, fillName: 'The Owner' })
  expect((await mailTo(email)).filter(({ template }) => template === 'withdrawalReceived')).toHaveLength(1)
})

test('who knows number and address sends ten acknowledgements a day at most; all are kept', async () => {
  const mine = await bought('busy@example.com')
  for (let i = 0; i < 14; i++)
    await withdraw({ orderNo: mine.orderNo, email: 'busy@example.com', fillName: 'Busy', scope: `Part ${i}` })
  expect(await rowsOf('Busy')).toHaveLength(14)
  expect((await mailTo('busy@example.com')).filter(({ template }) => template === 'withdrawalReceived')).toHaveLength(
    10,
  )
})

test('a member who has changed his address withdraws from his order by the new one, as by that of the order', async () => {
  const member = await addMember(shop)
  const mine = await bought(member.email, member)
  const now = `now-${member.email}`
  const other = await addMember(shop)
  await shop.db.run(sql`update members set email = ${now}, email_key = ${now} where id = ${member.id}`)
  await withdraw({ orderNo: mine.orderNo, email: now.toUpperCase(), fillName: 'Moved' })
  expect(await rowsOf('Moved')).toMatchObject([{ orderId: mine.orderId }])
  expect((await mailTo(now)).map(({ template }) => template)).toEqual(['withdrawalReceived'])
  expect(await alertsOf(shop, mine.orderId)).toEqual(['withdrawal.received'])
  await withdraw({ orderNo: mine.orderNo, email: member.email, fillName: 'Former' })
  await withdraw({ orderNo: mine.orderNo, email: other.email, fillName: 'Another' })
  expect(await rowsOf('Former')).toMatchObject([{ orderId: mine.orderId }])
  expect(await rowsOf('Another')).toMatchObject([{ orderId: null }])
})

const ordered = async (email: string, member?: TestMember) =>
  placeOrder(
    shop,
    orderBody([{ product: await addProduct(shop, { keys: 1 }) }], { email }),
    member && { cookie: member.cookie },
  )

async function bought(email: string, member?: TestMember): Promise<PlacedOrder> {
  const made = await ordered(email, member)
  shop.stripe.pay(await attemptOf(shop, made.orderId), { outcome: 'completed' })
  await until(async () => (await statusOf(shop, made.orderId)) === 'Delivered', 'it is delivered')
  return made
}
