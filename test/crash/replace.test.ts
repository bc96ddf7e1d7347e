// `kill -9` while a key is replaced: before its transaction ends nothing of it is there, after that all of it, once.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { addStaff } from '#rooms/staff/staff.testing.ts'
import { addProduct, attemptOf, orderBody, PAYSSION, placeOrder, statusOf } from '../harness.ts'
import { openWorld, startMortal, type World } from './world.testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(() => world.endShops())
afterAll(() => world.close())

test.each([
  ['before it is committed', 'act written', 0],
  ['after that, before the answer', 'act committed', 1],
] as const)(
  'killed %s (%s), and pressed again with what had been seen: one key for another',
  async (_, step, replaced) => {
    const shop = await startMortal(world, step)
    const ada = await addStaff(world, { role: 'manager' })
    const headers = { cookie: ada.cookie }
    const product = await addProduct(world, { keys: 3 })
    const order = await placeOrder(world, orderBody([{ product, count: 1 }], { paymentId: PAYSSION }))
    world.payssion.pay(await attemptOf(world, order.orderId), { outcome: 'completed' })
    const unsent = sql`select 1 from mails where data ->> 'orderId' = ${order.orderId} and sent_at is null`
    await until(
      async () => (await statusOf(world, order.orderId)) === 'Delivered' && (await world.db.query(unsent)).length === 0,
      'it is delivered',
    )
    const { body: shown } = await world.call('GET', `/office/orders/${order.orderId}`, { headers })
    const body = { reason: 'it was used', seen: shown.data.seen, line: 1, unit: 1 }
    const replace = () => world.call('POST', `/office/orders/${order.orderId}/replace`, { body, headers })
    // The connection breaks with the process.
    await replace().catch(() => {})
    await shop.reborn
    const counts = () =>
      world.db.one(sql`
      select count(*) filter (where state = 'sold')::int as sold, count(*) filter (where state = 'replaced')::int as replaced,
        count(*) filter (where state = 'available')::int as available, (select stock from offers where id = ${product.offerId}) as stock,
        (select count(*)::int from audit_log where act = 'order.replace' and subject_id = ${order.orderId}) as audited,
        (select count(*)::int from mails where data ->> 'orderId' = ${order.orderId} and template = 'delivery') as mails
      from vault_keys where offer_id = ${product.offerId}`)
    const is = (many: number) => {
      const available = 2 - many
      return { sold: 1, replaced: many, available, stock: available, audited: many, mails: 1 + many }
    }
    expect(await counts()).toEqual(is(replaced))
    const again = await replace()
    expect(again.body.msg).toBe(replaced ? 'order.refused.changed' : 'ok')
    expect(await counts()).toEqual(is(1))
    await shop.end()
  },
)
