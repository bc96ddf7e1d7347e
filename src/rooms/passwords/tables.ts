// Key pairs to which browsers encrypt passwords: one is current, those before it open for ten minutes more (decision A7).
import { sql } from 'drizzle-orm'
import { jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea } from '#platform/database/columns.ts'

const moment = () => timestamp({ withTimezone: true })

export const passwordKeys = pgTable(
  'password_keys',
  {
    kid: text().primaryKey(),
    publicKey: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The private half as PKCS #8. */
    sealed: bytea().notNull(),
    createdAt: moment().notNull().defaultNow(),
    retiredAt: moment(),
  },
  (t) => [uniqueIndex('password_keys_current').on(sql`(true)`).where(sql`${t.retiredAt} is null`)],
)
