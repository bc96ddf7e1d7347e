// The two ways back from a provider's page: the one that it takes by itself, and the one of who gave up.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, STRIPE, type TestShop } from '#test/harness.ts'
import { returnFromPayment } from './return.ts'
import { ordered } from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

test('who gives up at the provider comes back as one who gave up, and is not taken for one who paid', async () => {
  const order = await ordered(shop, STRIPE)
  const { successUrl, cancelUrl } = shop.stripe.payment(order.attempt)!
  const leadsTo = async (url: string) => {
    const answer = await fetch(url, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location')!, shop.shop.origin)
    return [answer.status, back.pathname, Object.fromEntries(back.searchParams)]
  }
  const page = { order_id: order.orderId, order_no: order.orderNo }
  expect(await leadsTo(successUrl)).toEqual([303, '/success-payment', { ...page, returned: '1' }])
  expect(await leadsTo(cancelUrl!)).toEqual([303, '/success-payment', { ...page, cancelled: '1' }])
})

test.each(['?cancelled=2', '?order_id=elsewhere&next=//evil.example', '?transaction_id=%3Cscript%3E'])(
  'nothing else of the address is passed on: %s',
  async (query) => {
    const id = crypto.randomUUID()
    const answer = await returnFromPayment(new Request(`http://shop.example/pay-return/${id}/K7QX2M${query}`))
    expect(answer!.headers.get('location')).toBe(`/success-payment?order_id=${id}&order_no=K7QX2M&returned=1`)
  },
)
