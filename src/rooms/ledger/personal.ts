// A member's money, for his archive (decision F11). He can go once there is none; what moved it stays, of nobody: the law
// wants the books whole.
import type { Database } from '#platform/database/database.ts'
import { toMajor } from '#platform/money.ts'
import type { PersonalData } from '#rooms/members/hands.ts'
import { balanceOf, historyOf, reasonsOf } from './store.ts'

export const personalLedger = (db: Database): PersonalData => ({
  async collect(memberId) {
    const movements = await historyOf(db, memberId, { offset: 0, limit: 100_000 })
    const reasons = await reasonsOf(db, memberId)
    return {
      currency: 'USD',
      balance: toMajor(await balanceOf(db, memberId)),
      movements: movements.map(({ id, at, kind, cents, balance, reference }) => ({
        at,
        kind,
        amount: toMajor(cents),
        balance: toMajor(balance),
        reference,
        reason: reasons.get(id) ?? null,
      })),
    }
  },
  holds: async (tx, memberId) => ((await balanceOf(tx, memberId)) === 0 ? [] : ['erasure.balance']),
  erase: async () => {},
})
