// What is held under an address: what was written from there, and the newsletter (decision F11).
import type { Database, Transaction } from '#platform/database/database.ts'
import { inPages } from '#platform/database/in-pages.ts'
import * as store from './store.ts'

export type UnderAddress = ReturnType<typeof underAddress>

export const underAddress = (db: Database) => ({
  async collect(email: string) {
    const [newsletter, enquiries] = await Promise.all([
      store.subscriptionOf(db, email.toLowerCase()),
      store.enquiriesFrom(db, email),
    ])
    return { newsletter: newsletter ?? null, enquiries }
  },

  async erase(tx: Transaction, email: string): Promise<void> {
    await store.deleteSubscription(tx, email.toLowerCase())
    await store.deleteEnquiries(tx, email)
  },

  addresses: () => inPages((after, limit) => store.addresses(db, after, limit)),
})
