// What members have earned, for their archive; it goes when they do (decision F11), and they can go once no points are
// owed.
import type { Database } from '#platform/database/database.ts'
import type { PersonalData } from '#rooms/members/hands.ts'
import { entriesOf, forget, rewardsOf } from './store.ts'

export const personalLevels = (db: Database): PersonalData => ({
  async collect(memberId) {
    const { points, pending, growth } = await rewardsOf(db, memberId)
    return {
      totals: { points: points / 100, pendingPoints: pending / 100, growth: growth / 100 },
      entries: await entriesOf(db, memberId),
    }
  },
  // Else a debt would go with the account, and what was made of the points would not.
  holds: async (tx, memberId) => ((await rewardsOf(tx, memberId)).points < 0 ? ['erasure.points'] : []),
  erase: forget,
})
