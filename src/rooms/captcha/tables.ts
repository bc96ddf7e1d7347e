// Solutions that were taken, so that each is taken once by all instances together.
import { index, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'

export const usedSolutions = pgTable(
  'used_solutions',
  {
    challenge: bytea().primaryKey(),
    usedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index().on(t.usedAt)],
)
