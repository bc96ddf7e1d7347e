// What a member's order earns (decision C8): points and growth when it is paid, taken back with its money. A purchase that
// goes as it should brings them in its own transaction; whenever something else happens a job looks at how the order is then.
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Happening, Subscription } from '#platform/events/define.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { MemberLevels } from '#rooms/levels/hands.ts'
import { DELIVERED, DISPUTE_LOST_IN_PART, DISPUTE_WON, ENTERINGS, PAYMENT_PARTLY_REFUNDED } from '../events.ts'
import { REWARD } from '../jobs.ts'
import { inUsd } from '../rules.ts'
import { lockOrder, type OrderRow } from '../store.ts'
import { keptOf, rewardSoon } from './reward-store.ts'

const soon = (tx: Transaction, { subject }: Happening<unknown, unknown>) => rewardSoon(tx, [subject])

/** Without `levels` by jobs alone. */
export const membersRewarded = (levels?: MemberLevels): Subscription[] => [
  DELIVERED.inTransaction(async (tx, { subject: orderId, atHand: { order, isPlain } }) => {
    const { memberId } = order
    if (memberId === null) return
    if (levels && isPlain && (await levels.creditFirst(tx, { orderId, memberId, usdCents: goodsInUsd(order) }))) return
    await enqueue(tx, REWARD, { orderId }, { key: `reward ${orderId}` })
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

const goodsInUsd = ({ goods, discount, coupon, rateE8 }: Pick<OrderRow, 'goods' | 'discount' | 'coupon' | 'rateE8'>) =>
  inUsd(goods - discount - coupon, BigInt(rateE8))

const COUNTING = ['Paid', 'Processing', 'Delivered', 'Completed', 'PartlyRefunded']

/** Job. */
export function createRewarding({ db, levels }: { db: Database; levels: MemberLevels }) {
  return (orderId: string): Promise<void> =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      if (!order || order.memberId === null || order.topUpCents !== null) return
      const { memberId, status } = order
      const { paid, back, usableInMs, wasComplete, isPaidElsewhere } = await keptOf(tx, order)
      // One that was refunded in part before it was completed never will be: its points are usable when they would have been.
      const waitsMs = status === 'PartlyRefunded' && !wasComplete ? (usableInMs ?? 0) : 0
      await levels.credit(tx, {
        orderId,
        memberId,
        usdCents: goodsInUsd(order),
        kept: paid - back,
        paid,
        counts: COUNTING.includes(status) && !isPaidElsewhere,
        isComplete: wasComplete || (status === 'PartlyRefunded' && waitsMs <= 0),
      })
      if (waitsMs > 0) await enqueue(tx, REWARD, { orderId }, { key: `reward ${orderId}`, afterMs: waitsMs })
    })
}
