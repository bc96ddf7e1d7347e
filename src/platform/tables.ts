// Tables of the ground itself.
import { customType, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Calls per minute; the bucket is a hash of the call and the address. */
export const rateLimits = pgTable('rate_limits', {
  bucket: bytea().primaryKey(),
  minute: timestamp({ withTimezone: true }).notNull(),
  calls: integer().notNull(),
})
