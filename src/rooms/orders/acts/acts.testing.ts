// For the tests of acts: orders that are held, and what was done to them.
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { type Bought, ordered, pay, quiet } from '#rooms/payments/scene.testing.ts'
import { PAYSSION, type STRIPE, type TestShop } from '#test/harness.ts'

export function heldOrders(shop: () => TestShop) {
  /** An order of which only a part was paid. */
  async function held(paymentId: typeof STRIPE | typeof PAYSSION = PAYSSION, keys = 3): Promise<Bought> {
    const order = await ordered(shop(), paymentId, { keys })
    if (paymentId === PAYSSION) shop().payssion.pay(order.attempt, { outcome: 'paid_partial', amountMinor: 500 })
    else pay(shop(), order, { amountMinor: 500 })
    await until(async () => (await holdsOf(order)).length > 0, 'it is held')
    await quiet(shop())
    return order
  }

  const holdsOf = ({ orderId }: Bought) =>
    shop().db.query(sql`select reason from order_holds where order_id = ${orderId} and lifted_at is null`)

  const actsOf = ({ orderId }: Bought) =>
    shop().db.query(sql`select act, actor, reason from order_acts where order_id = ${orderId} order by id`)

  return { held, holdsOf, actsOf }
}
