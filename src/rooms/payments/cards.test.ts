// Paying by card on the shop's own page: each outcome, and what may go wrong between the shop and the gateway.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { TEST_CARDS } from '#simulators/eecpay.ts'
import {
  type Answer,
  addProduct,
  attemptOf,
  EECPAY,
  openTestShop,
  orderBody,
  PAYPAL,
  type PlacedOrder,
  placeOrder,
  STRIPE,
  statusOf,
  type TestProduct,
  type TestShop,
} from '#test/harness.ts'
import { billing, offerCards } from './cards.testing.ts'
import { effectsOf, post, quiet } from './scene.testing.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 40 })
  await offerCards(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.db.run(sql`delete from rate_limits`))

const order = () => placeOrder(shop, orderBody([{ product }], { paymentId: EECPAY }))

const payBy = (placed: PlacedOrder, cardNo: string, more: object = {}): Promise<Answer> =>
  shop.call('POST', '/api/pay/eecpay', {
    body: { orderId: placed.orderId, ...billing({ cardNo }), ...more },
    headers: { cookie: placed.cookie },
  })

const chargesOf = ({ orderId }: PlacedOrder) =>
  shop.db.query<{ brand: string; lastFour: string; state: string; payment: string; ref: string | null }>(sql`
    select c.brand, c.last_four as "lastFour", c.state, p.state as payment, p.provider_ref as ref
    from card_charges c join payments p on p.id = c.payment_id where p.order_id = ${orderId} order by c.asked_at, p.id`)

const reaches = (placed: PlacedOrder, status: string) =>
  until(async () => (await statusOf(shop, placed.orderId)) === status, `the order is ${status}`)

const askAgain = async ({ orderId }: PlacedOrder) => {
  await shop.db.run(sql`update payments set asked_at = null where order_id = ${orderId}`)
}
const stateOf = async (placed: PlacedOrder) => {
  await askAgain(placed)
  const answer = await shop.call('GET', `/api/pay/payssion/state?order_id=${placed.orderId}`, {
    headers: { cookie: placed.cookie },
  })
  return answer.body.data
}

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

test('while only the bank works, the order neither ends nor can be paid again', async () => {
  const placed = await order()
  expect((await payBy(placed, TEST_CARDS.processing)).body.data).toMatchObject({ status: '-1', redirectURL: null })
  const again = await payBy(placed, TEST_CARDS.paid)
  expect([again.status, again.body.msg]).toEqual([422, 'pay.underWay'])
  shop.eecpay.pay(await attemptOf(shop, placed.orderId), { outcome: 'completed', times: 3 })
  await reaches(placed, 'Delivered')
})

test('a status that nobody knows is held, never delivered, and told to the operator', async () => {
  const placed = await order()
  expect((await payBy(placed, TEST_CARDS.strange)).body.data).toMatchObject({ status: '-1', redirectURL: null })
  const again = await payBy(placed, TEST_CARDS.paid)
  expect([again.status, again.body.msg]).toEqual([422, 'pay.held'])
  expect(await statusOf(shop, placed.orderId)).toBe('Unpaid')
})

test('an answer that is lost is asked for, and the card is sent once', async () => {
  const placed = await order()
  shop.eecpay.failNext({ how: 'reset', on: '/payment/card', processed: true })
  const sent = shop.eecpay.requests.charge
  expect((await payBy(placed, TEST_CARDS.paid)).body.data.status).toBe('1')
  expect(shop.eecpay.requests.charge - sent).toBe(1)
  expect(await statusOf(shop, placed.orderId)).toBe('Delivered')
})

test('a request of which nobody knows whether it arrived bars every other payment until it can’t arrive any more', async () => {
  const placed = await order()
  shop.eecpay.failNext({ how: 'reset', on: '/payment/card' })
  expect((await payBy(placed, TEST_CARDS.paid)).body.data).toMatchObject({ status: '-1', redirectURL: null })
  const sent = shop.eecpay.requests.charge
  const other = await shop.call('POST', '/api/pay/toPay', {
    body: { orderId: placed.orderId, paymentId: PAYPAL },
    headers: { cookie: placed.cookie },
  })
  expect([other.status, other.body.msg]).toEqual([422, 'pay.underWay'])
  expect(await stateOf(placed)).toBe('processing')
  await shop.db.run(sql`
    update card_charges set asked_at = asked_at - interval '599 seconds'
    where payment_id = ${await attemptOf(shop, placed.orderId)}`)
  expect(await stateOf(placed)).toBe('processing')
  await shop.db.run(sql`
    update card_charges set asked_at = asked_at - interval '2 seconds'
    where payment_id = ${await attemptOf(shop, placed.orderId)}`)
  expect(await stateOf(placed)).toBe('failed')
  expect(shop.eecpay.requests.charge).toBe(sent)
  expect((await payBy(placed, TEST_CARDS.paid)).body.data.status).toBe('1')
})

test('the keys of an order whose card is being charged stay reserved over its end', async () => {
  const [placed, other] = [await order(), await order()]
  const bank = shop.eecpay.hold('/payment/card')
  const answer = payBy(placed, TEST_CARDS.paid)
  await bank.arrived
  await shop.db.run(sql`
    update orders set expires_at = now() - interval '1 minute' where id = any(${[placed.orderId, other.orderId]}::uuid[])`)
  await reaches(other, 'Expired')
  // The same look that ended the other order goes on to this one; the next has done both.
  const last = await order()
  await shop.db.run(sql`update orders set expires_at = now() - interval '1 minute' where id = ${last.orderId}`)
  await reaches(last, 'Expired')
  const reserved = await shop.db.query(sql`
    select 1 from vault_keys k join order_lines l on l.id = k.order_line_id
    where l.order_id = ${placed.orderId} and k.state = 'reserved'`)
  expect([await statusOf(shop, placed.orderId), reserved.length]).toEqual(['Unpaid', 1])
  bank.release()
  expect((await answer).body.data.status).toBe('1')
  expect(await statusOf(shop, placed.orderId)).toBe('Delivered')
})

test('where nobody knows yet what became of a charge, its holder still comes to his bank', async () => {
  const placed = await order()
  shop.eecpay.failNext({ how: 'error', on: '/payment/query' })
  const { data } = (await payBy(placed, TEST_CARDS.threeDSecure)).body
  expect(data).toMatchObject({ status: '-1', redirectURL: expect.stringContaining('/pay/') })
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
  await offerCards(shop, { enabled: false })
  expect((await payBy(placed, TEST_CARDS.paid)).body.msg).toBe('pay.methodAway')
  expect(shop.eecpay.requests.charge).toBe(sent)
  const changes = await shop.db.query<{ value: string }>(
    sql`select after as value from setting_changes where key = 'payment.card.saqDAccepted' order by id`,
  )
  expect(changes.length).toBeGreaterThanOrEqual(2)
  await offerCards(shop)
})

test('notifications that are forged, doubled, out of order or not true: only what the gateway answers counts', async () => {
  const placed = await order()
  await payBy(placed, TEST_CARDS.threeDSecure)
  const attempt = await attemptOf(shop, placed.orderId)
  const { eecpay } = shop
  expect(await post(shop, eecpay.webhookFor(attempt, { secretKey: 'another' }))).toBe(403)
  expect(await post(shop, eecpay.webhookFor(attempt, { fields: { status: '1' }, forged: { amount: '0.01' } }))).toBe(
    403,
  )
  // Rightly signed, and not what the gateway says when it is asked.
  const untrue = eecpay.webhookFor(attempt, { fields: { status: '1' } })
  expect(await post(shop, untrue)).toBe(200)
  await until(async () => (await stateOf(placed)) === 'pending', 'the gateway was asked')
  expect(await statusOf(shop, placed.orderId)).toBe('Unpaid')
  const late = eecpay.webhookFor(attempt, { fields: { status: '0' } })
  eecpay.pay(attempt, { outcome: 'completed', times: 3 })
  await reaches(placed, 'Delivered')
  expect(await post(shop, late)).toBe(200)
  expect(await post(shop, untrue)).toBe(200)
  await eecpay.notified()
  await stateOf(placed)
  expect(await effectsOf(shop, placed)).toMatchObject({
    status: 'Delivered',
    sold: 1,
    paidMoves: 1,
    mails: ['delivery'],
  })
})

test('a dispute holds the order until it is won, and one that is lost takes the money back', async () => {
  const placed = await order()
  await payBy(placed, TEST_CARDS.paid)
  const attempt = await attemptOf(shop, placed.orderId)
  shop.eecpay.dispute(attempt, 'open')
  await reaches(placed, 'Disputed')
  shop.eecpay.dispute(attempt, 'won')
  await reaches(placed, 'Delivered')
  shop.eecpay.dispute(attempt, 'lost')
  await reaches(placed, 'Refunded')
})

test.each([
  ['open', 'won'],
  ['won', 'open'],
] as const)('a dispute that is won before the gateway is asked leaves no notice open: %s, %s', async (...told) => {
  const placed = await order()
  await payBy(placed, TEST_CARDS.paid)
  await reaches(placed, 'Delivered')
  await shop.eecpay.notified()
  await quiet(shop)
  const attempt = await attemptOf(shop, placed.orderId)
  shop.eecpay.dispute(attempt, 'won', { notify: false })
  for (const dispute of told)
    expect(await post(shop, shop.eecpay.webhookFor(attempt, { fields: { dispute } }))).toBe(200)
  await quiet(shop)
  const open = sql`select kind from payment_events where payment_id = ${attempt} and handled_at is null`
  expect(await shop.db.query(open)).toEqual([])
  const again = sql`select from payments where id = ${attempt} and poll_at < now() + interval '12 hours'`
  expect(await shop.db.query(again)).toEqual([])
  expect(await statusOf(shop, placed.orderId)).toBe('Delivered')
})

test('a loss that is told before the gateway’s own answer knows of it is asked about until it does', async () => {
  const placed = await order()
  await payBy(placed, TEST_CARDS.paid)
  await reaches(placed, 'Delivered')
  await shop.eecpay.notified()
  const attempt = await attemptOf(shop, placed.orderId)
  shop.eecpay.dispute(attempt, 'won', { notify: false })
  expect(await post(shop, shop.eecpay.webhookFor(attempt, { fields: { dispute: 'lost' } }))).toBe(200)
  await quiet(shop)
  const open = sql`select kind from payment_events where payment_id = ${attempt} and handled_at is null`
  expect(await shop.db.query(open)).toEqual([{ kind: 'status 1 dispute lost' }])
})

test('too little, or in another currency, is held and never delivered', async () => {
  for (const how of [{ amountMinor: 100 }, { currency: 'EUR' }]) {
    const placed = await order()
    await payBy(placed, TEST_CARDS.threeDSecure)
    shop.eecpay.pay(await attemptOf(shop, placed.orderId), { outcome: 'completed', ...how })
    await until(
      async () =>
        (await shop.db.query(sql`select 1 from order_holds where order_id = ${placed.orderId} and lifted_at is null`))
          .length === 1,
      'the order is held',
    )
    expect(await statusOf(shop, placed.orderId)).toBe('Unpaid')
  }
})
