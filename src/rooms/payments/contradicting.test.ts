// What was paid stays paid, whatever a late, reordered or contradicting notice or answer says: only a refund, a dispute or a
// loss takes it away, and who contradicts himself is shown to the operator (decision C4).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { alertsOf } from '#rooms/orders/making/counting.testing.ts'
import {
  addKeys,
  addProduct,
  attemptOf,
  EECPAY,
  openTestShop,
  orderBody,
  PAYPAL,
  PAYSSION,
  placeOrder,
  STRIPE,
  type TestShop,
} from '#test/harness.ts'
import { billing, offerCards } from './cards.testing.ts'
import { contradicts } from './rules.ts'
import {
  type Bought,
  DELIVERED,
  effectsOf,
  loseKeys,
  ordered,
  PROVIDERS,
  pay,
  post,
  quiet,
  reaches,
  webhookOf,
} from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** The provider's books say that nothing was ever paid; answers how they are as they were again. */
function forget({ attempt, paymentId }: Bought): () => void {
  const books = {
    [STRIPE]: { of: shop.stripe.payment(attempt)!, nothing: { status: 'open', paymentStatus: 'unpaid', intent: null } },
    [PAYSSION]: { of: shop.payssion.payment(attempt)!, nothing: { state: 'pending', paidMinor: 0 } },
    [PAYPAL]: { of: shop.paypal.payment(attempt)!, nothing: { status: 'PAYER_ACTION_REQUIRED', capture: null } },
  }[paymentId]
  const before = { ...books.of }
  Object.assign(books.of, books.nothing)
  return () => Object.assign(books.of, before)
}

const rowOf = ({ attempt }: Pick<Bought, 'attempt'>) =>
  shop.db.one<{ state: string; paid: number; back: number; again: boolean }>(
    sql`select state, paid_amount as paid, refunded_amount as back, poll_at is not null as again from payments where id = ${attempt}`,
  )

/** Its provider is asked, as a poll asks. */
async function ask({ attempt }: Pick<Bought, 'attempt'>): Promise<void> {
  await quiet(shop)
  await shop.db.run(sql`update payments set poll_at = now(), polls = 0 where id = ${attempt}`)
  await until(async () => {
    // An answer of before, to a notice or a charge, may come just now and end the asking.
    await shop.db.run(sql`update payments set poll_at = now() where id = ${attempt} and polls = 0 and poll_at is null`)
    // One that a repeated notice is just being asked about is left for the next look.
    await shop.db.run(sql`select graphile_worker.add_job('payment.poll', job_key => 'look now')`)
    return (await shop.db.query(sql`select from payments where id = ${attempt} and polls > 0`)).length === 1
  }, 'the poll has run')
  await quiet(shop)
}

const KNOWN = { [STRIPE]: 1999, [PAYSSION]: 2029, [PAYPAL]: 1999 }

async function delivered(paymentId: Bought['paymentId']): Promise<Bought> {
  const order = await ordered(shop, paymentId)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

test.each(PROVIDERS)(
  'a poll or a notice to which %s answers "open" takes nothing from what is paid, and the operator is told once',
  async (_, paymentId) => {
    const order = await delivered(paymentId)
    const notice = webhookOf(shop, order)
    const remember = forget(order)
    await ask(order)
    const told = { ...DELIVERED, alerts: ['payment.contradicted'] }
    expect(await effectsOf(shop, order)).toEqual(told)
    const paid = { state: 'completed', paid: KNOWN[paymentId], back: 0 }
    expect(await rowOf(order)).toEqual({ ...paid, again: true })

    // A notice that came long ago, once more.
    expect(await post(shop, notice)).toBe(200)
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual(told)
    expect(await rowOf(order)).toEqual({ ...paid, again: true })
    const { details } = await shop.db.one<{ details: object }>(
      sql`select details from alerts where order_id = ${order.orderId}`,
    )
    expect(details).toMatchObject({ orderNo: order.orderNo, known: KNOWN[paymentId], paid: 0, currency: 'USD' })

    const open = sql`select kind from alerts where order_id = ${order.orderId} and resolved_at is null`
    expect(await shop.db.query(open)).toHaveLength(1)
    remember()
    await ask(order)
    expect(await rowOf(order)).toEqual({ ...paid, again: false })
    expect(await effectsOf(shop, order)).toEqual(told)
    // The provider says what it said: the alert has ended by itself.
    expect(await shop.db.query(open)).toEqual([])
  },
)

test.each(PROVIDERS)(
  'what %s takes back while its order waits for keys is not delivered until it says again that it is paid',
  async (_, paymentId) => {
    const order = await ordered(shop, paymentId, { keys: 1 })
    await loseKeys(shop, order.product.offerId)
    pay(shop, order)
    await reaches(shop, order, 'Processing')
    await quiet(shop)
    const remember = forget(order)
    await ask(order)
    expect(await effectsOf(shop, order)).toMatchObject({
      status: 'Processing',
      sold: 0,
      mails: ['processing', 'held'],
      alerts: ['order.waitingForKeys', 'payment.contradicted'],
    })
    const holds = sql`select reason from order_holds where order_id = ${order.orderId} and lifted_at is null`
    expect(await shop.db.query(holds)).toEqual([{ reason: 'state' }])
    remember()
    await ask(order)
    expect(await shop.db.query(holds)).toEqual([])
  },
)

test.each(['failed', 'cancelled', 'expired', 'awaiting_confirm', 'rejected_by_bank'])(
  'a "%s" of Payssion after "completed", told and answered, is contradicting; a refund after it is believed',
  async (outcome) => {
    const order = await delivered(PAYSSION)
    pay(shop, order, { outcome: outcome as 'failed' })
    await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'the operator is told')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, alerts: ['payment.contradicted'] })
    expect(await rowOf(order)).toMatchObject({ state: 'completed', paid: 2029 })
    pay(shop, order, { outcome: 'refunded' })
    await reaches(shop, order, 'Refunded')
    await quiet(shop)
    expect(await rowOf(order)).toMatchObject({ state: 'refunded', paid: 2029, back: 2029 })
    expect(
      await shop.db.query(
        sql`select kind from alerts where order_id = ${order.orderId} and kind = 'payment.contradicted' and resolved_at is null`,
      ),
    ).toEqual([])
  },
)

test.each(PROVIDERS)('less than was paid at %s, or another currency, takes nothing from it', async (_, paymentId) => {
  const [less, other] = [await delivered(paymentId), await delivered(paymentId)]
  if (paymentId === STRIPE) {
    const { intent } = shop.stripe.payment(less.attempt)!
    Object.assign(intent!, { received: 100 })
    Object.assign(shop.stripe.payment(other.attempt)!, { currency: 'eur' })
  } else if (paymentId === PAYSSION) {
    pay(shop, less, { amountMinor: 100, notify: false })
    pay(shop, other, { currency: 'EUR', notify: false })
  } else {
    Object.assign(shop.paypal.payment(less.attempt)!.capture!.amount, { minor: 100 })
    for (const amount of [
      shop.paypal.payment(other.attempt)!.amount,
      shop.paypal.payment(other.attempt)!.capture!.amount,
    ])
      Object.assign(amount, { currency: 'EUR' })
  }
  for (const order of [less, other]) {
    await ask(order)
    expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, alerts: ['payment.contradicted'] })
    expect(await rowOf(order)).toMatchObject({ state: 'completed', paid: KNOWN[paymentId] })
  }
})

test('a card’s gateway that knows nothing any more, or says "failed" after "paid", takes nothing from what is paid', async () => {
  await offerCards(shop)
  const product = await addProduct(shop, { keys: 2 })
  for (const said of ['failed', 'nothing']) {
    const placed = await placeOrder(shop, orderBody([{ product }], { paymentId: EECPAY }))
    const body = { orderId: placed.orderId, ...billing() }
    expect((await shop.call('POST', '/api/pay/eecpay', { body, headers: { cookie: placed.cookie } })).status).toBe(200)
    const order = { ...placed, attempt: await attemptOf(shop, placed.orderId) }
    await reaches(shop, order, 'Delivered')
    // The gateway's own notice comes after its answer: that is over, too.
    const heard = sql`select from payment_events where payment_id = ${order.attempt} and handled_at is not null`
    await until(() => shop.db.query(heard), 'its notice is handled')
    await quiet(shop)
    if (said === 'failed') shop.eecpay.pay(order.attempt, { outcome: 'failed', times: 2 })
    else {
      Object.assign(shop.eecpay.payment(order.attempt)!, { status: '-1', paidMinor: 0 })
      await ask(order)
    }
    await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'the operator is told')
    await shop.eecpay.notified()
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual({ ...DELIVERED, alerts: ['payment.contradicted'] })
    expect(await rowOf(order)).toMatchObject({ state: 'completed', paid: 1999 })
  }
})

test('money in doubt that its provider knows no more stays in doubt: nothing is given up and nothing delivered', async () => {
  const order = await ordered(shop, STRIPE)
  pay(shop, order, { amountMinor: 500 })
  await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'it is held')
  await quiet(shop)
  forget(order)
  await ask(order)
  expect(await rowOf(order)).toMatchObject({ state: 'completed', paid: 500 })
  expect(await effectsOf(shop, order)).toMatchObject({
    status: 'Unpaid',
    alerts: ['payment.doubt', 'payment.contradicted'],
    mails: ['held'],
  })
})

test('a part that a person has accepted stays accepted when the rest never comes: its order waits for keys alone, and what goes back of it is known', async () => {
  const order = await ordered(shop, PAYSSION, { keys: 1 })
  const { offerId } = order.product
  await loseKeys(shop, offerId)
  pay(shop, order, { outcome: 'paid_partial' as 'completed', amountMinor: 500 })
  await until(async () => (await alertsOf(shop, order.orderId)).length > 0, 'it is held')
  await quiet(shop)
  const acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
  await acts.accept(order.orderId, { actor: 'ada', reason: 'the rest is a gift' })
  pay(shop, order, { outcome: 'expired' })
  await quiet(shop)
  // And once more.
  await ask(order)
  const told = ['payment.doubt', 'order.waitingForKeys']
  expect(await effectsOf(shop, order)).toMatchObject({ status: 'Processing', alerts: told })
  expect(await rowOf(order)).toEqual({ state: 'expired', paid: 500, back: 0, again: false })
  // It says that nothing came, is held, and comes round.
  const holds = sql`select reason from order_holds where order_id = ${order.orderId} and lifted_at is null`
  const remember = forget(order)
  await ask(order)
  expect(await shop.db.query(holds)).toEqual([{ reason: 'state' }])
  remember()
  await ask(order)
  expect(await shop.db.query(holds)).toEqual([])
  await addKeys(shop, offerId, 1)
  await shop.db.run(
    sql`select graphile_worker.add_job('order.serveWaiting', json_build_object('offerId', ${offerId}::int))`,
  )
  await reaches(shop, order, 'Delivered')
  shop.payssion.refund(order.attempt, { amountMinor: 200 })
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  expect((await effectsOf(shop, order)).alerts).toEqual([...told, 'payment.contradicted', 'payment.partlyRefunded'])
})

const paid = { state: 'completed', paidAmount: 1000, currency: 'USD' }
const answer = { amountMinor: 1000, currency: 'USD' }

test.each([
  ['a payment that was paid', 'open again', paid, { ...answer, state: 'pending' }, true],
  ['a payment that was paid', 'said again', paid, { ...answer, state: 'completed' }, false],
  ['a payment that was paid', 'more', paid, { ...answer, state: 'completed', amountMinor: 1001 }, false],
  ['a payment that was paid', 'less', paid, { ...answer, state: 'completed', amountMinor: 999 }, true],
  ['a payment that was paid', 'refunded', paid, { ...answer, state: 'refunded', amountMinor: 0 }, false],
  ['a payment that was paid', 'contested', paid, { ...answer, state: 'disputed' }, false],
  ['a payment that was paid', 'nobody knows', paid, { ...answer, state: 'unknown' }, false],
  ['a refunded one', 'failed', { ...paid, state: 'refunded' }, { ...answer, state: 'failed' }, true],
  ['one under way', 'failed', { ...paid, state: 'processing', paidAmount: 0 }, { ...answer, state: 'failed' }, false],
  ['one that nobody knows', 'failed', { ...paid, state: 'unknown' }, { ...answer, state: 'failed' }, false],
] as const)('%s, then %s', (_, __, known, said, expected) => {
  expect(contradicts(known, said, false)).toBe(expected)
})

test('of the payment that has paid its order nothing is taken by what nobody knew in between, nor by another currency', () => {
  const known = { ...paid, state: 'unknown' }
  expect(contradicts(known, { ...answer, state: 'failed', amountMinor: 0 }, true)).toBe(true)
  expect(contradicts(known, { ...answer, state: 'failed', amountMinor: 999 }, true)).toBe(true)
  expect(contradicts(known, { ...answer, state: 'failed', currency: 'EUR' }, true)).toBe(true)
  expect(contradicts(paid, { ...answer, state: 'completed', currency: 'EUR' }, true)).toBe(true)
  // A person has accepted it as it is: that it ends there, with all of that money named, takes nothing away.
  for (const state of ['unknown', 'expired'] as const)
    for (const said of ['pending', 'expired', 'failed'] as const)
      expect(contradicts({ ...paid, state }, { ...answer, state: said }, true)).toBe(false)
  // Money in another currency than asked for, which pays nothing, says so each time.
  expect(contradicts(paid, { ...answer, state: 'completed', currency: 'EUR' }, false)).toBe(false)
})
