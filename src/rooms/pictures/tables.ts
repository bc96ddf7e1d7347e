// Files that were uploaded (decision F10). The tables that show one refer to it; what nothing refers to goes after a day.
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'

export const uploads = pgTable('uploads', {
  /** SHA-256 of the file as it came: the same file twice is one row, and an id names the same picture for ever. */
  id: text().primaryKey(),
  mediaType: text().notNull(),
  /** Pixels, as it is kept. */
  width: integer().notNull(),
  height: integer().notNull(),
  content: bytea().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** Since when nothing refers to it, as the night's job last saw it; null: something does. */
  unusedSince: timestamp({ withTimezone: true }).defaultNow(),
})
