// What about money waits for a person.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON, OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'
import { ORDER_STATUSES } from './rules.ts'
import { OrderId } from './schemas.ts'

const Ordered = { orderId: OrderId, orderNo: z.string() }
const Money = { provider: z.string(), reference: z.string().nullable(), amount: z.number(), currency: z.string() }
const Answered = { state: z.string(), paid: z.number(), refunded: z.number(), currency: z.string() }
const Facts = z.record(z.string(), z.unknown())

export const ordersOfficePayments = defineContract({
  'GET /office/payments': {
    summary:
      'What about money waits for a person: disputes, the next deadline first; held orders; refunds to be made by hand; what providers have otherwise; and when each provider was compared. Of each at most 200; `isMore`: there are more.',
    access: { staff: 'payments.read' },
    data: z.object({
      disputes: z.array(
        z.object({ ...Ordered, ...Money, since: z.iso.datetime(), answerUntil: z.iso.datetime().nullable() }),
      ),
      held: z.array(
        z.object({
          ...Ordered,
          status: z.enum(ORDER_STATUSES),
          reason: z.string(),
          by: z.string(),
          why: z.string(),
          since: z.iso.datetime(),
          /** Of the payment that it is about; null: a person holds the order. */
          provider: z.string().nullable(),
          reference: z.string().nullable(),
          /** What its provider answered when it was held, and what the shop expects and knows now; null: it said nothing, there is no payment. */
          theirs: z.object(Answered).nullable(),
          ours: z.object({ ...Answered, amount: z.number() }).nullable(),
        }),
      ),
      byHand: z.array(z.object({ ...Ordered, ...Money, number: z.number(), since: z.iso.datetime(), why: z.string() })),
      differences: z.array(
        z.object({
          number: z.number(),
          provider: z.string(),
          what: z.string(),
          reference: z.string(),
          orderId: OrderId.nullable(),
          orderNo: z.string().nullable(),
          since: z.iso.datetime(),
          /** What the provider says, and what the shop knows, side by side; amounts in hundredths. */
          theirs: Facts,
          ours: Facts,
          /** Another word once these figures are others. */
          seen: z.string(),
        }),
      ),
      isMore: z.object({ disputes: z.boolean(), held: z.boolean(), byHand: z.boolean(), differences: z.boolean() }),
      compared: z.array(z.object({ provider: z.string(), finishedAt: z.iso.datetime().nullable() })),
    }),
  },
  'POST /office/payments/differences/{number}/settle': {
    summary:
      'A person has dealt with it at the provider: it ends and is not told again. `seen` is that of the figures that he saw. Refusals: `payments.refused.noDifference`, `payments.refused.differenceChanged`.',
    access: { staff: 'payments.settle' },
    params: z.object({ number: z.coerce.number().int().min(1).max(1e15) }),
    body: z.object({ reason: z.string().trim().min(1).max(LONGEST_REASON), seen: z.string().max(64) }),
    data: z.null(),
  },
  'POST /office/payments/compare': {
    summary: 'Has the shop compare its payments with the providers now, up to this moment',
    access: { staff: 'payments.settle' },
    perMinute: 6,
    body: z.object({}),
    data: z.null(),
  },
  'POST /office/orders/{id}/evidence': {
    summary:
      'What answers a dispute, as one file: the order, its consent, its payments, the mails, when and from where keys were shown. No key is in it. Who takes it along must have proved himself lately.',
    access: { staff: 'payments.evidence' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: z.object({ id: OrderId }),
    body: z.object({ reason: z.string().trim().min(1).max(LONGEST_REASON) }),
    data: z.object({ name: z.string(), html: z.string() }),
  },
})

type OrdersOfficePayments = typeof ordersOfficePayments
declare module '#browser/office-calls.ts' {
  interface OfficeCalls extends OrdersOfficePayments {}
}
