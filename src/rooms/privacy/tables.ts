// Whose erasure a restore of an older backup has undone: what came back goes before the shop serves anybody (decision E8).
import { bigint, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'

export const replayedErasures = pgTable('replayed_erasures', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Of whom the backup may know nothing yet. */
  memberId: uuid().notNull(),
  /** Keyed, of the address that was his when he went. */
  addressHash: bytea().notNull(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
