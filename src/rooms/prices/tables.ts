// What was asked for before.
import { boolean, integer, pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core'
import { offers } from '#rooms/products/tables.ts'

/**
 * What an offer cost until its price changed, or it went off sale or came back: the price held from the row before (or the
 * offer's creation) to `until`. By triggers. The lowest price of the last 30 days comes from here (EU 98/6 Art. 6a).
 */
export const pastPrices = pgTable(
  'past_prices',
  {
    offerId: integer()
      .notNull()
      .references(() => offers.id, { onDelete: 'cascade' }),
    until: timestamp({ withTimezone: true }).notNull(),
    priceCents: integer().notNull(),
    /** On sale, its product published, until that moment; else nobody was asked it. */
    asked: boolean().notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.offerId, t.until] })],
)
