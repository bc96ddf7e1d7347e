// A person has dealt with a difference at its provider, in the back office or at the shop's machine.
import type { Transaction } from '#platform/database/database.ts'
import { audit, type Who } from '#rooms/audit/hands.ts'
import { paymentById, paymentOfDifference, settleDifference } from '#rooms/payments/hands.ts'
import { buyerOf } from '../acts/acting.ts'
import { lockOrder } from '../store.ts'

/**
 * `seen`: the word of the figures that he saw. Answers why it cannot be settled: no such difference is open, or its figures
 * are others. Audited.
 */
export async function settleAudited(
  tx: Transaction,
  number: number,
  { who, actor, reason, seen }: { who: Who; actor: string; reason: string; seen: string },
): Promise<'noDifference' | 'differenceChanged' | undefined> {
  const paymentId = await paymentOfDifference(tx, number)
  const payment = paymentId === null ? undefined : await paymentById(tx, paymentId)
  const order = payment && (await lockOrder(tx, payment.orderId))
  const settled = await settleDifference(tx, number, { actor, reason, seen })
  if (typeof settled === 'string') return settled
  const { provider, what, ref } = settled
  await audit(tx, {
    by: who,
    act: 'payments.settle',
    subject: { kind: 'payment difference', id: String(number) },
    after: { provider, what, ref },
    reason,
    about: order && buyerOf(order),
  })
  return undefined
}
