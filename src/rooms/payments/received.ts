// A person says that the money for an order is there: it is settled as if a provider had said so.
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import { take } from './asking.ts'
import { FIRST_POLL_MS } from './opening.ts'
import { HAND } from './providers/hand/adapter.ts'
import type { PaymentState } from './providers/provider.ts'
import { recordReceived } from './received-store.ts'
import type { Settlement } from './settlement.ts'
import { insertAttempt, paymentById } from './store.ts'

export interface Received {
  /** Hundredths of the order's currency. */
  amount: number
  /** What the bank calls it: the same money pays once. */
  reference: string
  actor: string
  reason: string
}

/** The order is locked. False: money of this reference was recorded already, and nothing was done. */
export async function receiveByHand(
  tx: Transaction,
  settlement: Settlement,
  orderId: string,
  { amount, reference, actor, reason }: Received,
): Promise<boolean> {
  const order = await settlement.lock(tx, orderId)
  if (!order) throw new Error('money for an order that is not there')
  const { id, total, fee, currency, paymentMethod: methodId } = order
  const paymentId = randomUUID()
  await insertAttempt(tx, {
    ...{ id: paymentId, orderId: id, provider: HAND, methodId, amount: total, fee, currency },
    pollMs: FIRST_POLL_MS,
  })
  if (!(await recordReceived(tx, { paymentId, amount, reference, actor, reason }))) return false
  const payment = await paymentById(tx, paymentId)
  const state: PaymentState = {
    ...{ state: 'completed', rawState: 'received by hand', providerRef: reference, attemptId: paymentId },
    ...{ amountMinor: amount, refundedMinor: 0, currency },
  }
  if (!payment || !(await take(tx, settlement, order, payment, state, [])))
    throw new Error('the payment was moved without its order')
  return true
}
