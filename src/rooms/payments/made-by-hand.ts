// What a person says of a payment in its provider's place: that he has made a refund of it, or that its dispute was lost.
import type { Transaction } from '#platform/database/database.ts'
import { resolveAlert } from '#rooms/alerts/hands.ts'
import { take } from './asking.ts'
import { BY_HAND, LOST_BY_HAND } from './by-hand.ts'
import * as tasks from './by-hand-store.ts'
import type { PaymentState } from './providers/provider.ts'
import { dropWanted } from './refund-store.ts'
import type { Settlement } from './settlement.ts'
import { type PaymentRow, paymentById } from './store.ts'

/** The task with its order locked, so that it does not end meanwhile; undefined: there is none. */
export async function lockTask(
  tx: Transaction,
  settlement: Pick<Settlement, 'lock'>,
  number: number,
): Promise<tasks.RefundTask | undefined> {
  const found = await tasks.taskByNumber(tx, number)
  if (!found || !(await settlement.lock(tx, found.orderId))) return undefined
  return tasks.taskByNumber(tx, number)
}

/** A person has made it: for order and payment this is as if its provider had said so. It is locked and has not ended. */
export async function recordMade(
  tx: Transaction,
  settlement: Settlement,
  { number, refundId, orderId, paymentId, target, currency }: tasks.RefundTask,
  by: { actor: string; reason: string; reference: string },
): Promise<void> {
  await tasks.endTask(tx, number, { ...by, outcome: 'made' })
  await resolveAlert(tx, { kind: BY_HAND, subject: refundId })
  const [order, payment] = [await settlement.lock(tx, orderId), await paymentById(tx, paymentId)]
  if (!order || !payment || payment.state === 'created') throw new Error('a refund of what was never paid')
  const amountMinor = payment.paidAmount ?? 0
  const state: PaymentState = {
    state: payment.state === 'completed' && target >= amountMinor ? 'refunded' : payment.state,
    rawState: 'refunded by hand',
    providerRef: payment.providerRef ?? '',
    attemptId: payment.id,
    amountMinor,
    refundedMinor: Math.min(target, amountMinor),
    currency,
  }
  if (!(await take(tx, settlement, order, payment, state, [])))
    throw new Error('the payment was moved without its order')
}

/** The bank has taken it for good: for order and payment this is as if its provider had said so. The order is locked. */
export async function recordLost(tx: Transaction, settlement: Settlement, payment: PaymentRow): Promise<void> {
  const order = await settlement.lock(tx, payment.orderId)
  if (!order) throw new Error('a payment of an order that is not there')
  // What is gone is not sent back as well.
  await dropWanted(tx, payment.id)
  const amountMinor = payment.paidAmount ?? 0
  const state: PaymentState = {
    ...{ state: 'lost', rawState: LOST_BY_HAND, providerRef: payment.providerRef ?? '', attemptId: payment.id },
    ...{ amountMinor, refundedMinor: amountMinor, currency: payment.currency },
  }
  if (!(await take(tx, settlement, order, payment, state, [])))
    throw new Error('the payment was moved without its order')
}
