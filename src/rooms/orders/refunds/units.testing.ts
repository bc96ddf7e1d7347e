// For the tests of refunds of single units: what is shown, what has gone back, and where keys are.
import { sql } from '#platform/database/sql.ts'
import type { Bought } from '#rooms/payments/scene.testing.ts'
import type { TestShop } from '#test/harness.ts'

export const BY = { actor: 'ada', reason: 'this key does not work' }
export const unit = (line: number, unit: number | null) => ({ line, unit })

export function unitRefunds(shop: () => TestShop) {
  const shownKeys = async ({ orderId, cookie }: Bought): Promise<string[] | string> => {
    const { body } = await shop().call('GET', `/api/profile/order/pointCode/${orderId}`, { headers: { cookie } })
    return Array.isArray(body.data) ? body.data.flatMap(({ keys }: { keys: string[] }) => keys) : body.msg
  }

  const moneyOf = ({ attempt }: Bought) =>
    shop().db.one<{ paid: number; back: number }>(
      sql`select paid_amount as paid, refunded_amount as back from payments where id = ${attempt}`,
    )

  const keysOf = (order: Bought) =>
    shop().db.query<{ id: number; state: string; delivered: boolean; refunded: boolean }>(sql`
    select id, state, delivered_at is not null as delivered, refunded_at is not null as refunded from vault_keys
    where offer_id = ${order.product.offerId} order by id`)

  const isHeld = async ({ orderId }: Bought) =>
    (await shop().db.query(sql`select 1 from order_holds where order_id = ${orderId} and lifted_at is null`)).length > 0

  return { shownKeys, moneyOf, keysOf, isHeld }
}
