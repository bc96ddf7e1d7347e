// What a member's order earns (decision C8): points and growth when it is paid, taken back with its money. Each time
// something happens to it a job looks at how it is then, so guests' purchases cost nothing more, and no member's row is
// locked while his order holds keys and coupons.
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Happening, Subscription } from '#platform/events/define.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { MemberLevels } from '#rooms/levels/hands.ts'
import { DELIVERED, DISPUTE_LOST_IN_PART, DISPUTE_WON, ENTERINGS, PAYMENT_PARTLY_REFUNDED } from './events.ts'
import { REWARD } from './jobs.ts'
import { keptOf, rewardSoon } from './reward-store.ts'
import { inUsd } from './rules.ts'
import { lockOrder } from './store.ts'

const soon = (tx: Transaction, { subject }: Happening<unknown, unknown>) => rewardSoon(tx, [subject])

export const MEMBERS_REWARDED: Subscription[] = [
  DELIVERED.inTransaction(async (tx, { subject: orderId, atHand: { order } }) => {
    if (order.memberId !== null) await enqueue(tx, REWARD, { orderId }, { key: `reward ${orderId}` })
  }),
  ENTERINGS.Processing.inTransaction(soon),
  ENTERINGS.Completed.inTransaction(soon),
  ENTERINGS.PartlyRefunded.inTransaction(soon),
  ENTERINGS.Refunded.inTransaction(soon),
  ENTERINGS.Disputed.inTransaction(soon),
  DISPUTE_WON.inTransaction(soon),
  DISPUTE_LOST_IN_PART.inTransaction(soon),
  PAYMENT_PARTLY_REFUNDED.inTransaction((tx, { payload }) => rewardSoon(tx, [payload.orderId])),
]

const COUNTING = ['Paid', 'Processing', 'Delivered', 'Completed', 'PartlyRefunded']

/** Job. */
export function createRewarding({ db, levels }: { db: Database; levels: MemberLevels }) {
  return (orderId: string): Promise<void> =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (!order || order.memberId === null || order.topUpCents !== null) return
      const { memberId, status, total: paid, rateE8 } = order
      const { refunded, surplus, usableInMs, wasComplete } = await keptOf(tx, order)
      // One that was refunded in part before it was completed never will be: its points are usable when they would have been.
      const waitsMs = status === 'PartlyRefunded' && !wasComplete ? (usableInMs ?? 0) : 0
      await levels.credit(tx, {
        orderId,
        memberId,
        usdCents: inUsd(order.goods - order.discount - order.coupon, BigInt(rateE8)),
        // What was owed back beside its price is no part of it.
        kept: paid - Math.max(0, refunded - surplus),
        paid,
        counts: COUNTING.includes(status),
        isComplete: wasComplete || (status === 'PartlyRefunded' && waitsMs <= 0),
      })
      if (waitsMs > 0) await enqueue(tx, REWARD, { orderId }, { key: `reward ${orderId}`, afterMs: waitsMs })
    })
}
