// Providers that fail: everything is asked again until there is an answer (decision C4).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { makeDue, putOff } from '#rooms/orders/making/counting.testing.ts'
import {
  addProduct,
  attemptOf,
  openTestShop,
  orderBody,
  PAYPAL,
  PAYSSION,
  placeOrder,
  STRIPE,
  type TestShop,
} from '#test/harness.ts'
import {
  type Bought,
  DELIVERED,
  effectsOf,
  looked,
  ordered,
  type Paying,
  PROVIDERS,
  pay,
  quiet,
  reaches,
  simulatorOf,
  UNTOUCHED,
} from './scene.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const CREATE = { [STRIPE]: '/v1/checkout/sessions', [PAYSSION]: '/payment/create', [PAYPAL]: '/v2/checkout/orders' }
const QUERY = { [STRIPE]: '/v1/checkout/sessions/', [PAYSSION]: '/payment/details', [PAYPAL]: '/v2/checkout/orders/' }

const FAULTS = PROVIDERS.flatMap(([name, paymentId]) =>
  (['error', 'reset', 'garbage', 'redirect', 'flood', 'challenge'] as const).map(
    (how) => [name, how, paymentId] as const,
  ),
)

test.each(FAULTS)(
  '%s answers a question with "%s": the notice is handled again, and then delivered',
  async (_, how, paymentId) => {
    const order = await ordered(shop, paymentId)
    // Stripe's SDK asks once more by itself when the connection breaks.
    const times = paymentId === STRIPE && how === 'reset' ? 2 : 1
    for (let i = 0; i < times; i++) simulatorOf(shop, paymentId).failNext({ how, on: QUERY[paymentId] })
    pay(shop, order)
    await putOff(shop, 'payment.event')
    expect(await effectsOf(shop, order)).toEqual(UNTOUCHED)
    await makeDue(shop, 'payment.event')
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual(DELIVERED)
  },
)

/** An order whose creation at the provider succeeded there and was never heard of here. */
async function orderedUnheard(paymentId: Paying): Promise<Bought> {
  const product = await addProduct(shop, { keys: 3 })
  const times = paymentId === STRIPE ? 2 : 1
  for (let i = 0; i < times; i++)
    simulatorOf(shop, paymentId).failNext({ how: 'reset', on: CREATE[paymentId], processed: true })
  const placed = await placeOrder(shop, orderBody([{ product }], { paymentId }))
  expect(placed.url).toBeNull()
  return { ...placed, product, paymentId, attempt: await attemptOf(shop, placed.orderId) }
}

test.each(PROVIDERS)(
  'the answer of %s to the creation is lost: the shopper pays again from the order, and it is matched',
  async (_, paymentId) => {
    const order = await orderedUnheard(paymentId)
    const again = await shop.call('POST', '/api/pay/toPay', {
      body: { orderId: order.orderId },
      headers: { cookie: order.cookie },
    })
    expect(again.body.data.url).toMatch(/^http/)
    const attempt = await attemptOf(shop, order.orderId)
    // The page that he was sent to is the page of the attempt that we know.
    expect(again.body.data.url.split('/').at(-1)).toBe(
      {
        [STRIPE]: shop.stripe.payment(attempt)?.id,
        [PAYSSION]: shop.payssion.payment(attempt)?.transactionId,
        [PAYPAL]: `paypal?order_id=${order.orderId}&order_no=${order.orderNo}`,
      }[paymentId],
    )
    pay(shop, { attempt, paymentId })
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual(DELIVERED)
  },
)

test.each(PROVIDERS)(
  'the answer of %s to the creation is lost and money comes all the same: the notice names the order',
  async (_, paymentId) => {
    const order = await orderedUnheard(paymentId)
    pay(shop, order)
    await reaches(shop, order, 'Delivered')
    await quiet(shop)
    expect(await effectsOf(shop, order)).toEqual(DELIVERED)
  },
)

test.each(PROVIDERS)('a webhook of %s that overtakes the answer to the creation is matched', async (_, paymentId) => {
  const order = await ordered(shop, paymentId)
  // The moment before the answer was written down.
  await shop.db.run(sql`update payments set provider_ref = null, redirect_url = null where id = ${order.attempt}`)
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
})

test.each(PROVIDERS)('a payment at %s whose webhook never comes is found by asking', async (_, paymentId) => {
  const [paid, unpaid] = [await ordered(shop, paymentId), await ordered(shop, paymentId)]
  pay(shop, paid, { notify: false })
  await shop.db.run(sql`update payments set poll_at = now() where id = any(${[paid.attempt, unpaid.attempt]}::uuid[])`)
  await looked(shop, paid.attempt, unpaid.attempt)
  await reaches(shop, paid, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, paid)).toEqual(DELIVERED)
  expect(await effectsOf(shop, unpaid)).toEqual(UNTOUCHED)
  const polls = await shop.db.query<{ id: string; again: boolean }>(
    sql`select id, poll_at > now() as again from payments where order_id = any(${[paid.orderId, unpaid.orderId]}::uuid[])`,
  )
  // Who has paid is not asked about again; who has not is, later.
  expect(Object.fromEntries(polls.map(({ id, again }) => [id, again]))).toEqual({
    [paid.attempt]: null,
    [unpaid.attempt]: true,
  })
})

test.each(PROVIDERS)('%s cannot be reached when it is polled: it is asked again later', async (_, paymentId) => {
  const order = await ordered(shop, paymentId)
  pay(shop, order, { notify: false })
  const poll = async () => {
    await shop.db.run(sql`update payments set poll_at = now() where id = ${order.attempt}`)
    await looked(shop, order.attempt)
  }
  // What earlier tests left would be asked about as well, and meet the fault.
  await shop.db.run(sql`update payments set poll_at = null where id <> ${order.attempt}`)
  await quiet(shop)
  simulatorOf(shop, paymentId).failNext({ how: 'error', on: QUERY[paymentId] })
  await poll()
  expect(await effectsOf(shop, order)).toEqual(UNTOUCHED)
  await poll()
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
})

test('an answer that was asked for before a newer one was recorded is not believed: the provider is asked once more', async () => {
  const order = await ordered(shop, PAYSSION)
  const rival = await shop.db.pool.connect()
  try {
    await rival.query('begin')
    await rival.query('select 1 from orders where id = $1 for update', [order.orderId])
    pay(shop, order, { outcome: 'pending' })
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await shop.db.query(waiting)).length > 0, 'the answer "pending" waits to be recorded')
    // Meanwhile the money comes, and somebody else has asked, heard of it and recorded it.
    pay(shop, order, { notify: false })
    await rival.query(
      `update payments set state = 'completed', paid_amount = amount, updated_at = clock_timestamp() where id = $1`,
      [order.attempt],
    )
    await rival.query('commit')
  } finally {
    rival.release()
  }
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  expect(await effectsOf(shop, order)).toEqual(DELIVERED)
  expect(await shop.db.one(sql`select state from payments where id = ${order.attempt}`)).toEqual({ state: 'completed' })
})
