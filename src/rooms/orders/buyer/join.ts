// Guest orders of an address become the member's once he has confirmed that address (decision F2, docs/decisions/039).
import type { Database, Transaction } from '#platform/database/database.ts'
import type { Subscription } from '#platform/events/define.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { giveUses } from '#rooms/coupons/hands.ts'
import { MEMBER_CONFIRMED } from '#rooms/members/events.ts'
import { JOIN_GUESTS } from '../jobs.ts'
import { rewardSoon } from '../settling/reward-store.ts'
import { joinGuestOrders } from './member-store.ts'

/** Longer than the making of an order takes. */
const AGAIN_AFTER_SECONDS = 120

export const MEMBERS_JOINED: Subscription[] = [
  MEMBER_CONFIRMED.inTransaction(async (tx, { subject: memberId }) => {
    await join(tx, memberId)
    // An order that is being made at this moment sees no member yet, and is not seen here.
    await enqueue(tx, JOIN_GUESTS, { memberId }, { afterMs: AGAIN_AFTER_SECONDS * 1000 })
  }),
]

/** Job. */
export const joinAgain = (db: Database, memberId: string) => db.transaction((tx) => join(tx, memberId))

async function join(tx: Transaction, memberId: string): Promise<void> {
  const joined = await joinGuestOrders(tx, memberId)
  if (joined.length === 0) return
  await giveUses(tx, joined, memberId)
  await rewardSoon(tx, joined)
}
