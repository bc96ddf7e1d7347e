// How other rooms move members' money, in their own transaction. The member's total is locked after the order or the points
// that it is about, never before.
import type { Transaction } from '#platform/database/database.ts'
import { refused } from '#platform/http/errors.ts'
import { insertMovement, type Movement, movedBy, purchaseBy } from './store.ts'

export { balanceOf, movedBy } from './store.ts'

/** False: this cause has moved its money before, and nothing was done. */
export async function credit(tx: Transaction, movement: Movement): Promise<boolean> {
  if (movement.cents <= 0) throw new Error('what is credited is more than nothing')
  return (await insertMovement(tx, movement)) !== undefined
}

export interface Spending {
  memberId: string
  /** US cents. */
  cents: number
  /** The attempt that it pays. */
  paymentId: string
  /** The number of its order. */
  reference: string
}

/** Throws `balance.tooLow`, and the caller's transaction with it, where there is not that much (decision C9). */
export async function spend(tx: Transaction, { memberId, cents, paymentId, reference }: Spending): Promise<void> {
  if (cents <= 0) throw new Error('what is spent is more than nothing')
  const cause = `payment ${paymentId}`
  const left = await insertMovement(tx, {
    cause,
    kind: 'purchase',
    memberId,
    cents: -cents,
    against: 'sales',
    paymentId,
    reference,
  })
  if (left !== undefined && left < 0) throw refused('balance.tooLow')
}

/** Of what an attempt took from a balance, so much goes back to it; at most what it took. */
export async function giveBack(
  tx: Transaction,
  { paymentId, cents, cause }: { paymentId: string; cents: number; cause: string },
): Promise<void> {
  const purchase = await purchaseBy(tx, paymentId)
  if (!purchase) throw new Error('nothing was spent by this payment')
  const { memberId, reference } = purchase
  await credit(tx, { cause, kind: 'refund', memberId, cents, against: 'refunds', paymentId, reference })
  const { spent, back } = await movedBy(tx, paymentId)
  if (back > spent) throw new Error('more would go back than was spent')
}
