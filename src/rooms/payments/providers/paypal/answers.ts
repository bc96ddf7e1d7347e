// What PayPal answers of an order, its captures, refunds and disputes, as the shop reads it.
import { z } from 'zod'
import type { PaymentState, SettledState } from '../provider.ts'
import { Money } from './amounts.ts'

const name = z.string().min(1).max(255)
const links = z
  .array(z.object({ href: z.string(), rel: z.string() }))
  .nullish()
  .catch(null)

const Capture = z.object({
  id: name,
  status: name,
  status_details: z.object({ reason: z.string() }).nullish().catch(null),
  amount: Money,
})
const time = z.iso.datetime({ offset: true }).nullish().catch(null)
const Refund = z.object({ id: name, status: name, amount: Money, create_time: time })
type Refund = z.infer<typeof Refund>

const Unit = z.object({
  custom_id: z.string().nullish(),
  amount: Money,
  payee: z.object({ merchant_id: z.string().nullish() }).nullish(),
  payments: z.object({ captures: z.array(Capture).nullish(), refunds: z.array(Refund).nullish() }).nullish(),
})

export const Order = z.object({
  id: name,
  status: name,
  // We ask for one; what has several is not ours.
  purchase_units: z.array(Unit).length(1),
  links,
})
export type Order = z.infer<typeof Order>

export const CreatedOrder = z.object({ id: name, status: name, links })
export const MadeRefund = z.object({ id: name, status: name })
/** Of a capture, which order it belongs to. */
export const CaptureOrder = z.object({
  supplementary_data: z.object({ related_ids: z.object({ order_id: name }) }),
})

export const DisputeList = z.object({
  items: z.array(z.object({ dispute_id: name, status: name })).nullish(),
})
export const Dispute = z.object({
  dispute_id: name,
  status: name,
  create_time: time,
  update_time: time,
  seller_response_due_date: time,
  dispute_amount: Money.nullish().catch(null),
  dispute_outcome: z
    .object({ outcome_code: z.string().nullish(), amount_refunded: Money.nullish().catch(null) })
    .nullish(),
})
export type Dispute = z.infer<typeof Dispute>

/** Our attempt and the host of the shop that made it: what PayPal repeats in orders, captures, refunds and disputes. */
export function customId(attemptId: string, shop: string): string {
  // What PayPal takes everywhere: letters, digits and `-_.,`, 127 of them.
  const whole = `${attemptId},${shop.replaceAll(':', '_')}`
  return whole.length <= 127 ? whole : attemptId
}

export function readCustomId(custom: string | null | undefined): { attemptId: string; shop: string | null } {
  const [attemptId = '', shop] = (custom ?? '').split(',')
  return { attemptId, shop: shop ? shop.replaceAll('_', ':') : null }
}

/** Why a capture waits, where only PayPal or the payer's bank works on it. Other reasons are for a person to look at. */
const BANK_WORKS = ['ECHECK', 'PENDING_REVIEW', 'INTERNATIONAL_WITHDRAWAL', 'TRANSACTION_APPROVED_AWAITING_FUNDING']

const CAPTURED: Record<string, SettledState> = {
  COMPLETED: 'completed',
  PARTIALLY_REFUNDED: 'completed',
  REFUNDED: 'refunded',
  DECLINED: 'failed',
  FAILED: 'failed',
}

const ORDERED: Record<string, SettledState> = {
  CREATED: 'pending',
  SAVED: 'pending',
  APPROVED: 'pending',
  PAYER_ACTION_REQUIRED: 'pending',
  VOIDED: 'cancelled',
}

/** `disputes`: undefined: not asked about. */
export function stateOf(order: Order, merchantId: string | undefined, disputes: Dispute[] = []): PaymentState {
  const unit = order.purchase_units[0]!
  const { attemptId, shop } = readCustomId(unit.custom_id)
  const { currency } = unit.amount
  const capture = unit.payments?.captures?.at(-1)
  const refunds = unit.payments?.refunds ?? []
  const payee = unit.payee?.merchant_id
  const foreign =
    (merchantId !== undefined && payee !== merchantId) ||
    [capture, ...refunds].some((one) => one && one.amount.currency !== currency)
  const received =
    capture && CAPTURED[capture.status] && CAPTURED[capture.status] !== 'failed' ? capture.amount.minor : 0
  const sent = sum(refunds.filter(({ status }) => status === 'COMPLETED').map(({ amount }) => amount.minor))
  const { lost, inDoubt } = sent >= received ? { lost: 0, inDoubt: false } : lostBesides(disputes, refunds)
  const gone = capture?.status === 'REFUNDED' ? received : Math.min(received, sent + lost)
  const open = disputes.some(({ status }) => status !== 'RESOLVED')
  const named = (...statuses: string[]) => refunds.filter(({ status }) => statuses.includes(status)).map(({ id }) => id)
  const namedRefunds = { pending: named('PENDING'), failed: named('FAILED', 'CANCELLED') }
  const last = refunds.at(-1)
  const hasFailed = namedRefunds.pending.length === 0 && (last?.status === 'FAILED' || last?.status === 'CANCELLED')
  return {
    state: foreign
      ? 'unknown'
      : back(capture ? captured(capture) : (ORDERED[order.status] ?? 'unknown'), {
          open,
          lost,
          gone,
          received,
          inDoubt: capture?.status === 'PARTIALLY_REFUNDED' && (inDoubt || lost === 0),
        }),
    providerRef: order.id,
    attemptId,
    amountMinor: received,
    refundedMinor: gone,
    currency,
    answerUntil: answerEnd(disputes),
    disputesOver: disputes.filter(({ status }) => status === 'RESOLVED').map(({ dispute_id }) => dispute_id),
    rawState: [
      ...[order.status, capture?.status, capture?.status_details?.reason],
      // By its name: another one that fails is news.
      hasFailed && `refund ${last.id} ${last.status}`,
    ]
      .filter(Boolean)
      .join('/'),
    ...(order.status === 'APPROVED' && !capture && !foreign && { mayCapture: unit.amount.minor }),
    ...(refunds.length > 0 && { namedRefunds }),
    ...(namedRefunds.pending.length > 0 ? { refund: 'pending' as const } : hasFailed && { refund: 'failed' as const }),
    ...(shop && { shop }),
  }
}

/** A capture may be declined inside an order that is COMPLETED: it alone says whether there is money. */
function captured({ status, status_details }: z.infer<typeof Capture>): SettledState {
  if (status !== 'PENDING') return CAPTURED[status] ?? 'unknown'
  return BANK_WORKS.includes(status_details?.reason ?? '') ? 'processing' : 'unknown'
}

function back(
  state: SettledState,
  {
    open,
    lost,
    gone,
    received,
    inDoubt,
  }: Record<'lost' | 'gone' | 'received', number> & Record<'open' | 'inDoubt', boolean>,
): SettledState {
  if (received === 0) return state
  if (open) return 'disputed'
  if (gone < received) return state
  // PayPal says of the capture that something of it is left: one of the two is not read as it is meant.
  if (inDoubt) return 'unknown'
  return lost > 0 ? 'lost' : 'refunded'
}

/** Of those that are open the earliest end for an answer. */
function answerEnd(disputes: Dispute[]): Date | undefined {
  const ends = disputes.flatMap(({ status, seller_response_due_date: due }) =>
    status !== 'RESOLVED' && due ? [Date.parse(due)] : [],
  )
  return ends.length > 0 ? new Date(Math.min(...ends)) : undefined
}

/** A refund that settles a dispute is made with its end, give or take. */
const SETTLING_MS = 10 * 60_000

/**
 * What disputes took from us for good, besides refunds. One that is settled by a refund (an offer, an accepted claim, the
 * seller's own) has that refund for its outcome, and the same money stands as both: a refund of just as much between its begin and
 * its end, or else all that was refunded between them. Each refund settles one. `inDoubt`: less was refunded meanwhile than the
 * dispute is said to have brought.
 */
function lostBesides(disputes: Dispute[], refunds: Refund[]): { lost: number; inDoubt: boolean } {
  const left = new Set(refunds.filter(({ status }) => status === 'COMPLETED' || status === 'PENDING'))
  const settled = disputes.flatMap(({ status, dispute_amount, dispute_outcome, create_time, update_time }) => {
    const code = dispute_outcome?.outcome_code ?? ''
    if (status !== 'RESOLVED' || !/^(RESOLVED_BUYER_FAVOUR|ACCEPTED)$/.test(code)) return []
    const outcome = dispute_outcome?.amount_refunded?.minor ?? dispute_amount?.minor ?? 0
    return [{ outcome, begin: timeOf(create_time), end: timeOf(update_time) }]
  })
  const within = (begin: number, end: number) =>
    [...left].filter(({ create_time: at }) => timeOf(at) >= begin && timeOf(at) <= end)
  const others = settled.filter(({ outcome, begin, end }) => {
    const same = within(begin, end + SETTLING_MS).find(({ amount }) => amount.minor === outcome)
    return !(same && left.delete(same))
  })
  let [lost, inDoubt] = [0, false]
  for (const { outcome, begin, end } of others) {
    const meanwhile = within(begin, end)
    for (const refund of meanwhile) left.delete(refund)
    const rest = Math.max(0, outcome - sum(meanwhile.map(({ amount }) => amount.minor)))
    inDoubt ||= rest > 0 && meanwhile.length > 0
    lost += rest
  }
  return { lost, inDoubt }
}

/** What has no time was neither before nor after. */
const timeOf = (time: string | null | undefined) => (time ? Date.parse(time) : Number.NaN)

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
