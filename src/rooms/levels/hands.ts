// What other rooms may ask of levels, and how they say what a purchase earns.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { toMajor } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { discountBp, earned, levelAt, stillEarned } from './rules.ts'
import { GROWTH_EARNED, LEVELS, POINT_VALUE, POINTS_EARNED } from './settings.ts'
import * as store from './store.ts'

export { takeBack, wrongRewards } from './store.ts'

/** A member's order that was paid. */
export interface Sale {
  orderId: string
  memberId: string
  /** What was paid for goods, in US cents: goods − discount − coupon. */
  usdCents: number
}

/** A sale as it is at this moment. */
export interface Purchase extends Sale {
  /** US cents of what was paid that have not gone back. */
  kept: number
  paid: number
  /** Paid, and its money neither gone nor contested. */
  counts: boolean
  /** Its points can be used. */
  isComplete: boolean
}

/** Where a member stands, as calls show it (specification §3, "User"). */
export interface Standing {
  title: string
  /** Percent. */
  discount: number
  /** Points, whole ones and hundredths. */
  uintegral: number
  uexp: number
  upgradeExp: number
}

export type MemberLevels = ReturnType<typeof createLevels>

export function createLevels(settings: Settings) {
  const wholeOf = ({ orderId, memberId, usdCents }: Sale): store.Whole => ({
    orderId,
    memberId,
    points: earned(usdCents, settings.read(POINTS_EARNED)),
    growth: earned(usdCents, settings.read(GROWTH_EARNED)),
  })

  return {
    async standingOf(db: Queryable, memberId: string): Promise<Standing> {
      const { points, growth } = await store.rewardsOf(db, memberId)
      const { level, next } = levelAt(settings.read(LEVELS), growth)
      return {
        title: level.name,
        discount: level.discount,
        uintegral: toMajor(points),
        uexp: toMajor(growth),
        // Whoever is at the top has nothing before him.
        upgradeExp: next?.growth ?? level.growth,
      }
    },

    /** Basis points of goods that this member pays less; nobody's are 0, and nothing is asked for him. */
    async discountOf(db: Queryable, memberId: string | null): Promise<number> {
      if (memberId === null) return 0
      const { growth } = await store.rewardsOf(db, memberId)
      return discountBp(levelAt(settings.read(LEVELS), growth).level)
    },

    /**
     * What so many hundredths of points are in US cents, floored, and how many the member would have left; less than none:
     * he has not that many. Nobody else changes them until the transaction ends.
     */
    async worthOf(tx: Transaction, memberId: string, points: number): Promise<{ cents: number; left: number }> {
      const rewards = await store.lockRewards(tx, memberId)
      return { cents: earned(points, settings.read(POINT_VALUE)), left: rewards.points - points }
    },

    /** They have become balance. */
    spend: (tx: Transaction, memberId: string, points: number) =>
      store.enter(tx, { memberId, orderId: null, reason: 'converted', ...store.NOTHING, points: -points }),

    /**
     * Gives a member what his order earns, of which all was paid in this moment and nothing has gone back. False: it was
     * given before, and `credit` knows what of it is still due. The order is locked, and the member's balance before his points.
     */
    creditFirst: (tx: Transaction, sale: Sale): Promise<boolean> => store.enterFirst(tx, wholeOf(sale)),

    /**
     * Gives a member what his order earns as it is now, or takes back what it earns no more: the difference to what it has
     * brought so far, so that telling it twice, or late, or out of order changes nothing. The order is locked.
     */
    async credit(tx: Transaction, purchase: Purchase): Promise<void> {
      const { orderId, memberId, counts } = purchase
      const { whole, so } = await store.earnedBy(tx, wholeOf(purchase))
      const points = counts ? stillEarned(whole.points, purchase) : 0
      // What could be used stays so when a part of its order goes back.
      const isUsable = purchase.isComplete || so.points > 0
      const due = {
        points: isUsable ? points : 0,
        pending: isUsable ? 0 : points,
        growth: counts ? stillEarned(whole.growth, purchase) : 0,
      }
      const change = {
        points: due.points - so.points,
        pending: due.pending - so.pending,
        growth: due.growth - so.growth,
      }
      if (change.points || change.pending || change.growth)
        await store.enter(tx, { memberId, orderId, reason: 'order', ...change })
    },
  }
}
