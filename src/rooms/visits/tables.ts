// Which pages are visited: page, referrer, language, and a hash that changes every day (decision D7). No address.
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'

export const visits = pgTable(
  'visits',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Path within the shop, without a query. */
    page: text().notNull(),
    /** Path within the shop, or the host of another site; null: none. */
    referrer: text(),
    locale: text().notNull(),
    /** Keyed hash of the day, the address and the browser: tells visitors of one day apart and names none. */
    visitor: bytea().notNull(),
    /** Whether somebody was signed in; who, is known to nobody here. */
    byMember: boolean().notNull().default(false),
  },
  (t) => [
    index().on(t.at),
    // Whose hashes still tell who they were.
    index('visits_named').on(t.at).where(sql`octet_length(visitor) = 16`),
  ],
)
