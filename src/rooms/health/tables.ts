// When backups were taken. Where they lie is not kept: whoever reads the database need not know.
import { bigint, index, pgTable, timestamp } from 'drizzle-orm/pg-core'

export const backups = pgTable(
  'backups',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** As of which moment the database is in it. */
    takenAt: timestamp({ withTimezone: true }).notNull(),
    rows: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [index('backups_newest').on(t.takenAt)],
)
