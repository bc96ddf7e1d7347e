// What people in the back office do to orders.
import { z } from 'zod'
import { defineContract } from '#platform/http/contract.ts'
import { LONGEST_REASON, OFFICE_PROVED_WITHIN } from '#rooms/staff/limits.ts'
import { LOOKS_PER_HOUR } from '#rooms/vault/limits.ts'
import { EMAIL_LENGTH } from './limits.ts'
import { Unit } from './office.ts'
import { ORDER_STATUSES } from './rules.ts'
import { OrderId } from './schemas.ts'

/** Why, and what he had seen of the order: after anything else that happened to it he looks again (`order.refused.changed`). */
const Act = {
  reason: z.string().trim().min(1).max(LONGEST_REASON),
  seen: z.string().max(64),
}
/** In units of its currency. */
const Amount = z.number().positive().max(1e9).multipleOf(0.01)
/** `required`: what is said of an empty one. */
const reference = (required: string) =>
  z
    .string()
    .trim()
    .min(1, { error: required, abort: true })
    .regex(/^[\x21-\x7e][\x20-\x7e]{0,199}$/, 'order.referencePlain')
/** Although a provider gives no answer; without it that is refused (`order.refused.noAnswer`). */
const Unanswered = z.boolean().optional()
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
      amount: Amount.optional(),
      units: z.array(Unit).min(1).max(1_000).optional(),
    }),
    data: Done,
  },
  'POST /office/orders/{id}/lost': {
    summary:
      'The dispute about its payment was lost: the bank has taken the money for good, and all follows as if the provider had said so. Above the limit of refunds who does it must have proved himself lately (`login.proveAgain`).',
    access: { staff: 'orders.refund' },
    params: z.object({ id: OrderId }),
    body: z.object(Act),
    data: Done,
  },
  'POST /office/orders/{id}/resend': {
    summary: 'The mail with its keys goes to its buyer once more; of an order without keys the link that opens it',
    access: { staff: 'orders.resend' },
    params: z.object({ id: OrderId }),
    body: z.object(Act),
    data: Done,
  },
  'POST /office/orders/{id}/readdress': {
    summary:
      'Its mails go to another address from now on, which gets what the order has; the old one is told. Links of earlier mails open it no more. It goes into the account of the new address, or into none, unless it stays in its own; what was paid before goes to where it came from, whatever that one chooses. Each of its keys counts as a look at a key (`keys.refused.looks`).',
    access: { staff: 'orders.resend' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: z.object({ id: OrderId }),
    body: z.object({
      ...Act,
      email: z.email('order.emailWrong').max(EMAIL_LENGTH),
      /** Without it: unless `account` is `follows`. */
      staysInAccount: z.boolean().optional(),
    }),
    data: Done,
  },
  'POST /office/orders/{id}/replace': {
    summary: `The key of this unit is shown no more and never sold again; its buyer gets another one of the same offer. A unit whose key was replaced before wants \`orders.replaceAgain\` besides (\`order.refused.replacedBefore\`). It counts as a look at a key, of which there are ${LOOKS_PER_HOUR} an hour and person (\`keys.refused.looks\`).`,
    access: { staff: 'orders.replace' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: z.object({ id: OrderId }),
    body: z.object({ ...Act, ...Unit.shape }),
    data: Done,
  },
  'POST /office/orders/{id}/note': {
    summary: 'Writes down what whoever opens the order next should know; the text is the reason',
    access: { staff: 'orders.note' },
    params: z.object({ id: OrderId }),
    body: z.object({ reason: Act.reason }),
    data: Done,
  },
  'POST /office/orders/{id}/cancel': {
    summary:
      'An order that nobody has paid ends, and what it has reserved is free again. Providers of its open payments are asked first: what has been paid there settles it.',
    access: { staff: 'orders.hold' },
    params: z.object({ id: OrderId }),
    body: z.object({ ...Act, unanswered: Unanswered }),
    data: Done,
  },
  'POST /office/orders/{id}/mark-paid': {
    summary:
      'Money for it came past every provider: so much of its currency, which the bank calls `reference`. It is settled as if a provider had said so; the same reference pays once. Providers of its open payments are asked first: what has been paid there settles it (`order.refused.paidMeanwhile`).',
    access: { staff: 'orders.markPaid' },
    provedWithin: OFFICE_PROVED_WITHIN,
    params: z.object({ id: OrderId }),
    body: z.object({
      ...Act,
      amount: Amount,
      reference: reference('order.bankReferenceRequired'),
      unanswered: Unanswered,
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
      reference: reference('order.referenceRequired'),
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
