// Every state that Payssion knows, alone and after each other: what becomes of the order, what its buyer sees and is written,
// and what the operator is told (decisions C1, C2, C4).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { resultState } from '#rooms/orders/ui/result-state.ts'
import { addProduct, openTestShop, PAYSSION, type TestProduct, type TestShop } from '#test/harness.ts'
import { type Bought, effectsOf, ordered, quiet } from './scene.testing.ts'

let shop: TestShop
let product: TestProduct
beforeAll(async () => {
  shop = await openTestShop()
  product = await addProduct(shop, { keys: 1000 })
})
afterAll(() => shop.close())

const TOTAL = 2029

/** `paid`, `refund`: what details says then, where the state changes it; in hundredths. */
const STATES: Record<string, { paid?: number; refund?: number }> = {
  pending: {},
  awaiting_confirm: {},
  completed: { paid: TOTAL },
  paid_more: { paid: 2500 },
  paid_partial: { paid: 500 },
  failed: {},
  error: {},
  rejected_by_bank: {},
  cancelled: {},
  cancelled_by_user: {},
  expired: {},
  refunded: {},
  refund_pending: {},
  refund_failed: {},
  chargeback: {},
  disputed: {},
  blocked: {},
  a_word_that_is_new: {},
}

/** It happens at Payssion, which tells the shop. */
async function happens(orders: readonly Bought[], states: readonly string[]): Promise<void> {
  for (const [i, { attempt }] of orders.entries()) {
    const state = states[i]!
    const payment = shop.payssion.payment(attempt)!
    const { paid = payment.paidMinor } = STATES[state]!
    Object.assign(payment, { state, paidMinor: paid, refundedMinor: state === 'refunded' ? paid : 0 })
    await fetchNotice(attempt)
  }
  await quiet(shop)
}

async function fetchNotice(attempt: string): Promise<void> {
  const { url, body, headers } = shop.payssion.webhookFor(attempt)
  const answer = await fetch(shop.shop.origin + new URL(url).pathname, { method: 'POST', body, headers })
  expect(answer.status).toBe(200)
}

/** Everything that somebody sees. */
async function seen(order: Bought) {
  const { status, sold, mails, alerts } = await effectsOf(shop, order)
  const ask = (path: string) => shop.call('GET', path, { headers: { cookie: order.cookie } })
  const detail = (await ask(`/api/pay/detail/${order.orderId}`)).body.data
  const provider = (await ask(`/api/pay/payssion/state?order_id=${order.orderId}`)).body.data
  const keys = (await ask(`/api/profile/order/pointCode/${order.orderId}`)).status === 200
  return { status, sold, keys, page: resultState(detail, provider), mails, alerts }
}

const NOTHING = {
  status: 'Unpaid',
  sold: 0,
  keys: false,
  page: 'waiting',
  mails: [] as string[],
  alerts: [] as string[],
}
const HELD = { ...NOTHING, page: 'held', mails: ['held'], alerts: ['payment.doubt'] }
const DELIVERED = { ...NOTHING, status: 'Delivered', sold: 1, keys: true, page: 'delivered', mails: ['delivery'] }

/** Before anything else is known. */
const ALONE: Record<string, typeof NOTHING> = {
  pending: NOTHING,
  awaiting_confirm: { ...NOTHING, page: 'underWay', mails: ['underWay'] },
  completed: DELIVERED,
  paid_more: { ...DELIVERED, mails: ['overpaid', 'delivery'], alerts: ['payment.overpaid'] },
  paid_partial: HELD,
  failed: { ...NOTHING, page: 'failed' },
  error: { ...NOTHING, page: 'failed' },
  rejected_by_bank: { ...NOTHING, page: 'failed' },
  cancelled: { ...NOTHING, page: 'abandoned' },
  cancelled_by_user: { ...NOTHING, page: 'abandoned' },
  expired: { ...NOTHING, page: 'attemptExpired' },
  // It was paid and went back before the shop heard of it.
  refunded: { ...NOTHING, mails: ['refund'] },
  refund_pending: HELD,
  refund_failed: { ...HELD, alerts: ['refund.failed', 'payment.doubt'] },
  // Who contests a payment knows of it.
  chargeback: { ...HELD, mails: [], alerts: ['payment.disputed', 'payment.doubt'] },
  disputed: { ...HELD, mails: [], alerts: ['payment.disputed', 'payment.doubt'] },
  blocked: HELD,
  a_word_that_is_new: HELD,
}

const CONTRADICTED = { ...DELIVERED, alerts: ['payment.contradicted'] }
const CONTESTED = { ...DELIVERED, status: 'Disputed', page: 'disputed', keys: false, alerts: ['payment.disputed'] }
const DOUBTED = { ...DELIVERED, alerts: ['payment.doubt'] }

/** Of an order that is paid and delivered. */
const AFTER_COMPLETED: Record<string, typeof NOTHING> = {
  pending: CONTRADICTED,
  awaiting_confirm: CONTRADICTED,
  completed: DELIVERED,
  paid_more: { ...DELIVERED, mails: ['delivery', 'overpaid'], alerts: ['payment.overpaid'] },
  paid_partial: DOUBTED,
  failed: CONTRADICTED,
  error: CONTRADICTED,
  rejected_by_bank: CONTRADICTED,
  cancelled: CONTRADICTED,
  cancelled_by_user: CONTRADICTED,
  expired: CONTRADICTED,
  refunded: {
    ...DELIVERED,
    status: 'Refunded',
    page: 'refunded',
    keys: false,
    mails: ['delivery', 'refund'],
    alerts: ['payment.refunded'],
  },
  refund_pending: DELIVERED,
  refund_failed: { ...DELIVERED, alerts: ['refund.failed'] },
  chargeback: CONTESTED,
  disputed: CONTESTED,
  blocked: DOUBTED,
  a_word_that_is_new: DOUBTED,
}

const NAMES = Object.keys(STATES)
const orders = (count: number): Promise<Bought[]> =>
  Promise.all(Array.from({ length: count }, () => ordered(shop, PAYSSION, { product })))

describe('alone', () => {
  let results: Awaited<ReturnType<typeof seen>>[]
  beforeAll(async () => {
    const all = await orders(NAMES.length)
    // Where it is paid, all of it is, unless the state says otherwise.
    for (const [i, { attempt }] of all.entries())
      if (/^(refund|chargeback|disputed|blocked|a_word)/.test(NAMES[i]!))
        Object.assign(shop.payssion.payment(attempt)!, { paidMinor: TOTAL })
    await happens(all, NAMES)
    results = await Promise.all(all.map(seen))
  })
  test.each(NAMES)('"%s"', (name) => expect(results[NAMES.indexOf(name)]).toEqual(ALONE[name]))
})

describe('after "completed"', () => {
  let results: Awaited<ReturnType<typeof seen>>[]
  beforeAll(async () => {
    const all = await orders(NAMES.length)
    await happens(
      all,
      NAMES.map(() => 'completed'),
    )
    await happens(all, NAMES)
    results = await Promise.all(all.map(seen))
  })
  test.each(NAMES)('"%s"', (name) => expect(results[NAMES.indexOf(name)]).toEqual(AFTER_COMPLETED[name]))
})

const PAID = ['completed', 'paid_more']

/** Whatever comes after whatever. */
test.each(NAMES)('"%s", and after it each other', async (first) => {
  const all = await orders(NAMES.length)
  await happens(
    all,
    NAMES.map(() => first),
  )
  await happens(all, NAMES)
  const rows = await shop.db.query<{ orderId: string; left: number }>(sql`
    select order_id as "orderId", coalesce(paid_amount, 0) - refunded_amount as left from payments where order_id = any(${all.map(({ orderId }) => orderId)}::uuid[])`)
  for (const [i, order] of all.entries()) {
    const said = `${first}, ${NAMES[i]}`
    const { status, sold, page, alerts } = await seen(order)
    const left = rows.find(({ orderId }) => orderId === order.orderId)!.left
    // Keys leave the shop once, and for certain money alone.
    expect([said, sold <= 1, sold === 0 || PAID.includes(first) || PAID.includes(NAMES[i]!)]).toEqual([
      said,
      true,
      true,
    ])
    // What was delivered stays so, goes back or is contested.
    if (sold > 0)
      expect([said, ['Delivered', 'Refunded', 'PartlyRefunded', 'Disputed']]).toEqual([
        said,
        expect.arrayContaining([status]),
      ])
    // Money that is there and has bought nothing bars what would need it, and the operator knows.
    const barred = page === 'held' || page === 'underWay'
    if (sold === 0 && left > 0) expect([said, page, barred, alerts.length > 0]).toEqual([said, page, true, true])
  }
})

test('what is refunded and says neither how much nor of what has all gone back', async () => {
  const [order] = await orders(1)
  await happens([order!], ['completed'])
  Object.assign(shop.payssion.payment(order!.attempt)!, { state: 'refunded', paidMinor: 0, refundedMinor: 0 })
  await fetchNotice(order!.attempt)
  await quiet(shop)
  expect((await seen(order!)).status).toBe('Refunded')
  expect(
    await shop.db.one(
      sql`select paid_amount as paid, refunded_amount as back from payments where id = ${order!.attempt}`,
    ),
  ).toEqual({ paid: TOTAL, back: TOTAL })
})
