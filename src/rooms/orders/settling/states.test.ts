// The state machine of decision C1 in the database. The table stands here once more, so that a change of the code's
// table alone is noticed.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { until } from '#platform/testing.ts'
import { type Bought, ordered, type Paying, pay, quiet } from '#rooms/payments/scene.testing.ts'
import { SERVE_WAITING } from '#rooms/vault/jobs.ts'
import { addKeys, addProduct, openTestShop, PAYSSION, STRIPE, statusOf, type TestShop } from '#test/harness.ts'
import { overdueOrders, overdueReservations } from '../acts/hold-store.ts'
import { entered } from '../events.ts'
import { vaultOf } from '../making/counting.testing.ts'
import { ORDER_STATUSES, type OrderStatus } from '../rules.ts'
import { move } from '../store.ts'

const ALLOWED = new Set([
  'Unpaid → Paid', 'Unpaid → Cancelled', 'Unpaid → Expired',
  'Paid → Processing', 'Paid → Delivered', 'Processing → Delivered', 'Delivered → Completed',
  'Paid → Refunded', 'Paid → PartlyRefunded', 'Processing → Refunded', 'Processing → PartlyRefunded',
  'Delivered → Refunded', 'Delivered → PartlyRefunded', 'Completed → Refunded', 'Completed → PartlyRefunded',
  'PartlyRefunded → Refunded', 'PartlyRefunded → Completed',
  // Any paid status and back; lost, the money is gone.
  'Paid → Disputed', 'Processing → Disputed', 'Delivered → Disputed', 'Completed → Disputed', 'PartlyRefunded → Disputed',
  'Disputed → Paid', 'Disputed → Processing', 'Disputed → Delivered', 'Disputed → Completed', 'Disputed → PartlyRefunded',
  'Disputed → Refunded',
  // Decision C4: late money, and what an operator accepts.
  'Cancelled → Paid', 'Expired → Paid',
]) // biome-ignore format: a table

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

interface Move {
  from: string | null
  to: string
  actor: string
  reason: string
}

const movesOf = (orderId: string) =>
  shop.db.query<Move & Record<string, unknown>>(sql`
    select from_status as "from", to_status as "to", actor, reason from order_events where order_id = ${orderId} order by id`)

test('of all moves between two statuses exactly those of the table are made, and exactly those are recorded and told', async () => {
  const { orderId } = await ordered(shop, STRIPE)
  const happened = [entered('Paid', orderId), entered('Expired', orderId)]
  const told = () => shop.db.query(sql`select name from events where subject = ${orderId} order by xid, id`)
  for (const from of ORDER_STATUSES) {
    for (const to of ORDER_STATUSES) {
      // A disputed order returns to where it was, here to wherever it may.
      await shop.db.run(sql`update orders set status = ${from}, status_before_dispute = ${to} where id = ${orderId}`)
      const before = await movesOf(orderId)
      const toldBefore = (await told()).length
      const moved = await shop.db.transaction((tx) =>
        move(tx, orderId, [{ to, actor: 'tester', reason: 'to see' }], happened),
      )
      const name = `${from} → ${to}`
      expect([name, moved]).toEqual([name, ALLOWED.has(name)])
      expect(await statusOf(shop, orderId)).toBe(moved ? to : from)
      const recorded = (await movesOf(orderId)).slice(before.length)
      expect(recorded).toEqual(moved ? [{ from, to, actor: 'tester', reason: 'to see' }] : [])
      expect((await told()).slice(toldBefore)).toEqual(moved ? happened.map(({ name }) => ({ name })) : [])
    }
  }
})

test('a disputed order returns to where it was and nowhere else', async () => {
  const { orderId } = await ordered(shop, STRIPE)
  await shop.db.run(sql`update orders set status = 'Completed' where id = ${orderId}`)
  const go = (to: OrderStatus) =>
    shop.db.transaction((tx) => move(tx, orderId, [{ to, actor: 'tester', reason: 'to see' }], []))
  expect(await go('Disputed')).toBe(true)
  for (const to of ['Paid', 'Processing', 'Delivered', 'PartlyRefunded'] as const) expect(await go(to)).toBe(false)
  expect(await go('Completed')).toBe(true)
})

test('a move that many make at once is made once', async () => {
  const { orderId } = await ordered(shop, STRIPE)
  const targets: OrderStatus[] = ['Paid', 'Cancelled', 'Expired']
  const moved = await Promise.all(
    Array.from({ length: 15 }, (_, i) =>
      shop.db.transaction((tx) => move(tx, orderId, [{ to: targets[i % 3]!, actor: 'tester', reason: 'race' }], [])),
    ),
  )
  // A cancelled or expired order may still become paid; nothing else follows.
  const chain = (await movesOf(orderId)).map(({ to }) => to)
  expect(moved.filter(Boolean)).toHaveLength(chain.length - 1)
  expect(['Unpaid,Paid', 'Unpaid,Cancelled,Paid', 'Unpaid,Expired,Paid']).toContain(chain.join())
})

const ACTIONS = ['pay', 'payQuietly', 'pend', 'fail', 'refund', 'dispute', 'cancel', 'expire', 'poll', 'keys', 'age', 'payAgain'] as const // biome-ignore format: a list of words

async function act(action: (typeof ACTIONS)[number], order: Bought): Promise<void> {
  const { db } = shop
  const headers = { cookie: order.cookie }
  if (action === 'pay') pay(shop, order)
  if (action === 'payQuietly') pay(shop, order, { notify: false })
  if (action === 'pend') pay(shop, order, { outcome: 'pending' })
  if (action === 'fail') pay(shop, order, { outcome: 'failed' })
  // At Stripe only what was paid can go back.
  const charge = order.paymentId === STRIPE ? shop.stripe.payment(order.attempt)?.charge : undefined
  const paidThere = order.paymentId === PAYSSION || (charge && !charge.failure)
  if (action === 'refund' && paidThere) pay(shop, order, { outcome: 'refunded' })
  if (action === 'dispute' && paidThere) pay(shop, order, { outcome: 'disputed' })
  if (action === 'cancel') await shop.call('GET', `/api/pay/cancel/${order.orderId}`, { headers })
  if (action === 'payAgain') await shop.call('POST', '/api/pay/toPay', { body: { orderId: order.orderId }, headers })
  if (action === 'expire') {
    await db.run(sql`update orders set expires_at = now() - interval '1 second' where id = ${order.orderId}`)
    await until(
      async () =>
        (await statusOf(shop, order.orderId)) !== 'Unpaid' ||
        (
          await db.query(sql`
          select 1 from order_holds where order_id = ${order.orderId} and lifted_at is null
          union all select 1 from payments where order_id = ${order.orderId} and state = 'processing'`)
        ).length > 0,
      'the order expires, or was paid, or is held, or its bank is at work',
    )
  }
  if (action === 'poll') {
    await db.run(sql`update payments set poll_at = now() where order_id = ${order.orderId}`)
    await db.run(sql`select graphile_worker.add_job('payment.poll')`)
  }
  if (action === 'keys') {
    await addKeys(shop, order.product.offerId, 1)
    await enqueue(db, SERVE_WAITING, { offerId: order.product.offerId })
  }
  if (action === 'age') {
    await db.run(sql`update orders set delivered_at = delivered_at - interval '15 days' where id = ${order.orderId}`)
    await db.run(sql`select graphile_worker.add_job('order.completeOld')`)
  }
}

/** Of what a job, or the clock each second, may do to an order. */
async function nothingLeft(): Promise<void> {
  await quiet(shop)
  // One whose bank said no after the payment time was over, or that is held, is the clock's, and no job waits for that.
  for (const overdue of [overdueOrders, overdueReservations])
    await until(async () => (await overdue(shop.db, 500)).length === 0, 'nothing is overdue')
  // What ended so is told to its provider.
  await quiet(shop)
}

const steps = fc.array(fc.record({ action: fc.constantFrom(...ACTIONS), order: fc.nat(2), together: fc.boolean() }), {
  minLength: 4,
  maxLength: 14,
})

test('whatever happens to orders, in any order and at once, they only go ways of the table, each step recorded', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(3), async (sequence, keys) => {
      const product = await addProduct(shop, { keys: 3 })
      const paidBy: Paying[] = [STRIPE, PAYSSION, STRIPE]
      const orders: Bought[] = []
      for (const paymentId of paidBy) orders.push(await ordered(shop, paymentId, { product }))
      if (keys > 0) await addKeys(shop, product.offerId, keys)
      let running: Promise<void>[] = []
      for (const { action, order, together } of sequence) {
        running.push(act(action, orders[order]!))
        if (together) continue
        await Promise.all(running)
        await quiet(shop)
        running = []
      }
      await Promise.all(running)
      // Providers that were told quietly are asked at last.
      for (const order of orders) await act('poll', order)
      await nothingLeft()

      for (const { orderId } of orders) {
        const moves = await movesOf(orderId)
        expect(moves[0]).toEqual({ from: null, to: 'Unpaid', actor: 'shopper', reason: 'placed' })
        moves.slice(1).forEach((step, i) => {
          expect(step.from).toBe(moves[i]!.to)
          expect(ALLOWED).toContain(`${step.from} → ${step.to}`)
          expect([step.actor, step.reason].every((text) => text.length > 2)).toBe(true)
        })
        expect(moves.at(-1)!.to).toBe(await statusOf(shop, orderId))
      }
      const vault = await vaultOf(shop, product.offerId)
      expect(vault.stock).toBe(vault.available)
      await expectKeysFit(orders)
    }),
    // What fails here fails after a wait; trying smaller ones would outlast the test and hide the reason.
    { numRuns: 15, endOnFailure: true },
  )
})

/**
 * Who is unpaid has his keys reserved as long as they were not given back, who was delivered has them for good, who gave
 * up has none, and of what was refunded only what was mailed; no mail comes twice.
 */
async function expectKeysFit(orders: Bought[]) {
  for (const { orderId } of orders) {
    const { reserved, sold, deliveries, released } = await shop.db.one<{
      reserved: number
      sold: number
      deliveries: number
      released: boolean
    }>(sql`
      select count(*) filter (where k.state = 'reserved') as reserved, count(*) filter (where k.state = 'sold') as sold,
        (select count(*) from mails where data ->> 'orderId' = ${orderId} and template = 'delivery') as deliveries,
        (select released_at is not null from orders where id = ${orderId}) as released
      from order_lines l left join vault_keys k on k.order_line_id = l.id where l.order_id = ${orderId}`)
    const status = await statusOf(shop, orderId)
    const was = new Set((await movesOf(orderId)).map(({ to }) => to))
    const delivered = was.has('Delivered') && (status !== 'Refunded' || deliveries > 0) ? 1 : 0
    const expected = status === 'Unpaid' && !released ? 1 : 0
    expect([status, reserved, sold, deliveries]).toEqual([status, expected, delivered, delivered])
  }
}
