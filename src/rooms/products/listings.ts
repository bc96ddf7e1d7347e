// Keeps what the back office lists true to the products, a moment after they changed.
import type { Database } from '#platform/database/database.ts'
import { followChanges } from './listing-store.ts'

const AT_ONCE = 2_000

export async function followListings(db: Database): Promise<void> {
  while ((await db.transaction((tx) => followChanges(tx, AT_ONCE))) > 0) {}
}
