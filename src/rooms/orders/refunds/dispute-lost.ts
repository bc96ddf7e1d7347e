// A person says that a dispute was lost: not every provider has a word for it, and without one a disputed order would never end.
import type { Database } from '#platform/database/database.ts'
import { decimal } from '#platform/money.ts'
import { type PaymentRow, paymentsOf, recordLost } from '#rooms/payments/hands.ts'
import { ActRefused } from '../acts/act-refused.ts'
import { type By, createActing } from '../acts/acting.ts'
import { inCents } from '../settling/payment-worth.ts'
import type { Settling } from '../settling/settle.ts'
import type { LockedOrder } from '../store.ts'

/** The payment that is contested: what has paid a disputed order, else another one of it. */
export const contestedPayment = (
  payments: PaymentRow[],
  { status, paidPaymentId }: Pick<LockedOrder, 'status' | 'paidPaymentId'>,
): PaymentRow | undefined =>
  payments.find(({ id }) => status === 'Disputed' && id === paidPaymentId) ??
  payments.find(({ state }) => state === 'disputed')

export const createDisputeLost = ({ db, settling }: { db: Database; settling: Pick<Settling, 'settlement'> }) => {
  const act = createActing(db)
  /** All follows as if the provider had said so. */
  return (orderId: string, by: By) =>
    act(orderId, 'lost', by, async (tx, order) => {
      const payment = contestedPayment(await paymentsOf(tx, orderId), order)
      if (!payment) throw new ActRefused('notDisputed', { status: order.status })
      by.allow?.(await inCents(tx, order, payment, payment.paidAmount ?? 0))
      await recordLost(tx, settling.settlement, payment)
      const amount = `${decimal(payment.paidAmount ?? 0)} ${payment.currency}`
      return [['lost', { amount, provider: payment.provider, payment: payment.id }]]
    })
}
