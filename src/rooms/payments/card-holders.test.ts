// Paying by card on the shop's own page: where the gateway is told that card and goods belong, and how often one member may try.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '#rooms/sessions/member.testing.ts'
import { TEST_CARDS } from '#simulators/eecpay.ts'
import {
  addProduct,
  attemptOf,
  EECPAY,
  openTestShop,
  orderBody,
  type PlacedOrder,
  placeOrder,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { billing, offerCards } from './cards.testing.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop({ TRUSTED_PROXIES: '127.0.0.1' })
  product = await addProduct(shop, { keys: 10 })
  await offerCards(shop)
})
afterAll(() => shop.close())

const order = (headers?: Record<string, string>) =>
  placeOrder(shop, orderBody([{ product }], { paymentId: EECPAY }), headers)

const payBy = ({ orderId, cookie }: PlacedOrder, typed: object, headers: Record<string, string> = {}) =>
  shop.call('POST', '/api/pay/eecpay', {
    body: { orderId, ...billing(typed) },
    headers: { ...headers, cookie: [cookie, headers.cookie].filter(Boolean).join('; ') },
  })

/** As the form sends it, beside what `billing` says. */
const SHIPPING = {
  ...{
    shipFirstName: 'Grace',
    shipLastName: 'Reader',
    shipAddress: '2 Side Street',
    shipCity: 'Lyon',
    shipState: 'ARA',
  },
  ...{ shipCountry: 'FR', shipZip: '69001', shipPhone: '5550200', shipEmail: 'grace@example.com' },
}
const BILLED = {
  ...{ first_name: 'Ada', last_name: 'Buyer', address: '1 Main Street', city: 'Springfield', state: '' },
  ...{ country: 'US', zip: '12345', phone: '5550100', email: 'ada@example.com' },
}
const SHIPPED = {
  ...{ first_name: 'Grace', last_name: 'Reader', address: '2 Side Street', city: 'Lyon', state: 'ARA' },
  ...{ country: 'FR', zip: '69001', phone: '5550200', email: 'grace@example.com' },
}

test.each([
  ['copied from billing', { isBillingAddress: true, ...SHIPPING }, BILLED],
  ['as it was typed', { isBillingAddress: false, ...SHIPPING }, SHIPPED],
])('the gateway is told where the goods go: %s', async (_, typed, ship) => {
  const placed = await order()
  expect((await payBy(placed, typed)).body.data.status).toBe('1')
  const { holders } = shop.eecpay.payment(await attemptOf(shop, placed.orderId))!
  const of = (who: string) =>
    Object.fromEntries(Object.keys(BILLED).map((name) => [name, holders[`${who}_${name}`] ?? '']))
  expect([of('bill'), of('ship')]).toEqual([BILLED, ship])
})

test('a member tries ten cards in ten minutes, from however many addresses and for however many orders', async () => {
  const { cookie } = await addMember(shop)
  const placed = [await order({ cookie }), await order({ cookie })]
  const answers: number[] = []
  for (let n = 0; n < 11; n++) {
    const headers = { cookie, 'x-forwarded-for': `10.6.${n}.1` }
    answers.push((await payBy(placed[n < 6 ? 0 : 1]!, { cardNo: TEST_CARDS.declined }, headers)).status)
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})
