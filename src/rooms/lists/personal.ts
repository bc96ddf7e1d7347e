// Views whose search names a person by his address: they end with it, and he is told that there are some (decision F11).
import type { Database } from '#platform/database/database.ts'
import { inPages } from '#platform/database/in-pages.ts'
import type { PersonalData } from '#rooms/members/hands.ts'
import * as store from './store.ts'

export const personalViews = (db: Database): PersonalData => ({
  collect: async (_, { email }) => ({ savedSearchesForHisAddress: await store.countViewsNaming(db, email) }),
  async erase(tx, _, address) {
    if (address) await store.deleteViewsNaming(tx, address.email)
  },
  addresses: () => inPages((after, limit) => store.addressesNamed(db, after, limit)),
})
