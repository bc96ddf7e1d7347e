// What an order may hold (specification §3, §5), as the server sees it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { addProduct, openTestShop, orderBody, placeOrder, type TestProduct, type TestShop } from '#test/harness.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
  product = await addProduct(shop, { keys: 3 })
})
afterAll(() => shop.close())

const withNote = (note: string) => {
  const body = orderBody([{ product }])
  return { ...body, orderList: { ...body.orderList, memberRemark: note } }
}
const orders = async () => (await shop.db.one<{ n: number }>(sql`select count(*) as n from orders`)).n

test('a note of 1000 characters is kept whole; with one more there is no order', async () => {
  const note = 'ñ'.repeat(1000)
  const { orderId } = await placeOrder(shop, withNote(note))
  expect(await shop.db.one(sql`select note from orders where id = ${orderId}`)).toEqual({ note })
  const before = await orders()
  const answer = await shop.call('POST', '/api/check/createOrder', { body: withNote(`${note}ñ`) })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toEqual([expect.objectContaining({ path: 'orderList.memberRemark' })])
  expect(await orders()).toBe(before)
})

test('an order without goods is refused by name, and is none', async () => {
  const before = await orders()
  const answer = await shop.call('POST', '/api/check/createOrder', { body: orderBody([]) })
  expect(answer.status).toBe(400)
  expect(answer.body.errors).toContainEqual({ path: 'productId', message: 'pay.productNull' })
  expect(await orders()).toBe(before)
})
