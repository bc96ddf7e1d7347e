// What the shop holds of where a member is and was signed in (decision F11).
import type { Database } from '#platform/database/database.ts'
import type { PersonalData } from '#rooms/members/hands.ts'
import * as store from './store.ts'

/** More than anybody has within the months that sign-ins are kept. */
const MOST = 10_000

export const personalSessions = (db: Database): PersonalData => ({
  async collect(memberId) {
    const all = { offset: 0, limit: MOST }
    const [sessions, signIns] = await Promise.all([
      store.sessionsOf(db, memberId, all),
      store.signInsOf(db, memberId, all),
    ])
    return { sessions, signIns }
  },
  erase: (tx, memberId) => store.forgetMember(tx, memberId),
})
