// `kill -9` while somebody in the office refunds a unit: pressed again with what he had seen, it is one refund with one audit row.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, attemptOf, orderBody, placeOrder, STRIPE, statusOf } from '../harness.ts'
import { openWorld, startMortal, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.endShops())
afterAll(() => world.close())

test.each([
  ['before it is committed', 'act written', false],
  ['after that, before the answer', 'act committed', true],
] as const)(
  'killed %s (%s), a refund asked in the office is one refund, written down once',
  async (_, step, isThere) => {
    const shop = await startMortal(world, step)
    const ada = await addStaff(world, { role: 'manager' })
    const headers = { cookie: ada.cookie }
    const product = await addProduct(world, { keys: 2 })
    const order = await placeOrder(world, orderBody([{ product, count: 2 }], { paymentId: STRIPE }))
    const attempt = await attemptOf(world, order.orderId)
    world.stripe.pay(attempt, { outcome: 'completed' })
    const unsent = sql`select 1 from mails where data ->> 'orderId' = ${order.orderId} and sent_at is null`
    await until(
      async () => (await statusOf(world, order.orderId)) === 'Delivered' && (await world.db.query(unsent)).length === 0,
      'it is delivered',
    )
    const { body: shown } = await world.call('GET', `/office/orders/${order.orderId}`, { headers })
    const body = { reason: 'she wanted one', seen: shown.data.seen, units: [{ line: 1, unit: 2 }] }
    const refund = () => world.call('POST', `/office/orders/${order.orderId}/refund`, { body, headers })
    // The connection breaks with the process.
    await refund().catch(() => {})
    await shop.reborn
    const { rows } = await world.db.one<{ rows: number }>(sql`
      select count(*)::int as rows from audit_log where act = 'order.refund' and subject_id = ${order.orderId}`)
    expect(rows).toBe(isThere ? 1 : 0)
    const again = await refund()
    expect(again.body.msg).toBe(isThere ? 'order.refused.changed' : 'ok')
    await until(async () => (await statusOf(world, order.orderId)) === 'PartlyRefunded', 'it is refunded')
    expect(
      await world.db.query(sql`
        select r.state, r.amount * 2 = p.paid_amount as "isHalf", p.refunded_amount = r.amount as "isBack",
          (select count(*)::int from audit_log where act = 'order.refund' and subject_id = ${order.orderId}) as audited
        from refunds r join payments p on p.id = r.payment_id where r.order_id = ${order.orderId}`),
    ).toEqual([{ state: 'done', isHalf: true, isBack: true, audited: 1 }])
    expect(world.stripe.payment(attempt)!.refunds).toHaveLength(1)
    await shop.end()
  },
)
