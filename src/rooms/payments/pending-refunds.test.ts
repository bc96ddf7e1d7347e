// Refunds that a provider has taken on and makes later, or never: asked about to their end, and none is forgotten meanwhile
// (decision F7).
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { differences } from '#rooms/ledger/check.ts'
import { createActs } from '#rooms/orders/acts/acts.ts'
import { settlingBesideShop } from '#rooms/orders/beside-shop.ts'
import { makeDue } from '#rooms/orders/making/counting.testing.ts'
import { addMember, attemptOf, openTestShop, PAYPAL, PAYSSION, type TestShop } from '#test/harness.ts'
import { type Bought, effectsOf, looked, ordered, pay, quiet, reaches } from './scene.testing.ts'

let shop: TestShop
let acts: ReturnType<typeof createActs>
beforeAll(async () => {
  shop = await openTestShop()
  acts = createActs({ db: shop.db, settling: settlingBesideShop(() => 'shop.test') })
})
afterAll(() => shop.close())
afterEach(() => stayPending(false))

function stayPending(yes: boolean) {
  shop.payssion.refundsStayPending = yes
  shop.paypal.refundsStayPending = yes
}

const BY = { actor: 'ada', reason: 'this key does not work' }
const LATER = [
  ['Payssion', PAYSSION],
  ['PayPal', PAYPAL],
] as const

async function delivered(paymentId: typeof PAYSSION | typeof PAYPAL): Promise<Bought> {
  const order = await ordered(shop, paymentId, { keys: 2, count: 2 })
  pay(shop, order)
  await reaches(shop, order, 'Delivered')
  await quiet(shop)
  return order
}

const refundsOf = async ({ orderId }: Pick<Bought, 'orderId'>) =>
  (
    await shop.db.query<{ state: string }>(
      sql`select state from refunds where order_id = ${orderId} order by created_at`,
    )
  ).map(({ state }) => state)

const held = async ({ orderId }: Pick<Bought, 'orderId'>) =>
  (
    await shop.db.query<{ reason: string }>(
      sql`select reason from order_holds where order_id = ${orderId} and lifted_at is null`,
    )
  ).map(({ reason }) => reason)

/** A refund of a part that its provider has taken on, some while ago. */
async function takenOn(order: Pick<Bought, 'orderId'>, amount = 500, ago = '2 minutes') {
  stayPending(true)
  await acts.refund(order.orderId, BY, amount)
  await until(async () => (await refundsOf(order)).at(-1) === 'pending', 'the provider has taken it on')
  await quiet(shop)
  stayPending(false)
  await shop.db.run(
    sql`update refunds set updated_at = updated_at - ${ago}::interval where order_id = ${order.orderId} and state = 'pending'`,
  )
}

/** What PayPal calls the refund that was made last. */
const lastAtPayPal = ({ attempt }: Pick<Bought, 'attempt'>) => shop.paypal.payment(attempt)!.refunds.at(-1)!.id

function cannotBeMade(order: Pick<Bought, 'attempt' | 'paymentId'>) {
  if (order.paymentId === PAYPAL) shop.paypal.moveRefund(lastAtPayPal(order), 'FAILED')
  else shop.payssion.pay(order.attempt, { outcome: 'refund_failed' })
}

/** What the clock does. */
async function looksAgain({ attempt }: Bought) {
  await shop.db.run(sql`update payments set poll_at = now() where id = ${attempt} and poll_at is not null`)
  await looked(shop, attempt)
}

describe('one that its provider cannot make after all', () => {
  test.each(LATER)('at %s: it has failed, its order is held, and it can be made again', async (_, paymentId) => {
    const order = await delivered(paymentId)
    await takenOn(order)
    cannotBeMade(order)
    await until(async () => (await held(order)).length > 0, 'it is held')
    await quiet(shop)
    expect(await refundsOf(order)).toEqual(['failed'])
    expect(await held(order)).toEqual(['refund failed'])
    expect((await effectsOf(shop, order)).alerts).toEqual(['refund.failed'])
    await acts.refund(order.orderId, BY, 500)
    await reaches(shop, order, 'PartlyRefunded')
    await quiet(shop)
    expect(await refundsOf(order)).toEqual(['failed', 'done'])
    expect(await held(order)).toEqual([])
  })

  test('at Payssion, which does not say which: what is said within a minute may be of one before it', async () => {
    const order = await delivered(PAYSSION)
    await takenOn(order)
    cannotBeMade(order)
    await until(async () => (await held(order)).length > 0, 'it is held')
    await takenOn(order, 500, '0')
    cannotBeMade(order)
    await quiet(shop)
    expect(await refundsOf(order)).toEqual(['failed', 'pending'])
    await shop.db.run(
      sql`update refunds set updated_at = now() - interval '2 minutes' where order_id = ${order.orderId}`,
    )
    await looksAgain(order)
    expect(await refundsOf(order)).toEqual(['failed', 'failed'])
  })

  test('a top-up of which it was a part has it again', async () => {
    const member = await addMember(shop)
    const body = { amount: 30, realAmount: 30, paymentId: PAYPAL, requestId: randomUUID() }
    const as = { headers: { cookie: member.cookie } }
    const { orderId } = (await shop.call('POST', '/api/profile/topUp', { body, ...as })).body.data
    const topUp = { orderId, paymentId: PAYPAL, attempt: await attemptOf(shop, orderId) } as const
    pay(shop, topUp)
    await reaches(shop, topUp, 'Completed')
    const balance = async () => (await shop.call('GET', '/api/getInfo', as)).body.data.amount
    await takenOn(topUp, 1_000)
    expect(await balance()).toBe(20)
    cannotBeMade(topUp)
    await until(async () => (await balance()) === 30, 'it is there again')
    expect(await differences(shop.db)).toEqual({ movements: [], totals: [] })
  })
})

describe('one that is made later', () => {
  const isAskedAbout = async ({ attempt }: Bought) =>
    (
      await shop.db.one<{ again: boolean }>(
        sql`select poll_at is not null as again from payments where id = ${attempt}`,
      )
    ).again

  test('is asked about until it is, though nobody tells and the payment’s own state stays the same', async () => {
    const order = await delivered(PAYPAL)
    await takenOn(order)
    // As if no notice had come of it, which is a reason to ask too.
    await shop.db.run(sql`update payments set poll_at = null where id = ${order.attempt}`)
    await shop.db.run(
      sql`select graphile_worker.add_job('payment.ask', json_build_object('paymentId', ${order.attempt}::uuid))`,
    )
    await quiet(shop)
    shop.paypal.moveRefund(lastAtPayPal(order), 'COMPLETED', { notify: false })
    expect(await isAskedAbout(order)).toBe(true)
    await looksAgain(order)
    expect(await refundsOf(order)).toEqual(['done'])
    await reaches(shop, order, 'PartlyRefunded')
    expect(await isAskedAbout(order)).toBe(false)
  })

  test.each(LATER)('at %s: of an old payment too, for half a year', async (_, paymentId) => {
    const order = await delivered(paymentId)
    await takenOn(order)
    const ago = (days: number) =>
      sql`update refunds set updated_at = now() - make_interval(days => ${days}) where order_id = ${order.orderId}`
    await shop.db.run(sql`update payments set created_at = now() - interval '200 days' where id = ${order.attempt}`)
    await shop.db.run(ago(170))
    await looksAgain(order)
    expect(await isAskedAbout(order)).toBe(true)
    await shop.db.run(ago(181))
    await looksAgain(order)
    expect(await isAskedAbout(order)).toBe(false)
  })
})

test('while the provider has another one pending, a refund waits and goes after it', async () => {
  const order = await delivered(PAYPAL)
  const another = shop.paypal.refund(order.attempt, { amountMinor: 300, status: 'PENDING' })
  await quiet(shop)
  await acts.refund(order.orderId, BY, 500)
  await quiet(shop)
  expect(await refundsOf(order)).toEqual(['wanted'])
  await makeDue(shop, 'payment.refund')
  await quiet(shop)
  expect(await refundsOf(order)).toEqual(['wanted'])
  shop.paypal.moveRefund(another, 'COMPLETED')
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  await makeDue(shop, 'payment.refund')
  await until(async () => (await refundsOf(order)).includes('done'), 'it goes')
  await quiet(shop)
  const { back } = await shop.db.one<{ back: number }>(
    sql`select refunded_amount as back from payments where id = ${order.attempt}`,
  )
  expect(back).toBe(800)
})

test('two runs of one refund that read the same figures at once send it once, where the provider would make it twice', async () => {
  const order = await delivered(PAYSSION)
  const first = shop.payssion.hold('/payment/details')
  await acts.refund(order.orderId, BY, 500)
  await first.arrived
  const second = shop.payssion.hold('/payment/details')
  await shop.db.run(sql`
    select graphile_worker.add_job('payment.refund', json_build_object('refundId', id))
    from refunds where order_id = ${order.orderId}`)
  await second.arrived
  first.release()
  second.release()
  await reaches(shop, order, 'PartlyRefunded')
  await quiet(shop)
  await makeDue(shop, 'payment.refund')
  await quiet(shop)
  expect(await refundsOf(order)).toEqual(['done'])
  expect(await held(order)).toEqual([])
  const { back } = await shop.db.one<{ back: number }>(
    sql`select refunded_amount as back from payments where id = ${order.attempt}`,
  )
  expect(back).toBe(500)
})

describe('of two refunds of one capture that are under way at PayPal', () => {
  async function two() {
    const order = await delivered(PAYPAL)
    await takenOn(order)
    const own = lastAtPayPal(order)
    // As somebody makes it on PayPal's own pages.
    const other = shop.paypal.refund(order.attempt, { amountMinor: 600, status: 'PENDING' })
    await quiet(shop)
    return { order, own, other }
  }

  test('the shop’s own fails first: that is heard of while the other one goes on, and its money is not taken for the shop’s', async () => {
    const { order, own, other } = await two()
    shop.paypal.moveRefund(own, 'FAILED')
    await until(async () => (await held(order)).length > 0, 'it is held')
    expect(await refundsOf(order)).toEqual(['failed'])
    shop.paypal.moveRefund(other, 'COMPLETED')
    await reaches(shop, order, 'PartlyRefunded')
    await quiet(shop)
    expect(await refundsOf(order)).toEqual(['failed'])
  })

  test('the other one is made first: the shop’s own is under way as before, and made or not', async () => {
    for (const [end, state] of [
      ['COMPLETED', 'done'],
      ['FAILED', 'failed'],
    ] as const) {
      const { order, own, other } = await two()
      shop.paypal.moveRefund(other, 'COMPLETED')
      await reaches(shop, order, 'PartlyRefunded')
      await quiet(shop)
      expect(await refundsOf(order)).toEqual(['pending'])
      shop.paypal.moveRefund(own, end)
      await until(async () => (await refundsOf(order))[0] === state, `it is ${state}`)
    }
  })
})

test.each(LATER)('at %s: what came in another currency goes back in that', async (_, paymentId) => {
  const order = await ordered(shop, paymentId)
  pay(shop, order, { currency: 'EUR', captured: true })
  await until(async () => (await held(order)).length > 0, 'it is held')
  await quiet(shop)
  await acts.refund(order.orderId, BY, null)
  await quiet(shop)
  const refunds = await shop.db.query(sql`
    select r.state, r.currency, p.refunded_amount = p.paid_amount and p.paid_amount > 0 as back
    from refunds r join payments p on p.id = r.payment_id where r.order_id = ${order.orderId}`)
  expect(refunds).toEqual([{ state: 'done', currency: 'EUR', back: true }])
  expect(await held(order)).toEqual([])
})
