// PayPal asked, and its answers read: an order by its id or by that of its capture, and what is disputed of it.
import type { z } from 'zod'
import { withDisputes } from '../one-moment.ts'
import { ProviderUnreachable } from '../provider.ts'
import { CaptureOrder, Dispute, DisputeList, Order } from './answers.ts'
import { caller, PAYPAL, type PayPalCall, type PayPalConfig } from './connection.ts'
import { CAPTURE_REF } from './notice.ts'

/** Disputes of one payment: PayPal takes one at a time, and a second where the first was of another kind. */
const MOST_DISPUTES = 10

export function createReading(config: PayPalConfig) {
  const call = caller(config)

  async function ask<T>(request: PayPalCall, schema: z.ZodType<T>): Promise<T> {
    const parsed = schema.safeParse(await call(request))
    if (!parsed.success) throw new ProviderUnreachable(PAYPAL, 'unreadable')
    return parsed.data
  }
  const get = <T>(path: string, schema: z.ZodType<T>) => ask({ method: 'GET', path }, schema)

  /** Disputes name the capture alone. */
  async function orderOfCapture(captureId: string): Promise<string> {
    const capture = await get(`/v2/payments/captures/${encodeURIComponent(captureId)}`, CaptureOrder)
    return capture.supplementary_data.related_ids.order_id
  }

  async function readOrder(ref: string): Promise<Order> {
    const id = ref.startsWith(CAPTURE_REF) ? await orderOfCapture(ref.slice(CAPTURE_REF.length)) : ref
    const order = await get(`/v2/checkout/orders/${encodeURIComponent(id)}`, Order)
    if (order.id !== id) throw new ProviderUnreachable(PAYPAL, 'unreadable')
    return order
  }

  /** The list does not tell how they ended. */
  async function disputesOf(order: Order): Promise<Dispute[]> {
    const capture = order.purchase_units[0]!.payments?.captures?.at(-1)
    if (!capture) return []
    const query = new URLSearchParams({ disputed_transaction_id: capture.id, page_size: String(MOST_DISPUTES) })
    const { items } = await get(`/v1/customer/disputes?${query}`, DisputeList)
    return Promise.all(
      (items ?? []).map(({ dispute_id }) => get(`/v1/customer/disputes/${encodeURIComponent(dispute_id)}`, Dispute)),
    )
  }

  return {
    ask,
    order: readOrder,

    withDisputes: (ref: string) =>
      withDisputes(PAYPAL, {
        first: () => readOrder(ref),
        again: ({ id }) => readOrder(id),
        disputes: disputesOf,
        money: ({ status, purchase_units }) => ({ status, purchase_units }),
      }),
  }
}
