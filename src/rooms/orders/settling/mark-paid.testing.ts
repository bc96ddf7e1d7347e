// An order as a person of the office sees it, and marks it as paid.
import { randomUUID } from 'node:crypto'
import type { Bought } from '#rooms/payments/scene.testing.ts'
import type { TestStaff } from '#rooms/staff/staff.testing.ts'
import type { TestShop } from '#test/harness.ts'

interface Typed {
  amount?: number
  reference?: string
  unanswered?: boolean
  /** The order as he saw it before. */
  seen?: string
}

export const lookAt = async (shop: TestShop, { cookie }: TestStaff, { orderId }: Bought) =>
  (await shop.call('GET', `/office/orders/${orderId}`, { headers: { cookie } })).body.data

/** As he sees it now; what he does not type is all of it, by a reference of its own. */
export async function markPaid(shop: TestShop, by: TestStaff, order: Bought, typed: Typed = {}) {
  const { seen, total } = await lookAt(shop, by, order)
  return shop.call('POST', `/office/orders/${order.orderId}/mark-paid`, {
    headers: { cookie: by.cookie },
    body: { reason: 'on our account', seen, amount: total, reference: `TRF ${randomUUID()}`, ...typed },
  })
}
