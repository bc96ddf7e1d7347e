// What people in the back office do to orders: the acts of `npm run orders`, with permission, proof, reason and audit.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { auditRows } from '#rooms/audit/rows.testing.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { depositKeys } from '#rooms/vault/hands.ts'
import { addKeys, addProduct, openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { writeTails } from '../../vault/tails.ts'
import { writeLink } from '../buyer/access-token.ts'

let shop: TestShop
let ada: TestStaff
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'support' })
  grace = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const look = async ({ orderId }: Bought, as = ada) =>
  (await shop.call('GET', `/office/orders/${orderId}`, { headers: { cookie: as.cookie } })).body.data

async function act(order: Bought, name: string, body: object, as = ada) {
  const { seen } = await look(order, as)
  return shop.call('POST', `/office/orders/${order.orderId}/${name}`, {
    headers: { cookie: as.cookie },
    body: { reason: 'the buyer wrote to us', seen, ...body },
  })
}

const auditOf = ({ orderId }: Bought) => auditRows(shop.db, { subject: { kind: 'order', id: orderId } })

async function delivered(count = 2, price?: number): Promise<Bought> {
  const product = await addProduct(shop, { keys: count, ...(price !== undefined && { priceCents: price }) })
  const order = await ordered(shop, STRIPE, { product, count })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

test('a paid order is held and released by people, who say why; both stand with the order and in the audit', async () => {
  const order = await ordered(shop, STRIPE)
  expect((await look(order)).can).toEqual({
    ...{ hold: true, release: false, accept: false, refund: null },
    ...{ resend: true, replace: false, cancel: true, markPaid: true, lost: false, takeBack: false },
  })
  expect(await act(order, 'hold', {})).toMatchObject({ status: 200, body: { data: { status: 'Unpaid' } } })
  const held = await look(order)
  expect(held).toMatchObject({
    isHeld: true,
    can: { hold: false, release: true },
    holds: [{ reason: 'person', by: ada.email, why: 'the buyer wrote to us' }],
  })
  expect(await act(order, 'hold', {})).toMatchObject({ status: 422, body: { msg: 'order.refused.heldAlready' } })
  pay(shop, order)
  await reaches(shop, order, 'Processing')
  expect(await act(order, 'release', {})).toMatchObject({ status: 200, body: { data: { status: 'Delivered' } } })
  expect(await auditOf(order)).toMatchObject([
    {
      act: 'order.hold',
      actor: ada.email,
      address: '127.0.0.1',
      reason: 'the buyer wrote to us',
      before: { status: 'Unpaid' },
    },
    { act: 'order.release', actor: ada.email, before: { status: 'Processing' }, after: { status: 'Delivered' } },
  ])
  // What was laid on it says whose it was, and nothing of his session.
  const { details } = await shop.db.one<{ details: object }>(
    sql`select details from order_holds where order_id = ${order.orderId}`,
  )
  expect(Object.keys(details).sort()).toEqual(['actor', 'at', 'reason'])
})

test('money that is too little is accepted by whoever may, and by nobody else', async () => {
  const order = await ordered(shop, PAYSSION)
  shop.payssion.pay(order.attempt, { outcome: 'paid_partial', amountMinor: 500 })
  await expect.poll(async () => (await look(order)).holds.length).toBe(1)
  expect((await look(order)).can).toMatchObject({ accept: true, release: true, refund: { left: 5, currency: 'USD' } })
  expect(await act(order, 'accept', {})).toMatchObject({ status: 403 })
  expect(await act(order, 'accept', {}, grace)).toMatchObject({ status: 200, body: { data: { status: 'Delivered' } } })
  expect(await auditOf(order)).toMatchObject([{ act: 'order.accept', actor: grace.email }])
})

test('a unit, an amount, the rest: refunded as the command does it, never more than is left', async () => {
  const order = await delivered(2)
  const before = await look(order)
  expect(
    before.units.map(({ line, unit, refund }: { line: number; unit: number; refund: string }) => [line, unit, refund]),
  ).toEqual([
    [1, 1, 'none'],
    [1, 2, 'none'],
  ])
  expect(before.can.refund).toEqual({ left: before.units[0].amount + before.units[1].amount, currency: 'USD' })
  expect(await act(order, 'refund', { units: [{ line: 1, unit: 2 }] })).toMatchObject({ status: 200 })
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect(await act(order, 'refund', { units: [{ line: 1, unit: 2 }] })).toMatchObject({
    status: 422,
    body: { msg: 'order.refused.unitRefunded', data: { unit: '1.2' } },
  })
  expect(await act(order, 'refund', { amount: 1e6 })).toMatchObject({ body: { msg: 'order.refused.lessLeft' } })
  for (const wrong of [0, -1, 0.001, Number.NaN, '5'])
    expect((await act(order, 'refund', { amount: wrong })).status).toBe(400)
  expect((await act(order, 'refund', { amount: 0.5 })).status).toBe(200)
  await quiet(shop)
  expect((await act(order, 'refund', {})).status).toBe(200)
  await reaches(shop, order, 'Refunded')
  await quiet(shop)
  expect(await act(order, 'refund', {})).toMatchObject({ body: { msg: 'order.refused.noMoney' } })
  expect((await auditOf(order)).map((row) => row.act)).toEqual(['order.refund', 'order.refund', 'order.refund'])
  const { refunds } = await look(order)
  expect(refunds).toHaveLength(3)
  expect(
    refunds.every((refund: { who: string; state: string }) => refund.who === ada.email && refund.state === 'done'),
  ).toBe(true)
})

test('a refund above a limit asks for a proof, one below does not', async () => {
  const cheap = await delivered(1)
  const dear = await delivered(1, 20_000)
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${ada.id}`)
  expect((await act(cheap, 'refund', {})).status).toBe(200)
  expect(await act(dear, 'refund', {})).toMatchObject({ status: 403, body: { msg: 'login.proveAgain' } })
  expect((await look(dear)).refunds).toEqual([])
  expect((await act(dear, 'refund', { amount: 60 })).status).toBe(200)
  await quiet(shop)
  // Not in two parts either.
  expect(await act(dear, 'refund', { amount: 60 })).toMatchObject({ status: 403, body: { msg: 'login.proveAgain' } })
  await shop.db.run(sql`update staff_sessions set proved_at = now() where staff_id = ${ada.id}`)
  expect((await act(dear, 'refund', {})).status).toBe(200)
})

test('whoever looked before something else happened is told so, and of two at once one acts', async () => {
  const order = await delivered(1)
  const { seen } = await look(order)
  const ask = (as: TestStaff) =>
    shop.call('POST', `/office/orders/${order.orderId}/refund`, {
      headers: { cookie: as.cookie },
      body: { reason: 'asked twice', seen, amount: 0.5 },
    })
  const answers = await Promise.all([ask(ada), ask(grace), ask(ada), ask(grace)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  for (const { status, body } of answers) if (status === 422) expect(body.msg).toBe('order.refused.changed')
  await quiet(shop)
  expect((await look(order)).refunds).toHaveLength(1)
  expect(await statusOf(shop, order.orderId)).toBe('PartlyRefunded')
})

test('without a reason nothing is done', async () => {
  const order = await ordered(shop, STRIPE)
  for (const reason of ['', '   ', 'x'.repeat(1_001), undefined])
    expect((await act(order, 'hold', { reason })).status).toBe(400)
  expect((await look(order)).holds).toEqual([])
})

test('a role that is taken away ends at the next act', async () => {
  const order = await ordered(shop, STRIPE)
  const eve = await addStaff(shop, { role: 'support' })
  expect((await act(order, 'hold', {}, eve)).status).toBe(200)
  await shop.db.run(sql`update staff set role = 'reader' where id = ${eve.id}`)
  expect((await act(order, 'release', {}, eve)).status).toBe(403)
})

const keysShown = async ({ orderId, cookie }: Bought): Promise<string[] | string> => {
  const { body } = await shop.call('GET', `/api/profile/order/pointCode/${orderId}`, { headers: { cookie } })
  return Array.isArray(body.data) ? body.data.flatMap(({ keys }: { keys: string[] }) => keys) : body.msg
}

const mailsAbout = ({ orderId }: Bought) =>
  shop.db.query<{ template: string; recipient: string }>(sql`
    select template, recipient from mails where data ->> 'orderId' = ${orderId} order by created_at, template`)

test('a key is replaced by another of the same offer, in its place; the old one is shown no more and never sold again', async () => {
  const product = await addProduct(shop, { keys: 4 })
  const order = await ordered(shop, STRIPE, { product, count: 2 })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  const before = (await keysShown(order)) as string[]
  expect((await act(order, 'replace', { line: 1, unit: 1 })).status).toBe(200)
  await quiet(shop)
  const after = (await keysShown(order)) as string[]
  // Its buyer sees it where the first one was: what he calls the first is what is replaced next.
  expect(after).toEqual([expect.any(String), before[1]])
  expect(after).not.toContain(before[0])
  // The same unit once more: what replaced it is replaced, and the other stays.
  expect((await act(order, 'replace', { line: 1, unit: 1 }, grace)).status).toBe(200)
  await quiet(shop)
  const last = (await keysShown(order)) as string[]
  expect(last).toEqual([expect.any(String), before[1]])
  expect(new Set([...before, ...after, ...last]).size).toBe(4)
  expect(await act(order, 'replace', { line: 1, unit: 2 })).toMatchObject({ body: { msg: 'order.refused.noneLeft' } })
  expect(await act(order, 'replace', { line: 2, unit: 1 })).toMatchObject({ body: { msg: 'order.refused.noKey' } })
  const states = await shop.db.query<{ state: string; count: number }>(sql`
    select state, count(*)::int as count from vault_keys where offer_id = ${product.offerId} group by state order by state`)
  expect(states).toEqual([
    { state: 'replaced', count: 2 },
    { state: 'sold', count: 2 },
  ])
  await expect(
    shop.db.run(
      sql`update vault_keys set state = 'available' where state = 'replaced' and offer_id = ${product.offerId}`,
    ),
  ).rejects.toThrow('never sold again')
  expect((await mailsAbout(order)).filter(({ template }) => template === 'delivery')).toHaveLength(3)
  // No key stands in what was written down about it.
  const written = JSON.stringify(await auditOf(order))
  for (const key of [...before, ...after, ...last]) expect(written).not.toContain(key)
  // What was refunded is not replaced, and the last key goes back like any other.
  expect((await act(order, 'refund', { units: [{ line: 1, unit: 1 }] })).status).toBe(200)
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect(await keysShown(order)).toEqual([before[1]])
  expect(await act(order, 'replace', { line: 1, unit: 1 })).toMatchObject({
    body: { msg: 'order.refused.unitRefunded' },
  })
})

test('why no key is replaced while money is on its way back is that, and not a hold, which nobody could release', async () => {
  const order = await delivered(1)
  await shop.db.run(sql`
    insert into refunds (id, order_id, payment_id, amount, currency, cause, actor, reason, state)
    select gen_random_uuid(), order_id, id, 1, currency, 'operator', 'ada', 'a part', 'pending' from payments where order_id = ${order.orderId}`)
  const replaced = await act(order, 'replace', { line: 1, unit: 1 })
  expect(replaced).toMatchObject({ status: 422, body: { msg: 'order.refused.moneyGoesBack' } })
})

test('of many who replace keys of one offer at once each gets another one, and nobody more than there are', async () => {
  const product = await addProduct(shop, { keys: 8 })
  const orders: Bought[] = []
  for (let n = 0; n < 5; n++) {
    const order = await ordered(shop, STRIPE, { product })
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    orders.push(order)
  }
  await quiet(shop)
  const answers = await Promise.all(orders.map((order) => act(order, 'replace', { line: 1, unit: 1 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422])
  await quiet(shop)
  const all = (await Promise.all(orders.map(keysShown))).flat()
  expect(new Set(all).size).toBe(5)
})

test('the mail with the keys goes out again, also to another address, and the old one is told', async () => {
  const order = await delivered(1)
  const { email } = await look(order)
  expect((await act(order, 'resend', {})).status).toBe(200)
  await quiet(shop)
  expect((await mailsAbout(order)).map(({ template, recipient }) => [template, recipient])).toEqual([
    ['delivery', email],
    ['delivery', email],
  ])
  for (const wrong of ['', 'nobody', `${'x'.repeat(101)}@mail.example`, 'a@b.example\nbcc: c@d.example'])
    expect((await act(order, 'readdress', { email: wrong })).status).toBe(400)
  expect(await act(order, 'readdress', { email: email.toUpperCase() })).toMatchObject({
    body: { msg: 'order.refused.sameAddress' },
  })
  expect((await act(order, 'readdress', { email: 'right@buyer.example' })).status).toBe(200)
  await quiet(shop)
  expect((await mailsAbout(order)).slice(2).map(({ template, recipient }) => [template, recipient])).toEqual([
    ['delivery', 'right@buyer.example'],
    ['orderReaddressed', email],
  ])
  expect((await look(order)).email).toBe('right@buyer.example')
  // Links that the old address has open it no more; the browser that made it still does.
  const opens = async (linkVersion: number) => {
    const link = writeLink(shop.shop.ground.keyring, { id: order.orderId, linkVersion }, 0)
    return (
      await shop.call('GET', `/api/profile/order/pointCode/${order.orderId}`, { headers: { 'order-access': link } })
    ).status
  }
  expect([await opens(1), await opens(2)]).toEqual([404, 200])
  expect(await keysShown(order)).toHaveLength(1)
  await shop.db.run(sql`update staff_sessions set proved_at = now() - interval '16 minutes' where staff_id = ${ada.id}`)
  expect(await act(order, 'readdress', { email: 'other@buyer.example' })).toMatchObject({
    body: { msg: 'login.proveAgain' },
  })
  await shop.db.run(sql`update staff_sessions set proved_at = now() where staff_id = ${ada.id}`)
})

test('an unpaid order is cancelled, a paid one is not; a note changes nothing else', async () => {
  const order = await ordered(shop, STRIPE)
  expect((await act(order, 'note', { reason: 'wants an invoice <b>soon</b>' })).status).toBe(200)
  expect((await act(order, 'cancel', {})).body.data).toEqual({ status: 'Cancelled' })
  // Its attempt is closed at the provider.
  await quiet(shop)
  expect(await act(order, 'cancel', {})).toMatchObject({
    body: { msg: 'order.refused.notUnpaid', data: { status: 'Cancelled' } },
  })
  const { timeline } = await look(order)
  expect(timeline.filter(({ kind }: { kind: string }) => kind === 'act')).toMatchObject([
    { what: 'note', who: ada.email, why: 'wants an invoice <b>soon</b>' },
    { what: 'cancel', who: ada.email },
  ])
})

test.each([
  ['has paid it', 'completed', 'Delivered', 'notUnpaid'],
  ['has authorised its payment', 'pending', 'Unpaid', 'underWay'],
] as const)(
  'an order is not cancelled whose buyer %s a moment ago: its provider is asked first',
  async (_, outcome, status, why) => {
    const order = await ordered(shop, STRIPE)
    pay(shop, order, { outcome, notify: false })
    expect(await act(order, 'cancel', {})).toMatchObject({ status: 422, body: { msg: 'order.refused.changed' } })
    expect(await statusOf(shop, order.orderId)).toBe(status)
    expect(await act(order, 'cancel', {})).toMatchObject({ status: 422, body: { msg: `order.refused.${why}` } })
    expect((await look(order)).refunds).toEqual([])
  },
)

test('an order is found by a key of it, whole or by its last five letters, also when it was replaced; no other is', async () => {
  const [order, other] = [await delivered(1), await delivered(1)]
  const [key] = (await keysShown(order)) as string[]
  const find = async (typed: string) => {
    const { body } = await shop.call('POST', '/office/orders/by-key', {
      headers: { cookie: ada.cookie },
      body: { key: typed },
    })
    return body.data.rows.map(({ id }: { id: string }) => id)
  }
  for (const typed of [key!, ` ${key!.toLowerCase()} `, key!.slice(-5), key!.slice(-5).toLowerCase()])
    expect([typed, await find(typed)]).toEqual([typed, [order.orderId]])
  expect(await find(`${key!.slice(0, -1)}x`)).toEqual([])
  expect(await find('%%%%%')).toEqual([])
  // Marks that nobody sees: of a sentence that it was copied from, or of the key itself.
  expect(await find(`\u2068${key}\u2069`)).toEqual([order.orderId])
  const product = await addProduct(shop)
  const marked = '\u200bMARKS-AAAAA-BBBBB'
  await shop.db.transaction((tx) => depositKeys(tx, shop.shop.ground.keyring, product.offerId, 'test', [marked]))
  const third = await ordered(shop, STRIPE, { product })
  pay(shop, third)
  await reaches(shop, third, 'Delivered')
  expect(await find(marked)).toEqual([third.orderId])
  // Keys from before they could be found so.
  await shop.db.run(sql`update key_tails set tail = null`)
  expect(await find(key!.slice(-5))).toEqual([])
  await writeTails(shop.db, shop.shop.ground.keyring)
  expect(await find(key!.slice(-5))).toEqual([order.orderId])
  await addKeys(shop, order.product.offerId, 1)
  expect((await act(order, 'replace', { line: 1, unit: 1 })).status).toBe(200)
  expect(await find(key!)).toEqual([order.orderId])
  const { reference } = await shop.db.one<{ reference: string }>(
    sql`select provider_ref as reference from payments where order_id = ${other.orderId}`,
  )
  expect(await find(reference)).toEqual([other.orderId])
})
