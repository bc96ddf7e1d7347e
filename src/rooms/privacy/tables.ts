// Whose erasure a restore of an older backup has undone: what came back goes before the shop serves anybody (decision E8).
import { bigint, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'

export const replayedErasures = pgTable('replayed_erasures', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Of whom the backup may know nothing yet. */
  memberId: uuid().notNull(),
  /** Keyed, of an address that was his. */
  addressHash: bytea().notNull(),
  /** When the member who had it before him left it; null: nobody had. */
  since: timestamp({ withTimezone: true }),
  /** When he left it for another; null: it was his when he went. */
  until: timestamp({ withTimezone: true }),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
