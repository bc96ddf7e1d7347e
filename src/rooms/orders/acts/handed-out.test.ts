// Keys that a person gives out: after a proof, as many an hour as he may look at, once for each unit, and the operator is told.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { type Bought, ordered, pay, quiet, reaches } from '#rooms/payments/scene.testing.ts'
import { addStaff, askAs, type TestStaff } from '#rooms/staff/staff.testing.ts'
import { LOOKS_PER_HOUR } from '#rooms/vault/limits.ts'
import { addProduct, openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { KEYS_HANDED_OUT } from '../limits.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const REASON = 'it does not work'
const support = () => addStaff(shop, { role: 'support' })

async function delivered(count: number, keys = count * 2): Promise<Bought> {
  const order = await ordered(shop, STRIPE, { product: await addProduct(shop, { keys, priceCents: 100 }), count })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

async function act({ orderId }: Bought, name: string, body: object, by: TestStaff) {
  const { seen } = await askAs(shop, by, `GET /office/orders/${orderId}`)
  return askAs(shop, by, `POST /office/orders/${orderId}/${name}`, { reason: REASON, seen, ...body })
}
const replace = (order: Bought, unit: number, by: TestStaff) => act(order, 'replace', { line: 1, unit }, by)
const readdress = (order: Bought, by: TestStaff) =>
  act(order, 'readdress', { email: `${randomUUID()}@example.com` }, by)

/** So many keys he has looked at a moment ago. */
const looked = ({ product }: Bought, { id }: TestStaff, many: number) =>
  shop.db.run(sql`
    insert into key_looks (staff_id, key_id)
    select ${id}, (select min(id) from vault_keys where offer_id = ${product.offerId}) from generate_series(1, ${many}::int)`)
const told = ({ email }: TestStaff) =>
  shop.db.query(sql`select details from alerts where kind = 'order.keysHandedOut' and subject = ${email}`)
const replacedOf = async ({ product }: Bought) =>
  (await shop.db.query(sql`select 1 from vault_keys where offer_id = ${product.offerId} and state = 'replaced'`)).length

test('a key that was replaced is replaced again by who may do that alone', async () => {
  const [sam, max] = [await support(), await addStaff(shop, { role: 'manager' })]
  const order = await delivered(2)
  expect(await replace(order, 1, sam)).toEqual({ status: 'Delivered' })
  expect(await replace(order, 1, sam)).toMatchObject({
    ...{ status: 422, refused: 'order.refused.replacedBefore' },
    data: { unit: '1.1' },
  })
  expect(await replacedOf(order)).toBe(1)
  expect(await replace(order, 2, sam)).toEqual({ status: 'Delivered' })
  const more = await delivered(1, 3)
  for (const by of [sam, max]) expect(await replace(more, 1, by)).toEqual({ status: 'Delivered' })
})

test('replaced keys count among those that he may look at within an hour, also when he asks for several at once', async () => {
  const sam = await support()
  const orders = await Promise.all([delivered(1), delivered(1), delivered(1)])
  await looked(orders[0]!, sam, LOOKS_PER_HOUR - 2)
  const answers = await Promise.all(orders.map((order) => replace(order, 1, sam)))
  expect(answers.filter(({ status }) => status === 'Delivered')).toHaveLength(2)
  expect(answers.filter(({ status }) => status === 429)).toMatchObject([
    { refused: 'keys.refused.looks', data: { most: LOOKS_PER_HOUR } },
  ])
  // Nor does he look at any then.
  const { id } = await shop.db.one<{ id: number }>(
    sql`select id from vault_keys where offer_id = ${orders[0]!.product.offerId} limit 1`,
  )
  const max = await addStaff(shop, { role: 'manager' })
  await looked(orders[0]!, max, LOOKS_PER_HOUR - 1)
  expect(await readdress(orders[0]!, max)).toEqual({ status: 'Delivered' })
  expect(await askAs(shop, max, `POST /office/keys/${id}/reveal`, { reason: REASON })).toMatchObject({ status: 429 })
})

test('each key of an order that goes to another address counts; one without keys is not counted', async () => {
  const sam = await support()
  const [order, unpaid] = [await delivered(2), await ordered(shop, STRIPE)]
  await looked(order, sam, LOOKS_PER_HOUR - 1)
  expect(await readdress(order, sam)).toEqual({ status: 'Delivered' })
  expect(await readdress(order, sam)).toMatchObject({ status: 429, refused: 'keys.refused.looks' })
  expect(await readdress(unpaid, sam)).toEqual({ status: 'Unpaid' })
})

test('the operator is told of whoever gives out more than a few keys within a day', async () => {
  const sam = await support()
  const order = await delivered(KEYS_HANDED_OUT)
  for (let unit = 1; unit <= KEYS_HANDED_OUT; unit++)
    expect(await replace(order, unit, sam)).toEqual({ status: 'Delivered' })
  expect(await told(sam)).toEqual([])
  const other = await delivered(1)
  expect(await readdress(other, sam)).toEqual({ status: 'Delivered' })
  expect(await told(sam)).toEqual([{ details: { by: sam.email, moreThan: KEYS_HANDED_OUT } }])
})
