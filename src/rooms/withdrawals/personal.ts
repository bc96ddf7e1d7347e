// What is held of who declared a withdrawal: about a member's orders, and else under his address (decision F11).
import type { Database } from '#platform/database/database.ts'
import { inPages } from '#platform/database/in-pages.ts'
import type { PersonalData } from '#rooms/members/hands.ts'
import * as store from './store.ts'

export const personalWithdrawals = (db: Database, keptDays: number): PersonalData => ({
  async collect(memberId, address) {
    const withdrawals = [...(await store.withdrawalsAbout(db, memberId)), ...(await store.withdrawalsFrom(db, address))]
    return { withdrawals, keptAfterErasure: `those about an order, for ${keptDays} days after they were handled` }
  },
  collectFormer: async (address) => ({ withdrawals: await store.withdrawalsFrom(db, address) }),
  async erase(tx, _, address) {
    if (address) await store.eraseWithdrawals(tx, address)
  },
  addresses: () => inPages((after, limit) => store.addresses(db, after, limit)),
})
