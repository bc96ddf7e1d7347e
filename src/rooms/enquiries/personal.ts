// What is held under an address: what was written from there, and the newsletter (decision F11).
import type { Database, Transaction } from '#platform/database/database.ts'
import { inPages } from '#platform/database/in-pages.ts'
import type { HeldAddress } from '#platform/mailbox.ts'
import { deleteMailsOf } from '#rooms/mail/hands.ts'
import * as store from './store.ts'

export type UnderAddress = ReturnType<typeof underAddress>

export const underAddress = (db: Database) => ({
  async collect(address: HeldAddress) {
    const [subscription, enquiries] = await Promise.all([
      store.subscriptionOf(db, address.email.toLowerCase()),
      store.enquiriesFrom(db, address),
    ])
    const newsletter = subscription ? { state: subscription.state, askedAt: subscription.askedAt } : null
    return { newsletter, enquiries }
  },

  /** The newsletter has followed him. */
  collectFormer: async (address: HeldAddress) => ({ enquiries: await store.enquiriesFrom(db, address) }),

  async erase(tx: Transaction, address: HeldAddress): Promise<void> {
    await store.deleteSubscription(tx, address)
    await deleteMailsOf(tx, await store.deleteEnquiries(tx, address))
  },

  addresses: () => inPages((after, limit) => store.addresses(db, after, limit)),
})
