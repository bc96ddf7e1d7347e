// Paying by card on the shop's own page: each outcome, and what may go wrong between the shop and the gateway.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { TEST_CARDS } from '#simulators/eecpay.ts'
import {
  type Answer,
  addProduct,
  attemptOf,
  openTestShop,
  type PlacedOrder,
  STRIPE,
  statusOf,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { cardOrders, offerCards } from './cards.testing.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 40 })
  await offerCards(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`delete from rate_limits`))

const { order, payBy, reaches, stateOf } = cardOrders(() => ({ shop, product }))

const chargesOf = ({ orderId }: PlacedOrder) =>
  shop.db.query<{ brand: string; lastFour: string; state: string; payment: string; ref: string | null }>(sql`
    select c.brand, c.last_four as "lastFour", c.state, p.state as payment, p.provider_ref as ref
    from card_charges c join payments p on p.id = c.payment_id where p.order_id = ${orderId} order by c.asked_at, p.id`)

test('a card that is taken pays the order; its brand, last four digits and the gateway’s name for it stay', async () => {
  const placed = await order()
  expect(placed.url).toMatch(/\/bill-pay\?orderId=[\w-]+&currencyType=USD&amount=19\.99$/)
  const answer = await payBy(placed, '4111 1111-1111 1111')
  expect(answer.status).toBe(200)
  expect(answer.body.data).toEqual({
    status: '1',
    orderId: placed.orderId,
    orderNo: placed.orderNo,
    redirectURL: null,
  })
  expect(await statusOf(shop, placed.orderId)).toBe('Delivered')
  const trade = shop.eecpay.payment(await attemptOf(shop, placed.orderId))!.tradeNo
  expect(await chargesOf(placed)).toEqual([
    { brand: 'visa', lastFour: '1111', state: 'answered', payment: 'completed', ref: trade },
  ])
})

test('a declined card leaves the order to be paid, by another card too', async () => {
  const placed = await order()
  expect((await payBy(placed, TEST_CARDS.declined)).body.data).toMatchObject({ status: '0', redirectURL: null })
  expect(await statusOf(shop, placed.orderId)).toBe('Unpaid')
  expect((await payBy(placed, '5555555555554444')).body.data.status).toBe('1')
  expect(await statusOf(shop, placed.orderId)).toBe('Delivered')
  expect((await chargesOf(placed)).map(({ brand, payment }) => [brand, payment])).toEqual([
    ['visa', 'failed'],
    ['mastercard', 'completed'],
  ])
})

test('3-D Secure: the bank’s page decides, and neither its return nor an address is believed', async () => {
  const placed = await order()
  const { status, redirectURL } = (await payBy(placed, TEST_CARDS.threeDSecure)).body.data
  expect(status).toBe('-1')
  expect(redirectURL).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/E\w+$/)
  expect(await stateOf(placed)).toBe('pending')
  const back = await fetch(redirectURL, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'completed' }),
    redirect: 'manual',
  })
  expect(back.headers.get('location')).toContain(`/pay-return/${placed.orderId}/`)
  await reaches(placed, 'Delivered')
})

test('what is left at the bank’s page may be paid by another method, and what still comes goes to a person: it can’t be sent back', async () => {
  const placed = await order()
  await payBy(placed, TEST_CARDS.threeDSecure)
  const attempt = await attemptOf(shop, placed.orderId)
  const other = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: placed.orderId, paymentId: STRIPE },
    headers: { cookie: placed.cookie },
  })
  expect(other.status).toBe(200)
  shop.stripe.pay(await attemptOf(shop, placed.orderId), { outcome: 'completed' })
  await reaches(placed, 'Delivered')
  shop.eecpay.pay(attempt, { outcome: 'completed' })
  const alerts = () =>
    shop.db.query<{ kind: string }>(sql`
      select kind from alerts where order_id = ${placed.orderId} and kind = 'refund.byHand' and resolved_at is null`)
  await until(alerts, 'a person hears of the second payment')
  // He sends it back at the gateway; its figures say so, and nothing waits any more.
  shop.eecpay.refund(attempt)
  await until(async () => (await alerts()).length === 0, 'nothing waits for him')
  expect(await statusOf(shop, placed.orderId)).toBe('Delivered')
})

test.each(['1001', '1002', '1007'])(
  'a gateway that takes nothing from this shop (%s) is not offered any more',
  async (code) => {
    const placed = await order()
    shop.eecpay.refuseNext(code)
    await payBy(placed, TEST_CARDS.paid)
    const offered = async () => {
      const { body } = await shop.call('GET', '/api/check/paymentlist')
      return body.data.some(({ type }: { type: string }) => type === 'eecpay')
    }
    await until(async () => !(await offered()), 'it is not offered')
    await shop.db.run(sql`delete from method_refusals`)
    await until(offered, 'it is offered again')
  },
)

test('what the gateway refuses to take on has charged nothing', async () => {
  const placed = await order()
  shop.eecpay.refuseNext('1006')
  expect((await payBy(placed, TEST_CARDS.paid)).body.data.status).toBe('0')
  expect(await chargesOf(placed)).toMatchObject([{ state: 'refused', payment: 'failed' }])
  expect((await payBy(placed, TEST_CARDS.paid)).body.data.status).toBe('1')
})

test('ten presses at once charge one card', async () => {
  const placed = await order()
  const sent = shop.eecpay.requests.charge
  const answers = await Promise.all(Array.from({ length: 10 }, () => payBy(placed, TEST_CARDS.processing)))
  expect(shop.eecpay.requests.charge - sent).toBe(1)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await chargesOf(placed)).toHaveLength(1)
})

test('an order that has another method, or another total, by the time its turn comes is not charged', async () => {
  const changes = [
    (id: string) => sql`update payments set provider = 'stripe', method_id = ${STRIPE} where order_id = ${id}`,
    (id: string) => sql`update orders set fee = fee + 100, total = total + 100 where id = ${id}`,
  ]
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const sent = shop.eecpay.requests.charge
  for (const change of changes) {
    const placed = await order()
    let answer: Promise<Answer> | undefined
    await shop.db.transaction(async (tx) => {
      await tx.run(sql`select 1 from orders where id = ${placed.orderId} for update`)
      answer = payBy(placed, TEST_CARDS.paid)
      await until(() => shop.db.query(waiting), 'the card waits')
      await tx.run(change(placed.orderId))
    })
    expect((await answer)!.body.msg).toBe('pay.notUnpaid')
  }
  expect(shop.eecpay.requests.charge).toBe(sent)
})

test('a stranger is told of no order, and a browser with another order pays only its own', async () => {
  const [one, two] = [await order(), await order()]
  const sent = shop.eecpay.requests.charge
  for (const cookie of ['', two.cookie]) expect((await payBy({ ...one, cookie }, TEST_CARDS.paid)).status).toBe(404)
  expect(shop.eecpay.requests.charge).toBe(sent)
})

test('cards are guessed by nobody: ten in ten minutes from one address, six for one order', async () => {
  const placed = await order()
  for (let n = 0; n < 6; n++) expect((await payBy(placed, TEST_CARDS.declined)).body.data.status).toBe('0')
  const seventh = await payBy(placed, TEST_CARDS.declined)
  expect([seventh.status, seventh.body.msg]).toEqual([422, 'pay.tooManyCards'])
  const other = await order()
  const sent = shop.eecpay.requests.charge
  const answers = await Promise.all(Array.from({ length: 8 }, () => payBy(other, TEST_CARDS.declined)))
  expect(answers.filter(({ status }) => status === 429).length).toBe(5)
  expect(shop.eecpay.requests.charge - sent).toBeLessThanOrEqual(3)
})

test('the form is not offered unless the method is on and the operator has accepted what it asks; nothing is charged by one who knows the call', async () => {
  const placed = await order()
  await offerCards(shop, { accepted: false })
  const sent = shop.eecpay.requests.charge
  const answer = await payBy(placed, TEST_CARDS.paid)
  expect([answer.status, answer.body.msg]).toEqual([422, 'pay.methodAway'])
  // One change at a time: of two that are heard one after the other, the second alone would be seen.
  await offerCards(shop)
  await offerCards(shop, { enabled: false })
  expect((await payBy(placed, TEST_CARDS.paid)).body.msg).toBe('pay.methodAway')
  expect(shop.eecpay.requests.charge).toBe(sent)
  const changes = await shop.db.query<{ value: string }>(
    sql`select after as value from setting_changes where key = 'payment.card.saqDAccepted' order by id`,
  )
  expect(changes.length).toBeGreaterThanOrEqual(2)
  await offerCards(shop)
})
