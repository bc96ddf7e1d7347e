// Refunds at a provider that has no call for them (docs/decisions/057): a person makes them there and says so. Until then they
// are pending, as what a provider has taken on, and the first to say that they were made counts, the person or the provider.
import type { Database, Queryable, Transaction } from '#platform/database/database.ts'
import { raiseAlert, resolveAlert } from '#rooms/alerts/hands.ts'
import * as tasks from './by-hand-store.ts'
import type { PaymentState } from './providers/provider.ts'
import { givenUp } from './refund-rules.ts'
import { markRefund, type RefundRow } from './refund-store.ts'
import type { Settlement } from './settlement.ts'
import { isInWords, type PaymentRow } from './store.ts'

export { nameTask, type RefundTask, tasksOf, tasksToMake } from './by-hand-store.ts'

export const BY_HAND = 'refund.byHand'
const kind = BY_HAND

/** The refund, begun already, becomes a person's, who is told. */
export function openTask(
  db: Database,
  settlement: Pick<Settlement, 'lock'>,
  { id, orderId, amount, currency }: RefundRow,
  { provider, providerRef }: Pick<PaymentRow, 'provider' | 'providerRef'>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const order = await settlement.lock(tx, orderId)
    if (!order || (await markRefund(tx, id, 'pending')) === 0) return
    const number = await tasks.insertTask(tx, id)
    if (number === undefined) return
    const { orderNo } = order
    await raiseAlert(tx, {
      kind,
      subject: id,
      orderId,
      details: { orderNo, number, provider, providerRef, amount, currency },
      money: true,
    })
  })
}

/**
 * What a provider answered, with what people say that they have sent back and it does not know of yet: it may show that later,
 * and then it is the same money. Only where we know of more than it does.
 */
export async function withMadeByHand(db: Queryable, payment: PaymentRow, state: PaymentState): Promise<PaymentState> {
  if (payment.refundedAmount === 0 || state.attemptId !== payment.id) return state
  // Of what an answer calls paid nothing is left in a state that nobody knows: what was sent back went back all the same.
  const paid = Math.max(state.amountMinor, payment.paidAmount ?? 0)
  const made = Math.min(await tasks.madeUnseen(db, payment.id, state.refundedMinor), paid)
  if (made <= state.refundedMinor) return state
  const isAll = state.state === 'completed' && made >= state.amountMinor
  return { ...state, refundedMinor: made, ...(isAll && { state: 'refunded' }) }
}

/** Kept as a payment's state in its provider's words, until the provider says itself how its dispute ended. */
export const LOST_BY_HAND = 'lost by hand'

/** What a provider answered; where it has not decided a dispute that a person has said was lost, that it was. */
export async function withLostByHand(db: Queryable, payment: PaymentRow, state: PaymentState): Promise<PaymentState> {
  const isUndecided = state.state === 'disputed' || state.state === 'unknown'
  if (payment.state !== 'lost' || !isUndecided || state.attemptId !== payment.id) return state
  if (!(await isInWords(db, payment.id, LOST_BY_HAND))) return state
  const paid = payment.paidAmount ?? 0
  const lost = { state: 'lost', rawState: LOST_BY_HAND, amountMinor: paid, refundedMinor: paid } as const
  return { ...state, ...lost, currency: payment.currency }
}

/** Its provider says that it was made. */
export async function endSeenTasks(tx: Transaction, paymentId: string): Promise<void> {
  for (const { refundId } of await tasks.endSeen(tx, paymentId)) await resolveAlert(tx, { kind, subject: refundId })
}

/** Nobody makes it: the money stays, and is not wanted back by itself once more. It is locked and has not ended. */
export async function giveUpTask(
  tx: Transaction,
  { number, refundId }: tasks.RefundTask,
  by: { actor: string; reason: string },
): Promise<void> {
  await tasks.endTask(tx, number, { ...by, outcome: 'givenUp', reference: null })
  await markRefund(tx, refundId, 'failed', { problem: givenUp(by.reason).slice(0, 500) })
  await resolveAlert(tx, { kind, subject: refundId })
}
