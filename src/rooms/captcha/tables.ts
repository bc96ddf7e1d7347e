// Solutions that were taken, so that each is taken once by all instances together, and pictures that wait to be read.
import { index, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'

export const usedSolutions = pgTable(
  'used_solutions',
  {
    challenge: bytea().primaryKey(),
    usedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index().on(t.usedAt)],
)

/** Five minutes, one try (decision D1). */
export const captchaImages = pgTable(
  'captcha_images',
  {
    id: uuid().primaryKey(),
    /** Keyed hash of the letters. */
    answer: bytea().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index().on(t.createdAt)],
)
