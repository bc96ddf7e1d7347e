// For tests: a shop that takes cards on its own page, and what a shopper types there.
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import {
  type Answer,
  EECPAY,
  orderBody,
  type PlacedOrder,
  placeOrder,
  statusOf,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'

/** As an operator does it; resolves when the shop has heard of it. */
export async function offerCards(
  shop: Pick<TestShop, 'db' | 'call'>,
  { enabled = true, accepted = true }: { enabled?: boolean; accepted?: boolean } = {},
): Promise<void> {
  await shop.db.run(sql`update payment_methods set enabled = ${enabled} where id = ${EECPAY}`)
  await shop.db.run(sql`update settings set value = ${accepted ? '1' : '0'} where key = 'payment.card.saqDAccepted'`)
  await until(async () => {
    const { body } = await shop.call('GET', '/api/check/paymentlist')
    return body.data.some(({ type }: { type: string }) => type === 'eecpay') === (enabled && accepted)
  }, 'the shop has heard whether it takes cards')
}

/** Good until the last year that a card may name. */
export function billing(over: object = {}) {
  return {
    cardNo: '4111111111111111',
    cardExpire: '12/2039',
    cardSecurityCode: '123',
    billFirstName: 'Ada',
    billLastName: 'Buyer',
    billAddress: '1 Main Street',
    billCity: 'Springfield',
    billState: '',
    billCountry: 'US',
    billZip: '12345',
    billPhone: '5550100',
    billEmail: 'ada@example.com',
    isBillingAddress: true,
    ...over,
  }
}

export function cardOrders(world: () => { shop: TestShop; product: TestProduct }) {
  const order = () => placeOrder(world().shop, orderBody([{ product: world().product }], { paymentId: EECPAY }))

  const payBy = (placed: PlacedOrder, cardNo: string, more: object = {}): Promise<Answer> =>
    world().shop.call('POST', '/api/pay/eecpay', {
      body: { orderId: placed.orderId, ...billing({ cardNo }), ...more },
      headers: { cookie: placed.cookie },
    })

  const reaches = (placed: PlacedOrder, status: string) =>
    until(async () => (await statusOf(world().shop, placed.orderId)) === status, `the order is ${status}`)

  const askAgain = async ({ orderId }: PlacedOrder) => {
    await world().shop.db.run(sql`update payments set asked_at = null where order_id = ${orderId}`)
  }
  const stateOf = async (placed: PlacedOrder) => {
    await askAgain(placed)
    const answer = await world().shop.call('GET', `/api/pay/payssion/state?order_id=${placed.orderId}`, {
      headers: { cookie: placed.cookie },
    })
    return answer.body.data
  }

  return { order, payBy, reaches, stateOf }
}
