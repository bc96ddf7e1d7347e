// A person has dealt with a difference at its provider, in the back office or at the shop's machine.
import type { Transaction } from '#platform/database/database.ts'
import { audit, type Who } from '#rooms/audit/hands.ts'
import { paymentById, settleDifference } from '#rooms/payments/hands.ts'
import { buyerOf } from './acting.ts'
import { lockOrder } from './store.ts'

/** Answers the difference; undefined: no such one is open. Audited. */
export async function settleAudited(
  tx: Transaction,
  number: number,
  { who, actor, reason }: { who: Who; actor: string; reason: string },
) {
  const settled = await settleDifference(tx, number, { actor, reason })
  if (!settled) return undefined
  const { provider, what, ref, paymentId } = settled
  const payment = paymentId === null ? undefined : await paymentById(tx, paymentId)
  const order = payment && (await lockOrder(tx, payment.orderId))
  await audit(tx, {
    by: who,
    act: 'payments.settle',
    subject: { kind: 'payment difference', id: String(number) },
    after: { provider, what, ref },
    reason,
    about: order && buyerOf(order),
  })
  return settled
}
