// Currencies and their rates.
import { bigint, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const currencies = pgTable('currencies', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  code: text().notNull().unique(),
  symbol: text().notNull(),
  name: text().notNull(),
  /** Units of this currency per US dollar, times 1e8. */
  rateE8: bigint('rate_e8', { mode: 'bigint' }).notNull(),
  position: integer().notNull(),
})

/** What a currency's rate was until it was changed, by a trigger: a price in that currency changes with it. */
export const pastRates = pgTable(
  'past_rates',
  {
    currencyId: integer()
      .notNull()
      .references(() => currencies.id, { onDelete: 'cascade' }),
    until: timestamp({ withTimezone: true }).notNull(),
    rateE8: bigint('rate_e8', { mode: 'bigint' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.currencyId, t.until] })],
)
