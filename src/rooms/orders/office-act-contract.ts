// What people in the back office do to orders.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON } from '#rooms/staff/limits.ts'
import { Unit } from './office.ts'
import { OrderId } from './schemas.ts'
import { ORDER_STATUSES } from './tables.ts'

/** Why, and what he had seen of the order: after anything else that happened to it he looks again (`order.refused.changed`). */
const Act = {
  reason: z.string().trim().min(1).max(LONGEST_REASON),
  seen: z.string().max(64),
}
/** What cannot be done is refused with `order.refused.…`; the data has what its sentence names. */
const Done = z.object({ status: z.enum(ORDER_STATUSES) })

export const ordersOfficeActs = defineContract({
  'POST /office/orders/{id}/hold': {
    summary:
      'Nothing of it is delivered, paid or given up until it is released, accepted or refunded; money that comes waits',
    access: { staff: 'orders.hold' },
    params: z.object({ id: OrderId }),
    body: z.object(Act),
    data: Done,
  },
  'POST /office/orders/{id}/release': {
    summary: 'Its holds are lifted, and it goes on as if it had never been held',
    access: { staff: 'orders.hold' },
    params: z.object({ id: OrderId }),
    body: z.object(Act),
    data: Done,
  },
  'POST /office/orders/{id}/accept': {
    summary: 'Its money is taken as it is: paid, and delivered as far as there are keys',
    access: { staff: 'orders.accept' },
    params: z.object({ id: OrderId }),
    body: z.object(Act),
    data: Done,
  },
  'POST /office/orders/{id}/refund': {
    summary:
      'Sends money back to where it came from, or to its member’s balance if he chose that: single units, an amount in units of its currency, or all that is left where neither is named. Above a limit who does it must have proved himself lately (`login.proveAgain`).',
    access: { staff: 'orders.refund' },
    params: z.object({ id: OrderId }),
    body: z.object({
      ...Act,
      amount: z.number().positive().max(1e9).multipleOf(0.01).optional(),
      units: z.array(Unit).min(1).max(1_000).optional(),
    }),
    data: Done,
  },
  'POST /office/refunds/{number}/made': {
    summary:
      'A refund that the provider takes none of from the shop was made there by hand; `reference` is its name there',
    access: { staff: 'orders.refund' },
    params: z.object({ number: z.coerce.number().int().min(1).max(1e15) }),
    body: z.object({
      reason: Act.reason,
      reference: z
        .string()
        .trim()
        .regex(/^[\x21-\x7e][\x20-\x7e]{0,199}$/, 'order.referencePlain'),
    }),
    data: Done,
  },
  'POST /office/refunds/{number}/give-up': {
    summary: 'A refund that was to be made by hand is not made; the order goes on without it',
    access: { staff: 'orders.refund' },
    params: z.object({ number: z.coerce.number().int().min(1).max(1e15) }),
    body: z.object({ reason: Act.reason }),
    data: Done,
  },
})

type OrdersOfficeActs = typeof ordersOfficeActs
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends OrdersOfficeActs {}
}
