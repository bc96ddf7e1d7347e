// Keys of an order in the back office: replaced, mailed again, and found by.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { depositKeys } from '#rooms/vault/hands.ts'
import { addKeys, addProduct, openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { writeTails } from '../../vault/tails.ts'
import { writeLink } from '../buyer/access-token.ts'
import { officeActs } from './office-acts.testing.ts'

let shop: TestShop
let ada: TestStaff
let grace: TestStaff
beforeAll(async () => {
  shop = await openTestShop()
  ada = await addStaff(shop, { role: 'support' })
  grace = await addStaff(shop, { role: 'manager' })
})
afterAll(() => shop.close())

const { look, act, auditOf, delivered } = officeActs(() => ({ shop, ada }))

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
