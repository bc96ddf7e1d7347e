// People who work in the shop, for browser tests.
import type { Database } from '#platform/database/database.ts'
import { invite } from '#rooms/staff/staff.testing.ts'

/** The address that `npm run owner` prints, without the shop's. */
export async function inviteOwner(db: Database, email: string): Promise<string> {
  return `/office/welcome#${await invite({ db }, email)}`
}
