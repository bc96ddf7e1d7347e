// A payment method without a page of the provider's: what must be done is shown with the order.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYSSION,
  placeOrder,
  STRIPE,
  type TestShop,
} from '#test/harness.ts'
import { pay, reaches } from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('the account to pay to stands with the order until it is paid, and the browser is led there', async () => {
  shop.payssion.methods.payssion_test = { todo: 'instruct' }
  const product = await addProduct(shop, { keys: 1 })
  const placed = await placeOrder(shop, orderBody([{ product }], { paymentId: PAYSSION }))
  expect(new URL(placed.url).pathname).toBe(`/pay-return/${placed.orderId}/${placed.orderNo}`)
  const back = await fetch(placed.url, { redirect: 'manual' })
  expect(back.headers.get('location')).toMatch(/^\/success-payment\?/)

  const headers = { cookie: placed.cookie }
  const detail = async () => (await shop.call('GET', `/api/pay/detail/${placed.orderId}`, { headers })).body.data
  const attempt = await attemptOf(shop, placed.orderId)
  const { transactionId } = shop.payssion.payment(attempt)!
  expect((await detail()).instructions).toContainEqual({ label: 'Conta', value: '2640-0' })
  expect((await detail()).instructions).toContainEqual({ label: 'Referencia', value: transactionId })
  // Who presses Pay again is shown the same account.
  const again = await shop.call('POST', '/api/pay/toPay', { body: { orderId: placed.orderId }, headers })
  expect(again.body.data.url).toBe(placed.url)

  pay(shop, { attempt, paymentId: PAYSSION })
  await reaches(shop, placed, 'Delivered')
  expect((await detail()).instructions).toBeNull()
})

test('where the provider has a page there are none', async () => {
  const product = await addProduct(shop, { keys: 1 })
  const placed = await placeOrder(shop, orderBody([{ product }], { paymentId: STRIPE }))
  const { body } = await shop.call('GET', `/api/pay/detail/${placed.orderId}`, { headers: { cookie: placed.cookie } })
  expect(body.data.instructions).toBeNull()
})
